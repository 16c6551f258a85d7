"""Replacements of a text seen together: no stutter, and two entities that stay two."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final, Protocol, TypeVar

from sanitizer.inflection import is_fixed, plural
from sanitizer.surroundings import look_around
from sanitizer.types import Span

_LINK: Final = re.compile(r"\s*(?:,\s*(?:and\b)?|\band\b|&)\s*")
_NUMBERS: Final = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS: Final = (
    "",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
_INDEFINITE: Final = re.compile(r"(an?) (.+?)(['’]s)?$", re.IGNORECASE | re.DOTALL)
_SENTENCE: Final = re.compile(r"[.!?][\"'”’)]*\s|\n\s*\n")


class Replaced(Protocol):
    """A change as the rewriting stage has it; a frozen dataclass."""

    @property
    def span(self) -> Span:
        """The characters of the input."""

    @property
    def replacement(self) -> str:
        """What is written there."""

    @property
    def kind(self) -> str:
        """``sensitive`` or ``risky``."""

    @property
    def reference(self) -> int:
        """The number of the entity or term."""


R = TypeVar("R", bound=Replaced)


def smooth(text: str, changes: Sequence[R], *, numbered: bool = False) -> list[R]:
    """Sorted, disjoint changes with their stutter removed. Spans may grow over the commas between them.

    - A list of equal replacements becomes one: "a city, a city and a city" -> "three cities" (the later
    changes are kept, with nothing to write).
    - An entity that comes again is "the city" where no other of the text has these words; within a sentence,
    another entity with the same words is "another city".
    - With ``numbered``, entities that share their words are told apart in the whole text: "a city", "a second
    city", then "the first city", "the second city".
    """
    if numbered:
        return _numbered(changes)
    merged = _merge_lists(text, changes)
    return _told_apart(merged, text)


def _entity(change: Replaced) -> tuple[str, int]:
    return change.kind, change.reference


def _label(change: Replaced) -> str:
    match = _INDEFINITE.match(change.replacement)
    return "" if match is None else match.group(2)


def _merge_lists(text: str, changes: Sequence[R]) -> list[R]:
    done: list[R] = []
    at = 0
    while at < len(changes):
        end = at + 1
        label = _label(changes[at])
        while label and end < len(changes) and _follows(text, changes[end - 1], changes[end], label):
            end += 1
        run = changes[at:end]
        whole = len({_entity(c) for c in run})
        if len(run) > 2 or (len(run) == 2 and re.search("and|&", _between(text, run[0], run[1]))):
            done += _as_one(run, label, whole)
        else:
            done += run
        at = end
    return done


def _follows(text: str, before: Replaced, after: Replaced, label: str) -> bool:
    plain = before.replacement.endswith(label) and after.replacement.endswith(label)  # no possessive
    return _label(after) == label and plain and bool(_LINK.fullmatch(_between(text, before, after)))


def _between(text: str, before: Replaced, after: Replaced) -> str:
    return text[before.span.end : after.span.start]


def _as_one(run: Sequence[R], label: str, entities: int) -> list[R]:
    count = _NUMBERS[entities] if entities < len(_NUMBERS) else "several"
    words = f"{count} {plural(label)}" if entities > 1 else run[0].replacement
    if run[0].replacement[0].isupper():
        words = words[0].upper() + words[1:]
    first: Any = run[0]
    done = [replace(first, replacement=words)]
    for before, change in pairwise(run):
        later: Any = change
        done.append(replace(later, span=Span(before.span.end, change.span.end), replacement=""))
    return done


def _told_apart(changes: list[R], text: str) -> list[R]:
    """ "the city" for the same entity again, where no other has these words; within a sentence "another
    city".
    """
    bearers: dict[str, set[tuple[str, int]]] = {}
    for change in changes:
        bearers.setdefault(_label(change), set()).add(_entity(change))
    done: list[R] = []
    told: set[str] = set()
    near: dict[str, list[tuple[str, int]]] = {}
    position = 0
    for change in changes:
        if _SENTENCE.search(text[position : change.span.start]):
            near.clear()
        position = change.span.end
        label = _label(change)
        known = near.setdefault(label, [])
        if not label or is_fixed(label) or _is_modifier(text, change):  # "a city hotel"
            done.append(change)
            continue
        if len(bearers[label]) == 1:
            done.append(_reworded(change, f"the {label}") if label in told else change)
        elif _entity(change) in known:
            done.append(_reworded(change, f"the {label}") if len(known) == 1 else change)
        else:
            done.append(_reworded(change, f"another {label}") if len(known) == 1 else change)
            known.append(_entity(change))
        told.add(label)
    return done


def _numbered(changes: Sequence[R]) -> list[R]:
    order: dict[str, dict[tuple[str, int], int]] = {}
    for change in changes:
        label = _label(change)
        if label:
            numbers = order.setdefault(label, {})
            numbers.setdefault(_entity(change), len(numbers) + 1)
    done: list[R] = []
    told: set[tuple[str, int]] = set()
    for change in changes:
        label = _label(change)
        if not label:
            done.append(change)
            continue
        number, total = order[label][_entity(change)], len(order[label])
        first = _entity(change) not in told
        told.add(_entity(change))
        if total == 1:
            done.append(change if first else _reworded(change, f"the {label}"))
        elif first and number == 1:
            done.append(change)
        elif number < len(_ORDINALS):
            done.append(_reworded(change, f"{'a' if first else 'the'} {_ORDINALS[number]} {label}"))
        else:
            done.append(_reworded(change, f"{label} {number}"))
    return done


def _is_modifier(text: str, change: Replaced) -> bool:
    """Whether the replacement stands before the noun that it modifies ("a city hotel")."""
    return change.replacement.endswith(_label(change)) and bool(look_around(text, change.span, None).modified)


def _reworded(change: R, words: str) -> R:
    if change.replacement[0].isupper():
        words = words[0].upper() + words[1:]
    match = _INDEFINITE.match(change.replacement)
    old: Any = change
    new: R = replace(old, replacement=words + ((match.group(3) or "") if match else ""))
    return new
