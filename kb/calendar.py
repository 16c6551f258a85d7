"""Dates in the notations of written English as a taxonomy.

Day -> month -> year -> part of a decade -> decade -> part of a century -> century -> date. Nothing is listed,
everything is computed from the phrase. Ids follow ISO 8601: ``cal:1991-05-12``, ``cal:1991-05``, ``cal:1991``,
``cal:1991-Q2`` (a quarter), ``cal:1990s-early`` (1990 to 1993; mid to 1996, late to 1999), ``cal:1990s``,
``cal:20C-late`` (from the 1970s; mid from the 1930s), ``cal:20C``; without a year ``cal:--05-12``, ``cal:--05``,
``cal:--spring``; times ``cal:T10:30``; before Christ ``cal:-0044``, ``cal:-1C``. A range of years stands below the
least node that covers it, and so do several dates named together and a part of a period: "1 and 2 July 1996" and "the
end of July 1996" are ``cal:1996-07~``, below ``cal:1996-07``. Seasons are those north of the equator; the label of one
south of it is for who asks to choose."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kb.base import Concept, Sense
from kb.values.dates import has_parts, read
from kb.values.words import MONTHS, ORDINALS, SEASON_MONTHS, ordinal

PREFIX: Final = "cal"
ROOT: Final = Concept(f"{PREFIX}:date", "date")
TIME_ROOT: Final = Concept(f"{PREFIX}:time", "time of day")
PARTS_OF_DECADE: Final = {"early": range(4), "mid": range(4, 7), "late": range(7, 10)}
"""The years of each part."""
PARTS_OF_CENTURY: Final = {"early": range(3), "mid": range(3, 7), "late": range(7, 10)}
"""The decades of each part, so that they nest."""
_PARTS_OF_DAY: Final = {p: f"the {p}" for p in ("night", "morning", "afternoon", "evening")}


class Calendar:
    """Dates and times of day as a KnowledgeBase; knows every date of the years 1 to 2999."""

    name: Final = "calendar"
    prefix: Final = PREFIX
    closed: Final = True  # knows nothing of other bases' concepts
    from_form: Final = True  # tells by how a phrase is made, not from a list

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the date that the whole phrase names; two for 04/05/1991 (day first, then month first)."""
        return [Sense(concept(id_), True, "DATETIME", 0.0) for id_ in dict.fromkeys(read(phrase))]

    def hypernyms(self, concept_: Concept) -> Sequence[Concept]:
        """Return the period that holds the date."""
        id_ = _local(concept_)
        wider = above(id_) if id_ else ""
        return [concept(wider)] if wider else []

    def hyponyms(self, concept_: Concept) -> Sequence[Concept]:
        """Centuries of the Common Era, decades, their parts, years, the months of a season. Months and days of a
        year are not listed: a text that names one names the year as well, so they add nothing to a roll-up."""
        id_ = _local(concept_)
        below: list[str] = []
        if id_ == "date":
            below = [f"{n}C" for n in range(1, 22)]
        elif id_ == "time":
            below = list(_PARTS_OF_DAY)
        elif months := SEASON_MONTHS.get(id_.removeprefix("--")):
            below = [f"--{int(month, 16):02d}" for month in months]
        elif re.fullmatch(r"\d+C", id_):
            below = [f"{id_}-{part}" for part in PARTS_OF_CENTURY]
        elif century := re.fullmatch(r"(\d+)C-(\w+)", id_):
            first = (int(century[1]) - 1) * 100
            below = [f"{first + 10 * ten}s" for ten in PARTS_OF_CENTURY[century[2]]]
        elif has_parts(id_):
            below = [f"{id_}-{part}" for part in PARTS_OF_DECADE]
        elif decade := re.fullmatch(r"(\d+)s(?:-(\w+))?", id_):
            years = PARTS_OF_DECADE[decade[2]] if decade[2] else range(10)
            below = [f"{year:04d}" for i in years if (year := int(decade[1]) + i)]
        return [concept(b) for b in below]

    def lemmas(self, concept_: Concept) -> Sequence[str]:
        """Return the readable label, then other usual notations."""
        id_ = _local(concept_)
        if not id_:
            return []
        label = concept(id_).label
        full = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", id_)
        if full:
            year, month, day = int(full[1]), MONTHS[int(full[2]) - 1], int(full[3])
            return [label, f"{month} {day}, {year}"]
        part = re.fullmatch(r"--(\d\d)-(\d\d)", id_)
        if part:
            return [label, f"{MONTHS[int(part[1]) - 1]} {int(part[2])}"]
        if label.startswith("the mid-"):
            return [label, label.removeprefix("the "), label.removeprefix("the ").replace("-", " ")]
        return [label, label.removeprefix("the ")] if label.startswith("the ") else [label]


def concept(id_: str) -> Concept:
    """Return the concept with a local id ("1991-05"), with its label ("May 1991")."""
    return Concept(f"{PREFIX}:{id_}", label_of(id_))


def _local(concept_: Concept) -> str:
    id_ = concept_.id.removeprefix(PREFIX + ":") if concept_.prefix == PREFIX else ""
    return id_ if id_ and label_of(id_) else ""


