"""A name behind the word for what it names: "the architect Antoni Gaudí", "a doctor named Ek", "his wife, Ann"."""

import re
from typing import TYPE_CHECKING, Final

from sanitizer.governed import is_governed, opens_phrase
from sanitizer.inflection import WORDS, head_of, indefinite, singular
from sanitizer.surroundings import Surroundings, is_person_word, kinds_above, look_around, token_at
from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

EMPTY_PERSONS: Final = WORDS["empty_persons"] | {"fictional character"}
"""Labels of which any word for a person says more."""
EMPTY: Final = EMPTY_PERSONS | {"thing", "work"}
_WORKS: Final = WORDS["works"]
_NAMING: Final = frozenset({"named", "called"})
_BEFORE_COMMA: Final = re.compile(r"\b(?P<noun>[a-z][\w-]*), $")
_BEHIND_COMMA: Final = re.compile(r"(?=[.;:)]|$)|, (?P<word>[a-z][\w'’-]*)\b(?! [A-Z])")
_GO_ON: Final = WORDS["go_on"]
"""Words before which the comma behind a name stays."""


def is_apposition(text: str, span: Span, label: str, around: Surroundings, doc: "Doc | None") -> bool:
    """Whether a name follows its description ("the architect Antoni Gaudí", "a doctor named Ek")."""
    if not around.before:
        return False
    word, where = around.before[0]
    if word in _NAMING and len(around.before) > 1:
        noun = around.before[1][0]
        return is_person_word(singular(noun) or noun) and (label in EMPTY or says(noun, label))
    if not word.islower():
        opens = not around.before[1:] and is_person_word(word.lower())
        return opens and look_around(text, where, None).starts_sentence
    if opens_phrase(word) or word in WORDS["adjectives"]:
        return False
    if not is_person_word(word) and not (is_governed(around) and word in WORDS["named_nouns"]):
        return False
    if doc is not None:
        token = token_at(doc, where.start)
        return token is not None and token.pos_ in ("NOUN", "PROPN", "ADJ")
    return True


def apposition(text: str, span: Span, label: str, around: Surroundings) -> tuple[Span, str]:
    """The name goes where its description says as much ("his wife Ann" -> "his wife"); else a description stands behind
    a description. Smoothing puts the article that "IMF agent Ek" then needs."""
    named = around.before[0][0] in _NAMING
    word, where = around.before[1 if named else 0]
    one = singular(word) or word  # "actors Bo Ek and Ann Quern": one of them
    if one != word or around.possessive is not None or named or says(word, label):
        return Span(where.end, span.end), ""
    after = "," if re.match(r"\s+\w", text[span.end : span.end + 40]) else ""
    return Span(where.end, span.end), f", {indefinite(label)}{after}"


def says(word: str, label: str) -> bool:
    """Whether a word for a thing says what a label says: "actress" of "actor", "novelist" of "writer"."""
    noun = (singular(word) or word).lower()
    head = head_of(label)[1]
    return (
        label in EMPTY
        or noun in label.split()
        or (noun in _WORKS and head in _WORKS)
        or label in kinds_above(noun)
    )


def between_commas(text: str, span: Span, label: str, around: Surroundings) -> tuple[Span, str] | None:
    """A name that tells more of a person just told: "his wife, Ann, left" -> "his wife left"; None elsewhere."""
    if label not in EMPTY_PERSONS or around.before or around.possessive or around.joined_right:
        return None
    before = _BEFORE_COMMA.search(text, max(0, span.start - 30), span.start)
    if before is None or not is_person_word(before["noun"]):
        return None
    behind = _BEHIND_COMMA.match(text, span.end)
    if behind is None:
        return None
    comma, word = before.end("noun"), behind["word"]
    if (
        word is None
        or word in _GO_ON
        or word in WORDS["determiners"]
        or word in ("a", "an")
        or word.endswith("ing")
    ):
        return Span(comma, span.end), ""
    return (Span(comma, span.end + 1), "") if opens_phrase(word) else None
