"""Dates and ages that begin with a word: months, seasons, feasts, days of the week, quarters, years in words.

:func:`at_word` is asked at the words of :data:`TRIGGERS`, so that one pass over the words of a text finds them all.
"""

import re
from collections.abc import Iterator
from typing import Final

from kb.values.words import MONTHS, NUMBER_WORD, SEASONS, WEEKDAYS, YEAR_IN_WORDS
from sanitizer.text.anchors import Anchors, Led
from sanitizer.text.fold import words
from sanitizer.values.dates_in_numbers import DAY, ERA, LOWER_MONTHS, MONTH_NAMES, YEAR
from sanitizer.values.found_values import Found

_QUARTER: Final = re.compile(r"(?<!\w)Q[1-4](?:,?\s(?:of\s)?|[/-])(?:19|20)\d\d(?!\d)")
_YEAR_IN_WORDS: Final = re.compile(rf"{YEAR_IN_WORDS}(?![\w-]|\s[a-z]+(?:s|ed)\b)", re.IGNORECASE)
_SAYS_WHEN: Final = re.compile(
    r"(?:\b(?:in|since|by|from|until|till|to|of|around|about|before|after|during|early|late|year|born)|[.,;:(?!\n]|^)\s?['’]?$",
    re.IGNORECASE,
)
_FEASTS: Final = (
    "Michaelmas", "Candlemas", "Lammas", "Martinmas", "Whitsun", "Pentecost", "Epiphany", "Ascension", "Hogmanay",
    "Halloween", "Thanksgiving", "Passover", "Purim", "Hanukkah", "Ramadan", "Diwali", "Nowruz",
)  # fmt: skip
"""Feasts that are a date with a year behind them."""
_SEASON: Final = (
    r"(?:[Ss]pring|[Ss]ummer|[Aa]utumn|[Ff]all|[Ww]inter|Christmas(?:\s(?:Eve|Day))?"
    rf"|Easter(?:\s(?:Sunday|Monday))?|New\sYear(?:['’]s\s(?:Eve|Day))?|{'|'.join(_FEASTS)})"
)
_AGE_NUMBER: Final = rf"(?:\d{{1,3}}|{NUMBER_WORD})"
# Month first; a lone month counts when its name can be nothing else, or a preposition says so.
_MONTH_FIRST: Final = re.compile(
    rf"(?:{MONTH_NAMES})(?:\s?[-–/]\s?(?:{MONTH_NAMES})|\s(?:and|to)\s(?:{MONTH_NAMES}))?"
    rf"(?:\s+(?:the\s+)?{DAY}(?:\s?[-–]\s?{DAY}|\s(?:and|to)\s{DAY})?(?:,?\s+(?:of\s+)?{YEAR})?"
    rf"|(?:\s+of)?,?\s+{YEAR}|,?\s['’]\d\d(?!\d)){ERA}?(?!\w)"
)
_LONE_MONTH: Final = re.compile(
    rf"(?:{'|'.join(m for m in MONTHS if m not in ('March', 'May'))}|(?:Jan|Feb|Aug|Sept?|Oct|Nov|Dec)\.)(?!\w)"
)
_LONE_DOUBTFUL: Final = re.compile(r"(?:March|May)\b(?!\s[A-Z])")
_BEFORE_DOUBTFUL: Final = re.compile(
    r"\b(?:in|since|until|till|by|of|early|late|mid|last|next|from|to|and|during|this)[-\s]$"
)
_SEASON_DATE: Final = re.compile(
    rf"{_SEASON}(?:\s(?:and|or|of\sthe)\s{_SEASON})?(?:\s+of)?(?:\s+the\s+year)?,?\s+{YEAR}(?:[-–/]\d\d(?!\d))?"
)
_BEHIND_FEAST: Final = (
    "and|or|but|in|of|at|on|when|with|to|for|we|he|she|they|it|you|was|is|were|are|had|has|that|the|this|because|as|until"
    "|then|after|before|by|last|next|while|since|if|so|from|without|i"
)
_FEAST: Final = re.compile(
    r"(?:Christmas(?:\s(?:Eve|Day))?|Easter(?:\s(?:Sunday|Monday))?)\b(?!\s[A-Z]|[-'’])"
    rf"(?!\s(?!(?:{_BEHIND_FEAST})\b)[a-z])"
)
"""A feast of some year; not one that says what something else is for ("a Christmas dinner")."""
_AGE: Final = re.compile(
    rf"[Aa]ge[ds]?\s(?:(?:of|between|about|around|only|just|over|under|from)\s){{0,2}}({_AGE_NUMBER}(?:\s?[-–]\s?\d{{1,3}}|\s(?:and|to)\s{_AGE_NUMBER})?)\b(?!\s?%)"
)
_NAMED_DAY: Final = Led(
    re.compile(
        r"\b(?:(?i:on|since|until|till|before|after|every|each|next|last)|birthday\s(?:is|was))\s(?:the\s)?"
        rf"(?P<day>(?:(?!(?:{'|'.join(WEEKDAYS)})\b)[A-Z][\w'’]+\s){{1,3}}(?:Day|Eve|(?:{'|'.join(WEEKDAYS)})))(?!\w|['’-]|\s[A-Z])"
    ),
    words("on since until till before after every each next last birthday"),
)
_DAY_OR_EVE: Final = words("Day Eve")
_NAMED: Final = _DAY_OR_EVE.union(WEEKDAYS)
_DAY_OF_YEAR: Final = re.compile(rf"\b(?P<day>(?:[A-Z][\w'’]+\s){{1,3}}(?:Day|Eve),?\s(?:in\s)?{YEAR})")


