"""What a release of a table costs on a cluster, from what it costs here: python bench/scale_simulated.py [--rows A B].

Two tables of bench/scale.py are released on Spark (local[2]) and the seconds of processors are measured, apart for the
driver's Python, which does one thing after the other, and for the workers (Java, and their Python), which share theirs;
one is released again with nodes an eighth as large, for the cost of three passes of histograms. A cluster is then
simulated:

- The driver takes a + b * rows, whatever the cluster: it is one process (cells of groups, the file).
- The workers take a start and c * rows, and for each level of nodes above a million persons a pass more of p * rows;
  of the cores EFFICIENCY is used, for tasks end at different times and tables pass between workers.
- Distinct tuples are assumed to grow as the rows do, which is too much for a table of few columns; the network, disks
  and memory are assumed to be large enough, and nobody else to be at work.
"""

import argparse
import math
import os
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from scale import in_parquet, made

from sanitizer.relational.definition.definition import Output
from sanitizer.relational.definition.schema import load_definition
from sanitizer.relational.scale.cuts import MOST
from sanitizer.relational.scale.database_release import Engine, release_by_database

EFFICIENCY = 0.7
CORES = (2, 16, 64, 256)
SIZES = (1_000_000, 10_000_000, 100_000_000, 1_000_000_000)


@dataclass(frozen=True)
class Spent:
    """Seconds of processors, and the greatest size of the working folder (bytes)."""

    python: float
    workers: float
    disk: int


def worker_seconds() -> float:
    """Return the seconds of processors of all that this process started: Java, and the Python of its workers."""
    total, ticks = 0.0, os.sysconf("SC_CLK_TCK")
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            told = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if stat.parent.name != str(os.getpid()) and int(told[2]) == os.getpgrp():
            total += (int(told[11]) + int(told[12])) / ticks
    return total


def released(rows: int, session: object, most: int) -> Spent:
    """Return one release of so many rows."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        file = made(folder, rows)
        in_parquet(folder)
        definition = replace(load_definition(file), output=Output(path=str(folder / "out.csv")))
        disk = 0

        def step(_: str) -> None:
            nonlocal disk
            hidden = [p for top in folder.glob(".*") for p in top.rglob("*") if p.is_file()]
            disk = max(disk, sum(p.stat().st_size for p in hidden))

        python, workers = time.process_time(), worker_seconds()
        release_by_database(definition, Engine("spark", session=session), most=most, tell_step=step)
        return Spent(time.process_time() - python, worker_seconds() - workers, disk)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs=2, default=[300_000, 1_000_000])
    few, many = parser.parse_args().rows
    from sanitizer.common.spark_session import spark_session, working_folder

    with (
        working_folder(Path(tempfile.mkdtemp()) / "spark") as folder,
        spark_session(folder, 2048, "local[2]") as session,
    ):
        released(10_000, session, MOST)  # Java compiles what it runs
        small, large, cut = (
            released(rows, session, most) for rows, most in ((few, few), (many, many), (many, many // 8))
        )
    for rows, spent in ((few, small), (many, large), (many, cut)):
        each = f"driver {spent.python:6.1f} s, workers {spent.workers:6.1f} s, disk {spent.disk >> 20:5} MiB"
        print(f"{rows:>10,} rows: {each}")
    b = max(large.python - small.python, 0) / (many - few)
    a = max(large.python - b * many, 0)
    c = max(large.workers - small.workers, 0) / (many - few)
    start = max(large.workers - c * many, 0)
    p = max(cut.workers - large.workers, 0) / 3 / many
    print(f"a = {a:.1f} s, b = {b * 1e6:.2f} s, c = {c * 1e6:.2f} s, p = {p * 1e6:.2f} s a million rows")
    print(f"{'rows':>13} passes  " + "".join(f"{cores:>5} cores" for cores in CORES) + "    disk")
    for rows in SIZES:
        passes = max(0, math.ceil(math.log2(rows / MOST)))
        each = [a + start + b * rows + (c + p * passes) * rows / (n * EFFICIENCY) for n in CORES]
        told = "".join(f"{seconds / 60:>7.0f} min" for seconds in each)
        print(f"{rows:>13,} {passes:>6}  {told}  {large.disk * rows / many / 2**30:5.0f} GiB")


if __name__ == "__main__":
    main()
