"""Read what a document says of its sensitive terms: the phrase to look up for each, and the kinds the text gives it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from spacy.tokens import Doc

from kb import KnowledgeBase
from kb.calendar import PREFIX as CALENDAR
from kb.calendar import label_of
from kb.quantities import PREFIX as QUANTITY
from kb.values.amounts import age_and_sex
from kb.values.date_order import DateOrder
from kb.values.dates import read
from kb.values.read import read_date
from sanitizer.choose.certain_meanings import is_titled_person, told_length
from sanitizer.choose.meanings import NO_MEANING, Meanings, Proposer
from sanitizer.read.described_places import NOTHING_SAID, Said, is_club, is_code_of_state, said_of
from sanitizer.read.fitting_meanings import of_type
from sanitizer.read.kinds_of_names import kind_read
from sanitizer.read.organizations import called
from sanitizer.read.roles import role_of
from sanitizer.read.sensitive import Sensitive
from sanitizer.read.who_is_who import register_of, word_of_sex
from sanitizer.read.works import (
    SCREEN,
    is_about_the_screen,
    is_award,
    is_shown,
    kind_of_work,
    kinds_in_lists,
    mostly_shown,
    read_or_heard,
    shown,
)
from sanitizer.recognize.finders.abbreviations import stands_for
from sanitizer.text.inflection import head_of
from sanitizer.text.patterns import POSSESSIVE
from sanitizer.types import EntityClass, text_of

_NAMED: Final = (EntityClass.LOC, EntityClass.ORG, EntityClass.MISC)
_LISTED: Final = frozenset({"JOB", "DISEASE", "FAMILY", "DEM"})
"""Types of attributes of which there is a list in an editor's words."""
_RANK: Final = "qty:th:"
_AGE: Final = "qty:age:"


