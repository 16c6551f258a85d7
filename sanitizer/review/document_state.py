"""How a document stands: its report under the decisions that are about it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sanitizer.check.report import DocumentReport, DocumentTold
from sanitizer.control.log.event import Event
from sanitizer.control.log.replay import Decisions
from sanitizer.review.what_needs_review import Item, Seen, items_of
from sanitizer.types import Document


@dataclass(frozen=True)
class Standing:
    """A document as it stands: what became of it under the events that are about it, and these; ``checked``: by a run
    of all stages, else it is what can be shown at once (:mod:`sanitizer.review.preview`). ``before`` is what was shown
    before it: what is the same object there is not looked at again."""

    document: Document = field(repr=False)
    report: DocumentTold = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)
    checked: bool = True
    before: Seen | None = field(default=None, repr=False, compare=False)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """What a person may decide about."""
        return (
            items_of(self.report, self.events, self.before) if isinstance(self.report, DocumentReport) else ()
        )

    @property
    def seen(self) -> Seen | None:
        """Its report and items, for the one after it."""
        return (self.report, self.items) if isinstance(self.report, DocumentReport) else None


def events_about(decisions: Decisions, document: str) -> tuple[Event, ...]:
    """Return the events in force that are about a document."""
    return tuple(e for e in decisions.active if e.document in (None, document))


def key_of(own: Decisions) -> tuple[Any, ...]:
    """Return decisions as a value to compare, with the lines that say so: reports name them."""
    told = (own.forms, own.places, own.chosen)
    return own, tuple(tuple(one.line for one in part) for part in told)


def of_document(decisions: Decisions, document: str) -> Decisions:
    """Return the part of decisions that is about one document, as a value to compare: without the events."""
    return Decisions(
        tuple(d for d in decisions.forms if d.document in (None, document)),
        tuple(p for p in decisions.places if p.document == document),
        tuple(c for c in decisions.chosen if c.document in (None, document)),
    )
