"""Post-randomization (PRAM; Gouweleeuw et al. 1998): a category stays with a given chance, else it is drawn anew.

What is drawn follows the shares of the column itself, so the expected shares stay as they are (invariant PRAM), and who
knows the chance can correct cross tables: the chance of b from a is p [a = b] + (1 - p) share(b).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.report.report import PramFigures
from sanitizer.relational.table.order import private_seed
from sanitizer.relational.table.persons import persons_of
from sanitizer.relational.table.plain_table import Coded, PlainTable, coded_texts


def randomized(table: PlainTable, definition: Definition) -> tuple[PlainTable, Mapping[str, PramFigures]]:
    """Return the table with the columns of `pram` drawn, and figures by column; the input is not changed. Equal
    values of one person stay equal; missing cells stay missing. The same table and seed draw the same, and who
    lacks a part of the table cannot draw again. Raises UsageError where a text may tell what was drawn over."""
    asked = [a for a in definition.attributes if a.pram is not None]
    if not asked:
        return table, {}
    if texts := definition.named(Role.TEXT):
        raise UsageError(
            f'{definition.file}: pram of "{asked[0].name}": the text column "{texts[0].name}" may tell its true values'
        )
    person, seed = persons_of(table, definition), private_seed(table, definition.method.seed)
    made: dict[str, Coded] = {}
    figures: dict[str, PramFigures] = {}
    for number, a in enumerate(definition.attributes):
        if a.pram is None:
            continue
        cells = coded_texts(table, a.name)
        made[a.name] = _drawn(cells, person, a.pram, np.random.default_rng((*seed, 2, number)))
        changed = int((made[a.name].codes != cells.codes).sum())
        figures[a.name] = PramFigures(a.pram, changed, int((cells.codes >= 0).sum()))
    return table.replaced(made), figures


def _drawn(cells: Coded, person: Any, kept: float, random: np.random.Generator) -> Coded:
    known = cells.codes >= 0
    if not known.any():
        return cells
    pairs, of = np.unique(person[known] * len(cells.values) + cells.codes[known], return_inverse=True)
    own = pairs % len(cells.values)
    shares = np.bincount(own, minlength=len(cells.values)) / len(own)
    anew = random.choice(len(shares), size=len(own), p=shares)
    stays = random.random(len(own)) < kept
    codes = cells.codes.copy()
    codes[known] = np.where(stays, own, anew)[of.reshape(-1)].astype(np.int32)
    return Coded(codes, cells.values)
