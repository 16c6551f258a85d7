"""Ask the person at the terminal where a scan is unsure: who is one person, how dates are read, what a column is."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:  # loaded only where they are used
    from sanitizer.relational.scan.columns import ColumnScan
    from sanitizer.relational.scan.scan import TableScan

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
    """The scan with what the person answered: first who is one person, then the order of dates, then columns."""
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
    """The column that tells persons apart, as the person says."""
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
    """A column with the role that the person says; `roles` explains them."""
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
