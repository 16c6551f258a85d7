"""Dates, times of day, ages, durations, amounts and money as typed values, each with an interval that holds all that
its notation may mean. :mod:`kb.values.read` reads them from any notation, :mod:`kb.values.say` says them again.

They live in ``kb`` because the calendar and the quantity base are made of them and ``kb`` knows nothing of
``sanitizer``, whose rooms use these values through :mod:`sanitizer.values`."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal, NamedTuple, TypeAlias

Cycle: TypeAlias = Literal["", "year", "week"]
_DAYS: Final = re.compile(r"(?P<year>\d{4}|-)(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?\Z")
_QUARTER: Final = re.compile(r"(?P<year>\d{4})-Q(?P<quarter>[1-4])\Z")
_DECADE: Final = re.compile(r"(?P<first>\d+)s(?:-(?P<part>early|mid|late))?\Z")
_CENTURY: Final = re.compile(r"(?P<before>-?)(?P<number>\d+)C(?:-(?P<part>early|mid|late))?\Z")
_YEARS: Final = re.compile(r"(?P<first>\d{4})/(?P<last>\d{4})\Z")
_BEFORE_CHRIST: Final = re.compile(r"-(?P<year>\d{4})\Z")
_WEEKDAY: Final = re.compile(r"-W-(?P<day>[1-7])\Z")
_PARTS: Final = {"early": (0, 3), "mid": (4, 6), "late": (7, 9)}
_PARTS_OF_CENTURY: Final = {"early": (0, 29), "mid": (30, 69), "late": (70, 99)}
_LEAP_YEAR: Final = 2000
"""The year whose days a date without a year is told in."""


class Range(NamedTuple):
    """A range of numbers as it is said: both ends, each with its unit in words; the first has none where it is that of
    the second."""

    low: str
    low_unit: str
    high: str
    unit: str

    @property
    def words(self) -> str:
        """By itself: "3 to 6 days"."""
        return " ".join(filter(None, (self.low, self.low_unit, "to", self.high, self.unit)))


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day from ``low`` to ``high``, in minutes after midnight (0 to 1440)."""

    low: int
    high: int

    @property
    def precision(self) -> str:
        """``minute``, or ``part of a day``."""
        return "minute" if self.low == self.high else "part of a day"

    @property
    def interval(self) -> tuple[int, int]:
        """The first and the last minute after midnight."""
        return self.low, self.high

    def contains(self, other: "Time") -> bool:
        """Return whether all that the other may mean lies in this one."""
        return self.low <= other.low and other.high <= self.high


@dataclass(frozen=True, slots=True)
class Date:
    """A date or a period, by the local id that the calendar gives it (:mod:`kb.calendar`), with the time of day where
    the notation tells one."""

    id: str
    time: Time | None = None

    def __post_init__(self) -> None:
        self.interval  # noqa: B018 (refuses what is no id)

    @property
    def cycle(self) -> Cycle:
        """What the date comes again with: ``year`` for "12 May", ``week`` for "Monday", else nothing."""
        return "week" if self.id.startswith("-W") else "year" if self.id.startswith("--") else ""

    @property
    def interval(self) -> tuple[int, int]:
        """The first and the last day as :meth:`datetime.date.toordinal` numbers them (0 and less before the year 1); of
        a date without a year the days of a leap year from 1, of a weekday 1 (Monday) to 7. Raises ValueError."""
        id_ = self.id.removesuffix("~")
        if match := _DAYS.match(id_):
            return self._of_days(match)
        if match := _QUARTER.match(id_):
            year, month = int(match["year"]), 3 * int(match["quarter"]) - 2
            return date(year, month, 1).toordinal(), _last_of_month(year, month + 2).toordinal()
        if match := _WEEKDAY.match(id_):
            return int(match["day"]), int(match["day"])
        if match := _YEARS.match(id_):
            return _first_day(int(match["first"])), _first_day(int(match["last"]) + 1) - 1
        if match := _DECADE.match(id_):
            low, high = _PARTS[match["part"]] if match["part"] else (0, 9)
            return _years(int(match["first"]), low, high)
        if match := _CENTURY.match(id_):
            number = int(match["number"])
            if match["before"]:
                return _first_day(1 - 100 * number), _first_day(101 - 100 * number) - 1
            low, high = _PARTS_OF_CENTURY[match["part"]] if match["part"] else (0, 99)
            return _years(100 * (number - 1), low, high)  # as people count: 1900 is of the 20th
        if match := _BEFORE_CHRIST.match(id_):
            return _first_day(1 - int(match["year"])), _first_day(2 - int(match["year"])) - 1
        raise ValueError(f"{self.id!r} is no date of the calendar")

    def _of_days(self, match: re.Match[str]) -> tuple[int, int]:
        lacks_year = match["year"] == "-"
        year, month = _LEAP_YEAR if lacks_year else int(match["year"]), int(match["month"] or 0)
        before = date(year, 1, 1).toordinal() - 1 if lacks_year else 0
        if not month:
            return _first_day(year), _first_day(year + 1) - 1
        if not match["day"]:
            return date(year, month, 1).toordinal() - before, _last_of_month(year, month).toordinal() - before
        day = date(year, month, int(match["day"])).toordinal() - before
        return day, day

    @property
    def precision(self) -> str:
        """``minute``, ``day``, ``month``, ``quarter``, ``year``, ``decade``, ``century``, ``years`` or ``weekday``;
        ``part of a`` one of them, whose interval is the whole one."""
        if self.time is not None:
            return "minute"
        id_ = self.id.removesuffix("~")
        named = "years"
        if match := _DAYS.match(id_):
            named = "day" if match["day"] else "month" if match["month"] else "year"
        for pattern, name in (
            (_QUARTER, "quarter"), (_WEEKDAY, "weekday"), (_DECADE, "decade"), (_CENTURY, "century"),
            (_BEFORE_CHRIST, "year"),
        ):  # fmt: skip
            named = name if pattern.match(id_) else named
        return f"part of a {named}" if self.id.endswith(("~", "-early", "-mid", "-late")) else named

    def _part(self, name: str) -> int:
        match = _DAYS.match(self.id)
        return int(match[name]) if match and match[name] not in (None, "-") else 0

    @property
    def year(self) -> int:
        """The first year; 0 where none is told, less than that before the Common Era."""
        return 0 if self.cycle else _year_of(self.interval[0])

    @property
    def years(self) -> int:
        """How many years the period goes over; 1 for less than a year."""
        return 1 if self.cycle else _year_of(self.interval[1]) - self.year + 1

    @property
    def month(self) -> int:
        """1 to 12, 0 where the notation does not tell one month."""
        return self._part("month")

    @property
    def day(self) -> int:
        """1 to 31, 0 where the notation does not tell one day."""
        return self._part("day")

    @property
    def full(self) -> bool:
        """Whether year, month and day are known."""
        return not self.cycle and bool(self.day)

    def covers(self, day: date) -> bool:
        """Return whether the day is one of those that the notation can mean."""
        number = {
            "": day.toordinal(),
            "week": day.isoweekday(),
            "year": date(_LEAP_YEAR, day.month, day.day).timetuple().tm_yday,
        }[self.cycle]
        return self.interval[0] <= number <= self.interval[1]

    def contains(self, other: "Date") -> bool:
        """Return whether all that the other may mean lies in this one."""
        if self.time is not None:
            return self.id == other.id and other.time is not None and self.time.contains(other.time)
        return (
            self.cycle == other.cycle
            and self.interval[0] <= other.interval[0]
            and other.interval[1] <= self.interval[1]
        )


