"""Assign operators to types, from names and options as settings write them."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Final

from sanitizer import plugins
from sanitizer.common.arguments import kind_of
from sanitizer.common.keys import Key
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.operators.base import Operator, Term
from sanitizer.operators.date_shift import ShiftDates
from sanitizer.operators.encrypt import Encrypt
from sanitizer.operators.mask import Mask
from sanitizer.operators.pseudonyms import Hash, Pseudonym
from sanitizer.operators.surrogate import Surrogate
from sanitizer.operators.tag import Keep, Remove, Tag
from sanitizer.recognize.entity_types import TYPES, fine_type
from sanitizer.settings import OPERATORS
from sanitizer.types import EntityClass

KEYED: Final = frozenset(("hash", "encrypt", "surrogate", "date-shift"))
"""Operators that need a key."""

_FOR_RISKY: Final = frozenset(("generalize", "remove", "tag", "mask", "hash", "encrypt"))


@dataclass(frozen=True)
class Policy:
    """Operators by fine type, class, or ``default``; None, a type without one, and what an operator leaves, is
    generalized. ``risky`` treats the terms that tell too much of others (None: they are generalized too).
    """

    operators: Mapping[str, Operator | None] = field(default_factory=dict)
    risky: Operator | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.operators, Mapping):
            raise UsageError(f"operators: a table of types is needed, not {kind_of(self.operators)}")
        for what, operator in (*self.operators.items(), ("risky", self.risky)):
            if operator is not None and not isinstance(operator, Operator):
                raise UsageError(
                    f"operator for {what!r}: an operator object is needed, not {kind_of(operator)}; "
                    "Policy.parse makes them from names"
                )
            if isinstance(operator, type):
                raise UsageError(
                    f"operator for {what!r}: {operator.__name__} is a class; give one made of it, "
                    f"{operator.__name__}(...)"
                )
        _check_risky(self.risky)

    @classmethod
    def of(cls, operators: "Policy | Mapping[str, Any] | None") -> "Policy":
        """Return a policy as it is, from a table as :meth:`parse` takes it, or the default for None. Raises
        UsageError."""
        if operators is None or isinstance(operators, Policy):
            return operators or cls()
        if not isinstance(operators, Mapping):
            raise UsageError(
                f"operators: a Policy or a table like {{'PERSON': 'tag'}} is needed, not {kind_of(operators)}"
            )
        keyed = sorted({name for wanted in operators.values() if (name := operator_name(wanted)) in KEYED})
        if keyed:
            raise UsageError(
                f"operator {keyed[0]}: needs a key; give operators=Policy.parse(table, Key.read(file)) "
                "(from sanitizer.operators import Key, Policy)"
            )
        return cls.parse(operators)

    @classmethod
    def parse(cls, table: Mapping[str, Any], key: Key | None = None, types: Iterable[str] = ()) -> "Policy":
        """From a table of a settings file: ``PERSON = "surrogate"``, ``CARD = {mask = {keep_last = 4}}``,
        ``default = "generalize"``, ``risky = "encrypt"``. ``types`` are known besides the shipped ones. Raises
        :class:`UsageError` for names that do not exist, and keyed operators without a key.
        """
        known = {*TYPES, *EntityClass.__members__, "default", *types}
        operators: dict[str, Operator | None] = {}
        risky = None
        for label, wanted in table.items():
            operator = make(wanted, key)
            if not isinstance(label, str):
                raise UsageError(f"operators: the name of a type is needed, not {kind_of(label)}")
            if label.lower() == "risky":
                _check_risky(operator)
                risky = operator
                continue
            name = label.lower() if label.lower() == "default" else label.upper()
            kind = name if name in known else fine_type(label)
            if kind not in known:
                raise UsageError(
                    f"operator for {label!r}: no type that is known{did_you_mean(label, (*known, 'risky'))}; "
                    "sanitizer types lists them, and there are the eight classes, default and risky"
                )
            operators[kind] = operator
        return cls(operators, risky)

    @property
    def names(self) -> dict[str, str]:
        """The operators by what they treat: for reports, without keys."""
        named = {
            kind: operator.name if operator else "generalize" for kind, operator in self.operators.items()
        }
        return named | ({"risky": self.risky.name} if self.risky else {})

    @property
    def cipher(self) -> Encrypt | None:
        """An operator that encrypts, if there is one: then tokens that a text already holds are encrypted too."""
        every = (*self.operators.values(), self.risky)
        return next((operator for operator in every if isinstance(operator, Encrypt)), None)

    def operator(self, type: str, entity_class: EntityClass) -> Operator | None:
        """Return the operator for a term: that of its fine type, else of its class, else the default."""
        for name in (type, entity_class.value, "default"):
            if name in self.operators:
                return self.operators[name]
        return None

    def replacement(self, term: Term) -> str | None:
        """Return what stands for the term; None when it is to be generalized."""
        operator = self.operator(term.type, term.entity_class)
        return None if operator is None else operator.replace(term)

    @staticmethod
    def write(operator: Operator, term: Term, forbidden: Callable[[str], bool]) -> str | None:
        """Return what an operator writes for the term, None to generalize it; a surrogate that is ``forbidden`` is
        drawn again. Only ``keep`` leaves a term as it is."""
        if isinstance(operator, Surrogate):
            return operator.draw(term, forbidden)
        value = operator.replace(term)
        unchanged = value == term.surface and operator.name != "keep"  # a year that some days do not move
        return None if unchanged else value


_MAKERS: Final[Mapping[str, Any]] = {
    "remove": Remove, "keep": Keep, "tag": Tag, "pseudonym": Pseudonym, "mask": Mask, "hash": Hash,
    "encrypt": Encrypt, "surrogate": Surrogate, "date-shift": ShiftDates,
}  # fmt: skip


def make(wanted: Any, key: Key | None = None) -> Operator | None:
    """Return an operator from its name, or from ``{name: options}``; None for ``generalize``. Raises UsageError."""
    name = operator_name(wanted)
    options = wanted[name] if isinstance(wanted, Mapping) and name is not None else {}
    added = plugins.without_clash("operators", set(OPERATORS))
    if name not in OPERATORS and name not in added:
        known = (*OPERATORS, *sorted(added))
        hint = did_you_mean(name, known) if isinstance(name, str) else ""
        told = repr(name) if isinstance(name, str) else kind_of(wanted)
        raise UsageError(f"operator {told} is none of {', '.join(known)}{hint}")
    if not isinstance(options, Mapping):
        raise UsageError(f"operator {name}: its options are a table, not {kind_of(options)}")
    if name in added:
        return _of_plugin(name, added[name], options)
    _check_options(name, options)
    if name == "generalize":
        return None
    if name in KEYED and key is None:
        raise UsageError(f"operator {name}: needs a key; give --key-file FILE or set SANITIZER_KEY")
    made: Operator = _MAKERS[name](**({"key": key} if name in KEYED else {}), **options)
    return made


def _of_plugin(name: str, maker: Callable[..., Operator], options: Mapping[str, Any]) -> Operator:
    try:
        return maker(**options)
    except TypeError as error:
        raise UsageError(
            f"operator {name}: {', '.join(options) or 'nothing'} is not what it takes"
        ) from error


def check(wanted: Any, what: str = "default", types: Iterable[str] = ()) -> None:
    """Check the name and the options of an operator and ``what`` it is for, without its key. Raises UsageError."""
    Policy.parse({what: wanted}, Key(os.urandom(32)), types)


_MEANINGS: Final[Mapping[str, str]] = {
    "generalize": "a true, more general word (the default)",
    "remove": "a sign that something is missing: [...]",
    "keep": "the term itself",
    "tag": "what kind of thing it is: [E-MAIL ADDRESS]",
    "pseudonym": "a numbered stand-in, the same for the same entity of a document: PERSON_2",
    "mask": "its letters and digits covered, but for the last few: **** 1234",
    "hash": "a code that is the same for the same entity in all documents: PERSON-9f2c1a",
    "encrypt": "the term encrypted; sanitizer restore gives it back",
    "surrogate": "an invented name, place, address or number, the same for the same value in all documents",
    "date-shift": "the date moved by a number of days that is the person's own",
}


def meaning(name: str) -> str:
    """Return what an operator writes, in one line."""
    return _MEANINGS[name]


def operator_name(wanted: Any) -> Any:
    """Return the name of an operator in a table: the value itself, or the only key of a table of options; None for
    others."""
    if isinstance(wanted, Mapping):
        return next(iter(wanted)) if len(wanted) == 1 else None
    return wanted if isinstance(wanted, str) else None


def _check_options(name: str, options: Mapping[str, Any]) -> None:
    """Refuse options that are not: each must be one of the operator's and of the type of its default."""
    own = fields(_MAKERS[name]) if name in _MAKERS else ()
    known = {f.name: f.default for f in own if f.default is not MISSING}
    for option, value in options.items():
        if option not in known:
            possible = f"its options are {', '.join(known)}" if known else "it has no options"
            raise UsageError(
                f"operator {name}: {option!r} is not its option{did_you_mean(option, known)}; {possible} "
                "(sanitizer help operators)"
            )
        if type(value) is not type(known[option]):
            raise UsageError(f"operator {name}: {option} is {kind_of(known[option])}, not {kind_of(value)}")


def _check_risky(operator: Operator | None) -> None:
    if operator is not None and operator.name not in _FOR_RISKY:
        raise UsageError(f"operator {operator.name}: risky terms take {', '.join(sorted(_FOR_RISKY))}")
