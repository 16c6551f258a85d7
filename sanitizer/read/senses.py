"""Choose the meaning of a phrase: by the entity's class, then by the document around it, then by frequency.

Section 7 of docs/method.md: a place "Miami" is the city, not the Algonquian people, although the people is WordNet's
first sense. The rule that decided and the meaning that came second are part of the answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, isnan, log2
from typing import Final

from kb import Concept, Sense
from sanitizer.read.fitting_meanings import Kinds, as_spelled, is_kind_of, that_fit
from sanitizer.text.inflection import singular
from sanitizer.types import Bits

ContextScore = Callable[[Concept], Bits]
Nearby = Callable[[Sequence[Sense]], Sense | None]

MARGIN: Final[Bits] = 0.33
"""By how much the document must speak for another meaning than the usual one, if both were equally usual."""

USUAL: Final = 0.3
"""Bits of the document's evidence that a bit of frequency weighs: a meaning met eight times less often than the usual
one needs 0.9 bits more than `MARGIN`."""

OTHER_BASE: Final[Bits] = 0.4
"""The same for a meaning of another knowledge base than the usual one, whose frequencies cannot be compared."""

RARE: Final[Bits] = 6.0
"""A meaning that is so much less likely is not weighed at all."""

WEIGHED: Final = 4
"""Meanings of a word that are weighed against the document; the rest are rare."""

LEAST_INHABITANTS: Final = 100_000
"""A smaller town gives way to what another base knows by its name: "Cornwall" is the county, not the town."""

FAMILIAR: Final = 0.2
"""Bits of the document's evidence that a bit of a full name's own weighs: the words of "Alfred Hitchcock" stand
together much more often than by chance, for nearly all who are called so are one person; not so "Paul Allen"."""

NO_SENSE: Final = Sense(Concept("none:unknown", ""), False, "", 0.0)
"""Stands where no meaning fits the class (a person "Jordan" is not the country), or where a person of this name is
known but need not be the one meant. It has no generalizations."""

_PERSON: Final = "wn:person.n.01"
_WORKERS: Final = ("wn:worker.n.01", "wn:professional.n.01")
_TREATMENTS: Final = ("wn:medical_care.n.01", "wn:medical_procedure.n.01")
# Of two bases that know the same meaning, the one that tells more comes first.
_SOURCES: Final[dict[str, tuple[str, ...]]] = {
    "LOC": ("geo", "ent", "wn", "small town", "head"),
    "DEM": ("geo",),
    "DATETIME": ("cal",),
    "QUANTITY": ("qty",),
    "CODE": ("code",),
}


@dataclass(frozen=True, slots=True)
class SenseChoice:
    """The meaning chosen, the rule that decided (``only``, ``class``, ``spelling``, ``places``, ``context``,
    ``frequency``, ``given name``, ``none fits`` or ``namesake``), and the best meaning that was not chosen."""

    chosen: Sense = field(repr=False)
    rule: str
    runner_up: Sense | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Beside:
    """What is known beside a phrase and its class.

    ``kinds`` gives the hypernyms by which a sense is judged in its context (without it, the sense's own concept is);
    ``occupation`` says that the phrase was recognized as one (True: "founder" is no illness of horses) or as an illness
    (False: "stroke" is no oarsman); ``nearby`` is what the other places of the document decide about homonymous ones
    (:mod:`sanitizer.read.homonyms`); ``familiar`` is by how much (bits) the words of a person's full name stand
    together more often than by chance.
    """

    kinds: Kinds | None = None
    occupation: bool | None = None
    nearby: Nearby | None = None
    familiar: Bits = 0.0


NOTHING_BESIDE: Final = Beside()

OCCUPATION: Final = {"JOB": True, "DISEASE": False}
"""Whether an attribute of a person that was recognized as such a type is an occupation; of others it is not known."""


def choose_sense(
    senses: Sequence[Sense],
    entity_class: str,
    context_score: ContextScore,
    phrase: str = "",
    beside: Beside = NOTHING_BESIDE,
) -> SenseChoice:
    """Choose among the senses of a phrase (in the order of the knowledge bases; at least one).

    ``entity_class`` is TAB's class as recognized, "" for a phrase that is no entity; ``context_score`` says how well
    a concept fits the document (bits, e.g. mean association with its terms; NaN for one that was not weighed);
    ``phrase``, as written, tells names from common nouns by their capitals; ``beside`` is what else is known.
    What the given name of a person tells (man, woman) counts where no known person of that name is meant.
    Raises ValueError without senses.
    """
    if not senses:
        raise ValueError("choose_sense needs at least one sense")
    kinds, occupation, nearby, familiar = beside.kinds, beside.occupation, beside.nearby, beside.familiar
    bearer = (
        next((s for s in senses if s.concept.prefix == "given"), None) if entity_class == "PERSON" else None
    )
    known = [s for s in senses if s.concept.prefix != "given"]
    if bearer is not None and not known:
        return SenseChoice(bearer, "given name", None)
    spelled = as_spelled(known, entity_class, phrase)
    fitting = that_fit(spelled, entity_class, phrase)
    if occupation is False and kinds is not None:
        # what is done against an illness ("radiotherapy") is recognized as one, and is no attribute of a person
        attributes = [s for s in fitting if s.entity_class == "DEM" and not is_kind_of(s, _PERSON, kinds)]
        fitting = attributes or [
            s for s in fitting if any(is_kind_of(s, kind, kinds) for kind in _TREATMENTS)
        ]
    if not fitting:
        if bearer is not None and all(s.concept.prefix == "head" for s in known):
            return SenseChoice(bearer, "given name", known[0])  # a word within a full name
        return SenseChoice(NO_SENSE, "none fits", senses[0])  # the text says another kind
    ranked = _by_frequency(fitting, entity_class, phrase)
    if occupation and kinds is not None:
        ranked = _as_occupation(ranked, kinds)
    placed = nearby(ranked) if nearby is not None and ranked[0].entity_class == "LOC" else None
    weighed = ranked
    if occupation and kinds is not None and _is_work(ranked[0], kinds):
        # what is usually an occupation is another one at most, whatever the document is about: no nurse is a nanny
        weighed = [s for s in ranked if _is_work(s, kinds) and not _is_called_further(s, ranked[0], phrase)]
    best = ranked.index(placed or weighed[_best(weighed, context_score, kinds)])
    if entity_class == "PERSON":
        # several bases may know the one person of a full name, each by other kinds
        known_as = [best, *(i for i in range(len(ranked)) if i != best)] if familiar else [best]
        meant = next((i for i in known_as if _is_meant(ranked[i], context_score, kinds, familiar)), None)
        if meant is None:
            return SenseChoice(bearer or NO_SENSE, "given name" if bearer else "namesake", ranked[best])
        best = meant
    rest = [*ranked[:best], *ranked[best + 1 :]]
    rest += [s for s in senses if s not in ranked]
    rule = (
        "places"
        if placed is not None
        else "context"
        if best
        else _rule_of_first(ranked, fitting, spelled, known)
    )
    return SenseChoice(ranked[best], "only" if len(known) == 1 else rule, rest[0] if rest else None)


def _rule_of_first(
    ranked: Sequence[Sense], fitting: Sequence[Sense], spelled: Sequence[Sense], known: Sequence[Sense]
) -> str:
    """Return the rule by which the most usual meaning was taken: what left it alone, if anything did."""
    if len(ranked) > 1 and not one_meaning(ranked):
        return "frequency"
    if len(fitting) < len(spelled):
        return "class"
    return "spelling" if len(spelled) < len(known) else "frequency"


def to_weigh(senses: Sequence[Sense], entity_class: str, phrase: str) -> list[Sense]:
    """Return the meanings whose fit with the document may decide: the most usual of those that fit the class; none
    where there is nothing to choose."""
    senses = [s for s in senses if s.concept.prefix != "given"]
    if len(senses) < 2 and entity_class != "PERSON":
        return []
    fitting = that_fit(as_spelled(senses, entity_class, phrase), entity_class, phrase)
    ranked = _by_frequency(fitting, entity_class, phrase)[:WEIGHED]
    if len(ranked) < 2 and entity_class != "PERSON":
        return []
    return [s for s in ranked if s is ranked[0] or _unlikely(s, ranked[0]) < RARE]


def as_usual(chosen: Sense, senses: Sequence[Sense], smooth: bool = False) -> list[Sense]:
    """Return the other meanings of its base and class that are met nearly as often as the one that frequency chose:
    at least a quarter as often. What is told rests on none of them alone. `smooth` counts each once more than it
    was met: that a word was met once says too little of which it is."""
    return [
        s
        for s in senses
        if s.concept != chosen.concept
        and (s.concept.prefix, s.entity_class) == (chosen.concept.prefix, chosen.entity_class)
        and 4 * (s.frequency + smooth) >= chosen.frequency + smooth
    ]


def _best(ranked: Sequence[Sense], context_score: ContextScore, kinds: Kinds | None) -> int:
    """Return the meaning that the document speaks for, by its place; 0 unless it is clearly better than the usual
    one, and both were weighed."""
    found = [[x for c in _judged(s, kinds) if not isnan(x := context_score(c))] for s in ranked[:WEIGHED]]
    if not found or not found[0]:
        return 0
    weighed = [
        max(bits) - _unlikely(s, ranked[0]) if bits and max(bits) > 0 else -RARE
        for s, bits in zip(ranked, found, strict=False)
    ]
    best = max(range(len(weighed)), key=lambda i: (weighed[i], -i))
    return best if weighed[best] >= max(found[0]) + MARGIN else 0


def _is_meant(person: Sense, context_score: ContextScore, kinds: Kinds | None, familiar: Bits) -> bool:
    """Return whether the document speaks for the known person of a name: most people have a famous namesake."""
    least = MARGIN - FAMILIAR * familiar
    return any(context_score(kind) >= least for kind in _judged(person, kinds))


def _unlikely(sense: Sense, usual: Sense) -> Bits:
    """By how much less likely a meaning is than the usual one before the document is looked at."""
    if sense.concept.prefix != usual.concept.prefix:
        # What the head of a name tells is for names that no base lists ("United States" is no American state), and who
        # is called Turkish is a Turk, whatever language the document is about.
        never = sense.concept.prefix == "head" or usual.concept.id.startswith(("geo:adj.", "geo:dem."))
        return inf if never else OTHER_BASE
    return max(0.0, USUAL * log2((usual.frequency + 1) / (sense.frequency + 1)))


def _by_frequency(senses: list[Sense], entity_class: str, phrase: str) -> list[Sense]:
    """Return the order of the knowledge bases (each puts its most usual meaning first), better informed bases first."""
    preferred = _SOURCES.get(entity_class, ())

    def rank(sense: Sense) -> int:
        prefix = sense.concept.prefix
        if prefix == "geo" and sense.instance and sense.frequency < LEAST_INHABITANTS:
            return preferred.index("small town") if "small town" in preferred else len(preferred)
        return preferred.index(prefix) if prefix in preferred else len(preferred)

    def named_so(sense: Sense) -> bool:
        # Of two senses that a base has never met in texts, the one that the word is the usual name of.
        return bool(phrase) and sense.frequency == 0 and sense.concept.label.casefold() != phrase.casefold()

    return sorted(senses, key=lambda s: (rank(s), s.concept.prefix == "wn" and named_so(s)))


def _as_occupation(ranked: Sequence[Sense], kinds: Kinds) -> list[Sense]:
    """Return the order of the meanings of what was recognized as an occupation: persons first, and those that say
    what is done; a list of occupations before a dictionary whose first meaning for a person was never met and is no
    work."""
    persons = [s for s in ranked if is_kind_of(s, _PERSON, kinds)]
    first = next(
        (s for s in persons if s.concept.prefix == "wn" and not _says_nothing(s, ranked, kinds)), None
    )
    unmet = first is not None and not first.frequency and not _is_work(first, kinds)
    return sorted(
        ranked,
        key=lambda s: (s not in persons, _says_nothing(s, ranked, kinds), unmet and s.concept.prefix == "wn"),
    )


def _says_nothing(sense: Sense, others: Sequence[Sense], kinds: Kinds) -> bool:
    """Return whether an occupation is only said to be a person ("advocate": any supporter) while another meaning
    says what is done ("advocate": a lawyer)."""
    bare = [c.id for c in kinds(sense)] == [_PERSON]
    return bare and any(_is_work(s, kinds) for s in others)


def _is_work(sense: Sense, kinds: Kinds) -> bool:
    return any(is_kind_of(sense, work, kinds) for work in _WORKERS)


def _is_called_further(sense: Sense, usual: Sense, phrase: str) -> bool:
    """Return whether a list of occupations only calls one so too, whose own name is another, while the dictionary's own
    meaning has been met ("clerk": a lottery cashier)."""
    own = {phrase.casefold(), singular(phrase.casefold())}
    further = sense.concept.prefix == "job" and sense.concept.label.casefold() not in own
    return further and usual.concept.prefix == "wn" and usual.frequency > 0


def _judged(sense: Sense, kinds: Kinds | None) -> Sequence[Concept]:
    above = kinds(sense) if kinds is not None else ()
    return above or (sense.concept,)


def one_meaning(senses: Sequence[Sense]) -> bool:
    """Return whether all senses (at least one) are one meaning, told by several knowledge bases."""
    return len({(s.concept.label.casefold(), s.entity_class, s.instance) for s in senses}) == 1
