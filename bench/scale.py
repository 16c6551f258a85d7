"""Time and memory of a release by each engine: bench/scale.py ROWS [--engines NAME...] [--memory MIB] [--parquet]

A table of generated rows with seven attributes (a skewed one, one with gaps), k = 10; with --adult DATA/tables/adult
instead of ROWS Adult, by its hierarchies. Each engine runs in a process of its own, and `sanitizer verify` reads what
it wrote. Printed are its wall clock time, its time on processors, its greatest memory (both of all its processes
together, Java's too), the hash of the file, and how `verify` ended (0: the release holds). With --parquet the table is
a folder of Parquet files.
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
    """Return the table and its definition."""
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


def of_adult(folder: Path, data: Path) -> Path:
    """Return the definition of a release of Adult: eight attributes with their hierarchies, one sensitive."""
    names = (data / "adult.csv").read_text().partition("\n")[0].split(";")
    told = [
        f'[[source]]\npath = "{data / "adult.csv"}"\ndelimiter = ";"\n[privacy]\nk = 10',
        f'[method]\npartitioner = "columns"\n[attribute."{names[-1]}"]\nrole = "sensitive"',
    ]
    for name in names[:-1]:
        rows = data / f"adult_hierarchy_{name}.csv"
        told.append(f'[attribute."{name}"]\nrole = "quasi"\nhierarchy = {{ file = "{rows}" }}')
    (folder / "rows.toml").write_text("\n".join(told) + "\n")
    return folder / "rows.toml"


def in_parquet(folder: Path) -> None:
    """Write the table as a folder of Parquet files of strings, in the place of the CSV file."""
    from pyarrow import csv, parquet
    from pyarrow import string as text

    (folder / "rows.parquet").mkdir(exist_ok=True)
    columns = dict.fromkeys([*ATTRIBUTES, "ill"], text())
    options = csv.ConvertOptions(column_types=columns, strings_can_be_null=True, null_values=[""])
    reader = csv.open_csv(
        folder / "rows.csv", convert_options=options, read_options=csv.ReadOptions(block_size=1 << 26)
    )
    for number, batch in enumerate(reader):
        with parquet.ParquetWriter(
            folder / "rows.parquet" / f"part-{number:05}.parquet", batch.schema
        ) as writer:
            writer.write_batch(batch)
    told = (folder / "rows.toml").read_text()
    (folder / "rows.toml").write_text(told.replace('"rows.csv"', '"rows.parquet"\nformat = "parquet"'))


def watched(process: "subprocess.Popen[str]") -> tuple[float, int]:
    """Seconds of processors and the greatest memory (bytes) of a process and all that it starts, until it ends."""
    ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    spent, most, known = dict[int, float](), 0, set[int]()
    while process.poll() is None:
        parents, memory = dict[int, int](), dict[int, int]()
        for place in Path("/proc").glob("[0-9]*/stat"):
            try:
                told = place.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            number = int(place.parent.name)
            parents[number], memory[number] = int(told[1]), int(told[21]) * page
            spent[number] = (int(told[11]) + int(told[12])) / ticks
        ours = {process.pid}
        for number in sorted(parents):  # a child has a larger number, but where numbers begin anew
            if parents[number] in ours:
                ours.add(number)
        most = max(most, sum(memory.get(number, 0) for number in ours))
        known |= ours
        time.sleep(0.2)
    return sum(spent.get(number, 0.0) for number in known), most


def run(definition: Path, engine: str, memory: int) -> None:
    """Print one release, measured."""
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
        "--figures",
    ]
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL, stderr=errors, text=True)
        spent, most = watched(process)
        seconds = time.perf_counter() - start
        errors.seek(0)
        said = errors.read().strip().splitlines()
    with (out if process.returncode == 0 else Path(os.devnull)).open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()[:16]
    check = [sys.executable, "-m", "sanitizer", "verify", str(out), "--definition", str(definition)]
    verified = subprocess.run(check, capture_output=True, check=False).returncode
    print(
        f"{engine:<8} status {process.returncode}  {seconds:7.1f} s  {spent:7.1f} s of processors  "
        f"{most / 2**20:7.0f} MiB  {digest}  verify {verified}"
    )
    steps = next((line.rpartition("(")[2].rstrip(")") for line in said if "rows, verified" in line), "")
    print(f"         {steps or said[-1:]}", flush=True)


def main() -> None:
    """Make the table, then run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", type=int, nargs="?", default=0)
    parser.add_argument("--adult", type=Path)
    parser.add_argument("--engines", nargs="+", default=["memory", "duckdb"])
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--parquet", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if asked.adult:
            definition = of_adult(folder, asked.adult.absolute())
        else:
            definition = made(folder, asked.rows)
        if asked.parquet:
            in_parquet(folder)
        print(f"{asked.rows or 'Adult'} rows; load {os.getloadavg()[0]:.0f}")
        for engine in asked.engines:
            run(definition, engine, asked.memory)


if __name__ == "__main__":
    main()
