"""Names of files are read like texts: those that tell something become numbers, plain English stays."""

import json
from pathlib import Path

import pytest

from sanitizer.pipeline import Sanitizer
from sanitizer.run.telling_names import NameReader

CASES = json.loads((Path(__file__).parents[1] / "cases" / "file_names.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reader() -> NameReader:
    return NameReader(Sanitizer.default())


@pytest.mark.parametrize("name", CASES["telling"])
def test_what_tells_of_somebody_is_noticed(reader: NameReader, name: str) -> None:
    assert reader.telling(name, True)


@pytest.mark.parametrize("name", CASES["innocent"])
def test_plain_english_keeps_its_name(reader: NameReader, name: str) -> None:
    assert not reader.telling(name, True)


@pytest.mark.parametrize(
    "name",
    [
        "hope",
        "rose",
        "wood",
        "bell",
        "may",
        "4 5 61",
        "04-05",
        "room 4117",
        "TR",
        "T.R.",
        "w-h-i-t-c-o-m-b-e",
        "A4471B",
    ],
)
def test_short_ids_that_may_be_somebody(reader: NameReader, name: str) -> None:
    assert reader.telling(name, False) and reader.telling(f"{name}.txt", True)


@pytest.mark.parametrize(
    "name", ["1", "row-17", "letter", "page", "file 3", "patient-12", "case 7", "north wing"]
)
def test_plain_ids(reader: NameReader, name: str) -> None:
    assert not reader.telling(name, False)


def test_names_of_fields_are_read(reader: NameReader) -> None:
    fields = {
        "ward": 3,
        "Helena Whitcombe": "yes",
        "more": [{"Priya Raghunathan": 1}],
        "first_name": "yes",
        "mrn": "",
    }
    assert reader.identifying(fields) == ("Helena Whitcombe", "more")
