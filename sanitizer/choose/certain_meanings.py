"""Tell what is sure of a word whose meaning is not: nothing of a namesake, of others what their meanings share."""

from collections.abc import Callable, Sequence
from typing import Final

from kb import Concept, KnowledgeBase, Sense
from kb.readability import opened
from kb.taxonomy import is_a, readable
from kb.values.words import number_in
from kb.wordnet_build import CLASS_OF
from sanitizer.read.senses import LEAST_INHABITANTS, SenseChoice, as_usual
from sanitizer.recognize.name_groups import bare_name, name_words
from sanitizer.text.fold import words
from sanitizer.text.inflection import singular
from sanitizer.text.patterns import ANY_POSSESSIVE
from sanitizer.text.titles import POLITE
from sanitizer.types import EntityClass

_LISTED: Final = frozenset({"wn", "ent", "geo"})
"""Knowledge bases that list names; the others read them."""

LIKELY: Final = 1 / 12
"""A town of the same name that is at least so large, beside the largest, may be the one meant."""

_KNOWN: Final = 8.0
"""Articles that mention a work which is known beside others of its name."""

_TITLES: Final = POLITE | words("judge justice father sister")
"""Titles with which no name but a person's begins; a lord may be a hotel."""
TREATMENT: Final = "treatment"
"""The word for what is done against an illness."""
NO_TREATMENT: Final = frozenset({"wn:procedure.n.01", "wn:activity.n.01"})
"""What lies above treatments and tells nothing of them, with all above it."""
HEALTH: Final = "health matter"
"""The word for what tells of somebody's health and is no illness by any meaning that is known of it ("blood
pressure")."""
_THINGS: Final = tuple(
    Concept(f"wn:{name}", "")
    for name in ("object.n.01", "thing.n.12", "matter.n.03", "sign.n.06", "percept.n.01")
)
_TREATMENTS: Final = tuple(
    Concept(f"wn:{name}.n.01", "") for name in ("treatment", "medical_care", "medical_procedure")
)
ILLNESSES: Final = frozenset(
    f"wn:{name}.n.01"
    for name in words("illness disease disorder ill_health pathological_state physical_condition symptom")
) | {"term:class/medical condition", "term:class/long-term condition"}
"""What says no more of an illness than that it is one."""
WORK: Final = frozenset(
    f"wn:{name}.n.01" for name in ("worker", "skilled_worker", "professional", "employee", "assistant")
) | {
    f"term:class/{label}"
    for label in (
        "worker",
        "person",
        "professional",
        "public service worker",
        "service worker",
        "business worker",
    )
}
"""What says no more of an occupation than that it is one, or for what kind of employer."""
_OF_ILLNESS: Final = ILLNESSES | {"wn:disability.n.01", "wn:injury.n.01", "wn:growth.n.06"}
_ATTRIBUTES: Final = frozenset(f"wn:{name}" for name, (kind, _) in CLASS_OF.items() if kind == "DEM")
_STUDIES: Final = "wn:discipline.n.01"
_LONG: Final = (("year", 12, "months"), ("month", 4, "weeks"), ("week", 7, "days"), ("day", 24, "hours"),
                ("hour", 60, "minutes"), ("minute", 60, "seconds"))  # fmt: skip
"""A unit of time, how many of the next it has at least, and that."""
_SURE: Final = frozenset({"places", "context"})
"""Rules that have looked at the document. What its other words are about does not tell one town from another."""


def called_so(knowledge: KnowledgeBase, sense: Sense, phrase: str) -> bool:
    """Return whether a phrase as written is a name of what a meaning names: names have no plural ("IDs" is not
    Idaho), an abbreviation in capitals is written so ("Inc" is not the INC), and one of two letters stands for too
    much to be what an encyclopedia calls so ("EP"); and a people that is hardly met has its capital."""
    if sense.concept.prefix not in _LISTED or not (sense.instance or sense.concept.label[:1].isupper()):
        return True
    if sense.concept.prefix == "ent" and len(phrase) == 2 and phrase.isupper():
        return sense.concept.label == phrase
    key = phrase.casefold()
    if phrase.islower() and sense.concept.prefix == "wn" and not sense.instance and not sense.frequency:
        return any(lemma.islower() for lemma in knowledge.lemmas(sense.concept))
    if not (key.endswith("s") or phrase != phrase.upper()):
        return True
    lemmas = [sense.concept.label, *knowledge.lemmas(sense.concept)]
    same = [lemma for lemma in lemmas if lemma.casefold() == key]
    if same:
        return phrase.islower() or any(lemma == phrase or not _is_short(lemma) for lemma in same)
    one = key.removesuffix("s")
    return (not sense.instance and not _is_short(phrase[:-1])) or all(
        lemma.casefold() != one for lemma in lemmas
    )


