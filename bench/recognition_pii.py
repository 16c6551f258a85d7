"""Recall and precision per kind on synthetic sentences.

    python bench/recognition_pii.py DATA/benchmarks/synthetic_pii [--presidio]

Recall: gold spans of the kind whose letters and digits are all covered by mentions. Precision: mentions of the type
(identifiers) or class (all others) that touch a gold span of any kind. With --presidio, Presidio's pattern recognizers
run beside, on the same sentences (pip install -e ".[bench]"; no model is needed).
"""

import argparse
import gzip
import json
import logging
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sanitizer.control.apply_rules import first_pass
from sanitizer.control.rules import Control
from sanitizer.recognize.entity_types import entity_class, fine_type
from sanitizer.recognize.finders.demographics import Demographics
from sanitizer.recognize.finders.model import ModelRecognizer
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.finders.works import Works
from sanitizer.text.parse import load

Found = list[tuple[int, int, str]]
FILES = ("synth_dataset_v2.json.gz", "generated_large.json.gz", "generated_small.json.gz")
# fields that say nothing by themselves
IGNORED = frozenset(("O",))


def whole() -> Callable[[str], Found]:
    nlp, control = load(), Control()
    parts = [ModelRecognizer(), Patterns(), Demographics(), Works()]

    def find(text: str) -> Found:
        return [(m.span.start, m.span.end, m.type) for m in first_pass(control, nlp(text), parts)]

    return find


def patterns() -> Callable[[str], Found]:
    recognizer = Patterns()
    return lambda text: [(m.span.start, m.span.end, m.type) for m in recognizer.find_in(text)]


def presidio() -> Callable[[str], Found]:
    try:
        from presidio_analyzer import RecognizerRegistry
        from presidio_analyzer.nlp_engine import NlpArtifacts
    except ImportError:
        sys.exit("missing: presidio-analyzer (pip install presidio-analyzer)")
    # it asks the network for the list of top-level domains, and takes the one it brings where there is none
    logging.getLogger("tldextract").setLevel(logging.CRITICAL)
    registry = RecognizerRegistry()
    registry.load_predefined_recognizers(languages=["en"])
    engines = [r for r in registry.recognizers if "Spacy" not in type(r).__name__]
    empty: Any = None
    del NlpArtifacts

    def find(text: str) -> Found:
        found = []
        for engine in engines:
            for r in engine.analyze(text, engine.supported_entities, empty) or []:
                if r.score >= 0.35:
                    found.append((r.start, r.end, fine_type(r.entity_type)))
        return found

    return find


Counts = dict[str, list[int]]


def kind_of(label: str) -> str:
    """Return the row of a gold kind or of a mention: the fine type of an identifier, the class of anything else."""
    type_ = {"DOMAIN": "URL", "ZIP_CODE": "POSTCODE"}.get(fine_type(label), fine_type(label))
    return (
        "PLACE, ADDRESS"
        if (found := entity_class(type_).value) == "LOC"
        else type_
        if found == "CODE"
        else found
    )


def measure(
    name: str, find: Callable[[str], Found], rows: list[dict[str, Any]], examples: int
) -> tuple[Counts, Counts]:
    """Found and all gold spans by their kind; right and all mentions by the row of their type."""
    recall: Counts = defaultdict(lambda: [0, 0])
    precision: Counts = defaultdict(lambda: [0, 0])
    missed: dict[str, list[str]] = defaultdict(list)
    false: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        text = row["full_text"]
        found = find(text)
        covered = {i for start, end, _ in found for i in range(start, end)}
        gold = [(s["start_position"], s["end_position"], s["entity_type"]) for s in row["spans"]]
        for start, end, kind in gold:
            good = all(i in covered for i in range(start, end) if text[i].isalnum())
            recall[kind][0] += good
            recall[kind][1] += 1
            if not good:
                missed[kind].append(text[max(0, start - 15) : start] + "[" + text[start:end] + "]")
        for start, end, type_ in found:
            good = any(start < e and s < end for s, e, _ in gold)
            precision[kind_of(type_)][0] += good
            precision[kind_of(type_)][1] += 1
            if not good:
                false[type_].append(text[start:end])
    if examples:
        for title, table in (("missed", missed), ("beside the gold", false)):
            for kind in sorted(table):
                print(f"  {name}, {title}, {kind} {len(table[kind])}: {table[kind][:examples]}")
    return recall, precision


def share(counts: Counts, kinds: list[str]) -> str:
    """Of the kinds together, with how many there are; a dash where there are none."""
    good, total = (sum(counts[kind][i] for kind in kinds if kind in counts) for i in (0, 1))
    return f"{good / total:.3f} ({total})" if total else "-"


def print_table(results: dict[str, tuple[Counts, Counts]]) -> None:
    """Recall of each gold kind, then precision of each row, a column for each system."""
    heads = "".join(f"{name:22}" for name in results)
    print(f"\n  {'recall of gold kind':26}{heads}")
    kinds = sorted({kind for recall, _ in results.values() for kind in recall})
    for row in (*([kind] for kind in kinds), kinds):
        name = row[0] if len(row) == 1 else "all"
        print(f"  {name:26}" + "".join(f"{share(recall, row):22}" for recall, _ in results.values()))
    print(f"\n  {'precision of mentions':26}{heads}")
    types = sorted({kind for _, precision in results.values() for kind in precision})
    for row in (*([type_] for type_ in types), types):
        name = row[0] if len(row) == 1 else "all"
        print(f"  {name:26}" + "".join(f"{share(precision, row):22}" for _, precision in results.values()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--presidio", action="store_true")
    parser.add_argument("--examples", type=int, default=0)
    arguments = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for name in FILES:
        path = arguments.folder / name
        if not path.is_file():
            sys.exit(f"missing: {path}")
        rows += json.loads(gzip.decompress(path.read_bytes()))
    systems = {"patterns": patterns, "whole recognition": whole}
    if arguments.presidio:
        systems["Presidio's patterns"] = presidio
    spans = sum(len(row["spans"]) for row in rows)
    print(f"{len(rows)} sentences, {spans} gold spans")
    print_table({name: measure(name, make(), rows, arguments.examples) for name, make in systems.items()})


if __name__ == "__main__":
    main()
