"""Find what somebody is by descent or faith: "she is Kurdish", "raised Catholic", "a Roma woman", "is mixed race".

Most of the words are a language, a city, a colour or a name as well ("Jain", "Roma", "a black coat"). They are read as
a people or a faith where they are said of a person: as what a person is, is raised as or described as, and before a
noun for persons; also beside the sex in a line of fields ("F / BLACK").
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from spacy.tokens import Doc, Token

from sanitizer.common.knowledge import in_use
from sanitizer.text import lexicon
from sanitizer.text.surroundings import is_person_word
from sanitizer.types import text_of
from sanitizer.values.found_values import Found

KINDS: Final = frozenset(("NORP", "RELIGION", "ETHNICITY", "NATIONALITY"))
"""The types of peoples and faiths."""
_COLOURS: Final = (
    r"white|black|brown|asian|hispanic|latin[oax]|caucasian|biracial|multiracial|aboriginal|indigenous|"
    r"(?:mixed|dual)[- ](?:race|heritage|ethnicity)|(?:african|asian|native|mexican)[- ]american|"
    r"afro[- ]?caribbean|(?:black|white|south|east|south[- ]east)[- ](?:british|african|caribbean|asian|european|irish)"
)
_COLOUR: Final = re.compile(rf"\b(?:{_COLOURS})\b", re.IGNORECASE)
_BESIDE_SEX: Final = re.compile(
    rf"\b(?:[MF]|(?:FE)?MALE)\s*[/,;|]\s*((?i:{_COLOURS}))\b|\b((?i:{_COLOURS}))\s*[/,;|]\s*(?:[MF]|(?:FE)?MALE)\b"
)
_BECOMING: Final = frozenset(("raise", "bring", "describe", "identify", "register", "record", "bear"))
_SEXES: Final = frozenset(("male", "female", "males", "females"))
_PEOPLE: Final = frozenset(("he", "she", "i", "we", "they", "you", "who"))
_KIN: Final = frozenset(("family", "parents", "household", "couple"))
_SCORE: Final = 1.0
"""More than the network is given, which tells no faith from a people."""
_LEAST: Final = 3
"""Letters of the name of a people."""


@cache
def _listed() -> dict[str, str]:
    """Return the listed words for peoples, faiths and languages, with their types."""
    return {
        name: kind for name, kind in lexicon.attributes() if kind in (*KINDS, "LANGUAGE") and " " not in name
    }


def is_people(token: Token) -> bool:
    """Return whether a word with a capital names a people or a faith where it is said of a person."""
    word = token.text
    if len(word) < _LEAST or not word[:1].isupper() or not token.is_alpha or not is_said_of_person(token):
        return False
    return word in _listed() or any(
        sense.entity_class == "DEM" and not sense.instance and sense.concept.label[:1].isupper()
        for sense in in_use().everything.senses(word)
    )


def is_said_of_person(token: Token) -> bool:
    """Return whether a word says what a person is, or what sort of person a noun means."""
    head = token.head
    if token.dep_ in ("amod", "compound") and token.i < head.i:
        return is_person_word(head.lemma_.lower()) or head.lower_ in _SEXES | _KIN
    if any(t.dep_ == "cop" for t in token.children):
        return any(t.dep_ == "nsubj" and _is_person(t) for t in token.children)
    if token.dep_ == "conj" and token.pos_ == head.pos_:
        return is_said_of_person(head)
    return token.dep_ in ("xcomp", "obl", "obj") and _is_told_as(token)


def _is_told_as(token: Token) -> bool:
    """Return whether a word stands behind "raised", or behind "as" and a verb that says what somebody counts as."""
    before = token.doc[token.i - 1] if token.i else None
    if before is None or token.head.lemma_.lower() not in _BECOMING:
        return False
    return before == token.head or before.lower_ in ("as", "up")


def _is_person(token: Token) -> bool:
    return (
        token.lower_ in _PEOPLE | _KIN or token.ent_type_ == "PERSON" or is_person_word(token.lemma_.lower())
    )


def peoples(doc: Doc) -> Iterator[Found]:
    """Yield the words for descent and faith that are said of persons."""
    text = text_of(doc)
    for match in _BESIDE_SEX.finditer(text):
        yield Found(*match.span(match.lastindex or 0), "ETHNICITY", _SCORE)
    if not doc.has_annotation("DEP"):
        return
    for match in _COLOUR.finditer(text):
        span = doc.char_span(*match.span())
        if span is not None and is_said_of_person(span.root):
            yield Found(*match.span(), "ETHNICITY", _SCORE)
    for token in doc:
        if is_people(token):
            kind = _listed().get(token.text, "LANGUAGE")
            yield Found(
                token.idx, token.idx + len(token), "ETHNICITY" if kind == "LANGUAGE" else kind, _SCORE
            )
