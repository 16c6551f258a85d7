"""What decisions of persons and protected names say of a text, whatever the rules say: it must be masked, or stay."""

from collections.abc import Sequence
from dataclasses import dataclass

from spacy.tokens import Doc

from sanitizer.choose.asked import Chosen, chosen_in
from sanitizer.control.cover import Cover
from sanitizer.control.decisions import Decided, places_in
from sanitizer.control.last_word import (
    forms_of_person,
    in_force,
    may_stand,
    places_of,
    spoken_in,
    to_keep,
    to_mask,
)
from sanitizer.control.rules import Control
from sanitizer.read.name_matching import key_words
from sanitizer.recognize.labels import entity_class
from sanitizer.recognize.name_groups import bare_name, name_words
from sanitizer.recognize.spans.merge import must_be_masked
from sanitizer.types import EntityClass, Mention, Span, text_of


@dataclass(frozen=True)
class Must:
    """What decisions and protected names say of a text: their ``mentions``; with those of deny lists ``every`` one that
    must be masked; the decisions to mask and to keep, and what the latter hold; and what persons chose."""

    mentions: tuple[Mention, ...]
    every: tuple[Mention, ...]
    masked: tuple[Decided, ...]
    asked: tuple[Decided, ...]
    held: Cover
    chosen: tuple[Chosen, ...] = ()


def must_of(control: Control, doc: Doc, found: Sequence[Mention]) -> Must:
    """What decisions and protected names say of a text, in which recognizers found mentions."""
    text, document = text_of(doc), doc.user_data.get("id")
    document = None if document is None else str(document)
    decisions = in_force(control.decisions, document)
    places = places_in(control.places, document or "", text)
    masked = (*to_mask(text, decisions, found), *(p.decided() for p in places if p.act == "mask"))
    kinds = {m.span: (m.type, m.entity_class) for m in found}
    mentions = []
    for decided in masked:
        kind = decided.decision.type
        if kind == "MISC" and len(decided.forms) > 1:
            kind = "PERSON"
        for span in decided.spans:
            own = (
                kinds.get(span, (kind, entity_class(kind))) if kind == "MISC" else (kind, entity_class(kind))
            )
            mentions.append(Mention(span, *own, recognizer="decision"))
    spoken = spoken_in(text) if control.protect else frozenset()
    for name in (n for n in control.protect if may_stand(n, spoken)):
        spans = _of_protected(text, name, found)
        mentions += [Mention(s, "PERSON", EntityClass.PERSON, recognizer="named") for s in spans]
    asked = (*to_keep(text, decisions), *(p.decided() for p in places if p.act == "keep"))
    every = [*mentions, *(m for m in found if must_be_masked(m.recognizer))]
    taken = Cover(m.span for m in every)
    held = [s for d in asked for s in d.spans if not taken.touches(s)]
    return Must(
        tuple(mentions), tuple(every), masked, asked, Cover(held), chosen_in(control.chosen, document, text)
    )


def _of_protected(text: str, name: str, found: Sequence[Mention]) -> list[Span]:
    """Where a protected person stands: by the whole name, and by its parts but for those in another person's name."""
    whole = places_of(text, [name])
    own = set(key_words(name).split())
    others = [
        m.span
        for m in found
        if m.entity_class is EntityClass.PERSON
        and not any(m.span.overlaps(w) for w in whole)
        and not _bare_words(m.span.of(text)) <= own
    ]
    parts = places_of(text, forms_of_person(name))
    return [*whole, *(p for p in parts if not any(p.overlaps(s) for s in (*whole, *others)))]


def _bare_words(surface: str) -> set[str]:
    return set(bare_name(name_words(surface))[0])
