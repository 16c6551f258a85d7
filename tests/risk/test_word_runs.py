"""Runs of content words: found, counted in a collection, covered by as few and cheap words as a greedy search finds."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.risk.word_runs import Sources, cover, linking, runs_of
from sanitizer.settings import Settings, Unlinkable

WORDS = st.lists(st.sampled_from(["ash", "birch", "cedar", "elm", "fir", "the", "of"]), max_size=12).map(
    " ".join
)


def test_function_words_case_and_plurals_do_not_break_a_run() -> None:
    assert runs_of("The cats of Leeds, and a dog: it sleeps.", 3) == runs_of("cat Leeds dog sleeps", 3)


def test_a_short_text_has_no_run() -> None:
    assert runs_of("three plain words", 5) == []


@given(st.lists(WORDS, max_size=5), st.integers(2, 4))
def test_runs_are_counted_by_documents_as_a_slow_count_does(texts: list[str], words: int) -> None:
    sources = Sources.of(texts, words)
    asked = sorted({run for text in texts for run in runs_of(text, words)} | {("x",) * words})
    slow = [sum(run in runs_of(text, words) for text in texts) for run in asked]
    assert sources.held(asked).tolist() == slow


@given(WORDS, WORDS, st.lists(WORDS, max_size=4), st.integers(2, 3))
def test_what_links_stays_of_the_source_and_is_rare(
    released: str, source: str, others: list[str], k: int
) -> None:
    texts = [source, *others]
    found = linking(released, source, Unlinkable(k, 2), Sources.of(texts, 2))
    assert found == [
        run
        for run in runs_of(released, 2)
        if run in runs_of(source, 2) and sum(run in runs_of(text, 2) for text in texts) < k
    ]


def test_without_a_collection_each_run_is_the_documents_own() -> None:
    assert linking("ash birch", "ash birch cedar", Unlinkable(2, 2), None) == [("ash", "birch")]


def test_what_the_collection_does_not_hold_links_too() -> None:
    assert linking("ash birch", "ash birch", Unlinkable(2, 2), Sources.of(["fir elm"], 2))


@given(st.lists(st.tuples(*[st.sampled_from("abcde")] * 3), max_size=8), st.sets(st.sampled_from("abcde")))
def test_a_cover_breaks_every_run_that_can_be_broken(runs: list[tuple[str, ...]], may_go: set[str]) -> None:
    costs = {word: float(ord(word) - 96) for word in may_go}
    chosen = cover(runs, costs)
    assert chosen <= may_go
    assert all(chosen & set(run) for run in runs if may_go & set(run))
    best = min(
        (sum(costs[w] for w in words)
         for n in range(len(may_go) + 1)
         for words in itertools.combinations(sorted(may_go), n)
         if all(set(words) & set(run) for run in runs if may_go & set(run))),
    )  # fmt: skip
    harmonic = sum(1 / n for n in range(1, len(runs) + 1))
    assert sum(costs[w] for w in chosen) <= best * max(1.0, harmonic) + 1e-9


@pytest.mark.parametrize("told", ["", "1", "0", "2:1", "2:21", "two", "2:", "-2", "2:5:3", "2.5"])
def test_what_is_no_spelling_is_refused(told: str) -> None:
    with pytest.raises(UsageError, match="unlinkable"):
        Unlinkable.parse(told)


def test_it_is_spelled_as_it_is_read() -> None:
    assert str(Unlinkable.parse("3")) == "3:5"
    assert Settings(unlinkable="2:4").unlinkable == Unlinkable(2, 4)  # type: ignore[arg-type]


def test_a_strategy_that_leaves_other_words_is_refused() -> None:
    with pytest.raises(UsageError, match="use S3, S4 or S5"):
        Settings(strategy="S2", unlinkable="2")  # type: ignore[arg-type]
