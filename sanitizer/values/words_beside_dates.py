"""The words beside a date that belong to it: those that make it vaguer, and those that say which one is meant."""

import re
from typing import Final

from kb.values.words import ORDINALS, SEASONS
from sanitizer.values.dates_in_numbers import MONTH_NAMES, WEEKDAY
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
_JOINT: Final = frozenset(" -‑\n\u00a0")
_SEASON_BEHIND: Final = re.compile(r"\s(?:seasons?|campaign)\b")


def widened(text: str, found: Found) -> Found:
    """The date with what makes it vaguer or names it: "early 2000s", "end of October 1997", "1996/97
    season", "Sunday 11 December".
    """
    if found.type != "DATE":
        return found
    # the closing "$" of a pattern is at the end of what is searched
    before = (
        _PART.search(text, max(0, found.start - 32), found.start)
        if text[found.start - 1 : found.start] in _JOINT
        else None
    )
    behind = _SEASON_BEHIND.match(text, found.end)
    before = before or WEEKDAY.search(text, max(0, found.start - 15), found.start)
    if not _NAMED_PERIOD.match(text, found.start):  # "last May" is last spring
        before = before or _WHICH.search(text, max(0, found.start - 22), found.start)
    if before is None and text[found.start].isdigit() and _NAMED_MONTH.search(text, found.start, found.end):
        before = _DAYS_BEFORE.search(text, max(0, found.start - 32), found.start)
    if before is None and text[found.start : found.start + 1].isalpha():
        before = _WORDED_DAY.search(text, max(0, found.start - 28), found.start)
    start = before.start() if before else found.start
    if text[found.end - 1].isdigit() and _PART_OF_YEAR.match(text, start):
        described = _DESCRIBED.search(text, max(0, start - _LONGEST_WORD), start)
        start = described.start() if described else start
    return found._replace(start=start, end=behind.end() if behind else found.end)
