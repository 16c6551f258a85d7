"""Propose a definition for a table without any configuration (RoG): role, type and hierarchy of each column.

For each column the entity type that most cells are, weighed by confidence, and its share; above half, the column is
personal (RoG, algorithm 1). What its name, its form or its values make an identifier is dropped, however many rows
share it, and what is not understood is treated as personal too: nothing stays because nobody knows what it is.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import pandas as pd

from sanitizer.documents.write import is_written_through, whole_file
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.known import forgetting
from sanitizer.relational.definition.definition import Kind, Role, Source, guess_format
from sanitizer.relational.io.files import SourceError, delimiter_of
from sanitizer.relational.io.paths import same_file
from sanitizer.relational.io.sources import read_source
from sanitizer.relational.scan.detect import BY_NAME, cell_types, hints, is_time_with_idle_date, place_kind
from sanitizer.relational.scan.held_names import holds_names
from sanitizer.relational.scan.identifiers import (
    OF_THEIR_OWN,
    SINGLES_OUT,
    PersonKey,
    by_name,
    has_shape,
    is_counter,
    is_property,
    of_their_own,
    person_key,
    tells_persons,
)
from sanitizer.relational.table.checks import texts_of
from sanitizer.relational.table.dates import full_date
from sanitizer.relational.table.persons import joins_of
from sanitizer.relational.table.recoders import number
from sanitizer.relational.terms.column_values import is_direct
from sanitizer.text.fold import words

PERSONAL: Final = 0.5
"""RoG's threshold: more than half of the non-empty cells."""
NEARLY_UNIQUE: Final = 0.9
CATEGORIES: Final = 6
"""Labels that nobody understands are a category where they are no more than these, or few beside the rows."""
_FUNCTION_WORDS: Final = words(
    "the a an and or of is was are were with for to on in at no not she he they her his has had i my it this "
    "that"
)
_MEASURED: Final = frozenset({"AGE", "MONEY", "COORDINATES"})
NULL_MARKS: Final = frozenset(["NULL", "null", "NaN", "nan", "N/A", "n/a", "#N/A", "\\N", "?"])
"""Cells that mean "missing" in tables of databases and statistics packages."""
SAMPLE: Final = 2000
"""Cells whose content is looked at, spread evenly over the column."""
_HINT: Final = 0.45
"""What the name of a column adds to the share of a type that its cells may be."""


@dataclass(frozen=True, slots=True)
class RoG:
    """RoG's parameters by name: K, FANOUT, MASK_LENGTH."""

    k: int = 2
    fanout: int = 3
    mask_length: int = 3


@dataclass(frozen=True, slots=True)
class ColumnScan:
    """One column: its entity type with the share of cells (``percentage``, weighed by confidence), how many cells are
    missing and how many values distinct, whether it is personal, and what is proposed for it."""

    name: str
    entity: str
    percentage: float
    nulls: float
    distinct: float
    personal: bool
    role: Role
    kind: Kind
    hierarchy: str
    note: str
    person: bool = False


@dataclass(frozen=True, slots=True)
class TableScan:
    """The columns of a table, where it is, and what tells its persons apart."""

    source: Source
    rows: int
    columns: tuple[ColumnScan, ...]
    parameters: RoG
    key: PersonKey = field(default_factory=PersonKey)


@forgetting()
def scan_file(path: str | Path, parameters: RoG | None = None, person: Sequence[str] = ()) -> TableScan:
    """Scan a CSV, Parquet or XML file; the columns ``person`` are known to tell persons apart. Raises SourceError."""
    if "://" in str(path):
        raise SourceError(
            f"{make_safe(str(path))}: a scan reads files; export the table as CSV, or write a definition with "
            "[[source]] url and table"
        )
    path = Path(path)
    form = guess_format(str(path))
    source = Source(path=str(path), format=form)
    table = read_source(source)
    if not len(table):
        raise SourceError(f"{path}: the table has no rows; there is nothing to scan")
    if form == "csv":
        source = replace(source, delimiter=delimiter_of(path))
    marks = null_marks(table) if form != "parquet" else ()
    if marks:
        source = replace(source, null=("", *marks))
        table = table.mask(table.isin(marks), None)
    return scan_table(table, source, parameters, person)


