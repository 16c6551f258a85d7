"""What a partitioner's release is: its classes, what they lost, what may be found by them. Losses are shares from 0
(as it was) to 1 (nothing left), risks are chances of a right guess; docs/tables.md explains each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sanitizer.relational.report.record import FLAT, Figures, key


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassFigures(Figures):
    """The classes: how many, and the persons in the least, the mean and the largest, with their deviation; the average
    class size metric (mean size / k), and discernibility (persons squared, summed)."""

    number: int
    least: int
    mean: float
    deviation: float
    largest: int
    average_class_size_metric: float
    discernibility: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskFigures(Figures):
    """Chances of a right guess for a prosecutor (highest, mean, and the share of persons above one in five), a
    journalist (against ``journalist_population``), and a marketer."""

    prosecutor_highest: float
    prosecutor_mean: float
    prosecutor_share_above: float = field(metadata=key("prosecutor_share_above_0.2"))
    journalist_highest: float
    journalist_mean: float
    journalist_population: str
    marketer: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeLoss(Figures):
    """The terms of one fine type: their mean loss over pairs of person and term, and how many pairs were kept,
    generalized, suppressed."""

    loss: float
    kept: int
    generalized: int
    suppressed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LossFigures(Figures):
    """Mean losses (NCP): of the columns, together and each; of terms, as they are and as they would be if they were
    only suppressed, of both (``total``), and by type (None: no texts were looked at). Beside them non-uniform entropy
    (0 to 1), and the classification metric of each sensitive column (the share of persons in the minority of their
    class)."""

    attributes: float
    terms: float | None = None
    terms_if_only_suppressed: float | None = None
    total: float | None = None
    by_attribute: Mapping[str, float]
    by_entity_type: Mapping[str, TypeLoss] | None = None
    nonuniform_entropy: float | None = None
    classification_metric: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFigures(Figures):
    """A search of the lattice: the level of each column (0: as it was), nodes of the lattice and those tested, the
    objective's value at the node found, whether that is proven least, persons suppressed and dropped; with cell
    suppression also the persons whom it saved, and the cells that it cost."""

    levels: Mapping[str, int]
    nodes: int
    tested: int
    loss: float
    optimal: bool
    suppressed_persons: int
    dropped_persons: int
    persons_saved_by_cell_suppression: int | None = None
    cells_suppressed: int | None = None


@dataclass(frozen=True, slots=True)
class Division(Figures):
    """How persons with terms are divided: the weight of columns against terms (0 to 1; None where it has no meaning),
    and what becomes of terms that a class does not share."""

    lambda_: float | None = field(metadata=key("lambda"))
    term_recoding: str


@dataclass(frozen=True, slots=True)
class SplitFigures(Figures):
    """How many cuts were made by a column, and by a term."""

    attributes: int
    terms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TermFigures(Figures):
    """Terms of the texts: distinct ones, persons without any, and mentions by what a term is."""

    distinct: int
    persons_without: int
    mentions: Mapping[str, int] = field(metadata=FLAT)


@dataclass(frozen=True, slots=True)
class SizeGroup(Figures):
    """The classes of one size: persons in each, how many there are, and the mean loss of their columns and of their
    terms (None: nobody in them has any). In JSON a list of these four."""

    size: int
    classes: int
    attributes: float
    terms: float | None

    def to_json(self) -> Any:
        """As a list."""
        return [self.size, self.classes, self.attributes, self.terms]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseFigures(Figures):
    """A release as its partitioner made it.

    ``definition`` is the name of the file, ``k`` the least persons of a class, ``models`` the further models by name;
    ``dropped`` counts rows by the reason why they went; ``partitions`` are the classes by their size, least first;
    ``mentions`` counts spans of the released texts by what was done there; ``operators`` are those that wrote columns.
    What the way of the release does not have is None or empty.
    """

    definition: str
    k: int
    models: tuple[str, ...]
    partitioner: str
    division: Division | None = field(default=None, metadata=FLAT)
    engine: Literal["memory", "duckdb", "spark"] = "memory"
    search: SearchFigures | None = None
    persons: int
    rows: int
    dropped: Mapping[str, int]
    classes: ClassFigures
    splits: SplitFigures | None = None
    loss: LossFigures
    terms: TermFigures | None = None
    risk: RiskFigures | None = None
    partitions: tuple[SizeGroup, ...]
    mentions: Mapping[str, int] = field(default_factory=dict)
    operators: Mapping[str, str] = field(default_factory=dict)
