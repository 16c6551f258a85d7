"""What is done to a release in memory before it is written: bad texts replaced, attacks run.

A safe text stands in the place of each that could not be made good, so that one row does not stop a table: it says the
terms that its class shares and nothing else. What was replaced is counted and listed.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sanitizer.relational.attack.attacks import attacked, told_attacks
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.in_memory import Made
from sanitizer.relational.report.report import ReplacedCell, TableReport, TextsReplaced
from sanitizer.relational.table.order import released_order
from sanitizer.relational.table.plain_table import Coded, PlainTable
from sanitizer.relational.terms.parts import HERE, Place
from sanitizer.relational.terms.sidecar import Sidecar
from sanitizer.relational.verify.companion import parse_sidecar
from sanitizer.relational.verify.identity import Own, rows_of_persons
from sanitizer.relational.verify.verify import FromSource, verify

if TYPE_CHECKING:  # writing texts needs the grammar, which is slow to load
    from sanitizer.relational.terms.rewriting import Written


def made_good(
    made: Made,
    definition: Definition,
    residual: Callable[[str], Sequence[tuple[int, int, str]]],
    own: Own | None,
    place: Place = HERE,
) -> Made:
    """Return the release with a safe text wherever verification refuses one; the rows are ordered anew. The report
    counts them (``texts_replaced``: cells, reasons, and where each stands in the release, rows from 1). `place` holds
    what is found of the texts."""
    companion = parse_sidecar(made.sidecar.lines(), "the sidecar", place.held)
    verdict = verify(made.table, definition, companion, residual, FromSource(own=own))
    if not verdict.cells:
        return replace(made, report=replace(made.report, texts_replaced=TextsReplaced(0)))
    from sanitizer.relational.terms.replaced_texts import safe_text

    table = made.table
    columns = {name: table[name].tolist() for _, name in verdict.cells}
    safe: dict[int, dict[str, tuple[Written, ...]]] = defaultdict(dict)
    for row, name in verdict.cells:
        columns[name][row], safe[row][name] = safe_text(made.sidecar.spans[row].get(name, ()))
    table = table.replaced({name: Coded.of(cells) for name, cells in columns.items()})
    rows = released_order(table, definition)
    order = rows.tolist()
    at = {row: i for i, row in enumerate(order)}
    listed = sorted((at[row] + 1, name, why) for (row, name), why in verdict.cells.items())
    spans = place.held({**made.sidecar.spans[i], **safe.get(i, {})} for i in order)
    sidecar = Sidecar(tuple(made.sidecar.persons[i] for i in order), spans)
    report = _reported(made.report, listed)
    return replace(made, table=table.take(rows), sidecar=sidecar, report=report)


def _reported(report: TableReport, listed: Sequence[tuple[int, str, str]]) -> TableReport:
    replaced = TextsReplaced(
        len(listed),
        dict(sorted(Counter(why for _, _, why in listed).items())),
        tuple(ReplacedCell(row, name) for row, name, _ in listed),
    )
    warning = (
        f"{len(listed)} text(s) could not be made good and say only what their group shares (texts_replaced)"
    )
    return replace(report, texts_replaced=replaced, warnings=(*report.warnings, warning))


def with_attacks(made: Made, source: PlainTable, definition: Definition, earlier: PlainTable | None) -> Made:
    """Return the release with what attacks find (``attacks``), and a warning for each that finds more than is
    promised."""
    if earlier is None and not any(definition.named(role) for role in (Role.TEXT, Role.SENSITIVE)):
        return made
    rows, number = rows_of_persons(source, definition)
    found = attacked(made.table, made.sidecar.persons, rows, number, definition, earlier)
    attacks, findings = told_attacks(found)
    report = replace(made.report, attacks=attacks, warnings=(*made.report.warnings, *findings))
    return replace(made, report=report)
