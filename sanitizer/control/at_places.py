"""Decisions of persons about single places of a document: what is masked and kept there, and which mentions are one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sanitizer.control.decisions import Decision
from sanitizer.control.last_word import Decided
from sanitizer.errors import DocumentError
from sanitizer.types import Mention, Span


@dataclass(frozen=True, slots=True)
class AtPlace:
    """What a person decided about the characters ``span`` of a ``document``, where ``form`` stands: ``mask`` or
    ``keep`` them, ``split`` their mention from its entity, or ``merge`` its entity with that of ``other``; by whom and
    why, and the ``line`` that says so. ``repr`` tells no text."""

    document: str = field(repr=False)
    span: Span
    form: str = field(repr=False)
    act: str
    type: str = "MISC"
    other: Span | None = None
    by: str = field(default="", repr=False)
    why: str = field(default="", repr=False)
    line: int = field(default=0, compare=False)

    def decided(self) -> Decided:
        """The same as decisions about forms are told."""
        own = Decision(self.form, self.act != "keep", self.document, self.type, self.by, self.why, self.line)
        return Decided(own, (self.form,), (self.span,))


def places_in(places: Iterable[AtPlace], document: str, text: str) -> tuple[AtPlace, ...]:
    """The decisions about places of a document. Raises DocumentError where other characters stand there."""
    own = tuple(place for place in places if place.document == document)
    for place in own:
        if place.span.of(text) != place.form or (place.other and place.other.end > len(text)):
            raise DocumentError(
                f"the decision of line {place.line} is about characters {place.span.start} to {place.span.end}, where "
                "another text stands: the decisions were made on another version of the document"
            )
    return own


def regrouped(mentions: Sequence[Mention], places: Iterable[AtPlace]) -> tuple[Mention, ...]:
    """Mentions with the entities that persons merged and split, in the order of their lines; a mention is meant by
    every place that shares a character with it."""
    result = list(mentions)
    for place in sorted(places, key=lambda p: p.line):
        if place.act == "split":
            number = max((m.entity for m in result), default=-1) + 1
            result = [replace(m, entity=number) if m.span.overlaps(place.span) else m for m in result]
        elif place.act == "merge" and place.other is not None:
            first = [m.entity for m in result if m.span.overlaps(place.span)]
            other = {m.entity for m in result if m.span.overlaps(place.other)}
            if first:
                result = [replace(m, entity=first[0]) if m.entity in other else m for m in result]
    return tuple(result)
