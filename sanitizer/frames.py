"""Sanitize many texts: lists, and columns of data frames of pandas, polars and others (``narwhals``)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from numbers import Integral, Real
from typing import Any, Final, TypeAlias

import narwhals.stable.v1 as nw

from corpora_stats import CountsError
from sanitizer.common import arguments
from sanitizer.common.workers import ordered_map
from sanitizer.errors import ResourceError, SanitizerError, UsageError, did_you_mean
from sanitizer.recognize.telling_ids import may_tell, names_somebody
from sanitizer.result import Failed, SanitizedDocument
from sanitizer.types import Document

ERRORS: Final = ("raise", "return")
_ROWS: Final = 100_000
_SPARSE: Final = 10
"""A whole number in an index is that of a row where it is below the first, or so many times the number of rows."""
One: TypeAlias = Callable[[Any], SanitizedDocument]


def sanitize_many(
    sanitize: One,
    documents: Any,
    workers: int = 1,
    text: str = "text",
    id: str | None = None,
    errors: str = "raise",
) -> Any:
    """Return the results of all documents, in order: one by one of an iterable (of texts, documents, rows with
    fields, which give rows again, or parts of a data frame, which give data frames), a data frame of a Series or
    data frame.

    Raises UsageError for what is none, for a column that is missing, and for ``errors`` that are neither of ERRORS.
    """
    arguments.one_of(errors, ERRORS, "errors")
    arguments.whole(workers, "workers", 1)
    work = partial(_raising if errors == "raise" else or_failed, sanitize)
    table = nw.from_native(documents, pass_through=True, allow_series=True, eager_only=True)
    if isinstance(table, nw.DataFrame | nw.Series):
        return sanitize_frame(work, table, workers, text, id, errors)
    if isinstance(documents, str | bytes | Mapping | Document) or not isinstance(documents, Iterable):
        raise UsageError(
            f"documents: a list of texts, a Series or a data frame is needed, not {arguments.kind_of(documents)}"
        )
    if text in ("met", "reason", id) or id in ("met", "reason"):
        raise UsageError("a field is called 'met', 'reason' or the same as another: name it otherwise first")
    return ordered_map(partial(_any, work, text, id, errors), documents, workers)


def _any(work: Callable[[Any], Any], text: str, id: str | None, errors: str, document: Any) -> Any:
    """Return the result of a document; of a part of a data frame, or a row with fields (as data sets give them), what
    :func:`sanitize_frame` has of it. Raises UsageError for a row without such a field."""
    if (part := _part_of_frame(document)) is not None:
        return sanitize_frame(work, part, 1, text, id, errors)
    if not isinstance(document, Mapping):
        return work(document)
    for name in (text, *([] if id is None else [id])):
        if name not in document:
            raise UsageError(f"there is no field {name!r}{did_you_mean(name, list(map(str, document)))}")
    done = work(Row("" if id is None else str(document[id]), document[text]))
    failed = isinstance(done, Failed)
    row = {} if id is None else {id: document[id]}
    row |= {text: None if failed else done.text, "met": not failed and done.met}
    return row | {"reason": done.reason if failed else None} if errors == "return" else row


def _part_of_frame(given: Any) -> "nw.DataFrame[Any] | None":
    """Return a data frame, or a batch of Arrow as one; None for what is neither."""
    if isinstance(given, str | Document | Mapping):
        return None
    if hasattr(given, "__arrow_c_array__") and hasattr(given, "num_columns"):
        import pyarrow

        given = pyarrow.table(given)
    part = nw.from_native(given, pass_through=True, eager_only=True)
    return part if isinstance(part, nw.DataFrame) else None


def sanitize_frame(
    work: Callable[[Any], SanitizedDocument | Failed],
    table: "nw.DataFrame[Any] | nw.Series[Any]",
    workers: int,
    text: str,
    id: str | None,
    errors: str,
) -> Any:
    """Return a data frame of the same kind and order, and with the same index: the column ``id`` as it is, if one
    is named, the column ``text`` sanitized, ``met``, and with ``errors="return"`` the ``reason`` why a row failed:
    its text is then missing. Other columns are left out: nothing of them was looked at."""
    if isinstance(table, nw.Series):
        name = table.name or "text"
        table, text = table.alias(name).to_frame(), name
    for column in (text, *([] if id is None else [id])):
        if column not in table.columns:
            raise UsageError(f"there is no column {column!r}{did_you_mean(column, table.columns)}")
    index = nw.maybe_get_index(table)
    _check_labels(index, text)
    missing = table[text].is_null().to_list()
    texts = [None if gone else value for gone, value in zip(missing, table[text].to_list(), strict=True)]
    ids = [""] * len(texts) if id is None else [str(value) for value in table[id].to_list()]
    rows = list(ordered_map(partial(_row, work), zip(ids, texts, strict=True), workers))
    made: list[tuple[str, list[Any], Any]] = [
        (text, [None if isinstance(row, Failed) else row.text for row in rows], nw.String),
        ("met", [not isinstance(row, Failed) and row.met for row in rows], nw.Boolean),
    ]
    if id is not None:
        made.insert(0, (id, table[id].to_list(), table[id].dtype))
    if errors == "return":
        made.append(("reason", [row.reason if isinstance(row, Failed) else None for row in rows], nw.String))
    if len({name for name, _, _ in made}) < len(made):
        raise UsageError("a column is called 'met', 'reason' or the same as another: name it otherwise first")
    backend = table.implementation
    native = nw.from_dict({n: nw.new_series(n, v, t, backend=backend) for n, v, t in made}).to_native()
    if index is not None:
        native.index = index
    return native


def _check_labels(index: Any, text: str) -> None:
    """Raise UsageError where what stands beside the texts, and goes out with them, may tell of somebody."""
    if names_somebody(text):
        raise UsageError("the column of texts is named as persons or identifiers are: rename it first")
    if index is None:
        return
    if any(isinstance(name, str) and names_somebody(name) for name in index.names):
        raise UsageError(
            "the index is named as persons or identifiers are: rename it first (rename_axis(None))"
        )
    for number, label in enumerate(index if type(index).__name__ != "RangeIndex" else ()):  # numbers of rows
        parts = label if isinstance(label, tuple) else (label,)
        if any(_is_telling(part, len(index)) for part in parts):
            raise UsageError(
                f"the index may hold persons or identifiers (row {number}), and would go out as it is: take it away "
                "(reset_index(drop=True)), or keep numbers of your own in the column id"
            )


def _is_telling(label: Any, rows: int) -> bool:
    """Return whether a label of an index is more than the number of a row."""
    if isinstance(label, str):
        return may_tell(label)
    if isinstance(label, Integral):
        return not -1 < int(label) < max(_ROWS, _SPARSE * rows)
    return label is not None and not isinstance(label, Real)  # a date tells of somebody


def _row(
    work: Callable[[Any], SanitizedDocument | Failed], row: tuple[str, Any]
) -> SanitizedDocument | Failed:
    """Return one row as a document."""
    return work(Row(*row))


@dataclass(frozen=True, slots=True)
class Row:
    """The id and text of a row, before anybody has looked whether it is a text."""

    id: str = field(repr=False)
    text: Any = field(repr=False)


def _raising(sanitize: One, document: Any) -> SanitizedDocument:
    return sanitize(Document(document.id, document.text) if isinstance(document, Row) else document)


def or_failed(sanitize: One, document: Any) -> SanitizedDocument | Failed:
    """Return a document sanitized, or why it failed; what is missing for all documents is raised."""
    id = document.id if isinstance(document, Document | Row) else ""
    try:
        return _raising(sanitize, document)
    except (ResourceError, CountsError):
        raise
    except SanitizerError as error:
        return Failed(id, str(error))
    except Exception as error:  # an error of ours in one document; the others are sanitized all the same
        return Failed(id, f"internal error {type(error).__name__}; please report it")
