"""`sanitizer scan`: what the columns of a table are, as a definition to read and correct."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import click

from sanitizer.commands.shared_options import as_one, choice, writes_files
from sanitizer.commands.wrong_calls import Output
from sanitizer.common.extras import need

if TYPE_CHECKING:
    from sanitizer.relational.scan.columns import ColumnScan
    from sanitizer.relational.scan.scan import TableScan


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a scan: the parameters of the command."""

    table: str
    output: str | None
    person: tuple[str, ...]
    k: int
    fanout: int
    mask_length: int
    ask: bool | None
    dates: str


@click.command("scan")
@click.argument("table", type=click.Path(dir_okay=False))
@click.option("-o", "--output", type=Output(as_path=False), help="The definition; by default it is printed.")
@click.option(
    "--person",
    multiple=True,
    metavar="COLUMN",
    help="The column that tells persons apart (several times: those that do so together).",
)
@click.option(
    "-k",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="How many persons are to look alike at least.",
)
@click.option(
    "--fanout", type=click.IntRange(2), default=3, show_default=True,
    help="How many ranges of numbers become one at each step of a hierarchy.",
)  # fmt: skip
@click.option(
    "--mask-length", type=click.IntRange(1), default=3, show_default=True,
    help="How many characters of a string may be hidden, from the right.",
)  # fmt: skip
@click.option(
    "--ask/--no-ask", default=None,
    help="Ask where the scan is unsure (by default on a terminal, where -o names a file).",
)  # fmt: skip
@choice(
    "--dates", ["auto", "dmy", "mdy", "iso"],
    "What comes first in 3/4/1961, in columns and texts alike; auto: what the other dates of the table show, else "
    "the day.",
)  # fmt: skip
@writes_files("output", tells=True)
@as_one(Asked)
def command(asked: Asked) -> None:
    """Look at each column of TABLE and propose what to do with it: a definition, which you read and correct."""
    need("tables", "scan")
    from sanitizer.commands.project_settings import near
    from sanitizer.commands.terminal import lead_on, waiting, warn
    from sanitizer.relational.scan.columns import RoG
    from sanitizer.relational.scan.definition_file import definition_text, write_definition
    from sanitizer.relational.scan.scan import scan_file
    from sanitizer.relational.scan.show import dates_asked, persons_told, readable, unsure

    parameters = RoG(k=asked.k, fanout=asked.fanout, mask_length=asked.mask_length)
    with waiting("reading the table"):
        found = scan_file(asked.table, parameters, asked.person, asked.dates)
    ask = asked.ask
    if ask is None:
        ask = asked.output not in (None, "-") and sys.stdin.isatty() and sys.stderr.isatty()
    if ask:
        found = answered(
            found,
            lambda who, order: scan_file(asked.table, parameters, who or asked.person, order),
            asked.dates,
            _asked,
        )
    if asked.output is None:
        click.echo(definition_text(found, Path()))
        click.echo(persons_told(found), err=True)
    else:
        write_definition(found, Path(asked.output))
        click.echo(readable(found), err=asked.output == "-")
    for line in unsure(found):
        warn(line)
    if order := dates_asked(found):
        click.echo(order, err=True)
    if asked.output not in (None, "-"):
        lead_on(f"written: {near(str(asked.output))}")
        lead_on(
            f"next: read it, correct it, then: sanitizer release {near(str(asked.output))} -o RELEASED.csv"
        )


def _asked(question: str, answers: Sequence[str], proposed: str) -> str:
    """Return the answer of the person at the terminal."""
    choice = click.Choice(list(answers))
    return str(
        click.prompt(
            question, type=choice, default=proposed, show_choices=False, show_default=False, err=True
        )
    )


Ask: TypeAlias = Callable[[str, Sequence[str], str], str]
"""Put a question with the answers that are possible and the one that is proposed; the answer."""
Rescan: TypeAlias = "Callable[[tuple[str, ...], str], TableScan]"
"""Scan again with the columns that tell persons apart, and with the order of dates."""
NONE: Final = "none"
_ROLES: Final = {
    "identifier": "names or numbers one person: dropped",
    "quasi": "others may know it: made rougher, until k persons look alike",
    "sensitive": "nobody should learn it about a person: stays",
    "text": "free text: its words are made rougher with the columns",
    "insensitive": "tells nothing about a person: stays as it is",
    "ignore": "dropped",
}


def answered(scan: "TableScan", rescan: Rescan, dates: str, ask: Ask) -> "TableScan":
    """Return the scan with what the person answered: first who is one person, then the order of dates, then columns."""
    person: tuple[str, ...] = ()
    if not scan.key.column or scan.key.asked:
        person = _person(scan, ask)
        if person:
            scan = rescan(person, dates)
    if scan.dates.ambiguous and not scan.dates.decided:
        order = ask(
            "Dates like 3/4/1961 can be read in two ways.\n"
        "What comes first: the day (dmy), the month (mdy) or the year (iso)? (Enter: dmy)",
            ("dmy", "mdy", "iso"), "dmy",
        )  # fmt: skip
        scan = rescan(person, order)
    roles = "".join(f"\n  {name:<11}  {what}" for name, what in _ROLES.items())
    asked: dict[str, ColumnScan] = {}
    for column in scan.columns:
        if column.is_unsure:
            asked[column.name] = _column(column, ask, "" if asked else roles)
    return replace(scan, columns=tuple(asked.get(c.name, c) for c in scan.columns))


def _person(scan: "TableScan", ask: Ask) -> tuple[str, ...]:
    """Return the column that tells persons apart, as the person says."""
    counted = ", ".join(f'"{name}" has {count} values' for name, count in scan.key.asked)
    why = f" ({counted})" if counted else ""
    names = [c.name for c in scan.columns]
    proposed = scan.key.asked[0][0] if scan.key.asked else NONE
    answer = ask(
        f"Several of the {scan.rows} rows may be about one person{why}.\n"
        f"Which column says who? One of {', '.join(names)}, or {NONE}: each row is another person. (Enter: {proposed})",
        [*names, NONE], proposed,
    )  # fmt: skip
    return () if answer == NONE else (answer,)


def _column(column: "ColumnScan", ask: Ask, roles: str) -> "ColumnScan":
    """Return a column with the role that the person says; `roles` explains them."""
    from sanitizer.relational.definition.definition import Kind, Role
    from sanitizer.relational.scan.columns import SAID

    answer = ask(
        f'Column "{column.name}": {column.note}.{roles}\nWhat is "{column.name}"? (Enter: {column.role.value})',
        tuple(_ROLES), column.role.value,
    )  # fmt: skip
    if answer == column.role.value:
        return replace(column, note=SAID)
    kind = column.kind if answer == "quasi" else Kind.CATEGORY
    return replace(column, role=Role(answer), kind=kind, hierarchy="", note=SAID)
