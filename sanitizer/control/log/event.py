"""One decision of a person as an event: who, when, about what, how far, what, and why; its line in the log."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from sanitizer.common import arguments
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.recognize.entity_types import TYPES, fine_type
from sanitizer.types import Span

_ALL: Final = ("place", "entity", "document", "collection")
FAR: Final[Mapping[str, tuple[str, ...]]] = {
    "accept": _ALL,
    "keep": _ALL,
    "mask": _ALL,
    "retype": _ALL,
    "choose": _ALL,
    "extent": ("place",),
    "mark": ("place",),
    "merge": ("place",),
    "split": ("place",),
    "done": ("document",),
    "pass": ("document",),
    "sample": ("document",),
    "undo": ("event",),
    "redo": ("event",),
}
"""How far each act may reach: this place, this entity in its document, a form in its document or in the collection;
``undo`` and ``redo`` are about an event. A document as a whole is ``done`` when a person has read it, may ``pass``
unread, and is drawn as a ``sample`` of those that pass, to be read all the same."""
WHOLE: Final = ("done", "pass", "sample")

_WANTS: Final[Mapping[str, tuple[str, ...]]] = {
    "retype": ("type",),
    "choose": ("to",),
    "extent": ("extent", "type"),
    "mark": ("type",),
    "merge": ("extent",),
    "undo": ("of",),
    "redo": ("of",),
}
_HELD: Final = ("n", "before", "at", "by", "act", "far", "document", "span", "forms", "type", "to", "extent", "of",
                "risk", "reason", "why")  # fmt: skip
REASONS: Final = ("", "public", "wrong class", "no identifier", "too vague", "too telling", "wrong words", "missed",
                  "other")  # fmt: skip
"""The codes of reasons; free text goes into ``why``."""


@dataclass(frozen=True, slots=True)
class Event:
    """What a person decided. ``n`` counts from 1, ``before`` is the hash of the line before; ``at`` is when
    (UTC), ``by`` who; ``far`` how far the ``act`` reaches (:data:`FAR`).

    ``document`` is an id (None: the collection), ``span`` a place of its input, ``forms`` what stands there, first, and
    what else the entity is called; ``type`` a fine type; ``to`` the words that are to stand there ("": nothing);
    ``extent`` the new place of a mention, or the place of the entity to be one with; ``of`` the event to undo or redo;
    ``risk``, of documents that pass unread, the share that may miss an identifier, as it was stated.
    ``repr`` tells no text.
    """

    n: int
    before: str
    at: str
    by: str = field(repr=False)
    act: str
    far: str
    document: str | None = field(default=None, repr=False)
    span: Span | None = None
    forms: tuple[str, ...] = field(default=(), repr=False)
    type: str | None = None
    to: str | None = field(default=None, repr=False)
    extent: Span | None = None
    of: int | None = None
    risk: float | None = None
    reason: str = ""
    why: str = field(default="", repr=False)

    def line(self) -> str:
        """Return the event as one line of JSON, without its end; what is not said is left out."""
        told: dict[str, Any] = {}
        for name in _HELD:
            value = getattr(self, name)
            if value is None or value == () or (value == "" and name in ("reason", "why")):
                continue
            if isinstance(value, Span):
                value = [value.start, value.end]
            told[name] = list(value) if isinstance(value, tuple) else value
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    @property
    def form(self) -> str:
        """What stands at the place; "" where the event is about another event."""
        return self.forms[0] if self.forms else ""


def hash_of(line: str) -> str:
    """Return the hash by which the next line names this one."""
    return hashlib.sha256(line.encode("utf-8", "surrogatepass")).hexdigest()


def event_of(told: Any, place: str, types: Iterable[str] = ()) -> Event:
    """Return the event of a line's object. Raises UsageError with the ``place`` for whatever is wrong; quotes no
    form."""
    if not isinstance(told, Mapping):
        raise UsageError(f"{place}: an event is an object, not {arguments.kind_of(told)}")
    for key in told:
        if key not in _HELD:
            hint = did_you_mean(key, _HELD) or f"; possible: {', '.join(_HELD)}"
            raise UsageError(f"{place}: an unknown key{hint}")
    held = dict(told)
    for name in ("span", "extent"):
        if held.get(name) is not None:
            held[name] = _span(held[name], f"{place}: {name}")
    if "forms" in held:
        if not isinstance(held["forms"], list | tuple):
            raise UsageError(f"{place}: forms: a list is needed, not {arguments.kind_of(held['forms'])}")
        held["forms"] = tuple(arguments.text(form, f"{place}: forms") for form in held["forms"])
    if missing := [f.name for f in fields(Event)[:6] if f.name not in held]:
        raise UsageError(f"{place}: {missing[0]} is missing")
    event = Event(**held)
    _check(event, place, {*TYPES, *map(fine_type, types)})
    return event


def _span(told: Any, place: str) -> Span:
    if isinstance(told, Span):
        return told
    if not isinstance(told, list | tuple) or len(told) != 2:
        raise UsageError(f"{place}: a start and an end are needed")
    start, end = (arguments.whole(value, place, 0) for value in told)
    if start >= end:
        raise UsageError(f"{place}: it ends before it begins")
    return Span(start, end)


def _check(event: Event, place: str, types: set[str]) -> None:
    """Raise UsageError for what is no event."""
    arguments.whole(event.n, f"{place}: n", 1)
    for name in ("before", "at", "by"):
        arguments.text(getattr(event, name), f"{place}: {name}")
    for name in ("document", "to"):
        if getattr(event, name) is not None:
            arguments.text(getattr(event, name), f"{place}: {name}", blank=True)
    _check_characters(event, place)
    arguments.text(event.why, f"{place}: why", blank=True)
    arguments.one_of(event.act, tuple(FAR), f"{place}: act")
    arguments.one_of(event.far, FAR[event.act], f"{place}: far")
    arguments.one_of(event.reason, REASONS, f"{place}: reason")
    for name in _WANTS.get(event.act, ()):
        if getattr(event, name) is None:
            raise UsageError(f"{place}: {event.act} needs {name}")
    if event.type is not None and fine_type(arguments.text(event.type, f"{place}: type")) not in types:
        raise UsageError(
            f"{place}: type: {event.type!r} is no type that is known{did_you_mean(event.type, types)}; "
            "sanitizer types lists them"
        )
    if event.risk is not None:
        arguments.number(event.risk, f"{place}: risk", 0.0, 1.0, above=True)
    if event.far == "event":
        arguments.whole(event.of, f"{place}: of", 1)
        return
    _check_about(event, place)


def _check_characters(event: Event, place: str) -> None:
    """Raise UsageError for halves of characters, which no file holds, and control characters where none belong."""
    told = {name: getattr(event, name) for name in _HELD} | {"forms": " ".join(event.forms)}
    for name, value in told.items():
        if not isinstance(value, str):
            continue
        if any("\ud800" <= c <= "\udfff" or (c < " " and name in ("to", "by")) for c in value):
            raise UsageError(f"{place}: {name}: it holds a character that cannot be written")


def _check_about(event: Event, place: str) -> None:
    """Raise UsageError where an event is about nothing, or about more than it may."""
    if event.act in WHOLE:
        if event.document is None or event.forms:
            raise UsageError(f"{place}: {event.act} is about a whole document")
        return
    if not event.forms or not any(c.isalnum() for c in event.form):
        raise UsageError(f"{place}: forms: what the decision is about is needed, with a letter or a digit")
    if event.far != "collection" and event.document is None:
        raise UsageError(f"{place}: document: only what holds in the collection has none")
    if event.far == "collection" and event.document is not None:
        raise UsageError(f"{place}: document: what holds in the collection has none")
    if event.far == "place" and event.span is None:
        raise UsageError(f"{place}: span: a place is a start and an end")
