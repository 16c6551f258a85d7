"""Class a name by what is known of it, by its words, and by the words right beside it."""

import re
from typing import Final

from sanitizer.read.series import TYPE_OF
from sanitizer.recognize.finders import credits
from sanitizer.recognize.gazetteers import (
    head_class,
    is_a_people,
    is_common_noun,
    is_medicine,
    is_mythical,
    known_classes,
    told_classes,
    type_of_word,
)
from sanitizer.recognize.name_groups import TITLES
from sanitizer.recognize.people import is_full_name, is_part_of_names
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import WORD, plain, words
from sanitizer.types import EntityClass, Mention

_C: Final = EntityClass

_PLACE_BEFORE: Final = re.compile(
    r"\b(?:in|near|at|around|outside|toward|towards|from|to|into|between|through|across)\s(?:the\s)?$"
)
_PLAYS_FOR: Final = re.compile(
    r"\b(?:[Pp]lay(?:s|ed|ing)?|appear(?:s|ed)|appearances|debut|signed|caps|goals|matches|games)\sfor\s(?:the\s)?$"
)
_RULED: Final = re.compile(
    r"\b(?:rulers?|kings?|queens?|emperors?|mayors?|governors?|bishops?|archbishops?|dukes?|earls?|counts?|city|town|village"
    r"|province|kingdom|siege|fall|capture)\sof\s$"
)
_ABSTRACT: Final = re.compile(r"\w{4}(?:\w{3}ing|[st]ion|ism|ness|ology|ography|icity|ability)s?$")
"""The ends of nouns that nobody is called by."""
_INSIDE: Final = re.compile(r"\b(?:in|near|at)\s$")
_SPORTS: Final = re.compile(
    r"\b(?:seasons?|leagues?|championships?|teams?|coach|playoffs?|basketball|football|footballer|hockey|baseball|rugby|cricket)\b"
)
_OFFICES: Final = words(
    "ambassador bishop archbishop minister secretary president chancellor governor mayor envoy consul senator deputy "
    "commissioner ombudsman chairman director dean rector provost sheriff marshal premier abbot vicar viceroy "
    "emperor empress sultan patriarch"
)
_OFFICE: Final = re.compile(r"^(?:the\s)?(?P<first>[\w-]+(?:\s(?:and|[A-Z][\w-]+))?)\s(?:of|to|for)\s")


def by_name(text: str, mention: Mention, surface: str, persons: frozenset[str]) -> str:
    """The type that is known of the name; "" where nothing is, or the guess may stand."""
    known, guess = known_classes(surface), mention.entity_class
    single = " " not in surface
    left = text[max(0, mention.span.start - 12) : mention.span.start]
    if guess in known:
        both = guess is _C.PERSON and single and _C.LOC in known and plain(surface) not in persons
        return "GPE" if both and _INSIDE.search(left) else ""
    if single and guess is not _C.PERSON and not known and plain(surface) in persons:
        return "PERSON"
    if single and plain(surface) in persons:
        return ""
    if len(known) == 1:
        (only,) = known
        if only in told_classes(surface) or _may_be(text, mention, surface, guess, only):
            return TYPE_OF[only]
        return ""
    if known:
        return ""
    if single and is_medicine(surface) and not is_part_of_names(surface):
        return "MEDICINE"  # "Prozac"
    if not single and is_full_name(_untitled(surface)) and head_class(surface) is None:
        return "PERSON" if guess is not _C.PERSON else ""
    if guess in (_C.LOC, _C.ORG) and _is_office(surface):
        return "JOB"
    if guess is _C.LOC and is_a_people(" ".join(surface.split()[-2:])):
        return "NORP"
    if guess is _C.LOC and _is_team(text, surface):
        return "ORG"
    if guess is _C.LOC and _is_acronym(surface) and not _PLACE_BEFORE.search(left):
        return "MISC"  # a body, a gene, a degree
    if guess in (_C.LOC, _C.PERSON) and _PLAYS_FOR.search(
        text, max(0, mention.span.start - 24), mention.span.start
    ):
        return "ORG"
    if guess is _C.PERSON and single and plain(surface) not in persons and not is_part_of_names(surface):
        if _RULED.search(text, max(0, mention.span.start - 24), mention.span.start):
            return "GPE"
        if _ABSTRACT.search(surface):
            return "MISC"
    if guess is _C.PERSON and not single and known_classes(surface.rpartition(" ")[0]) == {_C.LOC}:
        head = head_class(surface)
        return TYPE_OF[head] if head in (_C.LOC, _C.ORG) else ""  # "Dudley Castle"
    if (
        guess is _C.PERSON
        and head_class(surface) is _C.ORG
        and not any(map(is_part_of_names, surface.split()))
    ):
        return "ORG"  # "Greenpeace", "Warner Bros."
    if guess is _C.PERSON and not is_part_of_names(surface.partition(" ")[0]) and _titled(text, mention):
        return "WORK"  # "the film Skyfall"
    kind = type_of_word(surface)
    if kind == "MISC" and (head_class(surface) is guess or (guess is _C.LOC and _PLACE_BEFORE.search(left))):
        return ""  # "Apple" is a company, and "in Darjeeling" is no tea
    if kind and (guess is not _C.PERSON or kind in ("RELIGION", "LANGUAGE")):
        return kind
    return ""


