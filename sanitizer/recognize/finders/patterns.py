"""The pattern recognizer: everything that has a form. One pass over the digits, one over the words of a
text.
"""

import re
from collections.abc import Sequence
from typing import Final

from spacy.tokens import Doc

from sanitizer.recognize import identifiers as identifiers
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders.harmless_values import tells_nobody
from sanitizer.text.anchors import Anchors
from sanitizer.text.patterns import DIGIT_RUN
from sanitizer.types import Mention, Span, text_of
from sanitizer.values import dates_in_numbers, quantities
from sanitizer.values import scan as values
from sanitizer.values.found_values import Found

_CHAINED: Final = frozenset(
    (
        "CODE",
        "CASE_NUMBER",
        "BANK_ACCOUNT",
        "MEDICAL_RECORD",
        "HEALTH_ID",
        "NATIONAL_ID",
        "TAX_ID",
        "SSN",
        "CARD",
        "PHONE",
    )
)
_BEHIND: Final = re.compile(
    r"(?=((?:(?:[-/](?=[A-Za-z]{0,4}\d)|/[ ](?=\d{3}))[A-Za-z0-9]{1,12})+))\1(?![\w])"
)
_BEFORE: Final = re.compile(r"(?<![\w./-])(?:[A-Za-z]{0,4}\d[A-Za-z0-9]{0,11}[-/])+$")
_OF_YEAR: Final = re.compile(r"\s(?:of|/)\s(?:19|20)\d\d(?![\w/-])")
"""The year with which courts count their cases anew."""
_SIGN: Final = re.compile(r"(?<![\w&#])[#№]$")
"""What says that a number follows, and goes with it."""
_REACH: Final = 40
_LIKE_OTHERS: Final = frozenset(("CODE", "CASE_NUMBER", "BANK_ACCOUNT"))
"""Types whose forms dates and readings in numbers have too."""


def _is_no_code(text: str, found: Found) -> bool:
    """Return whether what looks like a code is a date in numbers, or a vital sign with its label."""
    digit = DIGIT_RUN.search(text, found.start, found.end)
    return dates_in_numbers.is_numeric(text, found.start, found.end) or (
        digit is not None and quantities.reading(text, digit.start()) is not None
    )


def _chained(text: str, found: Found) -> Found:
    """Return a number with the sign for one before it, the year of a case behind it, and what a hyphen or stroke
    joins to it, where that has digits too: no end of a code stays."""
    if found.type not in _CHAINED:
        return found
    start, end = found.start, found.end
    behind = _BEHIND.match(text, end) if text[end - 1].isalnum() else None
    before = _BEFORE.search(text, max(0, start - _REACH), start) if text[start].isalnum() else None
    if behind and dates_in_numbers.at_digit(text, end + 1) is None:
        end = behind.end()
    if before and not dates_in_numbers.is_numeric(text, before.start(), end):
        start = before.start()
    year = _OF_YEAR.match(text, end) if found.type == "CASE_NUMBER" else None
    sign = _SIGN.search(text, max(0, start - 2), start)
    return found._replace(start=sign.start() if sign else start, end=year.end() if year else end)


def scan(text: str, minimum: float = 0.5) -> list[Found]:
    """Return all matches in ``text`` with a score of at least ``minimum`` that no other contains, sorted; linear
    in the text.
    """
    anchors = Anchors(text)
    listed = (_chained(text, f) for f in identifiers.scan(anchors))
    found = [f for f in listed if f.type not in _LIKE_OTHERS or not _is_no_code(text, f)]
    taken = sorted((f.start, f.end) for f in found if f.score >= minimum)
    found = [values.widened(text, match) for match in found]
    found += values.candidates(anchors, taken)
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
        """Return the mentions in the text of ``doc``, sorted; they may overlap."""
        return [m for m in self.find_in(text_of(doc)) if not tells_nobody(doc, m)]

    def find_in(self, text: str) -> list[Mention]:
        """Return the mentions in a text; tokens are not needed."""
        return [
            Mention(Span(f.start, f.end), f.type, entity_class(f.type), self.name, round(f.score, 3))
            for f in scan(text, self.minimum)
        ]
