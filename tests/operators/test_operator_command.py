"""Operators through the installed command: consistent over documents, runs, workers; undone by `sanitizer restore`."""

import csv
import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.command import run_command

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "reports"
SECRET = "8f0b7d13a45c29e6d1907b3f5c62e84a"
TOKEN = re.compile(r"\{enc:s:[A-Z_]+:[\w-]+(?::[\w.-]+)?\}")


def run(*arguments: object, key: str | None = SECRET) -> "subprocess.CompletedProcess[str]":
    return run_command(*arguments, environment={"SANITIZER_KEY": key} if key else {})


def ok(*arguments: object, key: str | None = SECRET) -> subprocess.CompletedProcess[str]:
    done = run(*arguments, key=key)
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize(
    "options",
    [
        ("--strategy", "S2", "--operator", "default=encrypt"),
        ("--operator", "default=encrypt", "--operator", "risky=encrypt:deterministic=false"),
    ],
)
def test_restoring_gives_the_very_bytes_back(tmp_path: Path, options: tuple[str, ...]) -> None:
    for name in ("discharge-letter.txt", "tokens.txt"):
        source = EXAMPLES / name
        if name == "tokens.txt":  # line ends, and what looks like a token, come back too
            source = tmp_path / name
            source.write_bytes(
                b"Ann Miller of Oslo.\r\n\r\n{enc:s:PERSON:AAAAAAAAAAAAAAAAAAAAAAAAAAAA} saw her in Boston.\n"
            )
        clean, back = tmp_path / "clean.txt", tmp_path / "back.txt"
        ok("sanitize", source, "-o", clean, "--overwrite", *options)
        assert TOKEN.search(clean.read_text()) and clean.read_bytes() != source.read_bytes()
        ok("restore", clean, "-o", back, "--overwrite")
        assert back.read_bytes() == source.read_bytes()


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_restoring_fields_and_cells(tmp_path: Path, kind: str) -> None:
    texts = ['Ann Miller of Oslo\nwrote, "twice".', "She saw Ann Miller."]
    source, clean, back = (tmp_path / f"{name}.{kind}" for name in ("in", "clean", "back"))
    if kind == "csv":
        with source.open("w", newline="") as stream:
            csv.writer(stream).writerows([["text"], *([text] for text in texts)])
    else:
        source.write_text("\n".join(json.dumps({"text": text}) for text in texts))
    ok("sanitize", source, "-o", clean, "--strategy", "S1", "--operator", "default=encrypt")
    assert "Miller" not in clean.read_text()
    ok("restore", clean, "-o", back)
    with back.open(newline="") as stream:
        rows = csv.DictReader(stream) if kind == "csv" else map(json.loads, stream)
        assert [row["text"] for row in rows] == texts


def test_consistent_over_documents_runs_and_workers(tmp_path: Path) -> None:
    rows = [
        {"id": 1, "text": "Mr Andrej Kovač lives in Boston. He was born on 3 May 1961."},
        {"id": 2, "text": "Andrej Kovač wrote from Boston. He was born on 3 May 1961."},
        {"id": 3, "text": "Nobody saw the garden of Andrej Kovač."},
    ]
    source = tmp_path / "in.jsonl"
    source.write_text("\n".join(map(json.dumps, rows)))
    settings = tmp_path / "s.toml"
    settings.write_text('[operators]\nPERSON = "surrogate"\nLOC = {hash = {length = 12}}\nDATE = "keep"\n')
    key = tmp_path / "key"
    key.write_text(SECRET)
    key.chmod(0o600)
    common = ("sanitize", source, "--id-field", "id", "--profile", settings, "--key-file", key)
    one, two, report = tmp_path / "1.jsonl", tmp_path / "2.jsonl", tmp_path / "r.jsonl"
    ok(*common, "-o", one, "--report", report, key=None)
    ok(*common, "-o", two, "--workers", 2, "--operator", "DATE=keep")  # the file comes before the environment
    assert one.read_bytes() == two.read_bytes()
    texts = [json.loads(line)["text"] for line in one.read_text().splitlines()]
    hashes = {h for text in texts for h in re.findall(r"[A-Z]+-[0-9a-f]{12}", text)}
    assert len(hashes) == 1 and all("3 May 1961" in text for text in texts[:2])
    entries = [json.loads(line) for line in report.read_text().splitlines()]
    name = re.search(r"garden of (\w+ \w+)\.", texts[2])
    assert name and all(name[1] in text for text in texts) and name[1] != "Andrej Kovač"
    assert entries[-1]["settings"]["operators"] == {"PERSON": "surrogate", "LOC": "hash", "DATE": "keep"}
    assert {s["operator"] for s in entries[0]["sensitive"]} == {"surrogate", "hash", "keep"}
    assert SECRET not in report.read_text()
    told = ok("explain", report).stdout
    assert "'Mr Andrej Kovač' -> '(surrogate)'" in told


