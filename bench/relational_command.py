"""`sanitizer release` as a whole command on Adult: python bench/relational_command.py DATA/tables/adult [--runs 9].

Full-domain search (7, 8 and 9 quasi-identifiers, k = 5, suppression 0 and 1 %), read from CSV, verified and written;
wall and processor time of the process, the least and the median of the runs after one that is not counted.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from relational_lattice import JOBS, ORDER

RUN = "import sys; from sanitizer.commands import main; main(sys.argv[1:])"


def definition(folder: Path, names: list[str], suppression: float) -> str:
    lines = [
        f'[[source]]\npath = "{folder / "adult.csv"}"\ndelimiter = ";"\n[output]\npath = "out.csv"\n[privacy]\nk = 5',
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=9)
    args = parser.parse_args()
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
