"""Local recoding of Adult, 30,162 rows and 7 attributes: python bench/relational_local.py DATA/tables/adult.

Beside: ARX's local search reaches a loss of .034 at k = 5.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from relational_lattice import ORDER, load, quasi

from sanitizer.relational.columns.lattice import optimal
from sanitizer.relational.columns.lattice_nodes import Problem
from sanitizer.relational.columns.local_recoding import LocalRecoding
from sanitizer.relational.columns.recode import class_loss
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.privacy.l_diversity import LDiversity
from sanitizer.relational.privacy.models import PrivacyModel


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    table = load(folder, "adult.csv")
    names = ORDER[:7]
    identifiers = quasi(folder, table, names)
    local = LocalRecoding({q.column.name: q.hierarchy for q in identifiers})
    occupation = table.column("occupation")
    local.partition(
        table.select(names), [KAnonymity(5), LDiversity("occupation", 2)], [occupation]
    )  # compiled
    print("  k  l  loss    best node  classes  least  CPU s  wall s")
    for k in (2, 5, 10, 20):
        for diversity in (0, 3):
            models: list[PrivacyModel] = [KAnonymity(k)]
            if diversity:
                models.append(LDiversity("occupation", diversity))
            wall, cpu = time.perf_counter(), time.process_time()
            labels = local.partition(table.select(names), models, [occupation])
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            node = optimal(Problem(identifiers, tuple(models), (occupation,)))
            print(
                f"{k:3} {diversity:2}  {class_loss(identifiers, labels):.4f}  {node.loss:.4f}  "
                f"{labels.max() + 1:10} {np.bincount(labels).min():6} {cpu:6.2f} {wall:6.2f}"
            )


if __name__ == "__main__":
    main()
