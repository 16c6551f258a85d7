"""Say a value again, as exactly as is wanted."""

from dataclasses import replace
from math import inf
from typing import Final

from kb.ladders.concepts import WayUp
from kb.ladders.periods import Periods
from kb.quantities import Quantities
from kb.values import amounts
from kb.values.types import Age, Amount, Date, Duration, Money, Range, Time, Value
from kb.values.words import MINUTES, SIGNS, ordinal

_QUANTITIES: Final = Quantities()
_BANDS: Final = WayUp(_QUANTITIES)


def say(value: Value, level: int = 0) -> str:
    """Return the value in words, `level` steps wider than it is: 0 itself, then each wider period or band of the
    calendar or the quantity base, at last the word of its kind."""
    if isinstance(value, Date | Time):
        rungs = Periods().rungs(value)
        return rungs[min(level, len(rungs) - 1)].label
    words = _say_number(value)
    exact = value.low == value.high and not value.bounded
    senses = _QUANTITIES.senses(words) if level and exact else ()
    rungs = _BANDS.rungs(senses[0].concept) if senses else ()
    if not level:
        return words
    return rungs[level].label if level < len(rungs) else _KINDS[type(value)]


_KINDS: Final = {
    Age: "age",
    Duration: "length of time",
    Amount: "quantity",
    Money: "amount of money",
}


def _say_number(value: Age | Duration | Amount | Money) -> str:
    if (said := range_of(value)) is not None:
        return said.words
    low, high = (f"{n:.15g}" for n in value.interval)
    if value.bounded:
        known = value.low if value.high == inf else value.high
        bound = "at least" if value.high == inf else "up to"
        return f"{bound} {_say_number(replace(value, low=known, high=known, bounded=False))}"
    span = low if value.low == value.high else f"{low} to {high}"
    if isinstance(value, Age):
        words = f"{span} years old"
    elif isinstance(value, Duration):
        words = _say_duration(value)
    elif isinstance(value, Money):
        glue = "" if value.currency[-1:] in SIGNS else " "
        before = amounts.is_money(value.currency)
        parts = [f"{value.currency}{glue}{n}" if before else f"{n} {value.currency}" for n in (low, high)]
        words = parts[0] if low == high else f"{parts[0]} to {parts[1]}"
    elif value.unit in ("/", "mmHg"):
        words = f"{high}/{low}{' mmHg' if value.unit == 'mmHg' else ''}"
    elif value.unit.startswith("th"):
        words = f"{ordinal(int(value.low))}{value.unit[2:]}"
    elif value.unit == "%":
        words = f"{low}%" if low == high else f"{low}% to {high}%"
    else:
        words = span if value.unit == "count" else f"{span} {value.unit}"
    return words


def range_of(value: Value) -> Range | None:
    """Return how an age, a period or an amount of a unit in words that goes from one number to another is said, end
    by end; None for all else."""
    if isinstance(value, Date | Time | Money) or value.low == value.high or value.bounded:
        return None
    low, high = (f"{n:.15g}" for n in value.interval)
    if isinstance(value, Age):
        return Range(low, "", high, "years old")
    if isinstance(value, Duration):
        low, high, unit = _in_units(value)
        return Range(low, "", high, f"{unit}s")
    plain = value.unit not in ("/", "mmHg", "%", "count") and not value.unit.startswith("th")
    return Range(low, "", high, value.unit) if plain else None


def _say_duration(value: Duration) -> str:
    low, _, unit = _in_units(value)
    return f"{low} {unit}{'' if low == '1' else 's'}"


def _in_units(value: Duration) -> tuple[str, str, str]:
    """Return both ends and their unit of time, the longest that divides them into halves."""
    size, unit = next(
        (
            (n, u)
            for n, u in _UNITS_OF_TIME
            if all(v >= n and (2 * v / n).is_integer() for v in value.interval)
        ),
        (1, "minute"),
    )
    low, high = (f"{v / size:.10g}" for v in value.interval)
    return low, high, unit


_UNITS_OF_TIME: Final = tuple(
    (MINUTES[unit], unit) for unit in ("year", "month", "week", "day", "hour", "minute")
)
