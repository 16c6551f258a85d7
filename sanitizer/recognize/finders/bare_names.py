"""Names that are English words too, by their place in the sentence: "Lamb discharged", "unless Art's shift changes".

A single word with a capital by which persons are known to be called, is a name where the parse makes
it a subject, an owner or an object without an article or anything else before it. A word in small letters that
English does not know is one where its spelling, or the list of places, agrees with a doubt of the network.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from spacy.tokens import Doc, Token

from kb.values.words import WEEKDAYS
from sanitizer.recognize.gazetteers import known_classes
from sanitizer.recognize.spelling import is_borne, word_bits
from sanitizer.recognize.vocabulary import is_unknown
from sanitizer.text.fold import words
from sanitizer.text.reader import chances_of
from sanitizer.types import Bits, EntityClass
from sanitizer.values.found import Found

_PLACES: Final = words("nsubj nsubj:pass nmod:poss obj iobj conj appos aux")
"""Where persons stand; "May is covering" makes an auxiliary of the name."""
_BEFORE: Final = words("det amod nmod:poss compound nummod flat")
_DAYS: Final = frozenset(part.lower() for day in WEEKDAYS for part in (day, day[:3]))
_LEAST: Final[Bits] = -1.0
"""Of a frequent word that persons are called by as well: "Hope", "Bill"."""
_SHORTEST: Final = 3
_DOUBT: Final = 0.08
"""The chance of a name from which on the network doubts that a word is none."""
_SPELLED: Final[Bits] = 3.0


def bare(doc: Doc) -> Iterator[Found]:
    """The single words of a parsed text that are names by their place; none of an unparsed one."""
    if not doc.has_annotation("DEP"):
        return
    for token in doc:
        if token.pos_ == "PROPN" and token.dep_ in _PLACES and _may_name(token) and _is_alone(token):
            yield Found(token.idx, token.idx + len(token), "PERSON", 0.6)
    yield from _in_small_letters(doc)


def _in_small_letters(doc: Doc) -> Iterator[Found]:
    chances = chances_of(doc)[:, 0]
    for at in np.flatnonzero(chances < 1 - _DOUBT).tolist():
        word = doc[at].text
        if not (word.islower() and word.isalpha() and len(word) > _SHORTEST and is_unknown(word)):
            continue
        place = EntityClass.LOC in known_classes(word.title())
        if place or word_bits(word) > _SPELLED:
            yield Found(doc[at].idx, doc[at].idx + len(word), "LOC" if place else "PERSON", 0.6)


def _may_name(token: Token) -> bool:
    word = token.text
    if len(word) < _SHORTEST or not word.isalpha() or not word.istitle() or token.lower_ in _DAYS:
        return False
    return is_borne(word) and word_bits(word) >= _LEAST


def _is_alone(token: Token) -> bool:
    """Whether a word is part of no longer name and has nothing before it that nouns have; what begins a sentence must
    be the subject of a verb."""
    beside = [token.doc[i] for i in (token.i - 1, token.i + 1) if 0 <= i < len(token.doc)]
    if any(t.is_alpha and t.text[:1].isupper() and not t.is_sent_start for t in beside):
        return False
    begins = token.is_sent_start or token.doc[token.i - 1].is_space
    if begins and not (token.dep_ == "nsubj" and token.head.pos_ == "VERB" and token.head.i > token.i):
        return False
    return not any(child.dep_ in _BEFORE or child.pos_ == "DET" for child in token.children)
