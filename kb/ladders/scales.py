"""What lies above numbers, amounts, periods, ages and times of day: windows of a scale, with what each keeps.

A scale has notches at round values; a window runs from one notch to another and holds every value between. Unlike bands
that nest, windows overlap, so that 9 mg and 12 mg can meet in "8 to 15 mg". What a window keeps is the intrinsic IC of
Seco et al. (ECAI 2004) with what people can tell apart as leaves: 1 - log(leaves in the window) / log(leaves of the
scale). A leaf is a tenth of a value on scales of amounts (a unit where a tenth of a count is less), a unit on those of
ages, percentages and heights of people (an inch), half an hour on the clock."""

from dataclasses import replace
from functools import lru_cache
from math import log
from typing import Final

from kb.ladders.base import Ladder, Rung, falling
from kb.quantities import bands
from kb.values.amounts import HEIGHTS, Reading
from kb.values.read import typed
from kb.values.say import range_of, say
from kb.values.types import Range
from kb.values.words import SIGNS

_SPELLED: Final = {
    "foot": "feet",
    "inch": "inches",
    "m": "metres",
    "g": "grams",
    "lb": "lb",
    "miles": "miles",
}
_ROUND: Final = (1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9)
_SPANS: Final = (1, 2, 3, 4, 6, 8, 10, 14, 20, 30, 40, 60)
"""How many notches a window spans; from 6 on it starts at every second, from 14 at every fourth, from 30 at every tenth
only."""
_CLOCK_SPANS: Final = (1, 2, 3, 4, 6, 8, 12)
"""Hours that a window of the day is long."""
_TENTH: Final = log(1.1)


class Scales(Ladder[Reading]):
    """The windows of its scale that hold a number or a range of them, and the bands that texts say
    (:mod:`kb.quantities`); above what only bounds a value ("up to 250 mg") is nothing but its kind."""

    def rungs(self, value: Reading) -> tuple[Rung, ...]:
        """Return what was read, then what keeps most of it first, at last the scale."""
        above = windows(value)
        if not above or above[0].keeps < 1:  # else it is a window itself
            above = (_own(value), *above)
        return (*above, Rung(f"scale:{value.scale}", _ROOTS.get(value.scale, "quantity"), 0.0))


def _own(value: Reading) -> Rung:
    known = typed(value)
    return Rung(f"scale:{value.key}", say(known), 1.0, range_of(known))


_ROOTS: Final = {
    "age": "age", "duration": "length of time", "clock": "time of day", "%": "percentage", "count": "number",
}  # fmt: skip


def windows(reading: Reading) -> tuple[Rung, ...]:
    """Return the windows and bands that hold what was read, by falling information, itself where it is one; none
    for what only bounds a value."""
    if reading.open:
        return ()
    if reading.scale in ("age", "%"):
        found = _linear(reading, 5, 100)
    elif reading.scale == "height":
        return _of_height(reading)
    elif reading.scale == "clock":
        return _of_clock(reading)
    else:
        found = _of_notches(reading)
    return falling({r.id: r for r in (*_of_bands(reading), *found)}.values())


def _of_notches(reading: Reading) -> tuple[Rung, ...]:
    notches = _PERIODS if reading.scale == "duration" else _round_values(reading.low, reading.high)
    if reading.scale == "count":
        notches = tuple(n for n in notches if n == int(n))
    rungs: list[Rung] = []
    for span in _SPANS:
        step = 1 if span < 6 else 2 if span < 14 else 4 if span < 30 else 10
        for i in range(0, len(notches) - span, step):
            low, high = notches[i], notches[i + span]
            if low <= reading.low and reading.high <= high:
                rungs += _window(reading, low, high)
    return tuple(rungs)


def _of_bands(reading: Reading) -> tuple[Rung, ...]:
    """Return the bands of the quantity base that hold what was read; a period has none, for they are of the unit it
    is said in."""
    if reading.scale == "duration" or reading.low <= 0:
        return ()
    kind = reading.scale if reading.scale in ("age", "%") else "number"
    rungs: list[Rung] = []
    for low, high in bands(kind, reading.low):
        if reading.high <= high and (low > 0 or kind != "number"):  # scales of amounts have no zero
            rungs += _window(reading, low, high)
    return tuple(rungs)


def _window(reading: Reading, low: float, high: float) -> list[Rung]:
    """Return the window from `low` to `high`, where it keeps something of what was read."""
    scale = reading.scale
    name, said = f"scale:{scale}:{low:g}~{high:g}", _said(scale, low, high)
    if (low, high) == (reading.low, reading.high):
        return [Rung(name, said.words, 1.0, said)]
    if scale in ("age", "%"):
        leaves, own = 100.0, reading.high - reading.low + 1
        width = high - low + (scale == "age")
    else:
        leaves = _leaves(scale, 1, 52596000 if scale == "duration" else 10**6)
        own, width = _leaves(scale, reading.low, reading.high), _leaves(scale, low, high)
    told = 1 - log(own) / log(leaves)
    keeps = (1 - log(width) / log(leaves)) / told if told > 0 else 0.0
    keeps = min(keeps, 0.99) if scale in ("age", "%") else keeps
    return [Rung(name, said.words, keeps, said)] if 0 < keeps < 1 else []


