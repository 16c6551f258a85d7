"""Clusters: what belongs together comes together, and the growth of the loss is what recounting says."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.relational.classes.cluster import Losses, clusters, least_cluster
from sanitizer.relational.classes.cluster_blocks import State, term_features
from sanitizer.relational.table.view import Partition, View, Wanted, make_view


def view_of(ages: list[float], sets: list[list[int]], terms: int) -> View:
    values = np.asarray(ages, dtype=np.float64).reshape(-1, 1)
    return make_view(values, values, values, [False], sets, terms)


def test_people_who_share_terms_come_together_when_terms_count() -> None:
    view = view_of([20, 21, 60, 61], [[0, 1], [2, 3], [0, 1], [2, 3]], 4)
    assert [c.tolist() for c in clusters(view, Wanted(2, 0.0))[0].classes] == [[0, 2], [1, 3]]
    assert [c.tolist() for c in clusters(view, Wanted(2, 1.0))[0].classes] == [[0, 1], [2, 3]]


def test_a_rare_shared_term_outweighs_nothing_else() -> None:
    # ages alike; 0 and 3 share both terms, 1 and 2 share one
    view = view_of([30, 30, 30, 30], [[0, 1], [2, 3], [2, 4], [0, 1]], 5)
    assert [c.tolist() for c in clusters(view, Wanted(2, 0.5))[0].classes] == [[0, 3], [1, 2]]


def loss(view: View, members: list[int], lambda_: float) -> float:
    """Of each record: λ NCP_A + (1 - λ) (1 - share of its terms that all have); NCP_A alone without terms."""
    ages = view.middle[members, 0]
    width = (ages.max() - ages.min()) / view.extent[0] if view.extent[0] else 0.0
    sets = [set(view.of(i).tolist()) for i in members]
    common = set.intersection(*sets)
    return sum(
        lambda_ * width + (1 - lambda_) * (1 - len(common) / len(own)) if own else width for own in sets
    )


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.lists(st.integers(0, 4), unique=True)), min_size=3, max_size=8),
    st.sampled_from([0.0, 0.3, 0.5, 1.0]),
    st.integers(1, 2),
)
def test_growth_is_the_difference_of_losses(
    people: list[tuple[int, list[int]]], lambda_: float, size: int
) -> None:
    view = view_of([float(a) for a, _ in people], [sorted(s) for _, s in people], 5)
    state = State(view, term_features(view), lambda_)
    members = list(range(size))
    state.begin(0)
    for i in members[1:]:
        state.add(i, members[:1])
    rest = np.arange(size, len(people))
    growth = state.growth(rest, np.ones(len(rest), dtype=np.bool_), members)
    for value, record in zip(growth, rest, strict=True):
        expected = loss(view, [*members, int(record)], lambda_) - loss(view, members, lambda_)
        assert abs(float(value) - expected) < 1e-9
    state.end(members)
    assert not state.shared.any()


def everyone(view: View, found: Partition) -> float:
    return sum(loss(view, c.tolist(), 0.5) for c in found.classes)


def test_what_is_left_of_a_group_joins_its_likes() -> None:
    # five have term 0, five term 1: clusters of two leave one of each, who share nothing with each other
    view = view_of([30.0] * 10, [[0]] * 5 + [[1]] * 5, 2)
    assert everyone(view, clusters(view, Wanted(2, 0.5))[0]) == 1.0
    settled = least_cluster(
        view,
        Wanted(2, 0.5),
        None,
        lambda found: Losses(everyone(view, found), lambda _: everyone(view, found)),
    )
    assert everyone(view, settled) == 0.0
    assert sorted(len(c) for c in settled.classes) == [2, 2, 3, 3]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.lists(st.integers(0, 4), unique=True)), min_size=2, max_size=14),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.integers(1, 3),
    st.integers(2, 9),
)
def test_settled_classes_have_k_and_pass_the_further_test(
    people: list[tuple[int, list[int]]], lambda_: float, k: int, oldest: int
) -> None:
    view = view_of([float(a) for a, _ in people], [sorted(s) for _, s in people], 5)

    def accepts(members: np.ndarray) -> bool:  # somebody of the oldest age in the table, or all are young
        return bool((view.middle[members, 0] <= oldest).any())

    if not accepts(np.arange(len(people))) or len(people) < k:
        return
    for test in (None, accepts):
        found = least_cluster(
            view,
            Wanted(k, lambda_, test),
            None,
            lambda p: Losses(-float(len(p.classes)), lambda _: -float(len(p.classes))),
        )
        members = sorted(int(i) for c in found.classes for i in c)
        assert members == list(range(len(people)))
        assert all(len(c) >= k and (test is None or test(c)) for c in found.classes)
