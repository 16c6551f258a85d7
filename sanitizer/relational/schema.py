"""The definition of a release: its sources, what each column is, and what has to hold (docs/definition.md).

A definition is a TOML file (or the same structure as a mapping). It is checked completely before any data is
read; each message names the place in the file (``release.toml: attribute.age.role``), what is wrong, and what
is possible.
"""

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from sanitizer.errors import UsageError


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
FORMATS: Final = ("csv", "parquet", "xml", "sql")
PARTITIONERS: Final = ("mondrian", "gdf", "cluster", "full-domain")
TERM_RECODING: Final = ("generalize", "suppress")
MODELS: Final = ("l-diversity", "t-closeness", "alpha-k", "km-anonymity", "k-map")
L_KINDS: Final = ("distinct", "entropy", "recursive")
T_DISTANCES: Final = ("equal", "ordered", "hierarchical")
NULL_MATCHING: Final = ("basic", "extended", "maybe", "right-maybe")
SEARCHES: Final = ("optimal", "best-first")
WORDINGS: Final = ("grammar", "plain")
LOSSES: Final = ("loss", "wil")
HIERARCHIES: Final = ("masking", "ranges", "calendar", "flat")
TAXONOMIES: Final = ("wordnet", "places", "all")


class DefinitionError(UsageError):
    """A definition that cannot be used; the message begins with the place in it."""


@dataclass(frozen=True, slots=True)
class Source:
    """One relation: a file (``path``) or a table or query of a database (``url``)."""

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

    @property
    def label(self) -> str:
        """How messages name the source (a database without its password)."""
        if self.url:
            from sqlalchemy.engine import make_url

            return make_url(self.url).render_as_string(hide_password=True)
        return self.path


@dataclass(frozen=True, slots=True)
class Output:
    """Where the release goes; ``sidecar`` and ``report`` are paths or empty."""

    path: str = ""
    format: str = "csv"
    delimiter: str = ","
    encoding: str = "utf-8"
    null: str = ""
    row: str = "row"
    url: str = ""
    table: str = ""
    replace: bool = True
    sidecar: str = ""
    report: str = ""

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
    day_first: bool = True
    person: bool = False
    pseudonym: bool = False

    @property
    def dropped(self) -> bool:
        """Whether the release lacks the column."""
        return self.role is Role.IGNORE or (self.role is Role.IDENTIFIER and not self.pseudonym)


@dataclass(frozen=True, slots=True)
class Model:
    """A privacy model beside k: its ``name`` of MODELS and its parameters."""

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
    population: str = ""


@dataclass(frozen=True, slots=True)
class Method:
    """How the release is made."""

    partitioner: str = "cluster"
    lambda_: Lambda = 0.5
    terms: str = "generalize"
    weight_attributes: float = 1.0
    weight_terms: float = 1.0
    null_matching: str = "extended"
    suppression: float = 0.0
    search: str = "optimal"
    loss: str = "loss"
    wording: str = "grammar"
    seed: int = 0
    direct: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()


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

    def named(self, role: Role) -> tuple[Attribute, ...]:
        """The attributes of a role, in the order of the definition."""
        return tuple(a for a in self.attributes if a.role is role)

    def attribute(self, name: str) -> Attribute:
        """The attribute of that name; KeyError when there is none."""
        for a in self.attributes:
            if a.name == name:
                return a
        raise KeyError(name)

    def resolve(self, path: str) -> Path:
        """A path of the definition: relative paths are relative to the definition file."""
        return self.base / path


