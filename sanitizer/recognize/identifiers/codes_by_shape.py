"""What its shape says to be a code: letters and digits in alternation, the shape of a number that a label announced in
the same text, names of files that are no plain English."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from kb.values.words import CURRENCY_CODES
from sanitizer.recognize.vocabulary import is_english, is_listed
from sanitizer.text.anchors import Anchors
from sanitizer.text.fold import words
from sanitizer.text.patterns import ALPHANUMERIC, DIGIT_RUN, LETTERS_OR_DIGITS
from sanitizer.values import dates_in_numbers
from sanitizer.values.found_values import Found

_WORD: Final = re.compile(r"(?<![\w@])(?=[A-Za-z./:_-]{0,24}\d)[A-Za-z0-9]+(?:[-./:_][A-Za-z0-9]+)*(?!\w)")
_YEAR: Final = re.compile(r"(?:1[6-9]|20)\d\d")
_LEAST_SHAPE: Final = 5
_LONGEST: Final = 40
_LEAST_DIGITS: Final = {"announced": 3, "bare": 6, "capitals": 5, "small": 4}
_LEAST_SWITCHES: Final = 3
_SWITCHES_OF_CAPITALS: Final = 2
"""Between capitals and four digits or more: letters on both sides, as in "A4417XY"."""
_BEHIND_LETTERS: Final = re.compile(
    r"(?P<letters>[A-Z](?<![\w.-][A-Z])[A-Z]{1,4})[ ]\d{5,12}(?![\w%]|[.,:]\d)"
)
_PUBLIC: Final = words(
    "ISO RFC EN DIN IEC BS ANSI IEEE ASTM CFR USC FY Q EUR USD GBP CHF JPY CAD AUD K M MM BN BC BCE AD CE AM PM HRS HR "
    "H GMT UTC EST PST CET KM KG MG ML MB GB TB HZ KHZ MHZ W KW PX DPI X"
)
"""Letters beside digits that count, measure or name a public text."""
_CROSSED_OUT: Final = re.compile(
    r"(?<![\w*•#])(?=[\d \-Xx*•#]{0,24}?(?:X{4}|x{4}|[*•#]{2}))(?:\d{2,8}|X{2,12}|x{2,12}|[*•#]{2,12})"
    r"(?:[ -]?(?:\d{2,8}|X{2,12}|x{2,12}|[*•#]{2,12})){1,6}(?!\w)"
)
"""A number of which some digits are crossed out."""
_ENDINGS: Final = (
    "jpe?g|png|gif|tiff?|bmp|heic|heif|webp|svg|dcm|dicom|wav|mp3|mp4|m4a|avi|mov|ogg|flac|pdf|docx?|odt|rtf|xlsx?|ods|pptx?"
    "|txt|csv|tsv|eml|msg|zip|wsq|iso|bin|dat|bak"
)
_FILE: Final = re.compile(
    rf"(?<![\w/\\.-])(?:[\w.~-]{{1,40}}[/\\]){{0,8}}(?>\([^()\n]{{0,40}}\)|[\w()~+-]){{1,80}}(?:[.][\w()~+-]{{1,40}}){{0,4}}[.](?:{_ENDINGS})(?![\w])",
    re.IGNORECASE,
)
_ENDING: Final = re.compile(rf"[.](?:{_ENDINGS})(?!\w)", re.IGNORECASE)
_LEAST_IN_FILE: Final = 3
"""Digits in a row in the name of a file that is more than a counter's."""
_LEAST_BARE: Final = 7
_MOST_BARE: Final = 20
_AMOUNT: Final = re.compile(r"(?:[$€£¥<>=~±]|\b(?:EUR|USD|GBP|CHF|Rs\.?))\s?$")
_COUNTED: Final = re.compile(
    r"[.,]\d|\s?[%°$€£¥]|\s(?:[a-z]{3,}s|euros?|dollars?|EUR|USD|GBP|bytes?|people)\b"
)
"""What follows a number that counts or measures."""


def shape(value: str) -> str:
    """Return the shape of a code: A for a capital, a for a small letter, 9 for a digit; marks stand for themselves."""
    return "".join("9" if c.isdecimal() else "A" if c.isupper() else "a" if c.isalpha() else c for c in value)


def by_shape(anchors: Anchors, announced: Iterable[Found]) -> Iterator[Found]:
    """Yield codes that no word announces: those that have the shape of an ``announced`` one, and those whose shape
    no word and no quantity has."""
    text = anchors.text
    shapes = dict(_shapes(text, announced))
    for word in _words(anchors):
        value = word.group()
        if len(value) > _LONGEST or not any(map(str.isdecimal, value)):
            continue
        kind = shapes.get(shape(value))
        if not kind and not (_is_bare(text, word) if value.isdecimal() else _is_code(value)):
            continue
        date = dates_in_numbers.at_digit(text, word.start()) if value[0].isdecimal() else None
        if date is None or date.score < 0.55 or date.end < word.end() - 1:
            yield Found(*word.span(), kind or "CODE", 0.6 if kind else 0.55)


