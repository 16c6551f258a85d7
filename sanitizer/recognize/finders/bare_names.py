"""Names that the network hardly sees: behind a title, words of English that persons are called by too, in small letters
where English does not know the word, and where a text is nothing else."""

from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np
from spacy.tokens import Doc, Token

from kb.values.words import MONTHS, WEEKDAYS
from sanitizer.recognize.base import DEFINED
from sanitizer.recognize.finders.name_words import is_role
from sanitizer.recognize.institution_words import is_generic
from sanitizer.recognize.known_names import known_classes, type_of_kind
from sanitizer.recognize.spelling import is_borne, word_bits
from sanitizer.recognize.text_in_capitals import written_with_capital
from sanitizer.recognize.vocabulary import is_english, is_unknown
from sanitizer.text.fold import words
from sanitizer.text.lexicon import attributes, common_words
from sanitizer.text.reader import chances_of
from sanitizer.text.titles import CIVIL, POLITE, TITLES
from sanitizer.types import Bits, EntityClass
from sanitizer.values.found_values import Found

_SMALL: Final = CIVIL - {"miss"}
"""Titles behind which a noun in small letters is a name."""
_SHORTEST: Final = 3
_DOUBT: Final = 0.08
"""The chance of a name from which on the network doubts that a word is none."""
_SPELLED: Final[Bits] = 3.0
_BORNE: Final = 0.15
"""The same of a proper noun that persons are called by, and that has nothing before it that nouns have."""
_NAMED: Final = 0.5
"""The same of such a word, whatever part of speech it has."""
_COMMON: Final[Bits] = -1.0
"""Of a frequent word that persons are called by as well: "Hope", "Bill"."""
_ARTICLES: Final = words(
    "the a an this that these those any each every no another his her its their my our your"
)
"""Words before a noun, which may have a capital for any reason there."""
_JOINING: Final = frozenset("-–/&")
_ENDS: Final = frozenset(".!?\n")
_CALENDAR: Final = frozenset(
    part for day in (*MONTHS, *WEEKDAYS) for part in (day.lower(), day[:3].lower(), day[:4].lower())
) | words("christmas easter")
_FEW: Final = 3
"""Words of a text in which nothing tells what one of them is."""
_MAYBE: Final[Bits] = -1.5
"""From which on such a word may be a name."""
_LONG: Final = 5
"""Digits of a number that is no year."""
_FAMILY: Final = words("family families household")
_BEFORE: Final = words("det amod nmod:poss compound nummod flat")


def bare(doc: Doc) -> Iterator[Found]:
    """Yield the single words of a document that are names by the title before them; in small letters by their
    spelling, or where places are called so; none of an unparsed one."""
    if not doc.has_annotation("DEP"):
        return
    yield from _whole(doc)
    for token in doc[1:]:
        if token.is_alpha and _is_titled(token):
            polite = token.nbor(-1).lower_.rstrip(".") in POLITE
            yield Found(token.idx, token.idx + len(token), "PERSON", DEFINED if polite else 0.7)
        elif _is_called_by_number(token):
            yield Found(token.idx, token.idx + len(token), "CODE", 0.7)
    chances = chances_of(doc)[:, 0]
    for at in np.flatnonzero(chances < 1 - _BORNE).tolist():
        if not doc[at].ent_type and _is_called(doc[at], chances[at] < 1 - _NAMED):
            yield Found(doc[at].idx, doc[at].idx + len(doc[at]), "PERSON", 0.6)
    for token in doc[1:]:
        if not token.ent_type_ and _is_capital_alone(token):
            yield Found(token.idx, token.idx + len(token), "PERSON", 0.6)
    for at in np.flatnonzero(chances < 1 - _DOUBT).tolist():
        word = doc[at].text
        if not (word.islower() and word.isalpha() and len(word) > _SHORTEST and is_unknown(word)):
            continue
        place = EntityClass.LOC in known_classes(word.title())
        if place or word_bits(word) > _SPELLED:
            last = doc[at] if place else _last_of(doc[at])
            yield Found(doc[at].idx, last.idx + len(last), "LOC" if place else "PERSON", 0.6)


