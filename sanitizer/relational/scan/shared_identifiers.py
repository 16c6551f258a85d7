"""Refuse a release in which another identifier says that rows of several counted persons are one person's."""

from collections.abc import Sequence
from typing import Final

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.scan.headers import name_words
from sanitizer.relational.scan.identifiers import FEW_VALUES, by_name, tells_persons
from sanitizer.relational.table.persons import deciding, find_persons, joins_of
from sanitizer.relational.table.plain_table import PlainTable, texts_of
from sanitizer.text.fold import words

_NEARLY: Final = 0.9
"""Values a person up to which what one person has one of repeats, beyond slips of the pen."""
_HALF: Final = 0.5
"""Values a person up to which any identifier repeats as those of persons do who have several rows."""
_GROUPS: Final = 0.1
"""Values a person below which a few values are of groups of persons (wards, towns)."""
_SEVERAL: Final = 0.05
"""Share of the persons with several values of a column from which it is not about a person as a whole."""
_SHARED: Final = words(
    "first last given family middle maiden surname forename firstname lastname forenames initials"
)
"""Words of names that many have in common."""


def check_persons(table: PlainTable, definition: Definition) -> None:
    """Raise UsageError where an identifier that does not tell persons apart has fewer values than there are persons,
    and repeats as those of persons do: one person has one of it by its name, its values settle another column,
    or there are two persons to a value. ``person = false`` says that it is no identifier of persons."""
    columns, _ = deciding(table, definition)
    able = [a for a in definition.named(Role.IDENTIFIER) if a.person is None]
    if not columns or not able:
        return
    person = find_persons(table, definition).number.tolist()
    said = (Role.QUASI, Role.SENSITIVE, Role.INSENSITIVE)
    others = [texts_of(table[a.name]) for a in definition.attributes if a.role in said]
    of_persons = [_by_person(cells, person) for cells in others if len(set(cells) - {None}) > 2]
    found: list[str] = []
    for a in able:
        if list(columns) == [a.name]:
            continue
        cells = (columns[a.name] if a.name in columns else table.once(a.name, joins_of)).cells
        if _repeats(a.name, cells, person, of_persons):
            found.append(f'"{a.name}" has {len(set(cells) - {None})} values')
    if found:
        keys = " and ".join(f'"{name}"' for name in columns)
        raise UsageError(
            f"{definition.file}: {max(person) + 1} persons are told apart by {keys}, but {', '.join(found)}: if rows "
            "with an equal value are one person, say person = true there alone (with --auto: --person), else "
            "person = false there (with --auto: sanitizer scan TABLE --person COLUMN -o NEW.toml, write it there, then "
            "sanitizer release NEW.toml)"
        )


def _by_person(cells: Sequence[str | None], person: Sequence[int]) -> list[str | None]:
    """Return the first known cell of each person."""
    first: dict[int, str | None] = dict.fromkeys(person)
    for cell, of in zip(cells, person, strict=True):
        if first[of] is None:
            first[of] = cell
    return list(first.values())


def _repeats(
    name: str, cells: Sequence[str | None], person: Sequence[int], others: Sequence[Sequence[str | None]]
) -> bool:
    own: dict[int, set[str]] = {of: set() for of in person}
    for cell, of in zip(cells, person, strict=True):
        if cell is not None:
            own[of].add(cell)
    known = [values for values in own.values() if values]
    values = len(set().union(*known)) if known else 0
    if values < 2 or sum(len(v) > 1 for v in known) > _SEVERAL * len(known):
        return False
    if by_name(name).of_one and values <= _NEARLY * len(known):
        return True
    if tells_persons(_by_person(cells, person), others):
        return True
    many = values > FEW_VALUES or values > _GROUPS * len(known)
    return many and values <= _HALF * len(known) and _SHARED.isdisjoint(name_words(name))
