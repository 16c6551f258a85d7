"""python bench/pipeline_speed.py BENCHMARKS [--tree NAME=FOLDER]... [--runs 5] [--growth] [--many N]

What the whole pipeline costs, of this code and of other checkouts (``git worktree add FOLDER COMMIT``) in turns, each
run in processes of its own; medians, seconds by the clock and of the processor, and ratios to the first tree. One short
sentence from the shell; the Barcelona article (70,000 characters, threshold `least`) as first document and again;
abstracts of 1,500 characters and judgments cut to 6,000; memory. ``--growth``: texts of 7,000 to 700,000 characters;
``--many N``: memory after N documents; both of this code alone.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from itertools import cycle, islice
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
SENTENCE = "John Smith lives in Leeds.\n"
CUT = 6_000
TEXTS = 24
"""Abstracts and, a third of them, judgments of one run."""
_ALSO = [place for place in os.environ.get("PYTHONPATH", "").split(os.pathsep) if place]
"""Where libraries lie that only older trees import."""


def spent(work: Callable[[], Any]) -> tuple[float, float]:
    """Seconds by the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - processor


def barcelona(folder: Path) -> str:
    articles = json.loads((folder / "seed_articles.json").read_text(encoding="utf-8"))
    texts = articles if isinstance(articles, dict) else {a["title"]: a for a in articles}
    found = next(value for name, value in texts.items() if "arcelona" in name)
    return str(found["text"] if isinstance(found, dict) else found)


def memory() -> float:
    """Most memory of this process so far, MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_process(what: str, folder: Path, count: int) -> dict[str, Any]:
    """Return one run, in the process that imports the tree."""
    from sanitizer import Sanitizer
    from sanitizer.evaluate.masks import read_gold
    from sanitizer.settings import Settings, Threshold

    if what == "article":
        text = barcelona(folder)
        sanitizer = Sanitizer.default(Settings(threshold=Threshold("least")))
        first = spent(lambda: sanitizer.sanitize(text))
        return {"first": first, "again": spent(lambda: sanitizer.sanitize(text)), "memory": memory()}
    abstracts = [d.text for d in read_gold(folder / "wikiactors.dev.json.gz")][:TEXTS]
    if what == "growth":
        text = barcelona(folder) + "\n\n"
        sanitizer = Sanitizer.default(Settings(threshold=Threshold("least")))
        sanitizer.sanitize(abstracts[0])
        size = len(text) * count // 100
        long = (text * (size // len(text) + 1))[:size]
        return {"characters": size, "growth": spent(lambda: sanitizer.sanitize(long)), "memory": memory()}
    sanitizer = Sanitizer.default()
    if what == "many":
        told = []
        for number, text in enumerate(islice(cycle(abstracts), count), 1):
            sanitizer.sanitize(text[:300])
            if number % max(count // 8, 1) == 0:
                told.append((number, round(memory())))
        return {"many": told}
    for text in abstracts:
        sanitizer.sanitize(text)
    judgments = [d.text[:CUT] for d in read_gold(folder / "tab.dev.json.gz")][: TEXTS // 3]
    one = spent(lambda: [sanitizer.sanitize(text) for text in abstracts])
    other = spent(lambda: [sanitizer.sanitize(text) for text in judgments])
    return {
        "abstract": [s / len(abstracts) for s in one],
        "judgment": [s / len(judgments) for s in other],
        "memory of abstracts": memory(),
    }


def run(tree: Path, what: str, folder: Path, count: int = 0) -> dict[str, Any]:
    """Return one run of a tree in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tree), *_ALSO])}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [
        sys.executable,
        str(Path(__file__).resolve()),
        str(folder),
        "--inside",
        what,
        "--count",
        str(count),
    ]
    if what == "sentence":
        module, _, entry = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"][
            "scripts"
        ]["sanitizer"].partition(":")
        program = f"import sys; from {module} import {entry}; sys.exit({entry}())"
        command = [sys.executable, "-c", program, "sanitize", "-"]
    before, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        command, env=environment, input=SENTENCE, capture_output=True, text=True, check=True, cwd=tree
    )
    clock, after = time.perf_counter() - clock, resource.getrusage(resource.RUSAGE_CHILDREN)
    if what == "sentence":
        return {"sentence": (clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)}
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def table(measured: Mapping[str, Mapping[str, list[Any]]]) -> None:
    """Medians of each tree and measure, with ratios to the first tree."""
    base = next(iter(measured.values()))
    for name, own in measured.items():
        for what, values in own.items():
            if isinstance(values[0], float):
                middle, was = statistics.median(values), statistics.median(base[what])
                print(f"{name:10} {what:20} {middle:8.0f} MB {'':21} {middle / was:5.2f}")
                continue
            both = [statistics.median(v[i] for v in values) for i in (0, 1)]
            were = [statistics.median(v[i] for v in base[what]) for i in (0, 1)]
            ratios = " ".join(f"{a / b:5.2f}" for a, b in zip(both, were, strict=True))
            print(f"{name:10} {what:20} {both[0]:8.3f} s clock {both[1]:8.3f} s processor {ratios}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tree", action="append", default=[], metavar="NAME=FOLDER")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--many", type=int, default=0)
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=0, help=argparse.SUPPRESS)
    given = parser.parse_args()
    folder = given.folder.resolve()
    if given.inside:
        print(json.dumps(in_process(given.inside, folder, given.count)))
        return
    trees = {name: Path(place).resolve() for name, _, place in (t.partition("=") for t in given.tree)}
    trees["this"] = HERE
    measured: dict[str, dict[str, list[Any]]] = {name: {} for name in trees}
    for turn in range(given.runs):
        for what in ("sentence", "article", "texts"):
            for name in (trees, dict(reversed(trees.items())))[turn % 2]:
                for key, value in run(trees[name], what, folder).items():
                    measured[name].setdefault(key, []).append(value)
    if given.runs:
        table(measured)
    for percent in (10, 100, 1000) if given.growth else ():
        told = run(HERE, "growth", folder, percent)
        clock, processor = told["growth"]
        print(f"{told['characters']} characters: {clock:.1f} s, {processor:.1f} s of the processor, "
              f"{1e6 * processor / told['characters']:.0f} us a character, {told['memory']:.0f} MB")  # fmt: skip
    if given.many:
        told = run(HERE, "many", folder, given.many)
        print("memory after documents: " + ", ".join(f"{n}: {mb} MB" for n, mb in told["many"]))


if __name__ == "__main__":
    main()
