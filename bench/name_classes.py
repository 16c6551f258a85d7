"""python bench/name_classes.py BENCHMARKS [FIELD] [--first N]: are found names of the right class?

For each collection, of the mentions marked as persons, organizations, places or others that anything found meets: the
share whose class is the one marked, as the recognizers guessed it and as all the evidence settles it
(sanitizer.read.name_classes). A state that acts as a body is marked both ways by the annotators; handles are persons to
some.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from sanitizer import Sanitizer
from sanitizer.evaluate.masks import GoldDocument, read_gold
from sanitizer.read.name_classes import settled
from sanitizer.recognize.spans.lattice import best
from sanitizer.recognize.spans.merge import merge
from sanitizer.settings import Settings
from sanitizer.types import Mention

CLASSES = ("PERSON", "ORG", "LOC", "MISC")
SETS = ("wikibios", "tab", "tab94", "panorama")


def count(gold: GoldDocument, found: Sequence[Mention]) -> Counter[bool]:
    """Return how many marked mentions have the right class, and how many another one."""
    result: Counter[bool] = Counter()
    marked = [(m, e.entity_class) for e in gold.entities if e.entity_class in CLASSES for m in e.mentions]
    for mention, entity_class in marked:
        met = [
            (min(mention.end, m.span.end) - max(mention.start, m.span.start), m.entity_class.value)
            for m in found
            if m.span.start < mention.end and mention.start < m.span.end
        ]
        if met:
            result[max(met)[1] == entity_class] += 1
    return result


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("field", type=Path, nargs="?")
    parser.add_argument("--first", type=int)
    options = parser.parse_args()
    sanitizer = Sanitizer.default(Settings(any_language=True))
    sets = [(name, options.folder / f"{name}.dev.json.gz") for name in SETS]
    if options.field is not None:
        sets.append(("field", options.field))
    print(f"{'collection':<12}{'mentions':>9}{'guessed':>9}{'settled':>9}")
    for name, path in sets:
        guessed: Counter[bool] = Counter()
        weighed: Counter[bool] = Counter()
        for gold in read_gold(path)[: options.first]:
            doc = sanitizer.parse(gold.text)
            with sanitizer.known.in_use():
                found = merge(best(doc, [m for r in sanitizer.recognizers for m in r.find(doc)]))
                guessed += count(gold, found)
                weighed += count(gold, settled(gold.text, found))
        total = sum(guessed.values())
        print(f"{name:<12}{total:>9}{guessed[True] / total:>9.3f}{weighed[True] / total:>9.3f}", flush=True)


if __name__ == "__main__":
    main()