def _whole(doc: Doc) -> Iterator[Found]:
    """Yield the words that may be names of a text that is nothing but one to three words, as of a cell: nothing
    says there that they are none."""
    said = [token for token in doc if token.is_alpha]
    if len(said) > _FEW or any(c.isdigit() for c in doc.text):
        return
    names = [t for t in said if len(t) >= _SHORTEST + t.is_lower and word_bits(t.text) > _MAYBE]
    names = [t for t in names if t.lower_ not in _told_elsewhere() and not is_role(t.text)]
    strange = {token for token in names if is_unknown(token.text)}
    for token in names:
        alone = len(names) == len(said) and (len(said) == 1 or strange)
        if not token.ent_type_ and (alone or (token in strange and not token.is_lower)):
            yield Found(token.idx, token.idx + len(token), "PERSON", 0.7)


@cache
def _told_elsewhere() -> frozenset[str]:
    """Return what a person is, does or has, which other finders tell."""
    return frozenset(phrase.lower() for phrase, _ in attributes())


def _is_called(token: Token, named: bool) -> bool:
    """Return whether a word is one that persons are called by and stands before "family", or has a capital and is,
    unless the network holds it for a name (``named``), a proper noun with nothing before it that nouns have."""
    word, proper = token.text, token.pos_ == "PROPN"
    if len(word) < _SHORTEST or not word.isalpha() or not (is_borne(word) or is_unknown(word)):
        return False
    if proper and token.dep_ == "compound" and token.head.lower_ in _FAMILY and token.head.i == token.i + 1:
        return True
    if not word.istitle() or not is_borne(word) or word_bits(word) < _COMMON:
        return False
    after = token.dep_ in _BEFORE or any(child.dep_ in _BEFORE for child in token.children)
    return named or (proper and not after)


def _is_capital_alone(token: Token) -> bool:
    """Return whether a given name has a capital among words without one, and no article: "Has Hope eaten yet?",
    "poor old Art can't hear". English writes its nouns in small letters there."""
    word, doc = token.text, token.doc
    if len(word) < _SHORTEST or not word.istitle() or not word.isalpha() or token.is_sent_start:
        return False
    low = word.lower()
    if not is_borne(word) or word_bits(word) < _COMMON or low in _CALENDAR or low in written_with_capital():
        return False
    if token.dep_ in _BEFORE or type_of_kind(low) == "PERSON" or low in TITLES:
        return False
    behind = doc[token.i + 1].text if token.i + 1 < len(doc) else "."
    if behind.istitle() or behind in _JOINING:
        return False
    before = doc[token.i - 1]
    while before.pos_ == "ADJ" and before.is_lower and not before.is_sent_start:
        before = before.nbor(-1)
    if before.whitespace_ != " " or not before.is_alpha or before.lower_ in _ARTICLES:
        return False
    opens = before.is_sent_start and is_english(before.lower_) and behind[0] not in _ENDS
    return before.is_lower or opens


def _is_called_by_number(token: Token) -> bool:
    """Return whether digits stand behind a noun as its name, and count nothing: "centre 40418"."""
    if not (token.text.isdecimal() and len(token) >= _LONG and token.dep_ in ("flat", "appos")):
        return False
    return token.head.i == token.i - 1 and token.head.pos_ in ("NOUN", "PROPN") and token.head.text.isalpha()


def _last_of(token: Token) -> Token:
    """Return the last word of a name in small letters: right behind it, what English does not know is a name too."""
    behind = token.doc[token.i + 1] if token.i + 1 < len(token.doc) and token.whitespace_ else None
    goes_on = behind is not None and behind.is_lower and behind.is_alpha and is_unknown(behind.text)
    return behind if behind is not None and goes_on and word_bits(behind.text) > 0 else token


def _is_titled(token: Token) -> bool:
    """Return whether a word stands right behind a title, or behind what somebody is, with a capital as well; behind
    all but the polite forms it is no common word."""
    before = token.doc[token.i - 1]
    low = before.lower_.rstrip(".")
    if before.whitespace_ != " " or token.is_sent_start or token.lower_.rstrip(".") in TITLES:
        return False
    if token.is_lower:
        return before.lower_ in _SMALL and token.pos_ in ("NOUN", "PROPN", "ADJ")
    if not token.text[0].isupper():
        return False
    if low in POLITE:
        return not is_generic(token.text)
    titled = before.text[0].isupper() and (low in TITLES or type_of_kind(low) == "PERSON")
    return titled and token.lower_ not in common_words() and not type_of_kind(token.lower_)
