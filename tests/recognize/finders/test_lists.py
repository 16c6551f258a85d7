from pathlib import Path

import pytest

from sanitizer.errors import UsageError
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.finders.lists import Lists, Phrase
from tests.contracts.recognizer import RecognizerContract


class TestContract(RecognizerContract):
    def make(self) -> Recognizer:
        return Lists([Phrase("Thomas Huber", "PERSON"), Phrase("ünal", "PERSON"), Phrase("paid", "MISC")])


def found(lists: Lists, text: str) -> list[str]:
    return [m.span.of(text) for m in lists.find_in(text)]


def test_word_boundaries() -> None:
    assert found(Lists([Phrase("cat")]), "cat concat cats cat's (cat)") == ["cat", "cat", "cat"]


@pytest.mark.parametrize(
    ("case", "expected"),
    [("ignore", ["Brown", "brown", "BROWN"]), ("exact", ["Brown"]), ("smart", ["Brown", "BROWN"])],
)
def test_case_rules(case: str, expected: list[str]) -> None:
    assert found(Lists([Phrase("Brown")], case=case), "Brown brown BROWN") == expected


def test_lower_case_phrases_match_any_case() -> None:
    assert found(Lists([Phrase("blue whale")]), "Blue Whale, blue whale") == ["Blue Whale", "blue whale"]


def test_offsets_survive_letters_that_grow_in_lower_case() -> None:
    text = "İİİ ß Huber’s"
    assert found(Lists([Phrase("Huber's")]), text) == ["Huber’s"]


def test_overlapping_phrases_are_all_found() -> None:
    assert found(Lists([Phrase("New York"), Phrase("York City")]), "New York City") == [
        "New York",
        "York City",
    ]


def test_file(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("# staff\nThomas Huber,PERSON,a colleague\nDoe, John\nProject Iris\n", encoding="utf-8")
    text = "Thomas Huber and Doe, John run Project Iris"
    mentions = Lists.read(file, type="ORG").find_in(text)
    assert [(m.span.of(text), m.type, m.generalization) for m in mentions] == [
        ("Thomas Huber", "PERSON", "a colleague"),
        ("Doe, John", "ORG", None),
        ("Project Iris", "ORG", None),
    ]
    assert mentions[0].recognizer == "list:names.txt"


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.txt"):
        Lists.read(tmp_path / "none.txt")


def test_unknown_case_rule() -> None:
    with pytest.raises(UsageError, match="case rule"):
        Lists([], case="sometimes")
