"""For each class, what the whole recognition misses and why: python bench/recognition_missed.py DATA/benchmarks

Counts mentions and entities of the development halves that are to be masked (an entity is found when all its mentions
are), the mean of the entities' shares over the classes, and the misses by what they look like: "no capital" (common
nouns and clauses), "name, partly" (a capitalized phrase of which some words were found), "name" (none found), "number",
"partly" (others of which some words were found). In brackets: in how many documents, and the commonest.
"""

import argparse
import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from recognition import positions, recognizers, sensitive

from sanitizer.text.parse import load

WORD = re.compile(r"[^\W_]+")


def reason(surface: str, some: bool) -> str:
    """Return what a missed mention looks like; ``some``: whether a part of it was found."""
    words = [word for word in WORD.findall(surface) if len(word) > 1 or word.isdigit()]
    if any(word.isdigit() for word in words) and not any(word.isalpha() and len(word) > 3 for word in words):
        return "number"
    if any(word[0].isupper() for word in words):
        return "name, partly" if some else "name"
    return "partly" if some else "no capital"


def misses(documents: list[dict[str, Any]], nlp: Any, parts: list[Any], examples: int) -> None:
    mentions: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    entities: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    missed: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    where: dict[tuple[str, str], set[str]] = defaultdict(set)
    for document in documents:
        text = document["text"]
        masked: set[int] = set()
        for found in sensitive(nlp, parts, text):
            masked |= positions(text, found.span.start, found.span.end)
        for annotation in document["annotations"].values():
            whole: dict[tuple[str, str], bool] = {}
            for mention in annotation["entity_mentions"]:
                if mention["identifier_type"] == "NO_MASK":
                    continue
                kind, start, end = mention["entity_type"], mention["start_offset"], mention["end_offset"]
                gold = positions(text, start, end)
                covered = gold <= masked
                mentions[kind][0] += covered
                mentions[kind][1] += 1
                key = (kind, mention["entity_id"])
                whole[key] = whole.get(key, True) and covered
                if not covered:
                    row = (kind, reason(text[start:end], bool(gold & masked)))
                    missed[row][" ".join(text[start:end].split())[:60]] += 1
                    where[row].add(document["doc_id"])
            for (kind, _), covered in whole.items():
                entities[kind][0] += covered
                entities[kind][1] += 1
    shares = [good / total for good, total in entities.values()]
    print(
        f"  {'class':10} entities found        mentions found   (mean of entities {sum(shares) / len(shares):.3f})"
    )
    for kind in sorted(entities):
        (good, total), (m_good, m_total) = entities[kind], mentions[kind]
        print(
            f"  {kind:10} {good / total:.3f} ({good} of {total})".ljust(35)
            + f"{m_good / m_total:.3f} ({m_good} of {m_total})"
        )
        for (name, why), surfaces in sorted(missed.items()):
            if name == kind:
                shown = "; ".join(f"{s} x{n}" if n > 1 else s for s, n in surfaces.most_common(examples))
                print(f"      {why}: {surfaces.total()} in {len(where[name, why])} documents: {shown}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmarks", type=Path)
    parser.add_argument("--examples", type=int, default=6)
    parser.add_argument("--sets", nargs="+", default=["wikibios", "tab"])
    arguments = parser.parse_args()
    nlp, parts = load(), recognizers(())
    for name in arguments.sets:
        path = arguments.benchmarks / f"{name}.dev.json.gz"
        if not path.is_file():
            sys.exit(f"missing: {path}")
        print(f"== {name}")
        misses(json.loads(gzip.decompress(path.read_bytes())), nlp, parts, arguments.examples)


if __name__ == "__main__":
    main()
