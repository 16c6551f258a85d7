"""Harden a document: hide the words that give its person away, until an attacker has enough others first."""

import hashlib
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Generic, Literal, Protocol, TypeVar

import numpy as np

from sanitizer.audit.attackers import Attacker, Scores, TfidfAttacker, incidence
from sanitizer.audit.linkage import Linked, link, person_of
from sanitizer.check.report import Attacked, NotAttacked
from sanitizer.check.summary import HardeningSummary, mean_of
from sanitizer.common.extras import need
from sanitizer.errors import UsageError
from sanitizer.pipeline import Sanitizer
from sanitizer.result import SanitizedDocument
from sanitizer.text.inflection import singular
from sanitizer.text.terms import VERBS
from sanitizer.types import BoolArray, Document

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

    def __call__(
        self, sanitize: Sanitize[D], document: Document, person: str, needed: frozenset[str] = frozenset()
    ) -> Hardened[D]:
        """Sanitize `document`, attack the result, and again with more words hidden.

        Args:
            sanitize: see :data:`Sanitize`; called with no words first.
            document: the input.
            person: the true candidate, one of the attacker's.
            needed: words (lower case) without which no sentence reads: they are hidden last, where no other word does.
        """
        return _harden(sanitize, document, person, self, needed)


class RareWords:
    """Words of a text, without stop words, that fewer than ``least`` candidates' backgrounds hold,
    rarest first.
    """

    def __init__(self, background: Mapping[str, str], least: int) -> None:
        need("audit", "hardening")
        self._least = least
        self._held = Counter(word for text in background.values() for word in set(_words(text)))

    def __call__(self, text: str) -> tuple[str, ...]:
        """Return the words of ``text``."""
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        found = {w for w in _words(text) if w not in ENGLISH_STOP_WORDS and self._held[w] < self._least}
        return tuple(sorted(found, key=lambda word: (self._held[word], word)))


def _words(text: str) -> list[str]:
    return re.findall(r"\b\w\w+\b", text.lower())


def _harden(
    sanitize: Sanitize[D], document: Document, person: str, target: Hardener, needed: frozenset[str]
) -> Hardened[D]:
    plain = sanitize(document, frozenset())
    before = _attack(target.attacker, document.id, plain.text, person)
    best, words, linked = plain, frozenset[str](), before
    limit = (plain.utility_percent or 0.0) * target.floor
    at_floor, most = False, 1_000_000
    step = 0 if target.rare else 1
    for _ in range(_ROUNDS):
        if step == 0 and target.rare:
            more = tuple(word for word in target.rare(best.text) if word not in needed)
        elif _hidden(linked, target.depth):
            break
        else:
            more = words_to_hide(target.attacker, best.text, person, target.depth, needed)
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


def _verbs(sanitizer: Sanitizer, document: Document) -> frozenset[str]:
    """Return the verbs and participles of a text, in lower case: a sentence without one does not read."""
    return frozenset(token.lower_ for token in sanitizer.parse(document.text) if token.pos_ in VERBS)


def _with_forms(words: Sequence[str]) -> frozenset[str]:
    """Return the words, the singular of plurals (a term is looked up by it, and its replacement gets the number of
    the place), and without the underscores that some texts have for italics."""
    bare = {*words, *(stripped for word in words if (stripped := word.strip("_")))}
    return frozenset(bare | {one for word in bare if (one := singular(word)) is not None})


def _attack(attacker: Attacker, document: str, text: str, person: str) -> Linked:
    return link(attacker, {document: text}, {document: person}, evidence=0)[0]


def _hidden(linked: Linked, k: int) -> bool:
    # among many who tie the person is in the middle, by lot
    return linked.above >= k or linked.rank > k


