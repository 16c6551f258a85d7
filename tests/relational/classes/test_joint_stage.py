"""Mondrian with λ, GDF and clusters: the running example, and properties against what must hold of any partition."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.relational.classes.cluster import clusters
from sanitizer.relational.classes.gdf import gdf
from sanitizer.relational.classes.mondrian_with_terms import least_group, least_loss, mondrian
from sanitizer.relational.table.view import CutTest, Partition, View, Wanted, make_view
from sanitizer.types import IntArray

CASE: dict[str, Any] = json.loads((Path(__file__).parents[2] / "cases" / "rx_anon_example.json").read_text())


def view_of(attributes: list[list[float]], category: list[bool], sets: list[list[int]], terms: int) -> View:
    values = np.asarray(attributes, dtype=np.float64).reshape(len(sets), len(category))
    return make_view(values, values, values, category, sets, terms)


def example() -> tuple[View, list[str]]:
    words = sorted({t for p in CASE["view"] for t in p["terms"]}, key=lambda w: (w != "engineer", w))
    sets = [sorted(words.index(t) for t in p["terms"]) for p in CASE["view"]]
    return view_of([[] for _ in sets], [], sets, len(words)), words


def test_gdf_walks_as_in_the_paper() -> None:
    view, words = example()
    whole = {w: sum(w in p["terms"] for p in CASE["view"]) for w in words}
    assert [w for w in words if whole[w] == 2] == ["engineer", "uk"]  # the tie that goes to engineer
    found = gdf(view, 2)
    assert found.term_splits == len(CASE["gdf_walk"]) == 2
    first, second = CASE["gdf_walk"]
    expected = [first["with"], second["without"], second["with"]]
    assert [[int(p) + 1 for p in c] for c in found.classes] == sorted(expected)


def test_gdf_goes_on_when_the_most_frequent_term_may_not_be_split() -> None:
    # term 0 is in 5 of 6 records: k = 2 forbids the split; term 1 (in 3) is next
    view = view_of([[] for _ in range(6)], [], [[0, 1], [0, 1], [0, 1], [0], [0], []], 2)
    assert [c.tolist() for c in gdf(view, 2).classes] == [[0, 1, 2], [3, 4, 5]]


def test_mondrian_cuts_the_widest_attribute_at_its_median() -> None:
    # ages span all of their range, the other attribute a third of its: {20, 21} and {60, 61}
    view = view_of([[20, 0], [60, 1], [21, 1], [61, 0]], [False, False], [[], [], [], []], 0)
    assert [c.tolist() for c in mondrian(view, 2, 1.0).classes] == [[0, 2], [1, 3]]


def test_missing_values_are_a_group_of_their_own() -> None:
    nan = float("nan")
    view = view_of([[1], [nan], [2], [nan], [3], [4]], [False], [[]] * 6, 0)
    assert [c.tolist() for c in mondrian(view, 2, 1.0).classes] == [[0, 2], [1, 3], [4, 5]]


def test_terms_first_at_zero_attributes_only_at_one() -> None:
    view = view_of([[1], [2], [3], [4]], [False], [[0], [], [0], []], 1)
    by_term, by_number = mondrian(view, 2, 0.0), mondrian(view, 2, 1.0)
    assert [c.tolist() for c in by_term.classes] == [[0, 2], [1, 3]]
    assert (by_term.attribute_splits, by_term.term_splits) == (0, 1)
    assert [c.tolist() for c in by_number.classes] == [[0, 1], [2, 3]]
    assert (by_number.attribute_splits, by_number.term_splits) == (1, 0)


def test_at_zero_attributes_are_tried_where_no_term_split_is_left() -> None:
    view = view_of([[1], [2], [3], [4]], [False], [[0], [1], [2], [3]], 4)
    found = mondrian(view, 2, 0.0)
    assert (found.attribute_splits, found.term_splits) == (1, 0)


def test_least_group_grows_with_lambda() -> None:
    assert least_group(5, 0.0) == 5
    assert least_group(5, 0.5) == 20
    assert least_group(5, 1.0) == float("inf")


def test_auto_takes_the_least_loss_and_the_smaller_lambda_among_equals() -> None:
    one = Partition((np.arange(2),))
    losses = {0.0: 0.5, 0.1: 0.2, 0.2: 0.2}
    asked: list[float] = []

    def at(lambda_: float) -> Partition:
        asked.append(lambda_)
        return one

    best, _ = least_loss(at, lambda p: losses[asked[-1]], list(losses))
    assert best == 0.1


def records(most: int = 24) -> st.SearchStrategy[View]:
    @st.composite
    def build(draw: st.DrawFn) -> View:
        n = draw(st.integers(2, most))
        numbers = draw(st.lists(st.one_of(st.integers(0, 5), st.none()), min_size=n, max_size=n))
        labels = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
        sets = draw(st.lists(st.lists(st.integers(0, 4), unique=True), min_size=n, max_size=n))
        rows = [
            [float("nan") if a is None else float(a), float(b)] for a, b in zip(numbers, labels, strict=True)
        ]
        return view_of(rows, [False, True], [sorted(s) for s in sets], 5)

    return build()


def all_partitions(view: View, k: int, accepts: CutTest | None = None) -> list[Partition]:
    found = [mondrian(view, k, lambda_, accepts) for lambda_ in (0.0, 0.3, 0.5, 1.0)]
    found += [gdf(view, k, accepts)]
    for lambda_ in (0.0, 0.5, 1.0):
        found += clusters(view, Wanted(k, lambda_, accepts), block=4)
    return found


@settings(max_examples=60, deadline=None)
@given(records(), st.integers(1, 4))
def test_every_class_has_k_and_every_person_one_class(view: View, k: int) -> None:
    for found in all_partitions(view, k):
        assert sorted(int(p) for c in found.classes for p in c) == list(range(view.persons))
        assert min(len(c) for c in found.classes) >= min(k, view.persons)


@settings(max_examples=60, deadline=None)
@given(records(), st.integers(1, 3), st.data())
def test_every_class_passes_the_further_test(view: View, k: int, data: st.DataObject) -> None:
    secret = data.draw(st.lists(st.integers(0, 1), min_size=view.persons, max_size=view.persons))

    def diverse(members: IntArray) -> bool:
        return len({secret[int(i)] for i in members}) == 2

    if diverse(np.arange(view.persons)):
        for found in all_partitions(view, k, diverse):
            assert all(diverse(c) for c in found.classes)


@settings(max_examples=60, deadline=None)
@given(records(60), st.integers(1, 3))
def test_text_splits_never_grow_with_lambda(view: View, k: int) -> None:
    splits = [mondrian(view, k, i / 10).term_splits for i in range(11)]
    assert splits == sorted(splits, reverse=True)
    assert splits[-1] == 0


@settings(max_examples=40, deadline=None)
@given(records(), st.integers(1, 3))
def test_a_term_split_groups_people_who_share_a_term(view: View, k: int) -> None:
    only_text = View(
        view.middle[:, :0], view.low[:, :0], view.high[:, :0], view.category[:0], view.extent[:0], view.bias[:0],
        view.weight[:0], view.start, view.term, view.terms,
    )  # fmt: skip
    found = mondrian(only_text, k, 0.0)
    whole = set(range(view.persons))
    for members in found.classes:
        others = whole - {int(i) for i in members}
        if others:  # some term tells this class from each other class
            mine = set.intersection(*({int(t) for t in view.of(int(i))} for i in members))
            lacks = set.intersection(
                *(set(range(view.terms)) - {int(t) for t in view.of(int(i))} for i in members)
            )
            assert mine or lacks


@pytest.mark.parametrize(
    "partitioner", [lambda v, k: mondrian(v, k, 0.5), gdf, lambda v, k: clusters(v, Wanted(k, 0.5))[0]]
)
def test_one_person_and_no_terms(partitioner: Any) -> None:
    view = view_of([[1.0]], [False], [[]], 0)
    assert [c.tolist() for c in partitioner(view, 1).classes] == [[0]]
