"""Amounts, numbers and periods of which nothing may be told: "at least two days" -> "a period", "the final 11 games" ->
"the final games"."""

import re
from typing import Final

from sanitizer.say.dropping import dropped
from sanitizer.text.edits import Fitted
from sanitizer.text.inflection import indefinite
from sanitizer.text.surroundings import ARTICLES, DETERMINERS, Surroundings, look_around, says_many
from sanitizer.types import Span

_LATER: Final = re.compile(r" (?P<how>later|earlier|ago|before|afterwards?|afterward)$")
_BOUNDS: Final = re.compile(
    r"\b(?:at least|at most|about|around|approximately|over|under|more than|less than|up to|nearly|almost|some|only|"
    r"just) $",
    re.I,
)
_ORDER: Final = frozenset({"next", "last", "past", "first", "previous", "following", "final"})
_PAST: Final = re.compile(r"\bthe (?:past|last) $")


def fit_measure(text: str, span: Span, label: str, around: Surroundings) -> Fitted | None:
    """One value of several units stays one: "at least two days" -> "a period", "a two-year term" -> "a term"."""
    if around.joined_left or around.joined_right:
        return _joined_measure(text, span, around)
    if says_many(around):
        return None
    if label in ("number", "quantity") and around.previous == "at" and span.of(text).isalnum():
        return Fitted(span, "some point")  # "made his debut at 16"
    if label in ("number", "quantity"):
        if around.previous == "aged":  # "aged 18"
            return Fitted(Span(around.before[0][1].start, span.end), "of some age")
        if re.match(r" (?:other|more|further|additional|different|such)\b", text[span.end : span.end + 12]):
            return Fitted(Span(span.start, span.end), "several")  # "45 other bodies"
        if label == "number" and _counts_lower_plural(text, span, around):
            return Fitted(Span(span.start, span.end), "several")  # "5000 fixed lines"
        if counted := _counted(text, span, around):
            return counted
    if around.modified:
        ordinal = label == "rank" and around.previous in DETERMINERS  # "in their 13th season"
        return dropped(text, span, around) if ordinal or re.search(r"[-‐‑][^\W\d]", span.of(text)) else None
    if label == "period" and (adverb := _LATER.search(span.of(text))):
        return Fitted(span, f"some time {adverb['how']}")
    if label == "period" and (past := _PAST.search(text[max(0, span.start - 16) : span.start])):
        return Fitted(Span(span.start - len(past[0]), span.end), "some time")  # "for the past two decades"
    if label == "number" and around.previous == "of":  # "a population of 240"
        return Fitted(span, "some number")
    start = span.start
    bounds = _BOUNDS.search(text[max(0, span.start - 20) : span.start])
    if bounds:
        start -= len(bounds[0])
    elif around.previous in ARTICLES:
        start = around.before[0][1].start
    elif (
        around.previous in DETERMINERS
        or around.previous in _ORDER
        or around.previous.endswith(("'s", "’s", "s'"))
        or _is_governed(around)
    ):  # "the actual $5,000"
        return Fitted(span, label)
    return Fitted(Span(start, span.end), indefinite(label))


def _joined_measure(text: str, span: Span, around: Surroundings) -> Fitted | None:
    """A value within a compound goes with it: "an under-16 team" -> "a team", "a 2500-year-old city" -> "a city"."""
    under = re.search(r"\b(?:[Uu]nder|[Oo]ver|U)[-‐‑]$", text[max(0, span.start - 6) : span.start])
    old = re.match(r"[-‐‑]old\b", text[span.end : span.end + 5])
    if not (under or old):
        return None
    whole = Span(span.start - len(under[0]) if under else span.start, span.end + (old.end() if old else 0))
    again = look_around(text, whole, None)
    if under and (more := re.match(r" (?:and|or) (?=[Uu]nder[-‐‑]\d)", text[whole.end : whole.end + 13])):
        return Fitted(Span(whole.start, whole.end + more.end()), "")
    return (
        dropped(text, whole, again)
        if re.match(r" (?!and |or |to )[a-z]", text[whole.end : whole.end + 5])
        else None
    )


_LOWER_PLURAL: Final = re.compile(r" (?P<first>[a-z]+(?:ed|al|ic|ous|ive|ary))(?: [a-z-]+){0,2} [a-z]{2,}s\b")


def _counts_lower_plural(text: str, span: Span, around: Surroundings) -> bool:
    """Whether digits stand before an adjective and a plural in small letters."""
    behind = _LOWER_PLURAL.match(text, span.end)
    return (
        bool(behind) and span.of(text)[:1].isdigit() and around.previous not in ("a", "the", "number", "no")
    )


_COUNTED: Final = re.compile(r"[\w.,-]+ (?P<noun>(?:[a-z-]+ ){0,2}[a-z]+s)")
_FAR: Final = re.compile(
    r"[\w.,-]+ ?(?:km|kilomet(?:er|re)s?|mi|miles?|m|met(?:er|re)s?|yards?|feet|ft|nautical miles?)"
)


def _counted(text: str, span: Span, around: Surroundings) -> Fitted | None:
    """What is counted stays where a determiner or "total of" governs it: "the final 11 games" -> "the final games"; a
    way is "some distance"."""
    surface = span.of(text)
    if _FAR.fullmatch(surface) and re.match(
        r" (?:(?:north|south|east|west)|from|away|off|up|down|above|below)", text[span.end : span.end + 8]
    ):
        return Fitted(span, "some distance")
    counted = _COUNTED.fullmatch(surface)
    if counted is None or _FAR.fullmatch(surface):
        return None
    if around.previous in DETERMINERS or around.previous in _ORDER or around.previous == "the":
        return Fitted(span, counted["noun"])
    total = re.search(r"\btotal of $", text[max(0, span.start - 9) : span.start])
    return Fitted(span, f"several {counted['noun']}") if total else None


def _is_governed(around: Surroundings) -> bool:
    """Whether an adjective with a determiner stands before the span ("the *actual* amount")."""
    if len(around.before) < 2 or not around.previous.endswith(
        ("al", "ous", "ive", "ent", "ant", "ic", "ful", "ial", "ed", "ing")
    ):
        return False
    return around.before[1][0].lower() in (*ARTICLES, *DETERMINERS)
