"""Parts of a user's own for a release by columns: models, a search, an objective, a partitioner."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sanitizer.errors import UsageError
from sanitizer.relational.definition.choices import BY_COLUMNS
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.privacy.models import PrivacyModel, all_satisfied
from sanitizer.relational.privacy.partitioner import Labels, Partitioner, UnsatisfiableError, classes_of
from sanitizer.relational.table.table import Column

if TYPE_CHECKING:
    from sanitizer.relational.columns.lattice import Solution
    from sanitizer.relational.columns.lattice_nodes import Problem
    from sanitizer.relational.columns.loss import Objective


@dataclass(frozen=True, slots=True)
class Parts:
    """``models`` hold beside those of the definition; ``search`` solves the problem of a full-domain search, ``loss``
    is what it makes least; ``partitioner`` divides the rows (positions of numbers and dates, codes of the others)."""

    models: tuple[PrivacyModel, ...] = ()
    search: "Callable[[Problem], Solution] | None" = None
    loss: "Objective | None" = None
    partitioner: Partitioner | None = None

    def check(self, definition: Definition) -> None:
        """Raise UsageError for parts that the definition has no use for."""
        if self == Parts():
            return
        method, start = definition.method.partitioner, definition.file
        if definition.named(Role.TEXT):
            raise UsageError(f"{start}: own models, searches and partitioners are for tables without texts")
        if self.partitioner is not None and (self.search is not None or self.loss is not None):
            raise UsageError(f"{start}: give either a partitioner, or a search and its loss")
        if (self.search is not None or self.loss is not None) and method != "full-domain":
            raise UsageError(
                f'{start}: an own search or loss needs partitioner = "full-domain", not "{method}"'
            )
        if self.models and self.partitioner is None and method not in BY_COLUMNS:
            raise UsageError(
                f'{start}: own models need a partitioner of columns ({", ".join(BY_COLUMNS)}), not "{method}"'
            )
        for model in self.models:
            if not isinstance(model, PrivacyModel):
                raise UsageError(
                    f"models: {type(model).__name__} is none: columns, absorbing and satisfied are needed"
                )
            for name in model.columns:
                if name not in {a.name for a in definition.named(Role.SENSITIVE)}:
                    raise UsageError(f'models: "{name}" has to be a sensitive column of the definition')


def check_classes(
    labels: Labels, models: Sequence[PrivacyModel], sensitive: Sequence[Column], whose: str
) -> None:
    """Raise UnsatisfiableError where classes that an own part made (labels below 0: left out) fail a model."""
    kept = labels >= 0
    if not kept.any():
        return
    found = classes_of(labels[kept], [c.take(kept.nonzero()[0]) for c in sensitive])
    bad = int((~all_satisfied(models, found)).sum())
    if bad:
        raise UnsatisfiableError(f"{whose}: {bad} of its groups do not satisfy the privacy models")
