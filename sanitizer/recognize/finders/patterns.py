"""The pattern recognizer: everything that has a form. One pass over the digits, one over the words of a
text.
"""

import re
from collections.abc import Sequence
from typing import Final

from spacy.tokens import Doc

from sanitizer.recognize import forms as identifiers
from sanitizer.recognize.labels import entity_class
from sanitizer.types import Mention, Span, text_of
from sanitizer.values import dates, quantities
from sanitizer.values import scan as values
from sanitizer.values.dates import Found

_DIGITS: Final = re.compile(r"\d+")
_LIKE_OTHERS: Final = frozenset(("CODE", "CASE_NUMBER", "BANK_ACCOUNT"))
"""Types whose forms dates and readings in numbers have too."""


def _is_no_code(text: str, found: Found) -> bool:
    """Whether what looks like a code is a date in numbers, or a vital sign with its label."""
    digit = _DIGITS.search(text, found.start, found.end)
    return dates.is_numeric(text, found.start, found.end) or (
        digit is not None and quantities.reading(text, digit.start()) is not None
    )


def scan(text: str, minimum: float = 0.5) -> list[Found]:
    """All matches in ``text`` with a score of at least ``minimum`` that no other contains, sorted; linear
    in the text.
    """
    found = [f for f in identifiers.scan(text) if f.type not in _LIKE_OTHERS or not _is_no_code(text, f)]
    taken = sorted((f.start, f.end) for f in found if f.score >= minimum)
    found = [values.widened(text, match) for match in found]
    found += values.candidates(text, taken)
    return values.longest([f for f in found if f.score >= minimum])


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
