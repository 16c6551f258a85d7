"""Numbers whose groups anything may part: "536*90*4399", "943,476,5919", a group a line, "GB 29 NW BK 60 16".

A run is groups of digits with few marks, line ends or a small word between. It is one number, hidden as a whole, where
a label says of what kind it is and so many digits make one, or where its groups have the sizes and the check digit of
a known kind.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from sanitizer.recognize.identifiers import check_digits as checks
from sanitizer.recognize.identifiers.number_labels import Label, before
from sanitizer.text.anchors import Anchors
from sanitizer.text.patterns import DIGIT_RUN
from sanitizer.values import dates_in_numbers
from sanitizer.values.found_values import Found

_WORDS: Final = "(?:and )?then|dash|hyphen|minus|space|gap|dot|point|slash|stroke|comma|<br ?/?>"
_GAP: Final = rf"(?:(?:[^\w$€£¥%°]|_){{1,6}}+(?=\d)|,?\s{{0,3}}[(\[]?(?:{_WORDS})[)\]]?,?\s{{0,3}}(?=\d))"
_RUN: Final = re.compile(rf"\d++(?=[\W_])(?:{_GAP}\d++(?![^\W\d_]))+")

DIGITS: Final[dict[str, tuple[int, int]]] = {
    "SSN": (9, 9), "HEALTH_ID": (8, 11), "MEDICAL_RECORD": (6, 10), "CARD": (13, 19), "PHONE": (7, 13),
    "NATIONAL_ID": (8, 14), "BANK_ACCOUNT": (6, 20), "TAX_ID": (8, 13), "PASSPORT": (7, 10), "DRIVING_LICENCE": (6, 16),
    "MEDICAL_LICENCE": (6, 10), "IMEI": (14, 16), "ISBN": (10, 13), "ORCID": (16, 16), "CODE": (6, 14),
    "CASE_NUMBER": (6, 14),
}  # fmt: skip
"""The least and the most digits of a number of each kind."""
_LEAST: Final = min(least for least, _ in DIGITS.values())


class _Shape(NamedTuple):
    type: str
    sizes: tuple[int, ...]
    valid: Callable[[str], bool]


_PROVEN: Final = (
    _Shape("SSN", (3, 2, 4), checks.ssn_us),
    _Shape("HEALTH_ID", (3, 3, 4), checks.stdnum("gb.nhs")),
    _Shape("CARD", (4, 4, 4, 4), checks.card),
    _Shape("CARD", (4, 6, 5), checks.card),
)
"""Kinds by the sizes of their groups, with what proves the digits."""
_LISTS: Final = re.compile(r"[,;/:.]\s*|\s\W?\s?|\n\s*")
"""What stands between the items of a list, and proves nothing."""
_BIRTH: Final = re.compile(
    r"\b[Dd]\W{0,2}[Oo]\W{0,2}[Bb]\b|\b(?:[Bb]orn|BORN|[Gg]eb(?:oren)?)\b|[Bb]irth|BIRTH"
)
_BIRTH_PARTS: Final = (
    "irth", "IRTH", "Born", "born", "BORN", "DOB", "dob", "O.B", "o.b", "Dob", "geb", "Geb",
)  # fmt: skip
_BEHIND_BIRTH: Final = re.compile(r"(?:[ ]?[Dd](?:ate|ay)s?)?(?:\s(?:on|is|was|the))?\W{0,6}(?=\d)")
_DATE_SIZES: Final = frozenset(
    [(y, m, d) for y in (4,) for m in (1, 2) for d in (1, 2)]
    + [(d, m, y) for d in (1, 2) for m in (1, 2) for y in (2, 4)]
)
_FIELD: Final = re.compile(
    r"\bD\W{0,2}O\W{0,2}B\b|\b(?:date\sof\sbirth|birth\s?da(?:te|y))\b|:\W{0,6}$", re.IGNORECASE
)
"""What asks for a date of birth and nothing else, or the sign of a field."""
_COMPACT: Final = (6, 8)
_COUNTRY: Final = re.compile(r"(?<![^\W_])[A-Za-z][\W_]{0,3}[A-Za-z][\W_]{0,3}\Z")
_IBAN: Final = re.compile(r"\d[\W_]{0,3}\d(?=[\W_]{0,3}[A-Za-z0-9])")
_LONGEST_COUNTRY: Final = 8
"""Two letters with what parts them from each other and from the digits."""
_IBAN_REST: Final = re.compile(r"[\W_]{0,3}([A-Za-z0-9])")
_IBAN_LENGTHS: Final = (15, 34)
_SURE: Final = 0.55
"""The score of a date that is none of the other things that digits may be."""

_WIDEST: Final = 18
"""The most characters between two groups of a run."""

Groups = Sequence[tuple[int, int]]


def parted(anchors: Anchors) -> Iterator[Found]:
    """Yield numbers of several groups, as their label or their check digit calls them."""
    text = anchors.text
    for groups in _runs(anchors):
        if (
            sum(end - start for start, end in groups) < _LEAST
            or text[groups[0][0] - 1 : groups[0][0]].isalpha()
        ):
            continue
        found = _labelled(text, groups)
        if found:
            yield found
        else:
            yield from _proven(text, groups)
    if any(part in text for part in _BIRTH_PARTS):
        yield from _births(text)
    yield from _ibans(anchors)


def _runs(anchors: Anchors) -> Iterator[Groups]:
    """Yield the groups of each run of numbers."""
    numbers, first = anchors.numbers, 0
    for at in range(1, len(numbers)):
        if at <= first or numbers[at][0] - numbers[at - 1][1] > _WIDEST:
            continue
        run = _RUN.match(anchors.text, numbers[at - 1][0])
        first = at
        if run is not None:
            while first < len(numbers) and numbers[first][1] <= run.end():
                first += 1
            yield numbers[at - 1 : first]


def _labelled(text: str, groups: Groups) -> Found | None:
    start = groups[0][0]
    if _begins_date(text, groups[0]):
        return None
    label = before(text, start)
    limits = _limits(label) if label else None
    if label is None or limits is None:
        return None
    end, total = _reach(text, groups, *limits)
    return Found(start, end, label.kind, 0.8) if total >= limits[0] else None


def _limits(label: Label) -> tuple[int, int] | None:
    """Return the digits of a number that the label announces; None where it need not announce one."""
    if label.table not in ("strong", "weak") or label.partial:
        return None
    if label.kind in ("CODE", "CASE_NUMBER") and not label.told:
        return None
    return DIGITS.get(label.kind)


def _reach(text: str, groups: Groups, least: int, most: int) -> tuple[int, int]:
    """Return where the number ends that begins with the first group, and its digits: as many as it needs, then what
    is parted from it as its groups are from each other."""
    total, last = 0, groups[0]
    gaps: set[str] = set()
    for n, group in enumerate(groups):
        gap = text[last[1] : group[0]]
        if n and (total + group[1] - group[0] > most or (total >= least and gap not in gaps)):
            break
        if n and gap not in gaps and _begins_date(text, group):
            break
        if n:
            gaps.add(gap)
        total += group[1] - group[0]
        last = group
    return last[1], total


def _begins_date(text: str, group: tuple[int, int]) -> bool:
    date = dates_in_numbers.at_digit(text, group[0])
    return date is not None and date.score >= _SURE and date.end > group[1]


def _is_dated(text: str, group: tuple[int, int]) -> bool:
    date = dates_in_numbers.at_digit(text, group[0])
    return date is not None and date.score >= _SURE and date.end >= group[1]


def _proven(text: str, groups: Groups) -> Iterator[Found]:
    done = 0
    for first in range(len(groups)):
        if groups[first][0] < done:
            continue
        for shape in _PROVEN:
            part = groups[first : first + len(shape.sizes)]
            if tuple(end - start for start, end in part) != shape.sizes:
                continue
            gaps = {text[a[1] : b[0]] for a, b in pairwise(part)}
            listed = len(gaps) > 1 or any(map(_LISTS.fullmatch, gaps))
            if (not listed or shape.type == "CARD") and shape.valid("".join(text[a:b] for a, b in part)):
                if in_column(text, part[0][0], part[-1][1]):
                    continue
                done = part[-1][1]
                yield Found(part[0][0], done, shape.type, 0.85)
                break


def in_column(text: str, start: int, end: int) -> bool:
    """Return whether a stretch over several lines is part of a column of numbers: a line of as many digits stands
    above or below."""
    size = text.find("\n", start, end) - start
    if size < 0 or not text[start : start + size].isdecimal():
        return False
    above = text[text.rfind("\n", 0, start - 1) + 1 : start - 1] if text[start - 1 : start] == "\n" else ""
    stop = text.find("\n", end + 1)
    below = text[end + 1 : stop if stop >= 0 else None] if text[end : end + 1] == "\n" else ""
    return any(len(line) == size and line.isdecimal() for line in (above, below))


def _births(text: str) -> Iterator[Found]:
    """Yield days of birth behind the word for one, in digits with anything or nothing between; in a field for them
    also what is no day, for it is one that was mistyped."""
    for word in _BIRTH.finditer(text):
        behind = _BEHIND_BIRTH.match(text, word.end())
        digits = DIGIT_RUN.match(text, behind.end()) if behind else None
        if digits is None:
            continue
        start, end = digits.span()
        if end - start in _COMPACT and not text[end : end + 1].isalpha():
            yield Found(start, end, "DATE", 0.8)
            continue
        run = _RUN.match(text, start)
        groups = [m.span() for m in DIGIT_RUN.finditer(text, *run.span())][:3] if run else [(start, end)]
        if tuple(b - a for a, b in groups) in _DATE_SIZES and _is_day(text, groups):
            yield Found(start, groups[-1][1], "DATE", 0.8)
        elif not _is_dated(text, groups[0]) and _FIELD.search(text, max(0, word.start() - 8), start):
            yield Found(start, groups[-1][1], "CODE", 0.8)


def _is_day(text: str, groups: Groups) -> bool:
    numbers = [int(text[a:b]) for a, b in groups]
    return 0 < numbers[1] <= 31 and any(0 < n <= 31 for n in (numbers[0], numbers[2]))


def _ibans(anchors: Anchors) -> Iterator[Found]:
    """Yield numbers of bank accounts in groups of any size, by their country's form and check digits."""
    text = anchors.text
    for start, _ in anchors.numbers:
        country = _COUNTRY.search(text, max(0, start - _LONGEST_COUNTRY), start)
        if country is None or not checks.has_iban("".join(c for c in country.group() if c.isalpha())):
            continue
        head = _IBAN.match(text, start)
        if head is None:
            continue
        letters, at = [c for c in country.group() + head.group() if c.isalnum()], head.end()
        while len(letters) < _IBAN_LENGTHS[1] and (more := _IBAN_REST.match(text, at)):
            letters.append(more[1])
            at = more.end()
            if (
                len(letters) >= _IBAN_LENGTHS[0]
                and not text[at : at + 1].isalnum()
                and _is_iban("".join(letters))
            ):
                yield Found(country.start(), at, "IBAN", 0.95)
                break


_is_iban: Final = checks.stdnum("iban")
