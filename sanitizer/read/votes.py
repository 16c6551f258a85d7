"""Weigh what all mentions of a name say together of its class: a name that stands with articles is no person's, one
that a company bears with its "Ltd" is the company, and a title in italics makes no title of the other mentions."""

import re
from collections import Counter
from collections.abc import Sequence, Set
from typing import Final

from sanitizer.read.series import retyped
from sanitizer.recognize.gazetteers import head_class, is_common_noun, known_classes
from sanitizer.recognize.name_groups import TITLES
from sanitizer.recognize.people import cannot_be_person, is_full_name, is_part_of_names, is_spelled_as_product
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import plain
from sanitizer.types import EntityClass, Mention

_C: Final = EntityClass

_DETERMINED: Final = re.compile(
    r"(?:^|[\s(])(?:[Aa]n?|[Tt]he|[Ii]ts|[Tt]heir|[Hh]is|[Hh]er|[Oo]ur|this|each|every|another|both|two|three)\s$"
)
_UPPER: Final = r"[^\W\d_a-zß-öø-ÿ]"
_COMPANY: Final = re.compile(
    rf"(?<!\w)((?:{_UPPER}[\w&'’-]{{0,30}}\s){{1,4}})(?:Ltd|Limited|Inc|Incorporated|Corp|Corporation|plc|PLC|LLC|GmbH"
    r"|AG|Holdings)(?!\w)"
)
_CONTEST: Final = re.compile(r"(?:Mr|Ms|Miss|Mrs)\.?\s\w")
_CONTEST_BEHIND: Final = re.compile(
    r"\s(?:titles?|contests?|competitions?|pageants?|crowns?|championships?|wins?|winners?|victor(?:y|ies))\b"
)
_TITLES_WEIGH: Final = 3
"""How many other mentions outweigh one in italics."""
_DESIGNATION: Final = re.compile(r"(?:[A-Z]{1,5}-?\d[\w/-]*|\d[\w/-]*|[IVX]{1,4}|Mark|Mk)$")
"""A word by which a maker tells one product from another: "DB5", "V8", "III"."""


_BLANK: Final = re.compile(r"[\s/-]")


def companies(text: str) -> frozenset[str]:
    """The names that stand before "Ltd" and the like, but for those of persons ("David Brown Limited")."""
    found = (match.group(1).strip() for match in _COMPANY.finditer(text))
    return frozenset(name for name in found if not is_full_name(name))


def never_persons(text: str, surfaces: Sequence[str], mentions: Sequence[Mention]) -> frozenset[str]:
    """The surfaces that a model took for persons' at least once, and that cannot be: by how they are made, or as
    articles stand before two of five mentions ("a Retina display"). Surnames ("the Huber family") can be.
    """
    seen = Counter(surfaces)
    taken = {s for s, m in zip(surfaces, mentions, strict=True) if m.entity_class is _C.PERSON}
    parts = {
        plain(word)
        for s in taken
        if is_full_name(s)
        for word in (s.split()[0], s.split()[-1], s.rpartition("-")[2])
    }
    determined = Counter(
        surface
        for surface, mention in zip(surfaces, mentions, strict=True)
        if surface in taken and _DETERMINED.search(text, max(0, mention.span.start - 12), mention.span.start)
    )
    found = set()
    for surface in taken:
        if cannot_be_person(surface) or _is_plain_noun(surface, parts):
            found.add(surface)
        elif 5 * determined[surface] >= 2 * seen[surface]:
            words = surface.split()
            if not (
                any(is_part_of_names(w) or plain(w) in parts for w in words)
                or plain(words[0]).rstrip(".") in TITLES
                or _C.PERSON in known_classes(surface)
                or plain(surface).removesuffix("s") in parts
            ):
                found.add(surface)
    return frozenset(found)


def _is_plain_noun(surface: str, parts: Set[str]) -> bool:
    """Whether a single word is a common noun and no part of a name that is met elsewhere: "Retina"."""
    return (
        surface[1:].islower()
        and surface.lower() in shipped.common_words()
        and is_common_noun(surface)
        and not is_part_of_names(surface)
        and plain(surface) not in parts
        and _C.PERSON not in known_classes(surface)
    )


def contests(text: str, surfaces: Sequence[str], mentions: Sequence[Mention]) -> frozenset[str]:
    """The surfaces of contests that are called as persons are: "the Mr. Universe title"."""
    return frozenset(
        surface
        for surface, mention in zip(surfaces, mentions, strict=True)
        if _CONTEST.search(surface)
        and _CONTEST_BEHIND.match(text, mention.span.end)
        and not is_full_name(surface.partition(" ")[2])
    )


def is_product(surface: str, makers: Set[str], person: bool = False) -> bool:
    """Whether a name is spelled as products are ("iPhone X"; not "iTunes Store", whose head says what it is), or a
    maker's and a designation ("Aston Martin DB7 Zagato"); of what a model took for a `person` the maker's is enough.
    """
    if is_spelled_as_product(surface.partition(" ")[0]):
        return head_class(surface) is None
    for match in _BLANK.finditer(surface):
        if surface[: match.start()] in makers:
            return person or any(_DESIGNATION.match(word) for word in _BLANK.split(surface[match.end() :]))
    return False


def is_company(surface: str) -> bool:
    """Whether a name ends as companies' do: "David Brown Limited"."""
    match = _COMPANY.match(surface)
    return match is not None and match.end() >= len(surface.rstrip("."))


def as_one(
    done: list[Mention],
    surfaces: Sequence[str],
    names: Sequence[bool],
    firm: Sequence[bool],
    titles: Sequence[bool],
    persons: frozenset[str],
    nobody: frozenset[str],
) -> None:
    """Mentions with the same words are of one class: of those that are sure, else of the most.

    A mention in italics (`titles`) does not decide for many others, and a surface of `nobody` is no person. Where no
    word is one of `persons`' or of the listed names, every two guesses of a person count as one.
    """
    groups: dict[str, list[int]] = {}
    for i, surface in enumerate(surfaces):
        if names[i]:
            groups.setdefault(surface, []).append(i)
    for surface, members in groups.items():
        classes = {done[i].entity_class for i in members}
        if len(classes) < 2:
            continue
        others = [i for i in members if not titles[i]]
        if _TITLES_WEIGH * (len(members) - len(others)) <= len(others):
            members = others
        sure = [i for i in members if firm[i]] or members
        if surface in nobody:
            sure = [i for i in sure if done[i].entity_class is not _C.PERSON] or sure
        counted: Counter[str] = Counter(done[i].type for i in sure)
        if not any(is_part_of_names(word) or plain(word) in persons for word in surface.split()):
            # what a model has never met it mostly takes for a person's
            counted.update({kind: n for kind, n in counted.items() if kind != "PERSON"})
        most = max(counted.values())
        chosen = next(done[i].type for i in sure if counted[done[i].type] == most)
        for i in members:
            done[i] = retyped(done[i], chosen)
