"""Count what persons decided, draw the audit sample, and bound from it what is still missed."""

import hashlib
import math
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from sanitizer.check.report import DocumentReport
from sanitizer.control.log.event import WHOLE, Event
from sanitizer.control.log.replay import not_undone, subjects_of
from sanitizer.errors import UsageError
from sanitizer.review.document_state import Standing
from sanitizer.review.what_needs_review import need_of

_CONFIDENCE: Final = 0.95
_MISSED: Final = ("mark", "mask", "extent")
"""What a person does where an identifier was missed."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What persons did with a run: how many ``items`` there were to decide about and how many were decided ``by_hand``,
    by whom (name, events), how many decisions tell more than the program would (``downwards``); ``documents``, of which
    so many were ``read`` whole and ``passed`` unread; of the sample of these, how many were ``audited`` and ``missed``
    something, and the upper bound (95 %) of the share of passed documents that miss something (None: no audit);
    ``identifiers`` of the audited documents, how many of them were ``overlooked``, and the bound of their share; the
    least ``risk`` that was stated when documents were let pass (None: none was)."""

    items: int
    by_hand: int
    reviewers: tuple[tuple[str, int], ...]
    downwards: int
    documents: int
    read: int
    passed: int
    sampled: int
    audited: int
    missed: int
    bound: float | None
    identifiers: int = 0
    overlooked: int = 0
    share: float | None = None
    risk: float | None = None

    def lines(self) -> tuple[str, ...]:
        """Return the same in sentences, without any original."""
        who = ", ".join(f"{name} ({count})" for name, count in self.reviewers) or "nobody"
        told = [
            f"{self.by_hand} of {self.items} decided by hand, by {who}; {self.downwards} of the decisions tell more "
            "than the program would.",
            f"{self.read} of {self.documents} documents were read whole by a person; {self.passed} passed unread by a "
            "rule.",
        ]
        if self.bound is not None:
            told.append(
                f"Of a random sample of the documents that may pass, {self.audited} were read and {self.missed} missed "
                f"an identifier: with 95 % confidence at most {100 * self.bound:.1f} % of them do (Clopper-Pearson)."
            )
            if self.share is not None:
                told.append(
                    f"These hold {self.identifiers} identifiers, of which {self.overlooked} had been missed: with 95 % "
                    f"confidence at most {100 * self.share:.1f} % of identifiers are still missed where nobody read "
                    "(Clopper-Pearson, each identifier as if drawn by itself)."
                )
        elif self.sampled:
            told.append(f"A sample of {self.sampled} documents was drawn for audit; none is read yet.")
        if self.risk is not None and self.passed:
            told.append(self._stated(self.risk))
        return tuple(told)

    def _stated(self, risk: float) -> str:
        """Return whether the audit bears out the risk under which documents passed."""
        claim = f"They passed under a stated risk: at most {100 * risk:g} % of them miss an identifier. "
        if self.bound is not None and self.bound <= risk:
            return claim + "The audit bears that out with 95 % confidence."
        size = sample_size(self.missed, risk)
        return (
            f"{claim}The audit does NOT bear that out: it takes {size} read documents of the sample, and "
            f"{self.audited} are read. Read those drawn, and let documents pass again, so that more are drawn."
        )


def reviewed(standings: Sequence[Standing], events: Sequence[Event]) -> Reviewed:
    """Count over all documents as they stand, and the events of the log."""
    active = not_undone(events)
    items = by_hand = 0
    for standing in standings:
        if isinstance(standing.report, DocumentReport):
            found = standing.items
            items += len(found)
            by_hand += sum(bool(item.decided) for item in found)
    whole = _as_a_whole(standings, active)
    audited = whole["sample"] & whole["done"]
    mended = _mended(whole, active)
    missed = {e.document for e in mended}
    overlooked = len({key for e in mended for key in islice(subjects_of(e), 1)})
    identifiers = max(overlooked, sum(_identifiers(s) for s in standings if s.document.id in audited))
    return Reviewed(
        items,
        by_hand,
        tuple(sorted(Counter(e.by for e in active if e.act not in ("pass", "sample")).items())),
        sum(e.act == "keep" for e in active) + sum(_tells_more(s) for s in standings),
        len(standings),
        len(whole["done"]),
        len(whole["pass"] - whole["sample"] - whole["done"]),
        len(whole["sample"]),
        len(audited),
        len(missed),
        upper_bound(len(missed), len(audited)) if audited else None,
        identifiers,
        overlooked,
        upper_bound(overlooked, identifiers) if identifiers else None,
        min((e.risk for e in active if e.risk is not None), default=None),
    )


