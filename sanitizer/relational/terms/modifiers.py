"""Amounts and lists before a noun: "a 3 hour nap" becomes "a 4-hour to 2-week nap", "an 11 mg tablet" becomes
"a 10 mg, 20 mg or 40 mg tablet"."""

import re
from dataclasses import dataclass
from typing import Final

from sanitizer.relational.terms.mention_wording import BARE_NUMBER, NUMBER, UNITS, Saying
from sanitizer.text.articles import article
from sanitizer.text.edits import Fitted
from sanitizer.text.inflection import WORDS, singular
from sanitizer.text.surroundings import ARTICLES, NOT_MODIFIED
from sanitizer.types import Span

_RANGE: Final = rf"(?:{NUMBER})(?:(?: ?[-–] ?| (?:to|or) )(?:{NUMBER}))?"
_AMOUNT: Final = re.compile(
    rf"(?:(?P<own>an?) )?(?P<number>{_RANGE})[ \xa0‐‑-]?(?P<unit>[^\W\d_]+)", re.IGNORECASE
)
_SINGULAR: Final = {one: many for many, one in UNITS.items()}
_OWN: Final = re.compile(r"an? (?=\w)", re.IGNORECASE)


def before_noun(text: str, span: Span, said: Saying) -> Fitted | None:
    """Return a window of amounts or a list in the place of a mention that stands before a noun, with its article;
    None where the mention stands by itself, or no article and no unit would have to change.

    Args:
        text, span: the original and the mention.
        said: the window ("4 hours to 2 weeks") or the list ("2 weeks, 3 weeks or 4 weeks").
    """
    made = said.wording
    if made.of_age:
        return None
    words = made.words
    around = _look_around(text, span)
    surface = span.of(text)
    amount = _AMOUNT.fullmatch(surface)
    own = (
        bool(amount["own"]) if amount else made.alternatives and bool(_OWN.match(surface)) and not made.counts
    )
    governed = own or around.article is not None
    follows = around.modifies or around.joined
    if amount and follows and _is_modifier(amount, governed):
        words = made.modifier
    elif not (governed and (own or made.alternatives)):
        return None
    if not governed:
        return Fitted(span, words)
    start = span.start if own or around.article is None else around.article.start
    return Fitted(Span(start, span.end), f"{article(words)} {words}")


def after_preposition(text: str, span: Span, said: Saying) -> Fitted | None:
    """Return a window of years behind a word for a point of time: "in 1990" becomes "between 1985 and 1994", "since
    1990" "since some time between 1985 and 1994"; None where the words are no such window or no such word stands
    there."""
    years = said.wording.years
    found = _TIMED.search(text[max(0, span.start - 24) : span.start]) if years else None
    named = text[: span.start].endswith("the ") and BARE_NUMBER.match(span.of(text))  # "the 2016 draft"
    if years is None or found is None or named or _look_around(text, span).modifies:
        return None
    if found["between"]:
        alone = found["between"] == "between" and not text.startswith(" and ", span.end)
        return Fitted(span, f"{years[0]} and {years[1]}" if alone else f"{years[0]}\u2013{years[1]}")
    between = f"between {years[0]} and {years[1]}"
    if found["open"]:
        return Fitted(span, between)
    if found["point"]:
        start = span.start - (len(found[0]))
        between = between.capitalize() if found["point"][0].isupper() else between
        return Fitted(Span(start, span.end), between)
    return Fitted(span, between if found["event"] else f"some time {between}")


_TIMED: Final = re.compile(
    r"(?P<open>\(|\d\s?[-–—]\s?)$|\b(?:(?P<between>between(?: [^ ,.;()]{1,12} and)?)|"
    r"(?P<point>in|on|during)|(?P<event>born|died|dated)|"
    r"since|until|till|by|from|to|before|after|of|and) "
    r"(?:the |early |late |about |around )*$",
    re.IGNORECASE,
)


def as_noun(words: str) -> str:
    """Return an amount as it stands by itself: "8-hour" and "8 hour" are "8 hours" there. Other words as they are."""
    found = _AMOUNT.fullmatch(words)
    if found is None or found["own"] or found["number"].lower() in ("1", "one"):
        return words
    many = _SINGULAR.get(found["unit"].lower())
    return words if many is None else f"{found['number']} {many}"


def _is_modifier(amount: re.Match[str], governed: bool) -> bool:
    """Return whether an amount before a word has the form of a modifier: a singular unit ("two week", "10 mg" as
    well), or any after an article ("a 3 hours nap")."""
    if governed:
        return True
    return amount["unit"].lower() in UNITS.values() and amount["number"].lower() not in ("1", "one")


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around a mention: the indefinite ``article`` before it, and whether the word behind is a noun that it
    ``modifies`` or is ``joined`` to it by a hyphen."""

    article: Span | None
    modifies: bool
    joined: bool


_ARTICLE: Final = re.compile(r"(?<![\w'’.-])an?(?=[ \xa0]+$)", re.IGNORECASE)
_FOLLOWER: Final = re.compile(r"[ \xa0]([^\W\d_][\w'’-]*)")
_JOINED: Final = re.compile(r"[-‐‑]\w")


def _look_around(text: str, span: Span) -> _Around:
    base = max(0, span.start - 80)
    found = _ARTICLE.search(text[base : span.start])
    right = text[span.end : span.end + 40]
    follower = _FOLLOWER.match(right)
    return _Around(
        Span(base + found.start(), base + found.end()) if found else None,
        follower is not None and _is_noun(text, span, follower[1]),
        _JOINED.match(right) is not None,
    )


def _is_noun(text: str, span: Span, word: str) -> bool:
    """Return whether the word after the span is a noun that the span modifies ("the Barcelona *team*"), by its form
    alone."""
    lower = word.lower()
    if lower in NOT_MODIFIED or word.endswith(("n't", "’t", "'ll")):
        return False
    if word[:1].isupper():
        return word.isupper() and 2 <= len(word) <= 4
    if lower.endswith(("ed", "ing", "ly")) and lower not in WORDS["ly_nouns"]:
        return False
    previous = re.search(r"(\w+)\s+$", text[max(0, span.start - 80) : span.start])
    if previous and previous.group(1).lower() in (*ARTICLES, "the"):
        return True
    return singular(word) is not None or not lower.endswith("s")
