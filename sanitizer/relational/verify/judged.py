"""What a check of a written release says; checks are put together in their order."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce

from sanitizer.relational.report.verification import Value


@dataclass(frozen=True, slots=True)
class Judged:
    """What does not hold and what could not be checked, as sentences; the recounted value of each model by its name;
    and the texts (row from 0, column) that failures are about, with what is wrong with each."""

    failures: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    cells: Mapping[tuple[int, str], str] = field(default_factory=dict)

    def __add__(self, other: "Judged") -> "Judged":
        return Judged(
            self.failures + other.failures,
            self.unchecked + other.unchecked,
            {**self.values, **other.values},
            {**self.cells, **other.cells},
        )


FINE = Judged()
"""Everything holds."""


def together(*parts: Judged) -> Judged:
    """Put several checks together, in their order."""
    return reduce(Judged.__add__, parts, FINE)
