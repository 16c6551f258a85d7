"""Let stand what belongs to nobody: dates, numbers, places and common words in passages that tell of no person; a State
wherever it is named, once a rule says that it is public (the State that is sued in a judgment)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import combinations
from typing import Final

from spacy.lang.en.stop_words import STOP_WORDS
from spacy.tokens import Doc

from sanitizer.common.knowledge import in_use
from sanitizer.control.covered_text import Cover
from sanitizer.control.sort_mentions import Sorted
from sanitizer.read.about_whom import concern_of
from sanitizer.recognize.finders.peoples import KINDS
from sanitizer.recognize.finders.user_patterns import OWN
from sanitizer.recognize.name_groups import name_words
from sanitizer.recognize.names_in_data import records_of_persons
from sanitizer.recognize.spans.merge import TRUST, must_be_masked
from sanitizer.recognize.vocabulary import is_unknown_name
from sanitizer.types import EntityClass, Mention, Span, text_of

NOBODYS: Final = "nobody's"
"""The rule by which what belongs to nobody is left."""

_OF_PERSONS: Final = frozenset((EntityClass.PERSON, EntityClass.CODE))
_NAMES: Final = frozenset((EntityClass.LOC, EntityClass.ORG, EntityClass.MISC))
_MEASURES: Final = frozenset((EntityClass.QUANTITY, EntityClass.DEM))
_TELLING: Final = frozenset((*KINDS, "LANGUAGE", "DISEASE"))
_HOLDING: Final = frozenset("./:_#")
_ASKED: Final = frozenset((*TRUST, OWN, "collection", "party", "protect"))
"""Recognizers that find what somebody asked for, or what is sensitive elsewhere in the collection."""


def _is_measure(mention: Mention) -> bool:
    """Return whether a mention is a number, a measure or a common word rather than a name, a date, a people, a
    language or an illness: a note of one line ("COPD and CKD were known.") names no patient, but it has one."""
    if mention.type in _TELLING:
        return False
    return mention.entity_class in _MEASURES or mention.type in ("DURATION", "TIME")


def _capitals(mentions: Sequence[Mention], text: str) -> Set[str]:
    """Return the words of mentions that are written as names."""
    found = (word.strip(".,;:'’\"()") for m in mentions for word in m.span.of(text).split())
    return {word for word in found if word[:1].isupper() and word.lower() not in STOP_WORDS}


def _in_code(text: str, span: Span) -> bool:
    """Return whether a bare number is a group of a longer one, as in codes ("7719 0042"): digits stand beside it,
    or a mark holds it to other letters or digits."""
    before, after = text[max(0, span.start - 2) : span.start], text[span.end : span.end + 2]
    groups = (before[:1] if before[1:] == " " else "") + (after[1:] if after[:1] == " " else "")
    held = (before[:1] if before[1:] in _HOLDING else "") + (after[1:] if after[:1] in _HOLDING else "")
    return any(c.isdigit() for c in groups) or any(c.isalnum() for c in held)


def of_persons(
    doc: Doc, mentions: Sequence[Mention], asked: Set[str] = frozenset(), found: Sequence[Mention] = ()
) -> tuple[tuple[Mention, ...], list[Mention]]:
    """Return the mentions that may be a person's, and those that are nobody's.

    An entity is nobody's where none of its mentions stands in a passage that tells of a person
    (:mod:`sanitizer.read.about_whom`), or in data a record of which may be a person's. Names of persons and codes never
    are, nor what lists and persons ask for, names of which the class is a guess and that may be a person's, and names
    that share a word with a person's.

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
    records = Cover(records_of_persons(text, found))
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
            or (m.entity_class in _NAMES and records.touches(m.span))
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


_COUNTRY: Final = re.compile(r"geo:(?:adj\.|dem\.)?([A-Z]{2})")
_WORD: Final = re.compile(r"[^\W\d_][\w’'-]*")
_LONGEST: Final = 4
"""Words of a name that is looked up inside of a longer one ("the Government of the United Kingdom")."""


def let_states_stay(text: str, found: Sorted) -> None:
    """Move the mentions of a country, its names and adjectives, from what is sensitive to what a rule lets stand, where
    a State that a rule allows names it: hidden in one place it would stand in the other. What must be masked goes all
    the same.
    """
    states = {state for span in found.states for state in _states_in(span.of(text))}
    left: list[Mention] = []
    for mention in found.sensitive:
        may_be = states and mention.entity_class is not EntityClass.PERSON
        state = _state(mention.span.of(text)) if may_be else None
        if state in states and not must_be_masked(mention.recognizer):
            found.allowed.append((mention, "allow", "a State that is public where it acts"))
            found.public.add(mention.span)
        else:
            left.append(mention)
    found.sensitive[:] = left


def _states_in(name: str) -> Iterator[str]:
    """Yield the countries that a name holds, by their codes."""
    words = list(_WORD.finditer(name))
    for first, last in combinations(range(len(words) + 1), 2):
        if last - first <= _LONGEST and words[first].group()[0].isupper():
            state = _state(Span(words[first].start(), words[last - 1].end()).of(name))
            if state is not None:
                yield state


def _state(name: str) -> str | None:
    """Return the code of the country that a name or an adjective usually means."""
    first = next(iter(in_use().places.senses(name)), None)
    found = _COUNTRY.fullmatch(first.concept.id) if first is not None else None
    return found[1] if found else None
