"""Ask the knowledge bases in use for the classes of a name or of a kind, and remember the answers.

A name that one of them knows as one sort of thing only is that, whatever a model took it for; so is the name of a
religion, a language or a substance, which has a capital and is no place.
"""

from typing import Final

from kb.base import Concept, KnowledgeBase
from sanitizer.common.knowledge import in_use, remembered
from sanitizer.recognize.entity_types import entity_class
from sanitizer.text.fold import words
from sanitizer.types import EntityClass

_NAMED: Final = frozenset(("PERSON", "LOC", "ORG", "MISC"))

# The nearest of these above a common noun says of what fine type its instances are, or the noun itself.
_KINDS: Final = {
    "wn:person.n.01": "PERSON",
    "wn:imaginary_being.n.01": "PERSON",
    "wn:spiritual_being.n.01": "MISC",
    "wn:people.n.01": "NORP",
    "wn:ethnic_group.n.01": "NORP",
    "wn:location.n.01": "GPE",
    "wn:geological_formation.n.01": "LOC",
    "wn:body_of_water.n.01": "LOC",
    "wn:land.n.04": "LOC",
    "wn:celestial_body.n.01": "LOC",
    "wn:structure.n.01": "FACILITY",
    "wn:facility.n.01": "FACILITY",
    "wn:way.n.06": "FACILITY",
    "wn:political_unit.n.01": "GPE",
    "wn:organization.n.01": "ORG",
    "wn:institution.n.02": "ORG",
    "wn:social_group.n.01": "ORG",
    "wn:language.n.01": "LANGUAGE",
    "wn:religion.n.01": "RELIGION",
    "wn:religion.n.02": "RELIGION",
    "wn:illness.n.01": "DISEASE",
    "wn:pathological_state.n.01": "DISEASE",
    "wn:disorder.n.01": "DISEASE",
    "wn:mental_illness.n.01": "DISEASE",
    "wn:creation.n.02": "WORK",
    "wn:publication.n.01": "WORK",
    "wn:show.n.03": "WORK",
    "wn:musical_composition.n.01": "WORK",
    "wn:album.n.01": "WORK",
    "wn:dramatic_composition.n.01": "WORK",
    "wn:matter.n.03": "MISC",
    "wn:substance.n.01": "MISC",
    "wn:substance.n.07": "MISC",
    "wn:body.n.04": "MISC",
    "wn:organism.n.01": "MISC",
    "wn:taxonomic_group.n.01": "MISC",
}
_MEDICINE: Final = "wn:medicine.n.02"
_OF_CLASS: Final = {"ORG": "ORG", "LOC": "GPE"}
_COMPANIES: Final = words(
    "company corporation firm group holding conglomerate enterprise business cooperative"
)
"""Of the heads of names of companies, those that are one: "Apple Computer" is no computer."""

_CAPITAL: Final = "capital"

# Kinds that say nothing of what bears the name, or are both persons and bodies ("the largest producer of ...").
_SILENT: Final = words(
    "name term word title phrase nickname acronym abbreviation codename pseudonym example type kind form "
    "sort variety member part subsidiary leader winner host champion home representative producer "
    "manufacturer provider publisher supplier user operator developer carrier rival successor predecessor "
    "partner owner maker opponent alternative result source subject center centre heart base basis one "
    "first second third last thing beginning end year day time number lot set series list collection way "
    "star player contender sponsor competitor retailer broadcaster chain figure force power icon symbol "
    "authority presence legend giant branch"
)


@remembered
def known_classes(name: str) -> frozenset[EntityClass]:
    """Return the classes of what bears the name (without "the"): listed entities and places, WordNet's instances,
    and what a hierarchy of the user's says (:func:`told_classes`)."""
    bare = name.removeprefix("the ").removeprefix("The ")
    found = [s for base in in_use().names for s in base.senses(bare)]
    kinds = (s.entity_class for s in found if s.instance and not s.concept.id.startswith("geo:@"))
    return told_classes(bare) | {EntityClass(kind) for kind in kinds if kind in _NAMED}


@remembered
def told_classes(name: str) -> frozenset[EntityClass]:
    """Return the classes that hierarchies of the user's tell of a name, by the nearest label above it that names a
    sort of person, place or body ("Zorblax" below "city"). Labels that others lie below are kinds, no names."""
    if not name[:1].isupper():
        return frozenset()
    bases = [base for base in in_use().names if getattr(base, "classless", False)]
    found = [
        _class_above(base, s.concept)
        for base in bases
        for s in base.senses(name)
        if not base.hyponyms(s.concept)
    ]
    return frozenset(kind for kind in found if kind is not None)


def _class_above(base: KnowledgeBase, concept: Concept) -> EntityClass | None:
    for above in base.hypernyms(concept):
        kind = type_of_kind(above.label.lower())
        if kind and entity_class(kind) is not EntityClass.MISC:
            return entity_class(kind)
        return _class_above(base, above)
    return None


