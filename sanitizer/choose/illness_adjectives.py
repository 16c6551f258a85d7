"""Take what says by an adjective that somebody is ill or disabled for what he or she has ("is asthmatic" tells of
asthma, and of no kind of person), and what was taken for a name for the illness or medicine that it is."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from spacy.tokens import Doc

from kb import Concept, KnowledgeBase, Sense
from kb.common_terms import PREFIX as COMMON
from kb.medicines import PREFIX as MEDICINE
from kb.taxonomy import is_a
from sanitizer.choose.meanings import NO_MEANING, Meanings
from sanitizer.read.sensitive import Sensitive
from sanitizer.text.lexicon import frequent_words
from sanitizer.types import EntityClass, text_of

_SICK: Final = Concept("wn:sick_person.n.01", "sick person")
_ILLNESSES: Final = (Concept("wn:ill_health.n.01", "ill health"), Concept("wn:disorder.n.01", "disorder"))
_DISEASE: Final = Concept("wn:disease.n.01", "disease")
_NAMED: Final = frozenset(
    {EntityClass.PERSON, EntityClass.LOC, EntityClass.ORG, EntityClass.MISC, EntityClass.CODE}
)
_DISABLED: Final = frozenset({"wn:deaf.n.01", "wn:blind.n.01"})
"""Persons together, told by the adjective for what they have."""
_DISABILITY: Final = "disability"
_ENDINGS: Final = (
    *(("tic", end) for end in ("", "tes", "sy", "sis", "tis")),
    *(("ic", end) for end in ("ia", "is", "ism")),
    *(("stic", "sm"), ("iac", "ia")),
)
"""Of an adjective, and of the noun for the illness."""


def with_conditions(
    knowledge: KnowledgeBase, doc: Doc, sensitive: Sequence[Sensitive], meanings: Sequence[Meanings]
) -> tuple[list[Sensitive], list[Meanings]]:
    """Return the terms and their meanings; "the deaf" stay what they are, persons."""
    terms, found, text = list(sensitive), list(meanings), text_of(doc)
    for row, (s, m) in enumerate(zip(sensitive, meanings, strict=True)):
        if s.entity_class in _NAMED and (kind := _listed(knowledge, s.surface, m)):
            terms[row], found[row] = replace(s, type=kind[0], entity_class=kind[1]), kind[2]
            continue
        persons = any(text[max(0, span.start - 4) : span.start].lower() == "the " for span in s.spans)
        if s.type != "DEM" or persons or not m.senses:
            continue
        if m.senses[0].concept.id in _DISABLED:
            senses: Sequence[Sense] = knowledge.senses(_DISABILITY)
            terms[row], found[row] = replace(s, type="DISEASE"), Meanings(_DISABILITY, True, tuple(senses))
        elif illness := _illness_of(knowledge, s.surface.lower()):
            terms[row], found[row] = replace(s, type="DISEASE"), Meanings(s.surface, False, illness)
        elif m.senses[0].concept.prefix == "wn" and is_a(knowledge, m.senses[0].concept, _SICK):
            terms[row], found[row] = replace(s, type="DISEASE"), NO_MEANING
    return terms, found


def _listed(
    knowledge: KnowledgeBase, surface: str, meanings: Meanings
) -> tuple[str, EntityClass, Meanings] | None:
    """Return what the lists of illnesses and medicines say of one word that was taken for a name, where nothing is
    called so and it is no frequent word of English: its type, class and meanings."""
    word = surface.lower()
    if not word.isalpha() or word in frequent_words() or any(s.instance for s in meanings.senses):
        return None
    senses = knowledge.senses(word)
    if any(s.concept.prefix == "given" for s in senses):
        return None
    if medicines := tuple(s for s in senses if s.concept.prefix == MEDICINE):
        return "MEDICINE", EntityClass.MISC, Meanings(word, False, medicines)
    ill = tuple(s for s in senses if s.concept.prefix == COMMON and _is_ill(knowledge, s.concept))
    return ("DISEASE", EntityClass.DEM, Meanings(word, False, ill)) if ill else None


def _is_ill(knowledge: KnowledgeBase, concept: Concept) -> bool:
    return any(is_a(knowledge, concept, top) for top in (_DISEASE, *_ILLNESSES))


def _illness_of(knowledge: KnowledgeBase, adjective: str) -> tuple[Sense, ...]:
    """Return the illness from which an adjective is derived ("asthmatic": asthma)."""
    for end, other in _ENDINGS:
        if adjective.endswith(end):
            senses = knowledge.senses(adjective.removesuffix(end) + other)
            if ill := tuple(s for s in senses if any(is_a(knowledge, s.concept, top) for top in _ILLNESSES)):
                return ill
    return ()
