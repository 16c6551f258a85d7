"""Whole recognition against the development halves: python bench/recognition.py DATA/benchmarks [--model
PATH] [--without NAME]

Prints, for each set: full coverage of mentions per class, entity recall of direct and quasi-identifiers,
token precision, recall and F1 of the masks, and the share of tokens masked. The same settings for all sets.
"""

import argparse
import gzip
import json
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language

from sanitizer.control.apply_rules import first_pass
from sanitizer.control.rules import Control
from sanitizer.recognize.finders.demographics import Demographics
from sanitizer.recognize.finders.model import ModelRecognizer
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.finders.works import Works
from sanitizer.text.fold import words
from sanitizer.types import Mention

TOKEN = re.compile(r"[^\W_]+")
# TAB ignores these (ADP, PART, CCONJ, DET and a few titles) when it asks whether a mention is covered
IGNORED = words(
    "of in on at by for from to with and or but nor the a an this that these those s t about mr mrs "
    "ms no nr as into over under between against during his her its their than"
)


def recognizers(without: Sequence[str]) -> list[Any]:
    found: list[Any] = [ModelRecognizer(), Patterns(), Demographics(), Works()]
    return [r for r in found if r.name not in without]


def sensitive(nlp: Language, parts: Sequence[Any], text: str) -> tuple[Mention, ...]:
    return first_pass(Control(), nlp(text), parts)


def positions(text: str, start: int, end: int) -> set[int]:
    """Return starts of the tokens that the span covers and that count."""
    return {m.start() for m in TOKEN.finditer(text, start, end) if m.group().lower() not in IGNORED}


def measure(  # noqa: C901
    documents: list[dict[str, Any]], masks: list[tuple[Mention, ...]], examples: int
) -> dict[str, Any]:
    cover: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    quasi: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    entities = {"DIRECT": [0, 0], "QUASI": [0, 0]}
    characters = true = masked_pairs = gold_tokens = masked_tokens = all_tokens = 0
    missed: dict[str, list[str]] = defaultdict(list)
    false: dict[str, list[str]] = defaultdict(list)
    hits: dict[str, int] = defaultdict(int)
    for document, mentions in zip(documents, masks, strict=True):
        text = document["text"]
        masked: set[int] = set()
        for m in mentions:
            masked |= positions(text, m.span.start, m.span.end)
        tokens = positions(text, 0, len(text))
        masked_tokens += len(masked)
        all_tokens += len(tokens)
        characters += sum(m.span.end - m.span.start for m in mentions)
        for annotation in document["annotations"].values():
            gold: set[int] = set()
            kept: dict[tuple[str, str, str], bool] = {}
            for m in annotation["entity_mentions"]:
                span = positions(text, m["start_offset"], m["end_offset"])
                covered = span <= masked
                kind, name = m["identifier_type"], m["entity_type"]
                cover[name][0] += covered
                cover[name][1] += 1
                if kind == "NO_MASK":
                    continue
                gold |= span
                quasi[name][0] += covered
                quasi[name][1] += 1
                key = (m["entity_id"], kind, name)
                kept[key] = kept.get(key, True) and covered
                if not covered:
                    missed[name].append(text[m["start_offset"] : m["end_offset"]])
            for (_, kind, _), covered in kept.items():
                entities[kind][0] += covered
                entities[kind][1] += 1
            true += len(gold & masked)
            masked_pairs += len(masked)
            gold_tokens += len(gold)
            for m in mentions:
                span = positions(text, m.span.start, m.span.end)
                hits[f"{m.recognizer} {m.type}"] += bool(span & gold)
                if span and not span & gold:
                    false[f"{m.recognizer} {m.type}"].append(m.span.of(text))
    precision, recall = true / max(1, masked_pairs), true / max(1, gold_tokens)
    if examples:
        for name in sorted(hits, key=lambda n: -len(false[n])):
            print(f"  {name}: {hits[name]} touch the gold, {len(false[name])} do not")
        for name in sorted(missed):
            print(f"  missed {name} {len(missed[name])}: {missed[name][:examples]}")
        for name in sorted(false, key=lambda n: -len(false[n])):
            print(f"  masked beside the gold, {name} {len(false[name])}: {false[name][:examples]}")
    return {
        "ER direct": entities["DIRECT"],
        "ER quasi": entities["QUASI"],
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / max(1e-9, precision + recall),
        "masked": masked_tokens / all_tokens,
        "characters": characters / sum(len(d["text"]) for d in documents),
        "gold": gold_tokens
        / max(
            1, sum(len(d["annotations"]) * len(positions(d["text"], 0, len(d["text"]))) for d in documents)
        ),
        "cover": dict(cover),
        "quasi": dict(quasi),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmarks", type=Path)
    parser.add_argument("--model", help="a spaCy pipeline instead of the embedded one")
    parser.add_argument("--without", action="append", default=[], help="leave out a recognizer by name")
    parser.add_argument(
        "--examples", type=int, default=0, help="show so many misses and false alarms of each kind"
    )
    parser.add_argument("--sets", nargs="+", default=["wikibios", "tab", "wikiactors"])
    arguments = parser.parse_args()
    if arguments.model:
        nlp = spacy.load(arguments.model)
    else:
        from sanitizer.text.parse import load

        nlp = load()
    parts = recognizers(arguments.without)
    for name in arguments.sets:
        path = arguments.benchmarks / f"{name}.dev.json.gz"
        if not path.is_file():
            sys.exit(f"missing: {path}")
        documents = json.loads(gzip.decompress(path.read_bytes()))
        masks = [sensitive(nlp, parts, d["text"]) for d in documents]
        print(f"== {name}: {len(documents)} documents")
        result = measure(documents, masks, arguments.examples)
        for what in ("ER direct", "ER quasi"):
            good, total = result[what]
            if total:
                print(f"  {what:10} {good / total:.3f}  ({good} of {total})")
        print(
            f"  tokens     P {result['precision']:.3f} R {result['recall']:.3f} F1 {result['f1']:.3f}, "
            f""
            f"masked {result['masked']:.1%} (gold {result['gold']:.1%}), {result['characters']:.1%} of characters"
        )
        print("  class       coverage of mentions: all | to be masked")
        for kind in sorted(result["cover"]):
            good, total = result["cover"][kind]
            q_good, q_total = result["quasi"].get(kind, [0, 0])
            print(f"  {kind:10} {good / total:.3f} ({total}) | {q_good / max(1, q_total):.3f} ({q_total})")


if __name__ == "__main__":
    main()
