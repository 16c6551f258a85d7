"""The expected rank of the right document, by hand and against a slow version."""

from statistics import NormalDist
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.risk.singling_out import (
    SHARED_PAIR,
    SHARED_WORD,
    Population,
    Search,
    buy,
    features,
    spenders,
)
from tests.tiny import counts

WORDS = ("actor", "opera", "violin", "zither")


class Documents:
    """Eight documents of equal length: "actor" in all, "opera" in 4, "violin" in 2, "zither" in 1."""

    name, total, unit, minimum_support, exact, public = "eight", 8, "document", 1, True, False
    held: ClassVar = dict(zip(WORDS, (range(8), range(4), range(2), range(1)), strict=True))

    def counts(self, sets):  # type: ignore[no-untyped-def]
        return np.array([len(self.documents_of(queries)[0]) for queries in sets])  # type: ignore[no-untyped-call]

    def joint(self, rows, columns):  # type: ignore[no-untyped-def]
        raise NotImplementedError

    def documents_of(self, queries):  # type: ignore[no-untyped-def]
        return [np.array(list(self.held.get(q.phrases[0], ())), dtype=np.uint32) for q in queries]

    def lengths(self):  # type: ignore[no-untyped-def]
        return np.ones(8)


def search(text: str) -> Search:
    return Population(Documents()).search(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The opera was. Violin!", {"opera": 1, "violin": 1}),
        ("a violin opera", {"opera": 1, "violin": 1, "violin opera": 1}),
        ("of the", {}),
        ("Operas and operas", {"opera": 2}),
    ],
)
def test_features_are_words_and_touching_pairs(text: str, expected: dict[str, int]) -> None:
    assert features(text) == expected


def test_what_two_hands_share_is_weighed_by_information() -> None:
    found = search("zither opera")
    # IC(opera) = 1 bit, IC(zither) = 3 bits, the pair is in no document and tells nothing
    assert found.names == ("opera", "zither", "zither opera")
    assert found.mean.tolist() == pytest.approx([SHARED_WORD, 3 * SHARED_WORD, 0])
    assert found.variance[1] == pytest.approx(9 * SHARED_WORD * (1 - SHARED_WORD))
    assert 0 < SHARED_PAIR < SHARED_WORD < 1


def test_a_word_that_stands_there_twice_weighs_more() -> None:
    assert search("zither. Zither.").mean[0] == pytest.approx(3 * SHARED_WORD * (1 + np.log(2)))


def test_without_words_all_documents_are_alike() -> None:
    # each is ahead with chance 1/2
    assert search("").rank() == pytest.approx(1 + 8 / 2)
    assert search("actor").rank() == pytest.approx(5)


@hypothesis_settings(deadline=None, max_examples=30)
@given(st.sets(st.sampled_from(WORDS)), st.sets(st.sampled_from(WORDS)))
def test_ranks_are_those_of_the_slow_sum(inside: set[str], left: set[str]) -> None:
    found = search(". ".join(sorted(inside)))
    kept = np.array([name in left for name in found.names], dtype=np.bool_)
    ic = {word: np.log2(8 / len(Documents.held[word])) for word in WORDS}
    words = [name for name in found.names if name in left]
    mean = sum(SHARED_WORD * ic[w] for w in words)
    spread = max(sum(SHARED_WORD * (1 - SHARED_WORD) * ic[w] ** 2 for w in words), 1e-12) ** 0.5
    rank = 1.0
    for document in range(8):
        score = sum(ic[w] for w in words if document in Documents.held[w])
        rank += NormalDist().cdf(min(8, max(-8, (score - mean) / spread)))
    assert found.ranks(kept[None])[0] == pytest.approx(rank, abs=0.01)


def test_the_cheapest_information_for_each_bit_goes_first() -> None:
    found = search("Violin. Zither. Opera.")
    before = found.rank()
    bought = buy(found, {"zither": 3.0, "opera": 1.0, "violin": 50.0}, 100)
    assert bought.before == before
    assert bought.after > before
    assert bought.words[0].word == "zither"
    assert all(one.bits > 0 for one in bought.words)
    assert buy(found, {"zither": 3.0}, before - 0.01).words == ()
    assert buy(found, {}, 100).words == ()


def test_those_that_tell_most_come_first() -> None:
    assert [word for word, _ in spenders(search("Zither. Opera. Actor."), ("actor", "zither"), 2)] == [
        "zither"
    ]
    assert spenders(search(""), (), 3) == ()


def test_counts_that_do_not_tell_their_documents_are_refused() -> None:
    with pytest.raises(UsageError, match="singling out needs counts"):
        Population(counts())
