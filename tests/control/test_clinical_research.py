"""Letters for research: what was found and given stays, whose it is goes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sanitizer import Sanitizer
from sanitizer.control.profiles import read_profile
from sanitizer.errors import UsageError


@pytest.fixture(scope="module")
def told() -> Callable[[str], str]:
    sanitizer = Sanitizer.default(profile="clinical-research")
    return lambda text: sanitizer.sanitize(text).text


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        (
            "Mr Peter Pimm takes levodopa 100 mg three times a day and Nexium 20 mg.",
            "levodopa 100 mg three times a day and Nexium 20 mg",
        ),
        (
            "Mrs Ada Pimm had bradykinesia and hepatosplenomegaly for eight months.",
            "bradykinesia and hepatosplenomegaly for eight months",
        ),
        (
            "Her brother Leonard had Parkinson's disease. The Babinski sign was negative.",
            "had Parkinson's disease. The Babinski sign was negative",
        ),
        (
            "Mr Peter Pimm's creatinine fell from 612 to 148 micromol/L after pembrolizumab.",
            "creatinine fell from 612 to 148 micromol/L after pembrolizumab",
        ),
    ],
)
def test_medicines_doses_findings_and_intervals_stay(
    told: Callable[[str], str], text: str, stays: str
) -> None:
    assert stays in told(text)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Mr Peter Burns was admitted with burns. Burns takes ibuprofen for two weeks.", ["Burns", "Peter"]),
        (
            "Dr Graves saw Alba Nexton, who has Graves' disease, in Ghent.",
            ["Dr Graves", "Alba", "Nexton", "Ghent"],
        ),
        ("Anna's pneumonia was treated at Marsden Clinic on 3 May 2020.", ["Anna", "Marsden", "May"]),
        ("The patient, hospital number 4471902, was seen on 4 March 2021.", ["4471902", "4 March"]),
    ],
)
def test_persons_places_numbers_and_days_go(told: Callable[[str], str], text: str, gone: list[str]) -> None:
    result = told(text)
    assert [word for word in gone if word in result] == []


def test_what_a_file_says_of_a_type_comes_before_the_profile_it_extends(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "clinical-research"\n[types]\nMEDICINE = true\n', encoding="utf-8")
    assert read_profile("clinical-research").stays - read_profile(file).stays == {"MEDICINE"}
    file.write_text('[types]\nMEDICINE = "stay"\n', encoding="utf-8")
    with pytest.raises(UsageError, match='"keep"'):
        read_profile(file)


def test_a_name_that_stands_where_medicines_do_goes() -> None:
    text = "Ann Ek, 61, takes adalimumab. She called kgupta."
    assert "kgupta" not in Sanitizer.default(profile="clinical-research").sanitize(text).text
