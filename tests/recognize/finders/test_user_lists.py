from pathlib import Path

import pytest

from sanitizer.control.profiles import read_profile
from sanitizer.errors import UsageError
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.finders.user_lists import Lists, Phrase, read_phrases
from tests.contracts.recognizer import RecognizerContract
from tests.test_command import run


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


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("sunrise;ORG", "semicolon"),
        ("sunrise\tORG", "tab"),
        ("sunrise|ORG", "bar"),
        ('"sunrise"; ORG', "semicolon"),
        ("ORG,sunrise", "type stands elsewhere"),
        ("sunrise,a place,ORG", "type stands elsewhere"),
        ("sunrise,org", "type stands elsewhere"),
        ("sunrise,ROG", "no type that is known"),
        ("sunrise,ORG,a place,a word", "4 fields"),
        ('"sunrise,ORG', "double quotes"),
        (",ORG", "letter or a digit"),
        ("---", "letter or a digit"),
    ],
)
@pytest.mark.parametrize("way", ["list", "deny", "protect"])
def test_a_line_of_another_form_is_an_error(tmp_path: Path, line: str, says: str, way: str) -> None:
    (tmp_path / "l.csv").write_text(f"# ours\ndawn\n{line}\n", encoding="utf-8")
    with pytest.raises(UsageError, match=says) as error:
        if way == "list":
            Lists.read(tmp_path / "l.csv")
        else:
            table = "[[deny]]" if way == "deny" else "[protect]"
            (tmp_path / "d.toml").write_text(f'{table}\nfile = "l.csv"\n', encoding="utf-8")
            read_profile(tmp_path / "d.toml")
    assert "l.csv, line 3: " in str(error.value)


def test_the_command_refuses_a_list_of_another_form(tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text("sunrise;ORG\n", encoding="utf-8")
    (tmp_path / "t.txt").write_text("They work for sunrise in Oslo.", encoding="utf-8")
    done = run(
        "sanitize", tmp_path / "t.txt", "-o", tmp_path / "o", "--recognizer", f"list:{tmp_path / 'l.csv'}"
    )
    assert done.returncode == 2
    assert b"line 1: it holds a semicolon, a bar or a tab; write " in done.stderr
    assert not (tmp_path / "o").exists()


def test_double_quotes_keep_a_phrase_together(tmp_path: Path) -> None:
    file = tmp_path / "l.csv"
    file.write_text('"a;b",ORG\n"org, sunrise"\n"say ""dawn"", all",WORK\n', encoding="utf-8")
    phrases = read_phrases(file)
    assert [(p.text, p.type) for p in phrases] == [
        ("a;b", "ORG"), ("org, sunrise", "MISC"), ('say "dawn", all', "WORK")
    ]  # fmt: skip
