"""Tell children: a person whose age a text says beside the name, or whom it calls a child, is no man and no woman."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from spacy.tokens import Doc, Token

from kb.values.words import SIMPLE
from sanitizer.read.register import register_of
from sanitizer.say.edits import Entity, Told
from sanitizer.say.labels import phrase_of
from sanitizer.say.phrases import Phrase
from sanitizer.types import text_of

_OF_AGE: Final = 18
_CHILDREN: Final = {"man": "boy", "woman": "girl", "": "child"}
_CALLED: Final = frozenset({"boy", "girl", "child", "baby", "toddler", "infant", "schoolboy", "schoolgirl"})
_BEHIND: Final = frozenset({",", "(", "aged", "age", "is", "now", "who"})
_FAR: Final = 4
"""Words between a name and an age that is said of it."""


def as_children(doc: Doc, told: Sequence[Told]) -> list[Told]:
    """The mentions with those of children told as such: "a girl", "a child". Where the age is hidden and nothing of it
    told, nothing else tells it."""
    silent = {i for one in told if _says_nothing(one) for i in range(one.span.start, one.span.end)}
    young: dict[Entity, bool] = {}
    for one in told:
        phrase = one.phrase
        if one.label == "name" and phrase is not None and phrase.person and phrase.empty:
            known = young.get(one.referent, False)
            young[one.referent] = known or _is_young(doc, one, silent)
    return [_as_child(one, young) for one in told] if any(young.values()) else list(told)


def _says_nothing(one: Told) -> bool:
    return not one.literal if one.phrase is None else one.phrase.kind in ("unsaid", "mark")


def _as_child(one: Told, young: Mapping[Entity, bool]) -> Told:
    phrase = one.phrase
    if phrase is None or not phrase.empty or not phrase.person or not young.get(one.referent):
        return one
    child: Phrase = phrase_of(_CHILDREN.get(phrase.sex, "child"))
    return replace(one, phrase=replace(child, empty=True, sex=phrase.sex))


def _is_young(doc: Doc, one: Told, silent: set[int]) -> bool:
    words = doc.char_span(one.span.start, one.span.end, alignment_mode="expand")
    if words is None:
        return False
    for token in _behind(words.end, doc):
        if (years := _years(token)) is not None and token.idx not in silent:
            return years < _OF_AGE
    entity = register_of(doc).of(one.entity[1]) if one.entity[0] == "sensitive" else None
    for reference in entity.references if entity is not None else ():
        head = reference.head.of(text_of(doc)).lower() if reference.kind == "noun" else ""
        if head in _CALLED and reference.sure() and reference.head.start not in silent:
            return True
    return False


def _behind(start: int, doc: Doc) -> Iterator[Token]:
    """The first words behind a name that may say its age: the number in "Amy, 6", "(7)", ", aged 11", "is twelve"."""
    for token in doc[start : start + _FAR]:
        if token.lower_ not in _BEHIND:
            yield token
            return


def _years(token: Token) -> int | None:
    """The age that a word tells, in years; None of what is none, or counts something else."""
    behind = [t.lower_ for t in token.doc[token.i + 1 : token.i + 4]]
    number = int(token.text) if token.text.isdecimal() and len(token) < 4 else SIMPLE.get(token.lower_)
    if number is None:
        return None
    before = token.nbor(-1).lower_ if token.i else ""
    if behind[:1] in (["months"], ["weeks"]):
        return 0 if before in _BEHIND and behind[1:2] != ["of"] else None
    aged = before in ("aged", "age")
    alone = not behind or behind[0] in (",", ")", ".", ";", "and", "or")
    return number if aged or alone or behind[:2] == ["years", "old"] else None
