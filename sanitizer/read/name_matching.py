"""Join the mentions of one person, organization or place into one entity, and find its other mentions."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import ahocorasick
from spacy.tokens import Doc

from kb.values.words import NUMBER_WORD
from sanitizer.read.described_places import with_houses
from sanitizer.read.name_classes import settled, stands_for
from sanitizer.read.phrase_facts import sex_of_name
from sanitizer.read.shared_names import bearers
from sanitizer.recognize.common_attributes import SOME_NAME
from sanitizer.recognize.name_groups import (
    BEFORE_NAMES,
    PARTICLES,
    SUFFIXES,
    acronyms,
    bare_name,
    cluster_names,
    cluster_persons,
    name_words,
)
from sanitizer.recognize.name_variants import variants
from sanitizer.recognize.spans.merge import merge
from sanitizer.text.fold import at_boundaries, fold, lower_same_length, plain, words
from sanitizer.text.patterns import ANY_POSSESSIVE, WORD
from sanitizer.text.titles import TITLES
from sanitizer.types import EntityClass, Mention, Span, text_of

__all__ = ["ANY_POSSESSIVE", "acronyms", "forms_of", "join", "key_words", "spread"]

_NO_NAMES: Final = words("one two three four five six seven eight nine ten all the and for from with")
"""Words within a "person" that are nobody's name: of "Aston Martin One-77" "One" would set the threshold."""
_JOINED: Final = frozenset((EntityClass.PERSON, EntityClass.ORG, EntityClass.LOC))


def key_words(surface: str) -> str:
    """Return the words of a surface form as one key: equal for its spellings."""
    return " ".join(name_words(surface))


def join(doc: Doc, mentions: Sequence[Mention], same: Mapping[str, str] | None = None) -> tuple[Mention, ...]:
    """``mentions`` with entity numbers: 0 for the entity that appears first, and so on, in order of the text.

    Persons are joined by surname or given name alone, initials, titles and nicknames; an ambiguous short
    name goes to whom :mod:`sanitizer.read.shared_names` says. Organizations by acronym and shorter form, places by
    name; everything else by its words. Case, diacritics and possessives make no difference. Numbers that
    came with the mentions stay joined.

    ``same`` joins places and demographic attributes that stand under one value, as adjectives with their
    countries: {"swedish": "sweden", "sweden": "sweden"}.
    """
    text = text_of(doc)
    ordered = sorted(mentions, key=lambda m: (m.span, m.type, m.recognizer))
    keys: list[object] = [None] * len(ordered)
    by_class: dict[EntityClass, list[int]] = defaultdict(list)
    for i, mention in enumerate(ordered):
        by_class[mention.entity_class].append(i)
    for name in sorted(by_class):
        members = by_class[name]
        for i, key in zip(members, _keys(text, name, [ordered[i].span for i in members]), strict=True):
            keys[i] = (name, key)
    if same:
        for i, mention in enumerate(ordered):
            one = same.get(key_words(mention.span.of(text)))
            if one is not None and mention.entity_class in (EntityClass.LOC, EntityClass.DEM):
                keys[i] = ("same", one)
    for i in range(1, len(ordered)):
        if ordered[i].entity_class is ordered[i - 1].entity_class and stands_for(
            text, ordered[i - 1], ordered[i]
        ):
            keys[i] = keys[i - 1]
    numbers: dict[object, int] = {}
    given: dict[int, object] = {}
    result: list[Mention] = []
    for mention, key in zip(ordered, keys, strict=True):
        if mention.entity >= 0:
            key = given.setdefault(mention.entity, key)
        result.append(replace(mention, entity=numbers.setdefault(key, len(numbers))))
    return tuple(result)


