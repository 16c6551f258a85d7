"""Speed of patterns, lists and validation: python bench/recognition_speed.py DATA/benchmarks [--presidio] [--whole]

2,000 texts of about 665 characters, cut from the development texts; CPU time of one process (noise of other processes
does not count), and wall time of two workers. --presidio runs Presidio's analyzer with its default pattern
recognizers, then with all that it has for English (most are switched off by default; ours has none to switch on), and
our patterns by turns over the same 400 texts, five times (pip install presidio-analyzer).
"""

import argparse
import gzip
import inspect
import json
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import spacy

from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.finders.user_lists import Lists, Phrase

TEXTS, LENGTH = 2000, 665
PATTERNS = Patterns()


def texts(folder: Path) -> list[str]:
    parts = []
    for name in ("wikibios", "tab", "wikiactors"):
        path = folder / f"{name}.dev.json.gz"
        if not path.is_file():
            sys.exit(f"missing: {path}")
        parts += [d["text"] for d in json.loads(gzip.decompress(path.read_bytes()))]
    whole = "\n".join(parts)
    return [whole[i % (len(whole) - LENGTH) :][:LENGTH] for i in range(0, TEXTS * LENGTH, LENGTH)]


def seconds(work: Callable[[str], Any], rows: list[str], repeat: int = 3) -> float:
    """Least CPU seconds of some repetitions."""
    best = float("inf")
    for _ in range(repeat):
        start = time.process_time()
        for row in rows:
            work(row)
        best = min(best, time.process_time() - start)
    return best


def names(count: int) -> Lists:
    draw = random.Random(7)
    syllables = [
        "ka",
        "ro",
        "mi",
        "ten",
        "sal",
        "vo",
        "gu",
        "ber",
        "lin",
        "da",
        "hof",
        "stein",
        "ric",
        "ana",
        "el",
        "or",
    ]
    made: set[str] = set()
    while len(made) < count:
        first, last = ("".join(draw.choices(syllables, k=draw.randint(2, 4))).title() for _ in range(2))
        made.add(f"{first} {last}")
    return Lists([Phrase(n, "PERSON") for n in sorted(made)])


def chunk(rows: list[str]) -> int:
    return sum(len(PATTERNS.find_in(row)) for row in rows)


def presidio(rows: list[str]) -> None:
    try:
        from presidio_analyzer import (
            AnalyzerEngine,
            PatternRecognizer,
            RecognizerRegistry,
            predefined_recognizers,
        )
        from presidio_analyzer.nlp_engine import SpacyNlpEngine
    except ImportError:
        sys.exit("missing: presidio-analyzer (pip install presidio-analyzer)")

    class Blank(SpacyNlpEngine):
        """Tokens only: no model is needed for patterns."""

        def __init__(self) -> None:
            super().__init__()
            self.nlp = {"en": spacy.blank("en")}

    default, every = RecognizerRegistry(), RecognizerRegistry()
    default.load_predefined_recognizers(languages=["en"])
    default.recognizers = [r for r in default.recognizers if "Spacy" not in type(r).__name__]
    every.recognizers = list(default.recognizers)
    known = {type(r) for r in default.recognizers}
    for kind in vars(predefined_recognizers).values():
        if (
            inspect.isclass(kind)
            and issubclass(kind, PatternRecognizer)
            and kind not in (PatternRecognizer, *known)
        ):
            made = kind()
            if made.supported_language == "en":
                every.add_recognizer(made)
    analyzers = [
        AnalyzerEngine(registry=registry, nlp_engine=Blank(), supported_languages=["en"])
        for registry in (default, every)
    ]
    some, turns = rows[:400], []
    for _ in range(5):
        ours = seconds(PATTERNS.find_in, some, 1)
        theirs = [seconds(lambda t, a=a: a.analyze(t, language="en"), some, 1) for a in analyzers]
        turns.append((ours, *theirs))
    for place, registry in enumerate((default, every), 1):
        ratios = sorted(turn[place] / turn[0] for turn in turns)
        ours, theirs = (statistics.median(turn[at] for turn in turns) for at in (0, place))
        print(
            f"Presidio, {len(registry.recognizers)} recognizers, in turns with ours over {len(some)} texts: "
            f"{len(some) / theirs:.0f} texts/s of CPU, ours {len(some) / ours:.0f}; "
            f"{ratios[2]:.1f} times as fast ({ratios[0]:.1f} to {ratios[-1]:.1f})"
        )


def whole(rows: list[str]) -> None:
    from sanitizer.control.apply_rules import first_pass
    from sanitizer.control.rules import Control
    from sanitizer.recognize.finders.demographics import Demographics
    from sanitizer.recognize.finders.model import ModelRecognizer
    from sanitizer.recognize.finders.works import Works
    from sanitizer.text.parse import load

    nlp, control = load(), Control()
    parts = [ModelRecognizer(), PATTERNS, Demographics(), Works()]
    some = rows[:300]
    list(nlp.pipe(some[:20]))
    start = time.process_time()
    docs = list(nlp.pipe(some))
    model = time.process_time() - start
    for doc in docs[:20]:
        first_pass(control, doc, parts)
    start = time.process_time()
    for doc in docs:
        first_pass(control, doc, parts)
    rest = time.process_time() - start
    print(f"bare nlp.pipe of the model: {len(some) / model:8.0f} texts/s of CPU")
    print(
        f"whole recognition:          {len(some) / (model + rest):6.0f} texts/s, {1 + rest / model:.2f} x bare"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("benchmarks", type=Path)
    parser.add_argument("--presidio", action="store_true")
    parser.add_argument("--whole", action="store_true")
    arguments = parser.parse_args()
    rows = texts(arguments.benchmarks)
    chunk(rows[:100])
    spent = seconds(PATTERNS.find_in, rows)
    print(f"patterns and validation:    {TEXTS / spent:8.0f} texts/s of CPU on one core")
    small, large = names(100), names(100_000)
    few, many = seconds(small.find_in, rows), seconds(large.find_in, rows)
    print(
        f"list of 100 names:          {TEXTS / few:8.0f} texts/s; 100,000 names: {many / few:.2f} times the time"
    )
    both = [seconds(lambda t, x=x: (PATTERNS.find_in(t), x.find_in(t)), rows) for x in (small, large)]
    print(
        f"patterns and list:          {TEXTS / both[0]:8.0f} texts/s; 100,000: {both[1] / both[0]:.2f} x the time"
    )
    joined = "\n".join(rows)
    kilo = [joined[i : i + 1000] for i in range(0, 1_000_000, 1000)]
    mega = joined[:1_000_000]
    short, long = seconds(PATTERNS.find_in, kilo), seconds(PATTERNS.find_in, [mega])
    print(f"1 MB text against 1 kB texts: {long / short:.2f} times the time per character")
    times = []
    for workers in (1, 2):
        with multiprocessing.get_context("fork").Pool(workers) as pool:
            parts = [rows[i : i + 100] for i in range(0, TEXTS, 100)] * 3
            pool.map(chunk, parts[:4])
            start = time.perf_counter()
            pool.map(chunk, parts, chunksize=1)
            times.append(time.perf_counter() - start)
    print(
        f"two workers:                {3 * TEXTS / times[1]:8.0f} texts/s of wall time, {times[0] / times[1]:.2f} x one"
    )
    if arguments.presidio:
        presidio(rows)
    if arguments.whole:
        whole(rows)


if __name__ == "__main__":
    main()
