"""Which operator treats which type, and the standalone use of operators on a text with mentions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sanitizer.errors import UsageError
from sanitizer.operators.base import Operator, Term
from sanitizer.operators.cipher import TOKEN, Encrypt
from sanitizer.operators.dates import ShiftDates
from sanitizer.operators.keys import Key
from sanitizer.operators.plain import Hash, Keep, Mask, Pseudonym, Tag
from sanitizer.operators.surrogate import Surrogate
from sanitizer.recognize.labels import class_word, fine_type
from sanitizer.recognize.merge import merge
from sanitizer.rewrite import Change, apply
from sanitizer.types import EntityClass, Mention, Span

NAMES: Final = (
    "generalize",
    "remove",
    "keep",
    "tag",
    "pseudonym",
    "mask",
    "hash",
    "encrypt",
    "surrogate",
    "date-shift",
)
_KEYED: Final = frozenset(("hash", "encrypt", "surrogate", "date-shift"))


@dataclass(frozen=True, slots=True)
class Remove:
    """Nothing but a sign that something is missing."""

    name: str = "remove"
    reversible: bool = False

    def replace(self, term: Term) -> str:
        """The sign."""
        return "[...]"


@dataclass(frozen=True)
class Policy:
    """Operators by fine type, class, or ``default``; a type without one, and what an operator leaves, is
    generalized.
    """

    operators: Mapping[str, Operator] = field(default_factory=dict)

    @classmethod
    def parse(cls, table: Mapping[str, Any], key: Key | None = None) -> "Policy":
        """From a table of a settings file: ``PERSON = "surrogate"``, ``CARD = {mask = {keep_last = 4}}``,
        ``default = "generalize"``. Raises :class:`UsageError` for names that do not exist, and keyed
        operators without a key.
        """
        operators: dict[str, Operator] = {}
        for label, wanted in table.items():
            kind = label if label == "default" or label in EntityClass.__members__ else fine_type(label)
            operator = make(wanted, key)
            if operator is not None:
                operators[kind] = operator
        return cls(operators)

    def operator(self, type: str, entity_class: EntityClass) -> Operator | None:
        """The operator for a term: that of its fine type, else of its class, else the default."""
        for name in (type, entity_class.value, "default"):
            if name in self.operators:
                return self.operators[name]
        return None

    def replacement(self, term: Term) -> str | None:
        """What stands for the term; None when it is to be generalized."""
        operator = self.operator(term.type, term.entity_class)
        return None if operator is None else operator.replace(term)


def make(wanted: Any, key: Key | None = None) -> Operator | None:
    """An operator from its name, or from ``{name: options}``; None for ``generalize``."""
    name, options = (
        next(iter(wanted.items())) if isinstance(wanted, Mapping) and len(wanted) == 1 else (wanted, {})
    )
    if name not in NAMES or not isinstance(options, Mapping):
        raise UsageError(f"operator {wanted!r} is none of {', '.join(NAMES)}")
    if name == "generalize":
        return None
    if name in _KEYED and key is None:
        raise UsageError(f"operator {name}: needs a key; give --key-file FILE or set SANITIZER_KEY")
    makers: dict[str, Any] = {
        "remove": Remove, "keep": Keep, "tag": Tag, "pseudonym": Pseudonym, "mask": Mask, "hash": Hash,
        "encrypt": Encrypt, "surrogate": Surrogate, "date-shift": ShiftDates,
    }  # fmt: skip
    try:
        made: Operator = makers[name](**({"key": key} if name in _KEYED else {}), **options)
    except TypeError as error:
        raise UsageError(f"operator {name}: {', '.join(options)} are not its options") from error
    return made


def terms(text: str, mentions: Sequence[Mention], person: str = "") -> list[Term]:
    """The mentions as operators see them; ``full`` is the longest surface of each entity."""
    full: dict[int, str] = {}
    for mention in mentions:
        surface = mention.span.of(text)
        if mention.entity >= 0 and len(surface) > len(full.get(mention.entity, "")):
            full[mention.entity] = surface
    return [
        Term(
            surface := m.span.of(text), m.type, m.entity_class, m.entity, full.get(m.entity, surface), person
        )
        for m in mentions
    ]


def operate(
    text: str, mentions: Iterable[Mention], policy: Policy, person: str = ""
) -> tuple[str, tuple[Change, ...]]:
    """``text`` with each mention replaced as ``policy`` says, and the changes. What is to be generalized
    becomes the word of its type (the pipeline knows better ones). ``person`` is whose text it is.

    Where terms are encrypted, pieces of the text that look like tokens are encrypted too, so that
    restoring gives the very text back.
    """
    disjoint = list(merge(mentions))
    ciphers = [o for o in policy.operators.values() if isinstance(o, Encrypt)]
    if ciphers:
        disjoint = _with_lookalikes(text, disjoint)
    changes = []
    for mention, term in zip(disjoint, terms(text, disjoint, person), strict=True):
        if mention.recognizer == "lookalike":
            value: str | None = ciphers[0].replace(term)
        else:
            value = policy.replacement(term)
        if value is None:
            value = mention.generalization or class_word(mention.type)
        if value != term.surface:
            changes.append(Change(mention.span, value, "sensitive", max(0, mention.entity)))
    return apply(text, changes), tuple(changes)


def _with_lookalikes(text: str, mentions: list[Mention]) -> list[Mention]:
    """The mentions and what already looks like a token; a token that a mention cuts is taken whole."""
    found = [
        Mention(Span(*m.span()), "SECRET", EntityClass.CODE, "lookalike", 2.0) for m in TOKEN.finditer(text)
    ]
    apart = [m for m in mentions if not any(m.span.overlaps(f.span) for f in found)]
    touching = [m for m in mentions if m not in apart]
    for mention in touching:
        # the union is encrypted as one
        parts = [f for f in found if f.span.overlaps(mention.span)]
        start = min([mention.span.start, *(p.span.start for p in parts)])
        end = max([mention.span.end, *(p.span.end for p in parts)])
        found.append(Mention(Span(start, end), "SECRET", EntityClass.CODE, "lookalike", 2.0))
    return list(merge([*apart, *found]))
