"""Terms of a class: what all share is kept, the rest is said alike or not at all."""

from math import log

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.ladders import Rung
from sanitizer.relational.classes.terms import (
    SUPPRESSED,
    make_ladders,
    no_ladders,
    recode_terms,
    record_features,
)
from sanitizer.relational.table.view import View, make_view, partition
from sanitizer.relational.terms.listings import Listing

PARIS, LYON, BERLIN, CHESS = range(4)
FRENCH = Rung("french", "French city", 0.7)
EUROPEAN = Rung("european", "European city", 0.4)
LADDERS = make_ladders([[FRENCH, EUROPEAN], [FRENCH, EUROPEAN], [EUROPEAN], []])


def view_of(sets: list[list[int]]) -> View:
    empty = np.zeros((len(sets), 0))
    return make_view(empty, empty, empty, [], sets, 4)


def said(sets: list[list[int]]) -> dict[int, str | int]:
    view = view_of(sets)
    recoding = recode_terms(view, partition([np.arange(len(sets))]), LADDERS)
    return {t: f if f in (SUPPRESSED, t) else LADDERS.rungs[f - 4].label for t, f in recoding.of(0).items()}


def test_a_term_that_all_have_is_kept() -> None:
    assert said([[PARIS], [PARIS]]) == {PARIS: PARIS}


def test_the_most_informative_common_generalization() -> None:
    assert said([[PARIS], [LYON]]) == {PARIS: "French city", LYON: "French city"}
    assert said([[PARIS], [BERLIN]]) == {PARIS: "European city", BERLIN: "European city"}


def test_a_term_without_a_partner_is_suppressed() -> None:
    assert said([[PARIS, CHESS], [LYON]]) == {PARIS: "French city", LYON: "French city", CHESS: SUPPRESSED}


def test_a_generalization_that_not_all_would_show_is_not_used() -> None:
    # both have Paris; "French city" for Lyon would stand in the first text only
    assert said([[PARIS, LYON], [PARIS]]) == {PARIS: PARIS, LYON: SUPPRESSED}


def test_losses_by_hand() -> None:
    view = view_of([[PARIS, CHESS], [LYON], []])
    both = partition([np.asarray([0, 1], dtype=np.int64), np.asarray([2], dtype=np.int64)])
    recoding = recode_terms(view, both, LADDERS)
    losses = recoding.losses(view, both)
    assert abs(losses[0] - (0.3 + 1.0) / 2) < 1e-6
    assert abs(losses[1] - 0.3) < 1e-6
    assert np.isnan(losses[2])
    plain = recode_terms(view, both, no_ladders(4)).losses(view, both)
    assert plain[:2].tolist() == [1.0, 1.0]


KNOWN = [Listing("things", 2.0), Listing("things", 2.0), Listing("things", 2.0), None]
LISTS = make_ladders([[EUROPEAN], [EUROPEAN], [EUROPEAN], []], KNOWN, 2)


def test_a_list_that_says_more_than_the_generalization() -> None:
    # a list of two keeps 1 - log 2 / 2 = .65, "European city" .4
    view = view_of([[PARIS], [LYON], [LYON, CHESS]])
    all_three = partition([np.arange(3)])
    recoding = recode_terms(view, all_three, LISTS)
    assert [sorted(of) for of in recoding.lists] == [[PARIS, LYON]]
    assert recoding.of(0) == {PARIS: LISTS.number, LYON: LISTS.number, CHESS: SUPPRESSED}
    losses = recoding.losses(view, all_three)
    assert abs(losses[0] - log(2) / 2) < 1e-6
    assert abs(losses[2] - (log(2) / 2 + 1) / 2) < 1e-6


def test_a_list_that_would_be_too_long_is_not_used() -> None:
    view = view_of([[PARIS], [LYON], [BERLIN]])
    recoding = recode_terms(view, partition([np.arange(3)]), LISTS)
    assert recoding.lists == ()
    assert {LISTS.rungs[f - 4].label for f in recoding.of(0).values()} == {"European city"}


def test_what_nobody_knows_stands_in_no_list() -> None:
    view = view_of([[PARIS], [CHESS]])
    assert set(recode_terms(view, partition([np.arange(2)]), LISTS).of(0).values()) == {SUPPRESSED}


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 3), unique=True), min_size=1, max_size=6),
    st.integers(1, 4),
    st.integers(0, 3),
)
def test_all_records_show_the_same_lists(sets: list[list[int]], size: int, most: int) -> None:
    ladders = make_ladders([[FRENCH, EUROPEAN], [FRENCH, EUROPEAN], [EUROPEAN], []], KNOWN, most)
    view = view_of([sorted(s) for s in sets])
    classes = partition([np.arange(i, min(i + size, len(sets))) for i in range(0, len(sets), size)])
    recoding = recode_terms(view, classes, ladders)
    plain = recode_terms(view, classes, LADDERS)
    for number, members in enumerate(classes.classes):
        choice = recoding.of(number)
        shown = [{choice[t] for t in view.of(int(i)).tolist() if choice[t] != SUPPRESSED} for i in members]
        assert all(s == shown[0] for s in shown)
        for term, feature in choice.items():
            if feature >= ladders.number:
                listed = recoding.lists[feature - ladders.number]
                assert term in listed
                assert 2 <= len(listed) <= most
                assert CHESS not in listed
    if most < 2:
        assert recoding.choice.tolist() == plain.choice.tolist()


def test_what_features_keep_adds_up_to_one() -> None:
    features = record_features(view_of([[PARIS, CHESS], [BERLIN]]), LADDERS)
    for i in range(2):
        at = slice(features.start[i], features.start[i + 1])
        assert abs(features.keeps[at].sum() - 1) < 1e-5


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.integers(0, 3), unique=True), min_size=1, max_size=6), st.integers(1, 3))
def test_all_records_of_a_class_say_the_same(sets: list[list[int]], size: int) -> None:
    view = view_of([sorted(s) for s in sets])
    classes = partition([np.arange(i, min(i + size, len(sets))) for i in range(0, len(sets), size)])
    recoding = recode_terms(view, classes, LADDERS)
    for number, members in enumerate(classes.classes):
        choice = recoding.of(number)
        shown = [{choice[t] for t in view.of(int(i)).tolist() if choice[t] != SUPPRESSED} for i in members]
        assert all(s == shown[0] for s in shown)
        for term, feature in choice.items():  # only true generalizations
            ladder = LADDERS.feature[LADDERS.start[term] : LADDERS.start[term + 1]].tolist()
            assert feature == SUPPRESSED or feature in ladder
