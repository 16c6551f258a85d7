"""Find the times of the day in four digits that logs have: "0540 Found on the floor"."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.values.found_values import Found

_SAID: Final = (
    "by|until|till|from|since|to|around|about|before|after|between|btwn|and|out|in|off|up"
    "|called|arrived?|left|began|ended|returned|resolved|rang|seen"
)
_DAY: Final = r"\d\d?[/.-]\d\d?(?:[/.-]\d\d(?:\d\d)?)?,? "
_TIME_OF_LOG: Final = re.compile(
    rf"(?P<line>^[ \t>*•-]{{0,6}}(?:{_DAY})?)?(?P<said>(?P<at>\b(?:at|approx\.?) |@ ?)|\b(?:{_SAID}) )?"
    r"(?<![\w£$€])(?P<time>(?:[01]\d|2[0-3])[0-5]\d)(?:(?P<hours>\s?(?:hrs?|hours)(?!\w))|(?<![.,/:#-]\d{4})(?![\w/-]|[.,:]\d))"
    r"(?P<text>[ \t:.–-]+(?=[^\W\d_]))?",
    re.MULTILINE | re.IGNORECASE,
)
_HOURS: Final = re.compile(r"\d\s?[Hh](?:[Rr]|[Oo][Uu][Rr])")
_AT_LINE: Final = re.compile(
    rf"^[ \t>*•-]{{0,6}}(?:{_DAY})?(?:[^\W\d_]{{1,9}}\.? |@ ?)?\d{{4}}", re.MULTILINE
)
"""Where a line may begin with a time, behind any word."""
_LEAST: Final = 2
"""Times that begin lines of a log."""


def times_of_log(text: str) -> Iterator[Found]:
    """The times of the day in four digits ("0540 Found on the floor", "at 1524") of a text that is a log: one has its
    unit, or at least two begin lines, with or without a day before them, and as many cannot be years as can."""
    if len(_AT_LINE.findall(text)) < _LEAST and not _HOURS.search(text):
        return
    found = list(_TIME_OF_LOG.finditer(text))
    begin = {m.start("time"): _may_be_year(m) for m in found if m["line"] is not None and m["text"]}
    log = len(begin) >= _LEAST and 2 * sum(begin.values()) <= len(begin)
    if not log and not any(m["hours"] for m in found):
        return
    for match in found:
        said = match["said"] and (match["at"] or not _may_be_year(match))
        if match["hours"] or said or (log and match.start("time") in begin):
            yield Found(match.start("time"), match.end("hours" if match["hours"] else "time"), "TIME", 0.9)


def _may_be_year(time: re.Match[str]) -> bool:
    return 1700 <= int(time["time"]) <= 2059