class _Table:
    """A TOML table being read: every key is taken with its type, and what is left over is an error."""

    def __init__(self, values: Any, where: str, file: str) -> None:
        self.where, self.file = where, file
        if not isinstance(values, Mapping):
            raise DefinitionError(f"{file}: {where}: a table is needed, not {_kind(values)}")
        self.values: dict[str, Any] = dict(values)
        self.known: list[str] = []

    def place(self, key: str) -> str:
        return f"{self.file}: {self.where}.{key}" if self.where else f"{self.file}: {key}"

    def fail(self, key: str, message: str) -> DefinitionError:
        return DefinitionError(f"{self.place(key)}: {message}")

    def _take(self, key: str, types: tuple[type, ...], name: str, default: Any) -> Any:
        self.known.append(key)
        if key not in self.values:
            return default
        value = self.values.pop(key)
        if (isinstance(value, bool) and bool not in types) or not isinstance(value, types):
            raise self.fail(key, f"{name} is needed, not {_kind(value)}")
        return value

    def text(self, key: str, default: str = "") -> str:
        value: str = self._take(key, (str,), "a string", default)
        return value

    def flag(self, key: str, default: bool) -> bool:
        value: bool = self._take(key, (bool,), "true or false", default)
        return value

    def choice(self, key: str, allowed: Sequence[str], default: str) -> str:
        value = self.text(key, default)
        if value and value not in allowed:
            raise self.fail(key, f'"{value}" is not possible; one of: {", ".join(allowed)}')
        return value

    def number(self, key: str, default: float, low: float, high: float | None = None) -> float:
        value = self._take(key, (int, float), "a number", default)
        if not value >= low or (high is not None and not value <= high):
            bounds = f"at least {low:g}" if high is None else f"{low:g} to {high:g}"
            raise self.fail(key, f"{value!r} is out of bounds ({bounds})")
        return float(value)

    def integer(self, key: str, default: int | None, low: int) -> int | None:
        value: int | None = self._take(key, (int,), "a whole number", default)
        if value is not None and value < low:
            raise self.fail(key, f"{value} is out of bounds (at least {low})")
        return value

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        value = self._take(key, (str, list), "a string or a list of strings", default)
        if isinstance(value, str):
            return (value,)
        if not all(isinstance(v, str) for v in value):
            raise self.fail(key, "every element must be a string")
        return tuple(value)

    def table(self, key: str) -> Any:
        self.known.append(key)
        return self.values.pop(key, None)

    def close(self) -> None:
        for key in self.values:
            near = difflib.get_close_matches(key, self.known, 1)
            hint = f'; did you mean "{near[0]}"?' if near else f"; possible: {', '.join(self.known)}"
            raise DefinitionError(f"{self.place(key)}: unknown key{hint}")


def _kind(value: Any) -> str:
    names = {bool: "true/false", int: "a whole number", float: "a number", str: "a string", list: "a list"}
    return names.get(type(value), "a table" if isinstance(value, Mapping) else f"a {type(value).__name__}")


