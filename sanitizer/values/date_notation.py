"""Writes another date in the notation of one: its order, padding, names of months and separators."""

import re
from datetime import date
from typing import Final

from kb.values.date_order import Order
from kb.values.types import Date
from kb.values.words import MONTHS, ROMAN_MONTHS, WEEKDAYS, month_number, ordinal_end

_WORD: Final = re.compile(r"\d+|[A-Za-z]+\.?")
_ENDS: Final = ("st", "nd", "rd", "th")
_JOINS: Final = ("the", "of", "day")


def rewritten(text: str, old: Date, new: date, order: Order) -> str | None:
    """Return the day, month or year `new` in the notation of `text`, which was read as `old` (dates in numbers in that
    `order`); None where the text holds more than one such date and the words between its parts."""
    words = list(_WORD.finditer(text))
    roles = _roles([w.group() for w in words], old, order)
    if roles is None:
        return None
    numbers = [w.group() for w, role in zip(words, roles, strict=True) if role in ("day", "number")]
    padded = any(n.startswith("0") for n in numbers) or (
        "number" in roles and all(len(n) == 2 for n in numbers)
    )
    out, position = [], 0
    for word, role in zip(words, roles, strict=True):
        out += [text[position : word.start()], _written(role, word.group(), new, padded)]
        position = word.end()
    return "".join([*out, text[position:]])


def _roles(words: list[str], old: Date, order: Order) -> list[str] | None:
    """Return what each word is: day, month (a name), number (of a month), year, end (of an ordinal), weekday, or ""
    for what stays; None where a word is none of them, or a part is named twice or not."""
    roles = ["" if w.isdigit() else _role(w, i, words) for i, w in enumerate(words)]
    if None in roles:
        return None
    places = [i for i, w in enumerate(words) if w.isdigit()]
    named = "month" in roles
    parts = ["day"] * bool(old.day) + ["number"] * (bool(old.month) and not named) + ["year"]
    if len(places) != len(parts):
        return None
    given = {"day": old.day, "number": old.month, "year": old.year}
    orders = [("year", "number", "day"), ("day", "number", "year"), ("number", "day", "year")]
    if order == "mdy":
        orders[1:] = orders[:0:-1]
    for wanted in orders:
        names = [name for name in wanted if name in parts]
        fits = (_says(words[place], given[name], name) for place, name in zip(places, names, strict=True))
        if all(fits):
            for place, name in zip(places, names, strict=True):
                roles[place] = name
            return [r or "" for r in roles]
    return None


def _role(word: str, index: int, words: list[str]) -> str | None:
    bare = word.rstrip(".")
    if index and words[index - 1].isdigit() and bare.lower() in _ENDS:
        return "end"
    if month_number(bare) is not None:
        return "month"
    if bare.capitalize() in WEEKDAYS:
        return "weekday"
    return "" if bare.lower() in _JOINS else None


def _says(word: str, value: int, name: str) -> bool:
    return int(word) == (value % 100 if name == "year" and len(word) == 2 else value)


def _written(role: str, old: str, new: date, padded: bool) -> str:
    if role == "year":
        return f"{new.year % 100:02d}" if len(old) == 2 else f"{new.year:04d}"
    if role in ("day", "number"):
        number = new.day if role == "day" else new.month
        return f"{number:02d}" if padded else str(number)
    if role == "end":
        return ordinal_end(new.day)
    if role == "weekday":
        name = WEEKDAYS[new.weekday()]
        return name.upper() if old.isupper() else name
    return _month(old, new.month) if role == "month" else old


def _month(old: str, number: int) -> str:
    """Return the name of a month, short or whole, in capitals or Roman as the `old` one is."""
    bare = old.rstrip(".")
    if bare.upper() in ROMAN_MONTHS:
        return ROMAN_MONTHS[number - 1] + old[len(bare) :]
    full = MONTHS[number - 1]
    word = full if len(bare) > 4 or bare.lower() in ("may", "june", "july") else full[:3]
    dot = old[len(bare) :] if number != 5 else ""
    return (word.upper() if bare.isupper() else word) + dot
