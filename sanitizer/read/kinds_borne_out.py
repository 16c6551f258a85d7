"""Tell whether the network that reads bears out what a knowledge base knows by a name: "Jaffa" who is read as a person
is no city, and "beth" in a chat no letter.

A base knows what is called so, the network what stands there. Where it is sure of a class of things, the meanings of
other classes are none; an abbreviation, which may be anybody's, must be read as what is claimed.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt
from spacy.tokens import Doc

from kb import Sense
from kb.common_terms import PREFIX as COMMON
from kb.medicines import PREFIX as MEDICINE
from sanitizer.read.kinds_of_names import chances
from sanitizer.read.sensitive import Sensitive
from sanitizer.text.reader import is_read, kind_names
from sanitizer.types import EntityClass

_LEAST: Final = 0.1
"""Least chance of the kinds of a meaning's class, for a name."""
_LEAST_SHORT: Final = 0.5
"""The same for an abbreviation."""
_SHORT: Final = 3
"""Letters of an abbreviation, at most."""
_LISTS: Final = (COMMON, MEDICINE)
"""Knowledge bases of words, not of names."""
_NAMES: Final = (EntityClass.LOC, EntityClass.ORG, EntityClass.MISC)
_PLACES: Final = (
    "settlement,country,region,river,lake or sea,mountain,island,street,stadium,station,bridge,park,place"
)
_BODIES: Final = (
    "company,bank,band,sports team,league,political party,court,government body,military unit,newspaper or magazine,"
    "broadcaster,church body,organization,department,charity,club,union"
)
_BOTH: Final = (
    "building,museum,university,school,hospital,shop,restaurant or pub,farm or estate,church building,country"
)
"""Kinds of what is a place and a body."""
_OF: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        EntityClass.LOC: frozenset(f"{_PLACES},{_BOTH}".split(",")),
        EntityClass.ORG: frozenset(f"{_BODIES},{_BOTH}".split(",")),
        EntityClass.PERSON: frozenset(("person", "fictional character")),
    }
)
"""Kinds of names by the class of a meaning; attributes of persons may be of all kinds but persons, other meanings of
all that are none of these, and of newspapers."""


def borne_out(doc: Doc, name: Sensitive, senses: Sequence[Sense]) -> tuple[Sense, ...]:
    """Return the `senses` of a name of one word that the network does not exclude where it stands; all of other
    terms, and where another pipeline read `doc`."""
    if name.entity_class not in _NAMES or " " in name.surface or not senses or not is_read(doc):
        return tuple(senses)
    shares = chances(doc, name.spans)
    if shares is None:
        return tuple(senses)
    short = len(name.surface) <= _SHORT and name.surface.isupper()
    least = _LEAST_SHORT if short else _LEAST
    place = name.entity_class is EntityClass.LOC
    return tuple(
        s
        for s in senses
        if s.concept.prefix in _LISTS
        or (
            not (short and s.entity_class != name.entity_class)
            and float(shares[_kinds(s.entity_class, place)].sum()) >= least
        )
    )


@cache
def _kinds(entity_class: str, place: bool) -> npt.NDArray[np.bool_]:
    """Return the kinds that a meaning of a class may be of; what was recognized as a `place` may stand in a body's
    name."""
    places, bodies = _OF[EntityClass.LOC], _OF[EntityClass.ORG]
    if entity_class == EntityClass.LOC and place:
        named = places | bodies
    elif entity_class in _OF:
        named = _OF[EntityClass(entity_class)]
    elif entity_class == EntityClass.DEM:
        named = frozenset(kind_names()) - _OF[EntityClass.PERSON]
    else:
        named = frozenset(kind_names()) - places - bodies - {"person", "people"} | {"newspaper or magazine"}
    return np.array([kind in named for kind in kind_names()])
