"""Tell what of a document needs a person, how much, and why: what the desk shows first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from sanitizer.check.report import DocumentReport, RiskyEntry, SensitiveEntry
from sanitizer.control.covered_text import Cover
from sanitizer.control.log.event import Event
from sanitizer.control.outcomes import KEPT
from sanitizer.text.edits import OffsetMap
from sanitizer.text.fold import lower_same_length
from sanitizer.types import Span

_MARGIN: Final = 0.5
"""Bits below the limit that count as close to it."""
_WEIGHTS: Final = {"problem": 8.0, "last resort": 2.0, "unknown": 3.0, "close": 1.0, "look": 4.0}


@dataclass(frozen=True, slots=True)
class Item:
    """Something of a document that a person may decide about: an entity, a correlated term, a name that was kept, or
    a place that a second finder lists. ``forms`` are what it is called, ``need`` how much it needs a person (0: not),
    ``reasons`` the words for that (keys of ``words.NEEDS``), ``decided`` the last event about it (0: none). ``key``
    names it in a page: it stays the same when others change. Of two that begin together one is longer. Behind its
    letter it is a number.
    """

    key: str
    kind: str
    number: int
    forms: tuple[str, ...] = field(repr=False)
    spans: tuple[Span, ...]
    need: float
    reasons: tuple[str, ...]
    decided: int = 0


Seen = tuple[DocumentReport, Sequence["Item"]]
"""A report, and its items."""


def items_of(report: DocumentReport, events: Sequence[Event], before: Seen | None = None) -> tuple[Item, ...]:
    """Return all items of a document in the order of the text; ``events`` are those in force that are about it.
    What is the same object in a report ``before`` is not looked at again."""
    decided = _Decided(report.id, events)
    problems = {p.term for p in report.residual.problems if p.kind != KEPT}
    kept = {p.term for p in report.residual.problems if p.kind == KEPT}
    limits = {s.number: s.limit for s in report.sensitive}
    known = _Known(report, problems, limits, before)
    found: list[Item] = []
    for s in report.sensitive:
        if s.spans:
            item = known.of("sensitive", s)
            if item is None:
                item = _item("sensitive", s.number, (s.term, *s.forms), s.spans, _of_sensitive(s, problems))
            found.append(decided.told(item))
    for r in report.risky:
        if r.spans:
            item = known.of("risky", r)
            if item is None:
                reasons = _of_risky(r, limits, report.threshold.bits, problems)
                item = _item("risky", r.number, (r.term,), r.spans, reasons)
            found.append(decided.told(item))
    for number, name in enumerate(report.left):
        reasons = (("problem", _WEIGHTS["problem"]),) if name.term in kept else ()
        found.append(decided.told(_item("kept", number, (name.term,), name.spans, reasons)))
    for number, span in enumerate(_looked(report)):
        form = span.of(report.text)
        reasons = (("look", _WEIGHTS["look"]),)
        if any(c.isalnum() for c in form):
            found.append(decided.told(_item("look", number, (form,), (span,), reasons)))
    return tuple(sorted(found, key=lambda item: (item.spans[0].start, item.spans[0].end, item.kind)))


class _Known:
    """The items of a report before, by what they are about: none where its limits or problems were others."""

    def __init__(
        self,
        report: DocumentReport,
        problems: set[str],
        limits: Mapping[int, float | None],
        before: Seen | None,
    ) -> None:
        self._items: dict[tuple[str, int], Item] = {}
        if before is None:
            return
        old, items = before
        same = {s.number: s.limit for s in old.sensitive}.items() <= limits.items()
        if not same or old.threshold != report.threshold:
            return
        self._entries = {("sensitive", s.number): s for s in old.sensitive} | {
            ("risky", r.number): r for r in old.risky
        }  # type: dict[tuple[str, int], SensitiveEntry | RiskyEntry]
        other = problems ^ {p.term for p in old.residual.problems if p.kind != KEPT}
        self._items = {
            (item.kind, item.number): item for item in items if not other or other.isdisjoint(item.forms)
        }

    def of(self, kind: str, entry: SensitiveEntry | RiskyEntry) -> Item | None:
        """Return the item of an entry; None where it is not known."""
        item = self._items.get((kind, entry.number))
        return item if item is not None and self._entries.get((kind, entry.number)) is entry else None


Reasons = tuple[tuple[str, float], ...]


def _item(
    kind: str,
    number: int,
    forms: tuple[str, ...],
    spans: tuple[Span, ...],
    reasons: Reasons,
) -> Item:
    own = tuple(dict.fromkeys(forms)) if len(forms) > 1 else forms
    return Item(
        f"{kind[0]}{spans[0].start}.{spans[0].end}",
        kind,
        number,
        own,
        spans,
        round(sum(weight for _, weight in reasons), 3),
        tuple(name for name, _ in reasons),
    )


def _of_sensitive(s: SensitiveEntry, problems: set[str]) -> Reasons:
    found: list[tuple[str, float]] = []
    if problems.intersection((s.term, *s.forms)):
        found.append(("problem", _WEIGHTS["problem"]))
    if s.operator is None and not s.generalization:
        found.append(("last resort", _WEIGHTS["last resort"]))
    if s.ic is None and s.operator is None:
        found.append(("unknown", _WEIGHTS["unknown"]))
    told = s.generalization_ic
    if s.limit is not None and told is not None and s.operator is None and 0 < s.limit - told < _MARGIN:
        found.append(("close", _WEIGHTS["close"]))
    return tuple(found)


def _of_risky(
    r: RiskyEntry, limits: Mapping[int, float | None], threshold: float | None, problems: set[str]
) -> Reasons:
    found: list[tuple[str, float]] = []
    if r.term in problems:
        found.append(("problem", _WEIGHTS["problem"]))
    over = _over(r, limits, threshold)
    if over is not None:
        found.append(("over" if over >= _MARGIN else "close", min(over, 10.0) / 2 + _WEIGHTS["close"]))
    if r.rule == "unknown" or r.ic is None:
        found.append(("unknown", _WEIGHTS["unknown"]))
    if not r.choice.replacement and r.choice.rule == "removed":
        found.append(("last resort", _WEIGHTS["last resort"]))
    return tuple(found)


def _over(r: RiskyEntry, limits: Mapping[int, float | None], threshold: float | None) -> float | None:
    """Return the most bits by which a term tells more of an entity than is allowed; None where that is not known."""
    over = [
        t.dr - limit
        for t in r.towards
        if t.dr is not None and (limit := limits.get(t.sensitive, threshold)) is not None
    ]
    return max(over, default=None)


def _looked(report: DocumentReport) -> list[Span]:
    """Return the places of the input at which a second finder lists something in the output."""
    if report.look is None:
        return []
    back, changed = OffsetMap(report.changes), Cover(change.span for change in report.changes)
    spans = {back.to_input(Span(place.start, place.end)) for place in report.look.places}
    return sorted(span for span in spans if not changed.touches(span))


class _Decided:
    """Which event was the last about forms or places of a document."""

    def __init__(self, document: str, events: Sequence[Event]) -> None:
        self._forms: dict[str, int] = {}
        self._spans: dict[Span, int] = {}
        for event in events:
            if event.document not in (None, document):
                continue
            if event.far == "place" and event.span is not None:
                self._spans[event.span] = event.n
                if event.extent is not None:
                    self._spans[event.extent] = event.n
            elif event.far in ("entity", "document", "collection"):
                for form in event.forms:
                    self._forms[lower_same_length(form)] = event.n

    def told(self, item: Item) -> Item:
        """Return the item with the last event about it."""
        last = self.last(item.forms, item.spans)
        return item if last == item.decided else replace(item, decided=last)

    def last(self, forms: Sequence[str], spans: Sequence[Span]) -> int:
        """Return the number of the last event about all of an item; 0 where some of its places have none."""
        by_form = (
            max((self._forms.get(lower_same_length(form), 0) for form in forms), default=0)
            if self._forms
            else 0
        )
        if by_form or not self._spans:
            return by_form
        own = [self._spans.get(span, 0) for span in spans]
        return max(own) if own and all(own) else 0


def need_of(items: Sequence[Item]) -> float:
    """Return how much a document needs a person: what is not decided."""
    return round(sum(item.need for item in items if not item.decided), 3)