def _untitled(surface: str) -> str:
    """A name of three words or more without the title in front: "Justice Ahmad Quern"."""
    first, _, rest = surface.partition(" ")
    return rest if " " in rest and plain(first).rstrip(".") in TITLES else surface


def _titled(text: str, mention: Mention) -> bool:
    """Whether the word for a work stands right before a name, and no role is announced."""
    return bool(credits.NAMED_WORK.search(text[max(0, mention.span.start - 20) : mention.span.start]))


def _is_acronym(surface: str) -> bool:
    return surface.isupper() and surface.isalpha() and 2 < len(surface) < 7


def _is_team(text: str, surface: str) -> bool:
    """Whether a "place" is named as teams are ("Seattle Storm", "Minnesota Lynx"), in a text about sports."""
    town, _, rest = surface.rpartition(" ")
    return (
        bool(town)
        and _C.LOC in known_classes(town)
        and rest[:1].isupper()
        and head_class(surface) is None
        and not known_classes(rest) & {_C.LOC}
        and bool(_SPORTS.search(text))
    )


def is_no_place(text: str, mention: Mention, surface: str) -> bool:
    """Whether a "place" is a common noun with a capital, and nothing happens in it ("the Internet")."""
    if not surface[1:].islower() or not is_common_noun(surface):
        return False
    return not _PLACE_BEFORE.search(text[max(0, mention.span.start - 12) : mention.span.start])


def _may_be(text: str, mention: Mention, surface: str, guess: EntityClass, only: EntityClass) -> bool:
    """Whether what is known of a name outweighs the guess: of persons, who share their names with much else, only where
    the name cannot be a person's or its place says so."""
    if head_class(surface) is guess or (surface.isupper() and len(surface) < 3):
        return False
    if only is _C.PERSON:
        return " " in surface or surface.lower() not in shipped.common_words()
    if (
        guess is not _C.PERSON
    ):  # the other classes stand for each other where a meaning is sought, but for works
        return guess is _C.LOC and only is _C.MISC
    if credits.ROLE_BEFORE.search(text[max(0, mention.span.start - 24) : mention.span.start]):
        return False
    spoken = [w for w in WORD.findall(surface) if len(w) > 1]
    if len(spoken) > 1:
        common = shipped.common_words()
        return only is not _C.MISC or (any(w.lower() in common for w in spoken[1:]) and len(spoken[-1]) > 3)
    if only is _C.ORG and not is_part_of_names(surface):
        return True  # "Motorola"
    if only is _C.LOC:
        return bool(_PLACE_BEFORE.search(text[max(0, mention.span.start - 12) : mention.span.start]))
    if surface.isupper():
        return True
    announced = credits.BEFORE.search(text[max(0, mention.span.start - 36) : mention.span.start])
    return only is _C.MISC and (bool(announced) or is_mythical(surface))


def _is_office(surface: str) -> bool:
    """Whether a name is an office ("Bishop of Saltillo", "United States Ambassador")."""
    match = _OFFICE.match(surface)
    spoken = (match["first"] if match else surface).split()
    return spoken[-1].lower() in _OFFICES and (bool(match) or len(spoken) > 1)
