"""Verify a written release against its definition, with what of its source and its sidecar is at hand."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from sanitizer.common.knowledge import knowing
from sanitizer.relational.definition.choices import guess_format
from sanitizer.relational.definition.definition import Definition, Output, Role, Source
from sanitizer.relational.io.sources import read_released, read_table
from sanitizer.relational.table.plain_table import PlainTable, texts_of
from sanitizer.relational.verify.companion import Companion, read_sidecar
from sanitizer.relational.verify.identity import own_values
from sanitizer.relational.verify.operators import Originals
from sanitizer.relational.verify.persons import count_persons
from sanitizer.relational.verify.population import households_of
from sanitizer.relational.verify.verify import FromSource, Verdict, verify


@knowing()
def verify_files(path: str, definition: Definition, sidecar: str | None) -> Verdict:
    """Verify an output file (or, for ``path`` empty, the definition's output) against its definition.

    Without ``sidecar``, the definition's own output is verified with the definition's own sidecar, where that is there.
    """
    output = definition.output or Output()
    if not path and sidecar is None and output.sidecar and definition.resolve(output.sidecar).is_file():
        sidecar = str(definition.resolve(output.sidecar))
    if path:
        output = replace(output, path=str(Path(path).absolute()), url="")
        if definition.output is None or definition.output.url:
            output = replace(output, format=guess_format(path))
    source = Source(
        path=output.path, url=output.url, table=output.table, format=output.format, delimiter=output.delimiter,
        encoding=output.encoding, null=(output.null,), row=output.row if output.format == "xml" else "",
    )  # fmt: skip
    companion: Companion | None = read_sidecar(sidecar) if sidecar else None
    operated = any(a.operator for a in definition.attributes)
    persons = companion is not None and definition.named(Role.IDENTIFIER)
    housed = companion is not None and any(m.name == "households" for m in definition.models)
    wanted = operated or persons or housed or (definition.named(Role.TEXT) and companion is not None)
    table = _source_at_hand(definition) if wanted else None
    return verify(
        read_released(source, definition.base),
        definition,
        companion,
        residual_check(),
        FromSource(
            originals_of(table, definition) if table is not None and operated else None,
            own_values(table, definition) if table is not None and definition.named(Role.TEXT) else None,
            count_persons(table, definition) if table is not None else None,
            households_of(table, definition) if table is not None else {},
        ),
    )


def residual_check() -> Callable[[str], Sequence[tuple[int, int, str]]]:
    """Return what finds direct identifiers in texts; loaded only where there may be texts."""
    from sanitizer.relational.terms.column_values import direct_left

    return direct_left


def originals_of(table: PlainTable, definition: Definition) -> Originals:
    """Return the values of the columns that operators write."""
    return {a.name: [v for v in texts_of(table[a.name]) if v] for a in definition.attributes if a.operator}


def _source_at_hand(definition: Definition) -> PlainTable | None:
    """Return the source, where all of it are files that are there; None elsewhere."""
    if not definition.sources:
        return None
    if not all(s.path and definition.resolve(s.path).is_file() for s in definition.sources):
        return None
    return read_table(definition)
