"""Losses, risks and recoders by hand."""

from typing import Any

import numpy as np
import pytest

from sanitizer.relational.columns.loss import (
    average_class_size,
    classification_metric,
    discernibility,
    level_losses,
    nonuniform_entropy,
)
from sanitizer.relational.columns.recode import class_loss
from sanitizer.relational.columns.release_in_classes import recoded, recoder_of
from sanitizer.relational.definition.definition import Attribute, Kind, Role
from sanitizer.relational.privacy.attacker_risk import journalist, marketer, prosecutor
from sanitizer.relational.table.hierarchies import flat
from sanitizer.relational.table.hierarchy import Hierarchy, HierarchyError
from sanitizer.relational.table.table import Column
from sanitizer.relational.table.tuples import QuasiIdentifier

LABELS = np.array([0, 0, 1, 1, 1])
JOBS = Hierarchy.from_rows(
    "job",
    [("nurse", "health", "*"), ("doctor", "health", "*"), ("smith", "craft", "*"), ("baker", "craft", "*")],
)


def test_measures_of_class_sizes() -> None:
    sizes = np.array([2, 3])
    assert discernibility(sizes) == 13
    assert discernibility(sizes, suppressed=1) == 13 + 6
    assert average_class_size(sizes, 2) == 1.25
    big = np.array([4_000_000_000])
    assert discernibility(big) == 16_000_000_000_000_000_000  # beyond 63 bits


def test_classification_metric_counts_rows_outside_the_majority() -> None:
    target = Column.of("salary", ["a", "b", "a", "a", "b"])
    assert classification_metric(LABELS, target) == pytest.approx(2 / 5)
    assert classification_metric(np.array([0, 0, -1, -1, -1]), target) == pytest.approx(4 / 5)


def test_nonuniform_entropy() -> None:
    before = np.array([0, 1, 2, 2], dtype=np.int32)
    assert nonuniform_entropy([before], [before]) == 0.0
    assert nonuniform_entropy([before], [np.zeros(4, dtype=np.int32)]) == 1.0
    # rows 0 and 1 share a group: one bit each to guess; the column has 2 + 2 + 1 + 1 bits
    assert nonuniform_entropy([before], [np.array([5, 5, 2, 2], dtype=np.int32)]) == pytest.approx(2 / 6)


def test_risks() -> None:
    sizes = np.array([2, 8])
    found = prosecutor(sizes, threshold=0.2)
    assert (found.highest, found.average, found.at_risk) == (0.5, 0.2, 0.2)
    assert found.threshold == 0.2
    known = journalist(sizes, np.array([10, 1]))
    assert (known.highest, known.at_risk) == (1 / 8, 0.0) and known.average == pytest.approx(0.12)
    assert marketer(sizes) == 0.2
    assert marketer(sizes, np.array([20, 80])) == pytest.approx(0.02)
    assert prosecutor(np.zeros(0, dtype=np.int64)).highest == 0.0


def written(
    attribute: Attribute, column: Column, hierarchy: Hierarchy | None = None
) -> tuple[list[Any], Any]:
    made, losses = recoded(column, recoder_of(attribute, column, hierarchy), LABELS[: len(column.codes)])
    return made.values().tolist(), losses


def test_what_stands_in_a_class() -> None:
    number, category = Attribute("x", Role.QUASI, Kind.NUMBER), Attribute("x", Role.QUASI, Kind.CATEGORY)
    ages, losses = written(number, Column.of("x", [30, 20, 40, 40, 40]))
    assert ages == ["[20-30]", "[20-30]", "40", "40", "40"] and losses.tolist() == [0.5, 0.5, 0, 0, 0]
    jobs = Column.of("x", ["nurse", "doctor", "nurse", "smith", "smith"])
    assert written(category, jobs)[0] == ["(doctor,nurse)"] * 2 + ["(nurse,smith)"] * 3
    assert written(category, jobs, JOBS)[0] == ["health"] * 2 + ["*"] * 3
    for attribute, hierarchy in ((number, None), (category, None), (category, flat("x", ["7"]))):
        gaps, losses = written(attribute, Column.of("x", [None, None, 7, None, 7]), hierarchy)
        assert gaps == [None, None, "*", "*", "*"] and losses.tolist() == [0, 0, 1, 1, 1]
        assert written(attribute, Column.of("x", []), hierarchy)[0] == []


def test_the_loss_of_classes() -> None:
    jobs = Column.of("job", ["nurse", "doctor", "smith", "smith"])
    quasi = QuasiIdentifier(jobs, JOBS)
    # shares 1/2, 1/2, 1/4, 1/4; n / leaves = 1: (1.5 - 1) / (4 - 1)
    assert class_loss([quasi], np.array([0, 0, 1, 1])) == pytest.approx(1 / 6)
    # the first two suppressed: (1 + 1 + 1/4 + 1/4 - 1) / 3
    assert class_loss([quasi], np.array([-1, -1, 0, 0])) == pytest.approx(1 / 2)
    assert level_losses(quasi) == (0.0, 0.5, 1.0)
    without_top = Hierarchy.from_rows("job", [("nurse", "health"), ("smith", "craft")])
    with pytest.raises(HierarchyError, match="no common top"):
        class_loss([QuasiIdentifier(Column.of("job", ["nurse", "smith"]), without_top)], np.array([0, 0]))
