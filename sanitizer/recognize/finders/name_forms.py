# ruff: noqa: E501 (a form reads best on one line)
"""Names as forms, tables and hurried people write them: fields, surname first, small letters, families."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.gazetteers import known_classes
from sanitizer.recognize.generic import is_generic
from sanitizer.recognize.name_groups import TITLES
from sanitizer.recognize.vocabulary import is_english, is_given_name, is_surname, is_unknown, may_name
from sanitizer.text.fold import plain, words
from sanitizer.types import EntityClass
from sanitizer.values.dates import Found

_LOW: Final = r"[^\W\d_A-Z][^\W\d_A-Z'’]*(?:['’-][^\W\d_A-Z]+)*"
_CAP: Final = r"[^\W\d_a-z][^\W\d_]*(?:['’-][^\W\d_]+)*"
_PARTICLE: Final = r"(?:(?:de|da|di|del|della|der|den|des|dos|du|van|von|zu|la|las|los|le|el|al|bin|bint|ibn|abu|ter|ten|af)[ ]){1,3}"

_LOWER_TITLED: Final = re.compile(
    rf"(?<![\w.])(?P<title>mr|mrs|ms|miss|mx|dr|prof|professor|sir|madam|sister|nurse|rev)\.?[ ](?P<first>{_LOW})(?:[ ](?P<second>{_LOW}))?"
)
_LOWER_PAIR: Final = re.compile(
    rf"(?<![\w@.'’-])(?={_LOW}(?P<gap>,[ ]?|[ ])(?P<second>{_LOW})(?![\w@]))(?P<first>{_LOW})"
)
_LOWER_WORD: Final = re.compile(r"(?<![\w@#./\\~'’-])[^\W\d_A-Z]{4,30}(?![\w@/\\'’-]|\.\w)")
_SURNAME_FIRST: Final = re.compile(
    rf"(?<![\w'’-])(?P<surname>(?:{_PARTICLE})?{_CAP}),[ ](?P<given>{_CAP}(?:[ ](?:{_CAP}|[A-Z]\.?)){{0,2}})(?![\w])"
)
_IN_CELLS: Final = re.compile(
    r"(?m)(?:^|[|;\t])[ ]{0,6}(?P<name>[A-Z][A-Z'’-]{2,30}(?:,?[ ][A-Z]{1,2}\.?))(?=[ ]{2,}|[ ]?[|;\t,]|[ ]\d|[ ]{0,4}$)"
)
_FIELD_NAMES: Final = (
    r"(?:sur|last|first|given|family|middle|full|maiden|patient|client|customer|contact|user|display|author|owner|employee|student|mother|father|birth)[ _-]?names?"
    r"|surname|forenames?|given|family|lname|fname|n[ao]me?(?=[\"'>])|patient|pt|client|claimant|insured|policy ?holder|tenant|applicant|respondent|next of kin|nok|carer|key ?worker"
)
_TAGGED: Final = re.compile(
    rf"<(?P<tag>(?:{_FIELD_NAMES}|name))(?:[ ][^<>\n]{{0,80}})?>(?P<value>[^<>\n]{{2,60}})</", re.IGNORECASE
)
_KEYED: Final = re.compile(
    rf"(?<![\w])[\"']?(?:{_FIELD_NAMES}|name)[\"']?[ ]{{0,3}}[:=][ ]{{0,8}}(?P<quote>[\"']?)(?P<value>{_CAP}(?:,?[ ](?:{_CAP}|[A-Z]\.|de|la|del|van|von|der|bin|al)){{0,4}})(?=(?P=quote))",
    re.IGNORECASE,
)
_QUOTED_PAIR: Final = re.compile(
    rf"(?P<q>[\"'])(?P<first>{_CAP})(?P=q)[ ]?[,;|\t][ ]?(?P=q)(?P<second>{_CAP})(?P=q)"
)
_FAMILY: Final = re.compile(
    rf"\b[Tt]he[ ](?P<name>{_CAP}?s)(?=[ ](?:of|at|on|from|in)[ ](?:(?:the|no|number)[ ])?(?:\d|[A-Z])|[ ](?:family|next[ ]door|have|are|were|both|all)\b)"
)
_WITH_PARTICLE: Final = re.compile(
    rf"(?<![\w'’-])(?:{_CAP}[ ])?{_PARTICLE}{_CAP}|(?<![\w'’-])(?:[Aa]l|[Ee]l|[Aa]bd|[Aa]bu|[Bb]en|[Ii]bn)-{_CAP}"
)
_NO_NAME: Final = words(
    "unknown none n/a na nil see same self not known redacted deceased confidential null true false yes no"
)
_PLACES: Final = frozenset((EntityClass.LOC, EntityClass.ORG))


def _is_place(name: str) -> bool:
    known = known_classes(name)
    return bool(known & _PLACES) and EntityClass.PERSON not in known


def written_small(text: str) -> Iterator[Found]:
    """Names in small letters: behind a title, beside a given name, or listed as surnames."""
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
    for match in _LOWER_PAIR.finditer(text):
        first, second = match["first"], match["second"]
        if "," in match["gap"]:
            good = is_given_name(second) and may_name(first) and not is_given_name(first)
        else:
            good = (is_given_name(first) and may_name(second)) or (is_surname(second) and is_unknown(first))
        if good:
            yield Found(match.start(), match.end("second"), "PERSON", 0.6)
    for match in _LOWER_WORD.finditer(text):
        word = match.group()
        if is_surname(word) or (is_given_name(word) and not is_english(word)):
            yield Found(*match.span(), "PERSON", 0.5)


_SMALL: Final = words(
    "and or the a an of in to is was who will has had said asked it he she they on at for with by from that this as be are"
)


def _is_small(word: str) -> bool:
    return word in _SMALL


def in_fields(text: str) -> Iterator[Found]:
    """Names in fields of records: `<surname>`, `"name": "..."`, "Patient: ...", values in quotation marks."""
    if "<" in text:
        for match in _TAGGED.finditer(text):
            if any(c.isalpha() for c in match["value"]) and match["value"].strip().lower() not in _NO_NAME:
                yield Found(*match.span("value"), "PERSON", 0.8)
    if ":" in text or "=" in text:
        for match in _KEYED.finditer(text):
            value = match["value"]
            quoted = bool(match["quote"])
            if (quoted or value[0].isupper()) and not is_generic(value) and _names(value, quoted):
                yield Found(*match.span("value"), "PERSON", 0.75)
    for match in _QUOTED_PAIR.finditer(text):
        pair = (match["first"], match["second"])
        if any(map(is_given_name, pair)):
            yield Found(*match.span("first"), "PERSON", 0.7)
            yield Found(*match.span("second"), "PERSON", 0.7)


def _names(value: str, sure: bool) -> bool:
    parts = [w for w in re.findall(r"[^\W\d_]+", value) if len(w) > 1]
    return bool(parts) and (sure or any(may_name(w) for w in parts)) and plain(parts[0]) not in _NO_NAME


def surname_first(text: str) -> Iterator[Found]:
    """ "Markovic, Helena", and "MARKOVIC H" in a list or table."""
    if "," in text:
        for match in _SURNAME_FIRST.finditer(text):
            surname, given = match["surname"], match["given"].partition(" ")[0]
            name = surname.rpartition(" ")[2]
            if len(name) < 2 or _is_place(surname) or is_generic(surname):
                continue
            sure = (
                is_given_name(given)
                and not is_given_name(name)
                and (not is_english(name) or is_surname(name))
            )
            shouted = (
                name.isupper()
                and not given.isupper()
                and len(name) > 2
                and may_name(name)
                and given[1:].islower()
            )
            if (sure and not _is_place(given)) or (shouted and not is_english(given)):
                yield Found(*match.span(), "PERSON", 0.6)
    for match in _IN_CELLS.finditer(text):
        if may_name(match["name"].split()[0].rstrip(",")) and not _is_place(
            match["name"].split()[0].rstrip(",").title()
        ):
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


def scan(text: str) -> Iterator[Found]:
    """All of these; they may overlap."""
    yield from written_small(text)
    yield from in_fields(text)
    yield from surname_first(text)
    yield from families(text)
