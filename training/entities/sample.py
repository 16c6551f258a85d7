"""The entities to judge by hand: `python training/entities/sample.py JUDGED.tsv [N] [--seed S] [--beside OLD.npz]`.

Prints what JUDGED.tsv lacks. Entities are put in the order of a hash of seed and name, so the sample does not depend
on the build: the first N (200) names that the base knows, each with its first generalization; with an older base
beside it, only names that the older one lacks. Verdicts ("true" or "false") are added by hand; with all there, prints
the share that is true.
"""

import argparse
import sys
from collections.abc import Container
from hashlib import blake2b
from pathlib import Path

from kb.base import Concept
from kb.entities import Entities

SEED = "kb-entities-200"


def order(name: str, seed: str = SEED) -> bytes:
    return blake2b(f"{seed}:{name}".encode(), digest_size=8).digest()


def names_of(base: Entities) -> list[tuple[str, int]]:
    """(name, row) of all entities."""
    return [(base.lemmas(Concept(f"ent:{row}.", ""))[0], row) for row in range(len(base))]


def first_generalizations(
    base: Entities, n: int, seed: str = SEED, without: Container[str] = ()
) -> list[tuple[str, str]]:
    """(name, label of the first generalization) of the first ``n`` entities in the order of the sample."""
    names = sorted((x for x in names_of(base) if x[0] not in without), key=lambda x: order(x[0], seed))
    return [(name, base.hypernyms(Concept(f"ent:{row}.", ""))[0].label) for name, row in names[:n]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("judged", type=Path)
    parser.add_argument("n", type=int, nargs="?", default=200)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--base", type=Path, help="another base than the one shipped")
    options = parser.parse_args()
    verdicts = {}
    if options.judged.exists():
        for line in options.judged.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                name, label, verdict = line.split("\t")[:3]
                verdicts[name, label] = verdict
    without = {name for name, _ in names_of(Entities(options.beside))} if options.beside else set()
    base = Entities(options.base) if options.base else Entities()
    sample = first_generalizations(base, options.n, options.seed, without)
    for pair in sample:
        if pair not in verdicts:
            print("\t".join((*pair, "?")))
    judged = [verdicts[pair] for pair in sample if pair in verdicts]
    right = sum(v == "true" for v in judged)
    print(
        f"judged {len(judged)} of {options.n}, true {right} ({right / max(len(judged), 1):.3f})",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
