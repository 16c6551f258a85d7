"""Numbers, amounts, periods, ages and times of day as windows of a scale, with the information that each keeps.

A scale has notches at round values; a window runs from one notch to another and holds every value between. Unlike
bands that nest, windows overlap, so that 9 mg and 12 mg can meet in "8 to 15 mg". What a window keeps is the intrinsic
IC of Seco et al. (ECAI 2004) with what people can tell apart as leaves: 1 - log(leaves in the window) / log(leaves
of the scale). A leaf is a tenth of a value on scales of amounts (a unit where a tenth of a count is less), a unit on
those of ages, percentages and heights of people (an inch), half an hour on the clock.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final

from kb.quantities import Quantities
from kb.value_words import MINUTES, numbers_in
from sanitizer.relational.terms.rungs import Rung

_QUANTITIES: Final = Quantities()
_UNITS: Final = {
    "milligram": "mg", "milligramme": "mg", "mgs": "mg", "gram": "g", "gramme": "g", "gm": "g", "kilogram": "kg",
    "kilo": "kg", "pound": "lb", "lbs": "lb", "ounce": "oz", "inche": "inch", "feet": "foot", "ft": "foot",
    "metre": "m", "meter": "m",
    "kilometre": "km", "kilometer": "km", "mile": "miles", "percent": "%", "per cent": "%",
    "mcg": "µg", "microgram": "µg", "millilitre": "ml", "milliliter": "ml",
}  # fmt: skip
_SPELLED: Final = {
    "foot": "feet",
    "inch": "inches",
    "m": "metres",
    "g": "grams",
    "lb": "lb",
    "miles": "miles",
}
_SIGNS: Final = "$€£¥₤₺₹₽"
_ROUND: Final = (1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9)
_SPANS: Final = (1, 2, 3, 4, 6, 8, 10, 14, 20, 30, 40, 60)
"""How many notches a window spans; from 6 on it starts at every second, from 14 at every fourth, from 30 at every tenth
only."""
_HEIGHTS: Final = (20, 84)
"""Inches: newborn children to the tallest people."""
_CLOCK_SPANS: Final = (1, 2, 3, 4, 6, 8, 12)
"""Hours that a window of the day is long."""
_TENTH: Final = log(1.1)
_RANGE: Final = re.compile(r"(?:from |between )?(.+?)(?:\s?[-–—/]\s?|\s(?:to|or|and)\s)(?=[\d.]|\w+\b)(.+)\Z")
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
    r"(?:about|around|approximately|some|nearly|almost|roughly|only|just|another|another|the (?:first|last|past)) ",
    re.IGNORECASE,
)
_BOUND: Final = re.compile(
    r"(?:over|more than|less than|at least|at most|up to|under|above|below|within|fewer than) ", re.IGNORECASE
)


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


@lru_cache(maxsize=100_000)
def read_number(surface: str, term_type: str) -> Reading | None:
    """The value or range of a phrase of that fine type, None when it is not understood."""
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
    if last is not None and (first is None or first[0] != last[0]):  # "25 to 30 lbs": the unit stands once
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


_BETWEEN: Final = re.compile(r"\s?(?:,|&|/|\band\b|\bat\b|(?<=[^\W\d])|(?<=[\"']))\s(?=\S)")


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
    senses = _QUANTITIES.senses(text)
    if not senses:
        return _spelled(text, found)
    kind, _, number = senses[0].concept.id.partition(":")[2].rpartition(":")
    return _on_scale(kind, float(number)) if kind and ".." not in number else None


def _feet(feet: int, inches: str | None) -> tuple[str, float] | None:
    """A height where inches are said, else a length."""
    if inches is None:
        return "foot", feet
    whole, _, _ = inches.replace(" ", "").partition("1/2") if "/" in inches else (inches, "", "")
    height = 12 * feet + float(whole) + (0.5 if "/" in inches else 0)
    return ("height", height) if _HEIGHTS[0] <= height < _HEIGHTS[1] else ("foot", height / 12)


def _spelled(text: str, found: Sequence[tuple[float, int, int]]) -> tuple[str, float] | None:
    """Number words that the knowledge base leaves alone ("three hundred mg")."""
    if len(found) != 1 or found[0][1] != 0:
        return None
    unit = text[found[0][2] :].strip(" -")
    return _on_scale(unit, found[0][0]) if unit and len(unit.split()) < 3 and unit[0].isalpha() else None


def _on_scale(kind: str, value: float) -> tuple[str, float] | None:
    kind = kind.strip().rstrip(".")
    if kind in ("age", "number"):
        return ("age" if kind == "age" else "count"), value
    if kind[-1:] in _SIGNS:
        return (kind, value) if value > 0 else None
    unit = kind.casefold()
    single = unit.removesuffix("s") if len(unit) > 2 and unit not in _UNITS else unit
    if single in MINUTES:
        return ("duration", value * MINUTES[single]) if value > 0 else None
    if re.search(r"[\d:]", unit) or unit in _CLOCK:
        return None
    unit = _UNITS.get(unit, _UNITS.get(single, unit))
    return (unit, value) if value > 0 else None


def windows(reading: Reading) -> tuple[Rung, ...]:
    """The windows that hold what was read, by falling information; none for what only bounds a value."""
    if reading.open:
        return ()
    if reading.scale in ("age", "%"):
        return _linear(reading, 5, 100)
    if reading.scale == "height":
        return _of_height(reading)
    if reading.scale == "clock":
        return _of_clock(reading)
    notches = _PERIODS if reading.scale == "duration" else _round_values(reading.low, reading.high)
    if reading.scale == "count":
        notches = tuple(n for n in notches if n == int(n))
    leaves = _leaves(reading.scale, 1, 52596000 if reading.scale == "duration" else 10**6)
    own = 1 - log(_leaves(reading.scale, reading.low, reading.high)) / log(leaves)
    rungs: list[Rung] = []
    for span in _SPANS:
        step = 1 if span < 6 else 2 if span < 14 else 4 if span < 30 else 10
        for i in range(0, len(notches) - span, step):
            low, high = notches[i], notches[i + span]
            if low <= reading.low and reading.high <= high:
                keeps = (1 - log(_leaves(reading.scale, low, high)) / log(leaves)) / own
                if 0 < keeps < 1:
                    rungs.append(
                        Rung(
                            f"scale:{reading.scale}:{low:g}~{high:g}", _label(reading.scale, low, high), keeps
                        )
                    )
    return tuple(sorted(rungs, key=lambda r: (-r.keeps, r.id)))


def scale_nats(reading: Reading) -> float:
    """What a reading tells: the logarithm of the leaves of its scale less that of the leaves in it."""
    low, high = reading.low, reading.high
    if reading.scale in ("age", "%"):
        return log(100) - log(high - low + 1)
    if reading.scale == "height":
        return log(_HEIGHTS[1] - _HEIGHTS[0]) - log(high - low + 1)
    if reading.scale == "clock":
        return log(48) - log(2 * (high - low) + 1)
    leaves = _leaves(reading.scale, 1, 52596000 if reading.scale == "duration" else 10**6)
    return log(leaves) - log(_leaves(reading.scale, low, high))


def _of_height(reading: Reading) -> tuple[Rung, ...]:
    """Windows of whole inches, an inch a leaf, and the lengths in feet that hold them: 5'9" and six feet can meet."""
    leaves = _HEIGHTS[1] - _HEIGHTS[0]
    own = 1 - log(reading.high - reading.low + 1) / log(leaves)
    rungs: list[Rung] = []
    for width in (2, 3, 4, 5, 6, 8, 10, 12, 18, 24):
        for low in range(int(reading.high) - width, int(reading.low) + 1):
            high = low + width - 1
            if low <= reading.low and reading.high <= high and (width < 8 or low % 2 == 0):
                keeps = (1 - log(width) / log(leaves)) / own
                if 0 < keeps < 1:
                    rungs.append(Rung(f"scale:height:{low}~{high}", f"{_tall(low)} to {_tall(high)}", keeps))
    least = min((r.keeps for r in rungs), default=0.0)
    feet = windows(Reading("foot", reading.low / 12, reading.high / 12))
    rungs += [Rung(r.id, r.label, min(r.keeps, least)) for r in feet]
    return tuple(sorted(rungs, key=lambda r: (-r.keeps, r.id)))