def make_safe(address: str) -> str:
    """An address without what stands before its host, which may hold a password."""
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def null_marks(table: pd.DataFrame) -> tuple[str, ...]:
    """The words that stand for missing cells in a table, sorted. Only those that can hardly be anything else: "NA" may
    be Namibia, and "None" an answer."""
    return tuple(sorted({v for name in table.columns for v in NULL_MARKS.intersection(table[name].dropna())}))


@forgetting()
def scan_table(
    table: pd.DataFrame,
    source: Source | None = None,
    parameters: RoG | None = None,
    person: Sequence[str] = (),
) -> TableScan:
    """Scan a table in memory, which is not changed. Raises UsageError for a name in ``person`` that is no column."""
    parameters = parameters or RoG()
    cells = {str(c): [_known(v) for v in texts_of(table[c])] for c in table.columns}
    for name in person:
        if name not in cells:
            raise UsageError(f'--person: there is no column "{name}"{did_you_mean(name, cells)}')
    columns = [scan_column(name, values, parameters) for name, values in cells.items()]
    columns = [_told(c, cells, columns) for c in columns]
    if person:
        columns = [_as_key(c) if c.name in person else c for c in columns]
        key = _key_of(cells, person)
    else:
        able = [c for c in columns if c.role is Role.IDENTIFIER and c.note != _DROPPED]
        of_one = {c.name for c in able if by_name(c.name).of_one}
        key = person_key({c.name: cells[c.name] for c in able}, of_one, len(table))
        columns = [_as_key(c) if c.name == key.column else c for c in columns]
    keys = [cells[c.name] for c in columns if c.person]
    number: dict[Any, int] = {}
    persons = (
        [number.setdefault(v, len(number)) for v in zip(*keys, strict=True)] if keys else range(len(table))
    )
    columns = [_guarded(c, cells[c.name], persons, parameters) for c in columns]
    return TableScan(source or Source(path="table.csv"), len(table), tuple(columns), parameters, key)


def _key_of(cells: Mapping[str, Sequence[str | None]], names: Sequence[str]) -> PersonKey:
    """These columns as the key, with how many persons they tell apart."""
    columns = [joins_of(cells[name]) for name in names]
    keys = list(zip(*(column.cells for column in columns), strict=True))
    missing = sum(None in key for key in keys)
    joined = sum(column.spellings - column.values for column in columns)
    return PersonKey('" + "'.join(names), len({k for k in keys if None not in k}), (), missing, joined)


def _known(cell: str | None) -> str | None:
    return None if cell is None or not cell.strip() else cell


def _as_key(column: ColumnScan) -> ColumnScan:
    note = "tells persons apart: dropped"
    return replace(column, role=Role.IDENTIFIER, kind=Kind.CATEGORY, hierarchy="", note=note, person=True)


def _told(
    column: ColumnScan, cells: Mapping[str, Sequence[str | None]], columns: Sequence[ColumnScan]
) -> ColumnScan:
    """A column that nobody understands as an identifier where its values settle what other columns say."""
    unknown = not column.entity and (column.role is Role.QUASI or column.note == _DROPPED)
    if not unknown or column.distinct == 1.0 or is_property(column.name):
        return column
    others = [cells[c.name] for c in columns if c.name != column.name and c.role is not Role.TEXT]
    if not tells_persons(cells[column.name], others):
        return column
    note = "each value goes with one value of another column, as a person's does: dropped"
    return replace(column, role=Role.IDENTIFIER, kind=Kind.CATEGORY, hierarchy="", note=note)


def _guarded(
    column: ColumnScan, cells: Sequence[str | None], persons: Sequence[int], parameters: RoG
) -> ColumnScan:
    """A sensitive column as a quasi-identifier where too many persons have a value of their own: it would stay."""
    if column.role is not Role.SENSITIVE or of_their_own(cells, persons) <= OF_THEIR_OWN:
        return column
    mask = f'{{ made = "masking", mask_length = {parameters.mask_length} }}'
    note = "an attribute to protect, but its values single persons out: recoded"
    return replace(column, role=Role.QUASI, hierarchy=mask, note=note)


