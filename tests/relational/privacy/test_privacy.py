"""Privacy models: the contract for each, the examples of their papers, and what they refuse."""

from itertools import combinations
from math import log
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.relational.privacy.k_anonymity import KAnonymity, KmAnonymity, KMap, rare_combinations
from sanitizer.relational.privacy.l_diversity import AlphaK, LDiversity
from sanitizer.relational.privacy.models import Classes, PrivacyModel
from sanitizer.relational.privacy.t_closeness import TCloseness
from sanitizer.relational.table.hierarchies import flat
from tests.contracts.privacy import PrivacyModelContract
from tests.relational.slow import TREE


class TestKAnonymity(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return KAnonymity(3)


class TestDistinctDiversity(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return LDiversity("s", 2)


class TestEntropyDiversity(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return LDiversity("s", 1.8, "entropy")


class TestRecursiveDiversity(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return LDiversity("s", 2, "recursive", 2.0)


class TestEqualCloseness(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return TCloseness("s", 0.25)


class TestOrderedCloseness(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return TCloseness("s", 0.2, "ordered")


class TestHierarchicalCloseness(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return TCloseness("s", 0.3, "hierarchical", TREE)


class TestAlphaK(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return AlphaK("s", 0.6, 2)


class TestAlphaKOfOneValue(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return AlphaK("s", 0.5, 2, value=1)


class TestKMap(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return KMap(5)


class TestKmAnonymity(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return KmAnonymity(2, 2)


def classes(*rows: list[int], totals: list[int] | None = None) -> Classes:
    counts = np.array(rows, dtype=np.int64)
    whole = counts.sum(axis=0) if totals is None else np.array(totals, dtype=np.int64)
    return Classes(counts.sum(axis=1), {"s": counts}, {"s": whole})


def test_diversity_by_hand() -> None:
    some = classes([2, 1, 1], [3, 1, 0], [4, 0, 0], [0, 0, 0])
    assert LDiversity("s", 3).satisfied(some).tolist() == [True, False, False, False]
    # entropy of (1/2, 1/4, 1/4) is 1.5 bits = log2(2.83), of (3/4, 1/4) .811 bits = log2(1.75)
    assert LDiversity("s", 2.8, "entropy").satisfied(some).tolist() == [True, False, False, False]
    assert LDiversity("s", 1.7, "entropy").satisfied(some).tolist() == [True, True, False, False]
    # recursive (c,2): 2 < c (1 + 1), 3 < c 1, 4 < c 0
    assert LDiversity("s", 2, "recursive", 1.5).satisfied(some).tolist() == [True, False, False, False]
    assert LDiversity("s", 2, "recursive", 4.0).satisfied(some).tolist() == [True, True, False, False]


def test_exact_thresholds_are_kept() -> None:
    assert LDiversity("s", 3, "entropy").satisfied(classes([5, 5, 5])).tolist() == [True]
    assert log(3) > 0 and TCloseness("s", 0.0).satisfied(classes([3, 3], [1, 1])).tolist() == [True, True]


def test_the_salaries_of_the_t_closeness_paper() -> None:
    # Li et al. 2007, section 4.2: salaries 3k to 11k; D(P1, Q) = .375 and D(P2, Q) = .167 for ordered distance
    nine = [1] * 9
    p1, p2 = [1, 1, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 1, 0, 0, 1]
    p2_paper = [0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert sum(p2_paper) == 1
    model = TCloseness("s", 1.0, "ordered")
    far = model.distances(np.array([p1]) / 3 - np.array([nine]) / 9)
    assert far[0] == pytest.approx(0.375)
    # {6k, 8k, 11k}
    assert model.distances(np.array([p2]) / 3 - np.array([nine]) / 9)[0] == pytest.approx(0.1667, abs=1e-3)


def test_hierarchical_distance_by_hand() -> None:
    # mild: cold, flu; grave: hiv. All mass from cold to flu costs 1/2, from cold to hiv 1
    model = TCloseness("s", 1.0, "hierarchical", TREE)
    assert model.distances(np.array([[-1.0, 1.0, 0.0], [-1.0, 0.0, 1.0]])).tolist() == [0.5, 1.0]
    wrong = TCloseness("s", 1.0, "hierarchical", flat("s", ["a", "b"]))
    with pytest.raises(UsageError, match="has 2 values"):
        wrong.satisfied(classes([1, 1, 1]))


def test_alpha_by_hand() -> None:
    some = classes([3, 2], [4, 1], [1, 0])
    assert AlphaK("s", 0.6, 2).satisfied(some).tolist() == [True, False, False]
    assert AlphaK("s", 0.6, 2, value=1).satisfied(some).tolist() == [True, True, False]


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.frozensets(st.integers(0, 4), max_size=4), max_size=7), st.integers(1, 3), st.integers(1, 3)
)
def test_rare_combinations_are_all_found(sets: list[frozenset[int]], k: int, m: int) -> None:
    rare = rare_combinations(sets, k, m)
    for size in range(1, m + 1):
        for combination in combinations(range(5), size):
            count = sum(set(combination) <= s for s in sets)
            listed = any(set(r) <= set(combination) for r in rare)
            assert listed == (0 < count < k) or count == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: KAnonymity(0), r"k: 0 is out of bounds \(at least 1\)"),
        (lambda: LDiversity("s", 0.5), r"l: 0.5 is out of bounds \(at least 1\)"),
        (lambda: LDiversity("s", 2.5), "distinct needs a whole l"),
        (lambda: LDiversity("s", 2, "recursive"), r"c: 0.0 is out of bounds \(above 0\)"),
        (
            lambda: LDiversity("s", 2, cast(Any, "other")),
            '"other" is not possible; one of: distinct, entropy',
        ),
        (lambda: TCloseness("s", 1.5), r"t: 1.5 is out of bounds \(0 to 1\)"),
        (lambda: TCloseness("s", 0.5, "hierarchical"), "a hierarchy belongs to"),
        (lambda: AlphaK("s", 0.0, 2), r"alpha: 0.0 is out of bounds \(above 0 to 1\)"),
        (lambda: KmAnonymity(2, 0), r"m: 0 is out of bounds \(at least 1\)"),
    ],
)
def test_nonsense_is_refused(make: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make()  # type: ignore[operator]


def test_a_column_that_is_missing_in_every_row_is_never_diverse() -> None:
    bare = classes([])
    for model in (LDiversity("s", 1), LDiversity("s", 1, "entropy"), LDiversity("s", 1, "recursive", 9.0)):
        assert model.satisfied(bare).tolist() == [False]
    assert TCloseness("s", 1.0).satisfied(bare).tolist() == [False]


def test_missing_evidence_is_named() -> None:
    nothing = Classes(np.array([3]))
    with pytest.raises(UsageError, match='about "s", which is not given'):
        LDiversity("s", 2).satisfied(nothing)
    with pytest.raises(UsageError, match="k-map needs a population"):
        KMap(2).satisfied(nothing)
    with pytest.raises(UsageError, match="it needs a text column"):
        KmAnonymity(2).satisfied(nothing)
