"""Nouns that need no article of their own where they stand, and words that lose theirs with an adjective that goes."""

import re
from typing import TYPE_CHECKING, Final

from sanitizer.text.edits import Fitted
from sanitizer.text.inflection import WORDS, head_of, is_mass, plural, singular
from sanitizer.text.surroundings import Surroundings, is_person_word, token_at
from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

OF_MANY: Final = WORDS["many"] | {"one", "some", "any", "each", "largest", "smallest", "oldest"}
"""Words before "of the Canary Islands" after which they are many."""
_QUALIFIED: Final = re.compile(r"\b(?:an?|the|his|her) (?P<word>[a-z]+), $")
_ADJECTIVE: Final = r"\b[a-z]{3,}(?:ic|al|ive|ous|ary)"
_ADJECTIVE_AND: Final = re.compile(rf"{_ADJECTIVE} (?:and|or) $")
_WORD_AND: Final = re.compile(r"\b(?:an?|the|his|her|its) (?P<word>[a-z]+) and $")
_JOINED: Final = re.compile(rf"{_ADJECTIVE} and $")
_LISTED: Final = re.compile(r"[\w)\"”], (?:and |or )?$|\w(?: and| or| &|/) ?$")


def is_qualified(text: str, span: Span, around: Surroundings, doc: "Doc | None") -> bool:
    """Whether an adjective with its article stands before a comma: "a private, Roman Catholic college"."""
    found = _QUALIFIED.search(text, max(0, span.start - 30), span.start)
    if found is None or doc is None or around.before:
        return False
    token = token_at(doc, found.start("word"))
    return token is not None and token.pos_ == "ADJ"


def names_many(surface: str, label: str, around: Surroundings) -> bool:
    """Whether a name is of many such things: "in the Port Hills" (hills), "one of the Canary Islands" (islands)."""
    one = singular(surface.rpartition(" ")[2])
    if is_mass(label) or one is None or around.previous != "the":
        return False
    words = [word.lower() for word, _ in around.before[1:3]]
    return one.lower() == head_of(label)[1] or (words[:1] == ["of"] and words[-1] in OF_MANY)


def stands_bare(text: str, span: Span, label: str, doc: "Doc | None") -> bool:
    """Whether a common noun stands without its article: "a singer and *dancer*", "scientific and *cooperation*"."""
    if _ADJECTIVE_AND.search(text, max(0, span.start - 24), span.start):
        return True
    if doc is not None and (found := _WORD_AND.search(text, max(0, span.start - 30), span.start)):
        token = token_at(doc, found.start("word"))
        if token is not None and token.pos_ == "ADJ":  # "the nude and muscular god"
            return True
    surface = span.of(text)
    own = is_person_word(head_of(surface)[1].lower()) and not re.match(r"(?:an?|the) ", surface, re.I)
    if not (own and is_person_word(head_of(label)[1])):
        return False
    return bool(_LISTED.search(text, max(0, span.start - 12), span.start))


def without_lone_words(text: str, span: Span, label: str, around: Surroundings, fitted: Fitted) -> Fitted:
    """What is written, without the words that told of an adjective that goes: "the subjectively unpleasant feelings" ->
    "the feelings", "economic and trade relations" -> "economic relations"."""
    where, words = fitted
    surface, left = span.of(text), around.previous
    plain = surface.islower() and " " in surface
    shorter = plain and surface.endswith((f" {label}", f" {plural(label)}"))
    if left in ("most", "least") and plain and " " not in label:
        shorter = True  # "the most favorite lattice" -> "the arrangement"
    if not shorter or where.start != span.start:
        return fitted
    if _JOINED.search(text, max(0, span.start - 24), span.start):
        return Fitted(Span(where.start - 4, where.end), words)
    adverb = left in ("most", "least", "very", "more") or (
        left.endswith("ly") and left not in WORDS["ly_nouns"]
    )
    if adverb and len(around.before) > 1:
        return Fitted(Span(around.before[0][1].start, where.end), words)
    return fitted
