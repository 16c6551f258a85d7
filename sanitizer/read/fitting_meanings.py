"""Select the meanings of a phrase that fit what was recognized: its class, its type, and how it is spelled."""

from collections.abc import Callable, Sequence
from typing import Final

from kb import Concept, Sense

Kinds = Callable[[Sense], Sequence[Concept]]

# For each class, the classes of meanings that fit it, best first; "*" is any, "!" wants a named individual. A state
# acts as an organization, a minister as an office, a programme as its makers.
_FITTING: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "PERSON": (("PERSON",),),
    "LOC": (("LOC",), ("ORG",)),
    "ORG": (("ORG",), ("LOC",), ("DEM!", "MISC!")),
    "DEM": (("DEM",), ("",), ("*",)),
    "MISC": (
        ("MISC", ""),
        ("ORG",),
        ("DEM", "LOC", "DATETIME", "QUANTITY", "CODE"),
    ),  # never a person of that name
    "DATETIME": (("DATETIME",), ("QUANTITY",)),  # a time told by its length
    "QUANTITY": (("QUANTITY",), ("DATETIME",)),
    "CODE": (("CODE",), ("QUANTITY",)),
    "": (("*",),),
}

_OF_TYPES: Final[dict[str, tuple[str, ...]]] = {
    "WORK": (
        *("wn:creation.n.02", "wn:communication.n.02", "wn:product.n.02", "wn:show.n.03", "wn:game.n.01"),
        *("wn:press.n.02", "wn:album.n.01"),
    ),
    "MARITAL": ("wn:marital_status.n.01",),
    "RELIGION": ("wn:religious_person.n.01", "wn:religion.n.01", "wn:religion.n.02"),
    "ETHNICITY": (
        "wn:ethnic_group.n.01",
        "wn:inhabitant.n.01",
        "wn:african.n.01",
        "wn:asian.n.01",
        "geo:adj",
    ),
}
_NOT_OF_TYPES: Final[dict[str, tuple[str, ...]]] = dict.fromkeys(
    ("NORP", "NATIONALITY", "ETHNICITY"), ("wn:language.n.01",)
)


def of_type(senses: Sequence[Sense], type_: str, kinds: Kinds) -> tuple[Sense, ...]:
    """Return the meanings that something recognized as of a type can have: the title of a work is no storm, who is
    called Kurdish is no language, and a Sikh is told by the faith."""
    within, never = _OF_TYPES.get(type_, ()), _NOT_OF_TYPES.get(type_, ())
    if not within and not never:
        return tuple(senses)
    told = [(s, _with_above(s, kinds)) for s in senses]
    return tuple(
        s for s, above in told if (not within or not above.isdisjoint(within)) and above.isdisjoint(never)
    )


def that_fit(senses: Sequence[Sense], entity_class: str, phrase: str) -> list[Sense]:
    """Return the meanings that fit TAB's class best; none where no meaning fits it."""
    # A common noun of no particular class may be of any.
    if entity_class == "MISC" and phrase and not _has_capital(phrase):
        entity_class = ""
    for classes in _FITTING.get(entity_class, _FITTING[""]):
        found = [
            s
            for s in senses
            if "*" in classes or s.entity_class in classes or (s.instance and f"{s.entity_class}!" in classes)
        ]
        if entity_class == "ORG":  # states and cities act as organizations, not just any place
            found = [s for s in found if not s.concept.id.startswith("geo:@")]
        if found:
            return found
    return []


def as_spelled(senses: Sequence[Sense], entity_class: str, phrase: str) -> list[Sense]:
    """Small letters mean the common noun, capitals the name, as far as there are such meanings.

    In small letters "online" is no song "Online"; but a place may be written so, and a name may have none ("odatv").
    """
    if not phrase or entity_class in ("PERSON", "DATETIME", "QUANTITY", "CODE"):
        return list(senses)
    if _has_capital(phrase):
        if entity_class == "DEM":
            return list(senses)
        names = [s for s in senses if s.instance or _has_capital(s.concept.label)]
        # A name of the rest (a film "Blade") is not the common noun; "the Senate" is one of its class.
        return names if names or entity_class == "MISC" else list(senses)
    common = [s for s in senses if not s.instance]
    return common or [
        s
        for s in senses
        if not s.concept.label[:1].isupper() or (s.entity_class == "LOC" and entity_class == "LOC")
    ]


def is_kind_of(sense: Sense, concept: str, kinds: Kinds) -> bool:
    """Return whether a meaning is the concept with this id, or below it."""
    return concept in _with_above(sense, kinds)


def _with_above(sense: Sense, kinds: Kinds) -> set[str]:
    """Return the ids of a meaning and of all above it."""
    seen, level = {sense.concept.id}, [sense.concept]
    while level:
        above = [c for below in level for c in kinds(Sense(below, False, "", 0.0)) if c.id not in seen]
        seen.update(c.id for c in above)
        level = above
    return seen


def _has_capital(phrase: str) -> bool:
    return any(c.isupper() for c in phrase)