def load_definition(path: str | Path) -> Definition:
    """Read and check a definition file.

    Raises DefinitionError with the place and the cure; relative paths in it start at its folder.
    """
    path = Path(path)
    try:
        with path.open("rb") as stream:
            values = tomllib.load(stream)
    except OSError as error:
        raise DefinitionError(f"{path}: the definition cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DefinitionError(f"{path}: not valid TOML: {error}") from error
    return parse_definition(values, file=path.name, base=path.parent)


def parse_definition(values: Mapping[str, Any], file: str = "definition", base: Path = Path()) -> Definition:
    """The definition in `values` (the structure of the TOML file), checked. Raises DefinitionError."""
    top = _Table(values, "", file)
    raw_sources = top.table("source")
    raw_output = top.table("output")
    raw_privacy = top.table("privacy")
    raw_method = top.table("method")
    raw_attributes = top.table("attribute")
    top.close()
    if not raw_attributes:
        raise DefinitionError(
            f"{file}: no [attribute.NAME] table: say what each column is (sanitizer scan proposes it)"
        )
    if not isinstance(raw_attributes, Mapping):
        raise DefinitionError(
            f"{file}: attribute: tables [attribute.NAME] are needed, not {_kind(raw_attributes)}"
        )
    attributes = tuple(_attribute(name, raw, file) for name, raw in raw_attributes.items())
    k, models = _privacy(raw_privacy if raw_privacy is not None else {}, file)
    definition = Definition(
        attributes=attributes,
        k=k,
        models=models,
        method=_method(raw_method if raw_method is not None else {}, file),
        sources=_sources(raw_sources, file),
        output=_output(raw_output, file) if raw_output is not None else None,
        base=base,
        file=file,
    )
    _check(definition)
    return definition


def _sources(raw: Any, file: str) -> tuple[Source, ...]:
    if raw is None:
        return ()
    if not isinstance(raw, list):
        raise DefinitionError(f"{file}: source: write [[source]] (a list of tables), not [source]")
    return tuple(_source(r, f"source[{i + 1}]", first=i == 0, file=file) for i, r in enumerate(raw))


def _source(raw: Any, where: str, first: bool, file: str) -> Source:
    t = _Table(raw, where, file)
    path, url = t.text("path"), t.text("url")
    if bool(path) == bool(url):
        raise t.fail("path", "give either path (a file) or url (a database)")
    source = Source(
        path=path,
        url=url,
        format=t.choice("format", FORMATS, "") or guess_format(path, url),
        delimiter=t.text("delimiter"),
        quote=t.text("quote", '"'),
        encoding=t.text("encoding"),
        null=t.texts("null", ("",)),
        row=t.text("row"),
        table=t.text("table"),
        query=t.text("query"),
        key=t.texts("key"),
    )
    t.close()
    if url and bool(source.table) == bool(source.query):
        raise t.fail("table", "a database needs either table or query")
    _check_url(t, url)
    if len(source.delimiter) > 1:
        raise t.fail("delimiter", "one character is needed")
    if not first and not source.key:
        raise t.fail("key", "the second and later sources need the column(s) that join them to those before")
    return source


def _check_url(t: _Table, url: str) -> None:
    if url:
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError

        try:
            make_url(url)
        except (ArgumentError, ValueError) as error:
            raise t.fail("url", 'not a database address; its form is "sqlite:///file.db"') from error


def guess_format(path: str, url: str = "") -> str:
    """The format that the name of a file (or the presence of a URL) says: csv unless it says otherwise."""
    if url:
        return "sql"
    name = path.lower().removesuffix(".gz")
    for suffix, found in ((".parquet", "parquet"), (".pq", "parquet"), (".xml", "xml")):
        if name.endswith(suffix):
            return found
    return "csv"


def _output(raw: Any, file: str) -> Output:
    t = _Table(raw, "output", file)
    path, url = t.text("path"), t.text("url")
    if bool(path) == bool(url):
        raise t.fail("path", "give either path (a file) or url (a database)")
    output = Output(
        path=path,
        url=url,
        format=t.choice("format", FORMATS, "") or guess_format(path, url),
        delimiter=t.text("delimiter", ","),
        encoding=t.text("encoding", "utf-8"),
        null=t.text("null"),
        row=t.text("row", "row"),
        table=t.text("table"),
        replace=t.flag("replace", True),
        sidecar=t.text("sidecar"),
        report=t.text("report"),
    )
    t.close()
    if len(output.delimiter) != 1:
        raise t.fail("delimiter", "one character is needed")
    if url and not output.table:
        raise t.fail("table", "a database needs the table to write")
    _check_url(t, url)
    return output


def _attribute(name: str, raw: Any, file: str) -> Attribute:
    where = f"attribute.{name}"
    t = _Table(raw, where, file)
    role = t.choice("role", [r.value for r in Role], "")
    if not role:
        raise t.fail("role", f"missing; one of: {', '.join(r.value for r in Role)}")
    kind = t.choice("type", [k.value for k in Kind], Kind.CATEGORY.value)
    raw = t.table("hierarchy")
    attribute = Attribute(
        name=name,
        role=Role(role),
        kind=Kind(kind),
        entity=t.text("entity").upper(),
        hierarchy=_hierarchy(raw, f"{where}.hierarchy", file) if raw is not None else None,
        priority=t.number("priority", 1.0, 0.0),
        weight=t.number("weight", 1.0, 0.0),
        bias=t.number("bias", 0.0, -1.0, 1.0),
        limit=t.integer("limit", None, 0),
        least=t.integer("least", 0, 0) or 0,
        pin=t.integer("pin", None, 0),
        day_first=t.flag("day_first", True),
        person=t.flag("person", False),
        pseudonym=t.flag("pseudonym", False),
    )
    t.close()
    if attribute.pseudonym and attribute.role is not Role.IDENTIFIER:
        raise t.fail("pseudonym", 'only a column with role = "identifier" can have pseudonyms')
    if attribute.limit is not None and attribute.least > attribute.limit:
        raise t.fail("least", f"{attribute.least} is above the limit {attribute.limit}")
    return attribute


def _hierarchy(raw: Any, where: str, file: str) -> HierarchySpec:
    t = _Table(raw, where, file)
    made = t.choice("made", HIERARCHIES, "")
    taxonomy = t.choice("taxonomy", TAXONOMIES, "")
    path = t.text("file")
    levels = t.table("levels")
    if sum((bool(made), bool(taxonomy), bool(path), levels is not None)) != 1:
        raise DefinitionError(f"{file}: {where}: give exactly one of made, file, levels, taxonomy")
    rows: tuple[tuple[str, ...], ...] = ()
    if levels is not None:
        ok = isinstance(levels, list) and levels and all(isinstance(r, list) and r for r in levels)
        if not ok or not all(isinstance(v, str) for r in levels for v in r):
            raise t.fail("levels", 'a list of rows is needed: [["Paris", "France", "*"], ...]')
        if len({len(r) for r in levels}) != 1:
            raise t.fail("levels", "every row needs the same number of levels")
        rows = tuple(tuple(r) for r in levels)
    spec = HierarchySpec(
        made=made,
        file=path,
        taxonomy=taxonomy,
        levels=rows,
        delimiter=t.text("delimiter", ";"),
        fanout=t.integer("fanout", 3, 2) or 3,
        width=t.number("width", 0.0, 0.0),
        mask_length=t.integer("mask_length", 1, 1) or 1,
    )
    t.close()
    return spec


def _privacy(raw: Any, file: str) -> tuple[int, tuple[Model, ...]]:
    t = _Table(raw, "privacy", file)
    k = t.integer("k", 2, 1) or 1
    raw_models = t.table("model")
    t.close()
    if raw_models is None:
        return k, ()
    if not isinstance(raw_models, list):
        raise DefinitionError(f"{file}: privacy.model: write [[privacy.model]] (a list of tables)")
    return k, tuple(_model(r, f"privacy.model[{i + 1}]", file) for i, r in enumerate(raw_models))


def _model(raw: Any, where: str, file: str) -> Model:
    t = _Table(raw, where, file)
    name = t.choice("name", MODELS, "")
    if not name:
        raise t.fail("name", f"missing; one of: {', '.join(MODELS)}")
    model = Model(
        name=name,
        attribute=t.text("attribute"),
        kind=t.choice("kind", L_KINDS, "distinct"),
        l=t.number("l", 0.0, 0.0),
        c=t.number("c", 0.0, 0.0),
        t=t.number("t", 0.0, 0.0, 1.0),
        distance=t.choice("distance", T_DISTANCES, "equal"),
        alpha=t.number("alpha", 0.0, 0.0, 1.0),
        value=t.text("value"),
        m=t.integer("m", 2, 1) or 2,
        population=t.text("population"),
    )
    t.close()
    if name in ("l-diversity", "t-closeness", "alpha-k") and not model.attribute:
        raise t.fail("attribute", f"{name} needs the sensitive attribute it is about")
    if name == "l-diversity" and model.l < 1:
        raise t.fail("l", "l-diversity needs l (at least 1)")
    if name == "l-diversity" and model.kind == "recursive" and model.c <= 0:
        raise t.fail("c", "recursive (c,l)-diversity needs c (above 0)")
    if name == "t-closeness" and "t" not in raw:
        raise t.fail("t", "t-closeness needs t (0 to 1)")
    if name == "alpha-k" and not model.alpha:
        raise t.fail("alpha", "(alpha,k)-anonymity needs alpha (above 0, up to 1)")
    if name == "k-map" and not model.population:
        raise t.fail("population", "k-map needs the table of the population (a CSV file)")
    return model


def _method(raw: Any, file: str) -> Method:
    t = _Table(raw, "method", file)
    t.known.append("lambda")
    lambda_: Lambda = 0.5
    if t.values.get("lambda") == "auto":
        t.values.pop("lambda")
        lambda_ = "auto"
    elif isinstance(t.values.get("lambda"), str):
        raise t.fail("lambda", '0 to 1, or "auto"')
    else:
        lambda_ = t.number("lambda", 0.5, 0.0, 1.0)
    method = Method(
        partitioner=t.choice("partitioner", PARTITIONERS, "cluster"),
        lambda_=lambda_,
        terms=t.choice("terms", TERM_RECODING, "generalize"),
        weight_attributes=t.number("weight_attributes", 1.0, 0.0),
        weight_terms=t.number("weight_terms", 1.0, 0.0),
        null_matching=t.choice("null_matching", NULL_MATCHING, "extended"),
        suppression=t.number("suppression", 0.0, 0.0, 1.0),
        search=t.choice("search", SEARCHES, "optimal"),
        loss=t.choice("loss", LOSSES, "loss"),
        wording=t.choice("wording", WORDINGS, "grammar"),
        seed=t.integer("seed", 0, 0) or 0,
        direct=tuple(s.upper() for s in t.texts("direct")),
        keep=tuple(s.upper() for s in t.texts("keep")),
    )
    t.close()
    if method.weight_attributes + method.weight_terms == 0:
        raise t.fail("weight_attributes", "weight_attributes and weight_terms cannot both be 0")
    return method


def _check(d: Definition) -> None:
    """What no single table can say: the parts must fit each other."""
    names = {a.name for a in d.attributes}
    for i, model in enumerate(d.models):
        place = f"{d.file}: privacy.model[{i + 1}].attribute"
        if model.attribute and model.attribute not in names:
            raise DefinitionError(f'{place}: there is no attribute "{model.attribute}"')
        if model.attribute and d.attribute(model.attribute).role is not Role.SENSITIVE:
            raise DefinitionError(f'{place}: "{model.attribute}" must have role = "sensitive"')
    if not d.named(Role.QUASI) and not d.named(Role.TEXT):
        raise DefinitionError(
            f'{d.file}: no attribute with role = "quasi" or "text": there is nothing to recode'
        )
    kept = [a for a in d.attributes if not a.dropped]
    if not kept:
        raise DefinitionError(f"{d.file}: every attribute is dropped: nothing would be released")