@dataclass(frozen=True, slots=True)
class _Number:
    """What is told as a number from ``low`` to ``high``; ``bounded`` where the notation says one end of it only: "up
    to 250 mg" begins at 0, "more than 250 mg" has no end (infinity)."""

    low: float
    high: float
    bounded: bool = False

    @property
    def precision(self) -> str:
        """``exact``, ``range`` or ``bound``."""
        return "bound" if self.bounded else "exact" if self.low == self.high else "range"

    @property
    def interval(self) -> tuple[float, float]:
        """The least and the greatest value, as numbers of the unit."""
        return self.low, self.high

    @property
    def measured_in(self) -> str:
        """The unit."""
        return ""

    def contains(self, other: "_Number") -> bool:
        """Return whether all that the other may mean lies in this one, of the same kind and unit."""
        same = type(self) is type(other) and self.measured_in == other.measured_in
        close = 1e-9 * max(abs(other.low), abs(other.high))
        return same and self.low - close <= other.low and other.high <= self.high + close


@dataclass(frozen=True, slots=True)
class Age(_Number):
    """An age in years."""


@dataclass(frozen=True, slots=True)
class Duration(_Number):
    """A length of time in minutes."""


@dataclass(frozen=True, slots=True)
class Amount(_Number):
    """A number of a ``unit``: "mg", "%", "films", "count" for a bare number, "th" for a rank, "th floor" for the rank
    of a thing, "/" for two numbers of one reading (140/90)."""

    unit: str = "count"

    @property
    def measured_in(self) -> str:
        """The unit."""
        return self.unit


@dataclass(frozen=True, slots=True)
class Money(_Number):
    """An amount of money; ``currency`` is its sign or code in capitals ("$", "EUR"), or its name ("pounds")."""

    currency: str = ""

    @property
    def measured_in(self) -> str:
        """The currency."""
        return self.currency


Value: TypeAlias = Date | Time | Age | Duration | Amount | Money


def _first_day(year: int) -> int:
    """Return the number of the first day of a year, also before the year 1 (proleptic Gregorian)."""
    before = year - 1
    return 365 * before + before // 4 - before // 100 + before // 400 + 1


def _years(first: int, low: int, high: int) -> tuple[int, int]:
    return _first_day(max(first + low, 1)), _first_day(first + high + 1) - 1


def _year_of(day: int) -> int:
    year = int(day // 365.2425)
    while _first_day(year + 1) <= day:
        year += 1
    while _first_day(year) > day:
        year -= 1
    return year


def _last_of_month(year: int, month: int) -> date:
    return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