_BEFORE_DIGIT: Final = frozenset("./:_-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_MOST_BEFORE: Final = 24
"""Letters and marks with which a word of `_WORD` begins before its first digit."""


def _words(anchors: Anchors) -> Iterator[re.Match[str]]:
    """Yield the matches of `_WORD`, asked before each number alone."""
    text, done = anchors.text, 0
    for number, _ in anchors.numbers:
        start, floor = number, max(done, number - _MOST_BEFORE)
        while start > floor and text[start - 1] in _BEFORE_DIGIT:
            start -= 1
        while start <= number:
            word = _WORD.match(text, start) if start >= done else None
            start += 1
            if word is not None:
                yield word
                start = done = word.end()


def behind_letters(anchors: Anchors, taken: Sequence[Found]) -> Iterator[Found]:
    """Long numbers behind capitals that are no word, unit or currency ("BXCF 402817"), but for those `taken`."""
    ends = {found.end for found in taken}
    if not any(end - start >= _LEAST_DIGITS["capitals"] for start, end in anchors.numbers):
        return
    for match in _BEHIND_LETTERS.finditer(anchors.text):
        letters = match["letters"]
        if (
            match.end() not in ends
            and letters not in _PUBLIC
            and letters not in CURRENCY_CODES
            and not is_listed(letters.lower())
        ):
            yield Found(*match.span(), "CODE", 0.55)


def crossed_out(text: str) -> Iterator[Found]:
    """Yield numbers of which some digits are crossed out: the others still tell them."""
    if "XXXX" in text or "xxxx" in text or any(mark in text for mark in ("**", "••", "##")):
        for match in _CROSSED_OUT.finditer(text):
            if sum(map(str.isdecimal, match.group())) >= _LEAST_DIGITS["announced"]:
                yield Found(*match.span(), "CODE", 0.55)


def _shapes(text: str, announced: Iterable[Found]) -> Iterator[tuple[str, str]]:
    """Yield the shapes of numbers that tell them from others, each with their type."""
    for one in announced:
        value = text[one.start : one.end]
        form = shape(value)
        if " " in value or not _LEAST_SHAPE <= len(form) <= _LONGEST or one.type == "PHONE":
            continue
        least = _LEAST_DIGITS["announced" if "A" in form else "bare"]
        if form.count("9") >= least and not _YEAR.match(value):
            yield form, one.type


def _is_bare(text: str, word: re.Match[str]) -> bool:
    """Return whether digits without a mark are too many for a quantity, which has marks between thousands or ends
    in noughts: somebody's number."""
    value = word.group()
    if not _LEAST_BARE <= len(value) <= _MOST_BARE or value.endswith("000") or len(set(value)) == 1:
        return False
    return not _AMOUNT.search(text, max(0, word.start() - 5), word.start()) and not _COUNTED.match(
        text, word.end()
    )


def _is_code(value: str) -> bool:
    """Return whether capitals and digits, or small letters and digits in turn, make a code."""
    digits = sum(map(str.isdecimal, value))
    letters = [c for c in value if c.isalpha()]
    if not letters or digits < _LEAST_DIGITS["small"]:
        return False
    if ":" in value and max(map(len, DIGIT_RUN.findall(value))) < _LEAST_BARE:  # times and ratios
        return False
    pieces = LETTERS_OR_DIGITS.findall(value)
    if len(pieces) == 2 and any(p.upper() in _PUBLIC for p in pieces):
        return False
    switches = sum(
        a.isdecimal() != b.isdecimal()
        for g in ALPHANUMERIC.findall(value)
        for a, b in pairwise(LETTERS_OR_DIGITS.findall(g))
    )
    if all(map(str.isupper, letters)):
        return (
            digits >= _LEAST_DIGITS["capitals"] or switches >= _SWITCHES_OF_CAPITALS or _is_enclosed(pieces)
        ) and "." not in value
    return switches >= _LEAST_SWITCHES and not any(p.isalpha() and len(p) > _LEAST_SWITCHES for p in pieces)


def _is_enclosed(pieces: Sequence[str]) -> bool:
    """Return whether capitals stand on both sides of digits that are no year: "HMCTS/7719-AB"."""
    return any(
        a.isalpha() and n.isdecimal() and len(n) > 3 and not _YEAR.fullmatch(n) and b.isalpha()
        for a, n, b in zip(pieces, pieces[1:], pieces[2:], strict=False)
    )


def files(text: str) -> Iterator[Found]:
    """Yield names of files in a text, but for those made of plain English and the digits of a counter."""
    if not _ENDING.search(text):
        return
    for match in _FILE.finditer(text):
        stem = match.group()[: match.group().rindex(".")]
        pieces = LETTERS_OR_DIGITS.findall(stem)
        if any(p.isdecimal() and len(p) >= _LEAST_IN_FILE for p in pieces) or not all(
            len(p) == 1 or is_english(p.lower()) for p in pieces if not p.isdecimal()
        ):
            yield Found(*match.span(), "CODE", 0.6)
