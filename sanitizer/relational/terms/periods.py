"""Write the two ends of a period as one: "from 1990 to 1993" is "between 1985 and 1994" where both are in that."""

import re
from typing import Final

from sanitizer.types import Span

_WINDOW: Final = re.compile(r"([12]\d{3}) to ([12]\d{3})")
_THROUGH: Final = re.compile(r"\s?[-–—]\s?| (?:to|until|till|through|and) ")
_LEAD: Final = re.compile(r"\b(?P<lead>from|between) $", re.IGNORECASE)
_FREE: Final = re.compile(r"[(,;:]\s?$|\n$|^$")


def is_period(text: str, first: Span, second: Span) -> bool:
    """Whether two dates of the text are the ends of one period."""
    gap = text[first.end : second.start]
    if not _THROUGH.fullmatch(gap):
        return False
    between = text[: first.start].lower().endswith("between ")
    return between if gap == " and " else True


def as_one(text: str, span: Span, first: str, second: str) -> tuple[Span, str] | None:
    """What the period over `span` becomes, with the characters to change; None where its ends are said one by one.

    Args:
        text, span: the original and the period in it.
        first, second: what its ends become, "" where nothing is told of one.
    """
    if " or " in first or " or " in second:
        return None
    if first and second and first != second:
        ends = _WINDOW.fullmatch(first), _WINDOW.fullmatch(second)
        said = [f"between {w[1]} and {w[2]}" for w in ends if w]
        return (span, f"some time {said[0]} to some time {said[1]}") if len(said) > 1 else None
    lead = _LEAD.search(text[: span.start])
    start = lead.start() if lead else span.start
    window = _WINDOW.fullmatch(first or second)
    if first and second:
        if window is None:
            return None
        if lead is None and not _FREE.search(text[: span.start]):
            return span, first
        words = f"between {window[1]} and {window[2]}"
    else:
        told = f"some time between {window[1]} and {window[2]}" if window else first or second
        told = f"some time in {told}" if told.startswith("the ") else told  # a decade or century
        words = f"from {told}" if first else f"until {told}"
    opens = lead is not None and lead["lead"][0].isupper()
    return Span(start, span.end), words[:1].upper() + words[1:] if opens else words