class Reader:
    """Reads a document before anything is proposed for its terms."""

    def __init__(self, knowledge: KnowledgeBase, proposer: Proposer) -> None:
        self._knowledge = knowledge
        self._proposer = proposer

    def read(
        self, doc: Doc, sensitive: Sequence[Sensitive], order: DateOrder | None = None
    ) -> tuple[list[Meanings], list[str]]:
        """Return what each term may mean, and the kind that the text gives it, as a phrase that knowledge bases
        know ("movie", "judge"; "" where it says nothing). Dates in numbers are read in the `order`, else in that of
        the text."""
        text = text_of(doc)
        meanings, kinds = [], []
        screen = is_about_the_screen(text)
        named = []
        order = order or DateOrder.of(text)
        for s in sensitive:
            meaning, kind = self.meanings(s, self._said(text, s)), ""
            if s.entity_class is EntityClass.PERSON or is_titled_person(s.surface):
                kind = role_of(text, s.spans, screen)
            elif s.entity_class is EntityClass.MISC:
                kind = kind_of_work(text, s.spans)
            elif s.entity_class is EntityClass.LOC and self._is_town(meaning) and is_club(text, s.spans):
                meaning, kind = NO_MEANING, "team"
            elif s.entity_class is EntityClass.ORG:
                kind = called(text, s.spans, s.entity_class)
            if s.entity_class is EntityClass.DATETIME:
                meaning = _as_date(_as_length(meaning, s.type), order)
            if s.entity_class in _NAMED and is_code_of_state(text, s.surface, s.spans) is False:
                meaning = NO_MEANING
            named.append(any(sense.concept.prefix == "head" for sense in meaning.senses))
            fitting = "WORK" if kind and s.entity_class is EntityClass.MISC else s.type
            meanings.append(replace(meaning, senses=of_type(meaning.senses, fitting, self._proposer.kinds)))
            kinds.append(kind)
        register = register_of(doc)
        for i, s in enumerate(sensitive):
            if s.entity_class is EntityClass.PERSON and not kinds[i]:
                kinds[i] = word_of_sex(register.of(s.number))
        self._read_works(text, sensitive, meanings, kinds, named, screen)
        for i, s in enumerate(sensitive):
            if s.entity_class in _NAMED and not kinds[i] and not meanings[i].senses:
                kinds[i] = kind_read(doc, s.spans, s.entity_class)
        return meanings, kinds

    def meanings(self, s: Sensitive, said: Said = NOTHING_SAID) -> Meanings:
        """Return what a term may mean; where its surface is not known, what another form of it may ("Steve Wozniak" of
        "Stephen Gary Wozniak"). A known person comes before what a given name tells."""
        if (listed := self._listed(s)) is not None:
            return listed
        if s.type == "DISEASE" and (words := next(filter(None, map(stands_for, s.forms)), "")):
            return self._proposer.look_up(words, False, said)
        if s.type == "DISEASE" and (illness := self._illness(s.surface)) is not None:
            return illness
        if s.type == "AGE":
            return self._age(s.surface)
        if s.type in ("DURATION", "DATE") and (length := told_length(s.surface)):
            return self._proposer.look_up(length, False)
        if s.type == "DATE" and (day := read_date(s.surface)) is not None and day.time is not None:
            return self._proposer.look_up(label_of(day.id), True)
        office, of, _ = s.surface.partition(" of ")
        if s.type in ("JOB", "FAMILY") and of and (job := self._proposer.look_up(office, False)).senses:
            full = self._proposer.look_up(s.surface, True)
            told = not full.shortened and any(m.entity_class == "DEM" for m in full.senses)
            return full if told and len(job.senses) > 1 else job  # else the office alone
        named = any(c.isupper() for c in s.surface)
        person = s.entity_class is EntityClass.PERSON
        first = self._proposer.look_up(s.surface, named, said, person)
        found = [first] if first.senses and not first.shortened else []
        if found and not _given_alone(first):
            return first
        for form in sorted({POSSESSIVE.sub("", form) for form in s.forms}, key=lambda f: (-len(f), f)):
            if named and " " in form and form != s.surface:
                other = self._proposer.look_up(form, named, person=person)
                if other.senses and not other.shortened:
                    found.append(other)
        return next((m for m in found if not _given_alone(m)), found[0] if found else first)

    def _age(self, surface: str) -> Meanings:
        """Return what an age tells; the decade of a life is none of the calendar."""
        years = age_and_sex(surface)
        bare = not surface.endswith(("old", "ties", "0s"))
        whole = f"{surface if years is None else years} years old" if bare else surface
        age = self._proposer.look_up(whole, False)
        told = (
            age.senses and not age.shortened and not (bare and not age.senses[0].concept.id.startswith(_AGE))
        )
        return age if told else NO_MEANING

    def _listed(self, s: Sensitive) -> Meanings | None:
        """Return what a term is in the lists written for readers; of a relative none that is told by one word."""
        if s.type == "MEDICINE":
            return self._proposer.look_up_medicine(s.surface)
        least = 2 if s.type == "FAMILY" else 1
        return self._proposer.look_up_common(s.surface, least) if s.type in _LISTED else None

    def _illness(self, surface: str) -> Meanings | None:
        """Return what the head of an illness with more words means, where they are known for something else or not
        at all: "swelling in both wrists" is a swelling."""
        whole = self._proposer.look_up(surface, False)
        if not whole.shortened and any(m.entity_class == EntityClass.DEM for m in whole.senses):
            return None
        before, head, _ = head_of(surface)
        words = f"{before}{head}".split()
        for start in range(len(words)):
            part = self._proposer.look_up(" ".join(words[start:]), False)
            ill = tuple(m for m in part.senses if m.entity_class == EntityClass.DEM)
            if ill and not part.shortened:
                return Meanings(ill[0].concept.label, True, ill)
        return None

    def _said(self, text: str, s: Sensitive) -> Said:
        """Return what the text says of a place around its mentions."""
        return said_of(text, s.spans) if s.entity_class is EntityClass.LOC else NOTHING_SAID

    def _read_works(
        self,
        text: str,
        sensitive: Sequence[Sensitive],
        meanings: list[Meanings],
        kinds: list[str],
        named: Sequence[bool],
        screen: bool,
    ) -> None:
        """Add the kinds that works have by their lists or by what is done in them, where no name tells (`named`)."""
        members = [i for i, s in enumerate(sensitive) if s.entity_class is EntityClass.MISC]
        whole = [() if meanings[i].shortened else meanings[i].senses for i in members]
        known = [kinds[i] or shown(self._knowledge, senses) for i, senses in zip(members, whole, strict=True)]
        usual = mostly_shown(
            [k or ("other" if senses else "") for senses, k in zip(whole, known, strict=True)]
        )
        shared = kinds_in_lists(
            text, [(sensitive[i].spans, kind) for i, kind in zip(members, known, strict=True)]
        )
        for i, kind in zip(members, shared, strict=True):
            spans = sensitive[i].spans
            if not meanings[i].senses or meanings[i].shortened:
                work = sensitive[i].type == "WORK"
                seen = screen and not named[i] and is_shown(text, spans, dated=work, likely=usual and work)
                kinds[i] = kind or (SCREEN if seen else "accolade" if is_award(text, spans) else "")
                kinds[i] = kinds[i] or called(text, spans, EntityClass.MISC)
            elif screen and is_shown(text, spans, starred=True):
                # the head of a title names no kind
                listed = [m for m in meanings[i].senses if m.concept.prefix != "head"]
                seen_as = tuple(m for m in listed if shown(self._knowledge, [m]))
                if seen_as:
                    meanings[i] = replace(meanings[i], senses=seen_as)
                elif read_or_heard(self._knowledge, listed):  # the film of a novel
                    meanings[i], kinds[i] = NO_MEANING, kinds[i] or SCREEN

    def _is_town(self, meanings: Meanings) -> bool:
        """Return whether a name is first that of a town: a country plays for itself."""
        above = self._knowledge.hypernyms(meanings.senses[0].concept) if meanings.senses else ()
        return any(re.search(r"\b(?:city|town|capital|municipality)\b", c.label) for c in above)


def _as_length(meanings: Meanings, kind: str) -> Meanings:
    """Of what may be a time of day and a length, the length where one was recognized ("20 hours a week"), and never the
    time of day."""
    if kind != "DURATION":
        return meanings
    lengths = tuple(s for s in meanings.senses if s.concept.prefix == QUANTITY)
    return replace(
        meanings, senses=lengths or tuple(s for s in meanings.senses if s.concept.prefix != CALENDAR)
    )


def _as_date(meanings: Meanings, order: DateOrder) -> Meanings:
    """Of numbers that are a date, that date, as the order of the document says."""
    if meanings.senses and meanings.senses[0].concept.id.startswith(_RANK):
        return NO_MEANING  # the day of a month that is not named
    if meanings.shortened or any(c.isalpha() for c in meanings.phrase):
        return meanings
    ids = [f"{CALENDAR}:{id_}" for id_ in read(meanings.phrase, order.order)]
    days = tuple(s for s in meanings.senses if s.concept.id in ids[:1])
    return replace(meanings, senses=days) if days else meanings


def _given_alone(meanings: Meanings) -> bool:
    """Return whether nothing but the given name says what a person is."""
    return all(sense.concept.prefix == "given" for sense in meanings.senses)
