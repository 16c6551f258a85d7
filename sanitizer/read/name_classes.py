"""Settle the class of every name from all its mentions: what the text says, what is known of the name, its cues, and
what a model guesses.

All speak in bits and are summed (:mod:`sanitizer.read.evidence`); the order in which they are asked never matters.
Only classes change here, no bounds; what a user gave, listed or decided stays as it is.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from sanitizer.read.described_places import is_code_of_state
from sanitizer.read.evidence import Evidence, Weights, opened
from sanitizer.read.name_surroundings import slot_of
from sanitizer.recognize.base import DEFINED
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.known_names import (
    head_class,
    is_a_language,
    is_a_people,
    is_medicine,
    known_classes,
    names_illness,
    told_classes,
    type_of_word,
)
from sanitizer.recognize.name_groups import BEFORE_NAMES, SUFFIXES
from sanitizer.recognize.person_names import is_part_of_names
from sanitizer.recognize.spelling import is_borne, is_first_name, word_bits
from sanitizer.text import lexicon
from sanitizer.text.fold import plain, words
from sanitizer.text.patterns import ANY_POSSESSIVE, WORD
from sanitizer.text.titles import POLITE
from sanitizer.types import Bits, EntityClass, Mention

_C: Final = EntityClass
TYPE_OF: Final = {_C.PERSON: "PERSON", _C.ORG: "ORG", _C.LOC: "GPE", _C.MISC: "MISC"}
"""The type of a name of which only the class is known."""
_CLASSES: Final = tuple(TYPE_OF)
_GUESSERS: Final = frozenset(("model", "works"))
_GUESSED: Final = frozenset(("PERSON", "ORG", "LOC", "GPE", "FACILITY", "MISC"))
"""Types that say no more than the class."""

_GUESS: Final[Bits] = 3.0
"""What a model's guess of the class says; of n mentions it counts as the share of them times the root of n."""
_KNOWN: Final[Bits] = 4.0
"""What it says that a knowledge base lists a name with the class; of a name of several words three times that."""
_HEAD: Final[Bits] = 2.0
"""What the head of the name says to a knowledge base ("Southern Conference")."""
_GIVEN: Final[Bits] = 3.0
"""What it says for a person that a single word is listed as a given name."""
_PART: Final[Bits] = 6.0
"""What it says that a single word is the first or last of a person's name that stands in the text."""
_NOBODY: Final[Bits] = 8.0
"""What the last of several words says against a person when English writes it in small letters and nobody is called by
it ("Hennepin Healthcare"); nothing behind a title or a given name."""
_ENGLISH: Final[Bits] = -6.0
"""Bits up to which such a word is a common one (:func:`word_bits`)."""
_SURE: Final[dict[EntityClass, dict[EntityClass, Bits]]] = {
    _C.PERSON: {_C.ORG: 2.0, _C.LOC: 2.0, _C.MISC: 2.0},
    _C.ORG: {_C.PERSON: 4.0, _C.LOC: 4.0, _C.MISC: 3.0},
    _C.LOC: {_C.PERSON: 6.0, _C.ORG: 0.0, _C.MISC: 3.0},
    _C.MISC: {_C.PERSON: 2.0, _C.ORG: 2.0, _C.LOC: 2.0},
}
"""By how much the evidence must speak for a class more than for each other: below it fewer than .8 of the names of the
development halves are of the class. Where a body is told from a place by little it has one ("Wronki Prison")."""
_DISEASE: Final = "DISEASE"
_TOLD: Final = frozenset(("RELIGION", "LANGUAGE", _DISEASE))
_ILLNESS: Final[Bits] = 3.3
"""By how much the places of a word must speak for an illness: none of 2,757 names of the development halves."""

_AT: Final = re.compile(r"\bat\s(?:the\s)?[“\"‘']?$", re.IGNORECASE)
_IN_BRACKETS: Final = re.compile(r"['\"”’*_]{0,3}\s{1,2}\([“\"]?")
_ABBREVIATION: Final = re.compile(r"(?=\w*[A-Z]\w*[A-Z])[A-Z][\w&.-]{1,9}$")
_LANGUAGES: Final = re.compile(r"\blanguages?\b[^.;()\n]{0,110}$")
_ALONE: Final = re.compile(r"[,.;:)]|\s(?:and|or|as|in|by|but|with|to|is|was)\b|$")
_OFFICES: Final = words(
    "ambassador bishop archbishop minister secretary president chancellor governor mayor envoy consul senator deputy "
    "commissioner ombudsman chairman director dean rector provost sheriff marshal premier abbot vicar viceroy "
    "emperor empress sultan patriarch"
)
_OFFICE: Final = re.compile(r"^(?:the\s)?(?P<first>[\w-]+(?:\s(?:and|[A-Z][\w-]+))?)\s(?:of|to|for)\s")

