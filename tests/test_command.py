"""The installed command, end to end, with the embedded defaults."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from sanitizer.documents.formats import Fields
from sanitizer.documents.known_formats import format_called
from sanitizer.types import Document
from tests.command import COMMAND, killed_after, run_command

EXAMPLES = Path(__file__).parent.parent / "examples" / "reports"


def run(*arguments: object, stdin: str = "", **environment: str) -> "subprocess.CompletedProcess[bytes]":
    return run_command(*arguments, stdin=stdin, text=False, environment=environment)


def ok(*arguments: object, stdin: str = "", **environment: str) -> "subprocess.CompletedProcess[bytes]":
    done = run(*arguments, stdin=stdin, **environment)
    assert done.returncode == 0, done.stderr.decode()
    return done


def installed(*arguments: object, **environment: str) -> None:
    """Run the installed script, in a process of its own; it must end well."""
    call = [COMMAND, *map(str, arguments)]
    subprocess.run(call, capture_output=True, env={**os.environ, **environment}, check=True)


def replay(entry: dict[str, object]) -> str:
    text, parts, position = str(entry["text"]), [], 0
    for start, end, words, _, _ in entry["changes"]:  # type: ignore[attr-defined]
        parts += [text[position:start], words]
        position = end
    return "".join([*parts, text[position:]])


def as_read(path: Path) -> str:
    """Return the text of a file, without marks where it is Markdown."""
    if path.suffix != ".md":
        return path.read_text()
    (document,) = format_called("markdown").read(path.read_bytes(), path.name, Fields())
    assert isinstance(document, Document)
    return document.text


def test_folder_in_folder_out_with_report(tmp_path: Path) -> None:
    report = tmp_path / "private" / "report.jsonl"
    ok("sanitize", EXAMPLES, "-o", tmp_path / "clean", "--report", report)
    entries = [json.loads(line) for line in report.read_text().splitlines()]
    assert report.stat().st_mode & 0o777 == 0o600
    assert [e["kind"] for e in entries] == ["document"] * 3 + ["summary"]
    assert entries[-1]["done"] == 3 and entries[-1]["met"]
    for entry in entries[:-1]:
        output = tmp_path / "clean" / entry["output_id"]
        assert replay(entry) == as_read(output)
        assert entry["residual"]["met"]
    letter = (tmp_path / "clean" / "discharge-letter.txt").read_text()
    for secret in ("Marković", "Helena", "h.markovic", "617 555", "47289/21", "Boston"):
        assert secret not in letter
    told = ok("explain", report, "--document", "discharge-letter.txt").stdout.decode()
    assert "risky" in told and " documents: " in told and " bits]" in told


def test_same_bytes_under_hash_seeds_and_workers(tmp_path: Path) -> None:
    outputs = []
    for seed, workers in (("0", "1"), ("1", "2"), ("2", "1")):
        folder = tmp_path / f"{seed}-{workers}"
        installed(
            "sanitize", EXAMPLES, "-o", folder / "clean", "--report", folder / "report.jsonl", "--workers", workers,
            PYTHONHASHSEED=seed,
        )  # fmt: skip
        files = sorted((folder / "clean").iterdir())
        outputs.append([f.read_bytes() for f in files] + [(folder / "report.jsonl").read_bytes()])
    assert outputs[0] == outputs[1] == outputs[2]


def test_stdin_to_stdout() -> None:
    done = ok("sanitize", "-", stdin="Mr John Smithson lives in Oslo. 😀")
    assert "Smithson" not in done.stdout.decode() and "😀" in done.stdout.decode()


def test_jsonl_keeps_only_named_fields(tmp_path: Path) -> None:
    source = tmp_path / "notes.jsonl"
    rows = [{"n": 1, "body": "Ann Miller lives in Oslo.", "year": 1999, "ssn": "x"}, {"n": 2, "year": 1}]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run(
        "sanitize", source, "--text-field", "body", "--id-field", "n", "--keep-field", "year", "-o",
        tmp_path / "o.jsonl",
    )  # fmt: skip
    assert done.returncode == 1
    assert "2: has no text in field 'body'" in done.stderr.decode()
    (row,) = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text().splitlines()]
    assert sorted(row) == ["body", "n", "year"] and "Miller" not in row["body"]


def test_tab_masks_are_offsets_into_the_input(tmp_path: Path) -> None:
    text = "The applicant, Mr Andrej Kovač, was born in Maribor. \u202bשלום\u202c 😀 Mr Kovač won."
    source = tmp_path / "cases.json"
    source.write_text(json.dumps([{"doc_id": "001", "text": text}]))
    ok("sanitize", source, "--format", "tab", "--masks", tmp_path / "masks.json")
    masks = json.loads((tmp_path / "masks.json").read_text())["001"]
    covered = "".join(text[start:end] + "|" for start, end, _ in masks)
    assert covered.count("Kovač") == 2 and "Maribor" in covered
    assert all(isinstance(words, str) for _, _, words in masks)


def test_a_name_that_tells_is_replaced_by_a_number(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "report_helena_markovic.txt").write_text("Mrs Helena Markovic was born in Zagreb.")
    ok("sanitize", folder, "-o", tmp_path / "out", "--report", tmp_path / "r.jsonl")
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["000001.txt"]
    summary = json.loads((tmp_path / "r.jsonl").read_text().splitlines()[-1])
    assert summary["ids"] == {"report_helena_markovic.txt": "000001"}


def test_bad_input_gets_one_clear_line(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "empty.txt").write_text("")
    (folder / "binary.txt").write_bytes(b"\0\1\2")
    (folder / "french.txt").write_text(
        "Le chat dort sur la table de la cuisine pendant que les enfants jouent. " * 9
    )
    (folder / "fine.txt").write_text("Ann Miller lives in Oslo.")
    done = run("sanitize", folder, "-o", tmp_path / "out")
    assert done.returncode == 1
    told = done.stderr.decode().splitlines()
    assert told[0].startswith("sanitizer: binary.txt: is binary")
    assert told[1].startswith("sanitizer: french.txt: is not English")
    assert told[2].startswith("2 of 4 documents done")
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["empty.txt", "fine.txt"]
    assert (tmp_path / "out" / "empty.txt").read_text() == ""


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["sanitize", "IN", "-o", "IN"], 2, "inside the input"),
        (["sanitize", "IN", "-o", "OUT", "--report", "OUT/r.jsonl"], 2, "holds every secret"),
        (["sanitize", "IN"], 2, "where to?"),
        (["sanitize", "NONE", "-o", "OUT"], 2, "does not exist"),
        (["sanitize", "IN", "-o", "OUT", "--threshold", "often"], 2, "is not one of least"),
        (["sanitize", "IN", "-o", "OUT", "--threshold", "guarantee"], 2, "needs --protect"),
        (["sanitize", "IN", "-o", "OUT", "--recognizer", "magic"], 2, "is not one of model"),
        (["sanitize", "IN", "-o", "OUT", "--counts", "NONE.json"], 3, "NONE.json"),
        (["sanitize", "IN", "-o", "OUT", "--kb", "NONE.csv"], 3, "NONE.csv"),
        (["explain", "NONE"], 2, "check its name"),
    ],
)
def test_unusable_calls_say_why(tmp_path: Path, arguments: list[str], status: int, words: str) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Ann Miller lives in Oslo.")
    names = {"IN": "in", "OUT": "out", "NONE": "none", "OUT/r.jsonl": "out/r.jsonl"}
    names |= {"NONE.json": "NONE.json", "NONE.csv": "NONE.csv"}
    done = run(*(tmp_path / names[a] if a in names else a for a in arguments))
    assert done.returncode == status
    assert len(done.stderr.decode().strip().splitlines()) == 1
    assert words in done.stderr.decode()
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())


@pytest.mark.parametrize("spread", ["document", "collection"])
def test_interrupted_run_is_resumed(tmp_path: Path, spread: str) -> None:
    folder, report = tmp_path / "in", tmp_path / "r.jsonl"
    folder.mkdir()
    for name in ("a", "b", "c"):
        (folder / f"{name}.txt").write_text(f"Ann Miller of Oslo saw a {name} garden.")
    how = ["--spread", spread]
    ok("sanitize", folder, "-o", tmp_path / "whole", "--report", tmp_path / "whole.jsonl", *how)
    call = ["sanitize", str(folder), "-o", str(tmp_path / "out"), "--report", str(report), *how]
    assert killed_after(2, *call) == 9
    assert not report.exists()
    ok(*call, "--resume")
    for name in ("a", "b", "c"):
        assert (tmp_path / "out" / f"{name}.txt").read_bytes() == (
            tmp_path / "whole" / f"{name}.txt"
        ).read_bytes()
    assert report.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not report.with_suffix(".jsonl.partial").exists()


def test_journal_of_a_run_without_report_holds_no_secret(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a", "b", "c"):
        (folder / f"{name}.txt").write_text(f"Ann Miller of Oslo saw a {name} garden.")
    (folder / "Ann Miller.txt").write_text("Ann Miller of Oslo saw a garden.")
    ok("sanitize", folder, "-o", tmp_path / "whole")
    call = ["sanitize", str(folder), "-o", str(tmp_path / "out"), "--quiet"]
    assert killed_after(2, *call) == 9
    journal = (tmp_path / "out.partial").read_text()
    assert "garden" in journal and "Miller" not in journal and "Oslo" not in journal
    ok(*call, "--resume")
    assert {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()} == {
        p.name: p.read_bytes() for p in (tmp_path / "whole").iterdir()
    }
    assert "Ann Miller.txt" not in {p.name for p in (tmp_path / "out").iterdir()}


@pytest.mark.parametrize(
    ("how", "bits", "left"),
    [((), 5.0, True), (("--profile", "everything"), 0.0, False), (("--strategy", "S2"), 0.0, False)],
)
def test_a_summary_says_which_attributes_were_weighed(
    tmp_path: Path, how: tuple[str, ...], bits: float, left: bool
) -> None:
    text, report = tmp_path / "a.txt", tmp_path / "r.jsonl"
    text.write_text("Ann Quernby of Oslo is an American cardiologist.")
    ok("sanitize", str(text), "-o", str(tmp_path / "out.txt"), "--report", str(report), *how)
    assert json.loads(report.read_text().splitlines()[-1])["settings"]["common"] == bits
    assert ("American" in (tmp_path / "out.txt").read_text()) is left
    certificate = tmp_path / "c.html"
    ok("report", str(report), "-o", str(tmp_path / "p.html"), "--certificate", str(certificate))
    assert ("were judged like other words" in " ".join(certificate.read_text().split())) is left


def test_count_and_where() -> None:
    told = json.loads(ok("count", "breast cancer", "radiotherapy", "--json").stdout)
    assert told["N"] > 60_000 and told["pairs"][0]["pmi"] > 3
    assert "statistics" in ok("where").stdout.decode()
    assert ok("--version").stdout.startswith(b"sanitizer")


def test_python_interface() -> None:
    from sanitizer import Sanitizer

    sanitizer = Sanitizer.default()
    texts = ["Ann Miller lives in Oslo.", "Bob Brown lives in Rome."]
    one, two = sanitizer.sanitize_many(texts, workers=2)
    assert "Miller" not in one.text and "Brown" not in two.text
    assert one.text == sanitizer.sanitize(texts[0]).text
