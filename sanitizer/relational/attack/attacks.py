"""Attack a release with its source at hand, before it gets its name; say in sentences what is found."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sanitizer.errors import UsageError
from sanitizer.relational.attack.earlier_releases import Cell, intersected
from sanitizer.relational.attack.homogeneity import homogeneous, minimal
from sanitizer.relational.attack.record import Attack
from sanitizer.relational.attack.texts import Hold, by_texts
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.report.report import AttackFigures
from sanitizer.relational.table.hierarchies import make_hierarchy
from sanitizer.relational.table.plain_table import PlainTable, texts_of


def attacked(
    released: PlainTable,
    persons: Sequence[int],
    source: PlainTable,
    of_source: Sequence[int],
    definition: Definition,
    earlier: PlainTable | None = None,
) -> list[Attack]:
    """Return what attacks on columns find.

    Args:
        released, persons: the release, and the person of each of its rows.
        source, of_source: the rows that it was made of, and the person of each, numbered alike.
        earlier: an earlier release of the same persons.

    Raises UsageError where the earlier release has no quasi-identifier of this one.
    """
    found: list[Attack] = []
    number = {person: i for i, person in enumerate(sorted(set(persons)))}
    quasi = definition.named(Role.QUASI)
    labels = _classes(released, persons, number, [a.name for a in quasi])
    for a in definition.named(Role.SENSITIVE):
        cells = _first(texts_of(released[a.name]), persons, number)
        found.append(homogeneous(a.name, labels, cells))
        found += [
            minimal(m, labels, cells)
            for m in definition.models
            if m.attribute == a.name and m.name == "l-diversity" and m.kind == "distinct"
        ]
    if earlier is not None:
        shared = [a for a in quasi if a.name in earlier.columns]
        if not shared:
            raise UsageError("--earlier: the earlier release has no column that this one recodes")
        values = {a.name: _first(texts_of(source[a.name]), of_source, number) for a in shared}
        present = {n: [v for v in cells if v is not None] for n, cells in values.items()}
        trees = {a.name: make_hierarchy(a, present[a.name], definition) for a in shared}
        before = {a.name: texts_of(earlier[a.name]) for a in shared}
        found.append(intersected(shared, values, labels, before, definition.k, trees))
    return found


def attacked_by_texts(
    released: PlainTable,
    persons: Sequence[int],
    source: PlainTable,
    of_source: Sequence[int],
    definition: Definition,
    held: Hold = tuple,
) -> list[Attack]:
    """Return what attacks on texts find; see :func:`attacked`. `held` holds what is found of each text."""
    texts = [a.name for a in definition.named(Role.TEXT)]
    if not texts:
        return []
    known = set(persons)
    mine = _Joined.of(released, persons, texts)
    theirs = _Joined.of(source, [p if p in known else None for p in of_source], texts)
    return by_texts(mine, theirs, definition.k, held)


def told_attacks(found: Sequence[Attack]) -> tuple[tuple[AttackFigures, ...], tuple[str, ...]]:
    """For the report: each attack, and the sentences of those that find more than is promised."""
    return tuple(a.figures for a in found), tuple(a.says for a in found if a.above)


def _classes(
    released: PlainTable, persons: Sequence[int], number: Mapping[int, int], names: Sequence[str]
) -> list[int]:
    """Return the class of each person by its recoded cells."""
    rows = zip(*(texts_of(released[n]) for n in names), strict=True) if names else iter([()] * len(persons))
    seen: dict[tuple[Cell, ...], int] = {}
    labels = [0] * len(number)
    for person, cells in zip(persons, rows, strict=True):
        labels[number[person]] = seen.setdefault(cells, len(seen))
    return labels


@dataclass(frozen=True, slots=True, eq=False)
class _Joined(Mapping[int, list[str]]):
    """The texts of each person: one for each of the ``rows``, its ``columns`` joined when it is asked for."""

    columns: Sequence[Sequence[Cell]]
    rows: Mapping[int, Sequence[int]]

    @classmethod
    def of(cls, table: PlainTable, persons: Sequence[int | None], names: Sequence[str]) -> "_Joined":
        """Return the texts of a table; a row of nobody (None) is left out."""
        rows: dict[int, list[int]] = defaultdict(list)
        for row, person in enumerate(persons):
            if person is not None:
                rows[person].append(row)
        return cls([table.texts(name) for name in names], rows)

    def __getitem__(self, person: int) -> list[str]:
        return ["\n".join(t for of in self.columns if (t := of[row])) for row in self.rows[person]]

    def __iter__(self) -> Iterator[int]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def _first(cells: Sequence[Cell], persons: Sequence[int], number: Mapping[int, int]) -> list[Cell]:
    """Return the first known cell of each person."""
    made: list[Cell] = [None] * len(number)
    for cell, person in zip(cells, persons, strict=True):
        if person in number and made[number[person]] is None:
            made[number[person]] = cell
    return made
