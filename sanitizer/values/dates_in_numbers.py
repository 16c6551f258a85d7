"""Dates, times and years that begin with a digit, in every notation; the parts of patterns that other dates share.

:func:`at_digit` is asked at the first digit of a number, so that cost stays linear.
"""

import re
from functools import cache
from typing import Final

from kb.values.words import MONTHS, ROMAN_MONTHS, WEEKDAYS, month_pattern
from sanitizer.text.patterns import DIGIT_RUN
from sanitizer.values.found_values import Found

_MONTH: Final = month_pattern(r"\b\.?")
_UPPER_MONTH: Final = _MONTH.upper().replace(r"\B", r"\b")
LOWER_MONTHS: Final = "|".join(m.lower() for m in MONTHS if m not in ("March", "May"))
MONTH_NAMES: Final = rf"(?:{_MONTH}|{_UPPER_MONTH}|(?:{LOWER_MONTHS})\b)"
_ORDINAL_END: Final = r"(?:st|nd|rd|th|ST|ND|RD|TH)"
_DAY_NUMBER: Final = r"(?:[12]\d|3[01]|0?[1-9])(?!\d|:\d\d)"
DAY: Final = rf"{_DAY_NUMBER}{_ORDINAL_END}?"
_SHORT: Final = "|".join(f"{m[:3]}|{m[:3].upper()}" for m in MONTHS)
_SHORT_MONTHS: Final = rf"(?:{_SHORT}|Sept|SEPT)\.?"
_ROMANS: Final = sorted((*ROMAN_MONTHS, *(m.lower() for m in ROMAN_MONTHS)), key=len, reverse=True)
_NO_LINK: Final = r"|\s(?!(?:and|or|in|at|to|by|for|with|when|until|till|was|on|of)\b)[a-z]"
"""Behind two digits that may be a year: the word of what they count."""
YEAR: Final = r"(?:1\d{3}|20\d{2})(?!\d)"
ERA: Final = r"(?:\s?(?:BCE?|CE|AD|A\.D\.|B\.C\.(?:E\.)?)(?!\w))"
_CLOCK_END: Final = (
    r"(?:\s?(?:[ap]\.m\.|[ap]m\b|[AP]M\b|[AP]\.M\.|hrs?\b|hours\b|h\b"
    r"|GMT\b|UTC\b|EST\b|o['’]clock))"
)
_Row = tuple[re.Pattern[str], str, float]
# tried in this order at the first digit of a number; the first that matches holds. The first two parts say how many
# digits the number has, and what stands behind them (L a letter, S a blank).
_ROWS: Final[tuple[tuple[str, str, re.Pattern[str], str, float], ...]] = tuple(
    (digits, behind, re.compile(pattern), kind, score)
    for digits, behind, pattern, kind, score in (
        (
            "4", "-",
            r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)"
            r"(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?",
            "DATE", 0.95,
        ),
        ("4", "-L", r"\d{4}-?W(?:0[1-9]|[1-4]\d|5[0-3])(?:-?[1-7])?(?!\w)", "DATE", 0.9),
        ("12", ".,/L", rf"{_DAY_NUMBER}[.,/]?(?:{_SHORT}|{MONTH_NAMES})[.,/]?(?:{YEAR}|\d\d(?!\d))", "DATE", 0.85),
        (
            "12", "L",
            rf"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)\s(?:of\s)?(?=[a-z])(?i:{_MONTH})\b(?!,?\s+\d)",
            "DATE", 0.9,
        ),
        ("12", "L", r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)\s(?:inst|ult|prox)(?:ant|imo)?\b\.?", "DATE", 0.8),
        ("4", "/.", r"(?:1\d{3}|20\d{2})([/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?![\d/])", "DATE", 0.85),
        (
            "4", "./S-",
            rf"(?:1\d{{3}}|20\d{{2}})([./ -])(?:{'|'.join(_ROMANS)})\1(?:0?[1-9]|[12]\d|3[01])(?![\w/-])",
            "DATE", 0.85,
        ),
        ("12", "-L", rf"{DAY}-{MONTH_NAMES}-\d\d(?![\d-])", "DATE", 0.9),
        ("12", "SL", rf"{DAY}\s{_SHORT_MONTHS}\s\d\d(?!\d|[:.,/-]\d|\s?%|\s?[ap]m\b{_NO_LINK})", "DATE", 0.9),
        ("12", ".S/-", rf"{_DAY_NUMBER}([. /-])(?:{'|'.join(_ROMANS)})\1{YEAR}(?![/-]\d)", "DATE", 0.85),
        ("12", "·", rf"(?<![\d.·]){_DAY_NUMBER}·(?:{'|'.join(_ROMANS)})·{YEAR}(?![/·-]\d)", "DATE", 0.85),
        ("12", "./-", rf"{_DAY_NUMBER}([./-])(?:{'|'.join(_ROMANS)})\1\d\d(?![\d/-])", "DATE", 0.8),
        ("4", "S/-L", r"(?:19|20)\d\d[ /-]?Q[1-4]\b", "DATE", 0.85),
        (
            "12", "S-‑–—/,L",
            rf"{DAY}(?:\s?[-‑–—/]\s?{DAY}|,?\s(?:and|to|or|&)\s{DAY})?(?:\s+(?:day|Day|DAY))?(?:\s+(?:of|OF)(?:\s+the\s+month\s+of)?)?"
            rf"[\s-]+(?:{MONTH_NAMES})(?:\s?[-‑–/]\s?(?:{MONTH_NAMES})|\s(?:and|to)\s{MONTH_NAMES})?(?:,?[\s-]+(?:of\s+)?(?:{YEAR}|['’]\d\d(?!\d)))?"
            rf"{ERA}?",
            "DATE", 0.95,
        ),
        (
            "12", "/.-",
            r"(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|[12]\d|3[01])\1(?:1[5-9]\d\d|20\d\d)(?![\d/])"
            rf"(?:,?\s\d\d?:\d\d(?::\d\d)?{_CLOCK_END}?)?",
            "DATE", 0.9,
        ),
        ("12", ".", r"(?:0?[1-9]|[12]\d|3[01])\.\s(?:0?[1-9]|1[0-2])\.\s(?:19|20)\d\d(?!\d)", "DATE", 0.85),
        ("12", "/-", r"(?:0?[1-9]|[12]\d|3[01])([/-])(?:0?[1-9]|[12]\d|3[01])\1\d\d(?![\d/-])", "DATE", 0.6),
        ("12", ".", r"(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])\.\d\d(?!\.?\d)", "DATE", 0.55),
        ("12", "/-", r"(?:0?[1-9]|1[0-2])[/-](?:19|20)\d\d(?![\d/-])", "DATE", 0.6),
        (
            "12", "L",
            rf"\d\d?{_ORDINAL_END}(?:\s?[-–]\s?\d\d?{_ORDINAL_END}|\s(?:and|to|or)\s\d\d?{_ORDINAL_END})?[-\s](?:century|centuries|millennium)\b{ERA}?",
            "DATE", 0.8,
        ),
        (
            "4", "'’L",
            r"(?:1\d|20)\d0['’]?s\b(?:\s?[-–]\s?(?:(?:1\d|20)\d0['’]?s\b|\d0['’]?s\b)|\s(?:and|to)\s(?:(?:1\d|20)\d0s|\d0s)\b)?",
            "DATE", 0.8,
        ),
        ("3", "S-–", r"\d{3}(?=\s?[-–]\s?\d{3}\b[);,])", "DATE", 0.6),
        ("2", "'’L", r"[2-9]0['’]?s\b(?=[\s.,;)])", "DATE", 0.5),
        ("1234", "SL", r"\d{1,4}" + ERA, "DATE", 0.8),
        ("12", ":", r"\d{1,2}(?::\d\d){1,2}[.,]\d{1,3}(?!\d)", "DURATION", 0.7),
        (
            "12", ":",
            rf"\d{{1,2}}(?::\d\d){{1,2}}(?!\d|[.,]\d)(?:{_CLOCK_END}|\s?[+-]\d{{4}}\b)?",
            "TIME", 0.7,
        ),
        ("12", ".SL", rf"\d{{1,2}}(?:\.\d\d)?{_CLOCK_END}(?!\w)(?!\s(?:of|a|per)\b)", "TIME", 0.7),
        ("4", "/", r"(?:1\d{3}|20\d\d)/(?:1\d{3}|20\d\d)(?![\d/])", "DATE", 0.7),
        ("4", "S-‑–/", r"(?:1\d{3}|20\d\d)\s?[-‑–/]\s?\d{1,2}(?![\d]|[.,]\d|[-/]\d)", "DATE", 0.7),
    )
)  # fmt: skip


