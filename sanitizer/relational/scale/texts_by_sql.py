"""Recount by SQL the groups and the terms of a release with texts.

What was written, and the spans of its sidecar, are laid down as they were read again; what is counted of them, SQL
counts.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

import numpy as np

from sanitizer.relational.definition.definition import Definition, Model, Role
from sanitizer.relational.privacy.of_definition import privacy_models
from sanitizer.relational.scale.database import Database, text
from sanitizer.relational.scale.judge import MODELS, Judged, judged_columns, judged_names
from sanitizer.relational.scale.laid_down import laid_down
from sanitizer.relational.scale.models_by_sql import broken, shares
from sanitizer.relational.table.plain_table import Coded, PlainTable
from sanitizer.relational.verify import judged as verdict
from sanitizer.relational.verify.companion import Companion
from sanitizer.relational.verify.groups import Groups
from sanitizer.relational.verify.terms import FORMS, SMALL, TERM_KINDS, Columns

_IN_MEMORY: Final = ("k-map", "delta-presence", "households", "population-uniqueness", "safe-sampling")
"""Models beyond the release, which are judged by who is in each group."""


def groups_by_sql(
    database: Database,
    folder: Path,
    table: PlainTable,
    definition: Definition,
    companion: Companion | None,
    columns: Columns,
) -> Groups:
    """Return the groups of a release, as :data:`.verify.groups.CountGroups`; what is read lies in the `folder`. Raises
    UsageError."""
    assert companion is not None  # texts have one
    quasi = [f"q{i}" for i, _ in enumerate(definition.named(Role.QUASI))]
    texts = [a.name for a in definition.named(Role.TEXT)]
    judged = _judged(table, definition)
    cells = {q: columns[a.name] for q, a in zip(quasi, definition.named(Role.QUASI), strict=True)}
    cells |= {f"x{i}": columns[name] for i, name in enumerate(texts)}
    cells |= {j.sql: table.texts(j.column.name) for j in judged}
    kinds = {"r": "BIGINT", "p": "BIGINT"} | dict.fromkeys(cells, "STRING")
    each = zip(range(len(table)), companion.persons, *cells.values(), strict=True)
    rows = laid_down(database, folder, kinds, each)
    failures = _terms(database, rows, _spans(database, folder, texts, companion), len(texts))
    km = next((m for m in definition.models if m.name == "km-anonymity"), None)
    failures += _classes(database, rows, quasi, definition.k, whole=km is None)
    failures += [] if km is None else _rare(database, quasi, definition.k, km.m)
    failures += _models(database, rows, [*quasi, "terms"], definition, judged)
    failures += [f for m in definition.models if (f := _risk(database, m))]
    sizes = database.rows("SELECT n, count(*) AS many FROM classes GROUP BY n ORDER BY n")
    counts = np.repeat([n for n, _ in sizes], [many for _, many in sizes]).tolist()
    further = any(m.name in _IN_MEMORY for m in definition.models)
    members = _members(database, [*quasi, "terms"]) if further else []
    return Groups(counts, verdict.Judged(tuple(failures)), members)


def _spans(database: Database, folder: Path, texts: Sequence[str], companion: Companion) -> str:
    kinds = dict.fromkeys(("r", "x", "a", "b"), "BIGINT") | dict.fromkeys(("kind", "says"), "STRING")
    return laid_down(
        database,
        folder,
        kinds,
        (
            (row, x, *span)
            for row, of in enumerate(companion.spans)
            for x, name in enumerate(texts)
            for span in of.get(name, ())
        ),
    )


def _terms(database: Database, rows: str, spans: str, texts: int) -> list[str]:
    """Make the table ``terms`` (the distinct terms of each person, as the texts say them); what is wrong with
    spans."""
    each = " UNION ALL ".join(
        f"SELECT r.p, s.kind, s.a, s.b, length(coalesce(r.x{x}, '')) AS size, lower(s.says) AS says, "
        f"lower(substring(coalesce(r.x{x}, ''), CAST(s.a AS INT) + 1, CAST(s.b - s.a AS INT))) AS surface "
        f"FROM {spans} AS s JOIN {rows} AS r ON s.r = r.r WHERE s.x = {x}"
        for x in range(texts)
    )
    database.create("shown", f"SELECT *, 0 <= a AND a <= b AND b <= size AS inside FROM ({each})")
    beyond = database.number("SELECT count(*) FROM shown WHERE NOT inside")
    kinds = ", ".join(map(text, sorted(TERM_KINDS)))
    said = f"(SELECT * FROM shown WHERE inside AND kind IN ({kinds}))"
    words = database.each_of("split(regexp_replace(says, ' years old$', ''), ' ')")
    forms = " ".join(f"WHEN {text(one)} THEN {text(other)}" for one, other in FORMS.items())
    least = "CASE WHEN substring(w, 1, 1) BETWEEN '0' AND '9' THEN w ELSE substring(w, 1, 3) END"
    hidden = database.number(
        f"SELECT count(*) FROM (SELECT surface, {words} AS w FROM {said}) "
        f"WHERE w NOT IN ({', '.join(map(text, ['', *sorted(SMALL)]))}) AND instr(surface, {least}) = 0 "
        f"AND instr(surface, CASE w {forms} ELSE w END) = 0"
    )
    plain = f"regexp_replace(replace(says, {text(chr(0x2019))}, ''''), '^(the|a|an) ', '')"
    database.create("terms", f"SELECT DISTINCT p, regexp_replace({plain}, '''s?$', '') AS term FROM {said}")
    return [
        *([f"{beyond} span(s) of the sidecar leave their text"] if beyond else []),
        *([f"{hidden} word(s) of terms are not in the text of their span"] if hidden else []),
    ]


def _classes(database: Database, rows: str, quasi: Sequence[str], k: int, whole: bool) -> list[str]:
    """Make the tables ``people`` (the recoded cells and the set of terms of each person; no terms unless ``whole``) and
    ``classes``; what does not hold."""
    own = ", ".join(["p", *quasi])
    sets = f"SELECT p, array_sort(array_agg(term)) AS terms FROM terms WHERE {'TRUE' if whole else 'FALSE'} GROUP BY p"
    database.create(
        "people",
        f"SELECT r.*, t.terms FROM (SELECT DISTINCT {own} FROM {rows}) AS r LEFT JOIN ({sets}) AS t ON r.p = t.p",
    )
    by = ", ".join([*quasi, "terms"])
    database.create("classes", f"SELECT {by}, count(*) AS n FROM people GROUP BY {by}")
    torn = database.number("SELECT count(*) - count(DISTINCT p) FROM people")
    small, least = database.rows(f"SELECT count(*) FILTER (WHERE n < {k}), min(n) FROM classes")[0]
    return [
        *(["a person has rows with different recoded attributes"] if torn else []),
        *([f"k = {k} is not met: {small} group(s) are smaller, the least has {least}"] if small else []),
    ]


def _rare(database: Database, quasi: Sequence[str], k: int, m: int) -> list[str]:
    """Return what does not hold of km-anonymity: up to `m` terms together are in none or in `k` records of a class."""
    by = [f"c.{q}" for q in quasi]
    joined = "people AS c"
    for size in range(m):
        further = f" AND t{size - 1}.term < t{size}.term" if size else ""
        joined += f" JOIN terms AS t{size} ON c.p = t{size}.p{further}"
        by.append(f"t{size}.term")
        few = f"SELECT 1 AS one FROM {joined} GROUP BY {', '.join(by)} HAVING count(*) < {k}"
        if database.number(f"SELECT count(*) FROM ({few})"):
            return [f"km-anonymity is not met: {size + 1} term(s) together are in fewer than k records"]
    return []


def _judged(table: PlainTable, definition: Definition) -> list[Judged]:
    """Return the sensitive columns that models are about."""
    asked = replace(definition, models=tuple(m for m in definition.models if m.name in MODELS))
    names = {a.name for a in definition.named(Role.SENSITIVE)} | judged_names(asked)
    cells: dict[str, Coded] = {}
    for name in names:
        values = tuple(sorted({v for v in table.texts(name) if v is not None}))
        cells[name] = Coded(np.arange(len(values), dtype=np.int32), values)
    return judged_columns(asked, PlainTable(cells, max((len(c.values) for c in cells.values()), default=0)))


def _models(
    database: Database, rows: str, by: Sequence[str], definition: Definition, judged: Sequence[Judged]
) -> list[str]:
    """Return what does not hold of the models of sensitive columns."""
    asked = replace(definition, models=tuple(m for m in definition.models if m.name in MODELS))
    models = privacy_models(asked, [j.column for j in judged])
    classes, failures = database.number("SELECT count(*) FROM classes"), list[str]()
    groups = ", ".join(f"g.{c}" for c in by)
    for j in judged:
        database.new(f"d_{j.sql}", {"v": "STRING", "c": "INT"})
        database.add(f"d_{j.sql}", {"v": list(j.cells), "c": j.column.codes})
        counts = (
            f"SELECT {groups}, d.c AS v, count(DISTINCT r.p) AS n FROM {rows} AS r JOIN people AS g ON r.p = g.p "
            f"JOIN d_{j.sql} AS d ON r.{j.sql} = d.v GROUP BY {groups}, d.c"
        )
        held = shares(database, f"of_{j.sql}", counts, by, (classes, len(j.column.labels)))
        for model in models:
            if j.column.name in model.columns and (wrong := broken(database, held, model)):
                failures.append(f"{type(model).__name__} of {j.column.name} is not met in {wrong} group(s)")
    return failures


def _risk(database: Database, model: Model) -> str:
    """Return what does not hold of a model of the sizes of classes, "" where it holds or is another."""
    if model.name == "average-risk":
        value, most = "CAST(count(*) AS DOUBLE) / sum(n)", model.risk
    elif model.name == "threshold-risk":
        above = f"sum(n) FILTER (WHERE 1 / n > {model.risk!r} + 1e-12)"
        value, most = f"CAST(coalesce({above}, 0) AS DOUBLE) / sum(n)", model.share
    else:
        return ""
    found = float(database.rows(f"SELECT {value} FROM classes")[0][0])
    return f"{model.name} is not met: {found:.4g}, at most {most:g}" if found > most + 1e-9 else ""


def _members(database: Database, by: Sequence[str]) -> list[list[int]]:
    """Return the persons of each class."""
    numbered = (
        f"SELECT dense_rank() OVER (ORDER BY {', '.join(by)}) AS class, p FROM people ORDER BY class, p"
    )
    return [[p for _, p in own] for _, own in groupby(database.rows(numbered), itemgetter(0))]
