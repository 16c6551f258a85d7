"""Finds every value that a text writes: one pass over its digits, one over its words; linear in the text."""

from collections.abc import Iterator, Sequence
from typing import Final

from sanitizer.text.anchors import Anchors
from sanitizer.values import dates_in_numbers, dates_in_words, quantities, words_beside_dates
from sanitizer.values.ages import ages
from sanitizer.values.found_values import Found
from sanitizer.values.log_times import times_of_log

_TRIGGERS: Final = {**dict.fromkeys(quantities.TRIGGERS, "number"), **dates_in_words.TRIGGERS}
_WORDS: Final = frozenset(map(str.lower, _TRIGGERS))


def find(text: str, minimum: float = 0.5) -> list[Found]:
    """Return the values of a text with a score of at least `minimum`, sorted, those within others left out. What
    has the form of an identifier is for the identifiers to find (`sanitizer.recognize.finders.patterns`)."""
    return longest(found for found in candidates(Anchors(text), ()) if found.score >= minimum)


def longest(found: "Sequence[Found] | Iterator[Found]") -> list[Found]:
    """Of matches those that no other contains, sorted; of equals the one of the higher score."""
    kept: list[Found] = []
    reach = 0
    for match in sorted(found, key=lambda f: (f.start, -f.end, -f.score, f.type)):
        if match.end > reach:
            kept.append(match)
            reach = match.end
    return kept


def candidates(anchors: Anchors, taken: Sequence[tuple[int, int]]) -> Iterator[Found]:
    """Yield all that may be a value; no number begins in what is `taken` (half-open offsets, sorted)."""
    for match in (
        *_at_digits(anchors, taken),
        *_at_words(anchors),
        *dates_in_words.quarters(anchors.text),
        *dates_in_words.named_days(anchors),
        *times_of_log(anchors),
        *ages(anchors),
        *quantities.with_currency(anchors),
    ):
        yield widened(anchors.text, match)


def widened(text: str, found: Found) -> Found:
    """Return the value with the words that make it vaguer."""
    return quantities.widened(text, words_beside_dates.widened(text, found))


def _at_digits(anchors: Anchors, taken: Sequence[tuple[int, int]]) -> Iterator[Found]:
    text, index, end = anchors.text, 0, 0
    for start, _ in anchors.numbers:
        if start < end or (start and (text[start - 1].isalnum() or text[start - 1] == "_")):
            continue
        while index < len(taken) and taken[index][1] <= start:
            index += 1
        if index < len(taken) and taken[index][0] <= start:
            continue
        best = dates_in_numbers.at_digit(text, start)
        match = quantities.at_digit(text, start, best.score if best else 0.0)
        if match and (best is None or (match.score, match.end) > (best.score, best.end)):
            best = match
        if best:
            yield best
            end = best.end


def _at_words(anchors: Anchors) -> Iterator[Found]:
    text = anchors.text
    for start, end in anchors.at(_WORDS):
        kind = _TRIGGERS.get(text[start:end])
        if kind is None or (start and text[start - 1].isalnum()):
            continue
        if text[end : end + 1].isalpha() and text[end].isascii():
            continue
        if kind == "number":
            match = dates_in_words.year_in_words(text, start) or quantities.at_word(text, start)
        elif kind == "period":
            match = quantities.at_period(text, start, end)
        else:
            match = dates_in_words.at_word(text, start, end, kind)
        if match:
            yield match
