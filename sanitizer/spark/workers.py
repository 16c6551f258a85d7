"""What a worker of Spark does with its rows: batches of texts in, batches of results out."""

import json
import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from sanitizer.audit.harden import Hardening
from sanitizer.audit.linkage import Linked, link, person_of
from sanitizer.control.chosen_persons import ProtectedSought
from sanitizer.errors import SanitizerError, UsageError
from sanitizer.frames import Row, or_failed
from sanitizer.pipeline import Sanitizer
from sanitizer.result import Failed, SanitizedDocument
from sanitizer.run.collection import Figures, Work
from sanitizer.types import Document

if TYPE_CHECKING:  # Arrow is loaded where a frame is there
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Given:
    """What each worker needs: the sanitizer (and how results are hardened) as bytes, whether the rows have an id, and
    which private columns are made."""

    packed: bytes
    has_id: bool
    more: tuple[str, ...] = ()


def packed(sanitizer: Sanitizer, hardening: Hardening | None = None) -> bytes:
    """Return what the workers open. Raises UsageError for a part that cannot be sent."""
    try:
        return pickle.dumps((sanitizer, hardening))
    except (pickle.PicklingError, TypeError, AttributeError, ValueError) as error:
        raise UsageError(
            "spark.sanitize: a part of the sanitizer cannot be sent to workers: name parts instead of giving objects, "
            "and give keys as files"
        ) from error


@cache
def _opened(packed: bytes, process: int) -> tuple[Sanitizer, Hardening | None]:
    """Return the sanitizer of this process, and what hardens."""
    sanitizer, hardening = pickle.loads(packed)
    assert isinstance(sanitizer, Sanitizer)
    return sanitizer, hardening


def _rows(given: Given, batch: "pa.RecordBatch") -> list[Row]:
    texts = batch.column(batch.num_columns - 1).to_pylist()
    ids = batch.column(0).to_pylist() if given.has_id else [""] * batch.num_rows
    return [Row(str(of), said) for of, said in zip(ids, texts, strict=True)]