@remembered
def is_spelled(name: str) -> bool:
    """Return whether something is known by exactly this spelling: "McDonald's", and not "Barcelona's"."""
    bases = [base for base in in_use().names if base is not in_use().places]
    return any(s.concept.label == name for base in bases for s in base.senses(name) if s.instance)


@remembered
def head_class(name: str) -> EntityClass | None:
    """Return the class that a name itself tells by its head ("Southern Conference"), None where it tells none."""
    found = next((s.entity_class for s in in_use().heads.senses(name)), "")
    return EntityClass(found) if found in _NAMED or found == "DEM" else None


@remembered
def is_thing(phrase: str) -> bool:
    """Return whether a phrase is a common noun of the dictionary that names no attribute of a person ("master
    bedroom")."""
    senses = in_use().words.senses(phrase)
    return bool(senses) and not any(s.instance or s.entity_class == EntityClass.DEM for s in senses)


@remembered
def type_of_word(name: str) -> str:
    """Return the fine type of what a common noun names that is written as a name ("Islam": RELIGION, "Boson":
    MISC); "" of other nouns, and of all that is known as a name of something too."""
    senses = in_use().words.senses(name)
    if not senses or any(s.instance for s in senses) or known_classes(name):
        return ""
    illness = name.islower() or "'" in name or " " in name  # a single word with a capital may name a place
    for sense in senses[:2]:
        found = _above(sense.concept.id)
        if found in ("RELIGION", "LANGUAGE") or (found == "DISEASE" and illness):
            return found
    return _above(senses[0].concept.id) if _above(senses[0].concept.id) == "MISC" else ""


@remembered
def names_illness(name: str) -> bool:
    """Return whether the first meaning of a word, as a common noun, is an illness ("Dengue", "Ebola")."""
    senses = [s for s in in_use().words.senses(name)[:1] if not s.instance]
    return any(_above(s.concept.id) == "DISEASE" for s in senses)


@remembered
def is_medicine(name: str) -> bool:
    """Return whether all that is known of the name is that a medicine is called so ("Prozac")."""
    senses = in_use().words.senses(name)
    if known_classes(name) or any(s.instance for s in senses):
        return False
    if not senses:
        return bool(in_use().medicines.senses(name))
    level = {senses[0].concept.id}
    while level and _MEDICINE not in level:
        level = {c.id for one in level for c in in_use().words.hypernyms(Concept(one, ""))}
    return bool(level)


@remembered
def is_a_language(name: str) -> bool:
    """Return whether WordNet knows the word as a language too ("Czech")."""
    return any(_above(s.concept.id) == "LANGUAGE" for s in in_use().words.senses(name))


@remembered
def is_a_people(name: str) -> bool:
    """Return whether a capitalized plural names the people of a land or a faith ("New Zealanders", "Hindus")."""
    return name.endswith("s") and any(
        not s.instance and s.entity_class == "DEM" and s.concept.label[:1].isupper()
        for s in in_use().words.senses(name)[:1]
    )


_SHORT: Final = 2
"""Letters of an abbreviation in small letters that is no noun, but for some for persons: "ma"."""


@remembered
def type_of_kind(noun: str) -> str:
    """Return the fine type of what is said to be a `noun` ("village": GPE, "footballer": PERSON); "" where that
    says nothing.

    Args:
        noun: one or two words in lower case, singular or plural.
    """
    if noun in _SILENT:
        return ""
    if noun == _CAPITAL:
        return "GPE"
    if " " not in noun:
        named = next(iter(in_use().heads.senses(f"Qu {noun.title()}")), None)
        if named is not None and named.entity_class in _OF_CLASS:
            in_names = named.concept.id.startswith(("head://company/", "head:/US/company/"))
            if not in_names or noun in _COMPANIES:
                return _OF_CLASS[named.entity_class]
    senses = in_use().words.senses(noun)
    if not senses:
        return ""
    kind = _above(senses[0].concept.id) or "MISC"
    return kind if len(noun) > _SHORT or kind == "PERSON" else ""


@remembered
def may_be_person(noun: str) -> bool:
    """Return whether a sense of a common noun is one of persons ("maker", whose first sense is a company)."""
    return any(_above(s.concept.id) == "PERSON" for s in in_use().words.senses(noun) if not s.instance)


@remembered
def usually_person(noun: str) -> bool:
    """Return whether a common noun is used of persons at least as often as of all else ("member", no "machine")."""
    senses = [s for s in in_use().words.senses(noun) if not s.instance]
    persons = [s.frequency for s in senses if _above(s.concept.id) == "PERSON"]
    return bool(persons) and 2 * sum(persons) >= sum(s.frequency for s in senses)


@remembered
def _above(concept: str) -> str:
    level, seen = [concept], {concept}
    while level:
        for one in level:
            if one in _KINDS:
                return _KINDS[one]
        above = [c.id for one in level for c in in_use().words.hypernyms(Concept(one, ""))]
        level = [c for c in dict.fromkeys(above) if c not in seen]
        seen.update(level)
    return ""


@remembered
def is_word(word: str) -> bool:
    """Return whether WordNet has the word, in small letters, as a noun that is no name."""
    return any(not s.instance for s in in_use().words.senses(word))
