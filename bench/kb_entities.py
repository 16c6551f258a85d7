"""Entities, places, occupations, diseases: size, opening, lookups, precision: `python bench/kb_entities.py`.

Opens every default knowledge base in a fresh process (best of five, after one run that warms the file cache), looks
up 1,000 names, walks up from 1,000 entities, and prints the share of judged entities whose first generalization is
true (tests/data/entities_judged.tsv: of all names before prose was read; entities_new_judged_*.tsv: of those that the
base has since).
"""

import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from kb.defaults import open_default
from kb.diseases import Diseases
from kb.entities import Entities
from kb.names_with_nouns import HeadNouns
from kb.occupations import Jobs
from kb.places import Places
from kb.taxonomy import ancestors

DATA = Path(__file__).parent.parent / "kb" / "data"
JUDGED = sorted((Path(__file__).parent.parent / "tests" / "data").glob("entities*judged*.tsv"))
OPENING = """
import time
import {module}
start = time.process_time()
{module}.{call}
print(time.process_time() - start)
"""
BASES = (
    ("kb.entities", "Entities()"),
    ("kb.places", "Places()"),
    ("kb.occupations", "Jobs()"),
    ("kb.diseases", "Diseases()"),
    ("kb.names_with_nouns", "HeadNouns()"),
    ("kb.wordnet", "open_wordnet()"),
    ("kb.defaults", "open_default()"),
)


def main() -> None:
    print("file                     MB")
    for path in sorted(DATA.iterdir()):
        print(f"{path.name:22s} {path.stat().st_size / 1e6:5.2f}")
    print("\nopening, ms of CPU (best of five processes)")
    for module, call in BASES:
        code = OPENING.format(module=module, call=call)
        runs = [float(subprocess.check_output([sys.executable, "-c", code], text=True)) for _ in range(6)]
        print(f"{module:14s} {min(runs[1:]) * 1000:7.1f}")

    entities, places = Entities(), Places()
    print(f"\n{len(entities)} entities, {len(places)} places, {len(Jobs())} occupations and groups,")
    print(f"{len(Diseases())} diseases, {len(HeadNouns().heads())} heads of names")
    kb = open_default()
    step = len(entities) // 1000
    names = [entities.concept(row).label for row in range(0, len(entities), step)][:1000]
    kb.senses(names[0])
    start = time.process_time()
    senses = [kb.senses(name) for name in names]
    looked_up = time.process_time() - start
    start = time.process_time()
    steps = sum(len(ancestors(kb, found[0].concept)) for found in senses if found)
    walked = time.process_time() - start
    print(
        f"\n1,000 names in all bases: {looked_up * 1000:.0f} ms; {steps} steps up: {walked * 1000:.0f} ms of CPU"
    )

    print("\njudged by hand, first generalizations")
    for path in JUDGED:
        verdicts: Counter[str] = Counter()
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                verdicts[line.split("\t")[2]] += 1
        total = sum(verdicts.values())
        print(f"{path.stem:24s} {verdicts['true']} of {total} true ({verdicts['true'] / total:.3f})")


if __name__ == "__main__":
    main()
