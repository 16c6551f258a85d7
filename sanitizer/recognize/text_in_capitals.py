# ruff: noqa: E501 (a form reads best on one line)
"""Prose in capitals, read as if it were written as prose is: what stands in capitals looks like a name otherwise."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from spacy.tokens import Doc

from kb.values.words import MONTHS, WEEKDAYS
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.spans.lattice import best
from sanitizer.recognize.spelling import is_borne, is_first_name
from sanitizer.recognize.vocabulary import is_english
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import words
from sanitizer.text.patterns import LINE
from sanitizer.types import Mention, Span, text_of

_GUESSED: Final = frozenset(("model", "works", "demographics"))
"""Recognizers that read capitals: what they find in the lines as they stand is worth nothing."""

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_FUNCTION: Final = words(
    "the a an of and or to in on at by for with from that this which who was were is are be been has have had he she it "
    "they i we his her their my our not as but if then than into when where did do will would"
)
_NEXT: Final = re.compile(r" ([^\W\d_]+)")
_DETERMINERS: Final = words("the a an his her their my our your this that no any each every of to")
_ROAD: Final = re.compile(
    r"\b\d{1,5}[A-Z]?(?: [NSEW]\.?)?(?: [A-Z'.-]+){1,4} (?:STREET|ST|ROAD|RD|AVENUE|AVE|LANE|LN|DRIVE|DR|COURT|CT|PLACE|PL|BOULEVARD|BLVD|CRESCENT|CLOSE|TERRACE|WAY|CIRCLE|CIR|HIGHWAY|HWY|PARKWAY|PKWY|GROVE|SQUARE|SQ)\b"
    r"(?:,? (?:UNIT|APT|FLAT|SUITE|STE|NO)\.? \w{1,4}\b)?"
)
_LEAST_WORDS: Final = 6
_LEAST_FUNCTION: Final = 2
_SHARE: Final = 0.15
_ABBREVIATION: Final = 3
"""Letters up to which an unknown word stays in capitals."""


def _is_prose(line: str) -> bool:
    """Return whether a line is in capitals throughout and holds the small words that make sentences."""
    if not line.isupper():
        return False
    spoken = _WORD.findall(line.lower())
    small = sum(word in _FUNCTION for word in spoken)
    return len(spoken) >= _LEAST_WORDS and small >= max(_LEAST_FUNCTION, _SHARE * len(spoken))


def blocks(text: str) -> list[Span]:
    """Return the runs of lines of prose in capitals, sorted."""
    found: list[Span] = []
    for match in LINE.finditer(text):
        if _is_prose(match.group()):
            if found and not text[found[-1].end : match.start()].strip("\n"):
                found[-1] = Span(found[-1].start, match.end())
            else:
                found.append(Span(*match.span()))
    return found


@cache
def written_with_capital() -> frozenset[str]:
    """Return words that English writes with a capital and that are no names: of peoples, tongues, months, days."""
    peoples = {phrase.lower() for phrase, _ in shipped.attributes() if phrase.istitle() and phrase.isalpha()}
    return frozenset(
        (peoples | set(map(str.lower, (*MONTHS, *WEEKDAYS)))) - {"may", "march", "polish", "august"}
    )


def _may_name(word: str, behind: str) -> bool:
    """Return whether a word in capitals is one that persons are called by; a frequent one only before another name."""
    low = word.lower()
    if not is_borne(word) or low in _FUNCTION:
        return False
    if low not in shipped.frequent_words():
        return True
    following = _NEXT.match(behind)
    return is_first_name(word) and following is not None and not is_english(following[1])


def recased(text: str) -> str:
    """Prose in capitals in small letters, but for the beginnings of sentences and what may be a name; as long as
    `text`."""
    parts: list[str] = []
    roads = [m.span() for m in _ROAD.finditer(text)]
    at, before, opens = 0, "", True
    for match in _WORD.finditer(text):
        gap = text[at : match.start()]
        opens = opens or bool(re.search(r"[.!?:\n]\s*$", gap))
        word = match.group()
        low = word.lower()
        borne = _may_name(word, text[match.end() : match.end() + 24]) and before not in _DETERMINERS
        if len(low) != len(word) or low == "i":
            made = word
        elif low in written_with_capital() or any(a <= match.start() < b for a, b in roads):
            made = word[0] + low[1:]
        elif (
            (is_english(low) and not borne)
            or low in _FUNCTION
            or (low.endswith(("'s", "’s")) and is_english(low[:-2]))
        ):
            made = low[0].upper() + low[1:] if opens else low
        elif len(word) <= _ABBREVIATION and not borne:
            made = word
        else:
            made = "".join(
                c.upper() if not i or (low[i - 1] in "'’" and len(low) > i + 1) else c
                for i, c in enumerate(low)
            )
        parts += [gap, made if len(made) == len(word) else word]
        at, before, opens = match.end(), low, False
    return "".join([*parts, text[at:]])


def in_shouted(
    doc: Doc,
    recognizers: Sequence[Recognizer],
    found: Sequence[Mention],
    parse: Callable[[str], Doc] | None = None,
) -> list[Mention]:
    """Return the mentions `found`, in prose in capitals those that `recognizers` find in the same lines as prose is
    written.

    ``parse`` turns a text into a Doc (default: the embedded pipeline).
    """
    text = text_of(doc)
    lines = blocks(text)
    if not lines:
        return list(found)
    if parse is None:
        from sanitizer.text.parse import parse as parse_embedded

        parse = parse_embedded
    kept = [
        m
        for m in found
        if m.recognizer.partition(":")[0] not in _GUESSED or not any(m.span.overlaps(line) for line in lines)
    ]
    guessing = [r for r in recognizers if r.name in _GUESSED or r.name == "patterns"]
    return kept + [m for line in lines for m in _read(line.of(text), line.start, guessing, parse)]


def _read(
    text: str, start: int, recognizers: Sequence[Recognizer], parse: Callable[[str], Doc]
) -> Iterator[Mention]:
    doc = parse(recased(text))
    for m in best(doc, [m for recognizer in recognizers for m in recognizer.find(doc)]):
        yield replace(m, span=Span(m.span.start + start, m.span.end + start))
