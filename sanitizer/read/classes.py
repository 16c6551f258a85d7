"""Settle the class of every name from all its mentions: what the text says, what is known of the name, what stands
beside it, and last a model's guess.

Only classes change here, no bounds; what a user gave, listed or decided stays as it is.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.read.by_name import by_name, is_no_place
from sanitizer.read.series import TYPE_OF, retyped, settle_lists
from sanitizer.read.votes import as_one, companies, contests, is_company, is_product, never_persons
from sanitizer.recognize.definitions import DEFINED
from sanitizer.recognize.gazetteers import head_class, is_a_language, known_classes
from sanitizer.recognize.name_groups import SUFFIXES
from sanitizer.text.fold import WORD, plain
from sanitizer.types import EntityClass, Mention

_C: Final = EntityClass
_GUESSERS: Final = frozenset(("model", "works"))
_GUESSED: Final = frozenset(("PERSON", "ORG", "LOC", "GPE", "FACILITY", "MISC"))
"""Types that say no more than the class."""

_POSSESSIVE: Final = re.compile(r"['’]s?$|(?<=s)['’]$")
_IN_BRACKETS: Final = re.compile(r"['\"”’*_]{0,3}\s{1,2}\([“\"]?")
_ABBREVIATION: Final = re.compile(r"(?=\w*[A-Z]\w*[A-Z])[A-Z][\w&.-]{1,9}$")
_LANGUAGES: Final = re.compile(r"\blanguages?\b[^.;()\n]{0,110}$")
_ALONE: Final = re.compile(r"[,.;:)]|\s(?:and|or|as|in|by|but|with|to|is|was)\b|$")
_BINOMIAL: Final = re.compile(r"[A-Z][a-z]+(?: [a-z]+){1,2}")
"""A species by its scientific name."""

_FEW: Final = 3
"""Mentions of one class from which on a later definition does not outweigh them."""


def settled(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """`mentions` (sorted, disjoint) with the classes that the evidence speaks for."""
    done = list(mentions)
    surfaces = [_POSSESSIVE.sub("", m.span.of(text)) for m in mentions]
    stray = _stray_definitions(surfaces, mentions)
    names = [
        m.recognizer in _GUESSERS and m.type in _GUESSED and (m.score < DEFINED or i in stray)
        for i, m in enumerate(mentions)
    ]
    said = {
        s: m.type
        for i, (s, m) in enumerate(zip(surfaces, mentions, strict=True))
        if m.score >= DEFINED and m.recognizer in _GUESSERS and m.type != "WORK" and i not in stray
    }
    nobody = never_persons(text, surfaces, done)
    makers = companies(text)
    events = contests(text, surfaces, done)
    persons = _parts_of_persons(surfaces, done, nobody | events)
    teams = _last_words_of_bodies(surfaces, done)
    firm = [not name for name in names]
    titles = [False] * len(done)
    for i, mention in enumerate(done):
        if mention.type == "NORP" and _is_language(text, mention, surfaces[i]):
            done[i] = replace(mention, type="LANGUAGE")
        if not names[i]:
            continue
        known = said.get(surfaces[i]) or ("EVENT" if surfaces[i] in events else "")
        if not known and (italics := _in_italics(text, mention)):
            known, titles[i] = italics, True
        known = (
            known
            or by_name(text, mention, surfaces[i], persons)
            or ("ORG" if surfaces[i] in makers or is_company(surfaces[i]) else "")
            or ("ORG" if mention.entity_class is _C.LOC and surfaces[i] in teams else "")
        )
        if known:
            done[i], firm[i] = retyped(mention, known), True
        elif is_product(surfaces[i], makers, mention.entity_class is _C.PERSON):
            done[i], firm[i] = replace(mention, type="PRODUCT", entity_class=_C.MISC), True
        elif surfaces[i] in nobody and mention.entity_class is _C.PERSON:
            done[i] = retyped(mention, _instead(surfaces[i]))
        elif mention.entity_class in known_classes(surfaces[i]):
            firm[i] = True
    for i in range(1, len(done)):
        before = done[i - 1]
        if names[i] and before.entity_class in TYPE_OF and stands_for(text, before, done[i]):
            done[i], firm[i] = retyped(done[i], before.type), True
    settle_lists(text, done, surfaces, names, firm, persons, nobody)
    unsure = [name and not sure for name, sure in zip(names, firm, strict=True)]
    done = [
        retyped(m, "MISC") if new and _is_word(text, m, surface) else m
        for m, surface, new in zip(done, surfaces, unsure, strict=True)
    ]
    as_one(done, surfaces, names, firm, titles, persons, nobody)
    return done


def _is_word(text: str, mention: Mention, surface: str) -> bool:
    """Whether a place or body is a common noun with a capital."""
    return mention.entity_class in (_C.LOC, _C.ORG) and is_no_place(text, mention, surface)


def _instead(surface: str) -> str:
    """The type of what a model took for a person and is none: what its head says, else some name."""
    head = head_class(surface)
    return TYPE_OF[head] if head in (_C.LOC, _C.ORG) else "MISC"


def _stray_definitions(surfaces: Sequence[str], mentions: Sequence[Mention]) -> frozenset[int]:
    """Definitions of a name that was met before and is mostly taken for something else: "Apple was a pioneer", in the
    four hundredth mention of a company, makes no person of it."""
    guessed: dict[str, Counter[EntityClass]] = {}
    for surface, mention in zip(surfaces, mentions, strict=True):
        if mention.score < DEFINED:
            guessed.setdefault(surface, Counter())[mention.entity_class] += 1
    met: set[str] = set()
    stray = []
    for i, (surface, mention) in enumerate(zip(surfaces, mentions, strict=True)):
        if mention.score >= DEFINED and surface in met and mention.recognizer in _GUESSERS:
            others = guessed.get(surface, Counter())
            most = others.most_common(1)
            if most and most[0][1] >= _FEW and most[0][0] is not mention.entity_class:
                stray.append(i)
        met.add(surface)
    return frozenset(stray)


def _is_language(text: str, mention: Mention, surface: str) -> bool:
    """Whether a nationality is a language here: "languages such as Czech, Danish and Dutch", "in Czech"."""
    left = text[max(0, mention.span.start - 120) : mention.span.start]
    return bool(
        _ALONE.match(text, mention.span.end)
        and (_LANGUAGES.search(left) or left.endswith((" in ", " into ")))
        and is_a_language(surface)
    )


def _in_italics(text: str, mention: Mention) -> str:
    """WORK for a "person" or "place" in italics, as titles and ships are; not for one whose name says where it is."""
    start, end = mention.span.start, mention.span.end
    if (
        mention.entity_class not in (_C.PERSON, _C.LOC)
        or text[start - 1 : start] + text[end : end + 1] != "__"
    ):
        return ""
    surface = mention.span.of(text)
    if _BINOMIAL.fullmatch(surface):
        return "MISC"
    return "" if head_class(surface) is _C.LOC else "WORK"


def _parts_of_persons(
    surfaces: Sequence[str], mentions: Sequence[Mention], nobody: frozenset[str]
) -> frozenset[str]:
    """The first and last words of names of persons of several words, without case and diacritics, but for `nobody`."""
    parts: set[str] = set()
    for surface, mention in zip(surfaces, mentions, strict=True):
        if mention.entity_class is _C.PERSON and surface not in nobody:
            spoken = WORD.findall(surface)
            while len(spoken) > 2 and spoken[-1].lower() in SUFFIXES:
                spoken.pop()
            if len(spoken) > 1:
                parts.update((plain(spoken[0]), plain(spoken[-1])))
    return frozenset(parts)


def _last_words_of_bodies(surfaces: Sequence[str], mentions: Sequence[Mention]) -> frozenset[str]:
    """The plural last words of the names of bodies: "Sparks" of "Los Angeles Sparks"."""
    spoken = (s.split() for s, m in zip(surfaces, mentions, strict=True) if m.entity_class is _C.ORG)
    return frozenset(words[-1] for words in spoken if len(words) > 1 and words[-1].endswith("s"))


def stands_for(text: str, before: Mention, mention: Mention) -> bool:
    """Whether `mention` is the abbreviation in brackets of the name before it: "Southern Conference (SoCon)"."""
    return bool(_IN_BRACKETS.fullmatch(text, before.span.end, mention.span.start)) and _abbreviates(
        mention.span.of(text), before.span.of(text)
    )


def _abbreviates(short: str, name: str) -> bool:
    """Whether what stands in brackets behind a name is its abbreviation: capitals, the first as the name's."""
    return (
        bool(_ABBREVIATION.match(short))
        and len(name) > len(short)
        and short[0].lower() in {w[0].lower() for w in WORD.findall(name)}
    )
