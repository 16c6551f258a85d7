"""TAB's class of a synset, from its nearest ancestor in a table read by hand."""

from collections.abc import Mapping, Sequence
from typing import Final

# synset -> (class of a kind of it, class of an instance of it). A kind of person is a demographic attribute
# (an occupation, a nationality), an instance is a person: TAB, Pilán et al. 2022, section 3.
CLASS_OF: Final[Mapping[str, tuple[str, str]]] = {
    "person.n.01": ("DEM", "PERSON"),
    "imaginary_being.n.01": ("", "PERSON"),
    "spiritual_being.n.01": ("", "MISC"),
    "people.n.01": ("DEM", "DEM"),
    "ethnic_group.n.01": ("DEM", "DEM"),
    "class.n.03": ("DEM", "DEM"),
    "kin.n.02": ("DEM", "DEM"),
    "natural_language.n.01": ("DEM", "DEM"),
    "religion.n.01": ("DEM", "DEM"),
    "illness.n.01": ("DEM", "DEM"),
    "pathological_state.n.01": ("DEM", "DEM"),
    "symptom.n.01": ("DEM", "DEM"),
    "disability.n.01": ("DEM", "DEM"),
    "disorder.n.01": ("DEM", "DEM"),
    "injury.n.01": ("DEM", "DEM"),
    "growth.n.06": ("DEM", "DEM"),
    "occupation.n.01": ("DEM", "DEM"),
    "academic_degree.n.01": ("DEM", "DEM"),
    "status.n.01": ("DEM", "DEM"),
    "nationality.n.02": ("DEM", "DEM"),
    "location.n.01": ("LOC", "LOC"),
    "geological_formation.n.01": ("LOC", "LOC"),
    "body_of_water.n.01": ("LOC", "LOC"),
    "land.n.04": ("LOC", "LOC"),
    "land.n.02": ("LOC", "LOC"),
    "celestial_body.n.01": ("LOC", "LOC"),
    "extraterrestrial_object.n.01": ("LOC", "LOC"),
    "structure.n.01": ("LOC", "LOC"),
    "facility.n.01": ("LOC", "LOC"),
    "way.n.06": ("LOC", "LOC"),
    "political_unit.n.01": ("LOC", "LOC"),
    "organization.n.01": ("ORG", "ORG"),
    "institution.n.02": ("ORG", "ORG"),
    "social_group.n.01": ("", "ORG"),
    "time_period.n.01": ("DATETIME", "DATETIME"),
    "time_unit.n.01": ("DATETIME", "DATETIME"),
    "point.n.06": ("DATETIME", "DATETIME"),
    "date.n.01": ("DATETIME", "DATETIME"),
    "clock_time.n.01": ("DATETIME", "DATETIME"),
    "definite_quantity.n.01": ("QUANTITY", "QUANTITY"),
    "indefinite_quantity.n.01": ("QUANTITY", "QUANTITY"),
    "monetary_unit.n.01": ("QUANTITY", "QUANTITY"),
    "money.n.01": ("QUANTITY", "QUANTITY"),
    "sum.n.01": ("QUANTITY", "QUANTITY"),
    "number.n.08": ("CODE", "CODE"),
    "phone_number.n.01": ("CODE", "CODE"),
}


def classes(names: Sequence[str], hypernyms: Sequence[Sequence[int]], instances: Sequence[bool]) -> list[str]:
    """The class of every synset: of the nearest ancestor (or itself) in :data:`CLASS_OF`; MISC for other instances.

    An instance with a person among its ancestors is a person, whatever lies nearer (a saint is a deity too). ``names``
    are nltk's, ``hypernyms`` the numbers of each synset's direct hypernyms."""
    return [_class_of(i, names, hypernyms, instance) for i, instance in enumerate(instances)]


def _class_of(number: int, names: Sequence[str], hypernyms: Sequence[Sequence[int]], instance: bool) -> str:
    level, seen = [number], {number}
    found = ""
    while level:
        for synset in level:
            if names[synset] == "person.n.01" and instance:
                return "PERSON"
            if names[synset] in CLASS_OF:
                found = found or CLASS_OF[names[synset]][instance]
                if not instance:
                    return found
        above = [h for synset in level for h in hypernyms[synset] if h not in seen]
        seen.update(above)
        level = list(dict.fromkeys(above))
    return found or ("MISC" if instance else "")
