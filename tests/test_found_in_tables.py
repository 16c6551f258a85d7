"""What attackers and users found in tables, through the command."""

import csv
import json
import re
import tomllib
from pathlib import Path

import pytest

from sanitizer.recognize.finders import user_expressions
from tests.command import run_command

VISITS = "".join(
    f"P{i:04d},{'FM'[i % 2]},{('flu', 'gout')[i % 2]},{i % 9},{20 + i % 40}\n" for i in range(60)
)


@pytest.mark.finding("N13")
def test_nothing_of_a_person_is_kept_because_it_is_not_understood(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("patient_id,sex,diagnosis,los,age\n" + VISITS)
    assert run_command("scan", "t.csv", "-o", "t.toml", cwd=tmp_path).returncode == 0
    roles = {
        name: told["role"]
        for name, told in tomllib.loads((tmp_path / "t.toml").read_text())["attribute"].items()
    }
    assert roles == {
        "patient_id": "identifier", "sex": "quasi", "diagnosis": "sensitive", "los": "quasi", "age": "quasi"
    }  # fmt: skip


DEFINITION = """
[[source]]
path = "a.csv"
[output]
path = "out.csv"
report = "r.json"
[privacy]
k = 3
[attribute.age]
role = "quasi"
type = "number"
[attribute.text]
role = "text"
"""


@pytest.mark.finding("M10", "n4", "N14")
def test_no_words_around_a_list_tell_whose_it_is(tmp_path: Path) -> None:
    said = ("He is in his sixties.", "He was born in 1966.", "He was born in 1978.")
    rows = [(60 + i, said[i % 3]) for i in range(3)] + [(20 + i, "He lives with his wife.") for i in range(3)]
    with (tmp_path / "a.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([("age", "text"), *rows])
    (tmp_path / "d.toml").write_text(DEFINITION)
    done = run_command("release", "d.toml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    texts = [row["text"] for row in csv.DictReader((tmp_path / "out.csv").open())]
    assert not any(re.search(r"1966|1978|sixties|60s", text) for text in texts) or len(set(texts[:3])) == 1
    assert not any(re.search(r"People \w+s\b|\b(\w{4,}) \1\b", text) for text in texts), texts
    assert run_command("report", "r.json", "-o", "p.html", "--after", "out.csv", cwd=tmp_path).returncode == 0
    page = (tmp_path / "p.html").read_text()
    assert page.count("<main") == 1 and not re.search(r"<th[^>]*>\s*</th>", page)


@pytest.mark.finding("L7")
def test_an_endless_expression_of_the_user_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_expressions, "LIMIT_SECONDS", 0.05)
    (tmp_path / "s.toml").write_text('[[pattern]]\ntype = "CODE"\nregex = "(?:a|aa)+$"\n')
    done = run_command("sanitize", "-", "--profile", tmp_path / "s.toml", stdin="He wrote " + "a" * 60 + "!")
    assert (done.returncode, done.stdout) == (1, "") and "ran for 0.05 seconds" in done.stderr


@pytest.mark.finding("existing files")
@pytest.mark.parametrize(
    ("make", "target"),
    [
        (("sanitize", "a.txt", "-o", "o.txt"), "o.txt"),
        (("sanitize", "a.txt", "-o", "n.txt", "--report", "o.jsonl"), "o.jsonl"),
        (("sanitize", "a.txt", "-o", "n.txt", "--masks", "o.json"), "o.json"),
        (("sanitize", "a.txt", "-o", "n.txt", "--ids", "o.csv"), "o.csv"),
        (("scan", "t.csv", "-o", "o.toml"), "o.toml"),
        (("release", "t.csv", "--auto", "-o", "o.csv"), "o.csv"),
        (("release", "t.csv", "--auto", "-o", "o.csv"), "o.toml"),
        (("release", "t.csv", "--auto", "-o", "o.csv", "--report", "o.json"), "o.json"),
        (("restore", "a.txt", "-o", "o.txt"), "o.txt"),
        (("init",), "sanitizer.toml"),
    ],
)
def test_files_that_are_there_are_not_replaced(make: tuple[str, ...], target: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Mr Tom Huber of Leeds.")
    (tmp_path / "t.csv").write_text("patient_id,sex,diagnosis,los,age\n" + VISITS)
    there = tmp_path / target
    there.write_text("# mine\n")
    key = {"SANITIZER_KEY": "3c9a7be2d1f04586a7c5e91b2d8f60437be1c2a9d5f384061b7a9c0e2f4d6835"}
    done = run_command(*make, cwd=tmp_path, environment=key)
    assert done.returncode == 2 and len(done.stderr.splitlines()) <= 2 and "is there already" in done.stderr
    assert there.read_text() == "# mine\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted({"a.txt", "t.csv", target})


def test_what_is_asked_for_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Mr Tom Huber of Leeds.")
    (tmp_path / "o.txt").write_text("mine")
    done = run_command("sanitize", "a.txt", "-o", "o.txt", "--quiet", "--overwrite", cwd=tmp_path)
    assert done.returncode == 0 and (tmp_path / "o.txt").read_text() == "Mr X of a place in England."
    (tmp_path / "t.csv").write_text("patient_id,sex,diagnosis,los,age\n" + VISITS)
    (tmp_path / "o.csv").write_text("mine")
    done = run_command(
        "release", "t.csv", "--auto", "-o", "o.csv", "--report", "r.json", "--overwrite", cwd=tmp_path
    )
    assert done.returncode == 0 and "sex" in (tmp_path / "o.csv").read_text()
    assert json.loads((tmp_path / "r.json").read_text())["persons"] == 60


def test_initials_of_a_row_do_not_stay_in_its_text(tmp_path: Path) -> None:
    said = (
        "{}.{}. was late for the scan.",
        "Seen by the team ({}{}), stable.",
        "Ask {}. {}. about the dose.",
    )
    given = ("Torquil", "Ngaire", "Xiomara", "Wilhelmina", "Kerstin", "Bogumil")
    with (tmp_path / "t.csv").open("w", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["name", "age", "note"])
        for i in range(30):
            name = (
                f"{given[i % 6]} {('Quartermain', 'Vandenberghe', 'Pelletreau')[i // 6 % 3]}{'xyz'[i // 18]}a"
            )
            said_of = said[i % 3].format(name[0], name.split()[1][0])
            rows.writerow([name, 20 + i, f"In the morning it rained. {said_of} The ward was quiet."])
    done = run_command("release", "t.csv", "--auto", "-k", "3", "-o", "o.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    texts = [row["note"] for row in csv.DictReader((tmp_path / "o.csv").open())]
    assert len(texts) == 30
    assert not [text for text in texts if re.search(r"\b[TNXWKB]\.? ?[QVP]\b", text)]
