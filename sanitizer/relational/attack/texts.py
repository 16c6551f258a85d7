"""Link released texts to texts that an attacker knows, by the words that both have (TF-IDF, cosine)."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from sanitizer.relational.attack.record import Attack
from sanitizer.relational.table.plain_table import Numbering

_MOST: Final = 300
"""Persons whose texts are tried, evenly over the table."""
_COMMON: Final = 0.2
"""Share of the known texts from which a word tells nothing."""


Hold: TypeAlias = Callable[[Iterable[Any]], Sequence[Any]]
"""Holds things, in memory or elsewhere."""


def linked(released: Mapping[int, str], known: Iterable[tuple[int, str]], held: Hold = tuple) -> float:
    """Return how many of the released texts, by person, lie nearest to the known text of their own person; ties
    count as their share. Persons are numbers; all known texts are candidates; `held` holds the words of each."""
    number = Numbering()
    words = held((person, np.unique(number.codes(_words(text)))) for person, text in known)
    counts = Counter(w for _, own in words for w in own.tolist())
    most = max(2.0, _COMMON * len(words))
    weight = {w: math.log(1 + len(words) / n) ** 2 for w, n in counts.items() if n <= most}
    said = {
        p: sorted({number[w] for w in _words(t) if w in number} & weight.keys()) for p, t in released.items()
    }
    wanted = frozenset[int]().union(*said.values())
    norm: dict[int, float] = {}
    holders: dict[int, list[int]] = defaultdict(list)
    for person, of in words:
        own = of.tolist()
        norm[person] = math.sqrt(sum(weight.get(w, 0.0) for w in own)) or 1.0
        for w in wanted.intersection(own):
            holders[w].append(person)
    found = 0.0
    for person, shown in said.items():
        scores: dict[int, float] = defaultdict(float)
        for w in shown:
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
    released: Mapping[int, Sequence[str]], source: Mapping[int, Sequence[str]], k: int, held: Hold = tuple
) -> list[Attack]:
    """Return the attack of who has the texts of the source, and of who has another text of the same person.

    Args:
        released: the texts of each person in the release, a row each (all text columns joined).
        source: the same of the source.
        k: what the release promises.
        held: holds what is found of the texts.
    """
    persons = sorted(p for p, texts in source.items() if any(texts) and p in released)
    tried = persons[:: max(1, math.ceil(len(persons) / _MOST))]
    if len(persons) < 2 or not tried:
        return []
    known = ((p, "\n".join(source[p])) for p in persons)
    hits = linked({p: "\n".join(released[p]) for p in tried}, known, held)
    found = [
        Attack(
            "texts against the originals", hits, len(tried), 1 / k,
            f"someone who holds the original texts can match {hits / len(tried):.0%} of the persons by the words "
            f"left in their texts; k (at most {1 / k:.0%}) protects against those who know the columns and terms only",
        )
    ]  # fmt: skip
    several = [p for p in persons if len(own := source[p]) > 1 and own[0] and any(own[1:])]
    sample = several[:: max(1, math.ceil(len(several) / _MOST))]
    if len(several) > 1:
        hits = linked(
            {p: released[p][0] for p in sample if released[p]},
            ((p, "\n".join(source[p][1:])) for p in several),
            held,
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
