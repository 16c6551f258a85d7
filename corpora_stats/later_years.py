"""Ask a collection for years that it is too young to know.

Texts of 2018 hardly name 2024, so a collection of them takes every recent date for a rare one, and what a reader today
finds in every second text looks like a secret. A year after the collection's last whole year is as frequent among texts
of today as that last year was among its own: it is asked together with it, and so are the months and days of that year.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from corpora_stats.base import CountsError, IntArray
from corpora_stats.document_sets import DocumentSource, TellsSizes
from corpora_stats.overlap import Documents

YEARS: Final = 20
"""For so many years after its last a collection stands for them: a later number is seldom a date of its text's time."""
_MONTHS: Final = frozenset(
    [
        *("january", "february", "march", "april", "may", "june", "july"),
        *("august", "september", "october", "november", "december"),
    ]
)


class LaterYears:
    """A :class:`~corpora_stats.joint.DocumentSource` that answers for dates after its last whole year, `last`.

    The documents of "2024" are those that hold it or the last year; of "march 2024", those that hold it or March of the
    last year. All other phrases are asked as they are. Raises CountsError where `last` is no year."""

    def __init__(self, source: DocumentSource, last: int) -> None:
        if isinstance(last, bool) or not isinstance(last, int) or not 1000 <= last <= 9999 - YEARS:
            raise CountsError(f"the last year of a collection is a year of four figures, not {last!r}")
        self._source = source
        self._last = str(last)
        self._later = frozenset(str(year) for year in range(last + 1, last + 1 + YEARS))
        self.total = source.total

    def lengths(self) -> npt.NDArray[np.float64] | None:
        """Return the lengths that the source tells, if it does (:class:`~corpora_stats.base.TellsDocuments`)."""
        told = getattr(self._source, "lengths", None)
        return None if told is None else told()

    def documents(self, phrases: Sequence[str]) -> tuple[Documents, IntArray]:
        """Return the documents of each normalized phrase, one after the other, and where each begins (len + 1
        offsets)."""
        later = {i: asked for i, phrase in enumerate(phrases) if (asked := self._of_last(phrase))}
        values, offsets = self._source.documents([*phrases, *later.values()])
        if not later:
            return values, offsets
        limits = offsets.tolist()
        pieces = [values[first:end] for first, end in pairwise(limits)]
        for place, i in enumerate(later, len(phrases)):
            pieces[i] = np.union1d(pieces[i], pieces[place])
        pieces = pieces[: len(phrases)]
        sizes = [len(piece) for piece in pieces]
        return np.concatenate(pieces), np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)

    def sizes(self, phrases: Sequence[str]) -> IntArray:
        """Return the number of documents of each normalized phrase."""
        plain = [i for i, phrase in enumerate(phrases) if not self._of_last(phrase)]
        if len(plain) < len(phrases) or not isinstance(self._source, TellsSizes):
            return np.diff(self.documents(phrases)[1])
        return self._source.sizes(phrases)

    def _of_last(self, phrase: str) -> str:
        """Return a date of a later year as that of the last; "" for any other phrase."""
        if phrase[-4:] not in self._later:
            return ""
        before = phrase[:-4]
        dated = all(word in _MONTHS or (word.isdecimal() and len(word) <= 2) for word in before.split())
        return before + self._last if dated and (not before or before.endswith(" ")) else ""
