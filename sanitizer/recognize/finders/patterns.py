"""The pattern recognizer: everything that has a form. One pass over the digits, one over the words of a
text.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from spacy.tokens import Doc

from sanitizer.recognize import forms as identifiers
from sanitizer.recognize.labels import entity_class
from sanitizer.types import Mention, Span, text_of
from sanitizer.values import dates, quantities
from sanitizer.values.dates import Found

_DIGITS: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"[A-Za-z]{3,}")
_TRIGGERS: Final = {**dict.fromkeys(quantities.TRIGGERS, "number"), **dates.TRIGGERS}
_AT_DIGIT: Final[tuple[Callable[[str, int], Found | None], ...]] = (dates.at_digit, quantities.at_digit)


_LIKE_OTHERS: Final = frozenset(("CODE", "CASE_NUMBER", "BANK_ACCOUNT"))
"""Types whose forms dates and readings in numbers have too."""


def _is_no_code(text: str, found: Found) -> bool:
    """Whether what looks like a code is a date in numbers, or a vital sign with its label."""
    digit = _DIGITS.search(text, found.start, found.end)
    return dates.is_numeric(text, found.start, found.end) or (
        digit is not None and quantities.reading(text, digit.start()) is not None
    )


def _best_at_digit(text: str, start: int) -> Found | None:
    """The date, amount or number at a digit that has the best score, the longest among equals."""
    best: Found | None = None
    for ask in _AT_DIGIT:
        match = ask(text, start)
        if match and (best is None or (match.score, match.end) > (best.score, best.end)):
            best = match
    return best


def scan(text: str, minimum: float = 0.5) -> list[Found]:
    """All matches in ``text`` with a score of at least ``minimum`` that no other contains, sorted; linear
    in the text.
    """
    found = [f for f in identifiers.scan(text) if f.type not in _LIKE_OTHERS or not _is_no_code(text, f)]
    taken = sorted((f.start, f.end) for f in found if f.score >= minimum)
    index, end = 0, 0
    for digits in _DIGITS.finditer(text):
        start = digits.start()
        if start < end or (start and (text[start - 1].isalnum() or text[start - 1] == "_")):
            continue
        while index < len(taken) and taken[index][1] <= start:
            index += 1
        if index < len(taken) and taken[index][0] <= start:
            continue
        best = _best_at_digit(text, start)
        if best:
            found.append(best)
            end = best.end
    for word in _WORD.finditer(text):
        kind = _TRIGGERS.get(word.group())
        if kind is None or (word.start() and text[word.start() - 1].isalnum()):
            continue
        start, end = word.span()
        match = quantities.at_word(text, start) if kind == "number" else dates.at_word(text, start, end, kind)
        if match:
            found.append(match)
    found.extend(quantities.with_currency(text))
    found = [quantities.widened(text, dates.widened(text, match)) for match in found]
    kept: list[Found] = []
    reach = 0
    for match in sorted(
        (f for f in found if f.score >= minimum), key=lambda f: (f.start, -f.end, -f.score, f.type)
    ):
        if match.end > reach:
            kept.append(match)
            reach = match.end
    return kept


class Patterns:
    """Finds e-mail and web addresses, numbers with a check digit, dates, quantities, codes
    (docs/recognition.md).

    ``minimum`` is the least score (0 to 1) that is reported. It has no state.
    """

    name = "patterns"

    def __init__(self, minimum: float = 0.5) -> None:
        self.minimum = minimum

    def find(self, doc: Doc) -> Sequence[Mention]:
        """The mentions in the text of ``doc``, sorted; they may overlap."""
        return self.find_in(text_of(doc))

    def find_in(self, text: str) -> list[Mention]:
        """The mentions in a text; tokens are not needed."""
        return [
            Mention(Span(f.start, f.end), f.type, entity_class(f.type), self.name, round(f.score, 3))
            for f in scan(text, self.minimum)
        ]
