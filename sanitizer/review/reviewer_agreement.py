"""Compare what several reviewers decided blind: how far they agree, where they do not, and which of them is taken."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from sanitizer.check.report import DocumentReport, DocumentTold
from sanitizer.control.log.chain import Log
from sanitizer.control.log.event import Event
from sanitizer.control.log.replay import not_undone, says, subjects_of

_OWN: Final = ("forms", "type", "to", "reason", "why")


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two reviewers agree: F1 of the spans that their results change, and Cohen's kappa of what stands for
    those (None: nothing to compare)."""

    first: str
    second: str
    span_f1: float | None
    kappa: float | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Something of which reviewers say different things: who (None: no decision) by which event."""

    document: str | None = field(repr=False)
    form: str = field(repr=False)
    said: Mapping[str, Event | None] = field(repr=False)


def agreement(results: Mapping[str, Sequence[DocumentTold]]) -> tuple[Agreement, ...]:
    """Return each pair of reviewers, from the results of all documents under the decisions of each, in the same
    order."""
    found = []
    for first, second in combinations(sorted(results), 2):
        ours, theirs = _choices(results[first]), _choices(results[second])
        both = len(ours.keys() & theirs.keys())
        total = len(ours) + len(theirs)
        found.append(Agreement(first, second, 2 * both / total if total else None, kappa(ours, theirs)))
    return tuple(found)


def _choices(results: Sequence[DocumentTold]) -> dict[tuple[int, int, int], str]:
    """Return what stands for each changed span, by document, start and end."""
    return {
        (number, change.span.start, change.span.end): change.replacement
        for number, report in enumerate(results)
        if isinstance(report, DocumentReport)
        for change in report.changes
    }


def kappa(ours: Mapping[Any, str], theirs: Mapping[Any, str]) -> float | None:
    """Cohen's kappa of two judgments over all that either of them judged (what one left as it was is a judgment of its
    own); None where there is nothing, 1 where both say the same of all."""
    keys = sorted(ours.keys() | theirs.keys())
    if not keys:
        return None
    pairs = [(ours.get(key), theirs.get(key)) for key in keys]
    seen = sum(a == b for a, b in pairs) / len(pairs)
    left, right = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    chance = sum(left[label] * right[label] for label in left) / len(pairs) ** 2
    return 1.0 if seen == 1.0 else (seen - chance) / (1 - chance)


def _latest(log: Log) -> dict[tuple[Any, ...], Event]:
    """Return the last event in force about each subject of a log."""
    return {key: event for event in not_undone(log.events) for key in subjects_of(event)}


def conflicts(logs: Mapping[str, Log], settled: Log) -> tuple[Conflict, ...]:
    """Return what reviewers say different things of, without what the ``settled`` log decides already. Who decided
    nothing says what the program does, and so does who accepts it."""
    own = {name: _latest(log) for name, log in logs.items()}
    done = _latest(settled)
    subjects: dict[tuple[Any, ...], None] = {}
    for held in own.values():
        subjects.update(dict.fromkeys(key for key in held if key[0] != "accept"))
    found = []
    for key in subjects:
        said = {name: held.get(key) for name, held in own.items()}
        if (
            key not in done
            and ("accept", *key[1:]) not in done
            and len(set(map(_meaning, said.values()))) > 1
        ):
            found.append(Conflict(key[1], next(e.form for e in said.values() if e is not None), said))
    return tuple(found)


def _meaning(event: Event | None) -> Any:
    return None if event is None or event.act == "accept" else says(event)


def agreed(logs: Mapping[str, Log], settled: Log) -> tuple[dict[str, Any], ...]:
    """Return the decisions that all reviewers made alike and the ``settled`` log lacks, as events to add, each once."""
    own = {name: _latest(log) for name, log in logs.items()}
    done = _latest(settled)
    first = next(iter(own.values()), {})
    found: dict[int, dict[str, Any]] = {}
    for key, event in first.items():
        if key not in done and all(key in held and says(held[key]) == says(event) for held in own.values()):
            found.setdefault(event.n, taken(event))
    return tuple(found.values())


def taken(event: Event) -> dict[str, Any]:
    """Return an event of another log as one to add; who made it is said in why."""
    told: dict[str, Any] = {"act": event.act, "far": event.far}
    if event.document is not None:
        told["document"] = event.document
    for name in ("span", "extent"):
        span = getattr(event, name)
        if span is not None:
            told[name] = [span.start, span.end]
    for name in _OWN:
        value = getattr(event, name)
        if value not in (None, ()) and (value or name == "to"):
            told[name] = list(value) if isinstance(value, tuple) else value
    return told


def machine(conflict: Conflict) -> dict[str, Any]:
    """Return an event that takes what the program does in a conflict."""
    event = next(e for e in conflict.said.values() if e is not None)
    told = taken(event)
    told["act"] = "accept"
    for name in ("type", "to", "extent", "why", "reason"):
        told.pop(name, None)
    if told["far"] == "place":
        told["forms"] = list(event.forms[:1])
    return told
