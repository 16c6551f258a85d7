"""Find what a text says of the marital status of somebody: "is divorced", "a widowed father", "married life".

Statistics offices count it among the quasi-identifiers. That somebody married on a day, or whom, is an event of a life
and no status; that married persons have a right to something is said of nobody.
"""

from collections.abc import Iterator
from typing import Final

from spacy.tokens import Doc, Token

from sanitizer.recognize.finders.nouns_for_persons import is_for_persons, is_somebody, relatives
from sanitizer.recognize.finders.said_of_persons import is_said
from sanitizer.text.fold import words
from sanitizer.values.found_values import Found

_STATES: Final = words("married unmarried divorced widowed separated remarried")
_ALONE: Final = "single"
"""It tells of marriage beside a word for a relative ("a single mother")."""
_PERSONS: Final = words("widow widower divorcee divorcée")
_LIFE: Final = "life"
_SUBJECTS: Final = frozenset(("nsubj", "nsubj:pass"))
_LINKS: Final = frozenset(("cop", "aux", "aux:pass"))
_OF_EVENTS: Final = words("to from in on by since until for")
"""Prepositions before what takes part in an event, or before its time."""

_MARKS: Final = (",", ";", "|", "/", ".")
"""What stands on both sides of an item of a list."""


def marital_status(doc: Doc) -> Iterator[Found]:
    """Yield the words that tell the marital status of somebody in particular."""
    if not doc.has_annotation("DEP"):
        return
    for token in doc:
        low = token.lower_
        if low in _STATES and not token.ent_type_:
            found = _modifies(token) or _is_predicate(token) or _is_fragment(token) or _is_item(token)
        elif low == _ALONE:
            found = token.dep_ == "amod" and token.head.lower_ in relatives()
        else:
            found = low in _PERSONS and is_said(token) and not _is_relative(token)
        if found:
            yield Found(token.idx, token.idx + len(token), "MARITAL", 0.6)


def _is_relative(token: Token) -> bool:
    """Return whether a word says whose husband or wife somebody was ("his widow")."""
    return any(t.dep_ == "nmod:poss" for t in token.children)


def _modifies(token: Token) -> bool:
    """Return whether a word stands before a noun for one person, or before "life"."""
    noun = token.head
    if token.dep_ != "amod" or token.i > noun.i or "Plur" in noun.morph.get("Number"):
        return False
    return noun.lower_ == _LIFE or noun.lower_ in relatives() or is_for_persons(noun)


def _is_predicate(token: Token) -> bool:
    """Return whether a word is said of a person with a form of "be" ("is married", "being divorced"), and not with
    whom or when."""
    if not any(t.dep_ in _LINKS and t.lemma_ == "be" for t in token.children):
        return False
    if _tells_event(token):
        return False
    subjects = [t for t in token.children if t.dep_ in _SUBJECTS]
    return not subjects or any(is_somebody(t) for t in subjects)


def _is_fragment(token: Token) -> bool:
    """Return whether a word begins a sentence without a subject and tells no event ("Divorced but happy")."""
    subject = any(t.dep_ in _SUBJECTS for t in token.children)
    return bool(token.is_sent_start) and token.dep_ != "amod" and not subject and not _tells_event(token)


def _is_item(token: Token) -> bool:
    """Return whether a word is by itself an item of a list ("Ivo Lund, 44, married, two children")."""
    doc, i = token.doc, token.i
    after = doc[i + 1].text if i + 1 < len(doc) else "\n"
    return i > 0 and doc[i - 1].text in _MARKS and (after in _MARKS or "\n" in after)


def _tells_event(token: Token) -> bool:
    """Return whether it is said with whom or when ("married to a nurse", "divorced in 1987")."""
    doc = token.doc
    after = doc[token.i + 1].lower_ if token.i + 1 < len(doc) else ""
    return after in _OF_EVENTS or any(t.dep_ in ("obj", "obl:agent", "obl:unmarked") for t in token.children)
