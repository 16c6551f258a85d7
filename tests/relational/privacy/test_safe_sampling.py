"""Safe sampling: the bound against exact sums, a release by it, and what is refused."""

import math
from fractions import Fraction
from typing import Any

import pandas as pd
import pytest

from sanitizer.errors import UsageError
from sanitizer.relational import release
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.privacy.safe_sampling import delta_of, least_k, sampling_share
from tests.relational.tables import verified


def exact(k: int, share: Fraction, gamma: Fraction, upto: int) -> float:
    """d(k, beta, epsilon) by whole sums of fractions, n up to a bound far beyond its greatest place."""
    found = Fraction(0)
    for n in range(max(math.ceil(k / gamma - 1), 0), upto):
        chances = (math.comb(n, j) * share**j * (1 - share) ** (n - j) for j in range(n + 1) if j > gamma * n)
        found = max(found, sum(chances, Fraction(0)))
    return float(found)


@pytest.mark.parametrize("k", [2, 3, 7, 15])
def test_delta_is_that_of_exact_sums(k: int) -> None:
    epsilon = math.log(2)  # beta = 1/2, gamma = (2 - 1 + 1/2) / 2
    assert sampling_share(epsilon) == pytest.approx(0.5)
    assert delta_of(k, 0.5, epsilon) == pytest.approx(exact(k, Fraction(1, 2), Fraction(3, 4), 80))


def test_the_least_k_is_the_first_that_keeps_delta() -> None:
    k = least_k(1.0, 1e-3)
    share = sampling_share(1.0)
    assert delta_of(k, share, 1.0) <= 1e-3 < delta_of(k - 1, share, 1.0)


LEVELS = [[str(age), f"{age // 10}0s", "*"] for age in range(20, 60)]


def asked(**age: Any) -> dict[str, Any]:
    return {
        "privacy": {"k": 2, "model": [{"name": "safe-sampling", "epsilon": 1.0, "delta": 0.01}]},
        "method": {"partitioner": "full-domain"},
        "attribute": {"age": {"role": "quasi", "hierarchy": {"levels": LEVELS}, **age}},
    }


def test_persons_are_drawn_and_small_classes_go() -> None:
    table = pd.DataFrame({"age": [str(20 + i % 30) for i in range(600)] + ["55"]})
    definition = parse_definition(asked(pin=1))
    made = release(table, definition)
    drawn = made.report.to_json()["safe_sampling"]
    assert drawn["persons"] == 601 and 300 < drawn["persons_drawn"] < 450
    assert set(made.table["age"]) == {"20s", "30s", "40s"}  # one of 55 is alone
    assert made.table["age"].value_counts().min() >= drawn["k_needed"]
    assert verified(made.table, definition).met
    other_level = made.table.assign(age=["25"] * len(made.table))
    assert "another level" in " ".join(verified(other_level, definition).failures)
    few = made.table.groupby("age").head(3)
    assert "groups of 3 give delta" in " ".join(verified(few, definition).failures)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "pin"),
        ({"pin": 1, "hierarchy": {"made": "ranges"}, "type": "number"}, "do not depend on the data"),
        ({"pin": 1, "pram": 0.5}, "pram"),
    ],
)
def test_what_would_depend_on_the_data_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        release(pd.DataFrame({"age": ["25"] * 9}), parse_definition(asked(**change)))
