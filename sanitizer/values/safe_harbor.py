"""How much of a value may stay: the year of a date, three digits of a ZIP code, an age up to 89 (HIPAA
Safe Harbor, 45 CFR 164.514(b)(2)). A function returns what may be told; the value itself when all of it may.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from sanitizer.text.patterns import DIGIT_RUN

_YEAR: Final = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?:s|(?!\d))")
_NINETIES: Final = re.compile(r"ninet(?:y|ies|ieth)|hundred|centenarian|nonagenarian", re.IGNORECASE)
# ZIP prefixes of areas with 20,000 or fewer people (2000 census): told as 000
_SMALL_ZIP: Final = frozenset(
    "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893".split()  # noqa: SIM905 (reads best)
)


def year(value: str) -> str:
    """Return the year or years of a date ("31 May 1991" -> "1991"); "date" when it has none."""
    years = list(dict.fromkeys(_YEAR.findall(value)))
    if not years:
        return "date"
    if re.fullmatch(r"\W*".join(map(re.escape, years)), value):
        return value
    return " to ".join(years) if len(years) == 2 else ", ".join(years)


def age_to_89(value: str) -> str:
    """Ages up to 89 as they are, "90 or older" for more."""
    numbers = [int(n) for n in DIGIT_RUN.findall(value)]
    if _NINETIES.search(value) or any(n > 89 for n in numbers):
        return "90 or older"
    return value


def zip3(value: str) -> str:
    """Return the first three digits of a US ZIP code, 000 for areas with few people; "postcode" for any other
    code.
    """
    match = re.fullmatch(r"(\d{3})\d{2}(?:-\d{4})?", value.strip())
    if match is None:
        return "postcode"
    return ("000" if match.group(1) in _SMALL_ZIP else match.group(1)) + "**"


_BORN: Final = re.compile(
    r"(?:\b(?:born|birth(?:day|date)?|d\.?o\.?b|geb)\b\.?|\bb\.)[^.;\n\d]{0,24}$", re.IGNORECASE
)
_OLDEST_TOLD: Final = 89
_WRITTEN: Final = 2026
"""The year in which a text is taken to be written that names no later one than that of the birth."""


def tells_great_age(text: str, start: int, end: int) -> bool:
    """Return whether a date in ``start`` to ``end`` of a text is that of a birth more than 89 years before the
    latest year that the text names: then its year tells an age over 89, which the rule lets nobody tell."""
    years = [int(y.rstrip("s")) for y in _YEAR.findall(text, start, end)]
    if not years or not _BORN.search(text, max(0, start - 40), start):
        return False
    latest = max((int(y.rstrip("s")) for y in _YEAR.findall(text)), default=0)
    return (latest if min(years) < latest <= _WRITTEN else _WRITTEN) - min(years) > _OLDEST_TOLD


SHORTENERS: Final[Mapping[str, Callable[[str], str]]] = MappingProxyType(
    {"year": year, "age-to-89": age_to_89, "zip3": zip3}
)
