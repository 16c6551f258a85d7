"""Steps that come with the product: what each value becomes, and that no step undoes one below."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.ladders.schemes import AGES, INCOMES, LISTS, Bands, Codes, Listed, listed
from sanitizer.relational.table.taxonomies import Occupations


@pytest.mark.parametrize(
    ("ladder", "cell", "labels"),
    [
        (Listed("education"), "HS-grad", ("HS-grad", "secondary school", "no degree", "*")),
        (Listed("education"), " Master’s  Degree", (" Master’s  Degree", "master's degree or higher", "degree", "*")),
        (Listed("education"), "xyz", ("xyz", "*", "*", "*")),
        (Listed("industry"), "Retail", ("Retail", "trade", "services", "*")),
        (Codes(), "e11.9", ("e11.9", "E11", "E1*", "E**", "*")),
        (Codes(), "I10", ("I10", "I10", "I1*", "I**", "*")),
        (Bands({"37": 37}, AGES), "37", ("37", "[35-39]", "[30-39]", "[20-39]", "[0-39]", "*")),
        (Bands({"0": 0}, INCOMES), "0", ("0", "[0-999]", "[0-4999]", "[0-9999]", "[0-49999]", "*")),
    ],
)  # fmt: skip
def test_what_a_value_becomes(ladder: Listed | Codes | Bands, cell: str, labels: Sequence[str]) -> None:
    assert tuple(ladder.labels(cell)) == labels


@pytest.mark.parametrize("name", LISTS)
def test_each_group_of_a_list_lies_in_one_wider_group(name: str) -> None:
    above: dict[str, str] = {}
    for narrow, wide in listed(name).values():
        assert above.setdefault(narrow, wide) == wide


@given(st.integers(-200, 10**6), st.integers(-200, 10**6), st.sampled_from([AGES, INCOMES]))
def test_who_shares_a_band_shares_all_wider_ones(a: int, b: int, widths: tuple[int, ...]) -> None:
    bands = Bands({"a": a, "b": b}, widths)
    same = [x == y for x, y in zip(bands.labels("a")[1:], bands.labels("b")[1:], strict=True)]
    assert same == sorted(same)


def test_occupations_have_one_way_up() -> None:
    jobs = Occupations()
    (first, *_) = jobs.senses("lawyer")
    above = jobs.hypernyms(first.concept)
    assert [c.id.partition(":")[0] for c in above] == ["job"]