def _triggers() -> dict[str, str]:
    found: dict[str, str] = {}
    for month in (*MONTHS, *(m[:3] for m in MONTHS), "Sept"):
        found[month] = found[month.upper()] = "month"
    found |= dict.fromkeys(LOWER_MONTHS.split("|"), "month")
    found |= dict.fromkeys((m[:3].lower() for m in MONTHS if m[:3] not in ("Mar", "May")), "short month")
    for season in (*SEASONS, "christmas", "easter", *map(str.lower, _FEASTS)):
        found[season] = found[season.capitalize()] = "season"
    for day in WEEKDAYS:
        found |= dict.fromkeys((day, f"{day}s", day.lower(), f"{day.lower()}s"), "weekday")
    for verb in ("age", "aged", "ages"):
        found[verb] = found[verb.capitalize()] = "age"
    found |= dict.fromkeys(
        ("minute", "hour", "day", "week", "fortnight", "month", "year", "decade", "century"), "period"
    )
    return found


TRIGGERS: Final = _triggers()
"""The words with which a date or an age may begin, each with what it is."""


def at_word(text: str, start: int, end: int, kind: str) -> Found | None:
    """Return the date or age that starts with the trigger word ``text[start:end]``: "May 1991", "aged 36"."""
    if kind == "month":
        match = _MONTH_FIRST.match(text, start)
        if match is None and text[start].islower() and text[start:end] != "august":
            return Found(start, end, "DATE", 0.6)
        if match:
            return Found(start, match.end(), "DATE", 0.95)
        match = _LONE_MONTH.match(text, start)
        if match is None and _BEFORE_DOUBTFUL.search(text[max(0, start - 9) : start]):
            match = _LONE_DOUBTFUL.match(text, start)
        return Found(start, match.end(), "DATE", 0.6) if match else None
    if kind == "short month":
        asked = _BEFORE_DOUBTFUL.search(text[max(0, start - 9) : start])
        return Found(start, end, "DATE", 0.99) if asked else None
    if kind == "season":
        match = _SEASON_DATE.match(text, start)
        match = match or _FEAST.match(text, start)
        return Found(start, match.end(), "DATE", 0.95) if match else None
    if kind == "weekday":
        return Found(start, end, "DATE", 0.5)
    match = _AGE.match(text, start)
    if match is None:
        return None
    return Found(match.start(1) if text[start + 3] == "d" else start, match.end(1), "AGE", 0.85)


def year_in_words(text: str, start: int) -> Found | None:
    """Return the year in words that begins at an offset; one without a unit only where the words before ask for a
    date."""
    match = _YEAR_IN_WORDS.match(text, start)
    if match is None or ("-" not in match.group() and not _SAYS_WHEN.search(text, max(0, start - 10), start)):
        return None
    return Found(start - bool(match["short"]), match.end(), "DATE", 0.8)


def quarters(text: str) -> Iterator[Found]:
    """Yield the quarters of years by their number: "Q3 2020"."""
    for match in _QUARTER.finditer(text) if "Q" in text else ():
        yield Found(match.start(), match.end(), "DATE", 0.85)


def named_days(anchors: Anchors) -> Iterator[Found]:
    """Yield days that have a name: "on Whit Monday", "since Bastille Day"."""
    for match in () if _NAMED.isdisjoint(anchors.cased) else _NAMED_DAY.finditer(anchors):
        yield Found(*match.span("day"), "DATE", 0.6)
    for match in () if _DAY_OR_EVE.isdisjoint(anchors.cased) else _DAY_OF_YEAR.finditer(anchors.text):
        yield Found(*match.span("day"), "DATE", 0.6)
