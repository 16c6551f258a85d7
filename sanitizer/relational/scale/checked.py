"""Check a written release by SQL alone: what was written is read again, and nothing of ours counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from sanitizer.relational.scale.database import Database, Written, text
from sanitizer.relational.scale.judge import Judge
from sanitizer.relational.scale.models_by_sql import broken, shares
from sanitizer.relational.scale.wildcards import least_match
from sanitizer.relational.table.nulls import NullMatching


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted in the file, and ``failures``: sentences, none where the release holds; ``least_match`` is the
    fewest persons that a group matches where missing cells match others."""

    rows: int
    persons: int
    classes: int
    least: int
    failures: tuple[str, ...]
    least_match: int | None = None


def check(
    database: Database,
    written: Written,
    quasi: Sequence[int],
    judge: Judge,
    keyed: bool,
    matching: NullMatching,
) -> Counted:
    """Count the classes of what was written (`quasi` are the positions of the recoded columns), and of the persons whom
    its rows are about (table ``released``); `matching` says what a missing cell is equal to."""
    file, k = written.relation, judge.k
    groups = [f"c{i}" for i in quasi]
    by = ", ".join(groups)
    failures: list[str] = []
    rows, classes, least, small = database.rows(
        f"SELECT coalesce(sum(n), 0), count(*), coalesce(min(n), 0), count(*) FILTER (WHERE n < {k}) "
        f"FROM (SELECT count(*) AS n FROM {file} GROUP BY {by})"
    )[0]
    wanted = database.number("SELECT count(*) FROM released")
    if rows != wanted or not rows:
        failures.append(f"the file has {rows} rows, {wanted} were to be released")
    match = _least_match(database, written, quasi, keyed, matching) if matching.wildcard else None
    if match is not None and match < k:
        failures.append(f"k = {k} is not met: a row matches only {match}")
    if small and match is None:
        failures.append(
            f"k = {k} is not met: {small} group(s) of the file are smaller, the least has {least}"
        )
    at = {j.sql: f"c{written.names.index(j.column.name)}" for j in judge.columns}
    shown = ", ".join(
        [f"{written.or_null(f'f{j}')} AS c{i}" for j, i in enumerate(quasi)]
        + [f"{written.or_null(f'w{name}')} AS {cell}" for name, cell in at.items()]
    )
    all_of = ", ".join([*groups, *at.values()])
    told_rows = f"(SELECT {shown}{', p' if keyed else ''} FROM released)"
    other = f"SELECT {all_of}, count(*) AS n FROM {told_rows} GROUP BY {all_of}"
    mine = f"SELECT {all_of}, count(*) AS n FROM {file} GROUP BY {all_of}"
    differ = database.number(
        f"SELECT count(*) FROM (({mine} EXCEPT {other}) UNION ALL ({other} EXCEPT {mine}))"
    )
    if differ:
        failures.append(f"{differ} group(s) of the file are not those that were released")
    for j in judge.columns:
        counts = (
            f"SELECT {by}, d.c AS v, count({'DISTINCT p' if keyed else '*'}) AS n FROM {told_rows if keyed else file} "
            f"AS r JOIN d_{j.sql} AS d ON r.{at[j.sql]} = d.f GROUP BY {by}, d.c"
        )
        held = shares(database, f"of_{j.sql}", counts, groups, (int(classes), len(j.column.labels)))
        for model in judge.models:
            if j.column.name in model.columns and (wrong := broken(database, held, model)):
                failures.append(f'{type(model).__name__} of "{j.column.name}" is not met by {wrong} group(s)')
    if not keyed:
        return Counted(int(rows), int(rows), int(classes), int(least), tuple(failures), match)
    told = ", ".join(f"t{j}" for j in range(len(quasi)))
    persons, of_persons, fewest, few = database.rows(
        f"SELECT coalesce(sum(n), 0), count(*), coalesce(min(n), 0), count(*) FILTER (WHERE n < {k}) "
        f"FROM (SELECT count(DISTINCT p) AS n FROM released GROUP BY {told})"
    )[0]
    if few and match is None:
        failures.append(f"k = {k} is not met: {few} group(s) have fewer persons, the least has {fewest}")
    everybody = database.number("SELECT count(DISTINCT p) FROM released")
    if persons != everybody:
        failures.append(f"{persons - everybody} person(s) have rows with different recoded attributes")
    return Counted(int(rows), int(everybody), int(of_persons), int(fewest), tuple(failures), match)


def _least_match(
    database: Database, written: Written, quasi: Sequence[int], keyed: bool, matching: NullMatching
) -> int:
    """Return the fewest persons that a group of the file matches."""
    if keyed:  # whose persons only the table knows; that both have the same groups was seen before
        columns, told, each = [f"t{j}" for j in range(len(quasi))], "released", "DISTINCT p"
    else:
        columns, told, each = [f"c{i}" for i in quasi], written.relation, "*"
    shown = [c if keyed or written.null is None else f"nullif({c}, {text(written.null)})" for c in columns]
    cells = ", ".join(f"{s} AS {c}" for s, c in zip(shown, columns, strict=True))
    grouped = f"SELECT {cells}, count({each}) AS n FROM {told} GROUP BY {', '.join(shown)}"
    return least_match(database, grouped, columns, matching is NullMatching.MAYBE)
