"""The words beside a date that belong to it: those that make it vaguer, and those that say which one is meant."""

import re
from typing import Final

from kb.values.words import ORDINALS, SEASONS
from sanitizer.values.dates_in_numbers import MONTH_NAMES, SHORT_WEEKDAYS, WEEKDAY
from sanitizer.values.found_values import Found

_PART: Final = re.compile(
    r"\b(?:(?:(?:first|second|third|fourth|latter|last|other)\s(?:half|part|quarter|third|days|months|weeks?|weekend)|week|weekend|beginning|start|middle|end|close|summer|autumn|winter|spring)"
    r"\sof(?:\sthe\syear)?|early|late|mid|(?:early|late|mid)-?to-?(?:late|mid))[\s‑-]$",
    re.IGNORECASE,
)
_DAYS_BEFORE: Final = re.compile(
    r"\b(?:on\sthe\s)?(?:(?:[12]\d|3[01]|[1-9])(?:st|nd|rd|th)?(?:,\s|\s(?:and|&|to|or)\s|\s?[-–]\s?)){1,6}$"
)
"""The days of a month before the last of them, which is named with it: "4, 5 and 8 August"."""
_NAMED_MONTH: Final = re.compile(rf"\d(?:st|nd|rd|th)?\s(?:of\s)?(?:{MONTH_NAMES})")
_WHICH: Final = re.compile(
    r"\b(?:(?:the\s)?(?:previous|following|same)|last|next|this|bank\sholiday|the\s(?:night|morning|evening|afternoon|weekend)\sof)\s$",
    re.IGNORECASE,
)
"""Words that say which weekday is meant."""
_NAMED_PERIOD: Final = re.compile(rf"(?:{MONTH_NAMES}|christmas|easter)\b", re.IGNORECASE)
_ORDINAL_WORD: Final = (
    r"(?:twenty[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|thirty[- ]first|thirtieth|twentieth"
    rf"|{'|'.join(o for o in ORDINALS if '-' not in o)})"
)
_WORDED_DAY: Final = re.compile(rf"\b(?:the\s)?{_ORDINAL_WORD}\s(?:day\s)?(?:of\s)?$", re.IGNORECASE)
_DESCRIBED: Final = re.compile(r"\bthe\s[a-z]{3,12}\s$")
"""A month or season of a year and what it was like: "the hot June of 1995"."""
_PART_OF_YEAR: Final = re.compile(rf"(?:{MONTH_NAMES}|{'|'.join(SEASONS)})\b", re.IGNORECASE)
_LONGEST_WORD: Final = 18
_BEFORE: Final = 24
# how the last word before the blank ends, in lower case, where one of the patterns can hold
_ENDS_PART: Final = ("of", "year", "early", "late", "mid")
_ENDS_WEEKDAY: Final = ("day", "the", *SHORT_WEEKDAYS)
_ENDS_WHICH: Final = ("previous", "following", "same", "last", "next", "this", "holiday", "of")
_ENDS_ORDINAL: Final = ("th", "first", "second", "third", "day", "of")
_JOINT: Final = frozenset(" -‑\n\u00a0")
_SEASON_BEHIND: Final = re.compile(r"\s(?:seasons?|campaign)\b")


def widened(text: str, found: Found) -> Found:
    """Return the date with what makes it vaguer or names it: "early 2000s", "end of October 1997", "1996/97
    season", "Sunday 11 December".
    """
    if found.type != "DATE":
        return found
    behind = _SEASON_BEHIND.match(text, found.end)
    before = _words_before(text, found)
    start = before.start() if before else found.start
    if text[found.end - 1].isdigit() and _PART_OF_YEAR.match(text, start):
        described = _DESCRIBED.search(text, max(0, start - _LONGEST_WORD), start)
        start = described.start() if described else start
    return found._replace(start=start, end=behind.end() if behind else found.end)


def _words_before(text: str, found: Found) -> re.Match[str] | None:
    """Return what stands before a date and belongs to it."""
    # the closing "$" of a pattern is at the end of what is searched
    start = found.start
    last = (text[max(0, start - _BEFORE) : max(0, start - 1)].split() or [""])[-1].rstrip("-‑").lower()
    odd = not last.isascii()
    before: re.Match[str] | None = None
    if (odd or last.endswith(_ENDS_PART)) and text[start - 1 : start] in _JOINT:
        before = _PART.search(text, max(0, start - 32), start)
    if before is None and (odd or last.rstrip(".,").endswith(_ENDS_WEEKDAY)):
        before = WEEKDAY.search(text, max(0, start - 15), start)
    if before is None and (odd or last.endswith(_ENDS_WHICH)) and not _NAMED_PERIOD.match(text, start):
        before = _WHICH.search(
            text, max(0, start - 22), start
        )  # not of a month or feast, which "last" does not date
    if before is None and text[start].isdigit() and _NAMED_MONTH.search(text, start, found.end):
        return _DAYS_BEFORE.search(text, max(0, start - 32), start)
    if before is None and (odd or last.endswith(_ENDS_ORDINAL)) and text[start].isalpha():
        return _WORDED_DAY.search(text, max(0, start - 28), start)
    return before
