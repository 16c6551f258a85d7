"""Parquet files as a format: a row a document. Kept columns keep their types."""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pyarrow
import pyarrow.compute
import pyarrow.parquet

from sanitizer.documents.decode import check_text
from sanitizer.documents.formats import (
    BETWEEN,
    DocumentFormat,
    Fields,
    FileDocument,
    Piece,
    Unreadable,
    Written,
)
from sanitizer.documents.parquet_paths import Paths
from sanitizer.documents.paths import Path as FieldPath
from sanitizer.documents.paths import values_at
from sanitizer.documents.rows import are_texts, check_fields
from sanitizer.errors import DocumentError
from sanitizer.types import Document, whose_text

_ROWS: Final = 4_096
"""Rows that are decoded at once."""
_BROKEN: Final = (pyarrow.ArrowException, OSError, ValueError)


def count_rows(path: Path) -> int | None:
    """Return the rows of a Parquet file as it says itself; None where it is damaged, or packed."""
    try:
        return int(pyarrow.parquet.read_metadata(path).num_rows) or 1
    except _BROKEN:
        return None


class Parquet(DocumentFormat):
    """a row a document, with the types of the columns that are kept"""

    suffixes: tuple[str, ...] = (".parquet",)
    many: bool = True
    has_fields: bool = True

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield a document a row. Raises DocumentError where the file is damaged or lacks a column that was asked
        for."""
        try:
            file = pyarrow.parquet.ParquetFile(io.BytesIO(raw))
            paths = Paths.of(fields, file.schema_arrow.names)
            check_fields(paths.columns(fields), file.schema_arrow.names, "column")
            tops = dict.fromkeys(filter(None, (fields.id, fields.person, *paths.tops)))
            number = 0
            for batch in file.iter_batches(_ROWS, columns=list(tops)):
                told = batch.select(list(tops))
                for row in range(batch.num_rows):
                    number += 1
                    yield _document(told.slice(row, 1), str(number), fields, paths)
        except _BROKEN as error:
            raise DocumentError("is damaged: it cannot be read as Parquet") from error

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield a row a document: its id where there is one, what is kept, its text."""
        tables, ids = [], []
        for document in documents:
            if document.source:
                row = pyarrow.parquet.read_table(io.BytesIO(document.source))
            else:
                row = pyarrow.table({})
            ids.append(_id(row, fields.id, document.id) if fields.id else None)
            tables.append(_row(row, document, fields))
        target = io.BytesIO()
        whole = pyarrow.concat_tables(tables, promote_options="permissive") if tables else pyarrow.table({})
        if fields.id and tables:
            whole = whole.add_column(0, fields.id, pyarrow.chunked_array(_alike(ids)))
        for number, name in enumerate(whole.column_names):
            whole = whole.set_column(number, name, _used(whole.column(number)))
        pyarrow.parquet.write_table(whole, target)
        yield target.getvalue()

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield all texts of all columns, and what stands beside them in the file."""
        file = pyarrow.parquet.ParquetFile(io.BytesIO(raw))
        for key, value in (file.schema_arrow.metadata or {}).items():
            yield from (key.decode("utf-8", "replace"), value.decode("utf-8", "replace"))
        table = file.read()
        yield from table.column_names
        for column in table.columns:
            yield from map(str, column.to_pylist())
            if pyarrow.types.is_dictionary(column.type):
                yield from (str(value) for part in column.chunks for value in part.dictionary)


def _row(row: Any, document: Written, fields: Fields) -> Any:
    """Return a table of one row: what is kept of its source, and its texts, which a source that was written before
    holds."""
    paths = Paths.of(fields, row.column_names)
    texts = iter(document.texts) if document.pieces else None
    names = [name for name in paths.tops if name in row.column_names and name != fields.id]
    columns = {name: paths.column(row, name, texts) for name in names}
    if not paths.is_nested:
        before = columns.pop(fields.text, None)
        text = next(texts) if texts else document.text if before is None else before[0].as_py()
        columns[fields.text] = pyarrow.array([text], pyarrow.string())
    return pyarrow.table(columns)


def _used(column: Any) -> Any:
    """Return a column of categories with those alone that stand in it; any other column as it is."""
    kind = column.type
    if not pyarrow.types.is_dictionary(kind):
        return column
    told = column.cast(kind.value_type)
    seen = set(told.to_pylist())
    known = column.unify_dictionaries().chunk(0).dictionary if column.num_chunks else ()
    kept = pyarrow.array([v.as_py() for v in known if v.as_py() in seen], kind.value_type)
    places = pyarrow.compute.index_in(told, value_set=kept).combine_chunks().cast(kind.index_type)
    return pyarrow.DictionaryArray.from_arrays(places, kept, ordered=kind.ordered)


def _id(row: Any, name: str, value: str | int | float) -> Any:
    """Return the id of a row: as it was, in the type of its column, or a number or a text where it is another now."""
    if name in row.column_names and str(row.column(name)[0].as_py()) == str(value):
        return row.column(name).combine_chunks()
    return pyarrow.array([value])


def _alike(ids: list[Any]) -> list[Any]:
    """Return ids of one type: texts where they are of several."""
    kinds = {own.type for own in ids}
    return ids if len(kinds) == 1 else [own.cast(pyarrow.string()) for own in ids]


def _told(row: Any, path: FieldPath) -> Any:
    """Return what a kept field holds, in words."""
    values = [str(value) for value in values_at(row, path)]
    return values[0] if len(path) == 1 else values


def _document(row: Any, number: str, fields: Fields, paths: Paths) -> Document | Unreadable:
    """Return the document of a batch of one row."""
    told: dict[str, Any] = row.to_pylist()[0]
    given = told.get(fields.id) if fields.id else None
    if fields.id and not isinstance(given, str | int | float):
        return Unreadable(
            f"row {number}", f"has neither a text nor a number in column {fields.id!r} (--id-field)"
        )
    name = str(given) if given is not None else number
    texts = list(values_at(told, paths.text)) or [told[str(paths.text[0])]]
    if not are_texts(texts):
        return Unreadable(name, f"has no text in column {fields.text!r} (--text-field)")
    pieces = [Piece(text, "field") for text in texts if text is not None]
    text = BETWEEN.join(piece.text for piece in pieces)
    if fields.person and told[fields.person] is None:
        return Unreadable(name, f"has no field {fields.person!r} (--person-field)")
    try:
        check_text(text)
    except DocumentError as error:
        return Unreadable(name, str(error))
    person = str(told[fields.person]) if fields.person else ""
    if not person and given is None:
        person = whose_text(text)
    source = io.BytesIO()
    tops = [str(path[0]) for path in paths.keep.values()]
    tops += [str(paths.text[0])] if paths.is_nested or not pieces else []
    kept = list(dict.fromkeys(filter(None, (fields.id, *tops))))
    # without the text, but where there is none: what is kept is written as it is, whatever its type
    pyarrow.parquet.write_table(
        pyarrow.Table.from_batches([row.select(kept)]).replace_schema_metadata(), source
    )
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    return FileDocument(
        name,
        text,
        {name: _told(told, path) for name, path in paths.keep.items()},
        person,
        given if is_number else None,
        source=source.getvalue(),
        pieces=tuple(pieces),
    )
