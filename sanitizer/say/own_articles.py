"""Settle the articles of replacements beside each other: one for both, none behind a word that governs."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.say.adjoining import between, free_from, label_of
from sanitizer.text.edits import Change
from sanitizer.text.inflection import article
from sanitizer.types import Span

_ARTICLE: Final = re.compile(r"an? ", re.IGNORECASE)
_CENTURY: Final = re.compile(r"(\d(?:st|nd|rd|th)) century$")
_NATION: Final = r"[A-Z][a-z]+(?:an|ish|ese|ch)"
_ADJECTIVE: Final = re.compile(rf"(?P<before>\S+) (?P<nation>{_NATION}) $")
_DETERMINERS: Final = frozenset(["the", "a", "an", "his", "her", "its", "their"])
_GOVERNS: Final = re.compile(r"(?:^|[\s-])(?:\d{4}s?|\d\d?(?:st|nd|rd|th)[ -]century|\w+['’]s)$")
# A year that belongs to the name behind it has the determiner of that name: "the 1820 election", but "in 1820 a court".
_YEAR_OF: Final = re.compile(
    r"\b(?:the|an?|his|her|its|their|this|that) (?:[A-Z][A-Za-z]+ )?\d{4}(?:\s?[-–/]\s?\d{1,4})?$",
    re.IGNORECASE,
)
_EVENTS: Final = frozenset(
    {"contest", "event", "competition", "tournament", "festival", "election", "championship", "game"}
)
_YEAR_OWN: Final = re.compile(r"\b(?:for|of|at|with) $")


def after_words_that_govern(text: str, changes: Sequence[Change]) -> list[Change]:
    """No second article: "the 2010s a festival" -> "the 2010s festival", "the country's a state" -> "the country's
    state", "by Canadian a singer" -> "by a Canadian singer"."""
    done: list[Change] = []
    for change in changes:
        before = done[-1] if done else None
        if label_of(change) and before is not None and between(text, before, change) in ("", " ", "\xa0"):
            first = _governing(text, before, between(text, before, change), _is_event(change))
            if first is not None:
                done[-1] = first
                change = replace(change, replacement=_ARTICLE.sub("", change.replacement))
        elif label_of(change):
            change = _behind_nation(text, change, free_from(done))
        done.append(change)
    return done


def _governing(text: str, change: Change, gap: str, event: bool) -> Change | None:
    """What stands right before a name (of an `event` or not), as it is where it governs the article; None where the
    name keeps its own."""
    words = change.replacement
    if not gap:  # "A 19-year-old Walt Disney"
        return change if re.search(r"(?:^|\s)an? $", words, re.IGNORECASE) else None
    said = replace(change, replacement=_CENTURY.sub(r"\1-century", words))
    left = text[max(0, change.span.start - 10) : change.span.start]
    year_of = _YEAR_OF.search(text[max(0, change.span.start - 8) : change.span.end])
    if _GOVERNS.search(words) and (year_of or re.search(r"['’]s$", words)):
        return said
    listed = event and left.endswith((", ", " and "))  # "the 1983 Games, 1985 Games and"
    year = (
        words.startswith("the ") and (listed or _YEAR_OWN.search(left)) and change.span.of(text)[:1].isdigit()
    )
    if not year and not re.fullmatch(rf"{_NATION}|(?:early |mid-|late )?\d{{4}}s", words):
        return None  # "for 2016 World Cup", "by Korean soprano Ek", "the nationwide 2016 elections"
    if left.rstrip().rpartition(" ")[2].lower() in _DETERMINERS or not (year or words[:1].isupper()):
        return said
    bare = said.replacement.removeprefix("the ")
    return replace(change, replacement=f"{article(bare)} {bare}")


def _is_event(change: Change) -> bool:
    return label_of(change).rpartition(" ")[2] in _EVENTS


def _behind_nation(text: str, change: Change, free: int) -> Change:
    """A name behind an adjective that stays: "by Canadian a singer" -> "by a Canadian singer"."""
    found = _ADJECTIVE.search(text, max(free, change.span.start - 30), change.span.start)
    if found is None or change.span.of(text)[:1].isspace():
        return change
    bare = _ARTICLE.sub("", change.replacement)
    if found["before"].lower() in _DETERMINERS:
        return replace(change, replacement=bare)
    nation = found["nation"]
    if not found["before"].islower():
        return change
    words = f"{article(nation)} {nation} {bare}"
    return replace(change, span=Span(found.start("nation"), change.span.end), replacement=words)
