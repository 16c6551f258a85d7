"""Every formula on numbers that can be redone on paper (docs/method.md)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.risk.formulas import (
    disclosure_bound,
    disclosure_risk,
    information_content,
    normalized_pmi,
    pointwise_mutual_information,
)
from sanitizer.risk.roll_up import RollUp
from tests.tiny import TinyKnowledge, counts


def array(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def test_information_content_is_minus_log2_of_the_share_of_documents() -> None:
    assert information_content(array(32, 16, 4, 1), 32).tolist() == [0, 1, 3, 5]


def test_unknown_and_never_seen_are_different() -> None:
    unknown, never = information_content(array(-1, 0), 32)
    assert np.isnan(unknown)
    assert never == np.inf


def test_pmi() -> None:
    # h(a) = h(b) = 4, together 4 of 32: log2(32 * 4 / 16) = 3 = IC(a): b tells all of a
    assert pointwise_mutual_information(array(4), array(4), array(4), 32) == 3
    # independent: 2 = 8 * 8 / 32
    assert pointwise_mutual_information(array(2), array(8), array(8), 32) == 0
    assert pointwise_mutual_information(array(0), array(8), array(8), 32) == -np.inf
    assert np.isnan(pointwise_mutual_information(array(2), array(-1), array(8), 32))


def test_npmi_runs_from_minus_one_to_one() -> None:
    together = normalized_pmi(array(4), array(4), array(4), 32)
    apart = normalized_pmi(array(0), array(8), array(8), 32)
    independent = normalized_pmi(array(2), array(8), array(8), 32)
    assert (together[0], apart[0], independent[0]) == (1, -1, 0)


def test_risk_of_a_removed_term_is_pmi() -> None:
    # g = everything: N = 32, h(g,q) = h(q) = 8
    risk, estimated = disclosure_risk(32, array(4), array(4), array(32), array(8))
    assert risk[0] == pointwise_mutual_information(array(4), array(4), array(8), 32)[0] == 2
    assert not estimated[0]


def test_risk_of_a_generalized_term_in_three_counts() -> None:
    # eq. (16): log2(N h(s,q) / (h(s) h(g,q))) = log2(32 * 4 / (4 * 4)) = 3 = IC(s), the most there is
    risk, _ = disclosure_risk(32, array(4), array(4), array(8), array(4))
    assert risk[0] == 3
    # eq. (6) in full, with h(q) = 8: PMI(s;q) + IC(g) - PMI(g;q) = 2 + 2 - log2(32 * 4 / (8 * 8))
    assert risk[0] == 2 + 2 - 1


def test_below_support_the_risk_is_shrunk_towards_what_terms_of_one_text_are_believed_to_share() -> None:
    # never seen with either: IC(g) = log2(32 / 8) = 2, whatever kappa
    risk, estimated = disclosure_risk(32, array(4), array(0), array(8), array(0))
    assert estimated[0]
    assert risk[0] == pytest.approx(2)
    # removed s: once together where chance would give 4 * 2 / 64 = 1/8: log2((1 + 1) / (1/8 + 1/8)) = 3, as counted
    risk, _ = disclosure_risk(64, array(4), array(1), array(64), array(2))
    assert risk[0] == pytest.approx(3)
    # where chance would give 1/16, log2(2 / (1/16 + 1/8)) = 3.4, less than the 4 bits that are counted
    risk, _ = disclosure_risk(128, array(4), array(1), array(128), array(2))
    assert risk[0] == pytest.approx(np.log2(32 / 3))
    # where chance would give 1: 0 as counted, less than log2(2 / (1 + 1/8))
    risk, _ = disclosure_risk(32, array(4), array(1), array(32), array(8))
    assert risk[0] == pytest.approx(0)


def test_the_bound_of_an_estimate_by_hand() -> None:
    # none together of 4 and 8 in 32: at most 3.00 by chance in 95 of 100: log2(32 * 2.9957 / (4 * 8))
    bound = disclosure_bound(32, array(4, 4, 1, 4, -1), array(0, 1, 0, 2, -1), array(8, 8, 2, 8, 8))
    assert bound[:2] == pytest.approx([np.log2(2.9957), np.log2(4.7439)])
    assert bound[2] == 5  # never above IC(s)
    assert np.isnan(bound[3:]).all()


@given(st.integers(1, 500), st.integers(0, 1), st.integers(1, 500), st.integers(0, 500), st.integers(0, 500))
def test_an_estimate_never_lies_above_its_bound(s: int, sq: int, q: int, more_q: int, more_g: int) -> None:
    """Of N = 1000 documents, docs(s) a part of docs(g); an estimate counts no further than IC(s)."""
    g = max(s + more_g, q)
    counts = array(max(s, sq)), array(sq), array(g), array(max(q, sq))
    risk, _ = disclosure_risk(1000, *counts)
    bound = disclosure_bound(1000, counts[0], counts[1], counts[3])
    assert min(risk[0], np.log2(1000 / counts[0][0])) <= bound[0] + 1e-9


def test_unknown_counts_give_unknown_risk() -> None:
    risk, estimated = disclosure_risk(32, array(-1), array(-1), array(32), array(8))
    assert np.isnan(risk[0])
    assert not estimated[0]


def test_rolled_up_information_by_hand() -> None:
    """Of 32 documents 6 name a city, 4 Boston and 4 Paris: 11 any of them; 14 any place."""
    world, knowledge = counts(), TinyKnowledge()
    city, place, boston = (knowledge.senses(name)[0].concept for name in ("city", "place", "Boston"))
    roll_up, raw = RollUp(knowledge), RollUp(knowledge, phrase_counts_only=True)
    found = world.counts([[roll_up.query(concept)] for concept in (boston, city, place)])
    assert found.tolist() == [4, 11, 14]
    assert information_content(found, world.total) == pytest.approx([3, np.log2(32 / 11), np.log2(32 / 14)])
    # as a mere word, "place" is as rare as Boston
    assert world.counts([[raw.query(city)], [raw.query(place)]]).tolist() == [6, 4]
