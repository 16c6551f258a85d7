"""Read large CSV files by Arrow, where it can be seen beforehand that it reads them as Python's strict reader does."""

import csv
import io
from typing import Final

import numpy as np
import numpy.typing as npt

from sanitizer.relational.table.plain_table import Coded

LEAST: Final = 4 << 20
"""Characters below which Python's reader is done before Arrow is loaded."""
_HEAD: Final = 4 << 20
_END: Final = 10
_RETURN: Final = 13


def arrow_columns(text: str, delimiter: str, quote: str) -> tuple[list[str], list[Coded]] | None:
    """The header and the columns of a CSV text; None where it is short, or its quotes or line ends are not such that
    both readers agree, or a record has another width."""
    if len(text) < LEAST or not (delimiter + quote).isascii() or text[0] in "\r\n":
        return None
    if text.count("\r") != text.count("\r\n"):
        return None
    raw = text.encode()
    if quote and not _plainly_quoted(np.frombuffer(raw, dtype=np.uint8), ord(delimiter), ord(quote)):
        return None
    header = next(csv.reader(io.StringIO(text[:_HEAD], newline=""), delimiter=delimiter, quotechar=quote or None,
                             quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE))  # fmt: skip
    import pyarrow as pa
    from pyarrow import csv as arrow

    names = [f"f{i}" for i in range(len(header))]
    try:
        table = arrow.read_csv(
            pa.BufferReader(raw),
            arrow.ReadOptions(use_threads=False, column_names=names),
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
        codes = [chunk.indices.to_numpy() for chunk in held.chunks]
        values = tuple(held.chunk(0).dictionary.to_pylist())
        columns.append(Coded(np.concatenate(codes)[1:], values).used())  # without the header
    return header, columns


def _plainly_quoted(raw: npt.NDArray[np.uint8], delimiter: int, quote: int) -> bool:
    """Whether quotes open at the begin of a cell and close at its end, or are doubled within: read from the left, every
    other one opens."""
    at = np.flatnonzero(raw == quote)
    if len(at) % 2:
        return False
    allowed = np.zeros(256, dtype=np.bool_)
    allowed[[delimiter, _END, _RETURN, quote]] = True
    opening, closing = at[::2], at[1::2]
    before, behind = opening[opening > 0] - 1, closing[closing < len(raw) - 1] + 1
    return bool(allowed[raw[before]].all() and allowed[raw[behind]].all())
