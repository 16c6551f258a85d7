"""Identifier columns that an operator writes (hash, encrypt, ...), and the same values in the person's texts.

Values are written as `sanitizer sanitize` writes terms of that type under that key, so that tables and texts agree.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from sanitizer.common.keys import Key
from sanitizer.errors import UsageError
from sanitizer.operators.base import Operator, Term, canonical
from sanitizer.operators.encrypt import Encrypt
from sanitizer.operators.policy import Policy, make
from sanitizer.recognize.entity_types import class_word, entity_class
from sanitizer.relational.definition.definition import Attribute, Definition, DefinitionError
from sanitizer.relational.table.order import private_seed
from sanitizer.relational.table.plain_table import PlainTable, texts_of
from sanitizer.types import EntityClass

_FALL_BACK: Final = frozenset(("mask", "surrogate"))
"""Operators that may be unable to write a value otherwise: then the word of the type stands for it."""


@dataclass(frozen=True)
class ColumnOperator:
    """What writes one column: ``originals`` are its values without case, diacritics and punctuation, ``numbers`` the
    number of each of them from 0, for pseudonyms."""

    attribute: Attribute
    operator: Operator
    originals: frozenset[str] = field(repr=False)
    numbers: Mapping[str, int] = field(repr=False)

    @property
    def entity_class(self) -> EntityClass:
        """The class of the column's type."""
        return entity_class(self.attribute.entity)

    def term(self, surface: str, full: str = "") -> Term:
        """Return the surface as operators see it; ``full`` is the value of the column that it is a part of."""
        return Term(surface, self.attribute.entity, self.entity_class, full=full)

    def write(self, surface: str, full: str = "") -> str:
        """Return what stands for a value of the column, or for the part of it that ``surface`` is. Never a value
        that the column had: raises UsageError where the operator would write one."""
        bare = self.term(surface, full or surface)
        term = Term(surface, bare.type, bare.entity_class, self.numbers.get(bare.identity, -1), bare.full)
        value = Policy.write(self.operator, term, lambda words: canonical(words) in self.originals)
        constant = self.operator.name == "tag"
        if value is not None and (constant or canonical(value) not in self.originals):
            return value
        if self.operator.name in _FALL_BACK:
            return class_word(self.attribute.entity)
        raise UsageError(
            f'column "{self.attribute.name}": it already holds a value that operator {self.operator.name} would write; '
            "choose another one"
        )

    def column(self, values: Sequence[str | None]) -> list[str | None]:
        """Return the released cells; missing and empty ones stay."""
        if isinstance(self.operator, Encrypt) and not self.operator.deterministic:
            return [self.write(v) if v else v for v in values]
        made = {v: self.write(v) for v in dict.fromkeys(values) if v}
        return [made[v] if v else v for v in values]

    def mention(self, surface: str, type: str, values: Sequence[str]) -> str | None:
        """Return what stands for a mention in a text of the person whose values of the column are given: None when
        it is none of them, and, for names of persons, not made of words of exactly one ("Mr Huber" for "Thomas
        Huber")."""
        identity = self.term(surface).identity
        own = [v for v in values if self.term(v).identity == identity]
        if not own and self.entity_class is EntityClass.PERSON and entity_class(type) is EntityClass.PERSON:
            words = set(identity.split())
            own = [v for v in values if words <= set(self.term(v).identity.split())]
        if not own or len({self.term(v).identity for v in own}) > 1:
            return None
        return self.write(surface, own[0])


@dataclass(frozen=True)
class ColumnOperators:
    """The operators of a definition, on a table: by name of the column."""

    columns: Mapping[str, ColumnOperator]
    values: Mapping[str, tuple[str | None, ...]] = field(repr=False)

    def column(self, name: str) -> list[str | None]:
        """Return the released cells of a column."""
        return self.columns[name].column(self.values[name])

    def mention(self, surface: str, type: str, rows: Sequence[int]) -> str | None:
        """Return what stands for a direct identifier in a text of the person with these rows: None when it is no
        value of the person's own columns, or of several that do not agree."""
        said = set()
        for name, column in self.columns.items():
            own = sorted({v for row in rows if (v := self.values[name][row])})
            written = column.mention(surface, type, own)
            if written is not None:
                said.add(written)
        return said.pop() if len(said) == 1 else None

    @property
    def names(self) -> dict[str, str]:
        """The operators by column: for reports, without keys."""
        return {name: column.operator.name for name, column in self.columns.items()}


def make_operators(definition: Definition, key: Key | None) -> dict[str, Operator]:
    """Return the operators of the columns of a definition. Raises DefinitionError: no key, or nothing can be made
    up for the type of a column."""
    made: dict[str, Operator] = {}
    for a in definition.attributes:
        if not a.operator:
            continue
        place = f"{definition.file}: attribute.{a.name}.operator"
        try:
            operator = make({a.operator: dict(a.options)}, key)
        except UsageError as error:
            raise DefinitionError(f"{place}: {error}") from error
        if operator is None:
            raise DefinitionError(f'{place}: "{a.operator}" is not possible for a column')
        if (
            a.operator == "surrogate"
            and operator.replace(Term("A 1", a.entity, entity_class(a.entity))) is None
        ):
            raise DefinitionError(f"{place}: surrogate cannot make up values of the type {a.entity}")
        made[a.name] = operator
    return made


def on_table(table: PlainTable, definition: Definition, operators: Mapping[str, Operator]) -> ColumnOperators:
    """Return the operators with the values of a table, which is not changed."""
    values = {name: tuple(texts_of(table[name])) for name in operators}
    classes = {name: entity_class(definition.attribute(name).entity) for name in operators}
    identities: dict[EntityClass, dict[str, int]] = {}
    for name, column in values.items():
        own = identities.setdefault(classes[name], {})
        for value in dict.fromkeys(column):
            if value:
                own.setdefault(Term(value, "", classes[name]).identity, len(own))
    numbers: dict[EntityClass, dict[str, int]] = {}
    seed = private_seed(table, definition.method.seed) if operators else ()
    for of, found in identities.items():
        order = np.random.default_rng((*seed, len(found))).permutation(len(found))
        numbers[of] = {identity: int(order[i]) for identity, i in found.items()}
    columns = {
        name: ColumnOperator(
            definition.attribute(name),
            operator,
            frozenset(canonical(v) for v in values[name] if v),
            numbers[classes[name]],
        )
        for name, operator in operators.items()
    }
    return ColumnOperators(columns, values)
