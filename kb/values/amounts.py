"""Amounts, ages, periods and hours as written English has them, read once for all: as one number with its unit
(:func:`measure`), or with ranges, bounds and heights on a scale (:func:`read_number`)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple

from kb.values.words import CURRENCY_CODES, MINUTES, SCALES, SIGNS, SIMPLE, UP_TO_19, numbers_in

_SCALES: Final = {**SCALES, "k": 1000, "m": 10**6, "mln": 10**6, "bn": 10**9}
_WORDS: Final = frozenset(("ALL", "SIT", "COP"))
"""Codes of money that are words as well: a reader sees no capitals."""
_ISO: Final = "|".join(code.lower() for code in CURRENCY_CODES if code not in _WORDS)
_NUMBER: Final = r"\d{1,3}(?:[, \u00a0]\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d\d)+,\d{3}|\d+(?:\.\d+)?"
_ABOUT: Final = re.compile(
    r"^(?:about|around|approximately|approx\.|some|nearly|almost|over|more than|less than|at least|up to|roughly|only) "
)
_WORD_NUMBER: Final = re.compile(
    rf"(?P<tens>{'|'.join(SIMPLE)})(?:[ -](?P<ones>{'|'.join(UP_TO_19[1:10])}))?\b"
)
_AGE: Final = re.compile(
    r"(?:aged?|(?:at )?(?:the )?age of) (\d{1,3})$|"
    r"(\d{1,3})[- ]years?(?:[- ]old|s? of age)$|(\d{1,3}) ?(?:y/?o|yrs? old)$"
)
_AGE_AND_SEX: Final = re.compile(
    r"(?:aged?:? ?)?(\d{1,3}) ?(?:yo?|y/o|yrs?|years?)\b\.?(?: old)? {0,2}/? {0,2}[mf]", re.IGNORECASE
)
_MONEY: Final = re.compile(
    rf"(?P<sign>(?:us|ca|au?|nz|hk)?[{SIGNS}]|(?:{_ISO}|rs\.?) ?)(?P<n>{_NUMBER})"
    rf"(?: ?(?P<scale>{'|'.join(_SCALES)}))?(?:/-)?$"
)
_AMOUNT: Final = re.compile(
    rf"(?P<n>{_NUMBER})(?:[- ]?(?P<scale>{'|'.join(s for s in _SCALES if len(s) > 1)})\b)?(?P<unit>[ -]?[^\d]*)$"
)
RUPEE: Final = "₹"
"""The sign that stands for "Rs." too."""
RANK: Final = "th"
_FEET_INCHES: Final = re.compile(
    r"(\d{1,2}) ?(?:ft|feet|foot|['’′])[ -]?(\d{1,2})(?: ?(?:in|inch|inches|[\"”″]))?(?: tall)?$"
)
_UNITS: Final = {
    "milligram": "mg", "milligramme": "mg", "mgs": "mg", "gram": "g", "gramme": "g", "gm": "g", "kilogram": "kg",
    "kilo": "kg", "pound": "lb", "lbs": "lb", "ounce": "oz", "inche": "inch", "feet": "foot", "ft": "foot",
    "metre": "m", "meter": "m",
    "kilometre": "km", "kilometer": "km", "mile": "miles", "percent": "%", "per cent": "%",
    "mcg": "µg", "microgram": "µg", "millilitre": "ml", "milliliter": "ml",
}  # fmt: skip
HEIGHTS: Final = (20, 84)
"""Inches: newborn children to the tallest people."""
_RANGE: Final = re.compile(r"(?:from |between )?(.+?)(?:\s?[-–—/]\s?|\s(?:to|or|and)\s)(?=[\d.]|\w+\b)(.+)\Z")
_DECADE_OF_LIFE: Final = re.compile(
    r"(?:(?:early|mid|late)[- ])?(?:(twen|thir|for|fif|six|seven|eigh|nine)ties|([2-9]0)['’]?s)\Z"
)
_HALVES: Final = {
    "century": (50, "years"), "decade": (5, "years"), "year": (6, "months"), "day": (12, "hours"),
    "hour": (30, "minutes"), "dozen": (6, "number"),
}  # fmt: skip
_HALF: Final = re.compile(rf"half an? ({'|'.join(_HALVES)})\Z")
_ONE: Final = re.compile(r"an? (?=[a-z]+\Z)")
_FEET: Final = re.compile(
    r"(?P<feet>[1-8]) ?(?:'|-? ?(?:ft|foot|feet)\b\.?) ?,? ?(?P<inches>1[01](?:\.\d+)?|\d(?:\.\d+)?|\d ?1/2)? ?"
    r"(?:\"|''|in\b\.?|inch(?:es)?\b)?(?: tall)?\Z"
)
_HOUR: Final = re.compile(
    r"(?:at )?(?P<hour>1[0-2]|[1-9])(?::(?P<minute>[0-5]\d))? ?(?P<half>[ap])\.?m\b\.?\Z"
)
_QUOTES: Final = str.maketrans(
    {"\u2011": "-", "’": "'", "′": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "″": '"'}
)
_CLOCK: Final = frozenset(["am", "pm", "a.m", "p.m", "o'clock", "st", "nd", "rd", "th"])
_VAGUE: Final = re.compile(
    r"(?:about|around|approximately|some|nearly|almost|roughly|only|just|another|the (?:first|last|past)) ",
    re.IGNORECASE,
)
_BOUND: Final = re.compile(
    r"(?:over|more than|less than|at least|at most|up to|under|above|below|within|fewer than) ", re.IGNORECASE
)

_BETWEEN: Final = re.compile(r"\s?(?:,|&|/|\band\b|\bat\b|(?<=[^\W\d])|(?<=[\"']))\s(?=\S)")


class Measure(NamedTuple):
    """One number and its unit: "age", "number", "th" (a rank), "%", a sign or code of money, or what is measured or
    counted ("kg", "films"; "-week" where the unit is joined)."""

    kind: str
    value: Decimal


def measure(phrase: str) -> Measure | None:
    """Return the number and unit that a whole phrase says ("approximately GBP 268,000"); None for a bare number."""
    text = re.sub(r"[\s\u00a0]+", " ", phrase).strip().casefold()
    for _ in range(2):
        text = _ABOUT.sub("", text)
    spelled = _WORD_NUMBER.match(text)
    if spelled:
        value = SIMPLE[spelled["tens"]] + (SIMPLE[spelled["ones"]] if spelled["ones"] else 0)
        text = f"{value}{text[spelled.end() :]}"
        if text.isdigit():
            return None  # a bare number word says too little to be a quantity
    if half := _HALF.match(text):
        number, unit = _HALVES[half[1]]
        return Measure(unit, Decimal(number))
    if match := _DECADE_OF_LIFE.match(text):
        return Measure("age", Decimal(SIMPLE[match[1] + "ty"] if match[1] else int(match[2])))
    if match := _AGE.match(text):
        age = int(next(g for g in match.groups() if g))
        return Measure("age", Decimal(age)) if age < 125 else None
    if match := _FEET_INCHES.match(text):
        if int(match[2]) >= 12:
            return None
        return Measure("ft", (Decimal(match[1]) + Decimal(match[2]) / 12).quantize(Decimal("0.01")))
    if match := _MONEY.match(text):
        value_ = _number(match["n"], match["scale"])
        sign = match["sign"].strip().upper()
        sign = RUPEE if sign.startswith("RS") and sign != "RSD" else sign
        return Measure(sign, value_) if value_ is not None else None
    if match := _AMOUNT.match(text):
        return _amount(match)
    return None


def age_and_sex(words: str) -> int | None:
    """Return the years of an age as notes write it, with the sex behind it ("46 yrs / M"); None where it is none."""
    match = _AGE_AND_SEX.fullmatch(words)
    return int(match[1]) if match else None


def _amount(match: re.Match[str]) -> Measure | None:
    """Return a number with what follows it: a rank, a unit or a noun that is counted; None where it says no amount."""
    value_ = _number(match["n"], match["scale"])
    joined = re.match(r"-[^\W\d]", match["unit"])  # an amount before a noun is joined by hyphens
    unit = "-" * bool(joined) + match["unit"].strip(" -")
    if re.match(r"(?:st|nd|rd|th)$", match["unit"]) and value_ is not None and value_ == int(value_) > 0:
        return Measure(RANK, value_)
    if re.match(r"(?:st|nd|rd|th)\b", match["unit"]):
        return None  # an ordinal counts nothing
    if re.match(r"(?:or|to)\b", unit) and numbers_in(unit):
        return None  # two numbers with "or" are one range
    if value_ is None or ":" in unit or "," in unit or unit.startswith(("/", ".")):
        return None
    if not unit and "," not in match["n"] and not match["scale"]:
        return None  # a bare number may be anything: a year, a score, a house
    if value_ == 1 and is_counted(unit):
        return None  # one is not several
    return Measure(unit or "number", value_)


def _number(digits: str, scale: str | None) -> Decimal | None:
    try:
        value = Decimal(re.sub(r"[, \u00a0]", "", digits)) * _SCALES.get(scale or "", 1)
    except InvalidOperation:
        return None
    return value.normalize() if value < Decimal(10) ** 18 else None


def is_counted(kind: str) -> bool:
    """Return whether a unit is a noun ("films", "years later", "-year"), no sign or abbreviation ("%", "km", "EUR")."""
    bare = kind.removeprefix("-")
    return (
        kind not in ("age", "number", "percent", "per cent", RANK)
        and (len(bare) > 3 or bare == "day")
        and bare[0].isalpha()
        and not is_money(kind)
    )


def is_money(kind: str) -> bool:
    """Return whether a unit is a sign or a code of money."""
    return bool(kind) and (kind[-1] in SIGNS or bool(re.fullmatch(_ISO, kind.lower())))


@dataclass(frozen=True, slots=True)
class Reading:
    """What a phrase says: on which ``scale`` ("duration", "age", "%", "count", "$", "mg"...), from ``low`` to
    ``high``. Periods are in minutes; ``open`` says that the phrase only bounds the value ("up to 250 mg")."""

    scale: str
    low: float
    high: float
    open: bool = False

    @property
    def key(self) -> str:
        """One text for all notations of the same value: "14 days" and "two weeks"."""
        return (
            f"{self.scale}:{self.low:.6g}"
            + (f"~{self.high:.6g}" if self.high != self.low else "")
            + "<" * self.open
        )


def read_number(surface: str, term_type: str) -> Reading | None:
    """Return the value or range of a phrase of that fine type, None when it is not understood."""
    text = " ".join(surface.casefold().translate(_QUOTES).split())
    bounded = bool(_BOUND.match(text))
    text = _BOUND.sub("", _VAGUE.sub("", text, count=1), count=1)
    text = _ONE.sub("1 ", text, count=1)
    if (one := _value(text, term_type)) is not None:
        return Reading(*one, one[1], bounded)
    match = _RANGE.match(text)
    if match is None:
        return None
    last = _value(match[2], term_type)
    first = _value(match[1], term_type)
    if last is not None and (first is None or first[0] != last[0]):  # the unit of a range stands once
        first = _value(f"{match[1]} {_unit_of(match[2])}", term_type)
    if first is None or last is None or first[0] != last[0] or first[1] > last[1]:
        return None
    return Reading(first[0], first[1], last[1], bounded)


def parts(surface: str, term_type: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Start and end of the two quantities of different scales that a phrase holds ("5'4 and 130 lbs", "20 mg 3"), None
    when it is one quantity or none of ours."""
    if read_number(surface, term_type) is not None:
        return None
    for match in _BETWEEN.finditer(surface):
        a, b = surface[: match.start()], surface[match.end() :]
        first, last = read_number(a, term_type), read_number(b, term_type)
        if first is not None and last is not None and first.scale != last.scale and first.scale != "count":
            return (0, match.start()), (match.end(), len(surface.rstrip()))
    return None


