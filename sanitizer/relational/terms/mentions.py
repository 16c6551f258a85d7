"""Find the mentions of one text by the first pass of `sanitize`."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from spacy.tokens import Doc

from kb.values.amounts import is_unit, parts
from sanitizer.control.apply_rules import first_pass
from sanitizer.control.rules import Control
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.entity_types import entity_class
from sanitizer.types import EntityClass, Mention, Span

Parser: TypeAlias = Callable[[str], Doc]


def find_mentions(
    doc: Doc, recognizers: Sequence[Recognizer], parse: Parser, control: Control
) -> tuple[Mention, ...]:
    """Return the disjoint mentions of one text as the first pass of `sanitize` finds them: all recognizers and
    rules together, one class for a name, every mention of it. Common attributes are among them: every term of a
    table counts."""
    text = doc.text
    if not text.strip():
        return ()
    found = first_pass(control, doc, recognizers, None, parse)
    found = tuple(_bare(m, text) for m in found)
    whole = (_whole(m, text, found[:i], found[i + 1 :]) for i, m in enumerate(found))
    return tuple(part for m in whole if m is not None for part in _parts(m, text))


_BEFORE: Final = re.compile(r"(?:\d[\d.,:/–—-]*)$")
_BEHIND: Final = re.compile(r"(?:[.,:/–—-]?\d)+\+?|\+")
_RATE: Final = re.compile(r"[ \xa0]?([^\W\d_]+)/([^\W\d_]+)\b")
_POINT: Final = re.compile(r"(?:^|[^\w.])\.$")
_BY_YEAR: Final = re.compile(r"(.*\b[12]\d{3}(?:[-–]\d\d)?)((?: [a-z]+)+)")
_ENDS_IN_NUMBER: Final = re.compile(r"(.*\D) \d[\d.,]*")
_UNIT: Final = re.compile(r"[ \xa0]?([a-z%µ]+)\b")
_SIGN: Final = re.compile(r"&#\d+;")
"""A character of a web page, written by its number."""


def _bare(mention: Mention, text: str) -> Mention:
    """Return the mention without a comma before it, which `sanitize` drops with an apposition, and without marks of
    emphasis around it ("_Nature_"): the same words are one term."""
    start = mention.span.end - len(mention.span.of(text).lstrip(", _*"))
    end = mention.span.start + len(mention.span.of(text).rstrip("_*"))
    return replace(mention, span=Span(start, end)) if start < end else mention


def _whole(
    mention: Mention, text: str, before: Sequence[Mention], after: Sequence[Mention]
) -> Mention | None:
    """Return the mention over a whole number where it is a part of one ("21" of "14–21"), without the noun that a
    year stands before ("2017 season") and without the number of the amount that follows a name ("Lexapro 10 mg");
    None of a sign that is written by its number."""
    span, surface = mention.span, mention.span.of(text)
    if mention.type == "CARDINAL":
        start, end = span.start, span.end
        if left := _BEFORE.search(text[max(0, start - 12) : start]):
            start -= len(left[0])
        if right := _BEHIND.match(text[end : end + 12]):
            end += right.end()
        if _SIGN.search(text[max(0, start - 2) : end + 1]):
            return None
        kind = mention.type
        if (rate := _RATE.match(text, end)) and (is_unit(rate[1]) or is_unit(rate[2])):
            end, kind = rate.end(), "QUANTITY"
        free = not (before and before[-1].span.end > start) and not (after and after[0].span.start < end)
        made = replace(mention, span=Span(start, end), type=kind, entity_class=entity_class(kind))
        return _with_point(made, text) if free else mention
    measured = is_unit(surface.rsplit(" ", 1)[-1].rsplit("-", 1)[-1])
    if measured and mention.type in (
        "MONEY",
        "TIME",
    ):  # pounds weigh as well, "5 hours" is no hour of the day
        kind = "QUANTITY" if mention.type == "MONEY" else "DURATION"
        return replace(mention, type=kind, entity_class=entity_class(kind), generalization=None)
    if mention.type == "DATE" and (year := _BY_YEAR.fullmatch(surface)):
        return (
            mention
            if _is_time(year[2])
            else replace(mention, span=Span(span.start, span.start + year.end(1)))
        )
    if mention.entity_class in _NAMED and (last := _ENDS_IN_NUMBER.fullmatch(surface)):
        unit = _UNIT.match(text, span.end)
        if unit and is_unit(unit[1]):
            return replace(mention, span=Span(span.start, span.start + last.end(1)))
    return _with_point(mention, text) if mention.type == "QUANTITY" else mention


def _with_point(mention: Mention, text: str) -> Mention:
    """Return the mention with a point before its first digit that begins a number (".5 mg")."""
    start = mention.span.start
    begins = text[start : start + 1].isdigit() and _POINT.search(text[max(0, start - 2) : start])
    return replace(mention, span=Span(start - 1, mention.span.end)) if begins else mention


def _is_time(words: str) -> bool:
    """Return whether words behind a year belong to it ("bc", "or 1978" has its own)."""
    return all(len(w) < _NOUN for w in words.split())


_NOUN: Final = 4
_NAMED: Final = (EntityClass.ORG, EntityClass.LOC, EntityClass.MISC)


def _parts(mention: Mention, text: str) -> Iterator[Mention]:
    """Yield the mention, or the two of different scales that it holds ("5'4 and 130 lbs"): each is shared by many,
    both by few."""
    both = (
        parts(mention.span.of(text), mention.type) if mention.entity_class is EntityClass.QUANTITY else None
    )
    if both is None:
        yield mention
        return
    for start, end in both:
        span = Span(mention.span.start + start, mention.span.start + end)
        yield replace(mention, span=span)
