"""The figures of a release out of core, counted in SQL."""

from collections.abc import Sequence

import numpy as np

from sanitizer.relational.attack.homogeneity import homogeneity
from sanitizer.relational.attack.record import Attack
from sanitizer.relational.columns.figures import class_figures, risk_figures, rounded
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.report.figures import LossFigures
from sanitizer.relational.report.report import AloneFigures, TableReport, Uniqueness
from sanitizer.relational.report.verification import CountedBySql
from sanitizer.relational.scale.checked import Counted
from sanitizer.relational.scale.cuts import Quasi
from sanitizer.relational.scale.database import Database
from sanitizer.relational.scale.recode import Told
from sanitizer.relational.scale.source import Loaded


def figures_of(
    db: Database, definition: Definition, loaded: Loaded, quasi: Sequence[Quasi], said: Told, counted: Counted
) -> TableReport:
    """The report of a release from its classes, its cells and what each loses."""
    weight = np.asarray([a.weight for a in definition.named(Role.QUASI)])
    mean = float(said.losses @ weight / weight.sum()) if weight.sum() else 0.0
    rows = db.number("SELECT count(*) FROM coded")
    gone = {"rows that do not say whose they are": loaded.dropped} if loaded.dropped else {}
    if rows > counted.rows:
        gone["rows with a NULL (null_matching = basic)"] = rows - counted.rows
    return TableReport(
        definition=definition.file,
        k=definition.k,
        models=(),
        partitioner=definition.method.partitioner,
        engine=db.engine,
        persons=int(said.sizes.sum()),
        rows=counted.rows,
        dropped=gone,
        classes=class_figures(said.sizes, definition.k),
        loss=LossFigures(
            attributes=rounded(mean),
            by_attribute={q.values.name: rounded(v) for q, v in zip(quasi, said.losses, strict=True)},
        ),
        risk=risk_figures(said.sizes),
        partitions=said.groups,
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
        ),
    )


def shared_values(
    db: Database, definition: Definition, loaded: Loaded, quasi: Sequence[Quasi], persons: int
) -> list[Attack]:
    """Persons in classes of which all have one value of a sensitive column."""
    told = ", ".join(f"t{j}" for j in range(len(quasi)))
    who = "DISTINCT p" if loaded.keyed else "*"
    found = []
    for a in definition.named(Role.SENSITIVE):
        cell = loaded.columns[a.name]
        count = db.number(
            f"SELECT coalesce(sum(n), 0) FROM (SELECT count({who}) FILTER (WHERE {cell} IS NOT NULL) AS n "
            f"FROM released GROUP BY {told} HAVING min({cell}) = max({cell}))"
        )
        found.append(homogeneity(a.name, count, persons))
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
