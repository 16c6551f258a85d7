"""Wordings of tests: spelled out, where a release makes them of values."""

import re
from typing import Final

from kb.values.types import Range
from sanitizer.relational.terms.mention_wording import Wording, as_written, of_list, of_range, of_years

_YEARS: Final = re.compile(r"(\d{4}) to (\d{4})")
_RANGE: Final = re.compile(r"(\S*\d\S*(?: million)?)(?: (\w+))? to (\S*\d\S*(?: million)?)(?: (.+))?")


def wording(words: str) -> Wording:
    """Return the wording of a list, a window of years, a range of numbers or something else."""
    if " or " in words:
        return of_list(re.split(", | or ", words))
    if years := _YEARS.fullmatch(words):
        return of_years(years[1], years[2])
    if found := _RANGE.fullmatch(words):
        low, low_unit, high, unit = (part or "" for part in found.groups())
        return of_range(Range(low, low_unit, high, unit))
    return as_written(words)
