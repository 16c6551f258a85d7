"""Say what a mention is by what the knowledge bases know of its words, where the recognizer's class contradicts them or
is a guess: "Dexedrine" is no place, "Bachelor of Arts" no organization, "clostridium" nobody."""

import re
from dataclasses import replace
from functools import cache
from typing import Final

from kb.base import Concept, KnowledgeBase, Sense
from kb.taxonomy import ancestors
from sanitizer.recognize.entity_types import class_word, entity_class
from sanitizer.text.lexicon import common_words, given_names, surnames
from sanitizer.types import EntityClass, Mention

_ROOTS: Final = {
    "wn:academic_degree.n.01": "EDUCATION",
    "wn:award.n.02": "AWARD",
    "wn:drug.n.01": "MEDICINE",
    "wn:pathological_state.n.01": "DISEASE",
    "wn:symptom.n.01": "DISEASE",
    "wn:social_event.n.01": "EVENT",
    "wn:group_action.n.01": "EVENT",
    "wn:person.n.01": "JOB",
}
"""Concepts of WordNet under which everything is of a fine type; of several the nearest counts."""
_CARE: Final = frozenset({"wn:medical_care.n.01", "wn:medical_procedure.n.01"})
_DEGREE: Final = "wn:academic_degree.n.01"
_PROFESSIONAL: Final = "wn:professional.n.01"
_SUBJECT: Final = "wn:discipline.n.01"
_DEGREES: Final = re.compile(r"\b(?:degrees?|diplomas?|doctorates?|bachelor|master|doctor)\b", re.IGNORECASE)
_SYMPTOM: Final = "wn:symptom.n.01"
_DISORDER: Final = "wn:disorder.n.01"
_STATE: Final = "wn:condition.n.01"
_MEASURED: Final = "wn:unit_of_measurement.n.01"
SURE: Final = frozenset({"MEDICINE", "DISEASE", "EDUCATION"})
"""Types that a common noun has whatever the recognizer took its capital for."""
_FORMS: Final = frozenset({"given", "code", "qty"})
"""Prefixes of concepts that are made of the form of a phrase alone."""
_NAMED_SO: Final = "ent"
"""Prefix of concepts of one of many things of a name (a king, and the film of him)."""
_THINGS: Final = (EntityClass.ORG, EntityClass.LOC)
_ACRONYM: Final = 4
"""Letters of capitals up to which a word may stand for anything."""
_MARKS: Final = ".,'’-"


def told_as(mention: Mention, surface: str, knowledge: KnowledgeBase | None) -> Mention | None:
    """Return the mention with the type that its words are known to have; None where they are a unit of measurement,
    no term.

    A person stays one, for it goes whatever it is called: only the word for it says what it may be.
    """
    if mention.entity_class is EntityClass.PERSON:
        word = _word_of_person(surface, knowledge, mention.sure)
        return mention if word is None else replace(mention, generalization=word)
    if mention.type == "DISEASE" and knowledge is not None:
        word = _word_of_illness(surface, knowledge)
        return mention if word is None else replace(mention, generalization=word)
    if mention.type == "EDUCATION" and _is_professional(surface, knowledge):
        return replace(mention, type="JOB", generalization=None)
    if mention.type == "EDUCATION":
        return replace(mention, generalization=_word_of_education(surface, knowledge))
    thing = mention.type == "MISC"
    if knowledge is None or not (thing or mention.entity_class in _THINGS):
        return mention
    senses = _senses(surface, knowledge)
    if not thing and any(s.entity_class == mention.entity_class.value for s in senses):
        return mention
    senses = [s for s in senses if s.concept.prefix != _NAMED_SO]
    if senses and not thing and _is_unit(senses[0], knowledge):
        return None
    found = _fitting(surface, senses[0], knowledge, thing) if senses else None
    if found is not None:
        return replace(mention, type=found, entity_class=entity_class(found), generalization=None)
    return mention if mention.sure else replace(mention, generalization=class_word("MISC"))


