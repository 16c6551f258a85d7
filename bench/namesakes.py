"""How often is a private person taken for a known one of the same name? `python bench/namesakes.py DATA`

Persons of the invented documents (DATA/field) are given names of known persons instead of their own: of the 42,000 of
two words in the base of entities, drawn by how many persons of the base have the first and the last name (common names
often). Told are the shares of them of which the result says what only the known person is, in whole documents and in
sentences alone; and beside it how many persons of the articles in DATA/benchmarks are told by more than their sex.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from kb.entities import Entities
from kb.given_names import GivenNames
from sanitizer import Sanitizer
from sanitizer.evaluate.masks import read_gold

DRAWS = 3
OWN = frozenset({"man", "woman", "person", "name", None})
"""What may be said of anybody."""


def known_names() -> tuple[list[str], list[int]]:
    """Return the names of known persons, of a first name and a last one, and how common each is."""
    entities, given = Entities(), GivenNames()
    names = dict.fromkeys(
        re.sub(r"\s*\(.*", "", entities.lemmas(entities.concept(row))[0])
        for row in range(len(entities))
        if any(s.entity_class == "PERSON" for s in entities.senses(entities.concept(row).label)[:1])
    )
    pairs = [name for name in names if re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", name) and given.senses(name)]
    firsts, lasts = (Counter(name.split()[at] for name in pairs) for at in (0, 1))
    return pairs, [firsts[first] * lasts[last] for first, last in map(str.split, pairs)]


def renamed(text: str, own: Iterable[str], drawn: Iterable[str]) -> str:
    """Return a text in which persons have other names, wherever their full or last names stand."""
    for before, after in zip(own, drawn, strict=True):
        for old, new in ((before, after), (before.split()[-1], after.split()[-1])):
            text = re.sub(rf"\b{re.escape(old)}\b", new, text)
    return text


def claimed(sanitizer: Sanitizer, text: str, names: Iterable[str] | None = None) -> tuple[int, int]:
    """Return of how many persons (of these names) something is said, and of how many more than of anybody."""
    told = [
        entry.generalization
        for entry in sanitizer.sanitize(text).report.sensitive
        if entry.entity_class == "PERSON" and (names is None or entry.term in names)
    ]
    return len(told), sum(label not in OWN for label in told)


def line(what: str, counts: list[tuple[int, int]]) -> None:
    """Print a row."""
    of, known = (sum(column) for column in zip(*counts, strict=True))
    print(f"{what:<40} {len(counts):>5} texts {of:>5} persons, {known / of:.3f} said to be a known one")


def main() -> None:
    """Draw, sanitize, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng, sanitizer = random.Random(asked.seed), Sanitizer.default()
    names, weights = known_names()
    whole, alone = [], []
    for document in read_gold(asked.data / "field" / "field.dev.json.gz"):
        spans = (m for e in document.entities if e.entity_class == "PERSON" for m in e.mentions)
        said = dict.fromkeys(document.text[m.start : m.end] for m in spans)
        own = [name for name in said if re.fullmatch(r"\w+ \w+", name) and name.istitle()]
        for _ in range(DRAWS if own else 0):
            drawn = rng.choices(names, weights, k=len(own))
            text = renamed(document.text, own, drawn)
            whole.append(claimed(sanitizer, text, drawn))
            for name in drawn:
                parts = re.split(r"(?<=[.!?])\s+|\n+", text)
                alone += [
                    claimed(sanitizer, part, [name]) for part in parts if name in part and len(part) > 25
                ][:1]
    line("invented documents", whole)
    line("their sentences", alone)
    for half in ("wikibios", "wikiactors"):
        articles = read_gold(asked.data / "benchmarks" / f"{half}.dev.json.gz")
        line(half, [claimed(sanitizer, document.text) for document in articles])


if __name__ == "__main__":
    main()