def _tall(inches: int) -> str:
    return f"{inches // 12}'{inches % 12}\""


def _of_clock(reading: Reading) -> tuple[Rung, ...]:
    """Windows of whole hours inside one day, half an hour a leaf."""
    own = 1 - log(2 * (reading.high - reading.low) + 1) / log(48)
    rungs: list[Rung] = []
    for width in _CLOCK_SPANS:
        for low in range(25 - width):
            keeps = (1 - log(2 * width + 1) / log(48)) / own
            if low <= reading.low and reading.high <= low + width and 0 < keeps < 1:
                label = f"{_hour(low)} to {_hour(low + width)}"
                rungs.append(Rung(f"scale:clock:{low}~{low + width}", label, keeps))
    return tuple(sorted(rungs, key=lambda r: (-r.keeps, r.id)))


def _hour(hour: int) -> str:
    if hour % 12 == 0:
        return "midnight" if hour % 24 == 0 else "noon"
    return f"{hour % 12} {'a.m.' if hour < 12 else 'p.m.'}"


def _leaves(scale: str, low: float, high: float) -> float:
    """How many tenths lie between two values; whole numbers up to ten are told apart one by one."""
    if scale == "count":
        return _counted(high) - _counted(low) + 1
    return log(high / low) / _TENTH + 1


