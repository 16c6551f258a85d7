"""Extract the terms of a parsed text (noun phrases without stop words) and the contexts in which they meet."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from spacy.tokens import Doc, Token

from sanitizer.common.normal_forms import normal_form
from sanitizer.text.lexicon import common_words
from sanitizer.text.patterns import WORD
from sanitizer.types import BoolArray, Span, text_of

_PHRASE = {"ADJ", "NOUN", "PROPN"}
_HEAD = {"NOUN", "PROPN"}
_MEASURE = re.compile(r"\d{1,4}(?:[.,]\d+)?(?:hrs?|mls?|mg|mcg|kg|cm|mm|mins?|am|pm|bpm)", re.IGNORECASE)
"""A number that is written together with its unit."""
VERBS = frozenset(("VERB", "AUX"))
"""Parts of speech of verbs and participles."""
_LONGEST = 8  # tokens; a longer run is a list or a table row, not a phrase: its tail is the term


@dataclass(frozen=True, slots=True)
class Term:
    """A phrase left in clear: ``key`` is its normalized form for look-up, ``surface`` as first written, ``spans``
    where it stands; ``named`` when a proper noun is in it; ``loose`` when it is a single word that is no noun phrase
    (a verb, say), taken up because it must not stand in the result; ``opaque`` when it tells too much by itself where
    no source of counts knows it as a whole, and then ``kind`` says what it is ("user name"), "" where that is not
    known; ``rule`` by which it is risky whatever the counts say, if any. ``repr`` tells no text."""

    key: str = field(repr=False)
    surface: str = field(repr=False)
    spans: tuple[Span, ...]
    named: bool
    loose: bool = False
    opaque: bool = False
    kind: str = ""
    rule: str = ""


Words = frozenset[str]
"""Words in lower case."""


def words_of(phrase: str) -> Words:
    """Return the words of a phrase."""
    return frozenset(WORD.findall(phrase.lower()))


def loose_terms(text: str, words: Words, taken: Sequence[Span]) -> Iterator[Term]:
    """Yield the `words` where they stand outside the `taken` spans, each word one term."""
    hidden = _characters(taken, len(text))
    found: dict[str, list[Span]] = {}
    for match in WORD.finditer(text) if words else ():
        word = match.group().lower()
        if word in words and not hidden[match.start() : match.end()].any():
            found.setdefault(word, []).append(Span(*match.span()))
    for word, spans in found.items():
        yield Term(normal_form(word) or word, word, tuple(spans), named=False, loose=True)


def extract_terms(doc: Doc, masked: Sequence[Span], units: Sequence[Span] = ()) -> tuple[Term, ...]:
    """Return the noun phrases of ``doc`` outside the ``masked`` spans, by first appearance (section 4.1).

    A phrase is a run of adjectives, then nouns, within one sentence and without punctuation; stop words, determiners
    and numbers do not belong to it. ``units`` are spans known to be one name each
    (entities that are not sensitive): such a span is a term as it stands. Spans may be in any order and overlap.
    """
    return terms_of(text_of(doc), phrases_of(doc, masked, units))


Phrase = tuple[str, Span, bool]
"""A phrase by its key, where it stands, and whether a proper noun is in it."""


def terms_of(text: str, phrases: Iterable[Phrase]) -> tuple[Term, ...]:
    """Return the terms that phrases of a text are, by first appearance; the first one of a key gives the surface."""
    found: dict[str, list[tuple[Span, bool]]] = {}
    for key, span, named in phrases:
        found.setdefault(key, []).append((span, named))
    terms = [
        Term(key, spans[0][0].of(text), tuple(sorted(span for span, _ in spans)), any(n for _, n in spans))
        for key, spans in found.items()
    ]
    return tuple(sorted(terms, key=lambda term: term.spans[0]))


def phrases_of(doc: Doc, masked: Sequence[Span], units: Sequence[Span] = ()) -> list[Phrase]:
    """Return the phrases that :func:`extract_terms` makes terms of: the units first, then in the order of the text."""
    text = text_of(doc)
    hidden, named_units = _characters(masked, len(text)), sorted(units)
    found: list[Phrase] = []
    inside = _characters(named_units, len(text))
    taken_by_others = hidden | inside
    for unit in named_units:
        if not hidden[unit.start : unit.end].any():
            _add(found, text, unit, named=True)
    run: list[Token] = []
    before = np.concatenate(([0], np.cumsum(taken_by_others))).tolist()
    for token in doc:
        fits = (
            token.pos_ in _PHRASE
            and not token.is_stop
            and before[token.idx] == before[token.idx + len(token)]
            and not _is_measure(token)
        )
        if not fits or (run and (token.is_sent_start or (token.pos_ == "ADJ" and run[-1].pos_ in _HEAD))):
            _flush(run, found, text)
            run = []
        if fits:
            run.append(token)
    _flush(run, found, text)
    return found


def _is_measure(token: Token) -> bool:
    """Return whether a word is a number with its unit ("15ml"), or the unit behind a number."""
    if _MEASURE.fullmatch(token.text):
        return True
    return bool(token.i and token.nbor(-1).like_num and _MEASURE.fullmatch(f"1{token.text}"))


def _characters(spans: Iterable[Span], length: int) -> BoolArray:
    covered = np.zeros(length + 1, dtype=np.bool_)
    for span in spans:
        covered[span.start : span.end] = True
    return covered


def _flush(run: list[Token], found: list[Phrase], text: str) -> None:
    while run and (run[-1].pos_ not in _HEAD or not any(c.isalpha() for c in run[-1].text)):
        run.pop()
    run = run[-_LONGEST:]
    if run:
        span = Span(run[0].idx, run[-1].idx + len(run[-1]))
        named = any(token.pos_ == "PROPN" for token in run) and not _is_common_at_start(run, text)
        _add(found, text, span, named)


def _is_common_at_start(run: Sequence[Token], text: str) -> bool:
    """Return whether a phrase is one word that English knows in small letters, and has its capital from where it
    stands: at the beginning of a sentence, a line or a quotation."""
    word = run[0].text
    if len(run) > 1 or not word.istitle() or word.lower() not in common_words():
        return False
    before = text[: run[0].idx].rstrip(" \"'“‘*_•-")
    return not before or before[-1] in ".!?:\n"


def _add(found: list[Phrase], text: str, span: Span, named: bool) -> None:
    key = normal_form(span.of(text))
    if key and any(c.isalpha() for c in key):
        found.append((key, span, named))
