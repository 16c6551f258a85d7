"""A table without texts as classes of rows that are recoded one by one: Mondrian's cuts, or local recoding.

The partitioners work on columns of codes; what stands in a class is written by the same recoders as in releases with
texts (ranges, calendar nodes, sets, common beginnings, lowest common ancestors).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kb.ladders.columns import ANY
from sanitizer.errors import UsageError
from sanitizer.relational.columns.aggregates import aggregate_of, aggregated
from sanitizer.relational.columns.search import quasi_identifier
from sanitizer.relational.columns.user_parts import Parts, check_classes
from sanitizer.relational.definition.definition import Attribute, Definition
from sanitizer.relational.privacy.k_anonymity import KAnonymity
from sanitizer.relational.privacy.models import PrivacyModel
from sanitizer.relational.privacy.of_definition import privacy_models
from sanitizer.relational.privacy.partitioner import Labels, Partitioner, canonical
from sanitizer.relational.privacy.population import (
    AmongPopulation,
    of_table_alone,
    population_models,
    population_table,
    together,
    who,
)
from sanitizer.relational.table.hierarchies import make_hierarchy
from sanitizer.relational.table.hierarchy import Hierarchy
from sanitizer.relational.table.plain_table import coded_texts, distinct
from sanitizer.relational.table.recoders import LocalRecoder, make_recoder
from sanitizer.relational.table.table import NULL, Column, Table
from sanitizer.types import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Divided:
    """``labels`` (persons,) are the classes, -1 for persons that were dropped; ``columns`` the released columns (of
    persons), ``losses`` (persons, p) their NCP, ``population`` (classes,) the persons of the
    population in each class."""

    labels: Labels
    columns: tuple[Column, ...]
    losses: FloatArray
    population: IntArray | None = None


def divide(
    definition: Definition,
    attributes: Sequence[Attribute],
    columns: Sequence[Column],
    sensitive: Sequence[Column],
    parts: Parts | None = None,
) -> Divided:
    """Divide persons by the partitioner of the definition (``columns`` or ``local``) and recode their classes.

    Args:
        attributes, columns: the quasi-identifiers and their values, over persons.
        sensitive: the columns that the models are about, over persons.

    Raises UsageError: there is no quasi-identifier, a cell does not have its type, or not even all persons as one class
    satisfy the models.
    """
    if not columns:
        raise UsageError(
            f"{definition.file}: partitioner = {definition.method.partitioner!r} needs a quasi-identifier"
        )
    persons = len(columns[0].codes)
    for a in attributes:
        if aggregate_of(a, definition) != "range" and population_models(definition):
            raise UsageError(
                f'{definition.file}: a {aggregate_of(a, definition)} of "{a.name}" covers nobody of a population: '
                'say aggregate = "range", or leave k-map and delta-presence out'
            )
    population = population_table(definition, [c.name for c in columns])
    others = 0 if population is None else len(population)
    if population is not None:
        columns = [together(c, Column.of_coded(c.name, coded_texts(population, c.name))) for c in columns]
        sensitive = [*(of_table_alone(c, others) for c in sensitive), who(persons, others)]
    local = definition.method.partitioner == "local"
    hierarchies = [
        quasi_identifier(a, c, definition).hierarchy if local else make_hierarchy(a, c.labels, definition)
        for a, c in zip(attributes, columns, strict=True)
    ]
    recoders = [recoder_of(a, c, h) for a, c, h in zip(attributes, columns, hierarchies, strict=True)]
    rows = np.arange(len(columns[0].codes))
    if definition.method.null_matching == "basic":
        rows = rows[np.all([c.codes != NULL for c in columns], axis=0)]
        if not len(rows):
            raise UsageError("the table has no rows left: each has a NULL (null_matching = basic)")
    partitioner: Partitioner
    if local:
        from sanitizer.relational.columns.local_recoding import LocalRecoding

        partitioner = LocalRecoding({h.name: h for h in hierarchies if h is not None})
        quasi = Table(tuple(c.take(rows) for c in columns))
    else:
        numbers = frozenset(c.name for c, r in zip(columns, recoders, strict=True) if not r.category)
        partitioner = (parts and parts.partitioner) or _cutting(definition.method.partitioner, numbers)
        quasi = Table(tuple(place_column(c, r).take(rows) for c, r in zip(columns, recoders, strict=True)))
    judged = [c.take(rows) for c in sensitive]
    models: list[PrivacyModel] = [KAnonymity(definition.k), *privacy_models(definition, sensitive)]
    models += parts.models if parts else ()
    if population is not None:
        models = [AmongPopulation((*models, *population_models(definition)))]
    labels = np.full(len(columns[0].codes), -1, dtype=np.int64)
    labels[rows] = canonical(partitioner.partition(quasi, models, judged))
    made = [
        aggregated(c, labels, how, recoded(c, r, labels))
        if (how := aggregate_of(a, definition)) != "range"
        else recoded(c, r, labels)
        for a, c, r in zip(attributes, columns, recoders, strict=True)
    ]
    if parts and parts.partitioner:
        check_classes(labels, models, sensitive, "partitioner")
    # what is written of a class covers its rows of the population too, so these are as many as were counted
    among = None if population is None else _of_population(labels, persons)
    return Divided(
        labels[:persons],
        tuple(c.take(np.arange(persons)) for c, _ in made),
        np.stack([cost[:persons] for _, cost in made], axis=1),
        among,
    )


def _cutting(name: str, numbers: frozenset[str]) -> Partitioner:
    if name == "mdav":
        from sanitizer.relational.columns.mdav import Mdav

        return Mdav(numbers)
    from sanitizer.relational.columns.mondrian import Mondrian

    return Mondrian(numbers)


def _of_population(labels: Labels, persons: int) -> IntArray:
    """Return how many persons of the population are in each class, at least those of the table."""
    classes = int(labels.max(initial=-1)) + 1
    counts = [np.bincount(of[of >= 0], minlength=classes) for of in (labels[:persons], labels[persons:])]
    return np.maximum(*counts).astype(np.int64)


def recoder_of(attribute: Attribute, column: Column, hierarchy: Hierarchy | None) -> LocalRecoder:
    """Return the recoder of a column of codes, its hierarchy made before. Raises UsageError for a cell of another
    type."""
    first = np.full(len(column.labels) + 1, 0, dtype=np.int64)
    first[column.codes[::-1]] = np.arange(len(column.codes), 0, -1)  # the first row of each value, from 1
    present = [(int(row), label) for row, label in zip(first[:-1], column.labels, strict=True) if row]
    return make_recoder(attribute, present, hierarchy)


def place_column(column: Column, recoder: LocalRecoder) -> Column:
    """Return the column with the places of its values as values: equal places are equal, in the order of the
    recoder."""
    present = np.unique(column.codes[column.codes != NULL])
    place = np.array([recoder.position(column.labels[code]) for code in present.tolist()])
    distinct, at = np.unique(place, return_inverse=True)
    lookup = np.full(len(column.labels) + 1, NULL, dtype=np.int32)
    lookup[present] = at.reshape(-1)
    return Column(column.name, lookup[column.codes], tuple(map(repr, distinct.tolist())))


def recoded(column: Column, recoder: LocalRecoder, labels: Labels) -> tuple[Column, FloatArray]:
    """Return what each person's class is recoded to, and its NCP; classes with and without a value get ANY."""
    classes = int(labels.max(initial=-1)) + 1
    kept = labels >= 0
    gaps = np.bincount(labels[kept & (column.codes == NULL)], minlength=classes) > 0
    known = kept & (column.codes != NULL)
    pairs = distinct(labels[known] * max(len(column.labels), 1) + column.codes[known])
    of, codes = np.divmod(pairs, max(len(column.labels), 1))
    starts = np.flatnonzero(np.diff(of, prepend=-1))  # classes in which the column is missing tell nothing
    some = of[starts]
    number, first = _same_sets(codes, starts)
    texts: dict[str, int] = {}
    made, lost = np.zeros(len(first), dtype=np.int32), np.zeros(len(first))
    ends = np.append(starts, len(codes))
    for i, at in enumerate(first.tolist()):
        members = codes[ends[at] : ends[at + 1]].tolist()
        text, lost[i] = recoder.recode([column.labels[m] for m in members])
        made[i] = texts.setdefault(text, len(texts))
    code, cost = np.full(classes + 1, NULL, dtype=np.int32), np.zeros(classes + 1)
    code[some], cost[some] = made[number], lost[number]
    if (torn := some[gaps[some]]).size:
        code[torn], cost[torn] = texts.setdefault(ANY, len(texts)), 1.0
    return Column(column.name, code[labels], tuple(texts)), cost[labels]


def _same_sets(codes: IntArray, starts: IntArray) -> tuple[IntArray, IntArray]:
    """Give numbers to equal sets: `codes` holds sets one behind the other, each ascending, from `starts` on. Returns
    the number of each set and the first set of each number."""
    if not len(starts):
        return starts, starts
    words = []
    for word in range(int(codes.max()) // 63 + 1):
        flags = np.where(codes // 63 == word, np.int64(1) << (codes % 63), 0)
        words.append(np.bitwise_or.reduceat(flags, starts))
        if len(words) > _MOST_WORDS:
            each = [tuple(s.tolist()) for s in np.split(codes, starts[1:])]
            seen: dict[tuple[int, ...], int] = {}
            number = np.array([seen.setdefault(s, len(seen)) for s in each])
            return number, np.unique(number, return_index=True)[1]
    order = np.lexsort(words)
    new = np.zeros(len(order), dtype=np.bool_)
    new[0] = True
    for flags in words:
        new[1:] |= flags[order[1:]] != flags[order[:-1]]
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.cumsum(new) - 1
    return number, order[new]


_MOST_WORDS: Final = 8
"""Words of flags in which sets are compared; larger ones value by value."""
