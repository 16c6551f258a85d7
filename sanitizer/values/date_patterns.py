"""The forms of dates, times and ages in written English."""

import re
from typing import Final

from kb.values.words import (
    MONTHS,
    PERIODS,
    ROMAN_MONTHS,
    month_pattern,
)

MONTH: Final = month_pattern(r"\b\.?")


_UPPER_MONTH: Final = MONTH.upper().replace(r"\B", r"\b")


LOWER_MONTHS: Final = "|".join(m.lower() for m in MONTHS if m not in ("March", "May"))


MONTH_NAMES: Final = rf"(?:{MONTH}|{_UPPER_MONTH}|(?:{LOWER_MONTHS})\b)"


_ORDINAL_END: Final = r"(?:st|nd|rd|th|ST|ND|RD|TH)"


_DAY_NUMBER: Final = r"(?:[12]\d|3[01]|0?[1-9])(?!\d)"


DAY: Final = rf"{_DAY_NUMBER}{_ORDINAL_END}?"


_SHORT: Final = "|".join(f"{m[:3]}|{m[:3].upper()}" for m in MONTHS)


_SHORT_MONTHS: Final = rf"(?:{_SHORT}|Sept|SEPT)\.?"


_ROMANS: Final = sorted(ROMAN_MONTHS, key=len, reverse=True)


_NO_LINK: Final = r"|\s(?!(?:and|or|in|at|to|by|for|with|when|until|till|was|on|of)\b)[a-z]"
"""Behind two digits that may be a year: the word of what they count."""


QUARTER: Final = re.compile(r"(?<!\w)Q[1-4](?:,?\s(?:of\s)?|[/-])(?:19|20)\d\d(?!\d)")


YEAR: Final = r"(?:1\d{3}|20\d{2})(?!\d)"


ERA: Final = r"(?:\s?(?:BCE?|CE|AD|A\.D\.|B\.C\.(?:E\.)?)(?!\w))"


_CLOCK_END: Final = (
    r"(?:\s?(?:[ap]\.m\.|[ap]m\b|[AP]M\b|[AP]\.M\.|hrs?\b|hours\b|h\b|GMT\b|UTC\b|EST\b|o['’]clock))"
)


UNIT_OF_TIME: Final = rf"(?:{'|'.join(PERIODS)})s?\b"


