"""As what a sensitive term is looked up: its class, whether it is a title, and the other places of its text."""

from collections.abc import Sequence
from typing import Final

from spacy.tokens import Doc

from kb import KnowledgeBase
from sanitizer.choose.certain_meanings import is_titled_person
from sanitizer.choose.meanings import Meanings
from sanitizer.read.homonyms import Places, beside
from sanitizer.read.sensitive import Sensitive
from sanitizer.types import EntityClass, text_of

_TITLED: Final = ('"', "“", "‘", "'", "_", "*")
"""What the title of a work begins with."""


def class_of(s: Sensitive, meanings: Meanings) -> str:
    """Return the class of a term: that of a person for who bears a title, an attribute for a place or body of which
    only peoples and faiths bear the name ("of Samoan descent"), none for a word in small letters of which the
    dictionary knows no meaning of its class (no "locker" is a person), else as it was recognized."""
    if s.entity_class in (EntityClass.MISC, EntityClass.ORG) and is_titled_person(s.surface):
        return EntityClass.PERSON
    if (
        s.entity_class in (EntityClass.LOC, EntityClass.ORG)
        and not meanings.shortened
        and _names_people(meanings)
    ):
        return EntityClass.DEM
    contradicted = (
        s.entity_class in (EntityClass.PERSON, EntityClass.LOC, EntityClass.ORG)
        and s.surface.islower()
        and bool(meanings.senses)
        and not meanings.shortened
        and not any(m.instance or m.entity_class in (s.entity_class, "DEM") for m in meanings.senses)
    )
    return EntityClass.MISC if contradicted else s.entity_class


def _names_people(meanings: Meanings) -> bool:
    """Return whether no place, body or thing bears a name, but a people or a faith does."""
    return bool(meanings.senses) and all(
        not m.instance and m.entity_class == EntityClass.DEM and m.concept.label[:1].isupper()
        for m in meanings.senses
    )


def is_title(doc: Doc, s: Sensitive) -> bool:
    """Return whether a name is written as the title of a work: recognized as one, or in quotation marks or italics."""
    text = text_of(doc)
    return s.type == "WORK" or any(
        text[max(0, span.start - 1) : span.start + 1].strip()[:1] in _TITLED for span in s.spans
    )


def places_of(
    knowledge: KnowledgeBase, doc: Doc, sensitive: Sequence[Sensitive], meanings: Sequence[Meanings]
) -> Places:
    """Return the places of a document, and the nations that it names, as witnesses of where its homonymous places
    lie."""
    named = beside(knowledge, doc) | {
        s.surface: m.senses
        for s, m in zip(sensitive, meanings, strict=True)
        if s.entity_class in (EntityClass.LOC, EntityClass.DEM)
        and not m.shortened
        and s.surface[:1].isupper()
    }
    return Places(knowledge, named)
