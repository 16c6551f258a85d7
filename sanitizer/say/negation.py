"""Keep a denial or prohibition as narrow as it was: "do not give codeine" -> "do not give a certain medicine".

What is said of less is true of more only where nothing denies it: of a wider word the denial would say too much.
"""

from dataclasses import replace
from typing import Final

from spacy.tokens import Token

from sanitizer.say.plan_types import Edit
from sanitizer.say.positions import Page
from sanitizer.text.fold import words as words_of

_NOT: Final = frozenset({"not", "n't", "never", "nor", "nobody", "none"})
_WITHIN: Final = frozenset({"obj", "iobj", "obl", "nmod", "conj", "xcomp", "nmod:poss"})
"""Relations from a word to its governor over which a denial of the governor reaches."""
_LASTS: Final = words_of("because since after before during until as due despite for")
"""Prepositions of what is said whether the rest is denied or not: "did not come because of an illness"."""


def denied(page: Page, edit: Edit) -> Edit:
    """Return the edit of a noun phrase with "a", which a denial reaches, as one of its kind in particular."""
    place, phrase = edit.place, edit.phrase
    if edit.determiner != "a" or place is None or phrase is None or phrase.kind != "noun" or phrase.something:
        return edit
    return replace(edit, determiner="a certain") if is_denied(page[place.slot.head], place.first) else edit


def is_denied(token: Token, start: int) -> bool:
    """Return whether a word before `start` denies what a noun there stands for; a predicate ("is no plumber") is
    none."""
    own = True
    while True:
        marks = {t.lower_ for t in token.children if t.dep_ == "case" and t.i < start}
        predicate = own and not marks and any(t.dep_ == "cop" for t in token.children)
        if "without" in marks:
            return True
        if not predicate and any(_denies(t, own) for t in token.children if t.i < start):
            return True
        if token.dep_ not in _WITHIN or marks & _LASTS or token.head.i >= start:
            return False
        token, own = token.head, False


def denies_clause(token: Token, start: int) -> bool:
    """Return whether the verb that governs a word is denied before ``start``: "may not be ended before June"."""
    while True:
        if any(t.lower_ in _NOT or t.lower_ in ("cannot", "unable") for t in token.children if t.i < start):
            return True
        if token.pos_ == "VERB" or token.head.i == token.i:
            return False
        token = token.head


def _denies(token: Token, own: bool) -> bool:
    return token.lower_ in _NOT or (token.lower_ == "no" and token.dep_ == "det" and not own)