def _unit_of(text: str) -> str:
    found = numbers_in(text)
    return text[found[0][2] :].strip(" -") if found else ""


def _value(text: str, term_type: str) -> tuple[str, float] | None:
    """Scale and value of one number with its unit."""
    if (clock := _HOUR.match(text)) is not None and term_type in ("TIME", "DATE"):
        hour = int(clock["hour"]) % 12 + 12 * (clock["half"] == "p")
        return "clock", hour + int(clock["minute"] or 0) / 60
    if (feet := _FEET.match(text)) is not None and term_type != "AGE":
        return _feet(int(feet["feet"]), feet["inches"])
    found = numbers_in(text)
    if term_type == "AGE":
        return ("age", found[0][0]) if len(found) == 1 and 0 <= found[0][0] < 125 else None
    if len(found) == 1 and found[0][1] == 0 and found[0][2] == len(text):
        return ("count", found[0][0]) if found[0][0] >= 1 and term_type in ("CARDINAL", "QUANTITY") else None
    one = measure(text)
    return _spelled(text, found) if one is None else _on_scale(one.kind, float(one.value))


def _feet(feet: int, inches: str | None) -> tuple[str, float] | None:
    """Return a height where inches are said, else a length."""
    if inches is None:
        return "foot", feet
    whole, _, _ = inches.replace(" ", "").partition("1/2") if "/" in inches else (inches, "", "")
    height = 12 * feet + float(whole) + (0.5 if "/" in inches else 0)
    return ("height", height) if HEIGHTS[0] <= height < HEIGHTS[1] else ("foot", height / 12)