def label_of(id_: str) -> str:
    """Return the words for a local id; "" for what is none."""
    if id_ in ("date", "time"):
        return ROOT.label if id_ == "date" else TIME_ROOT.label
    if id_ in _PARTS_OF_DAY:
        return _PARTS_OF_DAY[id_]
    if id_.startswith("T"):
        return id_[1:]
    if id_.removeprefix("--") in SEASON_MONTHS:
        return id_.removeprefix("--")
    if id_.endswith("~"):
        whole = label_of(id_[:-1])
        return f"part of {whole}" if whole else ""
    if "/" in id_:
        first, last = id_.split("/")
        return f"{int(first)} to {int(last)}"
    match = _FORM.fullmatch(id_)
    return _WORDS[match.lastgroup](match) if match and match.lastgroup else ""


def _day(match: re.Match[str]) -> str:
    """Return a year, or a month or a day of one."""
    month = MONTHS[int(match["of_year"]) - 1] if match["of_year"] else ""
    day = str(int(match["of_month"])) if match["of_month"] else ""
    return " ".join(part for part in (day, month, str(int(match["of"]))) if part)


def _yearly(match: re.Match[str]) -> str:
    """Return a month, or a day of one, of any year."""
    month = MONTHS[int(match["month"]) - 1]
    return f"{int(match['monthday'])} {month}" if match["monthday"] else month


def _part(match: re.Match[str]) -> str:
    whole = label_of(match["whole"]).removeprefix("the ")
    return f"the {match['which']}{'-' if match['which'] == 'mid' else ' '}{whole}"


_FORM: Final = re.compile(
    r"(?P<part>(?P<whole>\d+[sC])-(?P<which>early|mid|late))|(?P<century>(?P<bc>-?)(?P<hundreds>\d+)C)|(?P<decade>\d+s)"
    r"|(?P<yearly>--(?P<month>\d\d)(?:-(?P<monthday>\d\d))?)|(?P<before>-\d{4})"
    r"|(?P<quarter>(?P<year>\d{4})-Q(?P<number>[1-4]))"
    r"|(?P<day>(?P<of>\d{4})(?:-(?P<of_year>\d\d))?(?:-(?P<of_month>\d\d))?)"
)
"""The forms of local ids that hold figures; each outer group is one (`lastgroup` names it)."""
_WORDS: Final[Mapping[str, Callable[[re.Match[str]], str]]] = {
    "part": _part,
    "century": lambda m: f"the {ordinal(int(m['hundreds']))} century{' BC' if m['bc'] else ''}",
    "decade": lambda m: f"the {m['decade']}",
    "yearly": _yearly,
    "before": lambda m: f"{int(m['before'][1:])} BC",
    "quarter": lambda m: f"the {ORDINALS[int(m['number']) - 1]} quarter of {int(m['year'])}",
    "day": _day,
}


def _above_years(first: int, last: int) -> str:
    """Return the narrowest period that holds the years from `first` to `last`."""
    if first // 10 == last // 10:
        part = _part_of_decade(first)
        return part if part == _part_of_decade(last) else f"{first // 10 * 10}s"
    if _century(first) != _century(last):
        return "date"
    part = _part_of_century(first)
    return part if part == _part_of_century(last) else _century(first)


def above(id_: str) -> str:
    """Return the local id of the next wider period; "" for the widest."""
    if id_ in ("date", "time"):
        return ""
    if id_.endswith("~"):
        return id_[:-1]
    if id_.endswith("C"):
        return "date"
    if id_ in _PARTS_OF_DAY:
        return "time"
    if id_.startswith("T"):
        hour = int(id_[1:3])
        return "night" if hour < 6 else "morning" if hour < 12 else "afternoon" if hour < 18 else "evening"
    if id_.startswith("--"):
        return _season(id_)
    if "/" in id_:
        return _above_years(*(int(y) for y in id_.split("/")))
    if id_.startswith("-"):
        return f"-{(int(id_[1:]) + 99) // 100}C"
    if id_.endswith("s"):
        return _part_of_century(int(id_[:-1]))
    if id_.endswith(tuple(PARTS_OF_DECADE)):
        return id_.partition("-")[0]
    if len(id_) == 4:
        return _part_of_decade(int(id_))
    return id_.rpartition("-")[0]


def _season(id_: str) -> str:
    """Above a day of any year its month, then its season."""
    if id_[2:] in SEASON_MONTHS:
        return "date"
    if id_[4:]:
        return id_[:4]
    return next(f"--{name}" for name, months in SEASON_MONTHS.items() if f"{int(id_[2:]):x}" in months)


def _part_of_decade(year: int) -> str:
    decade = f"{year // 10 * 10}s"
    part = next(p for p, years in PARTS_OF_DECADE.items() if year % 10 in years)
    return f"{decade}-{part}" if has_parts(decade) else decade


def _part_of_century(year: int) -> str:
    part = next(p for p, decades in PARTS_OF_CENTURY.items() if year % 100 // 10 in decades)
    return f"{_century(year)}-{part}"


def _century(year: int) -> str:
    """Return the century as people count: 1900 is of the 20th (the decade 1900s is), so that decades nest."""
    return f"{year // 100 + 1}C"
