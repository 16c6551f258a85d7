"""Write the two ends of a period as one: "from 1990 to 1993" is "between 1985 and 1994" where both are in that."""

import re
from collections.abc import Sequence
from typing import Final

from sanitizer.relational.terms.mention_wording import Saying
from sanitizer.text.edits import Fitted
from sanitizer.types import Span

_THROUGH: Final = re.compile(r"\s?[-–—]\s?| (?:to|until|till|through|and) ")
_LEAD: Final = re.compile(r"\b(?P<lead>from|between) $", re.IGNORECASE)
_WHOLE_BRACKETS: Final = re.compile(r"\([^()\n]{0,80}\)")
_FREE: Final = re.compile(r"[(,;:]\s?$|\n$|^$")


def is_period(text: str, first: Span, second: Span) -> bool:
    """Return whether two dates of the text are the ends of one period."""
    gap = text[first.end : second.start]
    if not _THROUGH.fullmatch(gap):
        return False
    between = text[: first.start].lower().endswith("between ")
    return between if gap == " and " else True


def of_life(text: str, names: Sequence[Span], span: Span) -> bool:
    """Return whether a period in brackets is the life of the person with whose name the text begins: "Ann Lee
    (1915-1998)".

    Only other ``names``, and brackets with what they are, may stand between.
    """
    before, at = "", names[0].end
    for name in names[1:]:
        before, at = before + text[at : name.start], name.end
    opened = _WHOLE_BRACKETS.sub("", before + text[at : span.start]).lstrip("_*'\" ")
    begins = not any(c.isalnum() for c in text[: names[0].start])
    return begins and opened.startswith("(") and not any(c.isalnum() or c == ")" for c in opened)


def as_life(
    first: Span, second: Span, birth: Saying | None, death: Saying | None
) -> tuple[Fitted, Fitted] | None:
    """Return what the two ends of a life become, of which nothing is told where there is no saying; None where one
    is a list or both are untold."""
    if (birth or death) is None or any(s.wording.alternatives for s in (birth, death) if s is not None):
        return None
    words = f"died {_when(death)}" if death is not None else ""
    return (
        Fitted(first, born(birth) if birth is not None else ""),
        Fitted(Span(first.end, second.end), f", {words}" if birth is not None and words else words),
    )


def born(said: Saying) -> str:
    """Return the words of a birth."""
    return f"born {_when(said)}"


def _when(said: Saying) -> str:
    years = said.wording.years
    return f"between {years[0]} and {years[1]}" if years else f"in {said.words}"


def as_one(text: str, span: Span, first: Saying | None, second: Saying | None) -> Fitted | None:
    """Return what the period over `span` becomes; None where its ends are said one by one.

    Args:
        text, span: the original and the period in it.
        first, second: what its ends become, None where nothing is told of one.
    """
    if any(said.wording.alternatives for said in (first, second) if said is not None):
        return None
    if first is not None and second is not None and first.words != second.words:
        said = [
            f"between {own[0]} and {own[1]}" for own in (first.wording.years, second.wording.years) if own
        ]
        return Fitted(span, f"some time {said[0]} to some time {said[1]}") if len(said) > 1 else None
    one = first or second
    if one is None:
        return None
    years = one.wording.years
    lead = _LEAD.search(text[: span.start])
    start = lead.start() if lead else span.start
    if first is not None and second is not None:
        if years is None:
            return None
        if lead is None and not _FREE.search(text[: span.start]):
            return Fitted(span, one.words)
        words = f"between {years[0]} and {years[1]}"
    else:
        told = f"some time between {years[0]} and {years[1]}" if years else one.words
        told = f"some time in {told}" if one.wording.the else told  # a decade or century
        words = f"from {told}" if first is not None else f"until {told}"
    opens = lead is not None and lead["lead"][0].isupper()
    return Fitted(Span(start, span.end), words[:1].upper() + words[1:] if opens else words)
