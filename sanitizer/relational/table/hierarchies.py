"""The hierarchy of an attribute, from whatever its definition says: a file, rows, made, or a taxonomy."""

from collections.abc import Callable, Sequence
from typing import Final

from kb.base import KnowledgeBase
from kb.ladders import Ladder
from kb.ladders.columns import Days, Flat, Masks, Ranges, Rows
from kb.ladders.concepts import WayUp
from kb.ladders.schemes import AGES, INCOMES, LISTS, Bands, Codes, Listed
from kb.taxonomy import readable
from kb.values.date_order import Order
from sanitizer.relational.definition.definition import Attribute, Definition, HierarchySpec
from sanitizer.relational.table.date_cells import partial_date
from sanitizer.relational.table.hierarchy import TOP, Hierarchy, HierarchyError
from sanitizer.relational.table.table import Column


def make_hierarchy(attribute: Attribute, values: Sequence[str], definition: Definition) -> Hierarchy | None:
    """Return the hierarchy that the definition names for an attribute, None when it names none.

    Raises HierarchyError when the hierarchy is malformed or lacks a value of the table.
    """
    spec = attribute.hierarchy
    if spec is None:
        return None
    name, distinct = attribute.name, sorted(set(values))
    if spec.file:
        return Hierarchy.from_csv(name, definition.resolve(spec.file), spec.delimiter)
    if spec.levels:
        return Hierarchy.from_rows(name, spec.levels)
    if not distinct:
        return None
    if spec.taxonomy:
        from sanitizer.relational.table.taxonomies import open_taxonomy

        return taxonomy(name, distinct, open_taxonomy(spec.taxonomy))
    return _made(attribute, distinct, spec)


def _made(attribute: Attribute, values: Sequence[str], spec: HierarchySpec) -> Hierarchy:
    if spec.made == "masking":
        return masking(attribute.name, values, spec.mask_length)
    if spec.made == "ranges":
        return ranges(attribute.name, values, spec.fanout, spec.width)
    if spec.made == "calendar":
        return calendar(attribute.name, values, attribute.order)
    if spec.made in LISTS:
        return _of(attribute.name, values, lambda cells: Listed(spec.made))
    if spec.made == "icd10":
        return _of(attribute.name, values, lambda cells: Codes())
    if spec.made in _BANDS:
        return bands(attribute.name, values, _BANDS[spec.made])
    return flat(attribute.name, values)


_BANDS: Final = {"ages": AGES, "incomes": INCOMES}


def bands(name: str, values: Sequence[str], widths: tuple[int, ...]) -> Hierarchy:
    """Bands of numbers that do not depend on the table (:class:`kb.ladders.schemes.Bands`)."""
    numbers = Column.of(name, list(values)).numbers()
    return _of(name, values, lambda cells: Bands(dict(zip(cells, numbers.tolist(), strict=True)), widths))


def flat(name: str, values: Sequence[str]) -> Hierarchy:
    """Return two levels: the value, and nothing (``*``)."""
    return _of(name, values, lambda cells: Flat())


def masking(name: str, values: Sequence[str], mask_length: int = 1) -> Hierarchy:
    """Return characters hidden from the right, `mask_length` more at each level (:class:`kb.ladders.columns.Masks`)."""
    return _of(name, values, lambda cells: Masks.of(cells, mask_length))


def ranges(name: str, values: Sequence[str], fanout: int = 3, width: float = 0.0) -> Hierarchy:
    """Ranges of numbers, each `fanout` times as wide as those below (:class:`kb.ladders.columns.Ranges`)."""
    numbers = Column.of(name, list(values)).numbers()
    return _of(
        name, values, lambda cells: Ranges.of(dict(zip(cells, numbers.tolist(), strict=True)), fanout, width)
    )


def calendar(name: str, values: Sequence[str], order: Order = "dmy", years: int = 10) -> Hierarchy:
    """Day (where some values tell a time as well), month, year, range of `years`, ``*`` for dates in any notation; the
    `order` says what comes first in 3/4/2004 (:class:`kb.ladders.columns.Days`)."""
    times = any(len(value) > 10 and ":" in value for value in values)
    return _of(name, values, lambda cells: Days(lambda cell: partial_date(cell, order), times, years))


def _of(name: str, values: Sequence[str], make: Callable[[Sequence[str]], Ladder[str]]) -> Hierarchy:
    """Return the hierarchy of the distinct values, in the order of columns. Raises HierarchyError."""
    cells = Column.of(name, list(values)).labels
    if not cells:
        raise HierarchyError(f'hierarchy "{name}" is empty')
    try:
        ladder = make(cells)
    except ValueError as error:
        raise HierarchyError(f'hierarchy "{name}": {error}') from error
    return Hierarchy.of(name, cells, ladder)


def taxonomy(name: str, values: Sequence[str], knowledge: KnowledgeBase) -> Hierarchy:
    """Return the generalizations of each value in a knowledge base: its first sense, by its nearest readable ancestors.

    A value that the knowledge base does not know goes straight to ``*``.
    """
    ladder = WayUp(knowledge, readable)
    chains: dict[str, list[str]] = {}
    for value in values:
        senses = knowledge.senses(value)
        chains[value] = [r.label for r in ladder.rungs(senses[0].concept)[1:]] if senses else []
    if not any(chains.values()):
        raise HierarchyError(f'hierarchy "{name}": the taxonomy knows none of the column\'s values')
    rows = {value: (value, *chain) for value, chain in _nested(chains).items()}
    return Hierarchy.of(name, sorted(rows), Rows(rows)).with_top()


def _nested(chains: dict[str, list[str]]) -> dict[str, list[str]]:
    """Chains cut so that each label has one way up: the first seen in the order of the values."""
    parent: dict[str, str] = {}
    for value in sorted(chains):
        previous = ""
        for label in chains[value]:
            if previous:
                parent.setdefault(previous, label)
            previous = label
        if previous:
            parent.setdefault(previous, TOP)
    result: dict[str, list[str]] = {}
    for value, labels in chains.items():
        chain: list[str] = []
        label = labels[0] if labels else TOP
        while label != TOP and label not in chain:
            chain.append(label)
            label = parent.get(label, TOP)
        result[value] = [*chain, TOP]
    return result
