"""Models of likeness and presence, constraints on the table, and population uniques: contracts and cases by hand."""

from math import exp, log
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sanitizer.errors import UsageError
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.in_memory import release
from sanitizer.relational.privacy.likeness import BetaLikeness, DeltaDisclosure, DeltaPresence
from sanitizer.relational.privacy.models import Classes, PrivacyModel
from sanitizer.relational.privacy.population_uniques import (
    expected_pitman,
    pitman,
    population_uniques,
    sampled_snb,
    snb,
    zayatz,
)
from sanitizer.relational.privacy.table_models import AverageRisk, PopulationUniqueness, ThresholdRisk
from tests.contracts.privacy import PrivacyModelContract
from tests.relational.tables import verified


class TestBetaLikeness(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return BetaLikeness("s", 0.5, "basic")


class TestEnhancedLikeness(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return BetaLikeness("s", 1.0)


class TestDeltaDisclosure(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return DeltaDisclosure("s", 0.7)


class TestDeltaPresence(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        return DeltaPresence(0.1, 0.5)


def counted(rows: list[list[int]], totals: list[int], population: list[int] | None = None) -> Classes:
    counts = np.array(rows, dtype=np.int64)
    among = None if population is None else np.array(population, dtype=np.int64)
    return Classes(counts.sum(axis=1), {"s": counts}, {"s": np.array(totals, dtype=np.int64)}, among)


def test_likeness_by_hand() -> None:
    # in the table 1/2, 1/4, 1/4; in the classes the first value gains 1/3, the second 1, the third 0
    some = counted([[4, 1, 1], [2, 2, 0], [2, 1, 1], [0, 0, 0]], [4, 2, 2])
    assert BetaLikeness("s", 1 / 3, "basic").satisfied(some).tolist() == [True, False, True, False]
    assert BetaLikeness("s", 1.0, "basic").satisfied(some).tolist() == [True, True, True, False]
    # enhanced: at most -ln(1/4) = 1.386 for the rare ones, -ln(1/2) = .693 for the frequent one
    all_one = counted([[4, 0, 0], [1, 3, 0]], [4, 2, 2])
    assert BetaLikeness("s", 5.0, "basic").satisfied(all_one).tolist() == [True, True]
    assert BetaLikeness("s", 5.0).satisfied(all_one).tolist() == [False, False]
    # ratios 4/3, 2/3, 2/3; the second class lacks a value
    assert DeltaDisclosure("s", log(1.5)).satisfied(some).tolist() == [True, False, True, False]
    assert DeltaDisclosure("s", log(1.49)).satisfied(some).tolist() == [False, False, True, False]
    there = counted([[1, 1], [2, 0], [5, 5]], [1, 1], [10, 4, 10])
    assert DeltaPresence(0.0, 0.5).satisfied(there).tolist() == [True, True, False]
    assert DeltaPresence(0.3, 1.0).satisfied(there).tolist() == [False, True, True]


def test_risks_by_hand() -> None:
    sizes = np.array([1, 1, 2, 6])
    assert AverageRisk(0.4).value(sizes) == 0.4
    assert ThresholdRisk(0.4, 0.1).value(sizes) == 0.4 and ThresholdRisk(0.5).value(sizes) == 0.2
    assert PopulationUniqueness(10, 0.2).value(sizes) == 0.2  # the sample is the population
    for wrong in (
        lambda: AverageRisk(2),
        lambda: BetaLikeness("s", 0),
        lambda: DeltaDisclosure("s", -1),
        lambda: DeltaPresence(0.6, 0.5),
        lambda: population_uniques(sizes, 5),
    ):
        with pytest.raises(UsageError):
            wrong()


def test_population_uniques_by_hand() -> None:
    # Zayatz: sizes 1, 1, 2 of n = 4 among N = 8: a class of 1 is drawn with 4/8, one of 2 once with 2 x 4 x 4 / (8 x 7)
    drawn_one, drawn_two = 1 / 2, 4 / 7
    chance = 2 / 3 * drawn_one / (2 / 3 * drawn_one + 1 / 3 * drawn_two)
    assert zayatz(np.array([1, 1, 2]), 8) == pytest.approx(2 * chance * 2)
    # Pitman: of two persons both are alone with (theta + alpha) / (theta + 1)
    assert expected_pitman(0.3, 2.0, 2) == pytest.approx(2 * 2.3 / 3)
    assert expected_pitman(0.3, 2.0, 1) == pytest.approx(1)
    # SNB with r = 1: 1 + X is geometric
    p, rate = 0.4, 0.3
    seen, once = sampled_snb(1.0, p, rate)
    slow = [(p * (1 - p) ** (f - 1), f) for f in range(1, 400)]
    assert seen == pytest.approx(sum(w * (1 - (1 - rate) ** f) for w, f in slow))
    assert once == pytest.approx(sum(w * f * rate * (1 - rate) ** (f - 1) for w, f in slow))


def test_estimates_find_the_populations_they_are_made_for() -> None:
    generator = np.random.default_rng(0)
    classes = 1 + generator.negative_binomial(1.0, 0.2, 20_000)
    sample = generator.binomial(classes, 0.3)
    true = int((classes == 1).sum())
    assert snb(sample[sample > 0], int(classes.sum())) == pytest.approx(true, rel=0.05)
    sizes: list[int] = []
    alpha, theta, n = 0.5, 20.0, 4000
    for i in range(n):  # the Chinese restaurant of Pitman's formula
        if generator.random() * (theta + i) < theta + alpha * len(sizes):
            sizes.append(1)
        else:
            weights = np.array(sizes) - alpha
            sizes[int(generator.choice(len(sizes), p=weights / weights.sum()))] += 1
    found = pitman(np.array(sizes), 100_000)
    assert found == pytest.approx(expected_pitman(alpha, theta, 100_000), rel=0.25)


PEOPLE = pd.DataFrame(
    {
        "age": [str(20 + i % 40) for i in range(240)],
        "sex": ["f" if i % 3 else "m" for i in range(240)],
        "home": [f"h{i // 3}" for i in range(240)],
        "ill": ["flu" if i % 4 else "cold" for i in range(240)],
    }
)


@pytest.mark.parametrize("partitioner", ["columns", "local", "full-domain", "mondrian", "cluster", "auto"])
@pytest.mark.parametrize(
    "model",
    [
        {"name": "beta-likeness", "attribute": "ill", "beta": 0.4},
        {"name": "delta-disclosure", "attribute": "ill", "delta": 0.6},
        {"name": "households", "attribute": "home", "k": 4},
        {"name": "average-risk", "risk": 0.1},
        {"name": "threshold-risk", "risk": 0.2, "share": 0.0},
        {"name": "population-uniqueness", "persons": 5000, "share": 0.001},
        {"name": "delta-presence", "population": "p.csv", "lower": 0.0, "upper": 0.5},
        {"name": "k-map", "population": "p.csv", "k": 12},
    ],
)
def test_every_model_with_every_partitioner(
    partitioner: str, model: dict[str, object], tmp_path: Path
) -> None:

    folder = tmp_path
    everyone = pd.concat([PEOPLE, PEOPLE.assign(age=[str(19 + i % 45) for i in range(240)])] * 2)
    everyone[["age", "sex"]].to_csv(folder / "p.csv", index=False)
    attributes = {
        "age": {"role": "quasi", "type": "number"},
        "sex": {"role": "quasi"},
        "home": {"role": "ignore"},
        "ill": {"role": "sensitive"},
    }
    asked = {
        "privacy": {"k": 3, "model": [model]},
        "method": {"partitioner": partitioner},
        "attribute": attributes,
    }
    definition = parse_definition(asked, base=folder)
    made = release(PEOPLE, definition)
    verdict = verified(made.table, definition)
    assert verdict.met, verdict.failures
    rows = list(zip(made.table["age"], made.table["sex"], strict=True))
    sizes = {row: rows.count(row) for row in set(rows)}
    assert min(sizes.values()) >= 3
    name = model["name"]
    for row in sizes:
        of = [i for i, other in enumerate(rows) if other == row]
        share = [made.table["ill"].iloc[i] for i in of].count("cold") / len(of)
        if name == "beta-likeness":
            assert (share - 0.25) / 0.25 <= 0.4 + 1e-9 and (0.25 - share) / 0.75 <= -log(0.75) + 1e-9
        elif name == "delta-disclosure":
            assert exp(-0.6) <= share / 0.25 <= exp(0.6)
        elif name in ("k-map", "delta-presence"):
            fits = sum(covers(row, cells) for cells in zip(everyone["age"], everyone["sex"], strict=True))
            assert fits >= 12 if name == "k-map" else len(of) / fits <= 0.5
    if name == "average-risk":
        assert len(sizes) / len(rows) <= 0.1
    elif name == "threshold-risk":
        assert min(sizes.values()) >= 5


def covers(row: tuple[str, str], cells: tuple[str, str]) -> bool:
    """Return whether released cells cover a person's."""
    age, sex = row
    low, _, high = age.strip("[]").partition("-")
    return (age == "*" or float(low) <= float(cells[0]) <= float(high or low)) and (
        sex == "*" or cells[1] in sex.strip("()").split(",")
    )
