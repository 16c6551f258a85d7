"""What a release needs to be told, as frozen data: sources, output, attributes, models, method (docs/definition.md)."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, TypeAlias

from kb.values.date_order import ORDERS as DATE_ORDERS
from kb.values.date_order import Order
from sanitizer.common import arguments
from sanitizer.documents.encrypted_files import Seal
from sanitizer.errors import UsageError
from sanitizer.relational.definition import choices


class Role(StrEnum):
    """What a column is for the release (relational.md; rx-anon section 3)."""

    IDENTIFIER = "identifier"  # A*: who the row is about; equal values are one person; dropped
    QUASI = "quasi"  # known to an attacker: recoded
    TEXT = "text"  # free text: its terms are part of the guarantee
    SENSITIVE = "sensitive"  # kept; l-diversity and t-closeness are about it
    INSENSITIVE = "insensitive"  # kept as it is
    IGNORE = "ignore"  # dropped


class Kind(StrEnum):
    """How the values of a quasi-identifier are ordered and recoded."""

    NUMBER = "number"  # range [low-high]
    DATE = "date"  # calendar: day, month, year, range of years
    CATEGORY = "category"  # hierarchy (lowest common ancestor) or set of values
    CODE = "code"  # postcodes, times, serials: masked from the right


Lambda: TypeAlias = float | Literal["auto"]


class DefinitionError(UsageError):
    """A definition that cannot be used; the message begins with the place in it."""


def _member(value: Any, kinds: type[StrEnum], what: str) -> None:
    if not isinstance(value, kinds):
        arguments.one_of(value, [k.value for k in kinds], what, DefinitionError)
        raise DefinitionError(f"{what}: give {kinds.__name__}({value!r})")


@dataclass(frozen=True, slots=True)
class Source:
    """One relation: a file (``path``, and ``table`` of a workbook), or a table or query of a database (``url``)."""

    path: str = ""
    format: str = "csv"
    delimiter: str = ""
    quote: str = '"'
    encoding: str = ""
    null: tuple[str, ...] = ("",)
    row: str = ""
    url: str = ""
    table: str = ""
    query: str = ""
    key: tuple[str, ...] = ()
    match: float | None = None

    @property
    def label(self) -> str:
        """How messages name the source (a database without its password)."""
        if self.url:
            from sqlalchemy.engine import make_url

            return make_url(self.url).render_as_string(hide_password=True)
        return self.path


@dataclass(frozen=True, slots=True)
class Output:
    """Where the release goes; ``sidecar`` and ``report`` are paths or empty; ``seal`` seals the sidecar."""

    path: str = ""
    format: str = "csv"
    delimiter: str = ","
    encoding: str = "utf-8"
    null: str = ""
    row: str = "row"
    url: str = ""
    table: str = ""
    replace: bool = False
    sidecar: str = ""
    report: str = ""
    seal: Seal | None = field(default=None, repr=False, compare=False)

    @property
    def label(self) -> str:
        """How messages name the output."""
        return Source(path=self.path, url=self.url).label


@dataclass(frozen=True, slots=True)
class HierarchySpec:
    """Where a hierarchy comes from: exactly one of ``made``, ``file``, ``levels`` and ``taxonomy``."""

    made: str = ""
    file: str = ""
    delimiter: str = ";"
    levels: tuple[tuple[str, ...], ...] = ()
    taxonomy: str = ""
    fanout: int = 3
    width: float = 0.0
    mask_length: int = 1


@dataclass(frozen=True, slots=True)
class Attribute:
    """One column of the joined table."""

    name: str
    role: Role
    kind: Kind = Kind.CATEGORY
    entity: str = ""
    hierarchy: HierarchySpec | None = None
    priority: float = 1.0
    weight: float = 1.0
    bias: float = 0.0
    limit: int | None = None
    least: int = 0
    pin: int | None = None
    dates: str = ""
    person: bool | None = None
    pseudonym: bool = False
    operator: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    top: float | None = None
    bottom: float | None = None
    aggregate: str = ""
    pram: float | None = None

    def __post_init__(self) -> None:
        place = f"attribute.{arguments.text(self.name, 'attribute.name', blank=True, error=DefinitionError)}"
        _member(self.role, Role, f"{place}.role")
        _member(self.kind, Kind, f"{place}.kind")
        for name in ("priority", "weight"):
            arguments.number(getattr(self, name), f"{place}.{name}", 0.0, error=DefinitionError)
        arguments.one_of(self.dates, ("", *DATE_ORDERS), f"{place}.dates", DefinitionError)
        arguments.number(self.bias, f"{place}.bias", -1.0, 1.0, error=DefinitionError)
        for name in ("limit", "least", "pin"):
            if getattr(self, name) is not None:
                arguments.whole(getattr(self, name), f"{place}.{name}", 0, error=DefinitionError)
        if self.pram is not None:
            arguments.number(self.pram, f"{place}.pram", 0.0, 1.0, error=DefinitionError)
        for name in ("pseudonym", *(("person",) if self.person is not None else ())):
            arguments.flag(getattr(self, name), f"{place}.{name}", DefinitionError)
        if self.person and self.role is not Role.IDENTIFIER:
            raise DefinitionError(
                f'{place}.person: only a column with role = "identifier" tells persons apart'
            )

    @property
    def order(self) -> Order:
        """How dates in numbers of the column are read; where nothing says it, with the day first."""
        return choices.order_of(self.dates)

    @property
    def dropped(self) -> bool:
        """Whether the release lacks the column."""
        written = self.pseudonym or bool(self.operator)
        return self.role is Role.IGNORE or (self.role is Role.IDENTIFIER and not written)


@dataclass(frozen=True, slots=True)
class Model:
    """A privacy model beside k: its ``name`` of choices.MODELS and its parameters."""

    name: str
    attribute: str = ""
    kind: str = "distinct"
    l: float = 0.0  # noqa: E741 - the field's name in the literature
    c: float = 0.0
    t: float = 0.0
    distance: str = "equal"
    alpha: float = 0.0
    value: str = ""
    m: int = 2
    cuts: str = "free"
    population: str = ""
    k: int | None = None
    beta: float = 0.0
    delta: float = 0.0
    lower: float = 0.0
    upper: float = 1.0
    risk: float = 0.0
    share: float = 0.0
    persons: int = 0
    epsilon: float = 0.0

    def __post_init__(self) -> None:
        arguments.one_of(self.name, choices.MODELS, "privacy.model.name", DefinitionError)
        place = f"privacy.model {self.name}"
        kinds = choices.B_KINDS if self.name == "beta-likeness" else choices.L_KINDS
        if self.name == "beta-likeness" and self.kind == "distinct":
            object.__setattr__(self, "kind", "enhanced")
        arguments.one_of(self.kind, kinds, f"{place}: kind", DefinitionError)
        arguments.one_of(self.distance, choices.T_DISTANCES, f"{place}: distance", DefinitionError)
        arguments.one_of(self.cuts, choices.KM_CUTS, f"{place}: cuts", DefinitionError)
        for name, most in (
            ("l", None), ("c", None), ("t", 1.0), ("alpha", 1.0), ("beta", None), ("delta", None), ("lower", 1.0),
            ("upper", 1.0), ("risk", 1.0), ("share", 1.0), ("epsilon", None),
        ):  # fmt: skip
            arguments.number(getattr(self, name), f"{place}: {name}", 0.0, most, error=DefinitionError)
        arguments.whole(self.m, f"{place}: m", 1, error=DefinitionError)
        if self.k is not None:
            arguments.whole(self.k, f"{place}: k", 1, error=DefinitionError)


@dataclass(frozen=True, slots=True)
class Method:
    """How the release is made."""

    partitioner: str = "cluster"
    lambda_: Lambda = 0.5
    terms: str = "generalize"
    longest_list: int = 3
    weight_attributes: float = 1.0
    weight_terms: float = 1.0
    null_matching: str = "extended"
    suppression: float = 0.0
    cell_suppression: bool = False
    search: str = "optimal"
    loss: str = "loss"
    wording: str = "grammar"
    dates: str = "auto"
    seed: int = 0
    order: str = "sorted"
    without_person: str = "refuse"
    direct: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    types: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        words = {
            "partitioner": choices.PARTITIONERS,
            "terms": choices.TERM_RECODING,
            "null_matching": choices.NULL_MATCHING,
            "search": choices.SEARCHES,
            "loss": choices.LOSSES,
            "wording": choices.WORDINGS,
            "dates": choices.DATES,
            "without_person": choices.WITHOUT_PERSON,
        }
        for name, allowed in words.items():
            arguments.one_of(getattr(self, name), allowed, f"method.{name}", DefinitionError)
        if self.lambda_ != "auto":
            arguments.number(self.lambda_, "method.lambda", 0.0, 1.0, error=DefinitionError)
        for name, most in (("weight_attributes", None), ("weight_terms", None), ("suppression", 1.0)):
            arguments.number(getattr(self, name), f"method.{name}", 0.0, most, error=DefinitionError)
        arguments.whole(self.longest_list, "method.longest_list", 0, error=DefinitionError)
        arguments.whole(self.seed, "method.seed", 0, error=DefinitionError)
        arguments.flag(self.cell_suppression, "method.cell_suppression", DefinitionError)

    @property
    def order_of_dates(self) -> Order:
        """How dates in numbers of the texts are read; where nothing says it, with the day first."""
        return choices.order_of(self.dates)


@dataclass(frozen=True, slots=True)
class Definition:
    """Everything a release needs; see docs/definition.md for each field."""

    attributes: tuple[Attribute, ...]
    k: int = 2
    models: tuple[Model, ...] = ()
    method: Method = field(default_factory=Method)
    sources: tuple[Source, ...] = ()
    output: Output | None = None
    base: Path = Path()
    file: str = "definition"

    def __post_init__(self) -> None:
        arguments.whole(self.k, "privacy.k", 1, error=DefinitionError)

    def named(self, role: Role) -> tuple[Attribute, ...]:
        """Return the attributes of a role, in the order of the definition."""
        return tuple(a for a in self.attributes if a.role is role)

    def attribute(self, name: str) -> Attribute:
        """Return the attribute of that name; KeyError when there is none."""
        for a in self.attributes:
            if a.name == name:
                return a
        raise KeyError(name)

    def resolve(self, path: str) -> Path:
        """Return a path of the definition: relative paths are relative to the definition file."""
        return self.base / path
