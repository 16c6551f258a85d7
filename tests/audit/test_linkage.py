"""Linkage, its evidence, and hardening, on a background of three persons."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.audit.attackers import BM25Attacker, LearnedAttacker, Scores, TfidfAttacker, windows
from sanitizer.audit.harden import Hardened, Hardener, RareWords, words_to_hide
from sanitizer.audit.linkage import Linked, chance_at, link, linkage_at, telling_words, true_persons
from sanitizer.errors import UsageError
from sanitizer.types import Document
from tests.contracts.attacker import BACKGROUND, TEXT, AttackerContract


class TestTfidf(AttackerContract):
    make = TfidfAttacker


class TestBM25(AttackerContract):
    make = BM25Attacker


class TestLearned(AttackerContract):
    make = LearnedAttacker


def test_bm25_weighs_as_its_formula_says() -> None:
    attacker = BM25Attacker({"a": "piano piano city", "b": "violin city"})
    # features: a piano 2, city 1, "piano piano" 1, "piano city" 1 (5); b violin, city, "violin city" (3); mean 4
    rarity, shrink = math.log(1 + 1.5 / 1.5), 1.2 * (0.25 + 0.75 * 5 / 4)
    assert attacker.scores(["piano"])[0] == pytest.approx([rarity * 2 * 2.2 / (2 + shrink), 0])
    both = math.log(1 + 0.5 / 2.5)
    assert attacker.scores(["city city"])[0, 0] == pytest.approx(2 * both * 2.2 / (1 + shrink))


def test_ties_are_broken_by_lot() -> None:
    # two score higher, three (the person among them) score the same
    linked = Linked("d", "p", above=2, ties=3, candidates=10)
    assert [linked.hit(k) for k in (1, 2, 3, 4, 5, 9)] == [0, 0, 1 / 3, 2 / 3, 1, 1]
    assert linked.rank == 4
    empty = Linked("d", "p", above=0, ties=10, candidates=10)
    assert empty.hit(1) == chance_at(10, 1) == 0.1
    assert linkage_at([linked, empty], 5) == (1 + 0.5) / 2
    assert linkage_at([], 1) is None


def test_link_names_the_likeliest_and_what_told() -> None:
    (linked,) = link(TfidfAttacker(BACKGROUND), {"x": TEXT}, {"x": "Mary"})
    assert (linked.above, linked.ties, linked.first[0]) == (0, 1, "Mary")
    assert {share.term for share in linked.gave_away} == {"collected", "fossils", "museum", "sold"}


def test_words_common_to_all_do_not_tell() -> None:
    attacker = TfidfAttacker({"a": "piano city", "b": "violin city"})
    assert [s.term for s in telling_words(attacker, "city piano", 0, 5)] == ["piano"]


def test_documents_find_their_person() -> None:
    attacker = TfidfAttacker(BACKGROUND)
    assert true_persons(["Ada", "Mary.txt", "other", "7"], attacker, {"7": "Grace"}) == {
        "Ada": "Ada",
        "Mary.txt": "Mary",
        "7": "Grace",
    }
    # output id 1 was called a.txt
    assert true_persons(["1", "2"], attacker, {"a.txt": "Ada"}, {"1": "a.txt", "2": "Mary.md"}) == {
        "1": "Ada",
        "2": "Mary",
    }
    with pytest.raises(UsageError, match=r"none of the documents \(1\)"):
        true_persons(["nobody"], attacker)


def test_a_background_of_one_is_refused() -> None:
    with pytest.raises(UsageError, match="at least two"):
        TfidfAttacker({"a": "text"})


@given(st.lists(st.sampled_from("abc"), max_size=40), st.integers(1, 9))
def test_windows_lose_nothing(words: list[str], size: int) -> None:
    cut = windows(" ".join(words), size)
    assert " ".join(cut).split() == words
    assert all(size / 2 <= len(window.split()) < 2 * size for window in cut[1:])


class FixedAttacker:
    """An attacker whose weights are written by hand: word -> score of each candidate."""

    name = "fixed"

    def __init__(self, weights: Mapping[str, tuple[float, ...]]) -> None:
        self._weights = weights
        self.candidates = tuple("ABCDEFGH"[: len(next(iter(weights.values())))])

    def scores(self, texts: Sequence[str]) -> Scores:
        return np.array([self.parts(text)[1].sum(axis=0) for text in texts])

    def parts(self, text: str) -> tuple[tuple[str, ...], Scores]:
        found = tuple(sorted({w for w in text.split() if w in self._weights}))
        rows = [self._weights[word] for word in found]
        return found, np.array(rows).reshape(len(found), len(self.candidates))


WEIGHTS = {
    "fossil": (5.0, 0.0, 0.0),
    "coast": (2.0, 1.0, 0.0),
    "museum": (1.0, 1.5, 2.0),
    "the": (1.0, 1.0, 1.0),
}


def test_the_fewest_words_are_hidden() -> None:
    # A leads 9 to 3.5 and 3; without "fossil" 4 to 3.5 and 3; without "coast" too 2 to 2.5 and 3
    assert words_to_hide(FixedAttacker(WEIGHTS), "the fossil coast museum", "A", 1) == ("fossil", "coast")
    assert words_to_hide(FixedAttacker(WEIGHTS), "the fossil coast museum", "A", 2) == ("fossil", "coast")
    assert words_to_hide(FixedAttacker(WEIGHTS), "the museum", "A", 2) == ()
    for needed in (frozenset(["coast"]), frozenset(["fossil"])):  # no others suffice
        assert words_to_hide(FixedAttacker(WEIGHTS), "the fossil coast museum", "A", 1, needed) == (
            "fossil", "coast",
        )  # fmt: skip
    assert words_to_hide(FixedAttacker(WEIGHTS), "coast museum", "A", 1, frozenset(["museum"])) == ("coast",)


@dataclass(frozen=True)
class Cut:
    """A sanitized text, as hardening sees it."""

    text: str
    utility_percent: float | None


def _sanitize(document: Document, words: frozenset[str]) -> Cut:
    kept = [w for w in document.text.split() if w not in words]
    return Cut(" ".join(kept), 100 * len(kept) / max(1, len(document.text.split())))


def _hardened(text: str, k: int = 2, floor: float = 0.5) -> Hardened[Cut]:
    return Hardener(FixedAttacker(WEIGHTS), k, k, floor)(_sanitize, Document("d", text), "A")


def test_hardening_hides_the_person() -> None:
    result = _hardened("the fossil coast museum")
    assert (result.outcome, result.draft.text, result.words) == (
        "hidden",
        "the museum",
        frozenset({"fossil", "coast"}),
    )
    assert (result.before.above, result.after.above) == (0, 2)
    assert (result.utility_before, result.utility_after) == (100, 50)


def test_words_that_a_sentence_needs_are_hidden_last() -> None:
    harden = Hardener(FixedAttacker(WEIGHTS), 2, 2, 0.0)
    result = harden(_sanitize, Document("d", "the fossil coast museum"), "A", frozenset({"fossil"}))
    assert (result.outcome, result.words) == ("hidden", frozenset({"fossil", "coast"}))


def test_hardening_stops_at_the_floor() -> None:
    result = _hardened("the fossil coast museum", floor=0.7)
    assert (result.outcome, result.draft.text, result.utility_after) == ("floor", "the coast museum", 75)


def test_hardening_leaves_alone_what_is_hidden() -> None:
    result = _hardened("museum")
    assert (result.outcome, result.draft.text, result.words) == ("hidden", "museum", frozenset())


def test_hardening_says_when_nothing_helps() -> None:
    def deaf(document: Document, words: frozenset[str]) -> Cut:
        return Cut(document.text, 100.0)

    result = Hardener(FixedAttacker(WEIGHTS), 1, 1)(deaf, Document("d", "fossil"), "A")
    assert result.outcome == "exhausted"


def test_among_few_who_tie_nobody_is_hidden() -> None:
    # nothing tells: three tie, so the person's place is 2, among the first two and not the first
    assert _hardened("nothing").outcome == "exhausted"
    assert _hardened("nothing", k=1).outcome == "hidden"


@given(st.permutations(["fossil", "coast", "museum", "the"]))
def test_hardening_does_not_depend_on_the_order_of_words(words: list[str]) -> None:
    assert _hardened(" ".join(words)).words == {"fossil", "coast"}


def test_rare_words_are_those_that_few_share() -> None:
    background = {"a": "loom barge river", "b": "loom barge", "c": "loom"}
    assert RareWords(background, 3)("The Loom, the barge, a river and a whale") == ("whale", "river", "barge")
    assert RareWords(background, 1)("loom barge river whale") == ("whale",)


def test_hardening_with_a_background_hides_rare_words_and_the_person() -> None:
    background = {f"p{i}": f"mill river town{i} loom" for i in range(40)} | {"ada": "engine mill river"}
    document = Document("d", "engine mill whale river")
    result = Hardener.with_background(background, k=2, floor=0.0)(_sanitize, document, "ada")
    # 41 candidates: a word must be shared by two; engine and whale are not
    assert {"engine", "whale"} <= result.words
    assert result.outcome == "hidden"
    result = Hardener.with_background(background, k=2, floor=0.75)(_sanitize, document, "ada")
    assert (result.words, result.utility_after) == (frozenset({"whale"}), 75.0)


def test_hardening_needs_more_candidates_than_it_hides_among() -> None:
    with pytest.raises(UsageError, match="names 3 candidates: no person can have 5 others first"):
        Hardener.with_background(BACKGROUND, k=5)
