"""Read large CSV files by Arrow, where it can be seen beforehand that it reads them as Python's strict reader does."""

import csv
import io
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sanitizer.relational.table.plain_table import Coded

LEAST: Final = 4 << 20
"""Bytes below which Python's reader is done before Arrow is loaded."""
_HEAD: Final = 4 << 20
_END: Final = 10
_RETURN: Final = 13


def arrow_columns(raw: bytes, delimiter: str, quote: str) -> tuple[list[str], list[Coded]] | None:
    """Return the header and the columns of CSV in UTF-8; None where it is short, or no UTF-8, or its quotes or line
    ends are not such that both readers agree, or a record has another width."""
    if len(raw) < LEAST or not (delimiter + quote).isascii() or raw[0] in (_END, _RETURN):
        return None
    if b"\r" in raw and raw.count(b"\r") != raw.count(b"\r\n"):
        return None
    quoted = bool(quote) and quote.encode() in raw
    if quoted and not _plainly_quoted(np.frombuffer(raw, dtype=np.uint8), ord(delimiter), ord(quote)):
        return None
    try:
        head = raw.decode() if quoted else raw[: raw.find(b"\n") + 1].decode()
    except UnicodeDecodeError:
        return None
    header = next(csv.reader(io.StringIO(head[:_HEAD], newline=""), delimiter=delimiter, quotechar=quote or None,
                             quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE))  # fmt: skip
    import pyarrow as pa
    from pyarrow import csv as arrow

    names = [f"f{i}" for i in range(len(header))]
    try:
        table = arrow.read_csv(
            pa.BufferReader(raw),
            arrow.ReadOptions(column_names=names),
            arrow.ParseOptions(
                delimiter=delimiter,
                quote_char=quote or False,
                double_quote=bool(quote),
                newlines_in_values=True,
            ),
            arrow.ConvertOptions(
                column_types=dict.fromkeys(names, pa.dictionary(pa.int32(), pa.string())),
                strings_can_be_null=False,
            ),
        )
    except pa.ArrowInvalid:
        return None
    columns = []
    for name in names:
        held = table[name].unify_dictionaries()
        codes = [_numbers(chunk.indices) for chunk in held.chunks]
        values = tuple(held.chunk(0).dictionary.to_pylist())
        columns.append(Coded(np.concatenate(codes)[1:], values).used())  # without the header
    return header, columns


def _numbers(indices: Any) -> npt.NDArray[np.int32]:
    """Return the numbers of an Arrow array without gaps; its own way to them loads pandas."""
    first = indices.offset
    return np.frombuffer(indices.buffers()[1], dtype=np.int32)[first : first + len(indices)]


def _plainly_quoted(raw: npt.NDArray[np.uint8], delimiter: int, quote: int) -> bool:
    """Return whether quotes open at the begin of a cell and close at its end, or are doubled within: read from the
    left, every other one opens."""
    at = np.flatnonzero(raw == quote)
    if len(at) % 2:
        return False
    allowed = np.zeros(256, dtype=np.bool_)
    allowed[[delimiter, _END, _RETURN, quote]] = True
    opening, closing = at[::2], at[1::2]
    before, behind = opening[opening > 0] - 1, closing[closing < len(raw) - 1] + 1
    return bool(allowed[raw[before]].all() and allowed[raw[behind]].all())