# tried in this order at the first digit of a number; the first that matches holds
_ROWS: Final[tuple[tuple[re.Pattern[str], str, float], ...]] = tuple(
    (re.compile(pattern), kind, score)
    for pattern, kind, score in (
        (
            r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)"
            r"(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?",
            "DATE",
            0.95,
        ),
        (r"\d{4}-?W(?:0[1-9]|[1-4]\d|5[0-3])(?:-?[1-7])?(?!\w)", "DATE", 0.9),
        (r"\d{4}\s?(?:hrs?|HRS?|hours)(?!\w)", "TIME", 0.6),
        (rf"{_DAY_NUMBER}[.,/]?(?:{_SHORT}|{MONTH_NAMES})[.,/]?(?:{YEAR}|\d\d(?!\d))", "DATE", 0.85),
        (
            rf"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)\s(?:of\s)?(?=[a-z])(?i:{MONTH})\b(?!,?\s+\d)",
            "DATE",
            0.9,
        ),
        (r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)\s(?:inst|ult|prox)(?:ant|imo)?\b\.?", "DATE", 0.8),
        (r"(?:1\d{3}|20\d{2})([/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?![\d/])", "DATE", 0.85),
        (
            rf"(?:1\d{{3}}|20\d{{2}})([./ -])(?:{'|'.join(_ROMANS)})\1(?:0?[1-9]|[12]\d|3[01])(?![\w/-])",
            "DATE",
            0.85,
        ),
        (rf"{DAY}-{MONTH_NAMES}-\d\d(?![\d-])", "DATE", 0.9),
        (rf"{DAY}\s{_SHORT_MONTHS}\s\d\d(?!\d|[:.,/-]\d|\s?%|\s?[ap]m\b{_NO_LINK})", "DATE", 0.9),
        (rf"{_DAY_NUMBER}([. /-])(?:{'|'.join(_ROMANS)})\1{YEAR}(?![/-]\d)", "DATE", 0.85),
        (rf"{_DAY_NUMBER}([./-])(?:{'|'.join(_ROMANS)})\1\d\d(?![\d/-])", "DATE", 0.8),
        (r"(?:19|20)\d\d[ /-]?Q[1-4]\b", "DATE", 0.85),
        (
            rf"{DAY}(?:\s?[-‑–—/]\s?{DAY}|,?\s(?:and|to|or|&)\s{DAY})?(?:\s+day)?(?:\s+of(?:\s+the\s+month\s+of)?)?"
            rf"[\s-]+(?:{MONTH_NAMES})(?:\s?[-‑–/]\s?(?:{MONTH_NAMES})|\s(?:and|to)\s{MONTH_NAMES})?(?:,?[\s-]+(?:of\s+)?(?:{YEAR}|['’]\d\d(?!\d)))?"
            rf"{ERA}?",
            "DATE",
            0.95,
        ),
        (
            r"(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|[12]\d|3[01])\1(?:1[5-9]\d\d|20\d\d)(?![\d/])"
            rf"(?:,?\s\d\d?:\d\d(?::\d\d)?{_CLOCK_END}?)?",
            "DATE",
            0.9,
        ),
        (r"(?:0?[1-9]|[12]\d|3[01])([/-])(?:0?[1-9]|[12]\d|3[01])\1\d\d(?![\d/-])", "DATE", 0.6),
        (r"(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])\.\d\d(?![\d.])", "DATE", 0.55),
        (r"(?:0?[1-9]|1[0-2])[/-](?:19|20)\d\d(?![\d/-])", "DATE", 0.6),
        (
            rf"\d\d?{_ORDINAL_END}(?:\s?[-–]\s?\d\d?{_ORDINAL_END}|\s(?:and|to|or)\s\d\d?{_ORDINAL_END})?[-\s](?:century|centuries|millennium)\b{ERA}?",
            "DATE",
            0.8,
        ),
        (
            r"(?:1\d|20)\d0['’]?s\b(?:\s?[-–]\s?(?:(?:1\d|20)\d0['’]?s\b|\d0['’]?s\b)|\s(?:and|to)\s(?:(?:1\d|20)\d0s|\d0s)\b)?",
            "DATE",
            0.8,
        ),
        (r"\d{3}(?=\s?[-–]\s?\d{3}\b[);,])", "DATE", 0.6),
        (r"[2-9]0['’]?s\b(?=[\s.,;)])", "DATE", 0.5),
        (r"\d{1,4}" + ERA, "DATE", 0.8),
        (r"\d{1,2}(?::\d\d){1,2}[.,]\d{1,3}(?!\d)", "DURATION", 0.7),
        (rf"\d{{1,2}}(?::\d\d){{1,2}}(?!\d|[.,]\d){_CLOCK_END}?", "TIME", 0.7),
        (rf"\d{{1,2}}(?:\.\d\d)?{_CLOCK_END}(?!\w)(?!\s(?:of|a|per)\b)", "TIME", 0.7),
        (r"(?:1\d{3}|20\d\d)/(?:1\d{3}|20\d\d)(?![\d/])", "DATE", 0.7),
        (r"(?:1\d{3}|20\d\d)\s?[-‑–/]\s?\d{1,2}(?![\d]|[.,]\d|[-/]\d)", "DATE", 0.7),
    )
)


def _by_head() -> dict[int, tuple[tuple[re.Pattern[str], str, float], ...]]:
    """The rows that can match after 1, 2, 3, 4 digits: those that begin with a year need four, the others
    fewer.
    """
    four = ("\\d{4}", "(?:1\\d{3}", "(?:1\\d|20)", "(?:19|20)", "\\d{1,4}")
    short = tuple(r for r in _ROWS if not r[0].pattern.startswith(four[:4]))
    long = tuple(r for r in _ROWS if r[0].pattern.startswith(four))
    return {1: short, 2: short, 3: short, 4: long}


HEADS: Final = _by_head()


COMPACT: Final = re.compile(
    r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:T?\d{4}(?:\d\d)?)?(?!\w)"
)


NAMED_COMPACT: Final = re.compile(r"\bdates?\b\W{0,3}$|\b(?:on|dob)\s?:?\s$", re.IGNORECASE)
