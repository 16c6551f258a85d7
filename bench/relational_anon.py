"""The ANON report's searches and NULL matchings on Adult: python bench/relational_anon.py DATA/tables/adult.

The report gives no losses of levels and only the order of the priorities, so its visited nodes (1,075 for k = 2; 60
with 1 % suppression; all 2,160 for k = l = 14) are bracketed by several choices of both.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from relational_lattice import ORDER, load, quasi

from sanitizer.relational.columns.cells import suppress_cells
from sanitizer.relational.columns.lattice import best_first, optimal
from sanitizer.relational.columns.lattice_nodes import Problem
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.privacy.l_diversity import LDiversity
from sanitizer.relational.table.nulls import NullMatching
from sanitizer.relational.table.tuples import QuasiIdentifier, leaf_codes

PRIORITIES = ["age", "native-country", "education", "marital-status", "workclass", "race", "sex"]
"""Lowest first."""


def shares(q: QuasiIdentifier) -> tuple[float, ...]:
    """Return the mean share of the table at each level."""
    codes = leaf_codes(q)
    return tuple(float(q.shares(level)[q.groups(level)[codes]].mean()) for level in range(q.hierarchy.levels))


def searches(folder: Path) -> None:
    table = load(folder, "adult_45222.csv.gz")
    identifiers = quasi(folder, table, ORDER[:7])
    losses: dict[str, Callable[[QuasiIdentifier], tuple[float, ...] | None]] = {
        "level / top": lambda q: None,
        "mean share": shares,
        "level": lambda q: tuple(map(float, range(q.hierarchy.levels))),
    }
    priorities: dict[str, Callable[[int], float]] = {
        "equal": lambda r: 1.0,
        "1 to 7": float,
        "1.5^rank": lambda r: 1.5**r,
        "2^rank": lambda r: 2.0**r,
        "10^rank": lambda r: 10.0**r,
    }
    print("45,222 rows, k = 2; tested (queued) nodes        suppression 0          suppression 1 %")
    for loss_name, loss in losses.items():
        for name, priority in priorities.items():
            weighted = tuple(
                replace(q, priority=priority(PRIORITIES.index(q.column.name) + 1), losses=loss(q))
                for q in identifiers
            )
            row = ""
            for suppression in (0.0, 0.01):
                found = best_first(Problem(weighted, (KAnonymity(2),), suppression=suppression))
                row += f"{found.tested:6} ({found.queued})".ljust(24)
            print(f"losses {loss_name:12} priorities {name:12}".ljust(48), row)
    for suppression in (0.0, 0.01):
        found = best_first(Problem(identifiers, (KAnonymity(2),), suppression=suppression), weighted=False)
        print(f"breadth first, suppression {suppression}: {found.tested} ({found.queued})")
    sensitive = (table.column("occupation"), table.column("salary-class"))
    models = (KAnonymity(14), LDiversity("occupation", 14), LDiversity("salary-class", 2))
    found = best_first(Problem(identifiers, models, sensitive))
    print(
        f"k = l = 14, salary l = 2: {found.tested} ({found.queued}) of {found.nodes}, ends at {found.levels}"
    )


def nulls(folder: Path) -> None:
    table = load(folder, "adult_48842_with_nulls.csv.gz")
    identifiers = quasi(folder, table, ORDER[:7])
    print("48,842 rows    k  supp   loss    rows kept  dropped  suppressed  after cell suppression  CPU ms")
    for matching in NullMatching:
        for k in (5, 10):
            for suppression in (0.0, 0.01):
                task = Problem(identifiers, (KAnonymity(k),), matching=matching, suppression=suppression)
                cpu = time.process_time()
                found = optimal(task)
                cpu = time.process_time() - cpu
                left = "-" if matching.wildcard else str(suppress_cells(task, found).suppressed)
                kept = table.rows - found.dropped - found.suppressed
                print(
                    f"{matching:12} {k:3} {suppression:5} {found.loss:.4f}  {kept:9} {found.dropped:8} "
                    f"{found.suppressed:11} {left:>23} {1000 * cpu:7.0f}"
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    searches(folder)
    nulls(folder)


if __name__ == "__main__":
    main()