@cache
def _rows(digits: int, behind: str) -> tuple[_Row, ...]:
    """Return the rows that can match a number of so many digits before a character of this kind."""
    return tuple(row for sizes, marks, *row in _ROWS if str(digits) in sizes and behind in marks)  # type: ignore[misc]


def _kind_of(behind: str) -> str:
    """Return the character behind a number as `_ROWS` calls it; a mark that stands for itself."""
    return "S" if behind.isspace() else "L" if behind.isalpha() else behind if behind in _MARKS_BEHIND else ""


_MARKS_BEHIND: Final = frozenset("-‑–—/.,:'’·")
_PARTS: Final = frozenset("./-")
"""What stands between day and month."""
_MOST_DIGITS: Final = 4
_COMPACT: Final = re.compile(
    r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:T?\d{4}(?:\d\d)?)?(?!\w)"
)
_NAMED_COMPACT: Final = re.compile(r"\bdates?\b\W{0,3}$|\b(?:on|dob)\s?:?\s$", re.IGNORECASE)
_ASKS_YEAR: Final = re.compile(
    r"\b(?:in|since|by|from|until|till|to|of|around|about|before|after|during|early|mid|late)\s$",
    re.IGNORECASE,
)
_DAY_AND_MONTH: Final = re.compile(
    r"(?P<first>[12]\d|3[01]|0?[1-9])(?P<mark>[/.])(?P<second>[12]\d|3[01]|0?[1-9])(?P<year>(?P=mark)\d\d)?(?!/?\d|/\w|[.,]\d|\s?%)"
)
_WIDE_MARKS: Final = frozenset(" /-·∕⁄")
_WIDE: Final = re.compile(
    r"(?:(?:0?[1-9]|[12]\d|3[01])(?P<mark>[ ]?[/·∕⁄-][ ]?|[ ])(?:0?[1-9]|1[0-2])"
    r"|(?:0?[1-9]|1[0-2])(?P<other>[ ]?[/·∕⁄-][ ]?|[ ])(?:1[3-9]|2\d|3[01]))"
    r"(?(mark)(?P=mark)|(?P=other))(?:19\d\d|20[0-3]\d)(?![\w]|\s?[-–/.·⁄∕:,]\s?\d|\s\d)"
    r"|(?:0[1-9]|1[0-2])\.(?:1[3-9]|2\d|3[01])\.\d\d(?![\w]|[-./:]\d)"
)
"""A day, a month and a year in numbers that stand apart, or an American one with stops."""
_OF_A_DAY: Final = re.compile(
    r"\b(?:date(?:\sof\s[a-z]{2,14})?|do[bdi]|d\.o\.[bd]\.|born|birth(?:day|date)?|died|adjourned)(?:\s(?:on|is|was))?\s?:?\s?$",
    re.IGNORECASE,
)
"""Words behind which nothing stands but a day."""
_DOTTED: Final = re.compile(r"(?:[12]\d|3[01]|0?[1-9])\.(?:1[0-2]|0?[1-9])\.(?!\w)")
_DAY_AND_ROMAN: Final = re.compile(rf"{_DAY_NUMBER}[./-](?:{'|'.join(_ROMANS)})(?![\w./-]*[\w/-])")
_BEFORE_SHORT: Final = re.compile(
    r"\b(?:on|since|until|till|from|by|due|dated?|do[abds]|d\.o\.b\.|edd|edc|lmp|born|geb\.|seen|visit(?:ed)?|review(?:ed)?|admitted|discharged|appointment|labs?|taken"
    r"|operation|surgery|op|expir(?:y|es|ed)|exp\.?|valid|started|stopped|died|(?:went|goes|came|got|sent|back|discharged)\shome|(?:next|last|first)(?:\s[a-z]{3,14})?|before|after|birth(?:day|date)?)(?:\s(?:of|is|was|on))?\s?:?\s?$",
    re.IGNORECASE,
)
_ORDINAL_DAY: Final = re.compile(
    r"(?:[12]\d|3[01]|[1-9])(?:st|nd|rd|th)(?=[.,;:!?)\n]|\Z|\s(?:at|by|to|until|till|for|with|when|if|please|about|around)\b)"
)
_ORDINAL: Final = re.compile(r"(?:[12]\d|3[01]|[1-9])(?:st|nd|rd|th)\b")
_BARE_DAY: Final = re.compile(
    r"(?:[12]\d|3[01]|0?[1-9])(?=[,;!?)\n]|[.:](?!\d)|\Z|\s(?:&\s|(?:and|or|at|by|until|till|for|with|when|if|please)\b))"
)
"""A day behind its day of the week, no hour and no count: what it ends with counts nothing."""
_JOINED: Final = re.compile(r"\d[/.]\d{1,2}(?P<stop>\.?)(?:\sand\s|,\s|\s?[-–]\s?|\sto\s)$")
A_PART: Final = re.compile(
    r"\s(?:of\s(?:the|all|them|us|those|these|our|his|her|their|my)|tab(?:let)?s?|price)\b"
)
"""Behind a fraction."""
_OF_MONTH: Final = re.compile(
    r"(?:[12]\d|3[01]|[1-9])(?:st|nd|rd|th)\sof\sthe\s(?:1[0-2]|[1-9])(?:st|nd|rd|th)\b"
)
_LONGEST_BEFORE: Final = 24
_TAKEN: Final = re.compile(r"\d:\d\d:\d\d(?!\d|\s?[AaPp]\.?[Mm])")
_TAKES: Final = re.compile(
    r"\b(?:ran|runs?|took|takes|lasted|clocked|finished|completed|swam|rode|raced|in|of|(?:time|best)(?: is| was)?)"
    r"(?:\s(?:it|this|a|an|the|about|just|under|over|in))?\s$"
)
"""What stands before hours, minutes and seconds that something took."""
_COMPACT_DIGITS: Final = (8, 12, 14)
_PLAIN_YEAR: Final = re.compile(
    rf"(?:1\d{{3}}|20\d{{2}})(?![\d\w]|[,.:/‑]\d|-(?!{YEAR}(?![\w-]))\d|\s?%)"  # a period is two of them
)
_BEFORE_OLD_YEAR: Final = re.compile(
    r"(?:\b(?:in|since|by|from|until|till|to|of|around|about|circa|c\.|ca\.|born|died|d\.|b\.|AD|and|between|before|after"
    r"|during|early|late|year|spring|summer|autumn|winter)\s|[(–/-]|[(]\w{1,3}\.\s?)$",
    re.IGNORECASE,
)
_NOT_A_YEAR_BEFORE: Final = re.compile(
    r"(?:[$€£¥#§]\s?|\b(?:no|nos|number|numbers|page|pages|pp|p|plot|article|articles|section|room|lot|code|route|EUR|USD|GBP|PLN|TRL|TRY|SEK|DEM|FRF|ATS|GEL|model|flight|approximately|some|nearly|over|than)\.?\s)$",
    re.IGNORECASE,
)
_NOT_A_YEAR_AFTER: Final = re.compile(
    r"\s?(?:°|km|m\b|metres|meters|miles|feet|ft\b|kg|people|persons|members|men\b|women|children|students|copies|euros?\b|dollars|pounds"
    r"|roubles|liras?|zlotys|kron|times|hectares|acres|hours|days|votes|points|runs|goals|games|matches|inhabitants|employees|seats|volts|hp\b|cc\b|MHz|MW)"
)
SHORT_WEEKDAYS: Final = ("mon", "tue", "tues", "wed", "weds", "thu", "thur", "thurs", "fri", "sat", "sun")
WEEKDAY: Final = re.compile(
    rf"\b(?:{'|'.join(WEEKDAYS)}|(?:{'|'.join(SHORT_WEEKDAYS)})\.?),?\s(?:the\s)?$",
    re.IGNORECASE,
)


