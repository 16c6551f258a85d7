"""Count the persons of a source by code of its own: two values at a time, not by the forms that the release makes.

What is one person without question, and names of which one may be the other (initials, words left out), are compared;
days and numbers of several readings are not.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import combinations, permutations
from typing import Final

from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.verify.models import cell_text

_ALIKE: Final = dict(zip("аеорсухіјѕһԁԛԝοα", "aeopcyxijshdqwoa", strict=True))
_SPECIAL: Final = {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"}
_COURTESY: Final = frozenset(
    [
        "mr", "mrs", "ms", "miss", "mx", "mister", "master", "dr", "doctor", "prof", "professor", "sir", "lord", "lady",
        "dame", "madam", "rev", "reverend", "jr", "sr", "junior", "senior", "phd", "md", "esq", "hon",
    ]
)  # fmt: skip
_NOBODY: Final = frozenset(["null", "nan", "na", "n/a", "none", "nil", "unknown", "missing"])
_DAYS: Final = (
    "%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y",
)  # fmt: skip
_CROWD: Final = 1500
"""Names with a word in common from which they are compared only where they are equal."""

_Key = tuple[object, ...]


def count_persons(source: PlainTable, definition: Definition) -> int | None:
    """Return how many persons the identifiers of the source tell apart at most, None where none do."""
    named = [a.name for a in definition.attributes if a.role is Role.IDENTIFIER and a.person]
    columns = {
        a.name: [cell_text(v) for v in source[a.name].tolist()]
        for a in definition.attributes
        if a.role is Role.IDENTIFIER and (a.name in named if named else a.person is None)
    }
    whole = {n: cells for n, cells in columns.items() if not any(map(_nobody, cells))}
    columns = columns if named or not whole else whole
    if not columns:
        return None
    labels = [_labels(cells) for cells in columns.values()]
    rows = zip(*columns.values(), strict=True)
    return len(
        {
            tuple(label[str(cell)] for label, cell in zip(labels, row, strict=True))
            for row in rows
            if not any(map(_nobody, row))
        }
    )


def _nobody(cell: str | None) -> bool:
    return (
        cell is None
        or cell.strip().casefold() in _NOBODY
        or not any(unicodedata.category(c)[0] in "LNS" for c in cell)
    )


def _labels(cells: Iterable[str | None]) -> dict[str, int]:
    """Return a number for each value, equal for those of one person."""
    values = sorted({cell for cell in cells if cell is not None and not _nobody(cell)})
    above = list(range(len(values)))

    def top(i: int) -> int:
        while above[i] != i:
            i = above[i]
        return i

    def unite(i: int, j: int) -> None:
        low, high = sorted((top(i), top(j)))
        above[high] = low

    plain = [_plain(value) for value in values]
    first: dict[_Key, int] = {}
    sharing: dict[str, list[int]] = defaultdict(list)
    for i, text in enumerate(plain):
        for key in _keys(text):
            unite(i, first.setdefault(key, i))
        for word in {w for w in _words(text) if len(w) > 1}:
            sharing[word].append(i)
    for members in sharing.values():
        for i, j in combinations(members, 2) if len(members) <= _CROWD else ():
            if top(i) != top(j) and _may_be_one(_words(plain[i]), _words(plain[j])):
                unite(i, j)
    return {value: top(i) for i, value in enumerate(values)}


def _plain(value: str) -> str:
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", value).casefold())
    kept = (c for c in folded if unicodedata.category(c) not in ("Mn", "Me", "Cf"))
    return "".join(_SPECIAL.get(c, _ALIKE.get(c, c)) for c in kept).strip()


def _words(text: str) -> Sequence[str]:
    """Return the words of a value without digits, titles aside; none of others."""
    if any(c.isdigit() or c == "@" for c in text):
        return ()
    joined = "".join(c for c in text if c not in "'’‘ʼ`")
    found = "".join(c if c.isalpha() else " " for c in joined).split()
    return [w for w in found if w not in _COURTESY] or found


def _keys(text: str) -> Iterable[_Key]:
    """Yield what is equal where two values are one person's without question."""
    if "@" in text:
        found = re.search(r"(?:mailto:)?([^\s<>@,;:\"]+)@([^\s<>@,;:?\"]+)", text)
        local = "".join(filter(str.isalnum, found[1].partition("+")[0])) if found else ""
        yield ("mail", local, found[2]) if found and local else ("sign", text)
        return
    if words := _words(text):
        yield "words", *sorted(words)
        return
    trimmed = text.strip("#'\"=() +-.,;:/")
    if re.fullmatch(r"\d{1,3}(,\d{3})+", trimmed):
        trimmed = trimmed.replace(",", "")
    if re.fullmatch(r"\d+([.,]\d+)?(e[+-]?\d{1,3})?", trimmed):
        yield "number", Fraction(trimmed.replace(",", "."))
    elif (day := _day(text)) is not None:
        yield "day", day
    elif not any(c.isalnum() for c in text):
        yield "sign", text
    else:
        groups = [g.lstrip("0") or "0" if g.isdigit() else g for g in re.findall(r"\d+|[^\W\d_]+", text)]
        yield "groups", *groups


def _day(text: str) -> int | None:
    """Return the day, where no other reading is possible."""
    text = re.sub(r"[ t]00:00(:00)?\Z", "", text)
    if "/" in text or "." in text:
        numbers = re.findall(r"\d+", text)[:2]
        if len(numbers) == 2 and int(numbers[0]) <= 12 and int(numbers[1]) <= 12 and numbers[0] != numbers[1]:
            return None
    for form in _DAYS:
        try:
            return datetime.strptime(text, form).toordinal()
        except ValueError:
            continue
    return None


def _may_be_one(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether the words of one name are those of the other, some initials, on one side some left out."""
    if not 0 < len(one) <= 6 or not 0 < len(other) <= 6:
        return False
    return any(_fits(a, b) for a, b in ((one, other), (other, one)))


def _fits(short: Sequence[str], long: Sequence[str]) -> bool:
    """Return whether initials of the one stand for words of the other, and words are left out of one of them at
    most."""
    size = min(len(short), len(long))
    for mine in combinations(short, size):
        for theirs in permutations(long, size):
            pairs = list(zip(mine, theirs, strict=True))
            if all(a == b or (len(a) == 1 and b[0] == a) for a, b in pairs) and any(
                a == b and len(a) > 1 for a, b in pairs
            ):
                return True
    return False