def _keys(text: str, name: EntityClass, spans: Sequence[Span]) -> Sequence[object]:
    """Return what the mentions of one class are joined by: persons and names by whom they mean, all else by their
    words."""
    words = [name_words(span.of(text)) or (span.of(text),) for span in spans]
    if name not in _JOINED:
        return words
    if name is EntityClass.PERSON:
        named = [(bare, sex or _sex(bare)) for bare, sex in map(bare_name, words)]
        return bearers(cluster_persons(named), [w for w, _ in named], _in_one_sentence(text, spans))
    stripped = [w[1:] if len(w) > 1 and w[0] == "the" else w for w in words]
    candidates = cluster_names(stripped, loose=name is EntityClass.ORG)
    return [candidates[k][0] for k in range(len(spans))]


def _sex(words: Sequence[str]) -> str:
    """Return what the given name of a full name tells, so that "Mr Ek" is never Ann Ek."""
    return sex_of_name(" ".join(words)) if len(words) > 1 else ""


_SENTENCE_ENDS: Final = re.compile(r"[.!?][\"”'’)]*\s|\n")


def _in_one_sentence(text: str, spans: Sequence[Span]) -> list[bool]:
    """For each span whether no sentence ends between it and the one before."""
    return [
        i > 0 and not _SENTENCE_ENDS.search(text, spans[i - 1].end, max(spans[i - 1].end, span.start))
        for i, span in enumerate(spans)
    ]


# --- a form once sensitive is sensitive everywhere ----------------------------------------------------------

_TWO_LETTERS: Final = words(
    "am an as at be by do he if in is it me my no of ok on or so to up us we jr sr ii iv vi ix"
)
_SPREAD: Final = frozenset(
    (
        EntityClass.PERSON,
        EntityClass.ORG,
        EntityClass.LOC,
        EntityClass.CODE,
        EntityClass.MISC,
        EntityClass.DEM,
    )
)
_NUMBER: Final = re.compile(NUMBER_WORD, re.IGNORECASE)
_WITH_PARTICLE: Final = re.compile(
    rf"\s((?:(?:{'|'.join(sorted(PARTICLES - {'y', 'e', 'of'}))})\s)+\w[\w'’-]+)$", re.IGNORECASE
)
"""The end of a person's name from its particles on."""


def _is_number(surface: str) -> bool:
    """Return whether an attribute is a bare number: the age of one may be the hour or the count of something else."""
    return surface.isdecimal() or _NUMBER.fullmatch(surface) is not None


def forms_of(surface: str, entity_class: EntityClass, partial: bool = True) -> list[str]:
    """Return the surface forms that a mention makes sensitive: itself without possessive; ``partial``: a person's names
    alone, too. None of numbers, dates and quantities, or of codes up to three characters.
    """
    if entity_class not in _SPREAD or (entity_class is EntityClass.DEM and _is_number(surface)):
        return []
    surface = ANY_POSSESSIVE.sub("", fold(surface).text).strip()
    forms = [surface]
    if entity_class is EntityClass.PERSON and partial:
        words = WORD.findall(surface)
        while len(words) > 1 and plain(words[0]) in BEFORE_NAMES:
            words.pop(0)
        if particle := _WITH_PARTICLE.search(surface):  # a surname with its particle
            forms.append(particle.group(1))
        forms += [
            w
            for w in words
            if (len(w) > 2 or (len(w) == 2 and w is words[-1] and w.lower() not in _TWO_LETTERS))
            and w[0].isupper()
            and plain(w) not in PARTICLES
            and (plain(w) not in TITLES or (w is words[-1] and len(words) > 1))
            and plain(w) not in SUFFIXES
            and plain(w) not in _NO_NAMES
        ]
    least = 4 if entity_class is EntityClass.CODE else 2
    return [f for f in forms if len(f) >= least]


_TITLE_AND: Final = re.compile(r"(\w+)\.?\s(?:and|&)\s$", re.IGNORECASE)
_TITLES_REACH: Final = 24


def _same_case(form: str, surface: str) -> bool:
    """Return whether both are of one case: a capitalized word matches itself, or written all in capitals; a word in
    lower case, and two words or more, match any case: that is what the residual check looks for
    (:class:`sanitizer.text.surface_forms.Forms`)."""
    if surface == form or len(WORD.findall(form)) > 1:
        return True
    if form[0].isupper() or form.isupper():
        return surface[0].isupper() and (
            surface.isupper() or surface[1:] == form[1:] or form.isupper() is surface.isupper()
        )
    return True


