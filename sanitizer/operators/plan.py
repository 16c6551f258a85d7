"""Plan what operators write in one document: which entities each treats, and what stands for each mention."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kb.values.date_order import DateOrder
from sanitizer.common.reuse import once
from sanitizer.operators.base import Operator, Term
from sanitizer.operators.on_text import LOOKALIKE
from sanitizer.operators.policy import Policy
from sanitizer.read.sensitive import Sensitive, checked_forms
from sanitizer.recognize.spans.merge import must_be_masked
from sanitizer.text.edits import Change
from sanitizer.text.surface_forms import Forms
from sanitizer.types import NAMELESS, EntityClass, Span, whose_text


@dataclass(frozen=True, slots=True)
class Plan:
    """The operators of one document. ``operators`` by number of the entity, ``written`` for each mention of these,
    ``checked`` the surface forms that must not stand in the result, ``forms`` the same to search for; ``sealed``
    are the entities whose operators write labels, codes or tokens; ``risky`` treats the terms that tell too much, if
    they are not to be generalized; ``by_default`` are the entities that stay
    although nobody named their type."""

    operators: Mapping[int, str]
    written: Mapping[Span, str] = field(repr=False)
    checked: tuple[str, ...] = field(repr=False)
    forms: Forms = field(repr=False)
    risky: Operator | None = None
    by_default: frozenset[int] = frozenset()
    sealed: frozenset[int] = frozenset()

    def keeps(self, number: int) -> bool:
        """Return whether an entity stays as it is, by the user's word."""
        return self.operators.get(number) == "keep"

    def is_sealed(self, change: Change) -> bool:
        """Return whether a change writes what is not searched for sensitive forms."""
        if change.kind == "risky":
            return self.risky is not None and self.risky.sealed
        return change.span in self.written and change.reference in self.sealed

    def is_fixed(self, change: Change) -> bool:
        """Return whether an operator wrote the words of a change: no grammar touches them."""
        return self.risky is not None if change.kind == "risky" else change.span in self.written

    def write_risky(self, surface: str) -> str | None:
        """Return what stands for a term that tells too much; None when it is to be generalized."""
        if self.risky is None:
            return None
        value = self.risky.replace(Term(surface, "MISC", EntityClass.MISC, full=surface))
        if value is None or (not self.risky.sealed and self.forms.find(value)):
            return None
        return value


def _fullness(form: str, s: Sensitive) -> tuple[int, int, str]:
    """Return how much of the name of an entity a form has: titles say nothing."""
    name = Term(form, s.type, s.entity_class).identity
    return len(name.split()), len(name), form


def make_plan(
    text: str,
    sensitive: Sequence[Sensitive],
    policy: Policy,
    person: str,
    masked: Sequence[str] = (),
    order: DateOrder | None = None,
) -> Plan:
    """Return what the operators of a policy write for the entities of `text`; ``person`` is whose text it is: where
    nothing says that, the text stands for a person of its own; ``masked`` are further forms that must not stand in
    the result; dates in numbers are read in the `order`, else in that of the text.

    An entity is treated by its operator in all its mentions or, where the operator cannot do one of them or would
    write a sensitive form, in none: then it is generalized. What the user protects by name, or has decided to mask, is
    never kept.
    """
    person = whose_text(text) if person in NAMELESS else person
    chosen: dict[int, Operator] = {}
    for s in sensitive:
        operator = policy.cipher if LOOKALIKE in s.recognizers else policy.operator(s.type, s.entity_class)
        must = s.protected or any(n == "protect" or must_be_masked(n) for n in s.recognizers)
        if operator is not None and s.spans and not (must and operator.name == "keep"):
            chosen[s.number] = operator
    kept = {number for number, operator in chosen.items() if operator.name == "keep"}
    checked = tuple(dict.fromkeys((*checked_forms([s for s in sensitive if s.number not in kept]), *masked)))
    forms = once("forms", checked, lambda: Forms(checked))
    order = order or DateOrder.of(text)
    known = order.order if order.decided else None
    names: dict[int, str] = {}
    written: dict[Span, str] = {}
    for s in sensitive:
        operator = chosen.get(s.number)
        if operator is None:
            continue
        whole = max(s.forms, key=lambda form: _fullness(form, s))
        values: dict[Span, str] = {}
        for span in s.spans:
            term = Term(span.of(text), s.type, s.entity_class, s.number, whole, person, known)
            value = policy.write(operator, term, lambda words: bool(forms.find(words)))
            if value is None or (not operator.sealed and forms.find(value)):
                break
            values[span] = value
        else:
            names[s.number] = operator.name
            written |= values
    unnamed = {s.number for s in sensitive if {s.type, s.entity_class.value}.isdisjoint(policy.operators)}
    return Plan(
        names,
        written,
        checked,
        forms,
        policy.risky,
        frozenset(unnamed & {n for n in names if names[n] == "keep"}),
        frozenset(n for n in names if chosen[n].sealed),
    )
