"""Rows of files as documents, and documents as rows: their fields by name or by path, and what is wrong with them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any, Final

from sanitizer.common import strict_json
from sanitizer.common.strict_json import RepeatedKeyError
from sanitizer.documents.decode import check_characters, check_text
from sanitizer.documents.formats import (
    BETWEEN,
    Fields,
    FileDocument,
    Piece,
    Unreadable,
    Written,
)
from sanitizer.documents.paths import Path, merged, only, path_of, replaced, values_at
from sanitizer.documents.write import dumps
from sanitizer.errors import DocumentError, WrongFieldError, did_you_mean
from sanitizer.types import Document, whose_text

_FIRST: Final = 100
"""Rows of which at least one must have a field that is named on the command line."""
BAD_ROW: Final = (ValueError, RecursionError, MemoryError)
"""What a line may raise that is no JSON, is nested too deep, tells a key twice, or has a number that is too long."""


def id_of(rows: Sequence[Any], fields: Fields) -> str | None:
    """Return the field of the id, where the first row has it."""
    return fields.id if rows and isinstance(rows[0], Mapping) and fields.id in rows[0] else None


def row_of(document: Written, fields: Fields) -> dict[str, Any]:
    """Return the fields of a row: the id first, where there is one, then those that are kept, then the text."""
    row: dict[str, Any] = dict(document.fields)
    if fields.id:
        row = {fields.id: document.id, **row, fields.id: document.id}
    row[fields.text] = document.text
    return row


def are_texts(values: Sequence[Any]) -> bool:
    """Return whether there are values at a path, each a text or none."""
    return bool(values) and all(isinstance(value, str | None) for value in values)


def from_paths(
    rows: "Iterator[tuple[str, str, Any]]", fields: Fields, path: Path
) -> Iterator[Document | Unreadable]:
    """Yield the documents of rows whose texts lie at a path; of such a row nothing is kept but these and the kept
    fields."""
    keep = {name: path_of(name) or (name,) for name in fields.keep}
    for where, number, row in rows:
        if not isinstance(row, Mapping):
            yield row if isinstance(row, Unreadable) else Unreadable(where, "is not an object with fields")
            continue
        texts = list(values_at(row, path))
        if not are_texts(texts):
            yield Unreadable(where, f"has no texts, or something else, at {fields.text!r} (--text-field)")
            continue
        texts = [text for text in texts if text is not None]
        flat = {name: list(values_at(row, own)) for name, own in keep.items()}
        kept = {name: values for name, values in flat.items() if values}
        own = {key: row[key] for key in (fields.id, fields.person) if key and key in row}
        told = replace(fields, keep=tuple(kept))
        item = from_row({**own, **kept, fields.text: BETWEEN.join(texts)}, where, number, told)
        if isinstance(item, Unreadable):
            yield item
            continue
        shape = only(row, path)
        for name in kept:
            shape = merged(shape, only(row, keep[name]))
        pieces = tuple(Piece(text, "field") for text in texts)
        yield FileDocument(
            item.id,
            item.text,
            item.fields,
            item.person,
            item.number,
            source=dumps(shape).encode(),
            pieces=pieces,
        )


def nested_row(document: Written, fields: Fields) -> dict[str, Any]:
    """Return a row that was read by paths, with its new texts, and its id first where there is one."""
    told = json.loads(document.source)
    row: dict[str, Any] = told[0] if isinstance(told, list) else told
    if document.pieces:
        texts = iter(document.texts)
        row = replaced(row, path_of(fields.text) or (fields.text,), lambda _: next(texts))
    return {fields.id: document.id, **row, fields.id: document.id} if fields.id else row


def json_lines(text: str) -> "Iterator[tuple[str, str, Any]]":
    """Yield where each row stands, its number, and the row itself or an Unreadable."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"line {number}"
        try:
            row = strict_json.loads(line)
        except json.JSONDecodeError as error:
            row = Unreadable(where, f"is not JSON: {error.msg} at column {error.colno}")
        except BAD_ROW as error:
            row = Unreadable(where, f"is not JSON that can be read ({why_unread(error)})")
        yield where, str(number), row


def why_unread(error: Exception) -> str:
    """Return which of BAD_ROW it is, in words."""
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, RepeatedKeyError):
        return str(error)
    return "a number has too many digits" if isinstance(error, ValueError) else "it is too large"


