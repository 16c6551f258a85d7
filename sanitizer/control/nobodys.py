"""Let stand what belongs to nobody: dates, numbers, places and common words in passages that tell of no person."""

from collections import defaultdict
from collections.abc import Sequence, Set
from typing import Final

from spacy.lang.en.stop_words import STOP_WORDS
from spacy.tokens import Doc

from sanitizer.control.cover import Cover
from sanitizer.read.concern import concern_of
from sanitizer.recognize.finders.custom import OWN
from sanitizer.recognize.name_groups import name_words
from sanitizer.recognize.spans.merge import TRUST
from sanitizer.recognize.vocabulary import is_unknown_name
from sanitizer.types import EntityClass, Mention, Span, text_of

NOBODYS: Final = "nobody's"
"""The rule by which what belongs to nobody is left."""

_OF_PERSONS: Final = frozenset((EntityClass.PERSON, EntityClass.CODE))
_MEASURES: Final = frozenset((EntityClass.QUANTITY, EntityClass.DEM))
_HOLDING: Final = frozenset("./:_#")
_ASKED: Final = frozenset((*TRUST, OWN, "party", "protect"))
"""Recognizers that find what somebody asked for."""


def _is_measure(mention: Mention) -> bool:
    """Whether a mention is a number, a measure or a common word rather than a name, a date or an illness: a note of one
    line ("COPD and CKD were known.") names no patient, but it has one."""
    if mention.type == "DISEASE":
        return False
    return mention.entity_class in _MEASURES or mention.type in ("DURATION", "TIME")


def _capitals(mentions: Sequence[Mention], text: str) -> Set[str]:
    """The words of mentions that are written as names."""
    found = (word.strip(".,;:'’\"()") for m in mentions for word in m.span.of(text).split())
    return {word for word in found if word[:1].isupper() and word.lower() not in STOP_WORDS}


def _in_code(text: str, span: Span) -> bool:
    """Whether a bare number is a group of a longer one, as in codes ("7719 0042"): digits stand beside it, or a mark
    holds it to other letters or digits."""
    before, after = text[max(0, span.start - 2) : span.start], text[span.end : span.end + 2]
    groups = (before[:1] if before[1:] == " " else "") + (after[1:] if after[:1] == " " else "")
    held = (before[:1] if before[1:] in _HOLDING else "") + (after[1:] if after[:1] in _HOLDING else "")
    return any(c.isdigit() for c in groups) or any(c.isalnum() for c in held)


def of_persons(
    doc: Doc, mentions: Sequence[Mention], asked: Set[str] = frozenset(), found: Sequence[Mention] = ()
) -> tuple[tuple[Mention, ...], list[Mention]]:
    """The mentions that may be a person's, and those that are nobody's.

    An entity is nobody's where none of its mentions stands in a passage that tells of a person
    (:mod:`sanitizer.read.concern`). Names of persons and codes never are, nor what lists and persons ask for, names of
    which the class is a guess and that may be a person's, and names that share a word with a person's.

    Args:
        doc: as recognizers read it.
        mentions: with numbers of entities.
        asked: types and classes that are treated wherever they stand.
        found: what was found before the longer of two overlapping mentions was taken: one that holds what somebody
            asked for is never nobody's.
    """
    concern = concern_of(doc, mentions)
    if concern.personal:
        return tuple(mentions), []
    text = text_of(doc)
    named = {w for m in mentions if m.entity_class in _OF_PERSONS for w in name_words(m.span.of(text))}
    wanted = Cover(m.span for m in (*mentions, *found) if m.recognizer.partition(":")[0] in _ASKED)
    members: dict[int, list[Mention]] = defaultdict(list)
    for mention in mentions:
        members[mention.entity].append(mention)
    left = {
        number
        for number, own in members.items()
        if not any(
            m.entity_class in _OF_PERSONS
            or (not m.sure and is_unknown_name(m.span.of(text)))
            or wanted.touches(m.span)
            or (m.type == "CARDINAL" and _in_code(text, m.span))
            or not asked.isdisjoint((m.type, m.entity_class.value))
            or (concern.short and not _is_measure(m))
            or concern.touches(m.span)
            or not named.isdisjoint(name_words(m.span.of(text)))
            for m in own
        )
    }
    words = {number: _capitals(own, text) for number, own in members.items()}
    treated = {word for number in words.keys() - left for word in words[number]}
    left = {
        number for number in left if words[number].isdisjoint(treated)
    }  # else a treated form would be left in them
    return tuple(m for m in mentions if m.entity not in left), [m for m in mentions if m.entity in left]
