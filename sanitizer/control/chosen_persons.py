"""Select which persons are treated, and which mentions concern them: all but public ones, or only those named; tell
which of those named stand in no document of a run (they may be misspelt)."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from spacy.tokens import Doc

from sanitizer.control.apply_decisions import forms_of_person, may_stand, places_of, spoken_in
from sanitizer.control.outcomes import PROTECT_FILE, PROTECT_NAMES, UnusedProtected
from sanitizer.control.rules import Control
from sanitizer.read.name_matching import join
from sanitizer.read.sensitive import group
from sanitizer.read.who_is_who import enter
from sanitizer.recognize.finders.user_lists import Lists, Phrase
from sanitizer.recognize.name_groups import bare_name, name_words
from sanitizer.recognize.spans.merge import TRUST, must_be_masked
from sanitizer.settings import Settings
from sanitizer.text.patterns import LINE
from sanitizer.text.surface_forms import Forms
from sanitizer.types import EntityClass, Mention, Span, text_of

_SURE: Final = frozenset((*TRUST, "party"))
"""Recognizers whose persons are sensitive whatever rules say."""


def settle_persons(
    doc: Doc,
    mentions: Sequence[Mention],
    public: Sequence[Mention],
    cited: Sequence[Mention] = (),
    decided: AbstractSet[Span] = frozenset(),
) -> tuple[Mention, ...]:
    """Return which persons are public and which sensitive, each throughout the text.

    A person is public where first named among the ``public`` (a judge), or named in ``cited`` places only, or when a
    decision keeps (``decided`` spans) the fullest name that the text has of the person. A place in a citation never is
    where somebody is first named. Who must be masked, and a party of the own case, is sensitive.
    """
    free = [m for m in (*public, *cited) if not any(m.span.overlaps(k.span) for k in mentions)]
    open_spans = {m.span for m in public}
    weak = {m.span for m in cited}
    members: dict[int, list[Mention]] = {}
    for mention in join(doc, [*mentions, *free]):
        members.setdefault(mention.entity, []).append(mention)
    stays = []
    for persons in members.values():
        if not _is_public(text_of(doc), persons, open_spans, weak, decided):
            stays += [replace(m, entity=-1) for m in persons]
    return join(doc, sorted(stays, key=lambda m: m.span))


def _is_public(
    text: str,
    mentions: Sequence[Mention],
    public: AbstractSet[Span],
    cited: AbstractSet[Span],
    decided: AbstractSet[Span],
) -> bool:
    """Return whether the person with these mentions (in order of the text) is public; see :func:`settle_persons`."""
    if any(m.recognizer.partition(":")[0] in _SURE for m in mentions):
        return False
    lengths = {m.span: len(bare_name(name_words(m.span.of(text)))[0]) for m in mentions}
    kept = [length for span, length in lengths.items() if span in decided]
    if kept:
        return max(kept) == max(lengths.values())
    first = next((m.span for m in mentions if m.span not in cited), None)
    return first is None or first in public


def restrict(doc: Doc, mentions: Sequence[Mention], names: Sequence[str], scope: str) -> tuple[Mention, ...]:
    """Of joined ``mentions`` those of the persons in ``names``, and what is no person and stands within ``scope`` of
    one of them (document, paragraph or sentence), named or referred to by a noun or pronoun; and what must be masked.
    Entity numbers stay.
    """
    text = text_of(doc)
    wanted = Lists([Phrase(n, "PERSON") for n in names], case="ignore").find_in(text)
    protected = {
        m.entity
        for m in mentions
        if m.entity_class is EntityClass.PERSON and any(m.span.overlaps(w.span) for w in wanted)
    }
    anchors = [m.span for m in mentions if m.entity in protected] + [w.span for w in wanted]
    if scope != "document":
        anchors += _referred(doc, mentions, frozenset(anchors))
    regions = _regions(doc, scope)
    near = [r for r in regions if any(r.overlaps(a) for a in anchors)]
    return tuple(
        m
        for m in mentions
        if m.entity in protected
        or must_be_masked(m.recognizer)
        or (m.entity_class is not EntityClass.PERSON and any(r.overlaps(m.span) for r in near))
    )


def _referred(doc: Doc, mentions: Sequence[Mention], named: AbstractSet[Span]) -> list[Span]:
    """Return where nouns and pronouns refer to those who are named at some spans, of which each is a mention's."""
    sensitive = group(text_of(doc), mentions)
    register = enter(doc, sensitive)
    entities = [register.of(s.number) for s in sensitive if named & set(s.spans)]
    return [reference.head for e in entities if e is not None for reference in e.references]


def _regions(doc: Doc, scope: str) -> list[Span]:
    if scope == "sentence":
        return [Span(s.start_char, s.end_char) for s in doc.sents if s.end_char > s.start_char]
    if scope == "paragraph":
        return [Span(*m.span()) for m in LINE.finditer(text_of(doc))]
    return [Span(0, len(text_of(doc)))] if text_of(doc) else []


Place = tuple[str, int]
"""A list of what is protected, and the number of an entry, from 1."""


class ProtectedSought:
    """The protected names ([protect] names) and entities (--protect) that no text has held so far."""

    def __init__(self, settings: Settings, control: Control | None) -> None:
        names = control.protect if control else ()
        self._left: dict[Place, tuple[str, ...]] = {
            **{(PROTECT_NAMES, n): _whole_forms(name) for n, name in enumerate(names, 1)},
            **{(PROTECT_FILE, n): (entry.entity,) for n, entry in enumerate(settings.protect, 1)},
        }

    def look(self, text: str) -> None:
        """Strike off what stands in a text."""
        for place in self.standing(text):
            self.strike_off(place)

    def strike_off(self, place: Place) -> None:
        """Strike off what stands somewhere."""
        self._left.pop(place, None)

    def standing(self, text: str) -> list[Place]:
        """Return what of the rest stands in a text: lists, and numbers in them."""
        if not self._left:
            return []
        spoken = spoken_in(text)
        return [
            place
            for place, forms in self._left.items()
            if any(may_stand(form, spoken) for form in forms) and self._stands(place, text)
        ]

    def _stands(self, place: Place, text: str) -> bool:
        forms = self._left[place]
        return bool(Forms(forms).find(text) if place[0] == PROTECT_FILE else places_of(text, forms))

    def told(self) -> tuple[UnusedProtected, ...]:
        """Return what is left, without the names."""
        return tuple(UnusedProtected(list=where, number=number) for where, number in self._left)

    def lines(self) -> tuple[str, ...]:
        """Return the same for people."""
        entries = "; ".join(f"{where}, entry {number}" for where, number in self._left)
        said = f"{len(self._left)} protected names or entities stand in no document (misspelt?): {entries}"
        return (said,) if entries else ()


def _whole_forms(name: str) -> tuple[str, ...]:
    """Return what a person is called with the surname: a given name alone may be anybody's."""
    last = name.split()[-1]
    return tuple(form for form in forms_of_person(name) if last in form.split())
