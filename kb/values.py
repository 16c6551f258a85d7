"""Dates, times of day, ages, durations, amounts and money as typed values: read from any notation, each with an
interval that holds all that the notation may mean (words that only make it vague, "about", are not told), and said
again as exactly as is wanted.

They live in ``kb`` because the calendar and the quantity base are made of them and ``kb`` knows nothing of
``sanitizer``, whose rooms use these values through :mod:`sanitizer.values`.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import inf
from typing import Final, Literal, TypeAlias

from kb import amounts, dates
from kb.amounts import SIGNS, Reading
from kb.calendar import above, label_of
from kb.dates import Order
from kb.quantities import Quantities
from kb.value_words import MINUTES, WEEKDAYS, numbers_in, ordinal

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
        """Whether all that the other may mean lies in this one."""
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
        """Whether the day is one of those that the notation can mean."""
        number = {
            "": day.toordinal(),
            "week": day.isoweekday(),
            "year": date(_LEAP_YEAR, day.month, day.day).timetuple().tm_yday,
        }[self.cycle]
        return self.interval[0] <= number <= self.interval[1]

    def contains(self, other: "Date") -> bool:
        """Whether all that the other may mean lies in this one."""
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
        """Whether all that the other may mean lies in this one, of the same kind and unit."""
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

_CLOCK: Final = re.compile(
    r"(?<=[\w.])(?:t|,? at |,? )(?P<time>\d{1,2}(?:[:.]\d{2}){1,2}(?:[.,]\d+)?\s?(?:[ap]\.?m\.?|h|hrs?)?"
    r"|\d{1,2}\s?[ap]\.?m\.?|noon|midday|midnight)(?:z|[+-]\d{2}:?\d{2})?\Z"
)
_WEEKDAY_ALONE: Final = re.compile(rf"(?:on )?(?P<day>{'|'.join(WEEKDAYS).lower()})s?\Z")
_RANKED: Final = re.compile(r"(?P<number>\d{1,4})(?:st|nd|rd|th) (?P<what>[a-z]+)\Z")
_TWO: Final = re.compile(
    r"(?:[a-z/ ]+?[ :=])?(?P<first>\d{1,3}(?:\.\d+)?)/(?P<second>\d{1,3})(?P<unit> ?mm ?hg)?\Z"
)
_LABEL: Final = re.compile(r"(?:[a-z][a-z0-9/ ]*?)(?:\s(?:was|is|of|at|now)|:|=)?\s(?=\d)")
_JOINED: Final = re.compile(rf"(?<=[\da-z])-(?=(?:{'|'.join(MINUTES)})s?\b)")
_BEHIND: Final = re.compile(r"(?:[ -]long| later| earlier| ago| \([a-z]{3}\))\Z")
_MONEY_RANGE: Final = re.compile(
    rf"(?P<sign>[a-z]*[{SIGNS}])(?P<low>[\d.,]+)(?:\s?[-–]\s?[{SIGNS}]?| to [a-z]*[{SIGNS}])"
    r"(?P<high>[\d.,]+)(?P<scale> ?(?:million|billion|mln|bn|m|k)?)\Z"
)
_HOURS: Final = re.compile(r"\d+(?:\.\d+)? (?:hours?|hrs?)\Z")
_AT_LEAST: Final = re.compile(r"(?:over|more than|at least|above)\b")
_AND_A_HALF: Final = re.compile(
    r"(?:(?P<number>an?|one|\d+|[a-z]+(?:-[a-z]+)?) (?P<unit>[a-z]+?)s? and a half"
    r"|(?P<whole>an?|one|\d+|[a-z]+(?:-[a-z]+)?) and a half (?P<of>[a-z]+?)s?|half an? (?P<half>[a-z]+))\Z"
)
_CURRENCIES: Final = re.compile(
    r"(?:euro|dollar|pound|sterling|penny|pence|cent|franc|mark|lira|lire|zloty|złoty|kron|korun|forint|le[uivi]|kuna|dinar|denar"
    r"|rouble|ruble|hryvn|lari|dram|manat|schilling|shilling|peseta|escudo|guilder|drachma|yen|yuan|rupee|peso|rand|shekel"
    r"|real|reais|riyal|dirham|baht|bitcoin)\w*\Z"
)


def read(surface: str, order: Order | None = None, kind: str = "") -> Value | None:
    """The value that a whole phrase says, None where it says none; of a date in numbers that `order` does not decide
    the reading with the day first. The fine type (`kind`) tells 1,500 pounds of money from those of weight, and an age
    of 36 from a count."""
    text = re.sub(r"[\s\u00a0]+", " ", surface).strip(" ,;").casefold()
    numeric = kind in ("AGE", "MONEY", "QUANTITY", "CARDINAL", "PERCENT", "ORDINAL", "DURATION")
    numeric = numeric or (not kind and bool(_HOURS.match(text)))
    found = None if numeric else _read_date(text, order)
    return found if found or kind == "DATE" else _read_amount(text, kind)


def read_date(surface: str, order: Order | None = None) -> Date | None:
    """The date that a whole phrase says, None where it says none."""
    found = _read_date(re.sub(r"[\s\u00a0]+", " ", surface).strip(" ,;").casefold(), order)
    return found if isinstance(found, Date) else None


def _read_date(text: str, order: Order | None) -> Date | Time | None:
    id_ = next(dates.read(text, order), "")
    clock = _CLOCK.search(text)
    if clock and (not id_ or not id_.startswith("T")):
        day = next(dates.read(text[: clock.start()].rstrip(","), order), "")
        minute = next(dates.read(re.sub(r"(\d[:.]\d\d)[:.][\d.,]+", r"\1", clock["time"])), "")
        if day and not day.startswith("T") and minute.startswith("T"):
            return Date(day, _time(minute))
    if id_.startswith("T"):
        return _time(id_)
    if not id_ and (match := _WEEKDAY_ALONE.match(text)):
        id_ = f"-W-{[d.lower() for d in WEEKDAYS].index(match['day']) + 1}"
    return Date(id_) if id_ else None


def _time(id_: str) -> Time:
    minute = 60 * int(id_[1:3]) + int(id_[4:6])
    return Time(minute, minute)


def _read_amount(text: str, kind: str) -> Value | None:
    text = _JOINED.sub(" ", _BEHIND.sub("", text))
    if (match := _RANKED.match(text)) and int(match["number"]) > 0:
        number = float(match["number"])
        return Amount(number, number, unit=f"th {match['what']}")
    if match := _TWO.match(text):
        first, second = sorted((float(match["first"]), float(match["second"])))
        return Amount(first, second, unit="mmHg" if match["unit"] or text.startswith(("b", "blood")) else "/")
    if (period := _half(text) or _sum(text)) is not None:
        return period
    if match := _MONEY_RANGE.match(text):  # the scale may stand once
        ends = [amounts.measure(f"{match['sign']}{match[e]}{match['scale']}") for e in ("low", "high")]
        if ends[0] is not None and ends[1] is not None and ends[0].value <= ends[1].value:
            return Money(float(ends[0].value), float(ends[1].value), currency=ends[0].kind)
    is_age = kind == "AGE" or re.search(r"\bage[ds]?\b|\bold\b|\by/?o\b", text)
    one = amounts.measure(text)
    if one is not None and one.kind == amounts.RANK:
        return Amount(float(one.value), float(one.value), unit="th")
    found = amounts.read_number(text, "AGE" if is_age else "QUANTITY") or amounts.read_number(text, "TIME")
    if found is None and (label := _LABEL.match(text)):
        found = amounts.read_number(text[label.end() :], "QUANTITY")
    if found is not None and found.scale != "duration" and text.startswith(("a ", "an ")):
        return None  # "a letter"
    if found is None and one is not None:
        found = Reading(one.kind if one.kind != "number" else "count", float(one.value), float(one.value))
    if found is None and text.isdecimal():
        found = Reading("count", float(text), float(text))
    return None if found is None else _typed(found, bool(_AT_LEAST.match(text)), kind)


def _sum(text: str) -> Duration | None:
    """ "Three years, two months and a day"."""
    pieces = [amounts.read_number(piece, "QUANTITY") for piece in re.split(r",? and |, | (?=\d)", text)]
    known = [p for p in pieces if p is not None and p.scale == "duration" and not p.open]
    if len(known) < 2 or len(known) < len(pieces):
        return None
    return Duration(sum(p.low for p in known), sum(p.high for p in known))


def _half(text: str) -> Value | None:
    """ "A week and a half", "two and a half years", "half a year"."""
    match = _AND_A_HALF.match(text)
    if match is None:
        return None
    word = match["number"] or match["whole"] or ""
    known = numbers_in("1" if word in ("a", "an") else word) if word else [(0.0, 0, 0)]
    found = (
        amounts.read_number(f"2 {match['unit'] or match['of'] or match['half']}s", "QUANTITY")
        if known
        else None
    )
    if found is None:
        return None
    size = (known[0][0] + 0.5) * found.low / 2
    return _typed(Reading(found.scale, size, size))


def _typed(found: Reading, at_least: bool = False, kind: str = "") -> Value:
    low, high, scale = found.low, found.high, found.scale
    if found.open:
        low, high = (low, inf) if at_least else (0.0, high)
    if scale == "height":
        scale = "inch"
    if kind == "MONEY" and scale == "lb":
        return Money(low, high, found.open, "pounds")
    if scale == "age":
        return Age(low, high, found.open)
    if scale == "duration":
        return Duration(low, high, found.open)
    if scale == "clock":
        return Time(round(60 * low), round(60 * high))
    if amounts.is_money(scale.upper()) or amounts.is_money(scale):
        return Money(low, high, found.open, scale.upper())
    if _CURRENCIES.search(scale.split()[-1] if scale.split() else ""):
        return Money(low, high, found.open, scale)
    return Amount(low, high, found.open, scale)


_QUANTITIES: Final = Quantities()


def say(value: Value, level: int = 0) -> str:
    """The value in words, `level` steps wider than it is: 0 itself, then each wider period or band of the calendar or
    the quantity base, at last the word of its kind."""
    if isinstance(value, Date):
        return _say_date(value, level)
    if isinstance(value, Time):
        return _say_time(value, level)
    words = _say_number(value)
    if not level:
        return words
    exact = value.low == value.high and not value.bounded
    senses = _QUANTITIES.senses(words) if exact else ()
    concept = senses[0].concept if senses else None
    for _ in range(level):
        wider = _QUANTITIES.hypernyms(concept) if concept is not None else ()
        concept = wider[0] if wider else None
    return concept.label if concept is not None else _KINDS[type(value)]


_KINDS: Final = {
    Age: "age",
    Duration: "length of time",
    Amount: "quantity",
    Money: "amount of money",
}


def _say_date(value: Date, level: int) -> str:
    if value.time is not None:
        return (
            f"{say(Date(value.id))} at {_say_time(value.time, 0)}"
            if not level
            else say(Date(value.id), level - 1)
        )
    if value.cycle == "week":
        return WEEKDAYS[value.interval[0] - 1] if not level else "date"
    id_ = value.id
    for _ in range(level):
        id_ = above(id_) or "date"
    return label_of(id_)


def _say_time(value: Time, level: int) -> str:
    id_ = f"T{value.low // 60 % 24:02d}:{value.low % 60:02d}"
    if value.low != value.high and not level:
        return f"{label_of(id_)} to {value.high // 60:02d}:{value.high % 60:02d}"
    for _ in range(level):
        id_ = above(id_) or "time"
    return label_of(id_)


def _say_number(value: Age | Duration | Amount | Money) -> str:
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
        glue = "" if value.currency[-1:] in amounts.SIGNS else " "
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


def _say_duration(value: Duration) -> str:
    size, unit = next(
        (
            (n, u)
            for n, u in _UNITS_OF_TIME
            if all(v >= n and (2 * v / n).is_integer() for v in value.interval)
        ),
        (1, "minute"),
    )
    low, high = (f"{v / size:.10g}" for v in value.interval)
    return f"{low}{'' if low == high else f' to {high}'} {unit}{'' if low == high == '1' else 's'}"


_UNITS_OF_TIME: Final = tuple(
    (MINUTES[unit], unit) for unit in ("year", "month", "week", "day", "hour", "minute")
)


def _first_day(year: int) -> int:
    """The number of the first day of a year, also before the year 1 (proleptic Gregorian)."""
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
