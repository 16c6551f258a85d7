"""Numbers, amounts, periods, ages and times of day as windows of a scale, with the information that each keeps.

A scale has notches at round values; a window runs from one notch to another and holds every value between. Unlike
bands that nest, windows overlap, so that 9 mg and 12 mg can meet in "8 to 15 mg". What a window keeps is the intrinsic
IC of Seco et al. (ECAI 2004) with what people can tell apart as leaves: 1 - log(leaves in the window) / log(leaves
of the scale). A leaf is a tenth of a value on scales of amounts, a unit on those of ages and percentages.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final

from kb.quantities import Quantities
from sanitizer.relational.dates import numbers_in
from sanitizer.relational.generalize import Rung

_QUANTITIES: Final = Quantities()
_MINUTES: Final = {
    "second": 1 / 60, "sec": 1 / 60, "minute": 1, "min": 1, "hour": 60, "hr": 60, "h": 60, "day": 1440, "night": 1440,
    "week": 10080, "wk": 10080, "fortnight": 20160, "month": 43830, "mo": 43830, "year": 525960, "yr": 525960,
    "decade": 5259600, "century": 52596000, "centurie": 52596000,
}  # fmt: skip
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
_ROUND: Final = (1, 1.5, 2, 3, 4, 5, 6, 8)
_SPANS: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24)
"""How many notches a window spans; from 6 on it starts at every second or fourth only."""
_TENTH: Final = log(1.1)
_RANGE: Final = re.compile(r"(?:from |between )?(.+?)(?:\s?[-–—/]\s?|\s(?:to|or|and)\s)(?=[\d.]|\w+\b)(.+)\Z")
_ONE: Final = re.compile(r"an? (?=[a-z]+\Z)")
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
    text = " ".join(surface.casefold().replace("‑", "-").split())
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


def _unit_of(text: str) -> str:
    found = numbers_in(text)
    return text[found[0][2] :].strip(" -") if found else ""


def _value(text: str, term_type: str) -> tuple[str, float] | None:
    """Scale and value of one number with its unit."""
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
    if single in _MINUTES:
        return ("duration", value * _MINUTES[single]) if value > 0 else None
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
    notches = _PERIODS if reading.scale == "duration" else _round_values(reading.low, reading.high)
    leaves = _leaves(1, 52596000) if reading.scale == "duration" else _leaves(1, 10**6)
    own = 1 - log(max(_leaves(reading.low, reading.high), 1)) / log(leaves)
    rungs: list[Rung] = []
    for span in _SPANS:
        step = 1 if span < 6 else 2 if span < 12 else 4
        for i in range(0, len(notches) - span, step):
            low, high = notches[i], notches[i + span]
            if low <= reading.low and reading.high <= high:
                keeps = (1 - log(_leaves(low, high)) / log(leaves)) / own
                if 0 < keeps < 1:
                    rungs.append(
                        Rung(
                            f"scale:{reading.scale}:{low:g}~{high:g}", _label(reading.scale, low, high), keeps
                        )
                    )
    return tuple(sorted(rungs, key=lambda r: (-r.keeps, r.id)))


def _rung(scale: str, low: float, high: float, keeps: float) -> Rung:
    return Rung(f"scale:{scale}:{low:g}~{high:g}", _label(scale, low, high), keeps)


def _leaves(low: float, high: float) -> float:
    """How many tenths lie between two values."""
    return log(high / low) / _TENTH + 1


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
    ("minute", 1, (1, 2, 3, 5, 10, 15, 20, 30, 45)),
    ("hour", 60, (1, 2, 3, 4, 6, 8, 12, 18)),
    ("day", 1440, (1, 2, 3, 4, 5, 6)),
    ("week", 10080, (1, 2, 3)),
    ("month", 43830, (1, 2, 3, 4, 6, 9)),
    ("year", 525960, (1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100)),
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
