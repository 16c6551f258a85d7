"""Killed builds: python bench/counts_faults.py SOURCE SCRATCH_FOLDER [--kills 20] [--small-disk FOLDER]

Builds an index of SOURCE once in peace, then again while the whole process group is killed at random moments, and
compares. With --small-disk (a folder on a file system too small for the index, e.g. a tmpfs of 20 MB) the message of a
full disk is shown.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

COMMAND = "import sys; from sanitizer.commands import main; main(sys.argv[1:])"


def start(source: Path, index: Path) -> subprocess.Popen[bytes]:
    arguments = [sys.executable, "-c", COMMAND, "corpus", "build", str(source), "-o", str(index)]
    return subprocess.Popen(arguments, start_new_session=True, stderr=subprocess.PIPE)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", type=Path)
    parser.add_argument("scratch", type=Path)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--small-disk", type=Path)
    arguments = parser.parse_args()
    peace, war = arguments.scratch / "peace.index", arguments.scratch / "war.index"
    for path in (peace, war, war.with_name("war.index.building"), peace.with_name("peace.index.building")):
        shutil.rmtree(path, ignore_errors=True)
    begin = time.time()
    assert start(arguments.source, peace).wait() == 0
    whole = time.time() - begin
    print(f"in peace: {whole:.1f} s")
    rng, kills = random.Random(7), 0
    while kills < arguments.kills:
        build = start(arguments.source, war)
        try:
            build.wait(rng.uniform(0.2, whole))
        except subprocess.TimeoutExpired:
            os.killpg(build.pid, signal.SIGKILL)
            build.wait()
            kills += 1
            work = war.with_name("war.index.building")
            there = sorted(path.name for path in work.iterdir()) if work.exists() else []
            print(
                f"kill {kills}: index there: {war.exists()}, blocks {sum(n.startswith('block') for n in there)}"
            )
            if not war.exists():
                continue
            build.returncode = 0  # killed when all was done
        assert build.returncode == 0, build.stderr.read().decode() if build.stderr else ""
        same(peace, war)
        shutil.rmtree(war)
    if not war.exists():
        assert start(arguments.source, war).wait() == 0
    same(peace, war)
    if arguments.small_disk:
        build = start(arguments.source, arguments.small_disk / "full.index")
        _, said = build.communicate()
        print(f"full disk: status {build.returncode}, {said.decode().strip()!r}")
        print("index there:", (arguments.small_disk / "full.index").exists())


def same(peace: Path, war: Path) -> None:
    left, right = (json.loads((path / "index.json").read_text()) for path in (peace, war))
    assert left == right, "the index differs"
    check = [sys.executable, "-c", COMMAND, "corpus", "check", str(war)]
    assert subprocess.run(check, capture_output=True, check=False).returncode == 0
    print("finished: the same index, byte for byte by its check sums, and whole")


if __name__ == "__main__":
    main()
