"""Read dates, times of day, ages, durations, amounts and money from any notation of written English, as values with an
interval (words that only make one vague, "about", are not told)."""

import re
from math import inf
from typing import Final

from kb.values import amounts, dates
from kb.values.amounts import Reading
from kb.values.date_order import Order
from kb.values.types import Age, Amount, Date, Duration, Money, Time, Value
from kb.values.words import CURRENCY_NAMES, MINUTES, SIGNS, WEEKDAYS, numbers_in

_CLOCK: Final = re.compile(
    r"(?<=[\w.])(?:t|,? at |,? )(?P<time>\d{1,2}(?:[:.]\d{2}){1,2}(?:[.,]\d+)?\s?(?:[ap]\.?m\.?|h|hrs?)?"
    r"|\d{1,2}\s?[ap]\.?m\.?|noon|midday|midnight)(?:z|[+-]\d{2}:?\d{2})?\Z"
)
_WEEKDAY_ALONE: Final = re.compile(
    rf"(?:on |last |next |this |(?:the )?(?:previous|following|same) )?(?P<day>{'|'.join(WEEKDAYS).lower()})s?\Z"
)
_RANKED: Final = re.compile(r"(?P<number>\d{1,4})(?:st|nd|rd|th) (?P<what>[a-z]+)\Z")
_TWO: Final = re.compile(
    r"(?:[a-z/ ]+?[ :=])?(?P<first>\d{1,3}(?:\.\d+)?)/(?P<second>\d{1,3})(?P<unit> ?mm ?hg)?\Z"
)
_JOINED: Final = re.compile(rf"(?<=[\da-z])-(?=(?:{'|'.join(MINUTES)})s?\b)")
_ODD: Final = re.compile(r"(?<=[\da-z])[ -]odd(?= [a-z])")
_BEHIND: Final = re.compile(r"(?:[ -]long| later| earlier| ago| \([a-z]{3}\))\Z")
_MONEY_RANGE: Final = re.compile(
    rf"(?P<sign>[a-z]*[{SIGNS}])(?P<low>[\d.,]+)(?:\s?[-–]\s?[{SIGNS}]?| to [a-z]*[{SIGNS}])"
    r"(?P<high>[\d.,]+)(?P<scale> ?(?:million|billion|mln|bn|m|k)?)\Z"
)
_HOURS: Final = re.compile(r"\d+(?:\.\d+)? (?:hours?|hrs?)\Z")
_AT_LEAST: Final = re.compile(r"(?:over|more than|at least|above)\b")
_TAKEN: Final = re.compile(
    r"(?:(?P<hours>\d{1,2}):)?(?P<minutes>\d{1,2}):(?P<seconds>\d\d(?:[.,]\d{1,3})?)\Z"
)
"""How long something took, by its hours, minutes and seconds."""
_AND_A_HALF: Final = re.compile(
    r"(?:(?P<number>an?|one|\d+|[a-z]+(?:-[a-z]+)?) (?P<unit>[a-z]+?)s? and a half"
    r"|(?P<whole>an?|one|\d+|[a-z]+(?:-[a-z]+)?) and a half (?P<of>[a-z]+?)s?|half an? (?P<half>[a-z]+))\Z"
)
_CURRENCIES: Final = re.compile(rf"(?:{CURRENCY_NAMES}|penny)\Z")


def read(surface: str, order: Order | None = None, kind: str = "") -> Value | None:
    """Return the value that a whole phrase says, None where it says none; of a date in numbers that `order` does
    not decide the reading with the day first. The fine type (`kind`) tells 1,500 pounds of money from those of
    weight, and an age of 36 from a count."""
    text = re.sub(r"[\s\u00a0]+", " ", surface).strip(" ,;").casefold()
    numeric = kind in ("AGE", "MONEY", "QUANTITY", "CARDINAL", "PERCENT", "ORDINAL", "DURATION")
    numeric = numeric or (not kind and bool(_HOURS.match(text)))
    found = None if numeric else _read_date(text, order)
    return found if found or kind == "DATE" else _read_amount(text, kind)


def read_date(surface: str, order: Order | None = None) -> Date | None:
    """Return the date that a whole phrase says, None where it says none."""
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
    if kind == "DURATION" and (match := _TAKEN.match(text)):
        seconds = float(match["seconds"].replace(",", "."))
        minutes = 60 * int(match["hours"] or 0) + int(match["minutes"]) + seconds / 60
        return Duration(minutes, minutes)
    text = _JOINED.sub(" ", _BEHIND.sub("", _ODD.sub("", text)))
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
    if found is not None and found.scale != "duration" and text.startswith(("a ", "an ")):
        return None  # an article is no number
    if found is None and one is not None:
        found = Reading(one.kind if one.kind != "number" else "count", float(one.value), float(one.value))
    if found is None and text.isdecimal():
        found = Reading("count", float(text), float(text))
    return None if found is None else typed(found, bool(_AT_LEAST.match(text)), kind)


def _sum(text: str) -> Duration | None:
    """ "Three years, two months and a day"."""
    pieces = [amounts.read_number(piece, "QUANTITY") for piece in re.split(r",? and |, | (?=\d)", text)]
    known = [p for p in pieces if p is not None and p.scale == "duration" and not p.open]
    if len(known) < 2 or len(known) < len(pieces):
        return None
    return Duration(sum(p.low for p in known), sum(p.high for p in known))


def _half(text: str) -> Value | None:
    """Read "A week and a half", "two and a half years", "half a year"."""
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
    return typed(Reading(found.scale, size, size))


def typed(found: Reading, at_least: bool = False, kind: str = "") -> Value:
    """Return a number on its scale as a value; `at_least` says which end a bound tells, the fine type (`kind`)
    whether pounds are money."""
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
    if _CURRENCIES.match(scale.split()[-1] if scale.split() else ""):
        return Money(low, high, found.open, scale)
    return Amount(low, high, found.open, scale)
