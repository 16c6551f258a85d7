"""Finds every value that a text writes: one pass over its digits, one over its words; linear in the text."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sanitizer.text.patterns import DIGIT_RUN
from sanitizer.values import dates_in_numbers, dates_in_words, quantities, words_beside_dates
from sanitizer.values.ages import ages
from sanitizer.values.found_values import Found
from sanitizer.values.log_times import times_of_log

_WORD: Final = re.compile(r"[A-Za-z]{3,}")
_TRIGGERS: Final = {**dict.fromkeys(quantities.TRIGGERS, "number"), **dates_in_words.TRIGGERS}
_AT_DIGIT: Final[tuple[Callable[[str, int], Found | None], ...]] = (
    dates_in_numbers.at_digit,
    quantities.at_digit,
)


def find(text: str, minimum: float = 0.5) -> list[Found]:
    """The values of a text with a score of at least `minimum`, sorted, those within others left out. What has the form
    of an identifier is for the identifiers to find (`sanitizer.recognize.finders.patterns`)."""
    return longest(found for found in candidates(text, ()) if found.score >= minimum)


def longest(found: "Sequence[Found] | Iterator[Found]") -> list[Found]:
    """Of matches those that no other contains, sorted; of equals the one of the higher score."""
    kept: list[Found] = []
    reach = 0
    for match in sorted(found, key=lambda f: (f.start, -f.end, -f.score, f.type)):
        if match.end > reach:
            kept.append(match)
            reach = match.end
    return kept


def candidates(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[Found]:
    """All that may be a value; no number begins in what is `taken` (half-open offsets, sorted)."""
    for match in (
        *_at_digits(text, taken),
        *_at_words(text),
        *dates_in_words.quarters(text),
        *dates_in_words.named_days(text),
        *times_of_log(text),
        *ages(text),
    ):
        yield widened(text, match)
    for match in quantities.with_currency(text):
        yield widened(text, match)


def widened(text: str, found: Found) -> Found:
    """The value with the words that make it vaguer."""
    return quantities.widened(text, words_beside_dates.widened(text, found))


def _at_digits(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[Found]:
    index, end = 0, 0
    for digits in DIGIT_RUN.finditer(text):
        start = digits.start()
        if start < end or (start and (text[start - 1].isalnum() or text[start - 1] == "_")):
            continue
        while index < len(taken) and taken[index][1] <= start:
            index += 1
        if index < len(taken) and taken[index][0] <= start:
            continue
        best: Found | None = None
        for ask in _AT_DIGIT:
            match = ask(text, start)
            if match and (best is None or (match.score, match.end) > (best.score, best.end)):
                best = match
        if best:
            yield best
            end = best.end


def _at_words(text: str) -> Iterator[Found]:
    for word in _WORD.finditer(text):
        kind = _TRIGGERS.get(word.group())
        if kind is None or (word.start() and text[word.start() - 1].isalnum()):
            continue
        start, end = word.span()
        if kind == "number":
            match = dates_in_words.year_in_words(text, start) or quantities.at_word(text, start)
        elif kind == "period":
            match = quantities.at_period(text, start, end)
        else:
            match = dates_in_words.at_word(text, start, end, kind)
        if match:
            yield match
