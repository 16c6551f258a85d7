"""Which meaning of a phrase is meant: by the entity's class, then by the document around it, then by frequency.

Section 7 of docs/method.md: a place "Miami" is the city, not the Algonquian people, although the people is WordNet's
first sense. The rule that decided and the meaning that came second are part of the answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from kb import Concept, Sense
from sanitizer.types import Bits

ContextScore = Callable[[Concept], Bits]
Kinds = Callable[[Sense], Sequence[Concept]]

MARGIN: Final[Bits] = 0.5
"""By how much the document must speak for another meaning than the usual one."""

NO_SENSE: Final = Sense(Concept("none:unknown", ""), False, "", 0.0)
"""Stands where no meaning fits the class: a person "Jordan" is not the country. It has no generalizations."""

# For each class, the classes of meanings that fit it, best first; "*" is any. A state acts as an organization; a
# demographic attribute or a name of the rest (MISC) may be of any kind, but not a person or a place in the first line.
_FITTING: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "PERSON": (("PERSON",),),
    "LOC": (("LOC",), ("ORG",)),
    "ORG": (("ORG",), ("LOC",)),
    "DEM": (("DEM",), ("",), ("*",)),
    "MISC": (("MISC", ""), ("ORG",), ("*",)),
    "DATETIME": (("DATETIME",),),
    "QUANTITY": (("QUANTITY",), ("DATETIME",)),
    "CODE": (("CODE",), ("QUANTITY",)),
    "": (("*",),),
}
# Of two bases that know the same named individual, the one that tells more comes first.
_SOURCES: Final[dict[str, tuple[str, ...]]] = {
    "LOC": ("geo", "ent", "head"),
    "ORG": ("ent", "head", "geo"),
    "MISC": ("ent", "head"),
    "PERSON": ("ent",),
    "DATETIME": ("cal",),
    "QUANTITY": ("qty",),
    "CODE": ("code",),
}


@dataclass(frozen=True, slots=True)
class SenseChoice:
    """The meaning chosen, the rule that decided (``only``, ``class``, ``spelling``, ``context``, ``frequency`` or
    ``none fits``), and the best meaning that was not chosen."""

    chosen: Sense
    rule: str
    runner_up: Sense | None


def choose_sense(
    senses: Sequence[Sense],
    entity_class: str,
    context_score: ContextScore,
    phrase: str = "",
    kinds: Kinds | None = None,
) -> SenseChoice:
    """Choose among the senses of a phrase (in the order of the knowledge bases; at least one).

    ``entity_class`` is TAB's class as recognized, "" for a phrase that is no entity; ``context_score`` says how well
    a concept fits the document (bits, e.g. mean association with its terms; 0 when nothing is known); ``phrase``, as
    written, tells names from common nouns by their capitals; ``kinds`` gives the hypernyms by which a sense is
    judged in its context (without it, the sense's own concept is). Raises ValueError without senses.
    """
    if not senses:
        raise ValueError("choose_sense needs at least one sense")
    fitting = _fitting(senses, entity_class)
    if not fitting:
        return SenseChoice(NO_SENSE, "none fits", senses[0])
    by_class = len(fitting) < len(senses)
    spelled = _as_spelled(fitting, entity_class, phrase)
    ranked = _by_frequency(spelled, entity_class)
    scores = [max((context_score(c) for c in _judged(s, kinds)), default=0.0) for s in ranked]
    # The first of the best, and only where it is clearly better than the usual one.
    best = max(range(len(ranked)), key=lambda i: (scores[i], -i))
    if scores[best] < scores[0] + MARGIN:
        best = 0
    chosen = ranked[best]
    rest = [s for s in ranked if s is not chosen]
    rest += [s for s in [*fitting, *senses] if s is not chosen and s not in rest]
    if len(senses) == 1:
        rule = "only"
    elif len(ranked) == 1:
        rule = "class" if by_class and len(fitting) == 1 else "spelling"
    elif best:
        rule = "context"
    else:
        # Same class, same kind of thing: what is left to tell them apart is how usual they are.
        rule = "class" if by_class and _agree(ranked) else "frequency"
    return SenseChoice(chosen, rule, rest[0] if rest else None)


def _fitting(senses: Sequence[Sense], entity_class: str) -> list[Sense]:
    for classes in _FITTING.get(entity_class, _FITTING[""]):
        found = [s for s in senses if "*" in classes or s.entity_class in classes]
        if found:
            return found
    return []


def _as_spelled(senses: list[Sense], entity_class: str, phrase: str) -> list[Sense]:
    """Small letters mean the common noun; a capital within a text means the name, where the class says nothing."""
    if not phrase or entity_class in ("PERSON", "DATETIME", "QUANTITY", "CODE"):
        return senses
    capital = any(c.isupper() for c in phrase)
    if capital and entity_class == "DEM":
        return senses
    found = [s for s in senses if s.instance is capital]
    return found or senses


def _by_frequency(senses: list[Sense], entity_class: str) -> list[Sense]:
    """The order of the knowledge bases, but for named individuals the better informed bases first."""
    preferred = _SOURCES.get(entity_class, ())

    def rank(sense: Sense) -> int:
        prefix = sense.concept.prefix
        if not sense.instance and entity_class not in ("DATETIME", "QUANTITY", "CODE"):
            return len(preferred)
        return preferred.index(prefix) if prefix in preferred else len(preferred)

    return sorted(senses, key=rank)  # stable: each base has put its most usual meaning first


def _judged(sense: Sense, kinds: Kinds | None) -> Sequence[Concept]:
    above = kinds(sense) if kinds is not None else ()
    return above or (sense.concept,)


def _agree(ranked: Sequence[Sense]) -> bool:
    return len({s.concept.label.casefold() for s in ranked}) == 1 and len({s.entity_class for s in ranked}) == 1