def from_rows(rows: "Iterator[tuple[str, str, Any]]", fields: Fields) -> Iterator[Document | Unreadable]:
    """Yield the documents of rows. Raises DocumentError when none of the first rows has a field that was asked for."""
    first = list(islice(rows, _FIRST))
    objects = [row for _, _, row in first if isinstance(row, Mapping)]
    known = list(dict.fromkeys(str(key) for row in objects for key in row))
    if objects:
        check_fields(fields, known, inner=list(dict.fromkeys(chain.from_iterable(map(_inner, objects)))))
    for where, number, row in chain(first, rows):
        yield row if isinstance(row, Unreadable) else from_row(row, where, number, fields)


def _inner(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the paths of the fields that lie one step inside of others."""
    for name, value in row.items():
        inside, mark = (value[:1], "[]") if isinstance(value, list) else ([value], "")
        yield from (f"{name}{mark}.{own}" for held in inside if isinstance(held, Mapping) for own in held)


def check_fields(
    fields: Fields, known: Sequence[str], what: str = "field", inner: Sequence[str] = ()
) -> None:
    """Raise WrongFieldError for a field that was asked for and does not exist (where one of the fields ``inner`` to
    others has its name, that one is proposed), DocumentError for one that is there twice."""
    asked = [("--text-field", fields.text), ("--id-field", fields.id)]
    asked += [("--keep-field", name) for name in fields.keep]
    asked += [("--person-field", fields.person)]
    for option, name in asked:
        if name and name not in known:
            names = ", ".join(name for name in known if name.isprintable()) or "none"
            path = next((own for own in inner if own.endswith(f".{name}")), "")
            hint = f" (did you mean {path!r}?)" if path else did_you_mean(name, known)
            raise WrongFieldError(f"has no {what} {name!r}{hint} ({what}s: {names}): say {option} NAME")
        if name and known.count(name) > 1:
            raise DocumentError(f"has the {what} {name!r} twice: give each {what} a name of its own")


def _held(value: Any) -> str:
    """Return what a field holds instead of a text, with the path to the texts within it; "" where it holds nothing."""
    if isinstance(value, Mapping):
        return f": it holds fields ({', '.join(map(str, value))}), named as FIELD.NAME" if value else ""
    if isinstance(value, list):
        first = value[0] if value else None
        keys = ", ".join(map(str, first)) if isinstance(first, Mapping) else ""
        return ": it is a list, named as FIELD[]" + (f" or FIELD[].NAME with one of {keys}" if keys else "")
    return ""


def from_row(row: Any, where: str, number: str, fields: Fields) -> Document | Unreadable:
    """Return the document of one row, the `number`-th, which stands `where`; or what is wrong with it."""
    if not isinstance(row, Mapping):
        return Unreadable(where, "is not an object with fields")
    given = row.get(fields.id) if fields.id else None
    if fields.id and given is None:
        return Unreadable(where, f"has no field {fields.id!r} (--id-field)")
    if not isinstance(given, str | int | float | None):
        return Unreadable(where, f"has neither a text nor a number in field {fields.id!r} (--id-field)")
    name = None if given is None else str(given)
    if name is not None and _fault(name):
        return Unreadable(where, f"has an id that {_fault(name)}")
    text = row.get(fields.text)
    if not isinstance(text, str):
        return Unreadable(name or where, f"has no text in field {fields.text!r}{_held(text)} (--text-field)")
    missing = [key for key in fields.keep if key not in row]
    if missing:
        return Unreadable(name or where, f"has no field {missing[0]!r} (--keep-field)")
    kept = {key: row[key] for key in fields.keep}
    try:
        bad = next(
            (key for key, value in kept.items() if _fault(json.dumps(value, ensure_ascii=False))), None
        )
    except BAD_ROW as error:
        return Unreadable(
            name or where, f"has a field that cannot be written: {why_unread(error)} (--keep-field)"
        )
    if bad is not None:
        return Unreadable(
            name or where, f"has characters that stand in no text in field {bad!r} (--keep-field)"
        )
    whose = fields.person
    if whose and row.get(whose) is None:
        return Unreadable(name or where, f"has no field {whose!r} (--person-field)")
    try:
        check_text(text)
    except DocumentError as error:
        return Unreadable(name or where, str(error))
    number_given = given if isinstance(given, int | float) and not isinstance(given, bool) else None
    person = str(row[whose]) if whose else ""
    if not person and not name:
        person = whose_text(text)  # a row number is nobody's
    return Document(name or number, text, kept, person, number_given)


def _fault(value: str) -> str | None:
    """Return what is wrong with the characters of a value, if anything."""
    try:
        check_characters(value)
    except DocumentError as error:
        return str(error)
    return None