def _counted(value: float) -> float:
    return value if value <= 10 else 10 + log(value / 10) / _TENTH


def _linear(reading: Reading, step: int, leaves: int) -> tuple[Rung, ...]:
    own = 1 - log(reading.high - reading.low + 1) / log(leaves)
    limit = 100 if reading.scale == "%" else 124
    rungs: list[Rung] = []
    for width in (5, 10, 15, 20, 30, 40, 50):
        for low in range(0, leaves, step):
            high = low + width if reading.scale == "%" else low + width - 1
            if high <= limit and low <= reading.low and reading.high <= high and own > 0:
                keeps = (1 - log(width) / log(leaves)) / own
                rungs.append(
                    Rung(
                        f"scale:{reading.scale}:{low}~{high}",
                        _label(reading.scale, low, high),
                        min(keeps, 0.99),
                    )
                )
    return tuple(rungs)


@lru_cache(maxsize=4096)
def _round_values(low: float, high: float) -> tuple[float, ...]:
    """Round values from three powers of ten below to three above."""
    first, last = int(f"{low:e}".partition("e")[2]), int(f"{high:e}".partition("e")[2])
    return tuple(float(f"{r}e{power}") for power in range(first - 3, last + 4) for r in _ROUND)


_PERIOD_WORDS: Final = (
    ("minute", 1, (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 50)),
    ("hour", 60, (1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20)),
    ("day", 1440, (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 9, 10, 12)),
    ("week", 10080, (1, 2, 3, 4, 5, 6, 7, 8, 10)),
    ("month", 43830, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
    (
        "year",
        525960,
        (
            1,
            1.5,
            2,
            2.5,
            3,
            4,
            5,
            6,
            7,
            8,
            9,
            10,
            12,
            14,
            15,
            16,
            18,
            20,
            22,
            25,
            30,
            35,
            40,
            45,
            50,
            60,
            70,
            80,
            100,
        ),
    ),
)
_PERIODS: Final = tuple(sorted(n * minutes for _, minutes, ns in _PERIOD_WORDS for n in ns))


def _label(scale: str, low: float, high: float) -> str:
    if scale == "age":
        return f"{low:g} to {high:g} years old"
    if scale == "%":
        return f"{low:g}% to {high:g}%"
    if scale == "duration":
        return _period(low, high)
    a, b = _plain(low), _plain(high)
    if scale[-1] in _SIGNS:
        return f"{scale}{a} to {scale}{b}"
    return f"{a} to {b}" if scale == "count" else f"{a} to {b} {_SPELLED.get(scale, scale)}"


def _period(low: float, high: float) -> str:
    (a, unit), (b, other) = (
        next(
            (minutes / size, word)
            for word, size, ns in reversed(_PERIOD_WORDS)
            if any(abs(minutes - n * size) < 1e-6 for n in ns)
        )
        for minutes in (low, high)
    )
    first = f"{a:g}" if unit == other else f"{a:g} {unit}{'s' * (a != 1)}"
    return f"{first} to {b:g} {other}{'s' * (b != 1)}"


def _plain(value: float) -> str:
    for size, word in ((1e9, " billion"), (1e6, " million")):
        if value >= size:
            return f"{value / size:g}{word}"
    return f"{value:,.0f}" if value >= 100 else f"{value:g}"