def _is_short(lemma: str) -> bool:
    return lemma.isupper() and len(lemma) < 6


def not_by_chance(senses: Sequence[Sense]) -> tuple[Sense, ...]:
    """Return the meanings without works that few articles mention and that are called as something is that
    everybody knows: who names the Great War, a holiday or mercy means no film of that name."""
    others = any(s.concept.prefix in ("wn", "geo") for s in senses)
    kept = tuple(
        s
        for s in senses
        if not (s.concept.prefix == "ent" and s.entity_class == EntityClass.MISC and s.frequency < _KNOWN)
    )
    return kept if others else tuple(senses)


def as_usually_meant(senses: Sequence[Sense], entity_class: str, surface: str) -> tuple[Sense, ...]:
    """Return the meanings of a body or place that is called by one common noun with a capital, without what only a rare
    meaning of the noun or a work of its name says: who writes "Slack" means no stretch of land."""
    common = [
        s for s in senses if s.concept.prefix == "wn" and not s.instance and s.concept.label[:1].islower()
    ]
    named = entity_class in (EntityClass.ORG, EntityClass.LOC) and surface.istitle() and surface.isalpha()
    if not (named and common) or common[0].entity_class in (EntityClass.ORG, EntityClass.LOC):
        return tuple(senses)
    return tuple(s for s in senses if s.instance and s.entity_class != EntityClass.MISC)


def where_it_lies_is_named(senses: Sequence[Sense], text: str) -> tuple[Sense, ...]:
    """Return the meanings without places that an encyclopedia tells apart by what they lie in ("Hope, Missouri"),
    where the text does not name that."""
    return tuple(s for s in senses if not _tells_where(s) or s.concept.label.rpartition(", ")[2] in text)


def _tells_where(sense: Sense) -> bool:
    placed = sense.entity_class in (EntityClass.LOC, EntityClass.MISC) and ", " in sense.concept.label
    return sense.concept.prefix == "ent" and placed


def is_namesake(chosen: Sense, entity_class: str, phrase: str) -> bool:
    """Return whether a person of one name alone ("John") is not known by it: too many are called so."""
    return (
        entity_class == EntityClass.PERSON
        and chosen.instance
        and chosen.concept.prefix in _LISTED
        and " " not in phrase.strip()
    )


def rivals(choice: SenseChoice, senses: Sequence[Sense], country: Callable[[Sense], str]) -> list[Sense]:
    """Return the other meanings that are likely enough to be meant, where the document has not decided: words met a
    quarter as often as the usual one, places of the same name. ``country`` is the code of the country of a place,
    "" unknown."""
    chosen = choice.chosen
    placed = chosen.instance and chosen.entity_class == EntityClass.LOC
    if choice.rule in _SURE - ({"context"} if placed else frozenset()):
        return []
    if not chosen.instance:
        return as_usual(chosen, senses)
    if not placed or chosen.concept.prefix not in ("geo", "ent"):
        return []
    likely = [s for s in senses if s.instance and s.concept != chosen.concept and _may_be_meant(s, chosen)]
    at = country(chosen)
    return [s for s in likely if (country(s) != at) or (_is_town(s) and _is_town(chosen))]


def _may_be_meant(place: Sense, chosen: Sense) -> bool:
    """Return whether a place of the same name is known nearly as well. Inhabitants are compared with inhabitants,
    and mentions with mentions; what an encyclopedia tells apart by more than the name ("Albion, Michigan") is not
    the usual one."""
    if place.concept.prefix != "geo":
        return False
    if chosen.concept.prefix == "ent":
        return "," in chosen.concept.label
    least = LIKELY * chosen.frequency
    if _is_town(place) != _is_town(chosen) and not _is_wide(place) and not _is_wide(chosen):
        least = max(least, LEAST_INHABITANTS)
    return chosen.frequency > 0 and place.frequency >= least


def _is_town(place: Sense) -> bool:
    return place.concept.prefix == "geo" and place.concept.id[4:].isdigit()


def _is_wide(place: Sense) -> bool:
    """Return whether a place is a country or one of its first divisions."""
    local = place.concept.id[4:6]
    return local.isalpha() and local.isupper()


