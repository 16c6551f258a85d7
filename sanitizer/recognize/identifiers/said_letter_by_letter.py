# ruff: noqa: E501 (a form reads best on one line)
"""Words and numbers as they are told on the phone: by a spelling alphabet, letter by letter, digit by digit.

Nobody spells what all may know, so such a run is a name or a code whatever it says. Source of the alphabet: ICAO
Annex 10, volume II, 5.2.1.3.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from string import ascii_uppercase
from typing import Final

from sanitizer.text.anchors import Anchors, Led
from sanitizer.text.fold import words
from sanitizer.values.found_values import Found

_WORDS: Final = words(
    "alfa alpha bravo charlie delta echo foxtrot golf hotel india juliett juliet kilo lima mike november oscar papa quebec "
    "romeo sierra tango uniform victor whiskey whisky x-ray xray yankee zulu"
)
_ALPHABET: Final = "|".join(
    f"[{word[0].upper()}{word[0]}](?ai:{word[1:]})" for word in sorted(_WORDS) if "-" not in word
)
_LETTER: Final = r"[^\W\d_]"
_ITEM: Final = re.compile(
    rf"(?<![\w'’])(?P<letter>{_LETTER})\s(?:for|as in|like|as)\s(?:the\s)?[\"'“]?(?P<word>{_LETTER}[\w-]*)[\"'”]?"
    rf"|(?<![\w'’-])(?P<said>[Xx]-[Rr]ay|(?:{_ALPHABET})(?!-[Rr]ay(?![\w'’])))(?![\w'’])"
)
_FOR: Final = words("for as like")
_CAPITALS: Final = frozenset(ascii_uppercase)
_BETWEEN: Final = re.compile(r"[,;.]?\s{1,3}(?:(?:and|then|double|digit)\s)?|[,;/-]\s?")
_LEAST: Final = 3
"""Items of a run with their letters."""
_LEAST_BARE: Final = 4
"""Words of the alphabet in a row without their letters: fewer may be words of English."""
_LETTERS: Final = re.compile(
    r"[A-Z](?<![\w'’.-][A-Z])(?P<gap>[-.])(?:[A-Z](?P=gap)){3,24}(?:[A-Z](?![\w'’-]))?(?<=[A-Z.])"
)
"""Capitals with hyphens or stops between: from five on they are spelled, fewer are initials."""
_LEAST_LETTERS: Final = 5

_UNITS: Final = "zero|oh|nought|naught|one|two|three|four|five|six|seven|eight|nine|niner"
SAID: Final = (
    rf"(?:(?:double|triple|treble)[ -]{{1,2}}(?:{_UNITS})|{_UNITS}|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand)"
)
"""A counting word as numbers are read out."""
_JOINT: Final = r"(?:[ ,.()–-]{1,3}(?:(?:and|then|dash|hyphen|space|stroke|slash|dot|pause)[ ,]{1,2})?)"
_SPOKEN: Final = re.compile(
    rf"\b(?:\d{{1,4}}{_JOINT})?{SAID}(?:{_JOINT}(?:{SAID}|\d{{1,4}})){{3,30}}\b", re.IGNORECASE
)
_DIGIT_WORD: Final = re.compile(rf"\b(?:{_UNITS}|double|triple|treble)\b", re.IGNORECASE)
_ONLY_READ_OUT: Final = words("oh nought naught zero niner double triple treble")
_SPOKEN_HINT: Final = Led(
    re.compile(
        rf"\b(?:{_UNITS}|hundred)\b{_JOINT}(?:(?:double|triple|treble)[ -])?(?:{_UNITS})\b", re.IGNORECASE
    ),
    frozenset((*_UNITS.split("|"), "hundred")),
)
_LEAST_SPOKEN: Final = 6
"""Words of a number that is read out with nothing but counting words, or digits beside them."""
_LEAST_DIFFERENT: Final = 3

_ORDINAL: Final = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth"
    r"|(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|twentieth|thirtieth)"
)
_BIRTH: Final = Led(
    re.compile(
        rf"\b(?:born|birth|dob)\b\W{{0,3}}(?:(?:date|day|on|is|was|the)\s){{0,3}}(?P<day>{_ORDINAL}\sof\s(?:the\s)?{_ORDINAL}"
        rf"(?:,?\s(?:\d{{2,4}}|{SAID}(?:[ -]{SAID}){{0,3}}))?)\b",
        re.IGNORECASE,
    ),
    words("born birth dob"),
)


def spelled(anchors: Anchors) -> Iterator[Found]:
    """Yield names and codes in a spelling alphabet or letter by letter, numbers digit by digit, days of birth
    by numbers of day and month."""
    text = anchors.text
    yield from _by_alphabet(anchors)
    parted = len(anchors.cased & _CAPITALS) >= _LEAST_DIFFERENT
    for run in _LETTERS.finditer(text) if parted else ():
        letters = [c for c in run.group() if c.isalpha()]
        if len(letters) >= _LEAST_LETTERS and len(set(letters)) >= _LEAST_DIFFERENT:
            yield Found(*run.span(), "CODE", 0.55)
    if next(_SPOKEN_HINT.finditer(anchors), None):
        yield from _spoken(text)
    for birth in _BIRTH.finditer(anchors):
        yield Found(*birth.span("day"), "CODE", 0.7)


def _by_alphabet(anchors: Anchors) -> Iterator[Found]:
    """Yield runs of "K for kilo" or of words of the alphabet, any mixed."""
    text, lowered = anchors.text, anchors.lowered
    said = sum(map(lowered.count, anchors.words & _WORDS)) + lowered.count("x-ray")
    if said < _LEAST and said + sum(_behind_letter(text, at) for at, _ in anchors.at(_FOR)) < _LEAST:
        return
    run: list[re.Match[str]] = []
    for item in _ITEM.finditer(text):
        if not _is_item(item):
            continue
        if run and not _BETWEEN.fullmatch(text, run[-1].end(), item.start()):
            yield from _whole(run)
            run = []
        run.append(item)
    yield from _whole(run)


def _behind_letter(text: str, start: int) -> bool:
    """Return whether what begins at an offset follows a letter that stands alone."""
    return start > 1 and text[start - 2].isalpha() and not text[max(0, start - 3) : start - 2].isalnum()


def _is_item(item: re.Match[str]) -> bool:
    return item["said"] is not None or item["word"][0].lower() == item["letter"].lower()


def _whole(run: list[re.Match[str]]) -> Iterator[Found]:
    letters = [(item["letter"] or item["said"])[0].lower() for item in run]
    told = sum(item["letter"] is not None for item in run)
    if all(ord(b) - ord(a) == 1 for a, b in pairwise(letters)):
        return  # the alphabet itself, a list
    if told >= _LEAST or len(run) >= _LEAST_BARE:
        yield Found(run[0].start(), run[-1].end(), "CODE", 0.7)


def _spoken(text: str) -> Iterator[Found]:
    """Yield numbers read out: six counting words, or four with one that only digits are read out with ("oh",
    "double")."""
    for run in _SPOKEN.finditer(text):
        said = [word.lower() for word in _DIGIT_WORD.findall(run.group())]
        read_out = not _ONLY_READ_OUT.isdisjoint(said)
        different = len(set(said)) >= _LEAST_DIFFERENT
        mixed = sum(map(str.isdecimal, run.group())) >= _LEAST_SPOKEN
        if different and (read_out or mixed or len(said) >= _LEAST_SPOKEN):
            yield Found(*run.span(), "PHONE", 0.6)