def sanitized(given: Given, batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    """Batches of rows as batches of results."""
    import pyarrow as pa

    sanitizer, hardening = _opened(given.packed, os.getpid())
    one: Callable[[Document], SanitizedDocument] = sanitizer.sanitize
    work = partial(or_failed, one if hardening is None else partial(hardening.sanitize, sanitizer))
    sought = ProtectedSought(sanitizer.settings, sanitizer.control)
    for batch in batches:
        rows = _rows(given, batch)
        done = list(map(work, rows))
        arrays = [pa.array(values, kind) for values, kind in _columns(done, given.more)]
        if "counts" in given.more:
            counts = [sorted(_counts(sought, r, d).items()) for r, d in zip(rows, done, strict=True)]
            arrays.append(pa.array(counts, pa.map_(pa.string(), pa.int64())))
        names = [batch.schema.names[-1], "met", "utility", "reason", *given.more]
        if given.has_id:
            arrays, names = [batch.column(0), *arrays], [batch.schema.names[0], *names]
        yield pa.RecordBatch.from_arrays(arrays, names=names)


def seen(given: Given, batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    """Yield the sensitive forms of each text with what they name, and the orders of its dates: a row each."""
    import pyarrow as pa

    work = Work(_opened(given.packed, os.getpid())[0])
    for batch in batches:
        told: list[tuple[str | None, str | None, str | None]] = []
        for row in _rows(given, batch):
            try:
                found = work.seen(Document(row.id, row.text))
            except SanitizerError as error:
                if error.exit_status == 3:
                    raise
                continue  # no text: the second pass says so
            told += [(form, kind, None) for form, kind in found.forms]
            told += [(None, None, order) for order in sorted(found.orders)]
        columns = zip(*told, strict=True) if told else ((), (), ())
        arrays = [pa.array(list(values), pa.string()) for values in columns]
        yield pa.RecordBatch.from_arrays(arrays, names=["form", "kind", "order"])


def _columns(
    done: list[SanitizedDocument | Failed], more: tuple[str, ...]
) -> Iterator[tuple[list[Any], Any]]:
    """Yield the cells of each column that is made, with their type."""
    import pyarrow as pa

    mask = pa.struct(
        [("start", pa.int32()), ("end", pa.int32()), ("replacement", pa.string()), ("kind", pa.string())]
    )
    yield [None if isinstance(d, Failed) else d.text for d in done], pa.string()
    yield [not isinstance(d, Failed) and d.met for d in done], pa.bool_()
    yield [None if isinstance(d, Failed) else d.utility_percent for d in done], pa.float64()
    yield [d.reason if isinstance(d, Failed) else None for d in done], pa.string()
    for name in more:
        if name == "counts":
            continue  # which the texts are needed for
        if name == "report":
            yield [None if isinstance(d, Failed) else _told(d) for d in done], pa.string()
        else:
            yield [None if isinstance(d, Failed) else _masks(d) for d in done], pa.list_(mask)


LOOK: Final = "look "
DECISION: Final = "decision "
PROTECTED: Final = "protected "
OUTCOME: Final = "hardening "
"""With what the names of figures begin that are several: by kind, line, list and number, outcome."""


def _counts(sought: ProtectedSought, row: Row, done: SanitizedDocument | Failed) -> dict[str, int]:
    """Return the figures of a row, by names; those of all rows are added up."""
    stand = sought.standing(row.text) if isinstance(row.text, str) else []
    counts = {f"{PROTECTED}{number} {where}": 1 for where, number in stand}
    if isinstance(done, Failed):
        return counts
    figures = Figures.of(done.report)
    counts |= {f"{LOOK}{kind}": n for kind, n in figures.look.items()}
    counts |= {f"{DECISION}{line}": 1 for line in figures.decisions}
    counts |= {"left": figures.left, "by_default": figures.by_default, "not_called": figures.not_called}
    if figures.hardening is not None:
        counts[f"{OUTCOME}{figures.hardening.outcome}"] = 1
    return counts


def _told(done: SanitizedDocument) -> str:
    return json.dumps(done.report.to_json(), ensure_ascii=False)


def _masks(done: SanitizedDocument) -> list[dict[str, Any]]:
    return [
        {"start": c.span.start, "end": c.span.end, "replacement": c.replacement, "kind": c.kind}
        for c in done.changes
    ]


def linked(
    attacker: bytes, match: dict[str, str], batches: "Iterable[pa.RecordBatch]"
) -> "Iterator[pa.RecordBatch]":
    """Yield what an attacker makes of each text; a reason where its person is no candidate."""
    import pyarrow as pa

    knows = _attacker(attacker, os.getpid())
    known = frozenset(knows.candidates)
    kinds = [pa.string(), pa.float64(), pa.float64(), pa.float64(), pa.list_(pa.string()), pa.string()]
    for batch in batches:
        found = [_link(knows, known, match, row) for row in _rows(Given(b"", True), batch)]
        columns = zip(*found, strict=True) if found else ((),) * len(kinds)
        arrays = [pa.array(list(values), kind) for values, kind in zip(columns, kinds, strict=True)]
        yield pa.RecordBatch.from_arrays([batch.column(0), *arrays], names=[batch.schema.names[0], *LINKED])


LINKED: Final = ("person", "rank", "hit_1", "hit_5", "gave_away", "reason")
"""The columns of :func:`linked` beside the id."""


def _link(knows: Any, known: frozenset[str], match: dict[str, str], row: Row) -> tuple[Any, ...]:
    person = person_of(row.id, known, match)
    if person is None or not isinstance(row.text, str):
        return (None,) * 5 + ("no text" if person else "no candidate",)
    one: Linked = link(knows, {row.id: row.text}, {row.id: person})[0]
    return person, one.rank, one.hit(1), one.hit(5), [share.term for share in one.gave_away], None


@cache
def _attacker(packed: bytes, process: int) -> Any:
    """Return the attacker of this process."""
    return pickle.loads(packed)
