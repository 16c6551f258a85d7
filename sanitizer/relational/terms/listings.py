"""Define with which other terms of its kind a term of a table may stand in a list, and say the list."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from kb.values.amounts import read_number
from kb.values.date_order import Order
from sanitizer.relational.table.date_cells import period
from sanitizer.relational.terms.mention_wording import Wording, of_list


@dataclass(frozen=True, slots=True)
class Listing:
    """That a term may stand in a list with others of its ``kind``; ``nats`` is what it tells among them, 0 for the
    logarithm of their number in the table."""

    kind: str
    nats: float = 0.0


_NUMERIC: Final = ("QUANTITY", "TIME", "AGE")
_VAGUE: Final = re.compile(
    r"(?:only|just|about|around|approximately|roughly|nearly|almost|the|an?) ", re.IGNORECASE
)


def in_a_row(surfaces: Sequence[str], dates: Order = "dmy") -> Wording:
    """Return terms as a list of which one is meant: "Lyon, Paris or Rome", in the order of :func:`sorted_words`."""
    from sanitizer.relational.terms.modifiers import as_noun

    plain = [as_noun(re.sub(r"\s+", " ", _VAGUE.sub("", s)).strip(" ,;.") or s) for s in surfaces]
    return of_list(sorted_words(plain, dates))


def sorted_words(words: Iterable[str], dates: Order = "dmy") -> list[str]:
    """Dates by the calendar (`dates`: what comes first in 3/4/1961), numbers by size, names by the alphabet."""
    words = list(words)
    days = {w: found for w in words if (found := period(w, dates)) is not None}
    if len(days) == len(set(words)):
        return sorted(words, key=lambda w: (days[w].cycle, days[w].interval, w))

    def place(word: str) -> tuple[float, float, str]:
        value = next((r for t in _NUMERIC if (r := read_number(word, t)) is not None), None)
        return (0.0, value.low, word) if value is not None else (1.0, 0.0, word.casefold())

    return sorted(words, key=place)
