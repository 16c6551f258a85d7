"""Full-domain search on Adult: python bench/relational_lattice.py DATA/tables/adult [--rows 1000000] [--soft].

Prints the 60 jobs of optimal_loss_30162.json with the optimum there beside, and times on one core with the table
loaded; with --rows, one search over a table of so many rows (k = 10, 7 attributes, no suppression and 1 %); with
--soft, entropy and recursive l-diversity and t-closeness.
"""

import argparse
import json
import resource
import statistics
import time
from pathlib import Path

import numpy as np
import pandas as pd

from sanitizer.relational.columns.lattice import optimal
from sanitizer.relational.columns.lattice_nodes import Problem
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.privacy.l_diversity import LDiversity
from sanitizer.relational.privacy.models import PrivacyModel
from sanitizer.relational.privacy.t_closeness import TCloseness
from sanitizer.relational.table.hierarchy import Hierarchy
from sanitizer.relational.table.table import Column, Table
from sanitizer.relational.table.tuples import QuasiIdentifier

ORDER = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
]
JOBS = {"7qi": ORDER[:7], "8qi": [*ORDER[:7], "salary-class"], "9qi": ORDER}


def load(folder: Path, name: str) -> Table:
    return Table.from_pandas(pd.read_csv(folder / name, sep=";"))


def quasi(folder: Path, table: Table, names: list[str]) -> tuple[QuasiIdentifier, ...]:
    return tuple(
        QuasiIdentifier(table.column(n), Hierarchy.from_csv(n, folder / f"adult_hierarchy_{n}.csv"))
        for n in names
    )


def grown(table: Table, rows: int, seed: int = 0, group: int = 200) -> Table:
    """Return a table of `rows` rows: every attribute is drawn anew among the 200 rows around it in the sorted table."""
    generator = np.random.default_rng(seed)
    order = np.lexsort([c.codes for c in table.columns])
    start = generator.integers(0, table.rows, rows)
    columns = []
    for column in table.columns:
        near = order[np.minimum(start // group * group + generator.integers(0, group, rows), table.rows - 1)]
        columns.append(Column(column.name, column.codes[near], column.labels))
    return Table(tuple(columns))


def warm(folder: Path) -> None:
    """Compiled before timing."""
    table = load(folder, "adult.csv")
    models = (KAnonymity(2), LDiversity("occupation", 2))
    optimal(Problem(quasi(folder, table, ORDER[:3]), models, (table.column("occupation"),), suppression=0.01))


def jobs(folder: Path) -> None:
    table = load(folder, "adult.csv")
    wanted = json.loads((folder / "optimal_loss_30162.json").read_text())
    times: dict[str, list[float]] = {}
    wrong = 0
    print("job                    k  supp l  loss      optimum   tested/nodes   classes      CPU ms  wall ms")
    for job in wanted:
        models: list[PrivacyModel] = [KAnonymity(job["k"])]
        if job["l"]:
            models.append(LDiversity("occupation", job["l"]))
        identifiers = quasi(folder, table, JOBS[job["job"][:3]])
        wall, cpu = time.perf_counter(), time.process_time()
        found = optimal(
            Problem(identifiers, tuple(models), (table.column("occupation"),), suppression=job["supp"])
        )
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        times.setdefault(job["job"][:3], []).append(1000 * cpu)
        same = abs(found.loss - job["loss"]) < 1e-9
        wrong += not same
        print(
            f"{job['job']:19} {job['k']:4} {job['supp']:5} {job['l']}  {found.loss:.6f}  {job['loss']:.6f}  "
            f"{found.tested:5}/{found.nodes:<6} {found.classes:5} {job['classes']:5} "
            f"{1000 * cpu:7.1f} {1000 * wall:7.1f}" + ("" if same else "  DIFFERS")
        )
    for name, values in times.items():
        print(f"{name}: median {statistics.median(values):.1f} ms, highest {max(values):.1f} ms of CPU")
    print(f"{len(wanted) - wrong} of {len(wanted)} equal to the optimum")


def large(folder: Path, rows: int) -> None:
    table = grown(load(folder, "adult.csv"), rows)
    for suppression in (0.0, 0.01):
        wall, cpu = time.perf_counter(), time.process_time()
        found = optimal(Problem(quasi(folder, table, ORDER[:7]), (KAnonymity(10),), suppression=suppression))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{rows} rows, k = 10, suppression {suppression}: loss {found.loss:.4f} at {found.levels}, "
            f"{found.tested} nodes, {cpu:.2f} s CPU, {wall:.2f} s wall, peak {peak:.0f} MB"
        )


def soft(folder: Path) -> None:
    """Models that prune less when rows may be suppressed: k = 5, 7 attributes, the occupation sensitive."""
    table = load(folder, "adult.csv")
    identifiers, occupation = quasi(folder, table, ORDER[:7]), table.column("occupation")
    models: list[PrivacyModel] = [
        LDiversity("occupation", 1.5, "entropy"),
        LDiversity("occupation", 2, "recursive", 4.0),
        TCloseness("occupation", 0.3),
        TCloseness("occupation", 0.2),
    ]
    for model in models:
        for suppression in (0.0, 0.01, 0.05):
            cpu = time.process_time()
            found = optimal(
                Problem(identifiers, (KAnonymity(5), model), (occupation,), suppression=suppression)
            )
            cpu = time.process_time() - cpu
            print(
                f"{model}: suppression {suppression}, loss {found.loss:.4f}, {found.tested} nodes, {1000 * cpu:.0f} ms"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--soft", action="store_true")
    arguments = parser.parse_args()
    warm(arguments.folder)
    if arguments.soft:
        soft(arguments.folder)
    elif arguments.rows:
        large(arguments.folder, arguments.rows)
    else:
        jobs(arguments.folder)


if __name__ == "__main__":
    main()
