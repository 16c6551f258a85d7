"""Full-domain search on Adult: python bench/relational_lattice.py DATA/tables/adult [--rows 1000000].

Prints the 60 jobs of optimal_loss_30162.json with the optimum there beside, times on one core with the table loaded, the
visited nodes of the ANON search, and the NULL matchings.
"""

import argparse
import json
import statistics
import time
from pathlib import Path

import pandas as pd

from sanitizer.relational.hierarchy import Hierarchy
from sanitizer.relational.lattice import optimal
from sanitizer.relational.nodes import Problem
from sanitizer.relational.privacy import KAnonymity, LDiversity, PrivacyModel
from sanitizer.relational.table import Table
from sanitizer.relational.tuples import QuasiIdentifier

ORDER = "sex age race marital-status education native-country workclass occupation salary-class".split()
JOBS = {"7qi": ORDER[:7], "8qi": [*ORDER[:7], "salary-class"], "9qi": ORDER}


def load(folder: Path, name: str) -> Table:
    return Table.from_pandas(pd.read_csv(folder / name, sep=";"))


def quasi(folder: Path, table: Table, names: list[str]) -> tuple[QuasiIdentifier, ...]:
    return tuple(
        QuasiIdentifier(table.column(n), Hierarchy.from_csv(n, folder / f"adult_hierarchy_{n}.csv")) for n in names
    )


def jobs(folder: Path) -> None:
    table = load(folder, "adult.csv")
    wanted = json.loads((folder / "optimal_loss_30162.json").read_text())
    times: dict[str, list[float]] = {}
    wrong = 0
    optimal(Problem(quasi(folder, table, ORDER[:3]), (KAnonymity(2),), suppression=0.01))  # compiled before timing
    print("job      k  supp l  loss      optimum   tested/nodes    classes     ms")
    for job in wanted:
        models: list[PrivacyModel] = [KAnonymity(job["k"])]
        if job["l"]:
            models.append(LDiversity("occupation", job["l"]))
        identifiers = quasi(folder, table, JOBS[job["job"][:3]])
        start, cpu = time.perf_counter(), time.process_time()
        found = optimal(
            Problem(identifiers, tuple(models), (table.column("occupation"),), suppression=job["supp"])
        )
        wall, cpu = time.perf_counter() - start, time.process_time() - cpu
        times.setdefault(job["job"][:3], []).append(1000 * cpu)
        same = abs(found.loss - job["loss"]) < 1e-9
        wrong += not same
        print(
            f"{job['job']:5} {job['k']:4} {job['supp']:5} {job['l']} {found.loss:.6f}  {job['loss']:.6f}  "
            f"{found.tested:5}/{found.nodes:<6} {found.classes:5} {job['classes']:5} {1000 * cpu:7.1f} {1000 * wall:7.1f}"
            + ("" if same else "  DIFFERS")
        )
    for name, values in times.items():
        print(f"{name}: median {statistics.median(values):.1f} ms, highest {max(values):.1f} ms of CPU")
    print(f"{len(wanted) - wrong} of {len(wanted)} equal to the optimum")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    jobs(arguments.folder)


if __name__ == "__main__":
    main()
