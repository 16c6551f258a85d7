"""Tell what one cell may be: entity types by content, each with how sure it is. Names of columns only add to it."""

import re
from functools import cache
from typing import Final

from sanitizer.common.knowledge import in_use, remembered
from sanitizer.recognize.finders.patterns import scan
from sanitizer.relational.table.date_cells import depth, full_date, partial_date
from sanitizer.relational.table.table import number

_TIME: Final = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?\s*(?:[AaPp]\.?[Mm]\.?)?\Z")
_EXPIRY: Final = re.compile(r"(?:0[1-9]|1[0-2])/\d{2}\Z")
_PHONE: Final = re.compile(
    r"(?:\+|00)?\(?\d{1,4}\)?(?:[\s.\-/]?\(?\d{2,4}\)?){2,4}(?:\s?(?:x|ext\.?)\s?\d{1,6})?\Z"
)
_POSTCODE: Final = re.compile(
    r"(?:\d{3} \d{2}|\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|\d{4} ?[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)\Z"
)
_GENDERS: Final = frozenset(
    ["male", "female", "man", "woman", "boy", "girl", "non-binary", "nonbinary", "transgender"]
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NAME: Final = re.compile(r"[^\W\d_][\w'’.-]*(?:\s[^\W\d_][\w'’.-]*){0,3}\Z")


def cell_types(text: str) -> dict[str, float]:
    """Return the types that a whole cell may be, each with a confidence from 0 to 1."""
    text = text.strip()
    if not text:
        return {}
    if found := _date_types(text):
        return found
    for match in scan(text):
        if match.end - match.start >= 0.9 * len(text) and match.type not in ("CARDINAL", "QUANTITY"):
            found[match.type] = max(found.get(match.type, 0.0), match.score)
    plain = number(text)
    if plain is not None and not found:
        return _number_types(text, plain)
    if _PHONE.match(text) and sum(c.isdigit() for c in text) >= 8:
        found["PHONE"] = max(found.get("PHONE", 0.0), 0.7)
    if _POSTCODE.match(text):
        found["POSTCODE"] = max(found.get("POSTCODE", 0.0), 0.8)
    if text.lower() in _GENDERS:
        found["GENDER"] = 1.0
    if not found:
        _names(text, found)
    return found


def _date_types(text: str) -> dict[str, float]:
    """Dates and times that a cell may be."""
    found: dict[str, float] = {}
    date = partial_date(text)
    if date is not None and depth(date) >= 2:
        found["DATE"] = 1.0 if date.full else 0.9
    if _EXPIRY.match(text):
        found["DATE"] = 0.9
    if _TIME.match(text):
        found["TIME"] = 1.0
    return found


def _number_types(text: str, plain: float) -> dict[str, float]:
    """Return what a bare number may be."""
    found: dict[str, float] = {}
    if float(plain).is_integer() and 0 <= plain <= 120:
        found["AGE"] = 0.1
    if len(text) == 10 and text.isdigit():
        found["PHONE"] = 0.4
    if len(text) == 5 and text.isdigit():
        found["POSTCODE"] = 0.3
    return found


def _names(text: str, found: dict[str, float]) -> None:
    place = place_kind(text)
    if place:
        found["GPE"] = place
    if _NAME.match(text):
        words = [w.casefold() for w in _WORD.findall(text)]
        given, family = name_lists()
        if words and all(w in given or w in family for w in words):
            found["PERSON"] = 0.9 if not place else 0.6


@remembered
def place_kind(text: str) -> float:
    """Return how surely a cell names a place: a country or what is in one, a known city."""
    places = in_use().places
    head, comma, tail = text.rpartition(",")
    if comma:
        country = re.sub(r"\s*\([^)]*\)\s*\Z", "", tail).strip()
        if country and head and _is_country(country):
            return 0.95
    senses = places.senses(text)
    if not senses:
        return 0.0
    return 0.95 if _is_country(text) else 0.7


@remembered
def _is_country(text: str) -> bool:
    senses = in_use().places.senses(text)
    return bool(senses) and bool(
        re.fullmatch(r"geo:(?:[A-Z]{2}|adj\.[A-Z]{2}|dem\.[A-Z]{2})", senses[0].concept.id)
    )


@cache
def name_lists() -> tuple[frozenset[str], frozenset[str]]:
    """Usual given and family names of the English-speaking countries (from Faker)."""
    from faker.providers.person.en_US import Provider

    given = frozenset(n.casefold() for n in Provider.first_names)
    return given, frozenset(n.casefold() for n in Provider.last_names)


def is_time_with_idle_date(texts: list[str]) -> bool:
    """Return whether cells are dates with times whose dates say nothing: times stored with a placeholder day."""
    days = {full_date(t) for t in texts}
    return (
        len(texts) > 3
        and None not in days
        and len(days) <= 2
        and all(":" in t for t in texts)
        and len(set(texts)) > 2 * len(days)
    )
