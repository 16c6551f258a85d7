"""Models of more than one class's cells are recounted from the written release, by numbers a reader can redo."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sanitizer.errors import UsageError
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.from_file import release_files
from sanitizer.relational.verify.companion import Companion
from sanitizer.relational.verify.verify import FromSource
from tests.relational.tables import verified, write

PEOPLE = [
    *([age, sex, day, f"H{i}"] for i, (age, sex, day) in enumerate([(20, "F", "1990-01-05"), (24, "F", "1990-02-01")])),
    *([30 + i, "M", f"1980-0{1 + i % 3}-10", f"H{i % 2}"] for i in range(6)),
]  # fmt: skip
ATTRIBUTES: dict[str, Any] = {
    "age": {"role": "quasi", "type": "number"},
    "sex": {"role": "quasi"},
    "day": {"role": "quasi", "type": "date"},
    "house": {"role": "ignore"},
}


def asked(base: Path, model: dict[str, Any]) -> Any:
    write(base / "all.csv", ["age", "sex", "day", "house"], [*PEOPLE, *PEOPLE[2:5]])
    return parse_definition({"privacy": {"k": 2, "model": [model]}, "attribute": ATTRIBUTES}, base=base)


RELEASED = pd.DataFrame(
    [["[20-24]", "F", "1990"]] * 2 + [["[30-32]", "M", "[1980-1989]"]] * 3 + [["[33-35]", "*", "1980"]] * 3,
    columns=["age", "sex", "day"],
)  # of the population 2, 6 and 3 fit
HOUSES = {"house": {p: frozenset([str(PEOPLE[p][3])]) for p in range(8)}}


@pytest.mark.parametrize(
    ("model", "figure", "value", "met"),
    [
        ({"name": "k-map", "population": "all.csv", "k": 2}, "k-map", 2, True),
        ({"name": "k-map", "population": "all.csv", "k": 3}, "k-map", 2, False),
        ({"name": "delta-presence", "population": "all.csv", "upper": 1.0}, "delta-presence", 1.0, True),
        ({"name": "delta-presence", "population": "all.csv", "upper": 0.9}, "delta-presence", 1.0, False),
        ({"name": "households", "attribute": "house", "k": 2}, "households of house", 2, True),
        ({"name": "households", "attribute": "house", "k": 3}, "households of house", 2, False),
        ({"name": "population-uniqueness", "persons": 80, "share": 0.1}, "population-uniqueness", 0.0, True),
    ],
)
def test_models_by_hand(tmp_path: Path, model: dict[str, Any], figure: str, value: float, met: bool) -> None:
    beside = Companion(tuple(range(8)), ({},) * 8)
    verdict = verified(RELEASED, asked(tmp_path, model), beside, None, FromSource(households=HOUSES))
    assert (verdict.figures.models[figure], verdict.met) == (value, met)


def test_households_without_the_source_are_not_known(tmp_path: Path) -> None:
    verdict = verified(RELEASED, asked(tmp_path, {"name": "households", "attribute": "house"}))
    assert verdict.met
    assert verdict.unchecked[-1].startswith("households")


@pytest.mark.parametrize("partitioner", ["columns", "local", "full-domain", "mondrian", "cluster"])
def test_every_partitioner_counts_the_population(tmp_path: Path, partitioner: str) -> None:
    rows = [[20 + i % 30, "FM"[i % 2], f"19{60 + i % 17}-01-10", f"H{i}"] for i in range(60)]
    write(tmp_path / "all.csv", ["age", "sex", "day", "house"], rows)
    write(tmp_path / "in.csv", ["age", "sex", "day", "house"], rows[:20])
    definition = {
        "source": [{"path": "in.csv"}],
        "output": {"path": "out.csv"},
        "privacy": {"k": 1, "model": [{"name": "k-map", "population": "all.csv", "k": 7}]},
        "method": {"partitioner": partitioner},
        "attribute": ATTRIBUTES,
    }
    done = release_files(parse_definition(definition, base=tmp_path))
    assert done.verdict.figures.to_json()["k-map"] >= 7
    assert done.verdict.figures.least_class < 7


def test_a_lattice_too_large_for_local_recoding_is_refused_and_passed_over(tmp_path: Path) -> None:
    names = [f"c{i}" for i in range(12)]
    write(tmp_path / "in.csv", names, [[(i * j) % 97 for j in range(1, 13)] for i in range(30)])
    definition: dict[str, Any] = {
        "source": [{"path": "in.csv"}],
        "output": {"path": "out.csv"},
        "attribute": {name: {"role": "quasi", "type": "number"} for name in names},
    }
    with pytest.raises(UsageError, match="combinations of levels"):
        release_files(parse_definition(definition | {"method": {"partitioner": "local"}}, base=tmp_path))
    done = release_files(parse_definition(definition | {"method": {"partitioner": "auto"}}, base=tmp_path))
    assert "local" not in done.report.tried
