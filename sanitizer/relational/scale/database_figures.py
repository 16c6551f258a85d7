"""The figures of a release out of core, counted in SQL."""

from collections.abc import Sequence

import numpy as np

from sanitizer.relational.attack.homogeneity import homogeneity, minimality
from sanitizer.relational.attack.record import Attack
from sanitizer.relational.columns.figures import class_figures, risk_figures, rounded
from sanitizer.relational.columns.release_figures import NULL_ROWS
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.report.figures import LossFigures, SearchFigures
from sanitizer.relational.report.report import AloneFigures, TableReport, Uniqueness
from sanitizer.relational.report.verification import CountedBySql
from sanitizer.relational.scale.checked import Counted
from sanitizer.relational.scale.cuts import Quasi
from sanitizer.relational.scale.database import Database
from sanitizer.relational.scale.recode import Told
from sanitizer.relational.scale.source import Loaded
from sanitizer.relational.verify.recount_persons import open_to_attack


def figures_of(
    db: Database,
    definition: Definition,
    loaded: Loaded,
    quasi: Sequence[Quasi],
    found: tuple[Told, SearchFigures | None],
    counted: Counted,
) -> TableReport:
    """Return the report of a release from its classes, its cells and what each loses, and the search that found it."""
    said, search = found
    matching = definition.method.null_matching
    weight = np.asarray([a.weight for a in definition.named(Role.QUASI)])
    mean = float(said.losses @ weight / weight.sum()) if weight.sum() else 0.0
    gone = {"rows that do not say whose they are": loaded.dropped} if loaded.dropped else {}
    gone |= _gone(db, definition, loaded, quasi, counted.rows)
    lost_persons = search.suppressed_persons + search.dropped_persons if search else 0
    return TableReport(
        definition=definition.file,
        k=definition.k,
        models=tuple(m.name for m in definition.models),
        partitioner=definition.method.partitioner,
        engine=db.engine,
        persons=int(said.sizes.sum()),
        rows=counted.rows,
        dropped=gone,
        classes=class_figures(said.sizes, definition.k, lost_persons),
        loss=LossFigures(
            attributes=rounded(mean),
            by_attribute={q.values.name: rounded(v) for q, v in zip(quasi, said.losses, strict=True)},
        ),
        # counts that NULLs match are not classes
        risk=risk_figures(said.sizes) if counted.least_match is None else None,
        partitions=said.groups,
        search=search,
        spellings_merged=loaded.merged,
        spellings_possibly_of_others=loaded.possible,
        order=definition.method.order,
        uniqueness=_uniqueness(db, definition, loaded, quasi, counted.persons),
        warnings=(),
        verification=CountedBySql(
            met=True,
            by="SQL over the written file",
            rows=counted.rows,
            persons=counted.persons,
            classes=counted.classes,
            least_class=counted.least,
            not_checked=() if counted.least_match is None else (open_to_attack(matching),),
            null_matching=None if counted.least_match is None else matching,
            least_match=counted.least_match,
        ),
    )


def _gone(
    db: Database, definition: Definition, loaded: Loaded, quasi: Sequence[Quasi], rows: int
) -> dict[str, int]:
    """Return the rows that are not among the `rows` of the release, by the reason."""
    codes, nulls = [q.sql for q in quasi], 0
    if definition.method.null_matching == "basic":
        missing = " OR ".join(f"{c} < 0" for c in codes)
        source = f"(SELECT p FROM coded) JOIN (SELECT p, {', '.join(codes)} FROM people) USING (p)"
        nulls = db.number(f"SELECT count(*) FROM {source if loaded.keyed else 'coded'} WHERE {missing}")
    suppressed = db.number("SELECT count(*) FROM coded") - rows - nulls
    gone = {NULL_ROWS: nulls, "rows suppressed by the search": suppressed}
    return {reason: count for reason, count in gone.items() if count}


def shared_values(
    db: Database, definition: Definition, loaded: Loaded, quasi: Sequence[Quasi], persons: int
) -> list[Attack]:
    """Return persons in classes of which all have one value of a sensitive column, or only just as many as a model
    wants."""
    told = ", ".join(f"t{j}" for j in range(len(quasi)))
    each = "DISTINCT p" if loaded.keyed else "*"

    def persons_where(having: str, counted: str) -> int:
        return db.number(
            f"SELECT coalesce(sum(n), 0) FROM (SELECT {counted} AS n FROM released GROUP BY {told} HAVING {having})"
        )

    found = []
    for a in definition.named(Role.SENSITIVE):
        cell = loaded.columns[a.name]
        same = persons_where(f"min({cell}) = max({cell})", f"count({each}) FILTER (WHERE {cell} IS NOT NULL)")
        found.append(homogeneity(a.name, same, persons))
        for m in definition.models:
            if m.attribute == a.name and m.name == "l-diversity" and m.kind == "distinct":
                few = persons_where(f"count(DISTINCT {cell}) = {int(m.l)}", f"count({each})")
                found.append(minimality(m, few, persons))
    return found


def _uniqueness(
    db: Database, definition: Definition, loaded: Loaded, quasi: Sequence[Quasi], persons: int
) -> Uniqueness:
    """See :func:`.privacy.uniqueness.uniqueness`; counted by SQL."""
    stay = [
        loaded.columns[a.name] for a in definition.attributes if a.role in (Role.SENSITIVE, Role.INSENSITIVE)
    ]

    def alone(columns: Sequence[str]) -> AloneFigures:
        unique = 0
        if columns and loaded.keyed:
            unique = db.number(
                f"SELECT count(DISTINCT p) FROM (SELECT min(p) AS p FROM released GROUP BY {', '.join(columns)} "
                "HAVING min(p) = max(p))"
            )
        elif columns:
            unique = db.number(
                f"SELECT count(*) FROM (SELECT 1 FROM released GROUP BY {', '.join(columns)} HAVING count(*) = 1)"
            )
        return AloneFigures(unique, round(unique / persons, 6) if persons else 0.0)

    return Uniqueness(
        all_columns=alone([*(f"t{j}" for j in range(len(quasi))), *stay]), columns_that_stay=alone(stay)
    )
