"""Encrypted values that changed places are seen when they are restored, with nothing but the key."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.operators import Encrypt, Key, restore
from sanitizer.operators.encrypt import TOKEN
from sanitizer.operators.placing import placed
from sanitizer.text.edits import Change, apply
from sanitizer.types import Span
from tests.command import run_command

KEY = Key(bytes(range(32)))
HEX = bytes(range(32)).hex()
NAMES = ("Ann", "Bo", "Cy", "Di")


def text_of(names: list[str], number: int = 0, id: str = "") -> str:
    """Return a text of names, each encrypted in its place."""
    text, changes, at = " ".join(names), [], 0
    for name in names:
        token = Encrypt(KEY).seal(name, "PERSON")
        changes.append(Change(Span(at, at + len(name)), token, "sensitive", 0))
        at += len(name) + 1
    return apply(text, placed(changes, KEY, number, id))


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=6), st.data())
def test_any_change_of_places_is_seen(names: list[str], data: st.DataObject) -> None:
    text = text_of(names)
    assert restore(text, KEY).text == " ".join(names)
    tokens = text.split(" ")
    others = text_of([data.draw(st.sampled_from(NAMES)) for _ in names]).split(" ")
    changed = data.draw(st.lists(st.sampled_from([*tokens, *others]), min_size=1, max_size=7))
    size = len(names)
    parts = [changed[i : i + size] for i in range(0, len(changed), size)]
    assert restore(" ".join(changed), KEY).moved is not all(part in (tokens, others) for part in parts)
    assert restore(" ".join(changed), KEY, any_place=True).failed == 0


def test_equal_values_are_sealed_alike() -> None:
    tokens = TOKEN.findall(text_of(["Ann", "Bo", "Ann"], 3, "a.txt"))
    assert tokens[0][2] == tokens[2][2] != tokens[1][2]


def restored(folder: Path, *options: str) -> tuple[int, str]:
    done = run_command("restore", *options, cwd=folder, environment={"SANITIZER_KEY": HEX})
    return done.returncode, done.stdout


@pytest.mark.finding("L2")
def test_rows_that_changed_places_are_seen(tmp_path: Path) -> None:
    texts = [text_of(["Ann", "Bo"], 1, "a"), text_of(["Cy"], 2, "b"), text_of(["Di"], 4, "d")]

    def status(rows: list[str]) -> int:
        (tmp_path / "in.jsonl").write_text("".join(json.dumps({"id": 7, "t": t}) + "\n" for t in rows))
        return restored(tmp_path, "in.jsonl")[0]

    assert status(texts) == status(texts[1:]) == 0
    assert status([texts[1], texts[0], texts[2]]) == status([*texts, texts[2]]) == 1


@pytest.mark.parametrize(
    ("name", "status"), [("a.txt", 0), ("000002.txt", 0), ("b.txt", 1), ("000001.txt", 1)]
)
def test_a_file_under_the_name_of_another_is_seen(tmp_path: Path, name: str, status: int) -> None:
    (tmp_path / name).write_text(text_of(["Ann"], 2, "folder/a.txt"))
    assert restored(tmp_path, name)[0] == status
    assert restored(tmp_path, name, "--any-place") == (0, "Ann")
