"""Mondrian on Adult's eight quasi-identifiers, k = 10.

Run: python bench/relational_mondrian.py DATA/tables/adult [ROWS ...]

GCP is the mean NCP of a cell (age by its range, the others by distinct values). The rows of the large tables draw
each attribute independently among 200 rows that resemble each other, so that rows do not merely repeat.
"""

import argparse
import resource
import time
from pathlib import Path

import numpy as np
import pandas as pd
from relational_lattice import ORDER, grown

from sanitizer.relational.columns.mondrian import Mondrian
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.privacy.l_diversity import LDiversity
from sanitizer.relational.privacy.models import PrivacyModel
from sanitizer.relational.privacy.t_closeness import TCloseness
from sanitizer.relational.table.table import Table


def ncp_numbers(labels: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    low, high = np.full(labels.max() + 1, np.inf), np.full(labels.max() + 1, -np.inf)
    np.minimum.at(low, labels, numbers)
    np.maximum.at(high, labels, numbers)
    return (high - low) / np.ptp(numbers)


def ncp_categories(labels: np.ndarray, codes: np.ndarray) -> np.ndarray:
    width = int(codes.max()) + 1
    distinct = np.bincount(np.unique(labels * width + codes) // width, minlength=labels.max() + 1)
    return np.where(distinct > 1, distinct / len(np.unique(codes)), 0.0)


def loss(table: Table, labels: np.ndarray) -> float:
    sizes = np.bincount(labels)
    ncp = [
        ncp_numbers(labels, c.numbers()[c.codes]) if c.name == "age" else ncp_categories(labels, c.codes)
        for c in table.columns
    ]
    return float(sum((sizes * n).sum() for n in ncp) / (len(labels) * len(ncp)))


def plain(table: Table, k: int) -> np.ndarray:
    """Return the plain rule: widest normalized span (range or share of distinct values), cut at the median code."""
    data = np.stack([c.codes for c in table.columns], axis=1)
    extent = np.array([len(np.unique(c)) for c in data.T], dtype=float)
    extent[table.names.index("age")] = np.ptp(data[:, table.names.index("age")])
    labels = np.empty(len(data), dtype=np.int64)
    stack, found = [np.arange(len(data))], 0
    while stack:
        rows = stack.pop()
        part = data[rows]
        span = np.array([len(np.unique(c)) for c in part.T], dtype=float)
        span[table.names.index("age")] = np.ptp(part[:, table.names.index("age")])
        for a in np.argsort(-span / extent, kind="stable"):
            values = part[:, a]
            middle = np.sort(values)[len(values) // 2]
            for left in (values < middle, values <= middle):
                if k <= left.sum() <= len(rows) - k:
                    stack += [rows[left], rows[~left]]
                    break
            else:
                continue
            break
        else:
            labels[rows] = found
            found += 1
    return labels


def soft(table: Table) -> None:
    """With a further model on the occupation, 7 attributes."""
    models: list[PrivacyModel] = [
        LDiversity("occupation", 3),
        LDiversity("occupation", 3, "entropy"),
        TCloseness("occupation", 0.3),
    ]
    for model in models:
        cpu = time.process_time()
        labels = Mondrian(frozenset({"age"})).partition(
            table.select(ORDER[:7]), [KAnonymity(10), model], [table.column("occupation")]
        )
        cpu = time.process_time() - cpu
        print(f"{table.rows:9} {model}: {labels.max() + 1} classes, {cpu:.2f} s CPU")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("rows", type=int, nargs="*")
    arguments = parser.parse_args()
    adult = Table.from_pandas(pd.read_csv(arguments.folder / "adult.csv", sep=";"))
    mondrian, models = Mondrian(frozenset({"age"})), [KAnonymity(10)]
    mondrian.partition(adult.take(np.arange(100)).select(ORDER[:7]), models)  # compiled before timing
    for rows in (adult.rows, *arguments.rows[:1]):
        soft(adult if rows == adult.rows else grown(adult, rows))
    print("rows      eighth        classes  GCP     plain   CPU s   wall s  peak MB")
    for rows in (adult.rows, *arguments.rows):
        for eighth in ("occupation", "salary-class") if rows == adult.rows else ("occupation",):
            table = adult.select([*ORDER[:7], eighth])
            if rows != adult.rows:
                table = grown(table, rows)
            wall, cpu = time.perf_counter(), time.process_time()
            labels = mondrian.partition(table, models)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            assert np.bincount(labels).min() >= 10
            simple = f"{loss(table, plain(table, 10)):.4f}" if rows == adult.rows else "     -"
            print(
                f"{rows:9} {eighth:13} {labels.max() + 1:7}  {loss(table, labels):.4f}  {simple}  "
                f"{cpu:6.3f}  {wall:6.3f}  {peak:6.0f}"
            )


if __name__ == "__main__":
    main()
