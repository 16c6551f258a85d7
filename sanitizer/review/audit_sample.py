"""Count what persons decided, draw the audit sample, and bound from it what is still missed."""

import hashlib
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from sanitizer.check.report import DocumentReport
from sanitizer.control.log.event import Event
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
    ``identifiers`` of the audited documents, how many of them were ``overlooked``, and the bound of their share."""

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
        return tuple(told)


def reviewed(standings: Sequence[Standing], events: Sequence[Event]) -> Reviewed:
    """Count over all documents as they stand, and the events of the log."""
    active = not_undone(events)
    items = by_hand = 0
    for standing in standings:
        if isinstance(standing.report, DocumentReport):
            found = standing.items
            items += len(found)
            by_hand += sum(bool(item.decided) for item in found)
    ids = {s.document.id for s in standings}
    whole = {act: {e.document for e in active if e.act == act} & ids for act in ("done", "pass", "sample")}
    first = {e.document: e.n for e in reversed(active) if e.act == "sample"}
    audited = whole["sample"] & whole["done"]
    mended = [e for e in active if e.act in _MISSED and e.document in audited and e.n > first[e.document]]
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
        len(whole["pass"]),
        len(whole["sample"]),
        len(audited),
        len(missed),
        upper_bound(len(missed), len(audited)) if audited else None,
        identifiers,
        overlooked,
        upper_bound(overlooked, identifiers) if identifiers else None,
    )


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
    standings: Sequence[Standing], below: float, share: float, seed: int, active: Sequence[Event]
) -> list[dict[str, Any]]:
    """Events that let documents pass unread: done, every promise kept, nothing decided about them as a whole yet, and
    a need of less than `below`; a `share` of them (at least one), drawn by the `seed`, is to be audited instead.

    Raises:
        UsageError: the share is not above 0 and at most 1: who passes documents unread audits some.
    """
    if not 0 < share <= 1:
        raise UsageError("share: above 0 and at most 1: a part of what passes unread has to be audited")
    settled = {e.document for e in active if e.act in ("done", "pass", "sample")}
    fit = [
        s.document.id
        for s in standings
        if isinstance(s.report, DocumentReport)
        and s.report.residual.met
        and s.document.id not in settled
        and need_of(s.items) < below
    ]
    drawn = sorted(fit, key=lambda name: hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest())
    sample = set(drawn[: math.ceil(share * len(drawn))])
    why = f"need below {below:g}, audit share {share:g}, seed {seed}"
    return [
        {"act": "sample" if name in sample else "pass", "far": "document", "document": name, "why": why}
        for name in fit
    ]
