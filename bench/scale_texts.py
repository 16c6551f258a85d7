"""Texts on Spark with two cores beside two worker processes: bench/scale_texts.py --data FOLDER [--texts N]

The first sentences of articles (FOLDER/wikipedia) are sanitized by ``sanitizer.spark.sanitize`` at ``local[2]`` and by
``Sanitizer.sanitize_many(workers=2)``, in turns, so that others who use the machine slow down both. What both need
before their first text is told apart. Printed are seconds by the clock and of processors (of this process and all
that it starts), how fast Spark is beside the workers, and whether the bytes are the same.
"""

import argparse
import itertools
import json
import lzma
import os
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sanitizer import Sanitizer, spark
from sanitizer.common.spark_session import spark_session, working_folder

LONGEST = 400


def texts(data: Path) -> Iterator[str]:
    """Yield the first sentences of each article, up to so many characters."""
    for file in sorted((data / "wikipedia").glob("articles-*.jsonl.xz")):
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                begin = json.loads(line)["text"][:LONGEST].replace("\n", " ")
                yield re.sub(r"(?<=[.!?]) [^.!?]*$", "", begin)


SEEN: dict[int, float] = {}


def processors() -> float:
    """Return the seconds of processors of this process and of all that it started, as long as they were seen to run."""
    ticks, parents, spent = os.sysconf("SC_CLK_TCK"), dict[int, int](), dict[int, float]()
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            told = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(place.parent.name)
        parents[number], spent[number] = int(told[1]), (int(told[11]) + int(told[12])) / ticks
    ours, before = {os.getpid()}, 0
    while len(ours) > before:
        before = len(ours)
        ours |= {number for number, parent in parents.items() if parent in ours}
    SEEN.update({number: spent[number] for number in ours})
    return sum(SEEN.values())


class Clock:
    """Seconds by the clock and of processors of several stretches."""

    def __init__(self) -> None:
        self.clock = self.cores = 0.0

    def __enter__(self) -> None:
        self._from = time.perf_counter(), processors()

    def __exit__(self, *_: object) -> None:
        self.clock += time.perf_counter() - self._from[0]
        self.cores += processors() - self._from[1]

    def __str__(self) -> str:
        return f"{self.clock:8.1f} s, {self.cores:8.1f} s of processors"


def on_spark(running: Any, sanitizer: Sanitizer, texts: list[str], parts: int) -> list[Any]:
    """Return the number and the result of each text."""
    frame = running.createDataFrame(list(enumerate(texts)), "id int, text string").repartition(parts)
    return list(spark.sanitize(frame, id="id", sanitizer=sanitizer).select("id", "text").collect())


def main() -> None:
    """Sanitize the same texts by both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--texts", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=10)
    asked = parser.parse_args()
    said = list(itertools.islice(texts(asked.data), asked.texts + 8))
    first, rows = said[:8], said[8:]
    print(
        f"{len(rows)} texts, {sum(map(len, rows)) / len(rows):.0f} characters each; load {os.getloadavg()[0]:.0f}"
    )
    sanitizer = Sanitizer.default()
    begins = {"workers": Clock(), "spark": Clock()}
    goes = {"workers": Clock(), "spark": Clock()}
    differ = 0
    with begins["workers"]:
        done = sanitizer.sanitize_many(iter([*first, *rows]), workers=2, errors="return")
        for _ in first:
            next(done)
    with working_folder(Path(tempfile.mkdtemp()) / "spark") as folder:
        with begins["spark"]:
            session = spark_session(folder, 1024, "local[2]")
            running = session.__enter__()
            on_spark(running, sanitizer, first, 2)
        each = -(-len(rows) // asked.rounds)
        for start in range(0, len(rows), each):
            part = rows[start : start + each]
            with goes["workers"]:
                alone = [getattr(next(done), "text", None) for _ in part]
            on_spark(running, sanitizer, first, 2)  # workers that wait for a minute end, and open all anew
            with goes["spark"]:
                made = on_spark(running, sanitizer, part, 8)
            differ += sum(text != alone[number] for number, text in made)
            clock, cores = (
                getattr(goes["workers"], x) / getattr(goes["spark"], x) for x in ("clock", "cores")
            )
            told = f"Spark {clock:.2f} of the workers' speed by the clock, {cores:.2f} by processors"
            print(f"{start + len(part):>7} texts: {told}; load {os.getloadavg()[0]:.0f}", flush=True)
        session.__exit__(None, None, None)
    for name in ("workers", "spark"):
        print(f"{name:<8} start {begins[name]};  texts {goes[name]}")
    print(f"{differ} texts differ")


if __name__ == "__main__":
    main()
