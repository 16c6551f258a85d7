"""Link released texts to texts that an attacker knows, by the words that both have (TF-IDF, cosine)."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from sanitizer.relational.attack.record import Attack
from sanitizer.relational.table.plain_table import Numbering

_MOST: Final = 300
"""Persons whose texts are tried, evenly over the table."""
_COMMON: Final = 0.2
"""Share of the known texts from which a word tells nothing."""


def linked(released: Mapping[int, str], known: Mapping[int, str]) -> float:
    """Return how many of the released texts, by person, lie nearest to the known text of their own person; ties
    count as their share. Persons are numbers; all known texts are candidates."""
    number = Numbering()
    words = {person: np.unique(number.codes(_words(text))) for person, text in known.items()}
    counts = Counter(w for own in words.values() for w in own.tolist())
    most = max(2.0, _COMMON * len(words))
    weight = {w: math.log(1 + len(words) / n) ** 2 for w, n in counts.items() if n <= most}
    norm = {p: math.sqrt(sum(weight.get(w, 0.0) for w in own.tolist())) or 1.0 for p, own in words.items()}
    holders: dict[int, list[int]] = defaultdict(list)
    for person, own in words.items():
        for w in own.tolist():
            if w in weight:
                holders[w].append(person)
    found = 0.0
    for person, text in released.items():
        scores: dict[int, float] = defaultdict(float)
        for w in sorted({number[w] for w in _words(text) if w in number} & weight.keys()):
            for other in holders[w]:
                scores[other] += weight[w] / norm[other]
        best = max(scores.values(), default=0.0)
        first = [p for p, s in scores.items() if s >= best - 1e-12]
        if not first:
            found += 1 / len(words)
        elif person in first:
            found += 1 / len(first)
    return found


def by_texts(
    released: Mapping[int, Sequence[str]], source: Mapping[int, Sequence[str]], k: int
) -> list[Attack]:
    """Return the attack of who has the texts of the source, and of who has another text of the same person.

    Args:
        released: the texts of each person in the release, a row each (all text columns joined).
        source: the same of the source.
        k: what the release promises.
    """
    persons = sorted(p for p, texts in source.items() if any(texts) and p in released)
    tried = persons[:: max(1, math.ceil(len(persons) / _MOST))]
    if len(persons) < 2 or not tried:
        return []
    hits = linked({p: "\n".join(released[p]) for p in tried}, {p: "\n".join(source[p]) for p in persons})
    found = [
        Attack(
            "texts against the originals", hits, len(tried), 1 / k,
            f"someone who holds the original texts can match {hits / len(tried):.0%} of the persons by the words "
            f"left in their texts; k (at most {1 / k:.0%}) protects against those who know the columns and terms only",
        )
    ]  # fmt: skip
    several = [p for p in persons if len(source[p]) > 1 and source[p][0] and any(source[p][1:])]
    sample = several[:: max(1, math.ceil(len(several) / _MOST))]
    if len(several) > 1:
        hits = linked(
            {p: released[p][0] for p in sample if released[p]}, {p: "\n".join(source[p][1:]) for p in several}
        )
        says = (
            f"someone who holds other texts of the same persons (their other rows) can match {hits / len(sample):.0%} "
            "of them by the words of a released text"
        )
        found.append(Attack("texts against other texts", hits, len(sample), 1 / k, says))
    return found


def _words(text: str) -> list[str]:
    plain = "".join(c if c.isalnum() else " " for c in text.casefold())
    return [w for w in plain.split() if len(w) > 2]