def at_digit(text: str, position: int) -> Found | None:
    """Return the date or time that starts at ``position``, the first digit of a number of ``text``."""
    head = DIGIT_RUN.match(text, position)
    digits = head.end() - position if head else 0
    behind = text[position + digits : position + digits + 1]
    for pattern, kind, score in _rows(digits, _kind_of(behind)) if behind and digits <= _MOST_DIGITS else ():
        match = pattern.match(text, position)
        if match:
            end = match.end()
            if end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
                continue
            lasted = (
                kind == "TIME"
                and _TAKEN.match(text, position)
                and _TAKES.search(text, max(0, position - _LONGEST_BEFORE), position)
            )
            return Found(position, end, "DURATION" if lasted else kind, score)
    if digits in _COMPACT_DIGITS:
        match = _COMPACT.match(text, position)
        named = _NAMED_COMPACT.search(text, max(0, position - 9), position)
        return Found(position, match.end(), "DATE", 0.55 if named else 0.4) if match else None
    if digits <= 2 and (match := _day_of_month(text, position)):
        return Found(position, match.end(), "DATE", 0.6)
    if digits <= 2 and behind in _PARTS and (match := _day_and_month(text, position)):
        return Found(position, match.end(), "DATE", 0.6)
    if digits <= 2 and (behind in _WIDE_MARKS or behind == ".") and (match := _wide(text, position)):
        return Found(position, match.end(), "DATE", 0.7)
    if digits == 2 and _is_short_year(text, position):
        return Found(position - 1, position + 2, "DATE", 0.7)
    match = _PLAIN_YEAR.match(text, position) if digits == 4 else None
    if match is None:
        return None
    before = text[max(0, position - 14) : position]
    if _NOT_A_YEAR_BEFORE.search(before) or _NOT_A_YEAR_AFTER.match(text, match.end()):
        return None
    number = int(match.group())
    if number < 1500 or (number > 2035 and number < 2100):
        return Found(position, match.end(), "DATE", 0.6) if _BEFORE_OLD_YEAR.search(before) else None
    return Found(position, match.end(), "DATE", 0.7)