def all_share(above: Sequence[Concept], others: Sequence[Sequence[Concept]]) -> list[Concept]:
    """Of what lies above a meaning (nearest first), that which lies above all ``others`` too; all of it where
    that would leave nothing that a reader knows."""
    shared = list(above)
    for other in others:
        ids = {c.id for c in other}
        shared = [c for c in shared if c.id in ids]
    return shared if any(readable(c) for c in shared) else list(above)


def is_titled_person(surface: str) -> bool:
    """Return whether a name begins with a title that persons alone bear, whatever it was recognized as."""
    words = name_words(surface)
    return len(words) > 1 and words[0] in _TITLES and len(bare_name(words)[0]) < len(words) < 6


def as_common(knowledge: KnowledgeBase, senses: Sequence[Sense]) -> list[Sense]:
    """Of the meanings of a thing's name, the fields of study: they are written with capitals too."""
    return [s for s in senses if not s.instance and is_a(knowledge, s.concept, Concept(_STUDIES, ""))]


def is_treatment(knowledge: KnowledgeBase, kind: str, senses: Sequence[Sense]) -> bool:
    """Return whether what was recognized as an illness (its fine type is ``kind``) is something done against one:
    none of its meanings is an attribute of a person, and one a treatment ("dialysis", "surgery")."""
    return _is_no_illness(kind, senses) and any(
        is_a(knowledge, s.concept, treatment) for s in senses for treatment in _TREATMENTS
    )


def is_of_health(knowledge: KnowledgeBase, kind: str, senses: Sequence[Sense]) -> bool:
    """Return whether what was recognized as an illness (``kind``) is usually a thing, a part of the body, or what
    is read off it ("wheelchair", "blood pressure"): it tells of somebody's health, and is no condition."""
    usual = senses[0] if _is_no_illness(kind, senses) else None
    return usual is not None and any(is_a(knowledge, usual.concept, thing) for thing in _THINGS)


def _is_no_illness(kind: str, senses: Sequence[Sense]) -> bool:
    return kind == "DISEASE" and bool(senses) and all(s.entity_class != EntityClass.DEM for s in senses)


def tells_of_a_person(above: Sequence[Concept], concept: Concept, kind: str) -> bool:
    """Return whether a concept, with what lies above it, is an attribute of a person of the fine type ``kind``, as
    far as a dictionary says: a degree and a study are, an award is none, and no illness is a group of people."""
    wanted = _OF_ILLNESS if kind == "DISEASE" else _ATTRIBUTES | {_STUDIES}
    return concept.prefix != "wn" or any(c.id in wanted for c in (concept, *above))


def headed(knowledge: KnowledgeBase, surface: str) -> str:
    """Return the common noun that a name of a thing begins with, before "of" ("Proof of Attachment"); "" where it
    has none."""
    first, of, _ = surface.removeprefix("the ").removeprefix("The ").partition(" of ")
    word = first.lower()
    if not of or " " in first or first == surface or singular(word) is not None:
        return ""
    usual = [s for s in knowledge.senses(word) if s.concept.prefix == "wn" and not s.instance]
    return word if any(s.frequency > 0 for s in usual) else ""


def ended(knowledge: KnowledgeBase, surface: str) -> str:
    """Return the common noun that a name of several words ends with, where it usually means a body, a place or a
    building ("Riverside Bakery"); "" where it has none."""
    before, _, last = ANY_POSSESSIVE.sub("", surface).rpartition(" ")
    word = last.lower()
    if not before or not last.istitle() or singular(word) is not None or not opened().uses(word):
        return ""
    senses = [s for s in knowledge.senses(word) if s.concept.prefix == "wn" and not s.instance]
    return word if senses and senses[0].entity_class in (EntityClass.ORG, EntityClass.LOC) else ""


def told_length(surface: str) -> str:
    """Return a length of time in the leading unit of its words, or where that is one, in the next: "44 hours and 5
    minutes" are 44.5 hours (what lies between 44 and 45), one year is twelve months. "" where it is told otherwise.
    """
    number, _, rest = surface.strip().partition(" ")
    unit = rest.split(" ")[0].rstrip(",")
    if number.lower() in ("one", "1", "a", "an"):
        return next(
            (f"{n} {smaller}" for name, n, smaller in _LONG if unit.rstrip("’'s") == name.rstrip("s")), ""
        )
    known = unit.removesuffix("s") in {name for name, _, _ in _LONG}
    more = rest[len(unit) :].strip(" ,").removeprefix("and ")
    whole = number_in(number)
    if not known or whole is None or not any(f" {name}" in f" {more}" for name, _, _ in _LONG):
        return ""
    return f"{whole[0] // 1:.0f}.5 {unit}"
