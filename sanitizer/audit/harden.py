"""Harden a document: hide the words that give its person away, until an attacker has enough others first."""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Literal, Protocol, TypeVar

import numpy as np

from sanitizer.audit.attackers import Attacker, Scores, TfidfAttacker, incidence
from sanitizer.audit.linkage import Linked, link
from sanitizer.common.extras import need
from sanitizer.errors import UsageError
from sanitizer.text.inflection import singular
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


class Draft(Protocol):
    """A sanitized text and the share of information that it keeps (percent; ``None`` for a text without
    terms): what hardening must see of a :class:`sanitizer.result.SanitizedDocument`.
    """

    @property
    def text(self) -> str:
        """The sanitized text."""

    @property
    def utility_percent(self) -> float | None:
        """Share of information kept."""


D = TypeVar("D", bound=Draft)

Sanitize = Callable[[Document, frozenset[str]], D]
"""Sanitizes a document, treating every term with one of these words (lower case) as risky."""

Outcome = Literal["hidden", "floor", "exhausted"]


@dataclass(frozen=True, slots=True)
class Hardened(Generic[D]):
    """A document after hardening, with the last ``draft`` of it and the ``words`` that were hidden.

    ``outcome`` is ``hidden`` (the person is not among the first k candidates), ``floor`` (more would cost
    more utility than allowed) or ``exhausted`` (no word left that points to the person, or the rounds ran
    out).
    """

    document: str
    draft: D
    words: frozenset[str]
    outcome: Outcome
    before: Linked
    after: Linked
    utility_before: float | None
    utility_after: float | None


@dataclass(frozen=True, slots=True)
class Hardener:
    """Sanitizes a document so that an attacker does not have its person among the first ``k`` candidates.

    Two steps: words that fewer than ``k`` candidates share are hidden (another background may have them of
    this person alone); then words that speak for the person, until a TF-IDF attacker has ``depth`` others
    first. ``depth`` is larger than ``k`` because other attackers know other things: with it, linkage by an
    attacker and a background that hardening did not use falls to a third (bench/linkage.py).

    ``attacker`` is who is to be misled; ``floor`` the share of the unhardened utility (0 to 1) that each
    document keeps at least; ``rare`` names words of a text to hide whoever they speak for, rarest first.
    """

    attacker: Attacker
    k: int
    depth: int
    floor: float = 0.5
    rare: Callable[[str], tuple[str, ...]] | None = None

    @classmethod
    def with_background(cls, background: Mapping[str, str], k: int = 5, floor: float = 0.5) -> "Hardener":
        """As it is used: `background` is what is known of each candidate.

        Raises:
            UsageError: there are not more than `k` candidates.
        """
        if len(background) <= k:
            raise UsageError(
                f"the background names {len(background)} candidates: no person can have {k} others first"
            )
        least = min(k, len(background) // _CANDIDATES_FOR_ONE)
        depth = max(k, min(k * _MARGIN, (len(background) - 1) // 2))
        return cls(
            TfidfAttacker(background), k, depth, floor, RareWords(background, least) if least else None
        )

    def __call__(self, sanitize: Sanitize[D], document: Document, person: str) -> Hardened[D]:
        """Sanitize `document`, attack the result, and again with more words hidden.

        Args:
            sanitize: see :data:`Sanitize`; called with no words first.
            document: the input.
            person: the true candidate, one of the attacker's.
        """
        return _harden(sanitize, document, person, self)


class RareWords:
    """Words of a text, without stop words, that fewer than ``least`` candidates' backgrounds hold,
    rarest first.
    """

    def __init__(self, background: Mapping[str, str], least: int) -> None:
        need("audit", "hardening")
        self._least = least
        self._held = Counter(word for text in background.values() for word in set(_words(text)))

    def __call__(self, text: str) -> tuple[str, ...]:
        """The words of ``text``."""
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        found = {w for w in _words(text) if w not in ENGLISH_STOP_WORDS and self._held[w] < self._least}
        return tuple(sorted(found, key=lambda word: (self._held[word], word)))


def _words(text: str) -> list[str]:
    return re.findall(r"\b\w\w+\b", text.lower())


def _harden(sanitize: Sanitize[D], document: Document, person: str, target: Hardener) -> Hardened[D]:
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
        draft = sanitize(document, words | _with_forms(fresh))
        if draft.utility_percent is not None and draft.utility_percent < limit:
            # too dear: try the most telling half, until not even one word can be afforded
            at_floor = True
            if len(fresh) == 1:
                break
            most = math.ceil(len(fresh) / 2)
            continue
        best, words = draft, words | _with_forms(fresh)
        linked = _attack(target.attacker, document.id, best.text, person)
        step = 1
    outcome: Outcome = "hidden" if _hidden(linked, target.k) else "floor" if at_floor else "exhausted"
    return Hardened(
        document.id, best, words, outcome, before, linked, plain.utility_percent, best.utility_percent
    )


def _with_forms(words: Sequence[str]) -> frozenset[str]:
    """The words, the singular of plurals (a term is looked up by it, and its replacement gets the number of the place),
    and without the underscores that some texts have for italics."""
    bare = {*words, *(stripped for word in words if (stripped := word.strip("_")))}
    return frozenset(bare | {one for word in bare if (one := singular(word)) is not None})


def _attack(attacker: Attacker, document: str, text: str, person: str) -> Linked:
    return link(attacker, {document: text}, {document: person}, evidence=0)[0]


def _hidden(linked: Linked, k: int) -> bool:
    # among many who tie the person is in the middle, by lot
    return linked.above >= k or linked.rank > k


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