def _wide(text: str, position: int) -> re.Match[str] | None:
    """Return a date whose numbers stand apart ("10 10 2010", "2 / 3 / 2021", "03.14.19"), behind a word that asks for
    nothing but a day: elsewhere such numbers may be a code, of which a date would tell a part."""
    match = _WIDE.match(text, position)
    asked = _OF_A_DAY.search(text, max(0, position - _LONGEST_BEFORE), position) if match else None
    return match if asked else None


def _is_short_year(text: str, position: int) -> bool:
    """Return whether two digits behind an apostrophe are a year that the words before ask for: "the class of '07"."""
    if text[position - 1 : position] not in ("'", "’") or text[position + 2 : position + 3].isalnum():
        return False
    return bool(_ASKS_YEAR.search(text, max(0, position - 10), position - 1))


def _day_of_month(text: str, position: int) -> re.Match[str] | None:
    """Return a day of a month that is not named, behind a day of the week ("Sunday the 6th", "Fri 17") or words
    that ask for a date ("next visit on the 19th.")."""
    ordinal = _ORDINAL.match(text, position)
    bare = None if ordinal else _BARE_DAY.match(text, position)
    if ordinal is None and bare is None:
        return None
    if WEEKDAY.search(text, max(0, position - 15), position):
        return ordinal or (bare if text[position - 1] != "\n" else None)
    match = _OF_MONTH.match(text, position) or _ORDINAL_DAY.match(text, position)
    if match is None or not text[max(0, position - 5) : position].lower().endswith("the "):
        return None
    return match if _BEFORE_SHORT.search(text, max(0, position - _LONGEST_BEFORE - 4), position - 4) else None


