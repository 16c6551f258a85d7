# ruff: noqa: E501 (a form reads best on one line)
"""Names by their own form: small letters behind a title, capitals with an initial, families, particles."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.gazetteers import known_classes
from sanitizer.recognize.name_groups import TITLES
from sanitizer.recognize.vocabulary import is_english, is_surname, may_name
from sanitizer.text.fold import words
from sanitizer.types import EntityClass
from sanitizer.values.found import Found

_LOW: Final = r"[^\W\d_A-Z][^\W\d_A-Z'’]*(?:['’-][^\W\d_A-Z]+)*"
_CAP: Final = r"[^\W\d_a-z][^\W\d_]*(?:['’-][^\W\d_]+)*"
_PARTICLE: Final = r"(?:(?:de|da|di|del|della|der|den|des|dos|du|van|von|zu|la|las|los|le|el|al|bin|bint|ibn|abu|ter|ten|af)[ ]){1,3}"

_LOWER_TITLED: Final = re.compile(
    rf"(?<![\w.])(?P<title>mr|mrs|ms|miss|mx|dr|prof|professor|sir|madam|sister|nurse|rev)\.?[ ](?P<first>{_LOW})(?:[ ](?P<second>{_LOW}))?"
)
_IN_CELLS: Final = re.compile(
    r"(?m)(?:^|[|;\t])[ ]{0,6}(?P<name>[A-Z][A-Z'’-]{2,30}(?:,?[ ][A-Z]{1,2}\.?))(?=[ ]{2,}|[ ]?[|;\t,]|[ ]\d|[ ]{0,4}$)"
)
_FAMILY: Final = re.compile(
    rf"\b[Tt]he[ ](?P<name>{_CAP}?s)(?=[ ](?:of|at|on|from|in)[ ](?:(?:the|no|number)[ ])?(?:\d|[A-Z])|[ ](?:family|next[ ]door|have|are|were|both|all)\b)"
)
_WITH_PARTICLE: Final = re.compile(
    rf"(?<![\w'’-])(?:{_CAP}[ ])?{_PARTICLE}{_CAP}|(?<![\w'’-])(?:[Aa]l|[Ee]l|[Aa]bd|[Aa]bu|[Bb]en|[Ii]bn)-{_CAP}"
)
_DICTATED: Final = re.compile(r"(?<![\w/.-])[A-Z]{2,4}[/:](?P<typed>[a-z]{2,4})(?![\w/-]|\.\w)")
_PLACES: Final = frozenset((EntityClass.LOC, EntityClass.ORG))


def _is_place(name: str) -> bool:
    known = known_classes(name)
    return bool(known & _PLACES) and EntityClass.PERSON not in known


def written_small(text: str) -> Iterator[Found]:
    """Names in small letters behind a title."""
    for match in _LOWER_TITLED.finditer(text):
        first, second = match["first"], match["second"] or ""
        if may_name(first) or (
            match["title"] in ("mr", "mrs", "ms")
            and len(first) > 2
            and first not in TITLES
            and not _is_small(first)
        ):
            end = match.end("second") if second and may_name(second) else match.end("first")
            yield Found(match.start(), end, "PERSON", 0.75)


_SMALL: Final = words(
    "and or the a an of in to is was who will has had said asked it he she they on at for with by from that this as be are"
)


def _is_small(word: str) -> bool:
    return word in _SMALL


def in_cells(text: str) -> Iterator[Found]:
    """ "MARKOVIC H" in a list or table."""
    for match in _IN_CELLS.finditer(text):
        surname = match["name"].split()[0].rstrip(",")
        if may_name(surname) and not _is_place(surname.title()):
            yield Found(*match.span("name"), "PERSON", 0.6)


def families(text: str) -> Iterator[Found]:
    """ "The Whitcombes of Elm Street"; names with particles: "de la Cruz", "al-Mansouri"."""
    for match in _FAMILY.finditer(text):
        name = match["name"]
        one = [name[:-1]] + ([name[:-2]] if name.endswith("es") else [])
        if any(is_surname(w) for w in one) or (
            not is_english(name) and not known_classes(name) and not any(map(_is_place, one))
        ):
            yield Found(*match.span("name"), "PERSON", 0.6)
    for match in _WITH_PARTICLE.finditer(text):
        last = re.split(r"[ -]", match.group())[-1]
        if not known_classes(match.group()) and (may_name(last) or is_surname(last)) and not _is_place(last):
            yield Found(*match.span(), "PERSON", 0.5)


def references(text: str) -> Iterator[Found]:
    """The initials of who dictated and who typed: "TJW/kmf"."""
    for match in _DICTATED.finditer(text):
        if not is_english(match["typed"]):
            yield Found(*match.span(), "PERSON", 0.6)


def scan(text: str) -> Iterator[Found]:
    """All of these; they may overlap."""
    yield from references(text)
    yield from written_small(text)
    yield from in_cells(text)
    yield from families(text)
