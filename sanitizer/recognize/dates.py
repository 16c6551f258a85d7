"""Dates, times, ages and durations in the notations of written English.

Two scans, so that cost stays linear: :func:`at_digit` is asked at the first digit of a number; :func:`from_words`
searches for month names, number words and the like in one pass.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple


class Found(NamedTuple):
    """A match: half-open offsets, fine type, score 0 to 1."""

    start: int
    end: int
    type: str
    score: float


MONTH: Final = (
    r"(?:Jan(?:uary|\b\.?)|Feb(?:ruary|\b\.?)|Mar(?:ch|\b\.?)|Apr(?:il|\b\.?)|May|June?\b\.?|July?\b\.?"
    r"|Aug(?:ust|\b\.?)|Sep(?:t?ember|t?\b\.?)|Oct(?:ober|\b\.?)|Nov(?:ember|\b\.?)|Dec(?:ember|\b\.?))"
)
_UPPER_MONTH: Final = MONTH.upper().replace(r"\B", r"\b")
_MONTHS: Final = rf"(?:{MONTH}|{_UPPER_MONTH})"
_ORDINAL_END: Final = r"(?:st|nd|rd|th|ST|ND|RD|TH)"
_DAY: Final = rf"(?:[12]\d|3[01]|0?[1-9])(?!\d){_ORDINAL_END}?"
_YEAR: Final = r"(?:1\d{3}|20\d{2})(?!\d)"
_ERA: Final = r"(?:\s?(?:BCE?|CE|AD|A\.D\.|B\.C\.(?:E\.)?)(?!\w))"
_CLOCK_END: Final = (
    r"(?:\s?(?:[ap]\.m\.|[ap]m\b|[AP]M\b|[AP]\.M\.|hrs?\b|hours\b|h\b|GMT\b|UTC\b|EST\b|o['’]clock))"
)

NUMBER_WORD: Final = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[-‑\s](?:one|two|three|four|five|six|seven|eight|nine))?"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen)"
)
UNIT_OF_TIME: Final = (
    r"(?:second|minute|hour|day|night|week|fortnight|month|year|decade|centurie|century)s?\b"
)

# tried in this order at the first digit of a number; the first that matches holds
_AT_DIGIT: Final[tuple[tuple[re.Pattern[str], str, float], ...]] = tuple(
    (re.compile(pattern), kind, score)
    for pattern, kind, score in (
        (
            r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)"
            r"(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?",
            "DATE",
            0.95,
        ),
        (r"(?:1\d{3}|20\d{2})([/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?![\d/])", "DATE", 0.85),
        (
            rf"{_DAY}(?:\s?[-‑–—/]\s?{_DAY}|,?\s(?:and|to|or|&)\s{_DAY})?(?:\s+day)?(?:\s+of(?:\s+the\s+month\s+of)?)?"
            rf"[\s-]+(?:{_MONTHS})(?:\s?[-‑–/]\s?(?:{_MONTHS})|\s(?:and|to)\s{_MONTHS})?(?:,?[\s-]+(?:of\s+)?(?:{_YEAR}|['’]\d\d(?!\d)))?"
            rf"{_ERA}?",
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
            rf"\d\d?{_ORDINAL_END}(?:\s?[-–]\s?\d\d?{_ORDINAL_END}|\s(?:and|to|or)\s\d\d?{_ORDINAL_END})?[-\s](?:century|centuries|millennium)\b{_ERA}?",
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
        (r"\d{1,4}" + _ERA, "DATE", 0.8),
        (rf"\d{{1,2}}(?::\d\d){{1,2}}(?!\d){_CLOCK_END}?", "TIME", 0.7),
        (rf"\d{{1,2}}(?:\.\d\d)?{_CLOCK_END}(?!\w)(?!\s(?:of|a|per)\b)", "TIME", 0.7),
        (r"(?:1\d{3}|20\d\d)\s?[-‑–/]\s?\d{1,2}(?![\d]|[.,]\d|[-/]\d)", "DATE", 0.7),
    )
)
_PLAIN_YEAR: Final = re.compile(r"(?:1\d{3}|20\d{2})(?![\d\w]|[,.:/‑-]\d|[/]\d|\s?%)")
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

_SEASON: Final = (
    r"(?:[Ss]pring|[Ss]ummer|[Aa]utumn|[Ff]all|[Ww]inter|Christmas|Easter|New\sYear(?:['’]s\s(?:Eve|Day))?)"
)
_AGE_NUMBER: Final = rf"(?:\d{{1,3}}|{NUMBER_WORD})"

_IN_WORDS: Final[tuple[tuple[re.Pattern[str], str, float], ...]] = (
    # month first; a lone month counts when its name can be nothing else, or a preposition says so
    (
        re.compile(
            rf"(?:{_MONTHS})(?:\s?[-–/]\s?(?:{_MONTHS})|\s(?:and|to)\s(?:{_MONTHS}))?"
            rf"(?:\s+(?:the\s+)?{_DAY}(?:\s?[-–]\s?{_DAY}|\s(?:and|to)\s{_DAY})?(?:,?\s+(?:of\s+)?{_YEAR})?"
            rf"|(?:\s+of)?,?\s+{_YEAR}|,?\s['’]\d\d(?!\d)){_ERA}?(?!\w)"
        ),
        "DATE",
        0.95,
    ),
)
_TRIGGER: Final = re.compile(
    r"\b(?:"
    r"(?P<month>J(?:an|u[nl]|AN|U[NL])|Feb|FEB|Ma[ry]|MA[RY]|A(?:pr|ug|PR|UG)|Sep|SEP|Oct|OCT|Nov|NOV|Dec|DEC)"
    r"|(?P<season>[Ss](?:pring|ummer)|[Aa]utumn|[Ff]all|[Ww]inter|Christmas|Easter)\b"
    r"|(?P<turned>[Tt]urn(?:s|ed|ing)?|[Ww]hen\s(?:he|she|I|they)\s(?:was|were))\s(?=\d)"
    r"|(?P<weekday>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)\b"
    r"|(?P<age>[Aa]ge[ds]?)\s"
    r"|(?P<mid>(?:mid|early|late)[-‑])(?=\d)"
    r")"
)
_LONE_MONTH: Final = re.compile(
    r"(?:January|February|April|June|July|August|September|October|November|December|Jan\.|Feb\.|Aug\.|Sept?\.|Oct\.|Nov\.|Dec\.)(?!\w)"
)
_LONE_DOUBTFUL: Final = re.compile(r"(?:March|May)\b(?!\s[A-Z])")
_BEFORE_DOUBTFUL: Final = re.compile(
    r"\b(?:in|since|until|till|by|of|early|late|mid|last|next|from|to|and|during|this)[-\s]$"
)
_SEASON_DATE: Final = re.compile(
    rf"{_SEASON}(?:\s(?:and|or|of\sthe)\s{_SEASON})?(?:\s+of)?(?:\s+the\s+year)?,?\s+{_YEAR}(?:[-–/]\d\d(?!\d))?"
)
_YEARS_OLD: Final = re.compile(r"(?:\d|[1-9]\d|1[01]\d)(?![\w%]|[.,:/-]\d|\s(?:years|minutes|pages|degrees))")
_AGE: Final = re.compile(
    rf"[Aa]ge[ds]?\s(?:(?:of|between|about|around|only|just|over|under|from)\s){{0,2}}({_AGE_NUMBER}(?:\s?[-–]\s?\d{{1,3}}|\s(?:and|to)\s{_AGE_NUMBER})?)\b(?!\s?%)"
)


_PART: Final = re.compile(
    r"\b(?:(?:(?:first|second|latter|last|other)\s(?:half|part|quarter|third|days|months|weeks)|third\squarter|fourth\squarter|beginning|start|middle|end|close|summer|autumn|winter|spring)"
    r"\sof(?:\sthe\syear)?|early|late|mid|(?:early|late|mid)-?to-?(?:late|mid))\s$",
    re.IGNORECASE,
)
_SEASON_BEHIND: Final = re.compile(r"\s(?:seasons?|campaign)\b")


def widened(text: str, found: Found) -> Found:
    """The date with what makes it vaguer or names it: "early 2000s", "end of October 1997", "1996/97 season"."""
    if found.type != "DATE":
        return found
    before = _PART.search(text, max(0, found.start - 32), found.start)
    behind = _SEASON_BEHIND.match(text, found.end)
    return found._replace(
        start=before.start() if before else found.start, end=behind.end() if behind else found.end
    )


def at_digit(text: str, position: int) -> Found | None:
    """The date or time that starts at ``position``, the first digit of a number of ``text``."""
    for pattern, kind, score in _AT_DIGIT:
        match = pattern.match(text, position)
        if match:
            end = match.end()
            if end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
                continue
            return Found(position, end, kind, score)
    match = _PLAIN_YEAR.match(text, position)
    if match is None:
        return None
    before = text[max(0, position - 14) : position]
    if _NOT_A_YEAR_BEFORE.search(before) or _NOT_A_YEAR_AFTER.match(text, match.end()):
        return None
    number = int(match.group())
    if number < 1500 or (number > 2035 and number < 2100):
        return Found(position, match.end(), "DATE", 0.6) if _BEFORE_OLD_YEAR.search(before) else None
    return Found(position, match.end(), "DATE", 0.7)


def from_words(text: str) -> Iterator[Found]:
    """The dates and ages that start with a word: "May 1991", "summer of 1994", "aged 36"."""
    for trigger in _TRIGGER.finditer(text):
        start = trigger.start()
        kind = trigger.lastgroup
        if kind == "month":
            match = _IN_WORDS[0][0].match(text, start)
            if match:
                yield Found(start, match.end(), "DATE", 0.95)
                continue
            match = _LONE_MONTH.match(text, start)
            if match:
                yield Found(start, match.end(), "DATE", 0.6)
                continue
            match = _LONE_DOUBTFUL.match(text, start)
            if match and _BEFORE_DOUBTFUL.search(text[max(0, start - 9) : start]):
                yield Found(start, match.end(), "DATE", 0.6)
        elif kind == "season":
            match = _SEASON_DATE.match(text, start)
            if match:
                yield Found(start, match.end(), "DATE", 0.85)
        elif kind == "age":
            match = _AGE.match(text, start)
            if match:
                yield Found(start if text[start + 3] != "d" else match.start(1), match.end(1), "AGE", 0.85)
        elif kind == "weekday":
            yield Found(start, trigger.end(), "DATE", 0.5)
        elif kind == "turned":
            match = _YEARS_OLD.match(text, trigger.end())
            if match:
                yield Found(match.start(), match.end(), "AGE", 0.7)
        elif kind == "mid":
            found = at_digit(text, trigger.end())
            if found and found.type == "DATE":
                yield Found(start, found.end, "DATE", found.score)
