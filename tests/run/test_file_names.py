"""Names of files are read like texts: of sixty, the thirty that tell something become numbers, plain English stays."""

import json
from pathlib import Path

import pytest

from sanitizer.pipeline import Sanitizer
from sanitizer.run.names import NameReader

CASES = json.loads((Path(__file__).parents[1] / "cases" / "file_names.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reader() -> NameReader:
    return NameReader(Sanitizer.default())


def test_there_are_sixty() -> None:
    assert (len(set(CASES["telling"])), len(set(CASES["innocent"]))) == (30, 30)


@pytest.mark.parametrize("name", CASES["telling"])
def test_what_tells_of_somebody_is_noticed(reader: NameReader, name: str) -> None:
    assert reader.telling(name, True)


@pytest.mark.parametrize("name", CASES["innocent"])
def test_plain_english_keeps_its_name(reader: NameReader, name: str) -> None:
    assert not reader.telling(name, True)
