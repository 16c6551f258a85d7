"""Replay the events of a log into what holds now: decisions about forms and places, and what persons chose."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sanitizer.choose.replacement_requests import Chosen
from sanitizer.control.decisions import AtPlace, Decision, read_decisions
from sanitizer.control.log.chain import Log, is_log, read_log
from sanitizer.control.log.event import Event
from sanitizer.control.rules import Control
from sanitizer.text.fold import lower_same_length
from sanitizer.types import Span


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two events (by number) of different persons that say different things of the same; the later one holds."""

    first: int
    then: int


@dataclass(frozen=True, slots=True)
class Decisions:
    """What holds after all events: decisions about ``forms`` and ``places``, what persons ``chosen`` to stand for what,
    the events in force (``active``), and ``conflicts`` between persons."""

    forms: tuple[Decision, ...] = ()
    places: tuple[AtPlace, ...] = ()
    chosen: tuple[Chosen, ...] = ()
    active: tuple[Event, ...] = field(default=(), repr=False)
    conflicts: tuple[Conflict, ...] = ()

    def given_to(self, control: Control) -> Control:
        """Return the control with these decisions."""
        return replace(control, decisions=self.forms, places=self.places, chosen=self.chosen)


def not_undone(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the decisions of a log that are not undone, in order."""
    undone: dict[int, bool] = {}
    for event in events:
        if event.of is not None:
            undone[event.of] = event.act == "undo"
    return tuple(e for e in events if e.of is None and not undone.get(e.n, False))


def present(events: Sequence[Event]) -> Decisions:
    """Return what holds after all events. Of two about the same thing (place or form, and how far) the later one
    holds."""
    active = not_undone(events)
    latest: dict[tuple[Any, ...], Event] = {}
    conflicts = []
    for event in active:
        for key in subjects_of(event):
            before = latest.pop(key, None)
            latest[key] = event
            if before is not None and before.by != event.by and says(before) != says(event):
                conflicts.append(Conflict(before.n, event.n))
    held = {event.n: [] for event in active}  # type: dict[int, list[tuple[Any, ...]]]
    for key, event in latest.items():
        held[event.n].append(key)
    forms: list[Decision] = []
    places: list[AtPlace] = []
    chosen: list[Chosen] = []
    for event in active:
        if event.act != "accept" and held[event.n]:
            own = {key[-1] for key in held[event.n]}
            _replay(event, own, forms, places, chosen)
    return Decisions(tuple(forms), tuple(places), tuple(chosen), active, tuple(dict.fromkeys(conflicts)))


def subjects_of(event: Event) -> Iterator[tuple[Any, ...]]:
    """Yield what an event is about: its place, or each of its forms; what is chosen and which mentions are one are
    questions of their own."""
    about = {"choose": "words", "split": "entity", "merge": "entity", "accept": "accept"}.get(
        event.act, "what"
    )
    if event.far == "place":
        yield (about, event.document, event.span, event.form)
        return
    for form in event.forms:
        yield (about, event.document, None, " ".join(lower_same_length(form).split()))


def says(event: Event) -> tuple[Any, ...]:
    """Return what an event says of its subject, to compare."""
    masks = event.act in ("mask", "mark", "retype", "extent")
    return ("mask" if masks else event.act, event.type if masks else None, event.to, event.extent)


def _replay(
    event: Event, own: set[str], forms: list[Decision], places: list[AtPlace], chosen: list[Chosen]
) -> None:
    """Add what one event says to the lists; ``own`` are the forms for which no later event speaks."""
    if event.far == "place":
        assert event.span is not None and event.document is not None
        _replay_place(event, places, chosen)
        return
    spoken = [f for f in event.forms if " ".join(lower_same_length(f).split()) in own]
    for form in spoken:
        if event.act == "choose":
            chosen.append(Chosen(form, event.to or "", event.document, None, event.by, event.why, event.n))
        else:
            kind = event.type or "MISC"
            forms.append(
                Decision(form, event.act != "keep", event.document, kind, event.by, event.why, event.n)
            )


def _replay_place(event: Event, places: list[AtPlace], chosen: list[Chosen]) -> None:
    assert event.span is not None and event.document is not None
    at = AtPlace(
        event.document, event.span, event.form, "mask", event.type or "MISC",
        by=event.by, why=event.why, line=event.n,
    )  # fmt: skip
    if event.act == "choose":
        places.append(replace(at, act="split"))
        chosen.append(
            Chosen(event.form, event.to or "", event.document, event.span, event.by, event.why, event.n)
        )
    elif event.act == "merge":
        places.append(replace(at, act="merge", other=event.extent))
    elif event.act == "extent":
        places.extend(_extended(event, at))
    else:
        places.append(replace(at, act=event.act if event.act in ("keep", "split") else "mask"))


def _extended(event: Event, at: AtPlace) -> Iterator[AtPlace]:
    """Yield the mention at its new extent, where the second form stands, and what is left of the old one kept."""
    old, new = event.span, event.extent
    assert old is not None and new is not None
    yield replace(at, span=new, form=event.forms[1] if len(event.forms) > 1 else event.form)
    for start, end in ((old.start, min(old.end, new.start)), (max(old.start, new.end), old.end)):
        words = event.form[max(0, start - old.start) : max(0, end - old.start)]
        bare = words.strip()
        if start < end and any(c.isalnum() for c in bare):
            first = start + words.index(bare)
            yield replace(at, span=Span(first, first + len(bare)), form=bare, act="keep")


def read_given(path: str | Path, types: Iterable[str] = ()) -> Decisions:
    """Return the decisions in a file: a log, or lines of forms (:func:`read_decisions`). Raises UsageError."""
    known = tuple(types)
    if is_log(Path(path)):
        return present(read_log(Path(path), known).events)
    return Decisions(forms=read_decisions(path, known))


__all__ = ["Conflict", "Decisions", "Log", "not_undone", "present", "read_given", "says", "subjects_of"]
