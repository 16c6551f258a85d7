"""Propose a definition for a table without any configuration (RoG): role, type and hierarchy of each column.

Each column by itself (:mod:`.columns`), then what only the others tell: which one tells persons apart, and whose values
single them out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from kb.values.date_order import DateOrder
from sanitizer.common.knowledge import knowing
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.relational.definition.choices import guess_format
from sanitizer.relational.definition.definition import Kind, Role, Source
from sanitizer.relational.io.files import SourceError, delimiter_of
from sanitizer.relational.io.sources import read_cells
from sanitizer.relational.scan.columns import DROPPED, SETTLES, ColumnScan, RoG, scan_column
from sanitizer.relational.scan.held_names import SHOWN, pairs_of, say_the_same
from sanitizer.relational.scan.identifiers import (
    OF_THEIR_OWN,
    PersonKey,
    by_name,
    is_property,
    of_their_own,
    person_key,
    tells_persons,
)
from sanitizer.relational.table.persons import joins_of
from sanitizer.relational.table.plain_table import PlainTable, coded_texts

NULL_MARKS: Final = frozenset(["NULL", "null", "NaN", "nan", "N/A", "n/a", "#N/A", "\\N", "?"])
"""Cells that mean "missing" in tables of databases and statistics packages."""


@dataclass(frozen=True, slots=True)
class TableScan:
    """The columns of a table, where it is, what tells its persons apart, and how its dates in numbers are read."""

    source: Source
    rows: int
    columns: tuple[ColumnScan, ...]
    parameters: RoG
    key: PersonKey = field(default_factory=PersonKey)
    dates: DateOrder = field(default_factory=DateOrder)


@knowing()
def scan_file(
    path: str | Path, parameters: RoG | None = None, person: Sequence[str] = (), dates: str = "auto"
) -> TableScan:
    """Scan a CSV, Parquet or XML file; the columns ``person`` are known to tell persons apart, ``dates`` says what
    comes first in 3/4/1961 ("auto": what the table shows). Raises SourceError."""
    if "://" in str(path):
        raise SourceError(
            f"{make_safe(str(path))}: a scan reads files; export the table as CSV, or write a definition with "
            "[[source]] url and table"
        )
    path = Path(path)
    form = guess_format(str(path))
    source = Source(path=str(path), format=form)
    table = read_cells(source)
    if not len(table):
        raise SourceError(f"{path}: the table has no rows; there is nothing to scan")
    if form == "csv":
        source = replace(source, delimiter=delimiter_of(path))
    marks = null_marks(table) if form != "parquet" else ()
    if marks:
        source = replace(source, null=("", *marks))
        table = table.map(lambda v: None if v in marks else v)
    return scan_table(table, source, parameters, person, dates)


def make_safe(address: str) -> str:
    """Return an address without what stands before its host, which may hold a password."""
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def null_marks(table: PlainTable) -> tuple[str, ...]:
    """Return the words that stand for missing cells in a table, sorted. Only those that can hardly be anything
    else: "NA" may be Namibia, and "None" an answer."""
    cells = (coded_texts(table, name).values for name in table.columns)
    return tuple(sorted({v for values in cells for v in NULL_MARKS.intersection(values)}))


@knowing()
def scan_table(
    table: PlainTable,
    source: Source | None = None,
    parameters: RoG | None = None,
    person: Sequence[str] = (),
    dates: str = "auto",
) -> TableScan:
    """Scan a table in memory, which is not changed. Raises UsageError for a name in ``person`` that is no column."""
    parameters = parameters or RoG()
    cells = {c: coded_texts(table, c).map(_known).cells().tolist() for c in table.columns}
    for name in person:
        if name not in cells:
            hint = did_you_mean(name, cells) or f"; the columns: {', '.join(cells)}"
            raise UsageError(f'--person: there is no column "{name}"{hint}')
    columns = [scan_column(name, values, parameters) for name, values in cells.items()]
    columns = [_told(c, cells, columns) for c in columns]
    if person:
        columns = [_as_key(c) if c.name in person else c for c in columns]
        key = _key_of(cells, person)
    else:
        able = [c for c in columns if c.role is Role.IDENTIFIER and c.note != DROPPED]
        of_one = {c.name for c in able if by_name(c.name).of_one}
        key = person_key({c.name: cells[c.name] for c in able}, of_one, len(table))
        columns = [_as_key(c) if c.name == key.column else c for c in columns]
    keys = [cells[c.name] for c in columns if c.person]
    number: dict[Any, int] = {}
    persons = (
        [number.setdefault(v, len(number)) for v in zip(*keys, strict=True)] if keys else range(len(table))
    )
    columns = [_guarded(c, cells[c.name], persons, parameters) for c in columns]
    own = [c.name for c in columns if c.role is Role.IDENTIFIER]
    columns = [_unless_it_says(c, own, table) for c in columns]
    dated = [c.name for c in columns if c.role is Role.TEXT or (c.role is Role.QUASI and c.entity == "DATE")]
    counts = Counter(v for name in dated for v in cells[name] if v is not None)
    order = DateOrder.of_table(counts.items(), dates)
    return TableScan(source or Source(path="table.csv"), len(table), tuple(columns), parameters, key, order)


def _key_of(cells: Mapping[str, Sequence[str | None]], names: Sequence[str]) -> PersonKey:
    """Return these columns as the key, with how many persons they tell apart."""
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
    """Make a column of unknown meaning an identifier where its values determine those of other columns."""
    unknown = not column.entity and (column.role is Role.QUASI or column.note == DROPPED)
    if not unknown or column.distinct == 1.0 or is_property(column.name):
        return column
    others = [cells[c.name] for c in columns if c.name != column.name and c.role is not Role.TEXT]
    if not tells_persons(cells[column.name], others):
        return column
    return replace(column, role=Role.IDENTIFIER, kind=Kind.CATEGORY, hierarchy="", note=SETTLES)


def _unless_it_says(column: ColumnScan, own: Sequence[str], table: PlainTable) -> ColumnScan:
    """Return a column that says what one of the identifiers ``own`` of the same row says, as an identifier: a
    release of it would be refused."""
    shown = column.role in SHOWN and column.kind in (Kind.CATEGORY, Kind.CODE)
    same = next((o for o in own if shown and say_the_same(pairs_of(table, column.name, o))), "")
    if not same:
        return column
    note = f'says what "{same}" of the same row says: dropped'
    return replace(column, role=Role.IDENTIFIER, kind=Kind.CATEGORY, hierarchy="", note=note)


def _guarded(
    column: ColumnScan, cells: Sequence[str | None], persons: Sequence[int], parameters: RoG
) -> ColumnScan:
    """Return a sensitive column as a quasi-identifier where too many persons have a value of their own: it would
    stay."""
    if column.role is not Role.SENSITIVE or of_their_own(cells, persons) <= OF_THEIR_OWN:
        return column
    mask = f'{{ made = "masking", mask_length = {parameters.mask_length} }}'
    note = "an attribute to protect, but its values single persons out: recoded"
    return replace(column, role=Role.QUASI, hierarchy=mask, note=note)
