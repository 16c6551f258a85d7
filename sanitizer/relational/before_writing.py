"""What is done to a release in memory before it is written: bad texts replaced, attacks run.

A safe text stands in the place of each that could not be made good, so that one row does not stop a table: it says the
terms that its class shares and nothing else. What was replaced is counted and listed.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sanitizer.relational.attack.attacks import attacked, attacked_by_texts, told_attacks
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.in_memory import Made
from sanitizer.relational.report.report import ReplacedCell, TableReport, TextsReplaced
from sanitizer.relational.table.order import released_order
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.terms.parts import HERE, Place
from sanitizer.relational.terms.sidecar import Sidecar
from sanitizer.relational.verify.companion import parse_sidecar
from sanitizer.relational.verify.identity import Own, rows_of_persons
from sanitizer.relational.verify.verify import bad_texts

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
    bad = bad_texts(made.table, definition, companion, residual, own)
    if not bad:
        return replace(made, report=replace(made.report, texts_replaced=TextsReplaced(0)))
    from sanitizer.relational.terms.replaced_texts import safe_text

    table = made.table
    safe: dict[int, dict[str, tuple[Written, ...]]] = defaultdict(dict)
    texts: dict[str, dict[int, str]] = defaultdict(dict)
    for row, name in bad:
        texts[name][row], safe[row][name] = safe_text(made.sidecar.spans[row].get(name, ()))
    table = table.replaced(
        {
            name: place.coded(own.get(row, cell) for row, cell in enumerate(table.texts(name)))
            for name, own in texts.items()
        }
    )
    rows = released_order(table, definition)
    order = rows.tolist()
    at = {row: i for i, row in enumerate(order)}
    listed = sorted((at[row] + 1, name, why) for (row, name), why in bad.items())
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


def with_attacks(
    made: Made, source: PlainTable, definition: Definition, earlier: PlainTable | None, place: Place = HERE
) -> Made:
    """Return the release with what attacks find (``attacks``), and a warning for each that finds more than is
    promised. `place` holds what is found of the texts."""
    if earlier is None and not any(definition.named(role) for role in (Role.TEXT, Role.SENSITIVE)):
        return made
    rows, number = rows_of_persons(source, definition)
    persons = made.sidecar.persons
    found = attacked_by_texts(made.table, persons, rows, number, definition, place.held)
    found += attacked(made.table, persons, rows, number, definition, earlier)
    attacks, findings = told_attacks(found)
    report = replace(made.report, attacks=attacks, warnings=(*made.report.warnings, *findings))
    return replace(made, report=report)