def _is_of_two(before: str, surface: str) -> bool:
    """Return whether the title that begins a name stands behind another one, so that two bear it: "Mr and *Mrs Ek*"."""
    title = _TITLE_AND.search(before)
    return title is not None and {plain(title[1]), *name_words(surface)[:1]} <= TITLES


def _of_person_in_capitals(form: str, mention: Mention, surface: str) -> bool:
    """Return whether a name in capitals ("GARNET DE LA HUNT", in a heading) stands as names do elsewhere: "de la
    Hunt"."""
    person = mention.entity_class is EntityClass.PERSON
    return person and form.isupper() and len(form) > 2 and surface.istitle()


def _forms(text: str, mentions: Iterable[Mention]) -> dict[str, tuple[str, Mention]]:
    """In lower case, the forms that mentions make sensitive, with the mention that has each; whole names first."""
    table: dict[str, tuple[str, Mention]] = {}
    listed = list(mentions)
    for partial in (False, True):
        for mention in listed:
            for form in forms_of(mention.span.of(text), mention.entity_class, partial):
                table.setdefault(lower_same_length(form), (form, mention))
    return table


def _kind_told(text: str, mention: Mention, kinds: Mapping[str, tuple[str, Mention]]) -> Mention:
    """Return a name of unknown kind as what another mention of it is known to be: "Jolie's" beside "Angelina Jolie"."""
    surface = ANY_POSSESSIVE.sub("", mention.span.of(text))
    form, known = kinds.get(lower_same_length(surface), ("", mention))
    if not form or not (_same_case(form, surface) or _of_person_in_capitals(form, known, surface)):
        return mention
    return replace(mention, type=known.type, entity_class=known.entity_class)


def spread(text: str, mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """``mentions`` and all further occurrences in ``text`` of their surface forms, at word boundaries;
    disjoint. A name of unknown kind gets the kind that another mention of it has.

    A person's given name and surname count too. "Brown" does not make "brown" sensitive. Numbers, dates and
    quantities are not spread; a code is, when it is longer than three characters. Added mentions are
    copies of the first one that has the form, with "spread" as their recognizer.
    """
    known = settled(text, sorted(mentions, key=lambda m: (m.span, m.type, m.recognizer)))
    known = with_houses(text, known)
    kinds = _forms(text, (m for m in known if m.type != SOME_NAME))
    known = [_kind_told(text, m, kinds) if m.type == SOME_NAME else m for m in known]
    table = _forms(text, known)
    if not table:
        return merge(known)
    automaton = ahocorasick.Automaton()
    for key in sorted(table):
        automaton.add_word(key, key)
    automaton.make_automaton()
    folded = fold(text)
    covered = bytearray(len(text))
    for mention in known:
        covered[mention.span.start : mention.span.end] = b"\x01" * (mention.span.end - mention.span.start)
    added: list[Mention] = []
    for last, key in automaton.iter(lower_same_length(folded.text)):
        begin, stop = last + 1 - len(key), last + 1
        start, end = folded.back(begin, stop)
        if all(covered[start:end]) or not at_boundaries(folded.text, begin, stop):
            continue
        form, mention = table[key]
        surface = folded.text[begin:stop]
        if _is_of_two(folded.text[max(0, begin - _TITLES_REACH) : begin], surface):
            continue
        if _same_case(form, surface) or _of_person_in_capitals(form, mention, surface):
            added.append(replace(mention, span=Span(start, end), recognizer="spread"))
    persons = {m.span.of(text): m for m in reversed(known) if m.entity_class is EntityClass.PERSON}
    for mention in variants(folded, persons):
        if not all(covered[mention.span.start : mention.span.end]):
            added.append(mention)
    return merge([*known, *added])