def scan_column(name: str, cells: list[str | None], parameters: RoG) -> ColumnScan:
    """What one column is (cells as strings, None where missing)."""
    present = [c for c in cells if c is not None and c.strip()]
    nulls = 1 - len(present) / len(cells) if cells else 1.0
    if not present:
        return ColumnScan(
            name, "", 0.0, nulls, 0.0, False, Role.IGNORE, Kind.CATEGORY, "", "no values at all"
        )
    distinct = len(set(present)) / len(present)
    sample = present[:: max(1, len(present) // SAMPLE)]
    entity, share = _entity(name, sample)
    facts = _Facts(name, sample, distinct, len(set(present)), len(present), present)
    personal = share > PERSONAL
    role, kind, hierarchy, note = _propose(entity if personal else "", facts, parameters)
    return ColumnScan(
        name,
        entity if personal else "",
        round(share, 2),
        nulls,
        distinct,
        personal,
        role,
        kind,
        hierarchy,
        note,
    )


def _entity(name: str, sample: list[str]) -> tuple[str, float]:
    """The type of most weight and its share; the name of the column helps a type that the cells allow."""
    if is_time_with_idle_date(sample):
        return "TIME", 1.0
    weight: Counter[str] = Counter()
    cells: Counter[str] = Counter()
    for text in sample:
        for kind, confidence in cell_types(text).items():
            weight[kind] += confidence  # type: ignore[assignment]
            cells[kind] += 1
    said = hints(name)
    shares = {kind: float(w) / len(sample) for kind, w in weight.items()}
    for kind in said:
        if kind in BY_NAME:
            if _plain(sample) or kind in shares:
                shares[kind] = max(shares.get(kind, 0.0), 0.9 if _fits_name(kind, sample) else 0.0)
        elif kind in shares:
            shares[kind] = min(1.0, shares[kind] + _HINT * cells[kind] / len(sample))
    if not shares:
        return "", 0.0
    kind, share = max(shares.items(), key=lambda pair: (pair[1], pair[0]))
    return kind, min(share, 1.0)


def _plain(sample: list[str]) -> bool:
    """Labels or numbers, not sentences."""
    return sum(len(t.split()) for t in sample) / len(sample) < 4


def _fits_name(kind: str, sample: list[str]) -> bool:
    """Whether the cells can be what the column's name says."""
    numbers = [n for t in sample if (n := number(t)) is not None]
    mostly_numbers = len(numbers) > 0.9 * len(sample)
    if kind == "AGE":
        return mostly_numbers and all(0 <= n <= 125 for n in numbers)
    if kind == "COORDINATES":
        return mostly_numbers and all(-180 <= n <= 180 for n in numbers)
    if kind == "MONEY":
        return mostly_numbers or any(c.isdigit() for t in sample for c in t)
    return not mostly_numbers


@dataclass(frozen=True, slots=True)
class _Facts:
    name: str
    sample: list[str]
    distinct: float
    values: int
    rows: int
    cells: list[str]

    @property
    def unique(self) -> bool:
        return self.distinct >= NEARLY_UNIQUE and self.rows > 1

    @property
    def words(self) -> float:
        return sum(len(t.split()) for t in self.sample) / len(self.sample)

    @property
    def numbers(self) -> list[float]:
        return [n for t in self.sample if (n := number(t)) is not None]

    @property
    def all_numbers(self) -> bool:
        return len(self.numbers) == len(self.sample)

    @property
    def is_text(self) -> bool:
        letters = sum(any(c.isalpha() for c in t) for t in self.sample) / len(self.sample)
        spoken = sum(not _FUNCTION_WORDS.isdisjoint(t.split()) for t in self.sample) / len(self.sample)
        said = spoken > 0.3 or self.words >= 6  # names and addresses have words, but no small ones
        return letters > 0.8 and self.distinct > 0.5 and self.words >= 3 and said

    @property
    def singles_out(self) -> bool:
        return self.distinct > SINGLES_OUT

    @property
    def counts_rows(self) -> bool:
        whole = self.all_numbers and all(n.is_integer() for n in self.numbers)
        return whole and self.distinct == 1.0 and self.rows > 20


def _propose(entity: str, facts: _Facts, p: RoG) -> tuple[Role, Kind, str, str]:
    """Role, type, hierarchy (TOML) and a note for a column of that entity type ("" = none found)."""
    mask = f'{{ made = "masking", mask_length = {p.mask_length} }}'
    if note := _direct(entity, facts):
        return Role.IDENTIFIER, Kind.CATEGORY, "", note
    if (not entity or entity in BY_NAME - _MEASURED) and facts.singles_out and has_shape(facts.sample):
        return Role.IDENTIFIER, Kind.CATEGORY, "", "codes or numbers that are given out one by one: dropped"
    if entity == "DISEASE" or (entity in ("RELIGION", "MONEY") and not facts.all_numbers):
        return Role.SENSITIVE, Kind.CATEGORY, "", "an attribute to protect: add l-diversity or t-closeness"
    if entity == "DATE" and all(full_date(t) for t in facts.sample):
        return Role.QUASI, Kind.DATE, "", "the calendar: day, month, year, range of years"
    if entity and facts.all_numbers and entity not in ("POSTCODE", "PHONE"):
        return Role.QUASI, Kind.NUMBER, "", "ranges"
    if entity == "GPE":
        return _propose_places(facts, mask)
    if entity in ("DATE", "TIME", "POSTCODE", "COORDINATES"):
        return Role.QUASI, Kind.CODE, "", "hidden from the right"
    if entity:
        return Role.QUASI, Kind.CATEGORY, "" if facts.values <= 20 else mask, "sets of values"
    if facts.is_text:
        return Role.TEXT, Kind.CATEGORY, "", "free text: its terms are part of the guarantee"
    if facts.counts_rows or is_counter(facts.cells):
        return Role.IDENTIFIER, Kind.CATEGORY, "", "a number for each row or person: dropped"
    return _not_found(facts)


def _direct(entity: str, facts: _Facts) -> str:
    """Why a column is a direct identifier, by type, content or name; "" where it is none."""
    if entity and is_direct(entity):
        return "direct: dropped"
    if entity not in ("GPE", "DISEASE") and not facts.is_text and holds_names(facts.name, facts.cells):
        return "names of persons: dropped"
    if by_name(facts.name).direct and not (facts.is_text and facts.words >= 6):
        return "its name is that of an identifier: dropped"
    return ""


def _propose_places(facts: _Facts, mask: str) -> tuple[Role, Kind, str, str]:
    """The taxonomy of places where most cells are known in it, else a mask."""
    cells = set(facts.sample)
    if sum(place_kind(t) > 0 and "," not in t for t in cells) / len(cells) > 0.8:
        return Role.QUASI, Kind.CATEGORY, '{ taxonomy = "places" }', "places: city, country, continent"
    return Role.QUASI, Kind.CATEGORY, mask, "strings masked from the right"


_DROPPED: Final = "labels that are not understood and single out: dropped"


def _not_found(facts: _Facts) -> tuple[Role, Kind, str, str]:
    said = sorted(hints(facts.name))
    if facts.unique and facts.all_numbers:
        if all(n.is_integer() for n in facts.numbers):
            note = "not understood, nearly unique: taken for an identifier"
            return Role.IDENTIFIER, Kind.CATEGORY, "", note
        return Role.QUASI, Kind.NUMBER, "", "not understood, nearly unique: taken for personal"
    if not facts.all_numbers and facts.values > CATEGORIES and facts.singles_out:
        return Role.IDENTIFIER, Kind.CATEGORY, "", _DROPPED
    note = "numbers" if facts.all_numbers else "labels"
    note += f": {facts.values} values for {facts.rows} rows, no entity type by content: taken for personal"
    if said:
        note += f"; the NAME says {said[0].lower()}"
    return Role.QUASI, Kind.NUMBER if facts.all_numbers else Kind.CATEGORY, "", note


def definition_text(scan: TableScan, folder: Path, output: str = "") -> str:
    """The proposed definition as TOML with comments; paths relative to `folder` where they can be."""
    s = scan.source
    lines = [
        f"# Proposed from {scan.rows} rows. Read it, correct it, then: sanitizer release THIS-FILE",
        "# Roles: identifier (dropped), quasi (recoded), text, sensitive, insensitive (kept), ignore (dropped).",
        *([f"# {asking(scan)}"] if scan.key.asked else []),
        "",
        "[[source]]",
        f"path = {json.dumps(_relative(s.path, folder))}",
        f'format = "{s.format}"',
        *([f"delimiter = {json.dumps(s.delimiter)}"] if s.delimiter else []),
        *([f"null = {json.dumps(list(s.null))}  # these cells count as missing"] if len(s.null) > 1 else []),
        "",
        "[output]",
        f"path = {json.dumps(_relative(output or 'release.csv', folder))}",
        "",
        "[privacy]",
        f"k = {scan.parameters.k}",
        "",
        "[method]",
        'partitioner = "cluster"',
        "lambda = 0.5",
        "",
    ]
    for c in scan.columns:
        found = f"{c.entity} {c.percentage:.2f}" if c.personal else "no entity type"
        lines += [
            f"# {found}; {percent(c.nulls)} missing, {percent(c.distinct)} distinct. {c.note}",
            f"[attribute.{json.dumps(c.name)}]",
            f'role = "{c.role.value}"',
            *(["person = true  # rows with equal cells are one person"] if c.person else []),
            *(["person = false  # does not tell persons apart"] if _settled_by_key(scan, c) else []),
        ]
        if c.role is Role.QUASI:
            lines.append(f'type = "{c.kind.value}"')
            if c.entity:
                lines.append(f'entity = "{c.entity}"')
            if c.hierarchy:
                lines.append(f"hierarchy = {c.hierarchy}")
        lines.append("")
    return "\n".join(lines)


def _settled_by_key(scan: TableScan, column: ColumnScan) -> bool:
    """Whether a column is an identifier beside a key that the scan found itself, which looked at all of them."""
    return column.role is Role.IDENTIFIER and not column.person and scan.key.found


def asking(scan: TableScan) -> str:
    """What a person has to decide where several columns could tell persons apart, or rows lack the one that does."""
    if scan.key.missing:
        return (
            f'several rows may be one person, and "{scan.key.column}", which would tell, is missing in '
            f"{scan.key.missing} of {scan.rows} rows: fill it in or leave these rows out (in a definition: "
            'method.without_person = "drop")'
        )
    of = ", ".join(f'"{name}" has {count} values' for name, count in scan.key.asked)
    return (
        f"several rows may be one person, and the columns do not agree ({of}, in {scan.rows} rows): "
        "say which one tells persons apart (--person COLUMN, or person = true in a definition)"
    )


def persons_told(scan: TableScan) -> str:
    """How persons are told apart, as a line to read."""
    if scan.key.asked:
        return asking(scan)
    if not scan.key.column:
        return (
            f"persons: each of the {scan.rows} rows counts as one (no column says who); "
            "if several may be one person, name the column that tells (--person COLUMN)"
        )
    more = f"; {scan.key.missing} rows do not say whose they are" if scan.key.missing else ""
    if scan.key.joined:
        more += f"; {scan.key.joined} spelling(s) joined with another one of the same person"
    return f'persons: {scan.key.persons} in {scan.rows} rows, told apart by "{scan.key.column}"{more}'


def _relative(path: str, folder: Path) -> str:
    """`path` as seen from the folder of the definition: relative when it lies inside, else absolute."""
    absolute = Path(path).absolute()
    try:
        return absolute.relative_to(folder.absolute()).as_posix()
    except ValueError:
        return absolute.as_posix()


def write_definition(scan: TableScan, path: Path, output: str = "", name: Path | None = None) -> None:
    """Write the proposed definition (temporary name, then rename). Raises UsageError, which says `name` where `path` is
    itself a temporary one."""
    if same_file(path, Path(scan.source.path)):
        raise UsageError(f"{path}: the definition would be written over the table; give it another name")
    if is_written_through(path):
        with whole_file(path) as stream:
            stream.write(definition_text(scan, Path(), output))
        return
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.write_text(definition_text(scan, path.parent, output), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise UsageError(f"{name or path}: cannot be written ({error.strerror})") from error


def percent(share: float) -> str:
    """A share in whole percents that says 0 % and 100 % only of none and all."""
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{share:.0%}"


def readable(scan: TableScan) -> str:
    """The scan as a table to read (RoG's Figure 4, with role, missing cells and distinct values)."""
    width = max([len(c.name) for c in scan.columns] + [10])
    head = f"{'column':<{width}}  {'entity':<12} {'share':>5}  {'role':<11} {'type':<8} missing distinct"
    return "\n".join([head, *(
        f"{c.name:<{width}}  {c.entity or '-':<12} {c.percentage:>5.2f}  {c.role.value:<11} {c.kind.value:<8} "
        f"{percent(c.nulls):>6} {percent(c.distinct):>8}" for c in scan.columns
    ), persons_told(scan)])  # fmt: skip


def as_json(scan: TableScan) -> list[dict[str, Any]]:
    """The scan as JSON values, one object a column."""
    return [
        {
            "columnName": c.name, "columnType": c.kind.value, "mostFrequentEntity": c.entity,
            "percentage": c.percentage, "missing": round(c.nulls, 4), "distinct": round(c.distinct, 4),
            "personal": c.personal, "role": c.role.value, "note": c.note,
        }
        for c in scan.columns
    ]  # fmt: skip
