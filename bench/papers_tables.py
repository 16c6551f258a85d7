"""Partitions, loss and lattice nodes beside the papers': python bench/papers_tables.py DATA [--persons 400].

DATA holds tables/adult and wikipedia. The bloggers of rx-anon (19,319 persons) are not published with their marks; so
our persons with articles stand in, and figures that do not depend on how many persons there are stand beside: persons
of a class divided by k, and NCP. Its λ weighs spans, ours the least group of a term split (docs/tables.md): the same λ
is not the same setting. The ANON report's priorities are not published, only their order: 1 to 7 and equal ones.
"""

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import spacy
from persons_table import Cached, make_table
from relational_anon import PRIORITIES
from relational_lattice import ORDER, load, quasi
from relational_persons import DEFINITION

from sanitizer.commands.evaluate import align
from sanitizer.relational.columns.lattice import best_first
from sanitizer.relational.columns.lattice_nodes import Problem
from sanitizer.relational.in_memory import release
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.privacy.l_diversity import LDiversity

BLOGGERS = 19_319
PARTITIONS = {
    ("gdf", None): {3: 2479, 5: 1078, 10: 352, 20: 92},
    ("mondrian", 0.0): {3: 5162, 5: 2971, 10: 1412, 20: 692},
    ("mondrian", 0.3): {3: 5236, 5: 3023, 10: 1462, 20: 707},
    ("mondrian", 0.5): {3: 5198, 5: 2979, 10: 1441, 20: 711},
    ("mondrian", 1.0): {3: 5128, 5: 2964, 10: 1431, 20: 703},
}
"""rx-anon: classes of the bloggers, by partitioner, λ and k."""
LOSS = {(0.5, 2): (0.048, 0.909), (0.5, 5): (0.074, 0.993), (0.5, 10): (0.098, 0.999), (0.1, 2): (0.122, 0.885),
        (0.1, 5): (0.206, 0.989)}  # fmt: skip
"""rx-anon's result files: NCP of attributes and of terms (suppressed) under Mondrian, by λ and k."""
VISITED = {0.0: 1075, 0.01: 60}
"""ANON report: nodes of Adult's 2,160 that its best-first search visits for k = 2, by suppression."""


def partitions(folder: Path, persons: int, ks: list[int]) -> None:
    """Classes and loss of one release for each partitioner, λ and k; the texts are read once."""
    blank = spacy.blank("en")  # the recognizer parses for itself, once
    table, found = make_table(folder, persons, 3), Cached(Path("no-cache"))
    rows = [["partitioner", "λ", "k", "classes", "persons / class / k", "paper's", "NCP_A", "NCP_X", "NCP_X suppressed",
             "paper's NCP_A / NCP_X"]]  # fmt: skip
    jobs = [*PARTITIONS, ("mondrian", 0.1), ("cluster", 0.5)]
    for name, lambda_ in sorted(jobs, key=lambda job: (job[0], job[1] or 0.0)):
        for k in ks:
            method = {**DEFINITION["method"], "partitioner": name}
            method |= {} if lambda_ is None else {"lambda": lambda_}
            definition = {**DEFINITION, "method": method, "privacy": {"k": k}}
            report = release(table, definition, recognizers=[found], parse=blank).report
            number, loss = report.classes.number, report.loss
            theirs = PARTITIONS.get((name, lambda_), {}).get(k)
            lost = LOSS.get((lambda_ or 0.0, k)) if name == "mondrian" else None
            rows.append(
                [
                    name,
                    "" if lambda_ is None else f"{lambda_:g}",
                    str(k),
                    str(number),
                    f"{report.persons / number / k:.2f}",
                    f"{BLOGGERS / theirs / k:.2f}" if theirs else "",
                    f"{loss.attributes:.3f}",
                    f"{loss.terms:.3f}",
                    f"{loss.terms_if_only_suppressed:.3f}",
                    f"{lost[0]:.3f} / {lost[1]:.3f}" if lost else "",
                ]
            )
    print(f"{len(table)} rows of {persons} persons; the paper: {BLOGGERS:,} bloggers")
    print(align(rows))


def lattice(folder: Path) -> None:
    """Nodes that a best-first search tests on Adult, beside those of the ANON report."""
    table = load(folder, "adult_45222.csv.gz")
    identifiers = quasi(folder, table, ORDER[:7])
    rows = [["k", "l", "suppression", "nodes tested: priorities 1 to 7", "equal", "the paper's", "of"]]
    for suppression, theirs in VISITED.items():
        tested = []
        for ranked in (True, False):
            weighed = tuple(
                replace(q, priority=float(PRIORITIES.index(q.column.name) + 1) if ranked else 1.0)
                for q in identifiers
            )
            found = best_first(Problem(weighed, (KAnonymity(2),), suppression=suppression))
            tested.append(f"{found.tested:,}")
        rows.append(["2", "", f"{suppression:g}", *tested, f"{theirs:,}", f"{found.nodes:,}"])
    sensitive = (table.column("occupation"), table.column("salary-class"))
    models = (KAnonymity(14), LDiversity("occupation", 14), LDiversity("salary-class", 2))
    found = best_first(Problem(identifiers, models, sensitive))
    rows.append(["14", "14", "0", "", f"{found.tested:,}", "2,160", f"{found.nodes:,}"])
    print("\nAdult, 45,222 rows, seven attributes")
    print(align(rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--persons", type=int, default=400)
    parser.add_argument("--k", default="2,5,10")
    options = parser.parse_args()
    if not (options.folder / "tables" / "adult").is_dir() or not (options.folder / "wikipedia").is_dir():
        parser.error(f"{options.folder} does not hold tables/adult and wikipedia")
    start = time.process_time()
    partitions(options.folder / "wikipedia", options.persons, [int(k) for k in options.k.split(",")])
    lattice(options.folder / "tables" / "adult")
    print(f"{time.process_time() - start:.0f} s of CPU")


if __name__ == "__main__":
    main()
