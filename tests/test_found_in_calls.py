# ruff: noqa: E501 (a call reads best on one line)
"""What attackers and users found in calls, settings and decisions: what is mistyped is an error or makes a safer text."""

import json
import runpy
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.command import COMMAND, run_command

KEY = "3c9a7be2d1f04586a7c5e91b2d8f60437be1c2a9d5f384061b7a9c0e2f4d6835"
TEXT = "The NHS paid Mr Tom Huber of Leeds."


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        pytest.param('[[allow]]\nphrase = ["NHS"]\n', "allow[1].phrase: unknown key", marks=pytest.mark.finding("B1")),
        pytest.param('[[allow]]\nwhy = "x"\n', "allow[1]: it says nothing", marks=pytest.mark.finding("B1")),
        pytest.param('[[deny]]\nphrase = ["Nightjar"]\n', "did you mean 'phrases'", marks=pytest.mark.finding("B1")),
        pytest.param('[[keep]]\nregx = ["x"]\n', "did you mean 'regex'", marks=pytest.mark.finding("B1")),
        pytest.param(
            'extends = "safe-harbor"\n[[pattern]]\ntype = "NHS"\nregex = "[0-9]{10}"\n', "'NHS' is no type",
            marks=pytest.mark.finding("B4"),
        ),
        pytest.param('[types]\nPERSON = "on"\n', "types.PERSON: write true (on), false (off), a least score", marks=pytest.mark.finding("n3")),
        pytest.param('[operators]\nDATETIME = {date-shift = {dayz = 3}}\n', "did you mean 'days'", marks=pytest.mark.finding("n8")),
    ],
)  # fmt: skip
def test_settings(settings: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(settings)
    done = run_command(
        "sanitize", "-", "--profile", tmp_path / "s.toml", stdin=TEXT, environment={"SANITIZER_KEY": KEY}
    )
    assert (done.returncode, done.stdout) == (2, "") and told in done.stderr


@pytest.mark.finding("B4")
def test_an_own_pattern_holds_under_a_narrow_profile(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(
        'extends = "safe-harbor"\n[[pattern]]\ntype = "WARD"\nclass = "LOC"\nregex = "ward [A-F]"\n'
    )
    done = run_command(
        "sanitize", "-", "--quiet", "--profile", tmp_path / "s.toml", stdin="He lay on ward C."
    )
    assert done.returncode == 0 and "ward C" not in done.stdout


@pytest.mark.finding("n11")
def test_a_word_of_the_user_that_tells_too_much_is_told(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(
        '[[pattern]]\ntype = "CODE"\nregex = "[0-9]{3} [0-9]{3} [0-9]{4}"\nscore = 0.9\ngeneralization = "an NHS number"\n'
    )
    done = run_command(
        "sanitize", "-", "--profile", tmp_path / "s.toml", stdin="He gave 684 934 0722 to Tom Huber."
    )
    assert done.returncode == 0 and "684" not in done.stdout
    assert "1 terms are not called what their rule says" in done.stderr


@pytest.mark.finding("B3")
@pytest.mark.parametrize("by", ["decisions", "protect"])
def test_a_party_that_a_person_masks_goes_from_the_title_too(by: str, tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text('{"form": "Jure Drevnik", "decision": "mask", "type": "PERSON"}\n')
    (tmp_path / "p.toml").write_text('extends = "court"\n[protect]\nnames = ["Jure Drevnik"]\n')
    options = (
        ("--profile", "court", "--decisions", tmp_path / "d.jsonl")
        if by == "decisions"
        else ("--profile", tmp_path / "p.toml")
    )
    text = "CASE OF DREVNIK v. SLOVENIA\nThe applicant, Mr Jure Drevnik, lives in Maribor.\n"
    done = run_command("sanitize", "-", "--quiet", *options, stdin=text)
    assert done.returncode == 0 and "drevnik" not in done.stdout.lower()


@pytest.mark.finding("N17")
@pytest.mark.parametrize(
    ("row", "status", "told"),
    [
        ({"type": "DIAGNOSIS"}, 2, "'DIAGNOSIS' is no type"),
        ({"generalization": "x"}, 2, "'generalization' is an unknown key"),
        ({"form": "Nowhere Berg"}, 1, "1 decisions came to nothing: line 1: its form stands in no document"),
        ({"document": "nope.txt"}, 1, "1 decisions came to nothing: line 1: there is no such document"),
        ({"form": "Nowhere Berg", "decision": "keep"}, 0, "1 decisions came to nothing"),
    ],
)
def test_decisions(row: dict[str, Any], status: int, told: str, tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text(json.dumps({"form": "Tom Huber", "decision": "mask"} | row) + "\n")
    done = run_command("sanitize", "-", "--decisions", tmp_path / "d.jsonl", stdin=TEXT)
    assert done.returncode == status and told in done.stderr and "Huber" not in done.stdout
    if status == 1:
        (tmp_path / "a.txt").write_text(TEXT)
        run_command(
            "sanitize", "a.txt", "-o", "o.txt", "--decisions", "d.jsonl", "--report", "r", cwd=tmp_path
        )
        assert run_command("report", "r", "--certificate", "c.html", cwd=tmp_path).returncode == 0
        assert "Every promise below was kept" not in (tmp_path / "c.html").read_text()


@pytest.mark.finding("N17b")
def test_what_a_person_keeps_binds_the_risk(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text('{"form": "NHS", "decision": "keep"}\n')
    text = "The NHS paid for Mr Tom Huber, who had HIV. The NHS said so."
    done = run_command("sanitize", "-", "--quiet", "--decisions", tmp_path / "d.jsonl", stdin=text)
    assert done.stdout.count("NHS") == 2 and "HIV" not in done.stdout


@pytest.mark.parametrize(
    ("name", "content", "called", "told"),
    [
        pytest.param(
            "p.sqlite",
            None,
            "p.sqlite",
            "an SQLite database, not a CSV file",
            marks=pytest.mark.finding("n7"),
        ),
        pytest.param(
            "p.sqlite", None, "sqlite:///p.sqlite", "a scan reads files", marks=pytest.mark.finding("n7")
        ),
        pytest.param(
            "x.jsonl",
            '{"a": "b, c"}\n',
            "x.jsonl",
            "JSON lines are no form of table",
            marks=pytest.mark.finding("n7"),
        ),
    ],
)
def test_a_scan_of_what_is_no_table(
    name: str, content: str | None, called: str, told: str, tmp_path: Path
) -> None:
    if content is None:
        sqlite3.connect(tmp_path / name).execute("create table t (a text)").connection.close()
    else:
        (tmp_path / name).write_text(content)
    done = run_command("scan", called, cwd=tmp_path)
    assert done.returncode == 2 and told in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.finding("n8")
def test_an_option_of_an_operator_that_it_does_not_have() -> None:
    call = ("sanitize", "-", "--operator", "DATETIME=date-shift:dayz=3")
    done = run_command(*call, stdin=TEXT, environment={"SANITIZER_KEY": KEY})
    assert done.returncode == 2 and "its options are days" in done.stderr and "{" not in done.stderr


@pytest.mark.finding("n10")
def test_a_misspelt_role(tmp_path: Path) -> None:
    text = '[[source]]\npath = "t.csv"\n[output]\npath = "o.csv"\n[privacy]\nk = 2\n[attribute.age]\nrol = "quasi"\n'
    (tmp_path / "d.toml").write_text(text)
    done = run_command("release", "d.toml", cwd=tmp_path)
    assert done.returncode == 2 and "attribute.age.rol: unknown key (did you mean 'role'?)" in done.stderr


@pytest.mark.finding("B6")
@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.4\n%\xe2\xe3\n1 0 obj",
        b"PK\x03\x04\x14\x00[Content_Types].xml",
        b"<!DOCTYPE html><html><head><title>x</title></head><body><p>Markovi&#263;</p></body></html>",
        b"\x89PNG\r\n\x1a\n\x00\x00",
    ],
)
def test_what_is_no_text_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(content)
    done = run_command("sanitize", "a.txt", "-o", "out.txt", cwd=tmp_path)
    assert done.returncode == 1 and "text" in done.stderr and not (tmp_path / "out.txt").exists()


@pytest.mark.finding("M6")
def test_a_journal_that_is_a_link_receives_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "others").write_text("")
    (tmp_path / "r.jsonl.partial").symlink_to("others")
    done = run_command("sanitize", "a.txt", "-o", "o.txt", "--report", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 2 and "is a link" in done.stderr and not (tmp_path / "others").read_text()


@pytest.mark.finding("n9")
def test_ids_that_are_numbers_stay_numbers() -> None:
    done = run_command(
        "sanitize", "-", "--format", "jsonl", "--id-field", "id", stdin='{"id": 7, "text": "Tom"}\n'
    )
    assert json.loads(done.stdout)["id"] == 7


@pytest.mark.finding("n2")
def test_the_package_is_a_program() -> None:
    done = subprocess.run([sys.executable, "-m", "sanitizer", "--version"], capture_output=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith(b"sanitizer")
    with patch.object(sys, "argv", ["sanitizer", "--version"]), pytest.raises(SystemExit) as end:
        runpy.run_module("sanitizer", run_name="__main__")
    assert not end.value.code


@pytest.mark.finding("N12")
def test_minus_is_standard_output(tmp_path: Path) -> None:
    done = run_command("sanitize", "-", "-o", "-", "--quiet", stdin=TEXT, cwd=tmp_path)
    assert done.stdout and "Huber" not in done.stdout and not list(tmp_path.iterdir())


@pytest.mark.finding("N18")
def test_one_file_under_another_name_is_audited(tmp_path: Path) -> None:
    (tmp_path / "h.txt").write_text(TEXT)
    assert (
        run_command(
            "sanitize", "h.txt", "-o", "h.out", "--report", "h.rep", "--quiet", cwd=tmp_path
        ).returncode
        == 0
    )
    done = run_command("audit", "h.out", "--report", "h.rep", cwd=tmp_path)
    assert done.returncode == 0 and "1 documents" in done.stdout


@pytest.mark.finding("M8")
def test_a_cache_that_another_has_changed_deletes_nothing(tmp_path: Path) -> None:
    (tmp_path / "counts.json").write_text('{"whitby": 12}')
    victim = tmp_path / "victim.txt"
    victim.write_text("keep me")
    call = (
        "cache",
        "import",
        "counts.json",
        "--table",
        "google:x?total=100",
        "--total",
        "100",
        "--day",
        "2026-01-01",
        "--cache",
        "kept",
    )
    first = run_command(*call, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    (base,) = (tmp_path / "kept").rglob("*.db")
    with sqlite3.connect(base) as store:
        store.execute("update Cache set filename = '../victim.txt', mode = 2")
        store.execute("update Cache set value = null")
    store.close()
    run_command(*call, cwd=tmp_path)
    run_command("cache", "clear", "--yes", "--cache", "kept", cwd=tmp_path)
    assert victim.read_text() == "keep me"


@pytest.mark.finding("n12")
def test_a_plan_is_no_army_when_hardened(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    people = (
        "Tom Huber|baker|Leeds",
        "Anna Berg|nurse|York",
        "Eva Lund|teacher|Hull",
        "Max Frey|driver|Bath",
        "Ida Roth|clerk|Wells",
    )
    for row in people[:2]:
        name, job, town = row.split("|")
        (tmp_path / "in" / f"{name}.txt").write_text(
            f"{name}, a {job} of {town}, had asthma.\n\nPlan: follow up.\n"
        )
    (tmp_path / "bg.json").write_text(
        json.dumps({row.split("|")[0]: row.replace("|", ", ") for row in people})
    )
    done = run_command(
        "sanitize",
        "in",
        "-o",
        "out",
        "--harden",
        "2",
        "--background",
        "bg.json",
        "--masks",
        "m.json",
        cwd=tmp_path,
    )
    assert done.returncode in (0, 1), done.stderr
    written = [p.read_text() for p in (tmp_path / "out").iterdir()]
    assert len(written) == 2 and all("Plan: follow up." in text for text in written)


@pytest.mark.heavy
@pytest.mark.finding("M2")
def test_memory_grows_with_the_names_not_their_square(tmp_path: Path) -> None:
    def peak(names: int) -> int:
        source = tmp_path / f"{names}.txt"
        source.write_text(
            "".join(
                f"Anna B{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{'rstlvn'[i % 6]}ovic{i // 676 * 'a'}\n"
                for i in range(names)
            )
        )
        code = f"import resource, subprocess; subprocess.run({[COMMAND, 'sanitize', str(source), '-o', f'{source}.out', '--quiet']!r}, check=True); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        return int(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)

    start, some, twice = peak(1), peak(2000), peak(4000)
    assert twice - start < 3 * (some - start) + 50_000  # KiB; the square would be four times as much
