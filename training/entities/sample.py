"""The entities to judge by hand: `python training/entities/sample.py JUDGED.tsv [N]` prints what JUDGED.tsv lacks.

Entities are put in the order of a hash of seed and name, so the sample does not depend on the build: the first N
(200) names that the base knows, each with its first generalization. Verdicts ("true" or "false") are added by hand;
with all there, prints the share that is true.
"""

import sys
from hashlib import blake2b
from pathlib import Path

from kb.base import Concept
from kb.entities import Entities

SEED = "kb-entities-200"


def order(name: str) -> bytes:
    return blake2b(f"{SEED}:{name}".encode(), digest_size=8).digest()


def first_generalizations(base: Entities, n: int) -> list[tuple[str, str]]:
    """(name, label of the first generalization) of the first ``n`` entities in the order of the sample."""
    names = sorted(
        ((base.lemmas(Concept(f"ent:{row}.", ""))[0], row) for row in range(len(base))),
        key=lambda x: order(x[0]),
    )
    return [(name, base.hypernyms(Concept(f"ent:{row}.", ""))[0].label) for name, row in names[:n]]


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    n = int(sys.argv[2]) if len(sys.argv) == 3 else 200
    path = Path(sys.argv[1])
    verdicts = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                name, label, verdict = line.split("\t")
                verdicts[name, label] = verdict
    sample = first_generalizations(Entities(), n)
    for pair in sample:
        if pair not in verdicts:
            print("\t".join((*pair, "?")))
    judged = [verdicts[pair] for pair in sample if pair in verdicts]
    right = sum(v == "true" for v in judged)
    print(f"judged {len(judged)} of {n}, true {right} ({right / max(len(judged), 1):.3f})", file=sys.stderr)


if __name__ == "__main__":
    main()