def scale_nats(reading: Reading) -> float:
    """Return what a reading tells: the logarithm of the leaves of its scale less that of the leaves in it."""
    low, high = reading.low, reading.high
    if reading.scale in ("age", "%"):
        return log(100) - log(high - low + 1)
    if reading.scale == "height":
        return log(HEIGHTS[1] - HEIGHTS[0]) - log(high - low + 1)
    if reading.scale == "clock":
        return log(48) - log(2 * (high - low) + 1)
    leaves = _leaves(reading.scale, 1, 52596000 if reading.scale == "duration" else 10**6)
    return log(leaves) - log(_leaves(reading.scale, low, high))


def _of_height(reading: Reading) -> tuple[Rung, ...]:
    """Windows of whole inches, an inch a leaf, and the lengths in feet that hold them: 5'9" and six feet can meet."""
    leaves = HEIGHTS[1] - HEIGHTS[0]
    own = 1 - log(reading.high - reading.low + 1) / log(leaves)
    rungs: list[Rung] = []
    for width in (2, 3, 4, 5, 6, 8, 10, 12, 18, 24):
        for low in range(int(reading.high) - width, int(reading.low) + 1):
            high = low + width - 1
            if low <= reading.low and reading.high <= high and (width < 8 or low % 2 == 0):
                keeps = (1 - log(width) / log(leaves)) / own
                if 0 < keeps <= 1:
                    rungs.append(Rung(f"scale:height:{low}~{high}", f"{_tall(low)} to {_tall(high)}", keeps))
    least = min((r.keeps for r in rungs), default=0.0)
    feet = windows(Reading("foot", reading.low / 12, reading.high / 12))
    rungs += [replace(r, keeps=min(r.keeps, least)) for r in feet]
    return falling(rungs)


def _tall(inches: int) -> str:
    return f"{inches // 12}'{inches % 12}\""


def _of_clock(reading: Reading) -> tuple[Rung, ...]:
    """Windows of whole hours inside one day, half an hour a leaf."""
    own = 1 - log(2 * (reading.high - reading.low) + 1) / log(48)
    rungs: list[Rung] = []
    for width in _CLOCK_SPANS:
        for low in range(25 - width):
            keeps = (1 - log(2 * width + 1) / log(48)) / own
            if low <= reading.low and reading.high <= low + width and 0 < keeps <= 1:
                label = f"{_hour(low)} to {_hour(low + width)}"
                rungs.append(Rung(f"scale:clock:{low}~{low + width}", label, keeps))
    return falling(rungs)


def _hour(hour: int) -> str:
    if hour % 12 == 0:
        return "midnight" if hour % 24 == 0 else "noon"
    return f"{hour % 12} {'a.m.' if hour < 12 else 'p.m.'}"


def _leaves(scale: str, low: float, high: float) -> float:
    """Return how many tenths lie between two values; whole numbers up to ten are told apart one by one."""
    if scale == "count":
        return _counted(high) - _counted(low) + 1
    return log(high / low) / _TENTH + 1


def _counted(value: float) -> float:
    return value if value <= 10 else 10 + log(value / 10) / _TENTH


def _linear(reading: Reading, step: int, leaves: int) -> tuple[Rung, ...]:
    limit = 100 if reading.scale == "%" else 124
    rungs: list[Rung] = []
    for width in (5, 10, 15, 20, 30, 40, 50):
        for low in range(0, leaves, step):
            high = low + width if reading.scale == "%" else low + width - 1
            if high <= limit and low <= reading.low and reading.high <= high:
                rungs += _window(reading, low, high)
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


def _said(scale: str, low: float, high: float) -> Range:
    if scale == "age":
        return Range(f"{low:g}", "", f"{high:g}", "years old")
    if scale == "%":
        return Range(f"{low:g}%", "", f"{high:g}%", "")
    if scale == "duration":
        return _period(low, high)
    a, b = _plain(low), _plain(high)
    if scale[-1] in SIGNS:
        return Range(f"{scale}{a}", "", f"{scale}{b}", "")
    return Range(a, "", b, "" if scale == "count" else _SPELLED.get(scale, scale))


def _period(low: float, high: float) -> Range:
    (a, unit), (b, other) = (
        next(
            (minutes / size, word)
            for word, size, ns in reversed(_PERIOD_WORDS)
            if any(abs(minutes - n * size) < 1e-6 for n in ns)
        )
        for minutes in (low, high)
    )
    low_unit = "" if unit == other else f"{unit}{'s' * (a != 1)}"
    return Range(f"{a:g}", low_unit, f"{b:g}", f"{other}{'s' * (b != 1)}")


def _plain(value: float) -> str:
    for size, word in ((1e9, " billion"), (1e6, " million")):
        if value >= size:
            return f"{value / size:g}{word}"
    return f"{value:,.0f}" if value >= 100 else f"{value:g}"
