"""The report of a release: what the partitioner made, and what else is to be known of it before it goes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from sanitizer.relational.report.figures import ReleaseFigures
from sanitizer.relational.report.record import FLAT, Figures
from sanitizer.relational.report.verification import CountedBySql, Verification


@dataclass(frozen=True, slots=True)
class Constrained(Figures):
    """The k that was needed for constraints on the whole table (persons), and the value of each."""

    k_taken: int
    constraints: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleFigures(Figures):
    """A draw of persons for (epsilon, delta) differential privacy: the chance to be drawn, the k that delta needs, the
    persons drawn and those of the table."""

    epsilon: float
    delta: float
    share_drawn: float
    k_needed: int
    persons_drawn: int
    persons: int


@dataclass(frozen=True, slots=True)
class PramFigures(Figures):
    """A column drawn anew: the chance that a cell stays, the cells that changed, and all known ones."""

    kept_with: float
    cells_changed: int
    cells: int


@dataclass(frozen=True, slots=True)
class ExtremeFigures(Figures):
    """A column with a top or bottom: known cells above and below, and their mean before and after (in the column's
    unit)."""

    above_top: int
    below_bottom: int
    mean_before: float
    mean_after: float


@dataclass(frozen=True, slots=True)
class AloneFigures(Figures):
    """Persons who are the only ones with their cells, and their share of all."""

    persons: int
    share: float


@dataclass(frozen=True, slots=True)
class Uniqueness(Figures):
    """Whom the released cells single out: all columns but texts and pseudonyms, and those that stay as they were."""

    all_columns: AloneFigures
    columns_that_stay: AloneFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class DateOrderFigures(Figures):
    """What comes first in 3/4/1961, what decided it, how many dates are two days by it, and whether nothing did."""

    order: str
    decided_by: str
    ambiguous: int
    undecided: bool


@dataclass(frozen=True, slots=True)
class ReplacedCell(Figures):
    """A text that says only what its class shares: its row in the release (from 1) and its column."""

    row: int
    column: str


@dataclass(frozen=True, slots=True)
class TextsReplaced(Figures):
    """Texts that could not be made good: how many, why (counts by reason), and where."""

    cells: int
    reasons: Mapping[str, int] | None = None
    where: tuple[ReplacedCell, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackFigures(Figures):
    """What an attack found: persons found (a sum of chances) of those tried, their share, the share that the model
    promises (None: it says nothing of it), and a sentence."""

    attack: str
    found: float
    tried: int
    share: float
    promised: float | None
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinFigures(Figures):
    """A join: rows of the source and those without a partner, rows before it and those without one, and the numbers of
    the first of them (from 1)."""

    source: str
    rows: int
    rows_dropped: int
    earlier_rows: int
    earlier_rows_without_partner: int
    first_20_rows_dropped: tuple[int, ...] = ()
    first_20_without_partner: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReport(ReleaseFigures):
    """The report of a release; :meth:`to_json` is what the file has.

    ``tried`` is the loss of each partitioner that ``auto`` tried; ``spellings_merged`` and
    ``spellings_possibly_of_others`` count spellings of persons; ``order`` is that of the rows. A part that the release
    has nothing of is None or empty, and not in the file.
    """

    constrained: Constrained | None = field(default=None, metadata=FLAT)
    safe_sampling: SampleFigures | None = None
    pram: Mapping[str, PramFigures] = field(default_factory=dict)
    extremes: Mapping[str, ExtremeFigures] = field(default_factory=dict)
    tried: Mapping[str, float] = field(default_factory=dict)
    spellings_merged: int
    spellings_possibly_of_others: int
    order: str
    uniqueness: Uniqueness
    dates: DateOrderFigures | None = None
    warnings: tuple[str, ...]
    texts_replaced: TextsReplaced | None = None
    attacks: tuple[AttackFigures, ...] = ()
    joins: tuple[JoinFigures, ...] = ()
    verification: Verification | CountedBySql | None = None

    @classmethod
    def of(cls, figures: ReleaseFigures, **notes: Any) -> Self:
        """Return the figures of a partitioner's release with the further fields (`notes`), which stand over them."""
        made = {f.name: getattr(figures, f.name) for f in fields(figures)}
        return cls(**(made | notes))
