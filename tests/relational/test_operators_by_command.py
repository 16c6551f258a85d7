"""Operators of columns through the command: the same output as in sanitized texts, undone by restore."""

import csv
import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.command import run_command
from tests.relational.test_column_operators import NAMES, SECRET

DEFINITION = """
[[source]]
path = "people.csv"
[output]
path = "out.csv"
replace = true
sidecar = "out.persons"
report = "report.json"
[attribute.name]
role = "identifier"
entity = "PERSON"
operator = "{operator}"
[attribute.mail]
role = "identifier"
entity = "EMAIL"
operator = "surrogate"
[attribute.age]
role = "quasi"
type = "number"
[attribute.note]
role = "text"
"""
MAILS = ["ann@kovac.example", "th@huber.example", "mary@jones.example", "igor@novak.example"]
NOTES = [
    "Mrs Ann Kovač came in the morning. Write to ann@kovac.example.",
    "Thomas Huber has pain in his back.",
    "She feels well.",
    "He feels well.",
]


def run(folder: Path, *arguments: str, key: str | None = None) -> subprocess.CompletedProcess[str]:
    return run_command(*arguments, cwd=folder, environment={"SANITIZER_KEY": key} if key else {})


def people(folder: Path, operator: str) -> None:
    (folder / "r.toml").write_text(DEFINITION.format(operator=operator))
    (folder / "key").write_text(SECRET)
    (folder / "key").chmod(0o600)
    rows = zip(NAMES, MAILS, ["30", "31", "30", "31"], NOTES, strict=True)
    with (folder / "people.csv").open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([("name", "mail", "age", "note"), *rows])


def read(path: Path) -> list[dict[str, str]]:
    """Return the rows, in the order of the source."""
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    sidecar = (path.parent / "out.persons").read_text(encoding="utf-8").splitlines()[1:]
    persons = [json.loads(line)["person"] for line in sidecar]
    return [row for _, row in sorted(zip(persons, rows, strict=True), key=lambda pair: pair[0])]


def test_tables_and_sanitized_texts_agree(tmp_path: Path) -> None:
    people(tmp_path, "hash")
    done = run(tmp_path, "release", "r.toml", "--key-file", "key")
    assert done.returncode == 0, done.stderr
    rows = read(tmp_path / "out.csv")
    (tmp_path / "in.jsonl").write_text("\n".join(json.dumps({"text": note}) for note in NOTES))
    operators = ("--operator", "PERSON=hash", "--operator", "EMAIL=surrogate")
    sanitized = run(tmp_path, "sanitize", "in.jsonl", "-o", "texts.jsonl", *operators, key=SECRET)
    assert sanitized.returncode == 0, sanitized.stderr
    texts = [json.loads(line)["text"] for line in (tmp_path / "texts.jsonl").read_text().splitlines()]
    hashes = [re.findall(r"PERSON-[0-9a-f]{16}", text) for text in texts]
    assert hashes == [[rows[0]["name"]], [rows[1]["name"]], [], []]
    assert f"Write to {rows[0]['mail']}." in texts[0]
    assert rows[0]["note"].endswith(f"Write to {rows[0]['mail']}.") and rows[0]["name"] in rows[0]["note"]
    assert rows[1]["note"].startswith(rows[1]["name"])
    whole = (
        (tmp_path / "out.csv").read_text()
        + done.stdout
        + done.stderr
        + (tmp_path / "report.json").read_text()
    )
    assert not any(secret in whole for secret in [SECRET, "Kovač", "Huber", "kovac.example"])
    assert json.loads((tmp_path / "report.json").read_text())["operators"] == {
        "name": "hash",
        "mail": "surrogate",
    }

    checked = run(tmp_path, "verify", "out.csv", "--definition", "r.toml", "--sidecar", "out.persons")
    assert checked.returncode == 0 and "not checked" not in checked.stdout, checked.stdout
    assert run(tmp_path, "verify", "out.csv", "--definition", "r.toml").returncode == 0
    text = (tmp_path / "out.csv").read_text().replace(rows[2]["mail"], MAILS[3])
    (tmp_path / "out.csv").write_text(text)
    checked = run(tmp_path, "verify", "out.csv", "--definition", "r.toml")
    assert checked.returncode == 1 and 'column "mail": an original value is left' in checked.stdout
    (tmp_path / "people.csv").unlink()
    checked = run(tmp_path, "verify", "out.csv", "--definition", "r.toml")
    assert checked.returncode == 0 and 'column "mail": without the source' in checked.stdout


def test_restore_undoes_an_encrypted_column(tmp_path: Path) -> None:
    people(tmp_path, "encrypt")
    assert run(tmp_path, "release", "r.toml", key=SECRET).returncode == 0
    assert all(row["name"].startswith("{enc:s:PERSON:") for row in read(tmp_path / "out.csv"))
    assert run(tmp_path, "verify", "out.csv", "--definition", "r.toml").returncode == 0
    back = run(tmp_path, "restore", "out.csv", "-o", "back.csv", "--key-file", "key", "--any-place")
    assert back.returncode == 0, back.stderr
    rows = read(tmp_path / "back.csv")
    assert [row["name"] for row in rows] == NAMES
    assert "Ann Kovač came in the morning." in rows[0]["note"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no key: give --key-file"),
        (("--key-file", "none"), "key file none: there is no such file; check"),
    ],
)
def test_without_a_key_nothing_is_written(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    people(tmp_path, "hash")
    done = run(tmp_path, "release", "r.toml", *arguments)
    assert done.returncode == 2 and words in done.stderr and done.stderr.count("\n") == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["key", "people.csv", "r.toml"]