_FIELD: Final = 0.8
"""The score of a name in the field for it."""
_SPELLED: Final = 0.5
"""The score of a word for which nothing but its spelling speaks."""
_FEW: Final = 3
"""Mentions of one class from which on a later definition does not outweigh them."""


@dataclass(frozen=True)
class _Name:
    """A name that was guessed: its surface, and which mentions bear it."""

    surface: str
    members: tuple[int, ...]


def settled(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """`mentions` (sorted, disjoint) with the classes that the evidence speaks for."""
    evidence = opened()
    done = [
        replace(m, type="LANGUAGE") if m.type == "NORP" and _is_language(text, m) else m for m in mentions
    ]
    done = [retyped(m, "MISC") if _is_plain_english(text, m) else m for m in done]
    done = [replace(m, sure=False) if _is_unknown_word(text, m) else m for m in done]
    done = [replace(retyped(m, "ORG"), sure=False) if _is_named_as_workers(text, m) else m for m in done]
    days = {m.span.of(text) for m in mentions if m.type == "DATE"}  # "on the 12th ... can't make the 12th"
    done = [retyped(m, "DATE") if m.type == "ORDINAL" and m.span.of(text) in days else m for m in done]
    names = _names(text, mentions)
    placed = {
        name.surface: evidence.of_places(text, [mentions[i].span for i in name.members]) for name in names
    }
    logs = {name.surface: _weigh(evidence, text, name, mentions, placed[name.surface]) for name in names}
    parts = _parts_of_persons(text, mentions, logs)
    for name in names:
        weak = False
        if sure := _sure(name, mentions) or _illness(evidence, text, name, mentions, placed[name.surface]):
            types = dict.fromkeys(name.members, sure)
        else:
            total = logs[name.surface]
            if " " not in name.surface and plain(name.surface) in parts:
                total = total + np.where([c is _C.PERSON for c in _CLASSES], _PART, 0.0)
            best = _CLASSES[int(total.argmax())]
            types = dict.fromkeys(name.members, TYPE_OF[best])
            over = total.max() - total
            weak = any(over[_CLASSES.index(other)] < least for other, least in _SURE[best].items())
            weak = weak or _is_unplaced_code(text, name, mentions)
            if weak and best is not _C.PERSON and any(_stands_at(text, mentions[i]) for i in name.members):
                types = dict.fromkeys(name.members, "ORG" if best is _C.ORG else "LOC")
                weak = False
        for i, type_ in types.items():
            done[i] = replace(retyped(done[i], type_), sure=not weak)
    for i in range(1, len(done)):
        before = done[i - 1]
        if _is_name(mentions[i]) and before.entity_class in TYPE_OF and stands_for(text, before, done[i]):
            done[i] = retyped(done[i], before.type)
    return done


def _stands_at(text: str, mention: Mention) -> bool:
    """Return whether somebody or something is "at" a name: of 77 such names of the development halves that no title
    begins, 76 are of bodies and places, and a body is a place to be at."""
    start, end = mention.span.start, mention.span.end
    before, behind = text[max(0, start - 8) : start], text[end : end + 2]
    return bool(_AT.search(before)) and not ANY_POSSESSIVE.match(behind)


def retyped(mention: Mention, type_: str) -> Mention:
    """Return the mention with a type of another class; as it is where the class is the same, but for a medicine."""
    of_class = entity_class(type_)
    if of_class is mention.entity_class and type_ != "MEDICINE":
        return mention
    return replace(mention, type=type_, entity_class=of_class)


def _is_name(mention: Mention) -> bool:
    """Return whether the class of a mention is a guess: not that of "Pepper, Lance" in the field of a name."""
    if mention.recognizer == "works" and mention.type == "PERSON" and mention.score == _FIELD:
        return False
    return mention.recognizer in _GUESSERS and mention.type in _GUESSED


def _is_plain_english(text: str, mention: Mention) -> bool:
    """Return whether what a model took for a person is words in small letters that English knows and nobody is
    called by."""
    surface = mention.span.of(text)
    return (
        mention.recognizer == "model"
        and mention.entity_class is _C.PERSON
        and surface.islower()
        and all(
            word in lexicon.common_words() and not is_part_of_names(word.title())
            for word in WORD.findall(surface)
        )
    )


def _is_named_as_workers(text: str, mention: Mention) -> bool:
    """Return whether a plural for workers is a name: written with a capital behind "the" ("two seasons with the
    Pirates"). Of whom it is the name, it does not say."""
    surface = mention.span.of(text)
    named = surface.istitle() and surface.endswith("s") and text.endswith(" the ", 0, mention.span.start)
    return mention.type == "JOB" and named


def _is_unknown_word(text: str, mention: Mention) -> bool:
    """Return whether a word in small letters is hidden for its spelling alone: one in ten such words of the
    development halves names a person."""
    alone = mention.recognizer == "works" and mention.type == "PERSON" and mention.score <= _SPELLED
    return alone and mention.span.of(text).islower()


def _says_nothing(mention: Mention) -> bool:
    """Return whether a mention is a run of capitals of which nothing is known."""
    return mention.recognizer == "works" and mention.type == "MISC"


def _names(text: str, mentions: Sequence[Mention]) -> list[_Name]:
    """Return the names whose classes were guessed, with their mentions, in the order of the text."""
    members: dict[str, list[int]] = {}
    for i, mention in enumerate(mentions):
        surface = ANY_POSSESSIVE.sub("", mention.span.of(text))
        if _is_name(mention) and not surface.islower():  # the cues were learned from names with capitals
            members.setdefault(surface, []).append(i)
    return [_Name(surface, tuple(of)) for surface, of in members.items()]


def _sure(name: _Name, mentions: Sequence[Mention]) -> str:
    """Return the type of a name that nothing outweighs: a hierarchy of the user's tells it, the text says it, it is
    a person's to a model and has a form of address, or it is the word for an office, a people, a medicine, a
    religion or a language; "" of others."""
    told = told_classes(name.surface)
    if len(told) == 1:
        return TYPE_OF[next(iter(told))]
    if said := _said(name, mentions):
        return said
    guesses = {mentions[i].entity_class for i in name.members}
    polite = name.surface.partition(" ")[0].rstrip(".").lower() in POLITE
    if polite and _C.PERSON in guesses and head_class(name.surface) is None:
        return "PERSON"
    if not guesses & {_C.PERSON, _C.MISC} and _is_office(name.surface):
        return "JOB"
    if _C.PERSON not in guesses and is_a_people(" ".join(name.surface.split()[-2:])):
        return "NORP"
    if " " not in name.surface and is_medicine(name.surface) and not is_part_of_names(name.surface):
        return "MEDICINE"
    kind = type_of_word(name.surface)
    return kind if kind in _TOLD else ""


def _illness(evidence: Evidence, text: str, name: _Name, mentions: Sequence[Mention], places: Weights) -> str:
    """DISEASE for a single word that means an illness and nobody is called by ("Rubella"), and for one that stands
    where illnesses do ("died of Covid"); "" of others."""
    if " " in name.surface or name.surface.isupper():
        return ""
    if names_illness(name.surface) and not known_classes(name.surface) and not is_borne(name.surface):
        return _DISEASE
    slots = [slot_of(text, mentions, i) for i in name.members]
    if any(slot is not None and slot[0] is _C.PERSON and slot[1] > 0 for slot in slots):
        return ""
    return _DISEASE if evidence.for_illness(places) >= _ILLNESS else ""


def _said(name: _Name, mentions: Sequence[Mention]) -> str:
    """Return what the text says that a name is ("X is a village"): at its first mentions, or where most are no
    other class. "Apple was a pioneer", in the four hundredth mention of a company, makes no person of it."""
    others = Counter(mentions[i].entity_class for i in name.members if mentions[i].score < DEFINED)
    first = name.members[0]
    for i in name.members:
        mention = mentions[i]
        if mention.score < DEFINED or mention.type == "WORK":
            continue
        most = others.most_common(1)
        if i == first or not most or most[0][1] < _FEW or most[0][0] is mention.entity_class:
            return mention.type
    return ""


def _weigh(
    evidence: Evidence, text: str, name: _Name, mentions: Sequence[Mention], places: Weights
) -> Weights:
    """Return the bits that speak for each class of names, in the order of :data:`_CLASSES`; ``places`` is the
    evidence of where it stands."""
    total = evidence.of_classes(evidence.of(name.surface, places), _CLASSES)
    guesses = Counter(mentions[i].entity_class for i in name.members if not _says_nothing(mentions[i]))
    spoken_for = any(mentions[i].recognizer == "works" and mentions[i].type == "PERSON" for i in name.members)
    known, head = known_classes(name.surface), head_class(name.surface)
    if _is_unplaced_code(text, name, mentions):
        known, guesses[_C.LOC] = known - {_C.LOC}, 0
    listed = 3 * _KNOWN if " " in name.surface else _KNOWN
    slots = dict.fromkeys(_CLASSES, 0.0)
    for i in name.members:
        of_class, own = slot_of(text, mentions, i) or (_C.MISC, 0.0)
        slots[of_class] += own
    given = " " not in name.surface and is_first_name(name.surface)
    nobody = not spoken_for and _is_nobody(name.surface)
    for column, of_class in enumerate(_CLASSES):
        total[column] += slots[of_class] / len(name.members) ** 0.5
        total[column] -= _NOBODY * (nobody and of_class is _C.PERSON)
        total[column] += _GIVEN * (given and of_class is _C.PERSON)
        total[column] += _GUESS * guesses[of_class] / len(name.members) ** 0.5
        total[column] += listed * (of_class in known) + _HEAD * (of_class is head)
    return total


def _is_unplaced_code(text: str, name: _Name, mentions: Sequence[Mention]) -> bool:
    """Return whether a name is the code of a state, and stands nowhere as one."""
    return is_code_of_state(text, name.surface, [mentions[i].span for i in name.members]) is False


def _is_nobody(surface: str) -> bool:
    """Return whether the last of several words is a common one that nobody is called by, and no title or given name
    leads."""
    first, last = surface.partition(" ")[0], surface.rpartition(" ")[2]
    if last == surface or not last.isalpha() or last.isupper() or word_bits(last) > _ENGLISH:
        return False
    return first.rstrip(".").lower() not in BEFORE_NAMES and not is_first_name(first)


def _parts_of_persons(
    text: str, mentions: Sequence[Mention], logs: Mapping[str, Weights]
) -> AbstractSet[str]:
    """Return the first and last words of the names of persons, without case and diacritics."""

    def persons() -> Iterator[str]:
        person = _CLASSES.index(_C.PERSON)
        yield from (surface for surface, bits in logs.items() if bits.argmax() == person)
        yield from (m.span.of(text) for m in mentions if m.entity_class is _C.PERSON and not _is_name(m))

    parts: set[str] = set()
    for surface in persons():
        spoken = WORD.findall(surface)
        while len(spoken) > 2 and spoken[-1].lower() in SUFFIXES:
            spoken.pop()
        if len(spoken) > 1:
            parts.update((plain(spoken[0]), plain(spoken[-1])))
    return parts


def _is_language(text: str, mention: Mention) -> bool:
    """Return whether a nationality is a language here: "languages such as Czech, Danish and Dutch", "in Czech"."""
    left = text[max(0, mention.span.start - 120) : mention.span.start]
    return bool(
        _ALONE.match(text, mention.span.end)
        and (_LANGUAGES.search(left) or left.endswith((" in ", " into ")))
        and is_a_language(ANY_POSSESSIVE.sub("", mention.span.of(text)))
    )


def _is_office(surface: str) -> bool:
    """Return whether a name is an office ("Bishop of Saltillo", "United States Ambassador")."""
    match = _OFFICE.match(surface)
    spoken = (match["first"] if match else surface).split()
    return spoken[-1].lower() in _OFFICES and (bool(match) or len(spoken) > 1)


def stands_for(text: str, before: Mention, mention: Mention) -> bool:
    """Return whether `mention` is the abbreviation in brackets of the name before it: "Southern Conference (SoCon)"."""
    return bool(_IN_BRACKETS.fullmatch(text, before.span.end, mention.span.start)) and _abbreviates(
        mention.span.of(text), before.span.of(text)
    )


def _abbreviates(short: str, name: str) -> bool:
    """Return whether what stands in brackets behind a name is its abbreviation: capitals, the first as the name's."""
    return (
        bool(_ABBREVIATION.match(short))
        and len(name) > len(short)
        and short[0].lower() in {w[0].lower() for w in WORD.findall(name)}
    )
