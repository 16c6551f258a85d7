"""Hold what persons decided about surface forms, read from a file that is applied again on every run, and about single
places of a document."""

import json
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from sanitizer.common import arguments
from sanitizer.control.outcomes import UnusedDecision
from sanitizer.errors import DocumentError, UsageError, did_you_mean, unreadable
from sanitizer.recognize.entity_types import TYPES, fine_type
from sanitizer.text.fold import lower_same_length
from sanitizer.types import Mention, Span

_KEYS: Final = ("form", "decision", "document", "type", "by", "why")


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided: ``mask`` or keep a surface form, everywhere or in one ``document``; by whom and why;
    ``line`` is where the file says so (0: in no file). ``repr`` tells no text."""

    form: str = field(repr=False)
    mask: bool
    document: str | None = field(default=None, repr=False)
    type: str = "MISC"
    by: str = field(default="", repr=False)
    why: str = field(default="", repr=False)
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        arguments.text(self.form, "decision: form")
        if not any(c.isalnum() for c in self.form):
            raise UsageError("decision: form: it has neither a letter nor a digit")
        arguments.flag(self.mask, "decision: mask")
        if self.document is not None:
            arguments.text(self.document, "decision: document")
        object.__setattr__(self, "type", fine_type(arguments.text(self.type, "decision: type")))
        arguments.text(self.by, "decision: by", blank=True)
        arguments.text(self.why, "decision: why", blank=True)


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that is in force in a document: the ``forms`` that it is about, and the ``spans`` where they stand."""

    decision: Decision
    forms: tuple[str, ...] = field(repr=False)
    spans: tuple[Span, ...]


class Told(Protocol):
    """A decision in a file: its line, and the document that it is about (None: all)."""

    @property
    def line(self) -> int:
        """The line of the decision in its file."""

    @property
    def document(self) -> str | None:
        """The id of the one document; None: all."""


def unused_decisions(
    decisions: Iterable[tuple[str, Told]], used: Set[int], documents: Set[str], failed: Set[str]
) -> list[UnusedDecision]:
    """Return the decisions, each with what it says in a word, that came to nothing in a run, by their lines: what a
    person may have mistyped.

    ``used`` are the lines of those whose form stands in a document; ``documents`` the ids of the run, ``failed`` those
    of them that could not be done.
    """
    rows: dict[int, UnusedDecision] = {}
    for what, decision in decisions:
        if decision.line in used:
            continue
        if decision.document is None:
            reason = "its form stands in no document"
        elif decision.document not in documents:
            reason = "there is no such document"
        elif decision.document in failed:
            reason = "its document failed"
        else:
            reason = "its form does not stand in its document"
        rows.setdefault(decision.line, UnusedDecision(line=decision.line, decision=what, reason=reason))
    return [rows[line] for line in sorted(rows)]


def read_decisions(path: str | Path, types: Iterable[str] = ()) -> tuple[Decision, ...]:
    """Return decisions from JSON lines: ``{"form": ..., "decision": "keep" or "mask", "document"?, "type"?, "by"?,
    "why"?}``.

    ``types`` are known besides the shipped ones. Raises :class:`UsageError` that names the line: of what is no such
    line, of unknown keys and types, of a second line that says something else of the same form in the same documents,
    and of a file without any decision.
    """
    file = arguments.path(path, "decisions")
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, ValueError) as error:
        raise UsageError(f"decisions {file}: {unreadable(error)}") from error
    known = {*TYPES, *map(fine_type, types)}
    decisions: dict[tuple[str, str | None], tuple[int, Decision]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"decisions {file}, line {number}"
        decision = _decision(line, number, place, known)
        key = (" ".join(lower_same_length(decision.form).split()), decision.document)
        before, first = decisions.get(key, (number, decision))
        if (first.mask, first.mask and first.type) != (decision.mask, decision.mask and decision.type):
            raise UsageError(
                f"{place}: says something else of the form in line {before}; leave one of the two lines"
            )
        decisions[key] = (number, decision)
    if not decisions:
        raise UsageError(f"decisions {file}: it holds no decision")
    return tuple(decision for _, decision in decisions.values())


def _decision(line: str, number: int, place: str, known: Iterable[str]) -> Decision:
    """Return the decision of one line."""
    try:
        pairs = json.loads(line, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError) as error:
        raise UsageError(f'{place}: needs {{"form": ..., "decision": "keep" or "mask"}}') from error
    if not isinstance(pairs, _Pairs):
        raise UsageError(f'{place}: needs {{"form": ..., "decision": "keep" or "mask"}}')
    row: dict[str, Any] = {}
    for key, value in pairs:
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS) or f"; possible: {', '.join(_KEYS)}"
            raise UsageError(f"{place}: {key!r} is an unknown key{hint}")
        if key in row:
            raise UsageError(f"{place}: {key!r} stands twice")
        row[key] = value
    if "form" not in row or "decision" not in row:
        raise UsageError(f'{place}: needs {{"form": ..., "decision": "keep" or "mask"}}')
    verdict = arguments.one_of(row.pop("decision"), ("keep", "mask"), f"{place}: decision")
    document = row.pop("document", None)
    if isinstance(document, int) and not isinstance(document, bool):
        document = str(document)  # ids that are numbers
    label = arguments.text(row.pop("type", "MISC"), f"{place}: type")
    if fine_type(label) not in known:
        raise UsageError(
            f"{place}: {label!r} is no type that is known{did_you_mean(label, known)}; sanitizer types lists them"
        )
    try:
        return Decision(row.pop("form"), verdict == "mask", document, label, line=number, **row)
    except UsageError as error:
        raise UsageError(f"{place}: {str(error).removeprefix('decision: ')}") from error


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of a JSON object, as they stand."""


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
        """Return the same as decisions about forms are told."""
        own = Decision(self.form, self.act != "keep", self.document, self.type, self.by, self.why, self.line)
        return Decided(own, (self.form,), (self.span,))


def places_in(places: Iterable[AtPlace], document: str, text: str) -> tuple[AtPlace, ...]:
    """Return the decisions about places of a document. Raises DocumentError where other words stand there; a line break
    of the file may be read as a blank."""
    own = tuple(place for place in places if place.document == document)
    for place in own:
        if place.span.of(text).split() != place.form.split() or (place.other and place.other.end > len(text)):
            raise DocumentError(
                f"the decision of line {place.line} is about characters {place.span.start} to {place.span.end}, where "
                "another text stands: the decisions were made on another version of the document"
            )
    return own


def regrouped(mentions: Sequence[Mention], places: Iterable[AtPlace]) -> tuple[Mention, ...]:
    """Return mentions with the entities that persons merged and split, in the order of their lines; a mention is
    meant by every place that shares a character with it."""
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
