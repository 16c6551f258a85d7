"""Show a scan: as a table to read, as JSON, and what it says of persons and dates."""

from typing import Any

from sanitizer.relational.scan.scan import TableScan
from sanitizer.relational.table.date_order import told_order


def asking(scan: TableScan) -> str:
    """Return what a person has to decide where several columns could tell persons apart, or rows lack the one that
    does."""
    if scan.key.missing:
        return (
            f'several rows may be one person, and "{scan.key.column}", which would tell, is missing in '
            f"{scan.key.missing} of {scan.rows} rows: fill it in or leave these rows out (in a definition: "
            'method.without_person = "drop")'
        )
    of = ", ".join(f'"{name}" has {count} values' for name, count in scan.key.asked)
    return (
        f"several rows may be one person, and the columns do not agree ({of}, in {scan.rows} rows): "
        "say which one tells persons apart (--person COLUMN, or person = true in a definition)"
    )


def dates_asked(scan: TableScan) -> str:
    """Return what a person has to decide where nothing shows the order of dates in numbers, else ""."""
    return told_order(scan.dates)


def persons_told(scan: TableScan) -> str:
    """Return how persons are told apart, as a line to read."""
    if scan.key.asked:
        return asking(scan)
    if not scan.key.column:
        return (
            f"persons: each of the {scan.rows} rows counts as one (no column says who); "
            "if several may be one person, name the column that tells (--person COLUMN)"
        )
    more = f"; {scan.key.missing} rows do not say whose they are" if scan.key.missing else ""
    if scan.key.joined:
        more += f"; {scan.key.joined} spelling(s) joined with another one of the same person"
    return f'persons: {scan.key.persons} in {scan.rows} rows, told apart by "{scan.key.column}"{more}'


def percent(share: float) -> str:
    """Return a share in whole percents that says 0 % and 100 % only of none and all."""
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{share:.0%}"


def readable(scan: TableScan) -> str:
    """Return the scan as a table to read (RoG's Figure 4, with role, missing cells and distinct values)."""
    width = max([len(c.name) for c in scan.columns] + [10])
    head = f"{'column':<{width}}  {'looks like':<12} {'cells':>5}  {'role':<11} {'type':<8} missing different"
    lines = [head]
    for c in scan.columns:
        likeness = percent(c.percentage) if c.entity else "-"
        lines.append(
            f"{c.name:<{width}}  {c.entity or '-':<12} {likeness:>5}  {c.role.value:<11} {c.kind.value:<8} "
            f"{percent(c.nulls):>7} {percent(c.distinct):>9}"
        )
    return "\n".join([*lines, persons_told(scan)])


def unsure(scan: TableScan) -> list[str]:
    """Return a line for each column of which a person should say what it is, with the reason."""
    return [f'unsure: "{c.name}" ({c.role.value}): {c.note}' for c in scan.columns if c.is_unsure]


def as_json(scan: TableScan) -> list[dict[str, Any]]:
    """Return the scan as JSON values, one object a column."""
    return [
        {
            "columnName": c.name, "columnType": c.kind.value, "mostFrequentEntity": c.entity,
            "percentage": c.percentage, "missing": round(c.nulls, 4), "distinct": round(c.distinct, 4),
            "personal": c.personal, "role": c.role.value, "note": c.note,
        }
        for c in scan.columns
    ]  # fmt: skip