def _day_and_month(text: str, position: int) -> re.Match[str] | None:
    """Return a day and a month in numbers, with no year or the two digits of one: with a nought in front ("02/11"),
    or behind a word that asks for a date ("on 6/9", "geb. 14.3.61")."""
    roman, match = _DAY_AND_ROMAN.match(text, position), _DAY_AND_MONTH.match(text, position)
    if roman is None and match is None:
        return None
    before = text[max(0, position - _LONGEST_BEFORE) : position]
    asked = _BEFORE_SHORT.search(before) or WEEKDAY.search(before)
    if roman and asked:
        return roman
    if match is None or min(int(match["first"]), int(match["second"])) > 12 or match.group() == "24/7":
        return None
    if not match["year"] and A_PART.match(text, match.end()):
        return None
    dotted, joined = match["mark"] == ".", _JOINED.search(before)
    if (
        not dotted
        and not match["year"]
        and len(match.group()) == 5
        and "0" in (match["first"][0], match["second"][0])
    ):
        return match
    if dotted and not match["year"]:
        return _DOTTED.match(text, position) if asked or (joined and joined["stop"]) else None
    return match if asked or (joined and not dotted and not joined["stop"]) else None


_NUMERIC: Final = re.compile(
    r"(?P<first>0?[1-9]|[12]\d|3[01])([/.-])(?P<second>0?[1-9]|[12]\d|3[01])\2(?:1[5-9]\d\d|20\d\d|\d\d)(?![\d/])"
)
_TIMED: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?")
_NUMBERED: Final = re.compile(
    r"\b(?:nos?|numbers?|plots?|parcels?|ref|reference|serial|applications?|cases?|files?|dockets?|lots?)\b[.:#]?\s{0,2}$",
    re.IGNORECASE,
)


def is_numeric(text: str, start: int, end: int) -> bool:
    """Return whether the characters are a day, a month and a year in numbers ("14/03/1961", "3/14/61"), a day with
    a time, or the beginning of one behind a label ("DOB 14/03"), and no word before says that they are the number
    of something."""
    digit = DIGIT_RUN.search(text, start, end)
    timed = _TIMED.match(text, digit.start()) if digit else None
    if timed and timed.end() >= end:
        return True
    match = _NUMERIC.match(text, digit.start()) if digit else None
    if match is None or match.end() < end or min(int(match["first"]), int(match["second"])) > 12:
        return False
    return not _NUMBERED.search(text, max(0, match.start() - 16), match.start())
