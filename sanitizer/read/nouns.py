"""What a noun tells of what it refers to: its sort of thing, a person's sex, its meaning and what lies above it."""

from typing import Final

from sanitizer.common.knowledge import in_use, remembered
from sanitizer.text.lexicon import noun_sex
from sanitizer.text.surroundings import kinds_above

SORTS: Final = (
    "", "person", "group", "place", "time", "artifact", "act", "communication", "abstraction", "thing", "number",
)  # fmt: skip
_ABOVE: Final = (
    ("person", "person"), ("social group", "group"), ("organization", "group"), ("people", "group"),
    ("location", "place"),
    ("geological formation", "place"), ("structure", "place"), ("time period", "time"), ("time unit", "time"),
    ("artifact", "artifact"), ("act", "act"), ("event", "act"), ("communication", "communication"),
    ("number", "number"),
    ("abstraction", "abstraction"), ("physical entity", "thing"),
)  # fmt: skip
_FEMALE: Final = frozenset(
    ["woman", "female person", "female", "kinswoman", "female sibling", "female offspring"]
)
_MALE: Final = frozenset(["man", "male person", "male", "kinsman", "male sibling", "male offspring"])


@remembered
def sex_of_noun(noun: str) -> str:
    """Return what a noun tells of a person's sex: "m" ("husband"), "f" ("actress") or ""."""
    learned = noun_sex().get(noun)
    if learned:
        return learned
    above = kinds_above(noun) | {noun}
    return "f" if above & _FEMALE else "m" if above & _MALE else ""


@remembered
def sort_of_noun(noun: str) -> str:
    """Return what sort of thing a noun means first of all: one of :data:`SORTS`."""
    above = kinds_above(noun) | {noun}
    return next((sort for label, sort in _ABOVE if label in above), "")


@remembered
def synsets_of(noun: str) -> tuple[str, tuple[str, ...]]:
    """Return the first meaning of a noun and, by their words, all that lies above it."""
    senses = [s for s in in_use().words.senses(noun) if not s.instance]
    return (senses[0].concept.label if senses else "", tuple(sorted(kinds_above(noun))))
