"""What stands for spans of which a person gave the class alone, through the whole product."""

import json
from pathlib import Path

import pytest

from sanitizer import Sanitizer


def replaced(folder: Path, text: str, words: str, kind: str) -> str:
    """Return the output for a text of which these words were given as a span of a class."""
    start = text.index(words)
    spans = folder / "spans.jsonl"
    spans.write_text(json.dumps({"text": text, "spans": [[start, start + len(words), kind]]}) + "\n")
    return Sanitizer.default(recognizers=[f"spans:{spans}"], any_language=True).sanitize(text).text


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        ("four days, six hours and twenty-five minutes", "days"),
        ("six years and eight months", "years"),
        ("44 hours and 5 minutes", "hours"),
    ],
)
def test_a_length_of_time_is_told_in_its_leading_unit(tmp_path: Path, words: str, unit: str) -> None:
    out = replaced(tmp_path, f"He was detained for {words}. Then he was released.", words, "DATETIME")
    others = {"days", "years", "months", "hours", "minutes"} - {unit}
    assert unit in out
    assert not others & set(out.replace(".", "").split())


def test_the_head_of_an_attribute_means_what_it_usually_does(tmp_path: Path) -> None:
    out = replaced(tmp_path, "He asked that his lower back be looked at again.", "lower back", "DEM")
    assert "player" not in out
    assert "lower back" not in out
