"""A name behind the word for what it names: "the architect Antoni Gaudí", "a doctor named Ek", "his wife, Ann"."""

import re
from typing import TYPE_CHECKING, Final

from sanitizer.text.edits import Fitted
from sanitizer.text.governed import is_governed, opens_phrase
from sanitizer.text.inflection import WORDS, article, head_of, indefinite, singular
from sanitizer.text.surroundings import (
    Surroundings,
    is_common,
    is_person_word,
    kinds_above,
    starts_sentence,
    token_at,
)
from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

EMPTY_PERSONS: Final = WORDS["empty_persons"] | {"fictional character"}
"""Labels of which any word for a person says more."""
VAGUE: Final = frozenset({"thing", "work", "location", "organization", "place", "group"})
"""Labels of which any word for a thing says more."""
EMPTY: Final = EMPTY_PERSONS | {"thing", "work"}
_WORKS: Final = WORDS["works"]
_NAMING: Final = frozenset({"named", "called", "titled", "entitled"})
_OFFICE: Final = re.compile(
    r"\b(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er) (?:[a-z-]+ )?(?P<noun>[a-z-]+) of "
    r"(?:the|an?|his|her|their) (?P<of>(?:[a-z-]+ ){1,2})$"
)
_NEVER_ADJECTIVES: Final = (
    "ist",
    "er",
    "or",
    "man",
    "woman",
    "eer",
    "ess",
    "wife",
    "son",
    "boy",
    "girl",
    "oine",
)
_CALLED: Final = re.compile(r"\b(?:[Aa]n?|one) (?:[a-z]+ ){1,3}(?:named|called|titled|entitled) $")
_SUBJECTS: Final = frozenset({"it", "he", "she", "who", "which", "that", "also"})
_RELATIVE: Final = re.compile(
    r" (?!(?:and|or|in|at|of|on|by|with|for|from|to|as|is|was|are|were|has|had)\b)[a-z]"
)
"""What follows a name that begins a clause: "the film Hitchcock *directed*"."""
_BEFORE_COMMA: Final = re.compile(r"\b(?P<noun>[a-z][\w-]*), $")
_BEHIND_COMMA: Final = re.compile(r"(?=[.;:)]|$| (?:is|was|has|had)\b)|, (?P<word>[a-z][\w'’-]*)\b(?! [A-Z])")
_GO_ON: Final = WORDS["go_on"]
"""Words before which the comma behind a name stays."""


def is_apposition(text: str, span: Span, label: str, around: Surroundings, doc: "Doc | None") -> bool:
    """Whether a name follows its description ("the architect Antoni Gaudí", "a doctor named Ek")."""
    if not around.before:
        return False
    word, where = around.before[0]
    if is_person_word(head_of(label)[1]) and _office(text, span) is not None:
        return True
    if word in _NAMING and len(around.before) > 1:
        called = _CALLED.search(text, max(0, span.start - 40), span.start)
        return called is not None or (around.before[1][0].islower() and says(around.before[1][0], label))
    if not word.islower():
        opens = not around.before[1:] and is_person_word(word.lower())
        return opens and starts_sentence(text, where.start)
    if opens_phrase(word) or word in WORDS["adjectives"]:
        return False
    noun = singular(word) or word
    if noun != word and around.before[1:2] and around.before[1][0].lower() in _SUBJECTS:
        return False  # "it hosts Ann"
    if noun in WORDS["names"]:
        return is_governed(around) or around.before[1:2] != ()
    if not is_person_word(noun):
        if word not in WORDS["named_nouns"] or not (doc is not None or is_governed(around)):
            return False
        if is_person_word(head_of(label)[1]) and _RELATIVE.match(text, span.end):
            return False
    surely = not is_person_word(noun) or is_surely_noun(noun)
    if not surely and not _may_bear(noun, label):
        return False  # "two senior championships"
    if doc is None:
        return True
    token = token_at(doc, where.start)
    if noun.endswith("ist"):  # "to neurologist" has no verb
        return True
    return token is not None and token.pos_ in (("NOUN", "PROPN", "ADJ") if surely else ("NOUN", "PROPN"))


def is_surely_noun(word: str) -> bool:
    """Whether a word for a person is no adjective too, whatever a tagger says: "pianist", but not "conservative"."""
    return word.endswith(_NEVER_ADJECTIVES) and not word.endswith("ior")


def apposition(text: str, span: Span, label: str, around: Surroundings) -> Fitted:
    """The name goes where its description says as much ("his wife Ann" -> "his wife"); else a description stands behind
    a description. Smoothing puts the article that "IMF agent Ek" then needs."""
    if noun := _office(text, span):
        where = around.before[0][1]
        comma = "," if re.match(r"\s+\w", text[span.end : span.end + 40]) else ""
        gone = says(noun, label) or around.possessive is not None
        return Fitted(Span(where.end, span.end), "" if gone else f", {indefinite(label)}{comma}")
    named = around.before[0][0] in _NAMING
    word, where = around.before[1 if named else 0]
    if singular(word) in WORDS["names"]:
        return Fitted(Span(where.end, span.end), "")
    if word in WORDS["names"]:
        the = re.search(r"\b[Tt]he (?=[a-z]+(?: [a-z]+)?$)", text[max(0, where.start - 14) : where.end])
        if the is None:
            return Fitted(Span(where.end, span.end), "")
        start = max(0, where.start - 14) + the.start()
        words = text[start + 4 : where.end]
        return Fitted(Span(start, span.end), f"{article(words)} {words}")
    one = singular(word) or word  # "actors Bo Ek and Ann Quern": one of them
    many = one != word and is_person_word(one)
    if many or around.possessive is not None or named or says(word, label) or not _may_bear(one, label):
        return Fitted(Span(where.end, span.end), "")
    after = "," if re.match(r"\s+\w", text[span.end : span.end + 40]) else ""
    return Fitted(Span(where.end, span.end), f", {indefinite(label)}{after}")


def _may_bear(noun: str, label: str) -> bool:
    """Whether what a label tells of may be what a noun tells of: no contest is an author."""
    return not is_person_word(noun) or label in VAGUE or is_person_word(head_of(label)[1])


def _office(text: str, span: Span) -> str | None:
    """The word for the person whose name follows "of" and a noun: "the commander of the parade General Ek"."""
    found = _OFFICE.search(text, max(0, span.start - 60), span.start)
    if found is None or not (found["noun"] == "head" or is_person_word(found["noun"])):
        return None
    return None if any(opens_phrase(word) for word in found["of"].split()) else found["noun"]


def says(word: str, label: str) -> bool:
    """Whether a word for a person or thing says what a label says: "actress" of "actor", "novelist" of "writer"."""
    noun = (singular(word) or word).lower()
    if is_person_word(noun):
        empty = label in EMPTY_PERSONS or label in VAGUE
    else:
        empty = label in VAGUE or (label in EMPTY_PERSONS and noun in WORDS["named_nouns"])
    if empty and (is_person_word(noun) or noun in WORDS["named_nouns"] or is_common(noun)):
        return True
    head = head_of(label)[1]
    return noun in label.split() or (noun in _WORKS and head in _WORKS) or label in kinds_above(noun)


def between_commas(text: str, span: Span, label: str, around: Surroundings) -> Fitted | None:
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
        return Fitted(Span(comma, span.end), "")
    return Fitted(Span(comma, span.end + 1), "") if opens_phrase(word) else None
