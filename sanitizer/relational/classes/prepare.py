"""From a table and its definition to the person-centric view: checks, persons, positions, terms."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sanitizer.common.progress import counted
from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Attribute, Definition, Role
from sanitizer.relational.table.checks import check_columns, check_method, told, without_nulls
from sanitizer.relational.table.hierarchies import make_hierarchy
from sanitizer.relational.table.persons import persons_of
from sanitizer.relational.table.plain_table import PlainTable, texts_of
from sanitizer.relational.table.recoders import LocalRecoder, make_recoder
from sanitizer.relational.table.view import View, make_view
from sanitizer.relational.terms.numbered_terms import Terms, collect
from sanitizer.relational.terms.parts import HERE, Place
from sanitizer.relational.terms.reading import Finder
from sanitizer.relational.terms.terms import Cell, OfCells, PersonTexts, TermKind, TermSpan
from sanitizer.types import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the partitioners and the recoding need of a table.

    ``table`` has the rows that are released, in their order (missing cells None); ``person`` (rows,) numbers the
    person of each row from 0 by first row; ``rows`` lists each person's rows; ``values[attribute][person]`` are the
    distinct values of a quasi-identifier, sorted, missing ones left out; ``dropped`` counts rows by reason.
    """

    table: PlainTable
    person: IntArray
    rows: tuple[tuple[int, ...], ...]
    quasi: tuple[Attribute, ...]
    recoders: tuple[LocalRecoder, ...]
    values: tuple[tuple[tuple[str, ...], ...], ...]
    terms: Terms
    view: View
    dropped: Mapping[str, int]

    @property
    def persons(self) -> int:
        """How many persons there are."""
        return len(self.rows)


def prepare(
    table: PlainTable,
    definition: Definition,
    make_finder: Callable[[PlainTable], Finder] | None,
    place: Place = HERE,
) -> Prepared:
    """Check the table against its definition and build the view.

    `make_finder` is called with the table when there are texts, and `place` holds what is found in them. Raises
    UsageError (column and row named) for a table that does not fit the definition, is empty, or has fewer persons than
    k. The table is not changed.
    """
    check_columns(table, definition)
    check_method(definition)
    table, dropped = without_nulls(table, definition)
    if not len(table):
        raise UsageError("the table has no rows" + (" left" if sum(dropped.values()) else "") + told(dropped))
    person = persons_of(table, definition)
    count = int(person.max()) + 1
    if count < definition.k:
        raise UsageError(f"k = {definition.k} is larger than the table: it has {count} person(s); lower k")
    grouped: list[list[int]] = [[] for _ in range(count)]
    for row, p in enumerate(person):
        grouped[p].append(row)
    rows = tuple(map(tuple, grouped))
    quasi = definition.named(Role.QUASI)
    columns = {a.name: texts_of(table[a.name]) for a in quasi}
    values, recoders = [], []
    for a in quasi:
        column = columns[a.name]
        present = [(row + 1, v) for row, v in enumerate(column) if v is not None]
        recoders.append(make_recoder(a, present, make_hierarchy(a, [v for _, v in present], definition)))
        values.append(tuple(tuple(sorted({v for r in own if (v := column[r]) is not None})) for own in rows))
    terms = _terms(
        table, definition, rows, dict(zip([a.name for a in quasi], values, strict=True)), make_finder, place
    )
    number = terms.number()
    sets: list[set[int]] = [set() for _ in range(count)]
    for (row, _), spans in terms.cells.items():
        sets[int(person[row])].update(number[s.key] for s in spans if s.kind is TermKind.QUASI)
    low, high, middle = _hulls(count, recoders, values)
    category = [r.category for r in recoders]
    view = replace(
        make_view(middle, low, high, category, [sorted(s) for s in sets], len(terms.keys)),
        bias=np.asarray([a.bias for a in quasi], dtype=np.float64),
        weight=np.asarray([a.weight for a in quasi], dtype=np.float64),
    )
    return Prepared(table, person, rows, quasi, tuple(recoders), tuple(values), terms, view, dropped)


def _hulls(
    persons: int, recoders: Sequence[LocalRecoder], values: Sequence[Sequence[Sequence[str]]]
) -> tuple[FloatArray, FloatArray, FloatArray]:
    low = np.full((persons, len(recoders)), np.nan)
    high, middle = low.copy(), low.copy()
    for j, (recoder, of) in enumerate(zip(recoders, values, strict=True)):
        for i, own in enumerate(of):
            if own:
                places = sorted(recoder.position(v) for v in own)
                low[i, j], high[i, j] = places[0], places[-1]
                inner = places[(len(places) - 1) // 2]
                middle[i, j] = inner if recoder.category else (places[0] + places[-1]) / 2
    return low, high, middle


def _terms(
    table: PlainTable,
    definition: Definition,
    rows: Sequence[Sequence[int]],
    values: Mapping[str, Sequence[Sequence[str]]],
    make_finder: Callable[[PlainTable], Finder] | None,
    place: Place,
) -> Terms:
    texts = {a.name: table.texts(a.name) for a in definition.named(Role.TEXT)}
    if not texts or make_finder is None:
        return Terms({}, (), (), ())
    finder = make_finder(table)
    identifiers = [texts_of(table[a.name]) for a in definition.named(Role.IDENTIFIER)]
    number: dict[Cell, int] = {}

    def asked() -> Iterator[PersonTexts]:
        for person, own in enumerate(rows):
            mine = {(r, name): t for r in own for name, column in texts.items() if (t := column[r])}
            secrets = sorted({v for column in identifiers for r in own if (v := column[r])})
            yield mine, {name: of[person] for name, of in values.items()}, secrets

    def found() -> Iterator[tuple[TermSpan, ...]]:
        with counted(len(rows), "persons read") as done:
            for of_person in finder.persons(asked()):
                for cell, spans in of_person.items():
                    number[cell] = len(number)
                    yield spans
                done(1)

    held = place.held(found())
    return collect(OfCells(number, held), lambda cell: texts[cell[1]][cell[0]] or "", place.counted)
