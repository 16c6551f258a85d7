"""Take what says by an adjective that somebody is ill or disabled for what he or she has: "is asthmatic" tells of
asthma, and of no kind of person."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from spacy.tokens import Doc

from kb import Concept, KnowledgeBase, Sense
from kb.taxonomy import is_a
from sanitizer.choose.meanings import NO_MEANING, Meanings
from sanitizer.read.sensitive import Sensitive
from sanitizer.types import text_of

_SICK: Final = Concept("wn:sick_person.n.01", "sick person")
_ILLNESSES: Final = (Concept("wn:ill_health.n.01", "ill health"), Concept("wn:disorder.n.01", "disorder"))
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
    """The terms and their meanings; "the deaf" stay what they are, persons."""
    terms, found, text = list(sensitive), list(meanings), text_of(doc)
    for row, (s, m) in enumerate(zip(sensitive, meanings, strict=True)):
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


def _illness_of(knowledge: KnowledgeBase, adjective: str) -> tuple[Sense, ...]:
    """The illness from which an adjective is derived ("asthmatic": asthma)."""
    for end, other in _ENDINGS:
        if adjective.endswith(end):
            senses = knowledge.senses(adjective.removesuffix(end) + other)
            if ill := tuple(s for s in senses if any(is_a(knowledge, s.concept, top) for top in _ILLNESSES)):
                return ill
    return ()
