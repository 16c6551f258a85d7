"""Recode the classes of a partition: one value an attribute, one set of terms; and what that loses."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kb.ladders.columns import ANY
from sanitizer.relational.classes.cluster import Losses
from sanitizer.relational.classes.prepare import Prepared
from sanitizer.relational.classes.terms import Km, Ladders, TermRecoding, recode_terms, recode_terms_km
from sanitizer.relational.table.view import Partition
from sanitizer.types import FloatArray


@dataclass(frozen=True, slots=True)
class Recoded:
    """``cells[class][attribute]`` is what is written (None = missing), ``exact`` whether it is the only value,
    ``attribute_loss`` (persons, p) its NCP, ``term_loss`` (persons,) NCP_X (NaN without terms)."""

    cells: tuple[tuple[str | None, ...], ...]
    exact: tuple[tuple[bool, ...], ...]
    attribute_loss: FloatArray
    terms: TermRecoding
    term_loss: FloatArray


def recode(prepared: Prepared, partition: Partition, ladders: Ladders, km: Km | None = None) -> Recoded:
    """Local recoding of every class; a class with both missing and present values gets ANY.

    With `km`, terms are km-anonymous instead of one set for each class.
    """
    persons, p = prepared.persons, len(prepared.quasi)
    loss = np.zeros((persons, p))
    cells: list[tuple[str | None, ...]] = []
    exact: list[tuple[bool, ...]] = []
    for members in partition.classes:
        row: list[str | None] = []
        single: list[bool] = []
        for j, (recoder, values) in enumerate(zip(prepared.recoders, prepared.values, strict=True)):
            own = [values[i] for i in members]
            distinct = sorted({v for of in own for v in of})
            if not distinct:
                row.append(None)
                single.append(True)
            elif not all(own):
                row.append(ANY)
                single.append(False)
                loss[members, j] = 1.0
            else:
                label, cost = recoder.recode(distinct)
                row.append(label)
                single.append(len(distinct) == 1)
                loss[members, j] = cost
        cells.append(tuple(row))
        exact.append(tuple(single))
    if km is None:
        terms = recode_terms(prepared.view, partition, ladders)
    else:
        terms = recode_terms_km(prepared.view, partition, km)
    return Recoded(tuple(cells), tuple(exact), loss, terms, terms.losses(prepared.view, partition))


@dataclass(frozen=True, slots=True)
class Weights:
    """w_A and w_X, and the weight of each attribute."""

    attributes: float
    terms: float
    each: Sequence[float]


def attribute_total(loss: FloatArray, weights: Weights) -> float:
    """NCP_A: the weighted mean over attributes of the mean over persons; 0 without attributes."""
    each = np.asarray(weights.each)
    if not loss.size or each.sum() == 0:
        return 0.0
    return float((loss * each).sum(axis=1).mean() / each.sum())


def term_total(loss: FloatArray) -> float:
    """NCP_X: the mean over persons who have terms; 0 when nobody has."""
    known = loss[~np.isnan(loss)]
    return float(known.mean()) if len(known) else 0.0


def total(recoded: Recoded, weights: Weights) -> float:
    """NCP of the table (section 5.3): per person the weighted mean of both sides, a side that is missing left out."""
    persons = len(recoded.term_loss)
    each = np.asarray(weights.each)
    has_a = recoded.attribute_loss.shape[1] > 0 and each.sum() > 0
    a = (recoded.attribute_loss * each).sum(axis=1) / each.sum() if has_a else np.zeros(persons)
    has_x = ~np.isnan(recoded.term_loss)
    x = np.where(has_x, recoded.term_loss, 0.0)
    weight_a, weight_x = weights.attributes * has_a, weights.terms * has_x
    both = weight_a + weight_x
    loss = np.divide(weight_a * a + weight_x * x, both, out=np.zeros(persons), where=both > 0)
    return float(loss.mean()) if persons else 0.0


def weigh(recoded: Recoded, weights: Weights) -> Losses:
    """Return the total loss, and the one with λ in the place of the weights of both sides."""
    return Losses(total(recoded, weights), lambda x: total(recoded, Weights(x, 1 - x, weights.each)))
