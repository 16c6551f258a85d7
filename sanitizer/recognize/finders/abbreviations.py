# ruff: noqa: E501 (a form reads best on one line)
"""Abbreviations of clinics and health services: which are illnesses, and which are no names at all.

Capitals make a model and the rules for names take "HIV" for an organization and "COPD and CKD" for a work. What stands
in the shipped list is what the list says: an illness is an attribute of a person, a health service is one, and
procedures, wards and readings are words like others. An abbreviation that means other things too ("MS", "CT") counts
only beside words of medicine.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from sanitizer.recognize.labels import entity_class
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import words
from sanitizer.types import EntityClass, Mention, Span

NAME: Final = "demographics:abbreviations"


class Entry(NamedTuple):
    """What an abbreviation is: ``kind`` (``illness``, ``service`` or ``term``), the words that it stands for, and
    whether it means other things too."""

    kind: str
    words: str
    doubtful: bool


class Use(NamedTuple):
    """An abbreviation in a text: half-open offsets and what it is there."""

    start: int
    end: int
    entry: Entry


@cache
def listed() -> dict[str, Entry]:
    """The shipped abbreviations."""
    found: dict[str, Entry] = {}
    for line in shipped.lines("abbreviations.tsv"):
        if line.strip() and not line.startswith("#"):
            short, kind, meaning, *rest = line.split("\t")
            found[short] = Entry(kind, meaning, rest == ["?"])
    return found


def stands_for(surface: str) -> str:
    """The words that a listed abbreviation of an illness stands for, "" of anything else."""
    entry = listed().get(_RESULT.sub("", surface.strip()))
    return entry.words if entry is not None and entry.kind == "illness" else ""


def is_listed(surface: str) -> bool:
    """Whether a surface is a listed abbreviation, with or without article."""
    return re.sub(r"^[Tt]he ", "", surface.strip()) in listed()


_RESULT: Final = re.compile(r"[ -](?:positive|negative)\b")
_TOKEN: Final = re.compile(r"(?<![\w&/.-])[A-Za-z][A-Za-z&]*\d?[A-Za-z]*\d?(?![\w&]|\.\w)")
_NEAR: Final = 60
_MEDICINE: Final = re.compile(
    r"\b(?:patients?|diagnos\w+|hospital\w*|clinic\w*|treat\w*|symptoms?|history of|suffer\w*|wards?|admitted|admission|scans?"
    r"|relaps\w+|therap\w+|medic\w+|diseases?|disorders?|syndromes?|illness\w*|nurses?|doctors?|Dr|chronic|acute|severe|mild"
    r"|referr\w+|examin\w+|surg\w+|blood|pain|prescri\w+|tablets?|\d+ ?mg|bpm|mm ?Hg|health|infect\w+|positive|negative"
    r"|pulmonary|cardiac|renal|liver|lungs?|kidneys?|heart|brain|cancer|diabetes|depress\w+|anxiety|lesions?)\b",
    re.IGNORECASE,
)
_HAVING: Final = re.compile(
    r"\b(?:ha[sd]|have|having|with|suspected|possible|probable|confirmed|known|likely|develop(?:s|ed|ing)?|of|from|for|got|gets)\s"
    r"(?:(?:an?|the|his|her|their|some|progressive|remitting|secondary|primary)\s){0,2}$"
)
_PLACE_BEFORE: Final = re.compile(r"[A-Z][\w'’.-]*[a-z],\s$")
_MEASURED: Final = re.compile(r"(?:\s(?:is|was|of|at))?\s?[:=]?\s?\d")
_NAME_BEHIND: Final = re.compile(r"\.?\s[A-Z][a-z]")
_LESSONS: Final = re.compile(r"\s(?:teachers?|lessons?|class(?:es)?|kits?|degrees?|lectur\w+|students?)\b")
_OTHER_WORD: Final = re.compile(r"[^\W\d_]{4,}")


def uses(text: str) -> list[Use]:
    """The listed abbreviations in a text, as far as they are meant."""
    table = listed()
    found = [Use(m.start(), m.end(), table[m.group()]) for m in _TOKEN.finditer(text) if m.group() in table]
    sure = [u.start for u in found if not u.entry.doubtful]
    return [u for u in found if not u.entry.doubtful or _is_meant(text, u, sure)]


def _is_meant(text: str, use: Use, sure: Sequence[int]) -> bool:
    """Whether the words around a doubtful abbreviation are those of medicine."""
    before = text[max(0, use.start - _NEAR) : use.start]
    behind = text[use.end : use.end + _NEAR]
    if _PLACE_BEFORE.search(before) or _LESSONS.match(behind) or _NAME_BEHIND.match(behind):
        return False
    beside = (
        _OTHER_WORD.findall(before.rpartition("\n")[2])[-2:]
        + _OTHER_WORD.findall(behind.partition("\n")[0])[:2]
    )
    if beside and all(word.isupper() for word in beside):
        return False  # a line in capitals: any word may look like this
    if use.entry.kind == "illness" and _HAVING.search(before):
        return True
    if use.entry.kind == "term" and _MEASURED.match(behind):
        return True
    near = any(abs(other - use.start) <= _NEAR for other in sure)
    return near or bool(_MEDICINE.search(before) or _MEDICINE.search(behind))


def mentions(text: str) -> Iterator[Mention]:
    """Illnesses and health services by their abbreviations; "HIV positive" as a whole."""
    for use in uses(text):
        if use.entry.kind == "service":
            yield Mention(Span(use.start, use.end), "ORG", EntityClass.ORG, NAME, 1.0, use.entry.words)
        elif use.entry.kind == "illness":
            result = _RESULT.match(text, use.end)
            end = result.end() if result else use.end
            yield Mention(Span(use.start, end), "DISEASE", entity_class("DISEASE"), NAME, 1.0)


_GUESSED: Final = frozenset(("model", "works", "demographics", "spacy"))
_NAMES: Final = frozenset((EntityClass.PERSON, EntityClass.ORG, EntityClass.LOC, EntityClass.MISC))
_OPENERS: Final = words(
    "a an the this that these those he she it they we i you his her its their our my your no on in at by for from with after "
    "before and or but if when while as to of her also then there here"
)
_PART: Final = re.compile(r"[^\W_]+")


def settled(text: str, found: Iterable[Mention]) -> list[Mention]:
    """The mentions without names that were guessed where only listed abbreviations stand, and with illnesses and
    services by theirs, where attributes of persons are looked for."""
    everything = list(found)
    guessed = [
        m
        for m in everything
        if m.recognizer.partition(":")[0] in _GUESSED and m.recognizer != NAME and m.entity_class in _NAMES
    ]
    own = {m.span for m in everything if m.recognizer == NAME}
    if not guessed:
        return everything
    known = [
        use
        for use in uses(text)
        if use.entry.kind == "term" or any(s.start <= use.start and use.end <= s.end for s in own)
    ]
    if not known:
        return everything
    covered = bytearray(len(text))
    for use in known:
        covered[use.start : use.end] = b"\1" * (use.end - use.start)
    gone = {m for m in guessed if _is_covered(text, m.span, covered)}
    return [m for m in everything if m not in gone]


def _is_covered(text: str, span: Span, covered: bytearray) -> bool:
    """Whether every word of a span that has a capital, but for those that begin sentences, is an abbreviation."""
    telling = [
        m
        for m in _PART.finditer(text, span.start, span.end)
        if not m.group().islower() and m.group().lower() not in _OPENERS
    ]
    telling = [m for m in telling if not m.group().isdigit()]
    return bool(telling) and all(all(covered[m.start() : m.end()]) for m in telling)
