"""Find terms that no source of counts and no knowledge base explains: logins, names of files, long numbers.

What nobody else writes points to one person or thing by itself, whatever stands around it. Words of a language are not
all counted either, so a word in small letters is left to its context where known words explain it (as one of their
forms, "unbothered", as two of them together, "screwdriverset", or as one with a slip inside, "accomodation"), and where
the network that reads names sees by its place that it is none.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from spacy.tokens import Doc

from corpora_stats.normalize import normalize
from sanitizer.recognize.finders.medicines_and_conditions import is_of_health
from sanitizer.risk.telling_medicines import KIND as MEDICINE_KIND
from sanitizer.text import lexicon as shipped
from sanitizer.text.patterns import LETTERS, WORD
from sanitizer.text.reader import is_medicine, name_chance
from sanitizer.text.terms import Term
from sanitizer.text.word_formation import LEAST_PART, base_of, is_name, is_ordinary, known_parts
from sanitizer.types import BitsArray, BoolArray, Span, text_of

Tells = Callable[[Sequence[str]], BitsArray]
"""What each phrase tells, in bits; NaN where no source of counts knows it."""

_LEAST_LETTERS: Final = 4
"""Characters of a word from which on it is looked at: shorter ones are too few to single anybody out."""

_NO_NAME: Final = 0.05
"""The chance of being a name up to which a word that nobody knows is one of a language."""

_LEAST_DIGITS: Final = 9
"""Digits of a number that is long enough to have been handed out to one person or thing."""

_NUMBER: Final = re.compile(
    r"(?:(?<![\w.,/–-])(?:[A-Z]{1,4}[-–/]){1,3}|(?<![\w.,]))\d+(?:[-–./\u00a0 ]\d{2,})*(?![\w]|[.,]\d)"
)
"""A number, with what stands in capitals before it and is joined with it: the code that both are."""
_PATH: Final = re.compile(
    r"(?<![\w/\\:.])(?:(?:[A-Za-z]:|~|\.{1,2})?[/\\]{1,2}(?:[\w.@$%+~-]+[/\\]){1,30}[\w.@$%+~-]*\w"
    r"|(?:[\w.@$%+~-]+[/\\]){2,30}[\w@$%+~-]+\.[A-Za-z]\w{0,5})"
)
_JOINED: Final = re.compile(r"[/\\@_.~]w|w(?:[/\\@_]|\.\w)")
_LOGIN: Final = re.compile(r"[a-z]{4,}\d[a-z\d_]*|[a-z]+(?:_[a-z\d]+)+")
_MEASURED: Final = re.compile(r"\d{1,6}[^\W\d_]{1,5}|[^\W\d_]{1,3}\d{1,2}")
_CAMEL: Final = re.compile(r"[A-ZÀ-Þ]?[a-zß-ÿ]+|[A-ZÀ-Þ]+(?![a-zß-ÿ])")


def opaque_terms(
    doc: Doc,
    taken: Sequence[Span],
    tells: Tells,
    is_kind: Callable[[str], bool],
) -> Iterator[Term]:
    """Yield the words, long numbers and paths outside the `taken` spans that no source of counts `tells` of and no
    known word explains, each form one term; ``kind`` says what it is where its form or the word before shows that.

    Args:
        doc: the parse of the input; a word that is no name by its place is left to its context.
        taken: spans that others treat, in any order.
        tells: the information of phrases in bits, NaN unknown.
        is_kind: whether a knowledge base knows a word in small letters as a kind of things.
    """
    text = text_of(doc)
    free = np.ones(len(text) + 1, dtype=np.bool_)
    for span in taken:
        free[span.start : span.end] = False
    found: dict[str, tuple[str, list[Span]]] = {}
    _take(found, text, free, _NUMBER, _is_long)
    paths = [match.span() for match in _PATH.finditer(text) if free[match.start() : match.end()].all()]
    strange = [
        span for span in _strange(text, free, tells, is_kind) if not is_unnamed(doc, span.of(text), span)
    ]
    inside = np.zeros(len(text) + 1, dtype=np.bool_)
    for span in strange:
        inside[span.start : span.end] = True
    for start, end in paths:
        if inside[start:end].any():
            found.setdefault(text[start:end], ("file path", []))[1].append(Span(start, end))
            free[start:end] = False
    for span in strange:
        if free[span.start : span.end].all():
            surface = span.of(text)
            kind = MEDICINE_KIND if is_medicine(doc, span.start, span.end) else _kind(text, span)
            known = found.setdefault(surface, (kind, []))
            found[surface] = (known[0] or kind, [*known[1], span])
    for surface, (kind, spans) in found.items():
        yield Term(
            normalize(surface) or surface,
            surface,
            tuple(sorted(spans)),
            False,
            loose=True,
            opaque=True,
            kind=kind,
        )


def with_opaque(terms: Sequence[Term], opaque: Iterable[Term]) -> list[Term]:
    """Return the terms with the `opaque` ones: of two with one key, one that stands in all the places of both."""
    found = {term.key: term for term in terms}
    for term in opaque:
        known = found.get(term.key)
        if known is not None:
            spans = tuple(sorted({*known.spans, *term.spans}))
            term = replace(known, spans=spans, opaque=term.opaque, kind=term.kind, rule=term.rule)
        found[term.key] = term
    return list(found.values())


def _take(
    found: dict[str, tuple[str, list[Span]]],
    text: str,
    free: BoolArray,
    pattern: re.Pattern[str],
    fits: Callable[[str], bool],
) -> None:
    for match in pattern.finditer(text):
        start, end = match.span()
        if fits(match.group()) and free[start:end].all():
            found.setdefault(match.group(), ("number", []))[1].append(Span(start, end))
            free[start:end] = False


def _is_long(number: str) -> bool:
    return sum(c.isdigit() for c in number) >= _LEAST_DIGITS


def _strange(text: str, free: BoolArray, tells: Tells, is_kind: Callable[[str], bool]) -> list[Span]:
    """Return the words that no source knows and nothing explains."""
    common = shipped.common_words()
    places: dict[str, list[Span]] = {}
    for match in WORD.finditer(text):
        word, (start, end) = match.group(), match.span()
        if len(word) < _LEAST_LETTERS or word.lower() in common or not free[start:end].all():
            continue
        if (
            word.isdigit()
            or not word.strip("_")
            or _MEASURED.fullmatch(word)
            or text[end : end + 2] in ("'t", "’t")
        ):
            continue
        places.setdefault(word, []).append(Span(start, end))
    if not places:
        return []
    unknown = np.isnan(tells(list(places)))
    found: list[Span] = []
    for (word, spans), strange in zip(places.items(), unknown.tolist(), strict=True):
        if strange and not _is_explained(word, is_kind):
            found += spans
    return sorted(found)


def is_unnamed(doc: Doc, word: str, span: Span) -> bool:
    """Return whether a word in small letters that nobody knows is written like one of a language, tells of no
    health, and is no name by its place; in a path or an address it may be one."""
    if not word.isalpha() or not word.islower() or is_name(word) or is_of_health(word):
        return False
    text = text_of(doc)
    joined = _JOINED.search(text[max(0, span.start - 1) : span.start] + "w" + text[span.end : span.end + 2])
    return joined is None and name_chance(doc, span.start, span.end) <= _NO_NAME


def _kind(text: str, span: Span) -> str:
    word = span.of(text)
    if word.isalpha():
        return ""
    return "user name" if _LOGIN.fullmatch(word) else "code"


def _is_explained(word: str, is_kind: Callable[[str], bool]) -> bool:
    """Return whether known words explain a word in small letters, or each part of one that is put together by marks or
    capitals ("max_retries", "getValue")."""
    if word.isalpha() and (word.islower() or word.istitle()):
        return word.islower() and (is_kind(word) or bool(known_parts(word, is_kind)))
    if any(c.isdigit() for c in word):
        return False
    pieces = [piece.lower() for part in LETTERS.findall(word) for piece in _CAMEL.findall(part)]
    return len(pieces) > 1 and all(_is_piece(piece, is_kind) for piece in pieces)


def _is_piece(word: str, is_kind: Callable[[str], bool]) -> bool:
    """Return whether a part of a word that was put together is short and no name, or a known word or a form of one."""
    return (
        (len(word) <= LEAST_PART and not is_name(word))
        or is_ordinary(word, is_kind)
        or bool(base_of(word, is_kind))
    )