def words_to_hide(
    attacker: Attacker, text: str, person: str, k: int, needed: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Return the fewest words, found greedily, without which ``person`` would not be among the first ``k``; the
    ``needed`` ones are among them only where no others suffice.

    A score is a sum over words, so it is known beforehand what hiding one does: each step hides the word
    that does most for the person against the ``k``-th of the others. All useful words are returned when none
    suffice.
    """
    parts, each = attacker.parts(text)
    names, inside = incidence(parts)
    true = attacker.candidates.index(person)
    spared = np.array([name not in needed for name in names], dtype=bool)
    places, suffice = _fewest(each, inside.copy(), spared, true, k)
    if not suffice and not spared.all():
        places, _ = _fewest(each, inside, np.ones_like(spared), true, k)
    return tuple(names[place] for place in places)


def _fewest(each: Scores, inside: Scores, left: BoolArray, true: int, k: int) -> tuple[list[int], bool]:
    """Return the places of the words to hide of those ``left``, and whether they suffice. ``each`` are the scores of
    the parts of a text by candidate, ``inside`` the parts that hold each word; it and ``left`` are used up."""
    total, chosen = each.sum(axis=0), list[int]()
    while (lead := _lead(total[None, :], true, k)[0]) >= 0:
        if not left.any():
            return chosen, False
        loss = inside @ each
        # what the lead would be without each word; among equals the word that tells most of the person
        after = np.where(left, _lead(total - loss, true, k), np.inf)
        best = int(np.lexsort((-loss[:, true], after))[0])
        if after[best] >= lead:
            best = int(np.argmax(np.where(left, loss[:, true], -np.inf)))
            if loss[best, true] <= 0:
                return chosen, False
        left[best] = False
        total = total - loss[best]
        inside[:, inside[best] > 0] = 0  # phrases with the word are gone too
        chosen.append(best)
    return chosen, True


def _lead(totals: Scores, true: int, k: int) -> Scores:
    """Return how far the true person is ahead of the ``k``-th of the others in each row of scores, shape (rows,)."""
    others = np.delete(totals, true, axis=1)
    place = others.shape[1] - min(k, others.shape[1])
    lead: Scores = totals[:, true] - np.partition(others, place, axis=1)[:, place]
    return lead


class Hardening:
    """Sanitizes documents one by one against what is known of candidates; holds no state between them, so that
    forked workers share it.

    ``background`` maps candidates to what is known of them, ``match`` documents to candidates where names differ.

    Raises:
        UsageError: there are not more than ``k`` candidates, or their texts hold no words.
    """

    def __init__(
        self, background: Mapping[str, str], match: Mapping[str, str], k: int = 5, floor: float = 0.5
    ) -> None:
        self.k, self.floor = k, floor
        self._hardener = Hardener.with_background(background, k, floor)
        self._candidates = frozenset(background)
        self._match = match
        parts = (k, floor, sorted(background.items()), sorted(match.items()))
        self.fingerprint = hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def candidates(self) -> int:
        """How many persons the attacker chooses among."""
        return len(self._candidates)

    def sanitize(self, sanitizer: Sanitizer, document: Document) -> SanitizedDocument:
        """Return a document whose person is a candidate, hardened; another one as the sanitizer makes it. The
        report says which (``hardening``, docs/report.md)."""
        person = person_of(document.id, self._candidates, self._match)
        if person is None:
            done = sanitizer.sanitize(document)
            told: Attacked | NotAttacked = NotAttacked(person=None, outcome="no candidate")
        else:
            hardened = self._hardener(sanitizer.sanitize, document, person, _verbs(sanitizer, document))
            done, told = hardened.draft, _told(person, hardened)
        sent = sanitizer.judge.calculator.chain.sent()  # by every draft, not by the one that was taken alone
        return replace(done, report=replace(done.report, sent=sent, hardening=told))


def _told(person: str, hardened: Hardened[SanitizedDocument]) -> Attacked:
    return Attacked(
        person=person,
        outcome=hardened.outcome,
        rank_before=hardened.before.rank,
        rank_after=hardened.after.rank,
        words=tuple(sorted(hardened.words)),
        utility_before=hardened.utility_before,
        utility_after=hardened.utility_after,
    )


@dataclass
class HardeningTotals:
    """What hardening did to the documents of a run."""

    hardening: Hardening
    attacked: dict[str, Attacked] = field(default_factory=dict)
    without_person: list[str] = field(default_factory=list)

    def add(self, document: str, told: Attacked | NotAttacked) -> None:
        """Note down the ``hardening`` of a document's report."""
        if isinstance(told, NotAttacked):
            self.without_person.append(document)
        else:
            self.attacked[document] = told

    @property
    def open(self) -> list[str]:
        """Documents whose person is still among the first candidates."""
        return [name for name, told in self.attacked.items() if told.outcome != "hidden"]

    @property
    def met(self) -> bool:
        """Whether every person is hidden who could be; not when no document was about a candidate."""
        return not self.open and bool(self.attacked or not self.without_person)

    def told(self) -> HardeningSummary:
        """For the summary of the report."""
        rows, k = list(self.attacked.values()), self.hardening.k
        return HardeningSummary(
            k=k,
            floor=self.hardening.floor,
            candidates=self.hardening.candidates,
            attacked=len(rows),
            first_before=sum(row.rank_before <= 1 for row in rows),
            first_after=sum(row.rank_after <= 1 for row in rows),
            among_k_before=sum(row.rank_before <= k for row in rows),
            among_k_after=sum(row.rank_after <= k for row in rows),
            utility_before=mean_of(row.utility_before for row in rows),
            utility_after=mean_of(row.utility_after for row in rows),
            outcomes=dict(sorted(Counter(row.outcome for row in rows).items())),
            not_hidden=tuple(self.open),
            without_person=tuple(self.without_person),
        )

    def lines(self) -> list[str]:
        """Return what the command says, document by document where something is left."""
        total = self.told()
        told = [
            f"{name}: still among the first {total.k} candidates "
            + ("(hiding more would cost more utility than the floor allows)"
               if self.attacked[name].outcome == "floor" else "(no word is left that points to the person)")
            for name in self.open
        ]  # fmt: skip
        told += [
            f"{name}: not hardened, its person is no candidate of the background"
            for name in self.without_person
        ]
        if total.attacked:
            told.append(
                f"hardening: persons among the first {total.k} of {total.candidates} candidates in "
                f"{total.among_k_before} of {total.attacked} documents before, in {total.among_k_after} "
                f"after; {total.utility_before} % of the information kept before, {total.utility_after} % after"
            )
        return told
