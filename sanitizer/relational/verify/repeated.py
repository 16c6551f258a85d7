"""Check that words said to repeat a column tell no number that the released cells of their row do not."""

import re
from collections.abc import Iterable
from typing import Final

from sanitizer.relational.verify.companion import Companion
from sanitizer.relational.verify.judged import Judged
from sanitizer.relational.verify.terms import Columns

_DIGITS: Final = re.compile(r"\d+")
_THOUSANDS: Final = re.compile(r"(?<=\d)[,'\u00a0\u202f](?=\d{3}(?!\d))")
_YEAR: Final = 1000
"""From here on a number may be a year, of which two digits, a decade or a century may be said."""
_WHAT: Final = "words said to repeat a column tell a number that no cell of the row has"


def finer_than_columns(texts: Columns, cells: Columns, companion: Companion) -> Judged:
    """Return a failure for each span of the kind "redundant" that holds a number which no cell of its row holds, in
    full or as the year of which it tells less."""
    failures: list[str] = []
    bad: dict[tuple[int, str], str] = {}
    for row, spans in enumerate(companion.spans):
        for name, found in spans.items():
            text = texts[name][row] or "" if name in texts else ""
            words = [text[start:end] for start, end, kind, _ in found if kind == "redundant"]
            if words and not _numbers(words) <= _told_by(column[row] or "" for column in cells.values()):
                failures.append(f'row {row + 1}, column "{name}": {_WHAT}')
                bad[row, name] = _WHAT
    return Judged(tuple(failures), cells=bad)


def _numbers(words: Iterable[str]) -> set[int]:
    return {int(n) for part in words for n in _DIGITS.findall(_THOUSANDS.sub("", part))}


def _told_by(cells: Iterable[str]) -> set[int]:
    """Return the numbers of cells, and for each that may be a year its last two digits, its decade and its century."""
    held = _numbers(cells)
    years = [n for n in held if n >= _YEAR]
    return held.union(*({n % 100, n // 10 * 10, n // 10 * 10 % 100, (n - 1) // 100 + 1} for n in years))
