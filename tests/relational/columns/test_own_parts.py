"""Own models, searches, losses and partitioners from Python; likeness that holds against what is released."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.relational import release
from sanitizer.relational.columns.lattice import exhaustive
from sanitizer.relational.columns.loss import WeightedInformationLoss
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.privacy.models import Classes, PrivacyModel
from sanitizer.relational.privacy.partitioner import Labels
from sanitizer.relational.table.table import Column, Table
from sanitizer.types import BoolArray
from tests.relational.tables import verified

ROWS = pd.DataFrame(
    {"age": [str(20 + i) for i in range(12)], "ill": ["flu", "cold", "hiv"] * 4}, dtype=object
)


@dataclass(frozen=True)
class NoMajority:
    column: str
    absorbing = False

    @property
    def columns(self) -> tuple[str, ...]:
        return (self.column,)

    def satisfied(self, classes: Classes) -> BoolArray:
        counts = classes.histogram(self.column)
        return np.asarray(counts.max(axis=1, initial=0) * 2 <= counts.sum(axis=1))


@dataclass(frozen=True)
class Blocks:
    size: int

    def partition(
        self, quasi: Table, models: Sequence[PrivacyModel], sensitive: Sequence[Column] = ()
    ) -> Labels:
        return np.minimum(np.arange(quasi.rows) // self.size, quasi.rows // self.size - 1)


def asked(partitioner: str, k: int = 2) -> dict[str, Any]:
    return {
        "privacy": {"k": k},
        "method": {"partitioner": partitioner},
        "attribute": {"age": {"role": "quasi", "type": "number"}, "ill": {"role": "sensitive"}},
    }


def test_own_parts() -> None:
    for partitioner in ("columns", "local", "full-domain", "mdav"):
        made = release(ROWS, asked(partitioner), models=[NoMajority("ill")]).table
        assert (made.groupby("age")["ill"].agg(lambda s: s.value_counts().max() * 2 - len(s)) <= 0).all()
    blocks = release(ROWS, asked("auto"), partitioner=Blocks(3)).table
    assert sorted(set(blocks["age"])) == ["[20-22]", "[23-25]", "[26-28]", "[29-31]"]
    found = release(ROWS, asked("full-domain"), search=exhaustive, loss=WeightedInformationLoss())
    assert found.report.to_json()["search"]["tested"] == found.report.to_json()["search"]["nodes"]


@pytest.mark.parametrize(
    ("parts", "partitioner", "message"),
    [
        ({"partitioner": Blocks(2)}, "columns", "of its groups do not satisfy"),
        ({"search": exhaustive}, "columns", 'needs partitioner = "full-domain"'),
        ({"models": [NoMajority("ill")]}, "cluster", "own models need a partitioner of columns"),
        ({"models": [NoMajority("age")]}, "columns", "has to be a sensitive column"),
        ({"models": [3]}, "columns", "int is none"),
        ({"partitioner": Blocks(2), "search": exhaustive}, "full-domain", "give either"),
    ],
)
def test_parts_that_cannot_be_used(parts: dict[str, Any], partitioner: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        release(ROWS, asked(partitioner, k=3), **parts)


@settings(max_examples=80, deadline=None)
@example(
    [(0, "b"), (0, "b"), (1, "b"), (3, "a"), (3, "a"), (3, "b"), (3, "b")], ("t-closeness", "t", 0.3), 0.2
)
@given(
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from("abc")), min_size=3, max_size=14),
    st.sampled_from(
        [("t-closeness", "t", 0.3), ("beta-likeness", "beta", 0.5), ("delta-disclosure", "delta", 0.8)]
    ),
    st.sampled_from([0.2, 0.5, 0.9]),
)
def test_likeness_with_suppression_verifies(
    rows: list[tuple[int, str]], model: tuple[str, str, float], suppression: float
) -> None:
    table = pd.DataFrame([(str(n), s) for n, s in rows], columns=["age", "ill"], dtype=object)
    name, key, bound = model
    wanted = asked("full-domain")
    wanted["privacy"]["model"] = [{"name": name, "attribute": "ill", key: bound}]
    without = release(table, wanted)  # one class of all satisfies it
    wanted["method"]["suppression"] = suppression
    definition = parse_definition(wanted)
    made = release(table, definition)
    assert verified(made.table, definition).met
    assert made.report.to_json()["search"]["loss"] <= without.report.to_json()["search"]["loss"] + 1e-9