def _as_a_whole(standings: Sequence[Standing], active: Sequence[Event]) -> dict[str, set[str]]:
    """Return the documents that were said to be done, to pass, to be audited."""
    ids = {s.document.id for s in standings}
    return {act: {str(e.document) for e in active if e.act == act} & ids for act in WHOLE}


def _mended(whole: Mapping[str, Set[str]], active: Sequence[Event]) -> list[Event]:
    """Return the events by which audited documents got what was missed in them, since they were drawn."""
    audited = whole["sample"] & whole["done"]
    first = {e.document: e.n for e in reversed(active) if e.act == "sample"}
    return [e for e in active if e.act in _MISSED and e.document in audited and e.n > first[e.document]]


def _identifiers(standing: Standing) -> int:
    """Return how many entities are hidden in a document, by the program and by persons."""
    report = standing.report
    if not isinstance(report, DocumentReport):
        return 0
    return sum(bool(s.spans) for s in report.sensitive)


def _tells_more(standing: Standing) -> int:
    """Return how many choices of persons tell more than they may."""
    report = standing.report
    if not isinstance(report, DocumentReport):
        return 0
    return sum(v.decision == "choose" and "too much" in v.verdict for v in report.decisions)


def upper_bound(found: int, of: int, confidence: float = _CONFIDENCE) -> float:
    """Return the one-sided upper bound of a share of which `found` were seen in a sample `of` so many (Clopper and
    Pearson 1934): the share at which seeing so few has the probability 1 - `confidence`."""
    if found >= of:
        return 1.0
    low, high = found / of, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        if _at_most(found, of, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def sample_size(found: int, risk: float) -> int:
    """Return how many documents have to be read for a `risk` (a share, above 0) to be borne out where `found` of them
    miss something: the least number of which :func:`upper_bound` is no more than the risk."""
    low, high = found, found + 1
    while upper_bound(found, high) > risk:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if upper_bound(found, middle) <= risk else (middle, high)
    return high


def _at_most(found: int, of: int, share: float) -> float:
    """Return the probability of at most so many among so many."""
    if share <= 0.0 or share >= 1.0:
        return 1.0 if share <= 0.0 else float(found >= of)
    logs = (
        math.lgamma(of + 1) - math.lgamma(k + 1) - math.lgamma(of - k + 1)
        + k * math.log(share) + (of - k) * math.log1p(-share)
        for k in range(found + 1)
    )  # fmt: skip
    return math.fsum(map(math.exp, logs))


def passing(
    standings: Sequence[Standing], below: float, risk: float, seed: int, active: Sequence[Event]
) -> list[dict[str, Any]]:
    """Events that let documents pass unread: done, every promise kept, nothing decided about them as a whole yet, and
    a need of less than `below`; but for a sample that is to be read.

    The sample bears out the `risk`, which is stated: the share of these documents that may miss an identifier. It has
    the :func:`sample_size` for what the audit found missed so far, counts what was drawn before, and is the start of
    the order that the `seed` gives to all that may pass; of documents that passed already some may be drawn. Where
    there are no more than that, none passes.

    Raises:
        UsageError: the risk is not above 0 and below 1.
    """
    if not 0 < risk < 1:
        raise UsageError("risk: above 0 and below 1: the share of what passes unread that may miss something")
    whole = _as_a_whole(standings, active)
    settled = whole["done"] | whole["pass"] | whole["sample"]
    fit = {
        s.document.id
        for s in standings
        if isinstance(s.report, DocumentReport)
        and s.report.residual.met
        and s.document.id not in settled
        and need_of(s.items) < below
    }
    missed = {e.document for e in _mended(whole, active)}
    order = sorted(
        fit | whole["pass"] | whole["sample"],
        key=lambda name: hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest(),
    )
    drawn = set(order[: sample_size(len(missed), risk)]) - whole["sample"]
    why = f"at most {risk:g} miss an identifier (95 % confidence), need below {below:g}, seed {seed}"
    return [
        {
            "act": "sample" if name in drawn else "pass",
            "far": "document",
            "document": name,
            "risk": risk,
            "why": why,
        }
        for name in (s.document.id for s in standings)
        if name in drawn or name in fit
    ]
