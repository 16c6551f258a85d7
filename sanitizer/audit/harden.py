"""Hardening: what gives a document away is sanitized too, until its person is lost in a crowd of
candidates.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from sanitizer.audit.attack import Attacker, Scores, TfidfAttacker, incidence
from sanitizer.audit.linkage import Linked, link
from sanitizer.types import Document

_ROUNDS: Final = 8
"""Times that a document is attacked, sanitized again and attacked; most need two, replacements can
need a third.
"""

_MARGIN: Final = 5
"""How many times k others must come first for the attacker at hand, so that k do for others."""

_CANDIDATES_FOR_ONE: Final = 20
"""Among fewer candidates than this for each one that must share a word, all words are rare, and none
are hidden.
"""


@dataclass(frozen=True, slots=True)
class Draft:
    """A sanitized text and the share of information that it keeps (percent; ``None`` for a text
    without terms).
    """

    text: str
    utility_percent: float | None


Sanitize = Callable[[Document, frozenset[str]], Draft]
"""Sanitizes a document, treating every term with one of these words (lower case) as risky."""


def without_words(text: str, words: frozenset[str], marker: str = "[...]") -> str:
    """``text`` with each of ``words`` (lower case, whole words) cut out: for words that belong to no term.

    Neighbouring cuts become one ``marker``.
    """
    if not words:
        return text
    word = "|".join(re.escape(w) for w in sorted(words, key=lambda w: (-len(w), w)))
    return re.sub(rf"\b(?:{word})\b(?:\s+(?:{word})\b)*", marker, text, flags=re.IGNORECASE)


Outcome = Literal["hidden", "floor", "exhausted"]


@dataclass(frozen=True, slots=True)
class Hardened:
    """A document after hardening.

    ``outcome`` is ``hidden`` (the person is not among the first k candidates), ``floor`` (more would cost
    more utility than allowed) or ``exhausted`` (no word left that points to the person, or the rounds ran
    out).
    """

    document: str
    text: str
    words: frozenset[str]
    outcome: Outcome
    before: Linked
    after: Linked
    utility_before: float | None
    utility_after: float | None


def harden(
    sanitize: Sanitize,
    documents: Sequence[Document],
    persons: Mapping[str, str],
    background: Mapping[str, str],
    k: int = 5,
    floor: float = 0.5,
) -> tuple[Hardened, ...]:
    """Sanitize each document so that an attacker does not have its person among the first ``k`` candidates.

    Two steps: words that fewer than ``k`` candidates share are hidden (another background may have them of
    this person alone); then words that speak for the person, until a TF-IDF attacker has 5 ``k`` others
    first. The second number is larger than asked for because other attackers know other things: with it,
    linkage by an attacker and a background that hardening did not use falls to a third (bench/linkage.py).

    Args:
        sanitize: see :data:`Sanitize`; called with no words first.
        documents: each must be in ``persons``, which maps its id to the true candidate.
        persons: see :func:`sanitizer.audit.linkage.true_persons`.
        background: what is known of each candidate.
        k: how many first candidates the person must not be among.
        floor: share of the unhardened utility (0 to 1) that each document keeps at least.

    Returns:
        One result for each document, in order.
    """
    least = min(k, len(background) // _CANDIDATES_FOR_ONE)
    rare = RareWords(background, least) if least else None
    return harden_against(sanitize, documents, persons, TfidfAttacker(background), k, floor, rare, _MARGIN)


def harden_against(
    sanitize: Sanitize,
    documents: Sequence[Document],
    persons: Mapping[str, str],
    attacker: Attacker,
    k: int = 5,
    floor: float = 0.5,
    rare: Callable[[str], tuple[str, ...]] | None = None,
    margin: int = 1,
) -> tuple[Hardened, ...]:
    """:func:`harden` with its parts in the open.

    ``attacker`` is who is to be misled until ``margin * k`` others come first; ``rare`` names words of a
    text to hide whoever they speak for, rarest first.
    """
    target = _Target(attacker, k, k * margin, floor, rare)
    return tuple(_harden(sanitize, document, persons[document.id], target) for document in documents)


class RareWords:
    """Words of a text, without stop words, that fewer than ``least`` candidates' backgrounds hold,
    rarest first.
    """

    def __init__(self, background: Mapping[str, str], least: int) -> None:
        self._least = least
        self._held = Counter(word for text in background.values() for word in set(_words(text)))

    def __call__(self, text: str) -> tuple[str, ...]:
        """The words of ``text``."""
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        found = {w for w in _words(text) if w not in ENGLISH_STOP_WORDS and self._held[w] < self._least}
        return tuple(sorted(found, key=lambda word: (self._held[word], word)))


def _words(text: str) -> list[str]:
    return re.findall(r"\b\w\w+\b", text.lower())


@dataclass(frozen=True, slots=True)
class _Target:
    attacker: Attacker
    k: int
    depth: int
    floor: float
    rare: Callable[[str], tuple[str, ...]] | None


def _harden(sanitize: Sanitize, document: Document, person: str, target: _Target) -> Hardened:
    plain = sanitize(document, frozenset())
    before = _attack(target.attacker, document.id, plain.text, person)
    best, words, linked = plain, frozenset[str](), before
    limit = (plain.utility_percent or 0.0) * target.floor
    at_floor, most = False, 1_000_000
    step = 0 if target.rare else 1
    for _ in range(_ROUNDS):
        if step == 0 and target.rare:
            more = target.rare(best.text)
        elif _hidden(linked, target.depth):
            break
        else:
            more = words_to_hide(target.attacker, best.text, person, target.depth)
        fresh = [word for word in more if word not in words][:most]
        if not fresh:
            if step == 1:
                break
            step = 1
            continue
        draft = sanitize(document, words | frozenset(fresh))
        if draft.utility_percent is not None and draft.utility_percent < limit:
            # too dear: try the most telling half, until not even one word can be afforded
            at_floor = True
            if len(fresh) == 1:
                break
            most = math.ceil(len(fresh) / 2)
            continue
        best, words = draft, words | frozenset(fresh)
        linked = _attack(target.attacker, document.id, best.text, person)
        step = 1
    outcome: Outcome = "hidden" if _hidden(linked, target.k) else "floor" if at_floor else "exhausted"
    return Hardened(
        document.id, best.text, words, outcome, before, linked, plain.utility_percent, best.utility_percent
    )


def _attack(attacker: Attacker, document: str, text: str, person: str) -> Linked:
    return link(attacker, {document: text}, {document: person}, evidence=0)[0]


def _hidden(linked: Linked, k: int) -> bool:
    # by lot among all who tie is as good as hidden when the crowd is larger than k
    return linked.above >= k or linked.ties > max(k, 1)


def words_to_hide(attacker: Attacker, text: str, person: str, k: int) -> tuple[str, ...]:
    """The fewest words, found greedily, without which ``person`` would not be among the first ``k``.

    A score is a sum over words, so it is known beforehand what hiding one does: each step hides the word
    that does most for the person against the ``k``-th of the others. All useful words are returned when none
    suffice.
    """
    parts, each = attacker.parts(text)
    names, inside = incidence(parts)
    true = attacker.candidates.index(person)
    total, left = each.sum(axis=0), np.ones(len(names), dtype=bool)
    chosen: list[str] = []
    while left.any() and (lead := _lead(total[None, :], true, k)[0]) >= 0:
        loss = inside @ each
        # what the lead would be without each word; among equals the word that tells most of the person
        after = np.where(left, _lead(total - loss, true, k), np.inf)
        best = int(np.lexsort((-loss[:, true], after))[0])
        if after[best] >= lead:
            best = int(np.argmax(np.where(left, loss[:, true], -np.inf)))
            if loss[best, true] <= 0:
                break
        left[best] = False
        total = total - loss[best]
        inside[:, inside[best] > 0] = 0  # phrases with the word are gone too
        chosen.append(names[best])
    return tuple(chosen)


def _lead(totals: Scores, true: int, k: int) -> Scores:
    """How far the true person is ahead of the ``k``-th of the others in each row of scores, shape (rows,)."""
    others = np.delete(totals, true, axis=1)
    place = others.shape[1] - min(k, others.shape[1])
    lead: Scores = totals[:, true] - np.partition(others, place, axis=1)[:, place]
    return lead
