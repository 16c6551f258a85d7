"""Recall and precision per kind on synthetic sentences.

    python bench/recognition_pii.py DATA/benchmarks/synthetic_pii [--presidio]

Recall: gold spans of the kind whose letters and digits are all covered by mentions. Precision: mentions of the kind
that touch a gold span of any kind. With --presidio, Presidio's pattern recognizers run on the same sentences
(pip install presidio-analyzer; no model is needed).
"""

import argparse
import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sanitizer.control import Control
from sanitizer.language import load
from sanitizer.recognize.demographics import Demographics
from sanitizer.recognize.labels import entity_class, fine_type
from sanitizer.recognize.model_ner import ModelRecognizer
from sanitizer.recognize.patterns import Patterns
from sanitizer.recognize.works import Works

Found = list[tuple[int, int, str]]
FILES = ("synth_dataset_v2.json.gz", "generated_large.json.gz", "generated_small.json.gz")
# fields that say nothing by themselves
IGNORED = frozenset(("O",))


def whole() -> Callable[[str], Found]:
    nlp, control = load(), Control()
    parts = [ModelRecognizer(), Patterns(), Demographics(), Works()]

    def find(text: str) -> Found:
        return [(m.span.start, m.span.end, m.type) for m in control.first_pass(nlp(text), parts)]

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


def measure(name: str, find: Callable[[str], Found], rows: list[dict[str, Any]], examples: int) -> None:
    recall: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    precision: dict[str, list[int]] = defaultdict(lambda: [0, 0])
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
        for start, end, kind in found:
            good = any(start < e and s < end for s, e, _ in gold)
            precision[kind][0] += good
            precision[kind][1] += 1
            if not good:
                false[kind].append(text[start:end])
    print(f"== {name}: {len(rows)} sentences, {sum(n for _, n in recall.values())} gold spans")
    print(f"  {'gold kind':28} recall")
    for kind in sorted(recall):
        good, total = recall[kind]
        print(
            f"  {kind:28} {good / total:.3f} ({total})" + (f"  {missed[kind][:examples]}" if examples else "")
        )
    good, total = map(sum, zip(*recall.values(), strict=True))
    print(f"  {'all':28} {good / total:.3f}")
    print(f"  {'our type':28} precision")
    for kind in sorted(precision):
        good, total = precision[kind]
        print(
            f"  {kind:28} {good / total:.3f} ({total})" + (f"  {false[kind][:examples]}" if examples else "")
        )
    good, total = map(sum, zip(*precision.values(), strict=True))
    codes = [v for k, v in precision.items() if entity_class(k).value in ("CODE", "LOC")]
    sure, asked = (sum(v[0] for v in codes), sum(v[1] for v in codes))
    print(f"  {'all':28} {good / total:.3f}; codes and places {sure / max(1, asked):.3f}")


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
    for name, make in systems.items():
        measure(name, make(), rows, arguments.examples)


if __name__ == "__main__":
    main()
