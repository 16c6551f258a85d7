"""Read the texts of persons: one after the other here, or in other processes, each with a finder of its own."""

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Protocol

from sanitizer.common.knowledge import Known, in_use
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.terms.column_kinds import asked_of, column_kinds, phrases_of
from sanitizer.relational.terms.column_values import ColumnValues
from sanitizer.relational.terms.names_of_other_rows import OtherNames
from sanitizer.relational.terms.parts import HERE, TextParts
from sanitizer.relational.terms.redundancy import Redundancy
from sanitizer.relational.terms.terms import Found, PersonTexts, TermFinder, TermRules


class Finder(Protocol):
    """Finds the terms of persons, in their order."""

    def persons(self, asked: Iterable[PersonTexts]) -> Iterable[Found]:
        """Return the terms in all texts of each person."""


class Reader:
    """The finder of a table as a function of one person; another process makes it anew of the table without texts."""

    def __init__(self, table: PlainTable, definition: Definition, texts: TextParts) -> None:
        self._made_of = (table, definition, texts)
        self._finder: TermFinder | None = None
        self._known: Known | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Reader, self._made_of

    def __call__(self, asked: PersonTexts) -> Found:
        """Return the terms in all texts of a person."""
        if self._finder is None:
            table, definition, texts = self._made_of
            if texts.knowledge is not None:
                self._known = Known(texts.knowledge)
            known = in_use().everything if self._known is None else texts.knowledge
            self._finder = finder_for(definition, replace(texts, knowledge=known))(table)
        with nullcontext() if self._known is None else self._known.in_use():
            return self._finder.person(*asked)


class ReadElsewhere:
    """Finds the terms of persons in the ``place`` of the parts."""

    def __init__(self, table: PlainTable, definition: Definition, texts: TextParts) -> None:
        self._place = texts.place
        named = [*definition.named(Role.QUASI), *definition.named(Role.IDENTIFIER)]
        told = PlainTable({a.name: table.cells[a.name] for a in named}, len(table))
        self._reader = Reader(told, definition, replace(texts, place=HERE))

    def persons(self, asked: Iterable[PersonTexts]) -> Iterable[Found]:
        """Return the terms in all texts of each person."""
        return self._place.each(self._reader, asked)


def finder_for(definition: Definition, texts: TextParts) -> Callable[[PlainTable], TermFinder]:
    """Return what makes the finder of a table's terms from the parts given, and the defaults of those that are not."""

    def make(table: PlainTable) -> TermFinder:
        used = texts.recognizers
        kinds = column_kinds(table, definition, texts.knowledge)
        if used is None:
            from sanitizer.build_recognizers import RECOGNIZERS, open_recognizer

            used = [
                *(open_recognizer(name, ()) for name in RECOGNIZERS),
                ColumnValues.of(table, definition),
                ColumnValues(phrases_of(table, kinds)),
            ]
        reader = texts.parse
        if reader is None:
            from sanitizer.text.parse import parse as reader_default

            reader = reader_default
        linked = [replace(a, entity=kinds.get(a.name, a.entity)) for a in definition.named(Role.QUASI)]
        method = definition.method
        return TermFinder(
            used,
            reader,
            linked,
            Redundancy(texts.knowledge),
            TermRules(method.direct, method.keep, texts.control, method.order_of_dates, asked_of(definition)),
            OtherNames.of(table, definition),
        )

    return make
