"""Time and memory of a release by each engine: bench/scale.py ROWS [--engines NAME...] [--memory MIB]

A table of generated rows with seven attributes (a skewed one, one with gaps), k = 10. Each engine runs in a process of
its own; what is printed is its wall clock time, its time on processors, its greatest memory, and the hash of the file.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ATTRIBUTES = {"age": 80, "town": 40, "job": 30, "school": 16, "sex": 2, "status": 7, "hours": 90}
DEFINITION = """
[[source]]
path = "rows.csv"
[privacy]
k = 10
[method]
partitioner = "columns"
[attribute.ill]
role = "sensitive"
"""


def made(folder: Path, rows: int) -> Path:
    """The table and its definition."""
    draw = np.random.default_rng(0)
    numbers = ("age", "hours")
    told = "".join(
        f'[attribute.{name}]\nrole = "quasi"\n' + ('type = "number"\n' if name in numbers else "")
        for name in ATTRIBUTES
    )
    (folder / "rows.toml").write_text(DEFINITION + told)
    with (folder / "rows.csv").open("w") as stream:
        stream.write(",".join([*ATTRIBUTES, "ill"]) + "\n")
        for start in range(0, rows, 100_000):
            count = min(100_000, rows - start)
            cells = []
            for name, values in ATTRIBUTES.items():
                codes = np.minimum(draw.geometric(min(0.5, 4 / values), count) - 1, values - 1)
                if name == "sex":
                    codes = (draw.random(count) < 0.1).astype(np.int64)
                texts = np.array([str(i) if name in numbers else f"{name} {i}" for i in range(values)])[codes]
                cells.append(np.where(draw.random(count) < 0.02, "", texts) if name == "job" else texts)
            cells.append(np.array([f"ill {i}" for i in range(50)])[draw.integers(0, 50, count)])
            stream.writelines(map("%s\n".__mod__, map(",".join, zip(*cells, strict=True))))
    return folder / "rows.toml"


def run(definition: Path, engine: str, memory: int) -> None:
    """One release, measured."""
    out = definition.parent / f"{engine}.csv"
    options = [] if engine == "memory" else ["--memory", str(memory)]
    command = [
        sys.executable,
        "-m",
        "sanitizer",
        "release",
        str(definition),
        "--engine",
        engine,
        "-o",
        str(out),
    ]
    start = time.perf_counter()
    process = subprocess.Popen(
        [*command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    said = process.stderr.read().strip().splitlines()
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    with (out if status == 0 else Path(os.devnull)).open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()[:16]
    print(
        f"{engine:<8} status {os.waitstatus_to_exitcode(status)}  {seconds:7.1f} s  "
        f"{used.ru_utime + used.ru_stime:7.1f} s of processors  {used.ru_maxrss / 1024:7.0f} MiB  {digest}"
    )
    steps = said[-1].rpartition("(")[2].rstrip(")") if said else ""
    print(f"         {steps}", flush=True)


def main() -> None:
    """Make the table, then run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", type=int)
    parser.add_argument("--engines", nargs="+", default=["memory", "duckdb"])
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        definition = made(folder, asked.rows)
        size = (folder / "rows.csv").stat().st_size >> 20
        print(
            f"{asked.rows} rows, {len(ATTRIBUTES)} attributes, {size} MiB of CSV; load {os.getloadavg()[0]:.0f}"
        )
        for engine in asked.engines:
            run(definition, engine, asked.memory)


if __name__ == "__main__":
    main()
