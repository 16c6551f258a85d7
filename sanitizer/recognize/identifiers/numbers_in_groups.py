"""Numbers in groups, in pairs, or with a leading zero, that measure nothing, so somebody gave them out."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.text.anchors import Anchors
from sanitizer.values.found_values import Found

_GROUPS: Final = re.compile(
    r"\d(?<![\w.,/+-]\d)\d{1,5}(?:(?:[ -]\d{2,6}){2,5}|(?: / \d{2,6}){2,5})(?![\w/]|[.,-]\d)"
)
_LEAST_GROUPED: Final = 9
"""Digits of a number in groups that is no other number: telephone numbers, cards and amounts have their own forms."""
_THOUSANDS: Final = re.compile(r"\d{1,3}(?: \d{3}){1,3}")
"""A number up to the billions; nobody counts more in full."""
_YEARS: Final = re.compile(r"(?:1[5-9]|20)\d\d(?:(?:[ -]| / )(?:1[5-9]|20)\d\d)+")
_PAIR: Final = re.compile(
    r"(?P<first>\d(?<![\w.,/+$€£-]\d)\d{1,5})(?P<mark>[-/])(?P<second>\d{3,7})(?![\w/%]|[.,-]\d)"
)
_LEAST_PAIRED: Final = 7
"""Digits of two numbers with a mark between that are no range, for it would fall, and no ratio."""
_OTHER_PAIR: Final = re.compile(r"\d+[-/](?:1[5-9]|20)\d\d|(?:[2-9]\d\d-0|555-\d)\d{3}")
"""What ends in a year, as the numbers of laws do, or is a number of a telephone within its exchange."""
_LED_BY_ZERO: Final = re.compile(r"0(?<![\w/.,-]0)\d{2,6}[/-]\d{1,4}(?![\w/-])")


def numbers_in_groups(anchors: Anchors) -> Iterator[Found]:
    """Yield numbers in groups, pairs that are no range, numbers with a leading zero and a part behind a stroke."""
    for match in anchors.at_close(_GROUPS):
        whole = match.group()
        digits = sum(map(str.isdecimal, whole))
        if digits >= _LEAST_GROUPED and not _THOUSANDS.fullmatch(whole) and not _YEARS.fullmatch(whole):
            yield Found(*match.span(), "CODE", 0.5)
    for match in anchors.at_close(_PAIR):
        first, second = match["first"], match["second"]
        ranged = int(first) < int(second) and second[0] != "0" and match["mark"] == "-"
        if len(first + second) >= _LEAST_PAIRED and not ranged and not _OTHER_PAIR.fullmatch(match.group()):
            yield Found(*match.span(), "CODE", 0.55)
    for match in anchors.at_close(_LED_BY_ZERO):
        yield Found(*match.span(), "CASE_NUMBER", 0.5)