def _spelled(text: str, found: Sequence[tuple[float, int, int]]) -> tuple[str, float] | None:
    """Return number words that the knowledge base leaves alone ("three hundred mg")."""
    if len(found) != 1 or found[0][1] != 0:
        return None
    unit = text[found[0][2] :].strip(" -")
    return _on_scale(unit, found[0][0]) if unit and len(unit.split()) < 3 and unit[0].isalpha() else None


def is_unit(word: str) -> bool:
    """Return whether a word is a unit of mass, length, volume or time, or its sign ("mg", "weeks")."""
    unit = word.casefold().rstrip(".")
    single = unit.removesuffix("s") if len(unit) > 2 else unit
    return any(u in _UNITS or u in _UNITS.values() or u in MINUTES for u in (unit, single))


def _on_scale(kind: str, value: float) -> tuple[str, float] | None:
    kind = kind.strip().rstrip(".")
    if kind in ("age", "number"):
        return ("age" if kind == "age" else "count"), value
    if kind[-1:] in SIGNS:
        return (kind, value) if value > 0 else None
    unit = kind.casefold()
    single = unit.removesuffix("s") if len(unit) > 2 and unit not in _UNITS else unit
    if single in MINUTES:
        return ("duration", value * MINUTES[single]) if value > 0 else None
    if re.search(r"[\d:]", unit) or unit in _CLOCK:
        return None
    unit = _UNITS.get(unit, _UNITS.get(single, unit))
    return (unit, value) if value > 0 else None
