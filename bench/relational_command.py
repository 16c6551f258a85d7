"""`sanitizer release` as a whole command on Adult: python bench/relational_command.py DATA/tables/adult [--runs 9].

With --rows 1000000 one release by columns (k = 10, 8 attributes, rows as in relational_lattice.py) and one by --auto,
beside a program that only reads the file by Python's csv and writes it again.

Full-domain search (7, 8 and 9 quasi-identifiers, k = 5, suppression 0 and 1 %), read from CSV, verified and written;
wall and processor time of the process, the least and the median of the runs after one that is not counted.
"""

import argparse
import csv
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from relational_lattice import JOBS, ORDER, grown, load

RUN = "import sys; from sanitizer.commands import main; main(sys.argv[1:])"


def definition(folder: Path, names: list[str], suppression: float) -> str:
    lines = [
        f'[[source]]\npath = "{folder / "adult.csv"}"\ndelimiter = ";"',
        '[output]\npath = "out.csv"\nreplace = true\n[privacy]\nk = 5',
        f'[method]\npartitioner = "full-domain"\nsuppression = {suppression}',
    ]
    for name in ORDER:
        lines.append(f'[attribute."{name}"]')
        if name in names:
            lines.append(
                f'role = "quasi"\nhierarchy = {{ file = "{folder / f"adult_hierarchy_{name}.csv"}" }}'
            )
        else:
            lines.append('role = "insensitive"')
    return "\n".join(lines) + "\n"


COPY = (
    "import csv, sys\n"
    "rows = list(csv.reader(open(sys.argv[1], newline='')))\n"
    "csv.writer(open(sys.argv[2], 'w', newline='')).writerows(rows)"
)


def large(folder: Path, rows: int) -> None:
    """Processor and wall time, and memory, of one release by columns, one by --auto, and a copy of the file."""
    table = grown(load(folder, "adult.csv").select(ORDER[:8]), rows)
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        with (place / "in.csv").open("w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow(table.names)
            writer.writerows(zip(*(c.values().tolist() for c in table.columns), strict=True))
        lines = ['[[source]]\npath = "in.csv"\n[output]\npath = "out.csv"\n[privacy]\nk = 10\n[method]\n']
        lines += ['partitioner = "columns"\n']
        for name in table.names:
            lines.append(
                f'[attribute."{name}"]\nrole = "quasi"\n' + ('type = "number"\n' if name == "age" else "")
            )
        (place / "r.toml").write_text("".join(lines), encoding="utf-8")
        print("                 wall     CPU  (seconds)  peak MB")
        for what, call in (
            ("columns", [RUN, "release", str(place / "r.toml")]),
            (
                "--auto",
                [RUN, "release", str(place / "in.csv"), "--auto", "-k", "10", "-o", str(place / "auto.csv")],
            ),
            ("copy by csv", [COPY, str(place / "in.csv"), str(place / "copy.csv")]),
        ):
            wall = time.perf_counter()
            with (place / "said").open("w") as said:
                child = subprocess.Popen([sys.executable, "-c", *call], stdout=said, stderr=said)
                _, status, usage = os.wait4(child.pid, 0)
            wall = time.perf_counter() - wall
            assert status == 0, (place / "said").read_text()
            cpu = usage.ru_utime + usage.ru_stime
            print(f"{what:14} {wall:6.1f}  {cpu:6.1f}             {usage.ru_maxrss / 1024:7.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--rows", type=int)
    args = parser.parse_args()
    if args.rows:
        large(args.folder, args.rows)
        return
    print("quasi  suppression  wall least  median   CPU least  median   (seconds)")
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "adult.toml"
        for job in ("7qi", "8qi", "9qi"):
            for suppression in (0.0, 0.01):
                file.write_text(definition(args.folder.absolute(), JOBS[job], suppression), encoding="utf-8")
                walls, cpus = [], []
                for _ in range(args.runs + 1):
                    before = resource.getrusage(resource.RUSAGE_CHILDREN)
                    wall = time.perf_counter()
                    subprocess.run(
                        [sys.executable, "-c", RUN, "release", str(file)],
                        check=True,
                        stdout=subprocess.DEVNULL,
                    )
                    walls.append(time.perf_counter() - wall)
                    after = resource.getrusage(resource.RUSAGE_CHILDREN)
                    cpus.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
                walls, cpus = walls[1:], cpus[1:]
                print(
                    f"{job:6} {suppression:11} {min(walls):11.2f} {statistics.median(walls):7.2f} "
                    f"{min(cpus):11.2f} {statistics.median(cpus):7.2f}"
                )


if __name__ == "__main__":
    main()
