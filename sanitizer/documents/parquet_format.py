"""Parquet files as a format: a row a document. Kept columns keep their types."""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pyarrow
import pyarrow.compute
import pyarrow.parquet

from sanitizer.documents.decode import check_text
from sanitizer.documents.formats import DocumentFormat, Fields, FileDocument, Piece, Unreadable, Written
from sanitizer.documents.rows import check_fields
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
            check_fields(fields, file.schema_arrow.names, "column")
            asked = dict.fromkeys(filter(None, (fields.id, *fields.keep, fields.person, fields.text)))
            number = 0
            for batch in file.iter_batches(_ROWS, columns=list(asked)):
                for row in range(batch.num_rows):
                    number += 1
                    yield _document(batch.slice(row, 1), str(number), fields)
        except _BROKEN as error:
            raise DocumentError("is damaged: it cannot be read as Parquet") from error

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield a row a document: its id where there is one, what is kept, its text."""
        tables, ids = [], []
        for document in documents:
            if document.source:
                row = pyarrow.parquet.read_table(io.BytesIO(document.source))
                text = document.texts[0] if document.pieces else row.column(fields.text)[0].as_py()
            else:
                row, text = pyarrow.table({}), document.text
            ids.append(_id(row, fields.id, document.id) if fields.id else None)
            columns: dict[str, Any] = {key: row.column(key) for key in fields.keep if key in row.column_names}
            columns.pop(fields.id or "", None)
            columns[fields.text] = pyarrow.array([text], pyarrow.string())
            tables.append(pyarrow.table(columns))
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


def _document(row: Any, number: str, fields: Fields) -> Document | Unreadable:
    """Return the document of a batch of one row."""
    told: dict[str, Any] = row.to_pylist()[0]
    given = told.get(fields.id) if fields.id else None
    if fields.id and not isinstance(given, str | int | float):
        return Unreadable(
            f"row {number}", f"has neither a text nor a number in column {fields.id!r} (--id-field)"
        )
    name = str(given) if given is not None else number
    text = told[fields.text]
    if not isinstance(text, str | None):
        return Unreadable(name, f"has no text in column {fields.text!r} (--text-field)")
    if fields.person and told[fields.person] is None:
        return Unreadable(name, f"has no field {fields.person!r} (--person-field)")
    try:
        check_text(text or "")
    except DocumentError as error:
        return Unreadable(name, str(error))
    person = str(told[fields.person]) if fields.person else ""
    if not person and given is None:
        person = whose_text(text or "")
    source = io.BytesIO()
    kept = [key for key in (fields.id, *fields.keep, fields.text if text is None else None) if key]
    # without the text, but where there is none: what is kept is written as it is, whatever its type
    pyarrow.parquet.write_table(
        pyarrow.Table.from_batches([row.select(kept)]).replace_schema_metadata(), source
    )
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    return FileDocument(
        name,
        text or "",
        {key: str(told[key]) for key in fields.keep},
        person,
        given if is_number else None,
        source=source.getvalue(),
        pieces=() if text is None else (Piece(text, "field"),),
    )
