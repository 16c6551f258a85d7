"""What words tell of persons, from a network that tells its kinds."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.text.facts import FACT_KINDS, FACTS, of_facts


@given(st.integers(0, 2**32 - 1))
def test_the_chance_of_a_fact_is_that_of_all_its_kinds(seed: int) -> None:
    scores = np.random.default_rng(seed).normal(0, 3, (4, 1 + len(FACT_KINDS))).astype(np.float32)
    chances = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
    slow = np.zeros((4, 1 + len(FACTS)))
    slow[:, 0] = chances[:, 0]
    for i, (fact, _) in enumerate(FACT_KINDS, 1):
        slow[:, 1 + FACTS.index(fact)] += chances[:, i]
    pooled = of_facts(scores)
    made = np.exp(pooled) / np.exp(pooled).sum(1, keepdims=True)
    assert np.allclose(made, slow, atol=1e-5)


def test_scores_of_facts_stay_as_they_are() -> None:
    scores = np.arange(8, dtype=np.float32)[None]
    assert of_facts(scores) is scores
