"""Find the times of the day in four digits: those of logs ("0540 Found on the floor"), of shifts ("2100-0700"), and
those at which something is done ("at 1840 she left")."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.text.anchors import Anchors, matches
from sanitizer.values.found_values import Found

_SAID: Final = (
    "by|until|till|from|since|to|around|about|before|after|between|btwn|and|out|in|off|up"
    "|called|arrived?|left|began|ended|returned|resolved|rang|seen"
)
_DAY: Final = r"\d\d?[/.-]\d\d?(?:[/.-]\d\d(?:\d\d)?)?,? "
_TIME_OF_LOG: Final = re.compile(
    rf"(?P<line>^[ \t>*•-]{{0,6}}(?:{_DAY})?|(?<=[.;!?] ))?(?P<said>(?P<at>\b(?:at|approx\.?) |@ ?)|\b(?:{_SAID}) )?"
    r"(?<![\w£$€])(?P<time>(?:[01]\d|2[0-3])[0-5]\d)(?:(?P<hours>\s?(?:hrs?|hours)(?!\w))|(?<![.,/:#-]\d{4})(?![\w/-]|[.,:]\d))"
    r"(?P<text>[ \t:.–-]+(?=[^\W\d_]))?",
    re.MULTILINE | re.IGNORECASE,
)
_HOURS: Final = re.compile(r"\d\s?[Hh](?:[Rr]|[Oo][Uu][Rr])")
_AT_LINE: Final = re.compile(
    rf"^[ \t>*•-]{{0,6}}(?:{_DAY})?(?:[^\W\d_]{{1,9}}\.? |@ ?)?\d{{4}}|[.;!?] \d{{4}} [^\W\d_]", re.MULTILINE
)
"""Where a line may begin with a time, behind any word, or a sentence within a line."""
_LEAST: Final = 2
"""Times that begin lines or sentences of a log."""
_FOUR: Final = r"(?:[01]\d|2[0-3])[0-5]\d"
_SHIFT: Final = re.compile(
    rf"(?<![\w£$€.,/:#-]){_FOUR} ?[-–] ?{_FOUR}(?P<hours> ?(?:hrs?|hours)\b)?(?![\w/-]|[.,:]\d)",
    re.IGNORECASE,
)
_OF_SHIFT: Final = re.compile(r"\bshift:? \Z", re.IGNORECASE)
_BEHIND: Final = (
    "and|but|by|via|with|on|in|for|to|from|when|the|a|an|h[ei]s?|she|her|they|I|we|my|our|was|were"
)
_DONE_AT: Final = re.compile(
    rf"t (?<=\b[Aa]t )(?<!lives at )(?<!lived at )(?<!living at )(?<!resides at )(?<!residing at )(?<!staying at )"
    rf"(?P<time>{_FOUR})(?P<also> and (?P<second>{_FOUR}))?"
    rf"(?=[.,;)]?(?:\s|\Z))(?! (?!(?:{_BEHIND})\b)[a-z])(?! [A-HJ-Z])"
)
"""A time behind "at", where no year stands, before what no number counts."""


def times_of_log(anchors: Anchors) -> Iterator[Found]:
    """Yield the times of the day in four digits, in order: of a text that is a log ("0540 Found on the floor", "at
    1524"; one has its unit, or at least two begin lines or sentences, with or without a day before them, and as
    many cannot be years as can); in any text those of a shift and those at which something is done."""
    text = anchors.text
    four = [start for start, end in anchors.numbers if end - start == len("0000")]
    if not four:
        return
    ends = {
        m.start(): m.end()
        for m in matches(_SHIFT, text, four)
        if m["hours"] or _OF_SHIFT.search(text[max(0, m.start() - 8) : m.start()])
    }
    for at in matches(_DONE_AT, text, (start - len("t ") for start in four if start > len("t "))):
        ends |= {at.start(group): at.end(group) for group in ("time", "second") if at[group]}
    for start, end in sorted((_logged(anchors) | ends).items()):
        yield Found(start, end, "TIME", 0.9)


def _logged(anchors: Anchors) -> dict[int, int]:
    """Return where the times of a log begin, with where they end."""
    text, lowered = anchors.text, anchors.lowered
    if len(_AT_LINE.findall(text)) < _LEAST and not (
        ("hr" in lowered or "hour" in lowered) and _HOURS.search(text)
    ):
        return {}
    found = list(_TIME_OF_LOG.finditer(text))
    begin = {m.start("time"): _may_be_year(m) for m in found if m["line"] is not None and m["text"]}
    log = len(begin) >= _LEAST and 2 * sum(begin.values()) <= len(begin)
    if not log and not any(m["hours"] for m in found):
        return {}
    return {
        m.start("time"): m.end("hours" if m["hours"] else "time")
        for m in found
        if m["hours"]
        or (m["said"] and (m["at"] or not _may_be_year(m)))
        or (log and m.start("time") in begin)
    }


def _may_be_year(time: re.Match[str]) -> bool:
    return 1700 <= int(time["time"]) <= 2059
