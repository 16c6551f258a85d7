"""Names that are English words too, by their place in the sentence: "Lamb discharged", "unless Art's shift changes".

A single word with a capital by which persons are known to be called, is a name where the parse makes
it a subject, an owner or an object without an article or anything else before it.
"""

from collections.abc import Iterator
from typing import Final

from spacy.tokens import Doc, Token

from kb.values.words import WEEKDAYS
from sanitizer.recognize.spelling import is_borne, word_bits
from sanitizer.text.fold import words
from sanitizer.types import Bits
from sanitizer.values.found import Found

_PLACES: Final = words("nsubj nsubj:pass nmod:poss obj iobj conj appos aux")
"""Where persons stand; "May is covering" makes an auxiliary of the name."""
_BEFORE: Final = words("det amod nmod:poss compound nummod flat")
_DAYS: Final = frozenset(part.lower() for day in WEEKDAYS for part in (day, day[:3]))
_LEAST: Final[Bits] = -1.0
"""Of a frequent word that persons are called by as well: "Hope", "Bill"."""
_SHORTEST: Final = 3


def bare(doc: Doc) -> Iterator[Found]:
    """The single words of a parsed text that are names by their place; none of an unparsed one."""
    if not doc.has_annotation("DEP"):
        return
    for token in doc:
        if token.pos_ == "PROPN" and token.dep_ in _PLACES and _may_name(token) and _is_alone(token):
            yield Found(token.idx, token.idx + len(token), "PERSON", 0.6)


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
