"""Columns that an operator wrote, checked in a written release: the form of each cell, and that no original is left."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sanitizer.recognize.entity_types import class_word
from sanitizer.relational.definition.definition import Attribute, Definition
from sanitizer.relational.verify.judged import Judged

Originals = Mapping[str, Collection[str]]
"""Values of the source by column."""


def _folded(value: str) -> str:
    """Return the letters and digits of a value without case and diacritics; a value without any as it is."""
    marks = unicodedata.normalize("NFKD", value.casefold())
    return "".join(c for c in marks if c.isalnum()) or value


@cache
def _form(operator: str, entity: str, length: int) -> "re.Pattern[str] | None":
    """Return how the operator's output looks; None for what may look like anything."""
    forms = {
        "hash": rf"{entity}-[0-9a-f]{{{length}}}",
        "encrypt": rf"\{{enc:[sr]:{entity}:[A-Za-z0-9_-]+\}}",
        "tag": re.escape(f"[{class_word(entity).upper()}]"),
        "pseudonym": rf"{entity}_[1-9][0-9]*",
    }
    return re.compile(forms[operator]) if operator in forms else None


def form_of(attribute: Attribute) -> "re.Pattern[str] | None":
    """Return the form of the cells of a column; None where it may be anything (mask, surrogate)."""
    return _form(attribute.operator, attribute.entity, int(dict(attribute.options).get("length", 16)))


def operator_failures(
    definition: Definition, columns: Mapping[str, Sequence[str | None]], originals: Originals | None
) -> Judged:
    """Return what does not hold of the columns with an operator, and what cannot be checked of them."""
    failures: list[str] = []
    unchecked: list[str] = []
    for a in definition.attributes:
        if not a.operator:
            continue
        cells = columns[a.name]
        failures += _formless(a, cells)
        if a.operator == "mask":
            unchecked.append(
                f'column "{a.name}": what a mask shows (lengths, kept characters) is not counted in k'
            )
        if originals is None:
            unchecked.append(
                f'column "{a.name}": without the source it is not known whether an original is left'
            )
            continue
        # without the characters that cover the others, a masked value may be like another one of the column
        compared = str.casefold if a.operator == "mask" else _folded
        allowed = {compared(f"[{class_word(a.entity).upper()}]")}
        before = {compared(v) for v in originals[a.name] if v} - allowed
        for row, cell in enumerate(cells):
            if cell and compared(cell) in before:
                failures.append(f'row {row + 1}, column "{a.name}": an original value is left')
                break
    return Judged(tuple(failures), tuple(unchecked))


def _formless(a: Attribute, cells: Iterable[str | None]) -> list[str]:
    form = form_of(a)
    for row, cell in enumerate(cells):
        if cell and form is not None and form.fullmatch(cell) is None:
            return [f'row {row + 1}, column "{a.name}": not what operator {a.operator} writes']
    return []


@dataclass(frozen=True, slots=True)
class Written:
    """What operators may have written into the texts: forms, and cells of columns whose output may look like
    anything."""

    forms: tuple["re.Pattern[str]", ...] = ()
    cells: frozenset[str] = frozenset()


def written_by_operators(definition: Definition, columns: Mapping[str, Sequence[str | None]]) -> Written:
    """Return what the operators of a definition may have written into the texts of a release."""
    named = [a for a in definition.attributes if a.operator]
    forms = tuple(form for a in named if (form := form_of(a)) is not None)
    cells = frozenset(c for a in named if form_of(a) is None for c in columns[a.name] if c)
    return Written(forms, cells)
