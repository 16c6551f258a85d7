"""What lies above a date: wider periods of the calendar, and windows of years.

Periods nest, as people say them (:mod:`kb.calendar`). Windows overlap, so that 1996 and 2003 meet in "1995 to 2004";
one that is a period has its name. What is kept is the share of the logarithm of the days of four centuries."""

from collections.abc import Iterable
from math import log
from typing import Final

from kb.calendar import PARTS_OF_CENTURY, PARTS_OF_DECADE, PREFIX, above, label_of
from kb.ladders.base import Ladder, Rung
from kb.values.dates import has_parts
from kb.values.types import Date, Time
from kb.values.words import WEEKDAYS

CENTURIES: Final = 365.25 * 400
"""Days of the span that dates of people's lives are drawn from."""
_YEARS: Final = (
    (2, 1), (3, 1), (5, 1), (7, 2), (10, 2), (15, 5), (20, 5), (30, 5), (40, 10), (50, 10), (75, 25), (100, 25),
    (150, 50), (200, 50),
)  # fmt: skip
"""Widths of windows of years, and the step between those of one width."""
_OF_DECADE: Final = {(years[0], len(years)): part for part, years in PARTS_OF_DECADE.items()}
_OF_CENTURY: Final = {(10 * tens[0], 10 * len(tens)): part for part, tens in PARTS_OF_CENTURY.items()}
"""The parts by their first year and their width."""


class Periods(Ladder[Date | Time]):
    """The periods that hold a date or a time of day, each in the next; the last says that it is one."""

    def rungs(self, value: Date | Time) -> tuple[Rung, ...]:
        """Return the value and the periods above it."""
        own, id_ = _first(value)
        found = [Rung(f"{PREFIX}:{own[0]}", own[1], 1.0)]
        whole = _spread(value) if isinstance(value, Date) else 0.0
        way = list(_above(id_, own[0]))
        for step, wider in enumerate(way, 1):
            keeps = _kept(value, wider, whole) if isinstance(value, Date) else 1 - step / len(way)
            found.append(Rung(f"{PREFIX}:{wider}", label_of(wider), min(keeps, found[-1].keeps)))
        return tuple(found)


class Windows(Ladder[Date]):
    """The periods that hold a date, and the windows of years that do."""

    def rungs(self, value: Date) -> tuple[Rung, ...]:
        """Return the date, then what keeps most of it first."""
        own, *way = Periods().rungs(value)
        found = {rung.id: rung for rung in way}
        whole = _spread(value)
        if value.year > 0 and not value.cycle:
            last = value.year + value.years - 1
            for width, step in _YEARS:
                if width <= value.years:
                    continue
                for first in range((value.year - width) // step * step + step, value.year + 1, step):
                    if first + width > last and first > 0:
                        id_ = years(first, width)
                        keeps = max(_share(365.25 * width, whole), 0.0)
                        found.setdefault(f"{PREFIX}:{id_}", Rung(f"{PREFIX}:{id_}", label_of(id_), keeps))
        place = {id_: i for i, id_ in enumerate(found)}
        return (own, *sorted(found.values(), key=lambda r: (-r.keeps, place[r.id])))


def date_nats(value: Date) -> float:
    """Return what a date tells among those of four centuries."""
    return log(CENTURIES) - log(_spread(value))


def years(first: int, width: int) -> str:
    """Return the local id of the years from `first`: that of the period where they are one, else "1995/2004"."""
    decade, century = f"{first // 10 * 10}s", f"{first // 100 + 1}C"
    if (first % 10, width) == (0, 10):
        return decade
    if (first % 100, width) == (0, 100):
        return century
    if has_parts(decade) and (part := _OF_DECADE.get((first % 10, width))):
        return f"{decade}-{part}"
    if part := _OF_CENTURY.get((first % 100, width)):
        return f"{century}-{part}"
    return f"{first:04d}/{first + width - 1:04d}"


def _first(value: Date | Time) -> tuple[tuple[str, str], str]:
    """Id and words of a value, and the id of the period above which its way goes on."""
    if isinstance(value, Time):
        id_ = f"T{value.low // 60 % 24:02d}:{value.low % 60:02d}"
        if value.low == value.high:
            return (id_, label_of(id_)), id_
        end = f"{value.high // 60:02d}:{value.high % 60:02d}"
        return (f"{id_}~{end}", f"{label_of(id_)} to {end}"), id_
    if value.time is not None:
        (clock, words), _ = _first(value.time)
        return (f"{value.id}{clock}", f"{label_of(value.id)} at {words}"), f"{value.id}{clock}"
    if value.cycle == "week":
        return (value.id, WEEKDAYS[value.interval[0] - 1]), value.id
    return (value.id, label_of(value.id)), value.id


def _above(id_: str, own: str) -> Iterable[str]:
    """Return the local ids of the periods above one, the widest last."""
    if "T" in id_[1:]:  # a day with a time
        day = id_.partition("T")[0]
        return (day, *_above(day, day))
    if id_.startswith("-W-"):
        return ("date",)
    found: list[str] = []
    wider = above(id_)
    if "~" in own and own.startswith("T") and above(f"T{own.partition('~')[2]}") != wider:
        return ("time",)
    while wider:
        found.append(wider)
        wider = above(wider)
    return found


def _kept(value: Date, wider: str, whole: float) -> float:
    if wider == "date":
        return 0.0
    if value.cycle == "year":
        return log(12) / log(365)
    return max(_share(_spread(Date(wider)), whole), 0.0)


def _spread(value: Date) -> float:
    if value.id.endswith("~"):
        return _spread(Date(value.id[:-1])) / 2
    if value.day:
        return 1.0
    if value.month:
        return 30.4
    return 91.3 if value.precision == "quarter" else 365.25 * value.years


def _share(days: float, whole: float) -> float:
    own = _information(whole)
    return _information(days) / own if own > 0 else 0.0


def _information(days: float) -> float:
    return 1 - log(days) / log(CENTURIES)
