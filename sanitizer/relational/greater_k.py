"""Make a release again with a greater k until constraints on the table as a whole hold."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition
from sanitizer.relational.privacy.partitioner import UnsatisfiableError
from sanitizer.relational.privacy.table_models import TableModel, met, table_models
from sanitizer.relational.report.figures import ReleaseFigures
from sanitizer.relational.report.report import Constrained
from sanitizer.types import IntArray

Made = TypeVar("Made")


def sizes_of(figures: ReleaseFigures) -> IntArray:
    """Return the sizes of the classes of a release, from its report."""
    groups = [(group.size, group.classes) for group in figures.partitions]
    sizes, numbers = zip(*groups, strict=True)
    return np.repeat(np.array(sizes, dtype=np.int64), np.array(numbers))


def with_greater_k(
    definition: Definition,
    make: Callable[[Definition], Made],
    figures_of: Callable[[Made], ReleaseFigures],
    made: Made,
) -> tuple[Made, Constrained | None]:
    """Return what `make` makes with the least k, from the definition's on, at which all its constraints on the
    table hold, and figures of them; k is doubled, then bisected. `made` is what it makes of the definition itself.
    Raises UnsatisfiableError where none holds."""
    models = table_models(definition)
    if not models or _holds(models, figures_of(made)):
        return made, _figures(models, figures_of(made), definition.k) if models else None
    low, best, high, most = definition.k, None, definition.k, figures_of(made).persons
    fault = UnsatisfiableError(f"{definition.file}: no k meets {', '.join(models)}")
    while best is None:
        if high >= most:
            raise fault
        low, high = high, min(2 * high, most)
        try:
            made = make(replace(definition, k=high))
        except UsageError as error:
            raise fault from error
        if _holds(models, figures_of(made)):
            best = high, made
    while best[0] - low > 1:
        middle = (low + best[0]) // 2
        made = make(replace(definition, k=middle))
        if _holds(models, figures_of(made)):
            best = middle, made
        else:
            low = middle
    return best[1], _figures(models, figures_of(best[1]), best[0])


def _holds(models: Mapping[str, TableModel], figures: ReleaseFigures) -> bool:
    sizes = sizes_of(figures)
    return all(met(model, sizes) for model in models.values())


def _figures(models: Mapping[str, TableModel], figures: ReleaseFigures, k: int) -> Constrained:
    sizes = sizes_of(figures)
    values = {name: round(model.value(sizes), 6) for name, model in models.items()}
    return Constrained(k, values)
