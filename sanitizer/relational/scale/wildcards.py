"""Count by SQL how many persons a group of a release matches where a missing cell may be anything."""

from collections.abc import Sequence
from itertools import product

from sanitizer.relational.scale.database import Database


def least_match(database: Database, groups: str, columns: Sequence[str], either: bool) -> int:
    """Return the fewest persons that a group matches: those of all groups that are equal or have NULL where they
    differ, or (`either`) where one of both has NULL. `groups` is a query that gives `columns` and ``n`` persons of
    each."""
    database.create("matched", groups)
    shape = ", ".join(f"{c} IS NULL" for c in columns)
    shapes = database.rows(f"SELECT DISTINCT {shape} FROM matched")
    by = ", ".join(columns)
    pairs = [(mine, theirs) for mine, theirs in product(shapes, shapes) if either or _may_match(mine, theirs)]
    found = " UNION ALL ".join(_matches(columns, mine, theirs) for mine, theirs in pairs)
    least = database.number(f"SELECT min(n) FROM (SELECT {by}, sum(n) AS n FROM ({found}) GROUP BY {by})")
    database.drop("matched")
    return least


def _may_match(mine: Sequence[bool], theirs: Sequence[bool]) -> bool:
    """Return whether nothing is missing in mine that is there in theirs."""
    return all(there or not here for here, there in zip(mine, theirs, strict=True))


def _matches(columns: Sequence[str], mine: Sequence[bool], theirs: Sequence[bool]) -> str:
    """Return a query that gives the groups in which `mine` are missing with the persons of those that they match in
    which `theirs` are."""
    known = zip(columns, mine, theirs, strict=True)
    same = [f"a.{c} = b.{c}" for c, here, there in known if not here and not there]
    left, right = (f"(SELECT * FROM matched WHERE {_shaped(columns, missing)})" for missing in (mine, theirs))
    by = ", ".join(f"a.{c}" for c in columns)
    return f"SELECT {by}, b.n FROM {left} AS a JOIN {right} AS b ON {' AND '.join(same) or 'TRUE'}"


def _shaped(columns: Sequence[str], missing: Sequence[bool]) -> str:
    return " AND ".join(
        f"{c} IS {'' if gone else 'NOT '}NULL" for c, gone in zip(columns, missing, strict=True)
    )