def _fitting(surface: str, sense: Sense, knowledge: KnowledgeBase, thing: bool) -> str | None:
    """Return the fine type of a sense, where a name may be taken for that: one of several words for an occupation
    or, of what is only known as a `thing`, for an event or award."""
    found = _type_of(sense, knowledge)
    if found in SURE:
        return None if surface.isupper() and len(surface) <= _ACRONYM else found
    named = sense.instance or sense.concept.prefix == "job"
    several = sum(word[:1].isupper() for word in surface.split()) > 1
    return found if named and several and thing != (found == "JOB") else None


def _word_of_person(surface: str, knowledge: KnowledgeBase | None, sure: bool) -> str | None:
    """Return what a name of a person is called where it may be none: a plain word, or one that holds no known name
    and is in small letters, a guess or known as something else."""
    if surface.casefold() in common_words():
        return class_word("MISC")
    words = surface.split()
    named = words[1:] if len(words) > 1 and words[0].casefold() in common_words() else words
    small = all(w == w.lower() for w in named)
    if any(
        w.capitalize() in given_names() if small else w.strip(_MARKS).casefold() in _names() for w in named
    ):
        return None
    known = [] if knowledge is None else _senses(" ".join(named), knowledge)
    known = [s for s in known if s.concept.prefix != _NAMED_SO]
    found = _type_of(known[0], knowledge) if knowledge is not None and known else None
    if found in SURE:
        return class_word(found)
    return class_word("MISC") if small or not sure else None


@cache
def _names() -> frozenset[str]:
    return frozenset(name.casefold() for name in (*given_names(), *surnames()))


def _is_professional(surface: str, knowledge: KnowledgeBase | None) -> bool:
    """Return whether what was taken for a degree usually means who has a profession ("doctor")."""
    usual = [] if knowledge is None else _senses(surface, knowledge)[:1]
    return any(
        _PROFESSIONAL in {a.id for a, _ in ancestors(knowledge, s.concept)} for s in usual if knowledge
    )


def _word_of_education(surface: str, knowledge: KnowledgeBase | None) -> str | None:
    """Return whether an education is a degree or what somebody studied, where that is known."""
    senses = [] if knowledge is None else _senses(surface, knowledge)
    kinds = {a.id for s in senses if knowledge for a, _ in ancestors(knowledge, s.concept)}
    if _DEGREE in kinds or _DEGREES.search(surface):
        return "degree"
    return "subject" if _SUBJECT in kinds else None


def _senses(surface: str, knowledge: KnowledgeBase) -> list[Sense]:
    found = knowledge.senses(" ".join(surface.split()))
    return [s for s in found if s.concept.prefix not in _FORMS]


def _is_unit(sense: Sense, knowledge: KnowledgeBase) -> bool:
    return not sense.instance and any(a.id == _MEASURED for a, _ in ancestors(knowledge, sense.concept))


def _word_of_illness(surface: str, knowledge: KnowledgeBase) -> str | None:
    """Return what was taken for an illness may be what is done about one, a symptom ("side effect"), or a state that is
    neither ("sex drive"); None of an illness, and of what nobody knows."""
    senses = _senses(surface, knowledge)
    above = [{a.id for a, _ in ancestors(knowledge, s.concept)} for s in senses]
    if above and _SYMPTOM in above[0]:
        return "symptom"
    if any(_type_of(s, knowledge) == "DISEASE" for s in senses) or any(_DISORDER in ids for ids in above):
        return None
    if any(ids & _CARE for ids in above):
        return "treatment"
    return "condition" if above and _STATE in above[0] else None


def holds_name(surface: str) -> bool:
    """Return whether a word of it is in the lists of given names and surnames."""
    return any(word.strip(_MARKS).casefold() in _names() for word in surface.split())


def known_type(surface: str, knowledge: KnowledgeBase) -> str | None:
    """Return the fine type of the first thing that a phrase is known to mean, None where it has none of those above."""
    senses = _senses(surface, knowledge)
    return _type_of(senses[0], knowledge) if senses else None


def _type_of(sense: Sense, knowledge: KnowledgeBase) -> str | None:
    concepts: list[Concept] = [sense.concept, *(a for a, _ in ancestors(knowledge, sense.concept))]
    if sense.concept.prefix == "med":
        return "MEDICINE"
    return next((_ROOTS[c.id] for c in concepts if c.id in _ROOTS), None)
