"""Identifiers that hold a digit: which kinds begin at a word, and which of them fits best.

A kind is asked only where a word with its head (so many letters, then so many digits) begins, so that the cost is
linear in the text and hardly grows with the number of kinds.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sanitizer.recognize.identifiers.cards_and_accounts import MONEY
from sanitizer.recognize.identifiers.case_numbers import case_number
from sanitizer.recognize.identifiers.devices_and_vehicles import THINGS
from sanitizer.recognize.identifiers.kinds import CONTEXT_LEFT, CONTEXT_RIGHT, Kind
from sanitizer.recognize.identifiers.national_ids import NATIONAL_KINDS, STATES
from sanitizer.recognize.identifiers.phones import phone
from sanitizer.recognize.identifiers.postcodes import POSTCODES
from sanitizer.text.anchors import Anchors
from sanitizer.values.found_values import Found

_RAISE: Final = 0.45

EVERY: Final = (*MONEY, *STATES, *THINGS, *POSTCODES, *NATIONAL_KINDS)
"""All kinds with a form that holds a digit."""


@dataclass(frozen=True)
class Compiled:
    """A kind with its patterns compiled."""

    kind: Kind
    match: Callable[[str, int], re.Match[str] | None]
    context: re.Pattern[str] | None
    against: re.Pattern[str] | None


COMPILED: Final = tuple(
    Compiled(
        kind,
        re.compile(f"(?:{kind.pattern})(?![^\\W_])").match,
        re.compile(kind.context, re.IGNORECASE) if kind.context else None,
        re.compile(kind.against, re.IGNORECASE) if kind.against else None,
    )
    for kind in EVERY
)


@lru_cache(maxsize=4096)
def _kinds(letters: int, digits: int) -> tuple[Compiled, ...]:
    """Return the kinds whose first word may begin with so many letters and then so many digits."""
    return tuple(c for c in COMPILED if letters in c.kind.letters and digits in c.kind.digits)


_HEAD: Final = re.compile(r"([A-Za-z]*)(\d*)")
# Behind a number: it stands alone, and is no part of a longer code.
_ALONE: Final = re.compile(r"[.,;:)\]]?(?:\Z|\s(?:[a-z]|[A-Z][a-z]))")
_SHORT: Final = tuple(
    c
    for c in COMPILED
    if c.kind.type == "CARD_SECURITY" or (c.kind.type == "POSTCODE" and 4 in c.kind.digits)
)


_INSIDE: Final = frozenset("°+/_-")
"""Marks inside of numbers that have letters too."""
_SHORT_STEMS: Final = (
    "cvv", "cvc", "security code", "verification code", "post", "zip", "plz", "cp", "cap", "código", "codigo",
    "psc", "psč", "kod pocztowy", "irányítószám", "poštan", "poštna", "eircode", "pin", "cep", "sihtnumber", "indeks",
    "〒", "address", "amsterdam", "rotterdam", "den haag", "utrecht", "straat", "netherlands",
)  # fmt: skip
"""What the words beside a number of `_SHORT` hold, without which it is none."""


def _is_asked(text: str, start: int, end: int) -> bool:
    """Return whether one of the words stands near that a number of `_SHORT` needs."""
    near = text[max(0, start - CONTEXT_LEFT) : end + CONTEXT_RIGHT].lower()
    return not near.isascii() or any(map(near.__contains__, _SHORT_STEMS))


def _goes_on(text: str, end: int) -> bool:
    """Return whether one or two digits may be the first of a longer number: another one, a letter or a mark of such
    a number stands behind them, or behind the next character."""
    return any(char.isalnum() or char in _INSIDE for char in text[end : end + 2])


def _words_with_digits(anchors: Anchors) -> Iterator[int]:
    """Yield where words with a digit begin: positions after which ASCII letters, then digits follow."""
    text, last = anchors.text, -1
    for start, end in anchors.numbers:
        floor = max(last, start - 40, 0)
        while start > floor and (text[start - 1].isalnum()):
            start -= 1
        if start <= last or (start and text[start - 1].isalnum()):
            continue
        if start > 1 and text[start - 1] in " -." and text[start - 2].isupper():
            # the capitals before may belong to it
            begin = start - 1
            while begin > max(last, start - 6, 0) and text[begin - 1].isupper():
                begin -= 1
            if begin > last and not (begin and text[begin - 1].isalnum()):
                yield begin
        last = start
        yield start
        # a word may go on after an underscore or hyphen; those positions come from the next run of digits
        last = max(last, min(end, len(text)) - 1)


def _scored(text: str, start: int, end: int, candidate: Compiled) -> float:
    kind = candidate.kind
    score = kind.score
    if candidate.context is None and candidate.against is None:
        return score
    left = text[max(0, start - CONTEXT_LEFT) : start]
    right = text[end : end + CONTEXT_RIGHT]
    if candidate.context is not None and (candidate.context.search(left) or candidate.context.search(right)):
        score = min(1.0, score + _RAISE)
    if candidate.against is not None and (candidate.against.search(left) or candidate.against.search(right)):
        score -= _RAISE
    return score


def _best(text: str, start: int, candidates: Iterable[Compiled]) -> Found | None:
    """Return the identifier at a place that has the best score, the longest among equals."""
    best: Found | None = None
    for candidate in candidates:
        match = candidate.match(text, start)
        if match is None:
            continue
        end = match.end()
        floor = best.score if best else 0.0
        if candidate.kind.score + (_RAISE if candidate.context else 0.0) < floor:
            continue
        score = _scored(text, start, end, candidate)
        if score < 0.5 or (best and (score, end) <= (best.score, best.end)):
            continue
        if candidate.kind.valid is None or candidate.kind.valid(match.group()):
            best = Found(start, end, candidate.kind.type, score)
    return best


def numbered(anchors: Anchors) -> Iterator[Found]:
    """Yield identifiers that contain a digit, at most one per place: the best by score, then by length."""
    text, done = anchors.text, 0
    for start in _words_with_digits(anchors):
        if start < done:
            continue
        head = _HEAD.match(text, start)
        best: Found | None = None
        alone = False
        if head:
            letters, digits = head.end(1) - start, head.end() - head.end(1)
            alone = (
                not letters
                and digits < 5
                and text[start - 1 : start] != "+"
                and _ALONE.match(text, head.end()) is not None
            )
            if alone and digits < 3:
                continue
            if alone:
                best = _best(text, start, _SHORT) if _is_asked(text, start, head.end()) else None
            elif letters or digits > 2 or _goes_on(text, head.end()):
                best = _best(text, start, _kinds(letters, digits))
        for other in () if alone else (phone(text, start), case_number(text, start)):
            if other and (best is None or (other.score, other.end) > (best.score, best.end)):
                best = other
        if best:
            yield best
            done = best.end