def test_dates_of_a_person_over_documents(tmp_path: Path) -> None:
    source, clean = tmp_path / "in.csv", tmp_path / "out.csv"
    rows = [
        ("id", "who", "text"),
        *((i, w, f"Seen on {d} May 1991.") for i, w, d in ((1, "p", 3), (2, "p", 10), (3, "q", 3))),
    ]
    with source.open("w", newline="") as stream:
        csv.writer(stream).writerows(rows)
    ok(
        "sanitize",
        source,
        "-o",
        clean,
        "--id-field",
        "id",
        "--person-field",
        "who",
        "--operator",
        "DATE=date-shift",
    )
    with clean.open() as stream:
        shifted = list(csv.DictReader(stream))
    assert [list(row) for row in shifted] == [["id", "text"]] * 3
    from datetime import datetime

    days = [datetime.strptime(row["text"], "Seen on %d %B %Y.").date() for row in shifted]
    assert (days[1] - days[0]).days == 7 and days[2] != days[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--operator", "PERSON"], "expected WHAT=NAME"),
        (["--operator", "PERSON=blur"], "is none of"),
        (["--operator", "PRESON=tag"], "no type that is known"),
        (["--operator", "CARD=mask:keep_last"], "OPTION=VALUE"),
        (["--operator", "CARD=mask:width=3"], "is not its option"),
        (["--operator", "risky=keep"], "risky terms take"),
        (["--operator", "PERSON=hash"], "no key"),
        (["--operator", "PERSON=hash", "--key-file", "none"], "key file none: there is no such file; check"),
        (["--person-field", "x"], "documents with fields"),
    ],
)
def test_unusable_calls_say_why(tmp_path: Path, arguments: list[str], words: str) -> None:
    done = run("sanitize", EXAMPLES, "-o", tmp_path / "out", *arguments, key=None)
    assert done.returncode == 2 and words in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1 and not (tmp_path / "out").exists()


@pytest.mark.parametrize("where", ["settings", "option"])
def test_what_stays_by_default_is_listed(tmp_path: Path, where: str) -> None:
    (tmp_path / "l.txt").write_text("NHS number 943 476 5919, phone 0113 496 0999.", encoding="utf-8")
    (tmp_path / "d.toml").write_text('[operators]\ndefault = "keep"\n', encoding="utf-8")
    asked = ["--profile", str(tmp_path / "d.toml")] if where == "settings" else ["--operator", "default=keep"]
    call = (
        "sanitize",
        tmp_path / "l.txt",
        "-o",
        tmp_path / "o.txt",
        "--report",
        tmp_path / "r.jsonl",
        *asked,
    )
    done = run(*call, key=None)
    assert done.returncode == 0 and "943 476 5919" in (tmp_path / "o.txt").read_text(encoding="utf-8")
    assert "because the operator of default is keep: 3; name" in done.stderr
    entry = json.loads((tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert entry["look"]["counts"] == {"number": 2} and entry["look"]["kept"] == []
    assert [e["by_default"] for e in entry["sensitive"]] == [True] * 3
    assert run(*call, "--strict", "--overwrite", key=None).returncode == 1


def test_what_stays_by_its_type_is_the_word_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "l.txt").write_text("The doctor saw Helena Whitcombe.", encoding="utf-8")
    asked = ("--operator", "PERSON=keep", "--operator", "default=tag")
    done = run("sanitize", tmp_path / "l.txt", "-o", tmp_path / "o.txt", "--strict", *asked, key=None)
    assert done.returncode == 0 and "warning" not in done.stderr
