"""Class the names in a list by the word before the list, else by the other names in it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from sanitizer.recognize.labels import entity_class
from sanitizer.recognize.people import cannot_be_person, is_part_of_names
from sanitizer.text.fold import plain
from sanitizer.types import EntityClass, Mention

_C: Final = EntityClass
TYPE_OF: Final = {_C.PERSON: "PERSON", _C.ORG: "ORG", _C.LOC: "GPE", _C.MISC: "MISC"}
"""The type of a name of which only the class is known."""

_LIST: Final = re.compile(r"\s?(?:\([^()\n]{1,30}\))?(?:,\s(?:and|or)\s|,\s|\s(?:and|or|&)\s)(?:the\s)?")
_NAME: Final = re.compile(
    r"[^\W\d_a-z][\w.'’-]*(?:\s(?:de|da|di|la|le|van|von|der|den|al|el|bin|ibn|of|the)|\s[^\W\d_a-z][\w.'’-]*)*"
)
_OF_KIND: Final = (
    (
        re.compile(
            r"\b(?:count(?:y|ies)|cit(?:y|ies)|towns?|villages?|provinces?|districts?|islands?|states?|communit(?:y|ies)"
            r"|municipalit(?:y|ies)|countr(?:y|ies)|regions?|suburbs?|settlements?|parish(?:es)?|electorates?)"
            r"(?:\sof|\s?[:(]|,?\sincluding|,?\ssuch\sas)?\s?(?:the\s)?$"
        ),
        "GPE",
    ),
    (
        re.compile(
            r"\b(?:actor|actress|singer|musician|player|director|writer|author|artist|footballer|composer|producer|poet"
            r"|painter|politician|drummer|guitarist|bassist|vocalist)s?\s$"
            r"|\b(?:[Ss]tarring|[Ss]tars|co-stars|[Dd]irected\sby|[Ww]ritten\sby|[Pp]roduced\sby|[Cc]omposed\sby)\s$"
        ),
        "PERSON",
    ),
)


def retyped(mention: Mention, type_: str) -> Mention:
    """The mention with a type of another class; as it is where the class is the same, but for a medicine."""
    of_class = entity_class(type_)
    if of_class is mention.entity_class and type_ != "MEDICINE":
        return mention
    return replace(mention, type=type_, entity_class=of_class)


def settle_lists(
    text: str,
    done: list[Mention],
    surfaces: Sequence[str],
    names: Sequence[bool],
    firm: list[bool],
    persons: frozenset[str] = frozenset(),
    nobody: frozenset[str] = frozenset(),
) -> None:
    """Of a list, what is not known is what the word before it says, or what all others are. Parts of the names of
    `persons` stay persons ("in Saratoga, California, Wozniak met"), and surfaces of `nobody` are none."""
    for start, end in _lists(text, done):
        kind = _announced(text, done[start].span.start)
        sure = {done[i].entity_class for i in range(start, end) if firm[i]}
        if kind and sure <= {entity_class(kind)}:
            chosen = kind
        elif end - start > 2 and len(sure) == 1 and sum(firm[start:end]) * 2 >= end - start - 1:
            (of_class,) = sure
            chosen = TYPE_OF.get(of_class, "")
        elif end - start > 2 and not sure:
            of_class, count = Counter(m.entity_class for m in done[start:end]).most_common(1)[0]
            chosen = TYPE_OF.get(of_class, "") if 3 * count >= 2 * (end - start) else ""
        else:
            chosen = ""
        for i in range(start, end):
            several = done[i].entity_class is _C.PERSON and (
                " " in surfaces[i] or plain(surfaces[i]) in persons
            )
            if kind and not _NAME.fullmatch(
                surfaces[i]
            ):  # "the painter María Elena in Vicky Cristina Barcelona"
                continue
            if chosen == "PERSON" and (surfaces[i] in nobody or not _may_be_person(surfaces[i], done[i])):
                continue
            if chosen and names[i] and not firm[i] and not (several and not kind):
                done[i], firm[i] = retyped(done[i], chosen), True


def _may_be_person(surface: str, mention: Mention) -> bool:
    """Whether a name in a list of persons may be one: not what is made as no person's name, nor a body of
    several words without any name of persons ("produced by Porsche AG of Germany")."""
    if cannot_be_person(surface):
        return False
    several = mention.entity_class is _C.ORG and " " in surface
    return not several or any(map(is_part_of_names, surface.split()))


def _announced(text: str, start: int) -> str:
    left = text[max(0, start - 40) : start]
    return next((kind for pattern, kind in _OF_KIND if pattern.search(left)), "")


def _lists(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[int, int]]:
    """The runs of mentions, from and to, that are joined by commas, "and" and "or"."""
    start = 0
    for i in range(1, len(mentions) + 1):
        if i == len(mentions) or not _LIST.fullmatch(text, mentions[i - 1].span.end, mentions[i].span.start):
            if i - start > 1 or (i > start and _announced(text, mentions[start].span.start)):
                yield start, i
            start = i
