"""What goes in and what comes out: nothing is read as text that is none, nothing is written where it does harm."""

import gzip
import io
import json
import lzma
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sanitizer.commands import main
from sanitizer.documents.decode import decode, read_bytes
from sanitizer.documents.markup import kind_of_markup
from sanitizer.documents.write import STDOUT, is_written_through, safe_cell, whole_file, write_inside
from sanitizer.errors import DocumentError, UsageError
from sanitizer.run.collection import Outcome
from sanitizer.run.journal import Journal
from sanitizer.types import Document, EntityClass, Mention, Span
from tests.command import COMMAND, killed_after, run_command

NAME = "Mrs Helena Markovic had cancer in Boston."
PLAIN = "The patient was admitted to the ward with chest pain."


class Done:
    """What a call came to."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """The command, in this process: models are loaded once."""

    def run(*arguments: object) -> Done:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(a) for a in arguments])
        told = capfd.readouterr()
        assert "Traceback" not in told.err
        return Done(int(ended.value.code or 0), told.out, told.err)

    return run


def feed(monkeypatch: pytest.MonkeyPatch, data: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data.encode())))


def rows(*values: object) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def tree(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


# --- what is no plain text ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-32", "utf-16", "utf-8-sig"])
@pytest.mark.finding("C3")
def test_marked_encodings_are_read_as_what_they_are(tmp_path: Path, call, encoding: str) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "u.txt").write_bytes(NAME.encode(encoding))
    assert call("sanitize", tmp_path / "u.txt", "-o", tmp_path / "o.txt").status == 0
    assert b"Markovic" not in (tmp_path / "o.txt").read_bytes().replace(b"\0", b"")


@pytest.mark.parametrize(
    "raw",
    [
        NAME.encode("utf-32-le"),
        NAME.encode("utf-16-le"),
        NAME.encode("utf-16-be"),
        b"\xff\xfe" + "\0".join(NAME).encode("utf-16-le"),
        b"\xef\xbb\xbf" + "\0".join(NAME).encode(),
        b"x" * 70_000 + "\0".join(NAME).encode(),
        "\x01".join(NAME).encode(),
        "\ufffe".join(NAME).encode(),
    ],
)
@pytest.mark.finding("C3")
def test_letters_with_something_between_are_refused(raw: bytes) -> None:
    with pytest.raises(DocumentError, match=r"binary|U\+"):
        decode(raw)


def test_a_row_with_a_nul_fails_alone(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    nul = "\0".join("Markovic")
    source = tmp_path / "n.jsonl"
    source.write_text(rows({"text": f"Mrs {nul} came."}, {"text": "Half \ud800 a letter."}, {"text": PLAIN}))
    done = call("sanitize", source, "-o", tmp_path / "o.jsonl")
    assert done.status == 1 and "1 of 3 documents done" in done.err
    assert "U+0000" in done.err and "U+D800" in done.err
    (tmp_path / "n.csv").write_text(f"n,text\n1,Mrs {nul} came.\n2,{PLAIN}\n")
    assert call("sanitize", tmp_path / "n.csv", "-o", tmp_path / "o.csv").status in (1, 2)
    assert not (tmp_path / "o.csv").exists() or nul not in (tmp_path / "o.csv").read_text()


def test_the_library_refuses_them_too() -> None:
    from tests.tiny import sanitizer

    with pytest.raises(DocumentError, match=r"U\+0000"):
        sanitizer().sanitize("M\0r\0s")


_MAIL = "Return-Path: <a@b.example>\nFrom: a@b.example\nSubject: hello\nMIME-Version: 1.0\n\nDear Ann\n"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"%PDF-1.3\n1 0 obj\nendobj\n", "PDF"),
        (b"junk\n%PDF-1.3\n1 0 obj\nendobj\n", "PDF"),
        (b"{\\rtf1\\ansi Mrs Markovic}", "RTF"),
        (b"PK\x03\x04abc", "packed"),
        (b"<!DOCTYPE html><p>Markovi&#263;</p>", "HTML"),
        (b"  <html><head><title>x</title></head></html>", "HTML"),
        (b"<?xml version='1.0'?><a>b</a>", "XML"),
        (b"<!-- note --><svg width='1'><text>Ann</text></svg>", "SVG"),
        (b"<letter><from>Ann</from><body>" + b"many words " * 99 + b"</body></letter>", "XML"),
        (b"Ann wrote: <p>one</p><p>two</p><p>three</p><b>four</b>", "HTML"),
        (_MAIL.encode(), "mail"),
        (b"From ann@b.example Mon Jan  4 10:00:00 2021\nSubject: x\n\nDear", "mail"),
    ],
)
@pytest.mark.finding("B6")
def test_markup_and_binary_are_told_by_content(tmp_path: Path, content: bytes, what: str) -> None:
    with pytest.raises(DocumentError, match=what):
        decode(content)


@pytest.mark.parametrize(
    "text",
    [
        "The tag <html> begins a page, and </html> ends it.",
        "# Title\n\nSee <b>this</b> and ![x](y.png).\n<br>\n" + "More words follow here. " * 20,
        "From: Ann\nTo: Bob\nSubject: lunch\nX-Ray: normal\nReceived: 3 May\n\nAt noon?",
        "<ann> hello\n<bob> hello\n<ann> how are you\n<bob> well\n<ann> bye\n<bob> bye\n<ann> so",
        "If a < b and c > d, PDF files begin with %PDF-1.3 or so.",
        "",
    ],
)
def test_texts_that_speak_of_tags_are_texts(text: str) -> None:
    assert decode(text.encode()) == text and kind_of_markup(text) is None


def test_a_folder_lists_what_it_skips(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(PLAIN)
    (folder / "b.txt").write_bytes(b"%PDF-1.3 endobj")
    (folder / "c.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    (folder / "Gary-Whitcombe.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    (folder / ".hidden").write_bytes(b"")
    done = call("sanitize", folder, "-o", tmp_path / "out", "--json")
    assert done.status == 1 and tree(tmp_path / "out") == ["a.txt"]
    assert "b.txt: is a PDF" in done.err and "c.doc: is skipped, for it is an old Office file" in done.err
    assert "Whitcombe" not in done.err + done.out
    assert len(json.loads(done.out)["skipped"]) == 2


@pytest.mark.parametrize("name", ["b.txt.gz", "b.txt.xz"])
@pytest.mark.finding("L4")
def test_what_swells_is_refused(tmp_path: Path, call, name: str) -> None:  # type: ignore[no-untyped-def]
    pack = gzip.compress if name.endswith(".gz") else lzma.compress
    (tmp_path / name).write_bytes(pack(b" " * 80_000_000))
    done = call("sanitize", tmp_path / name, "-o", tmp_path / "o.txt")
    assert done.status == 2 and "times its size" in done.err and not (tmp_path / "o.txt").exists()


# --- where it goes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["jsonl", "csv", "text"])
@pytest.mark.parametrize("how", [[], ["-o", "-"], ["-o", "/dev/stdout"]])
@pytest.mark.finding("B5")
def test_standard_input_goes_to_standard_output(  # type: ignore[no-untyped-def]
    call, kind: str, how: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "Ann Miller lives in Oslo."
    feed(monkeypatch, {"jsonl": rows({"text": text}), "csv": f"text\n{text}\n", "text": text}[kind])
    done = call("sanitize", "-", "--format", kind, *how)
    assert done.status == 0 and "lives in" in done.out and "Miller" not in done.out
    assert tree(tmp_path) == []


@pytest.mark.finding("C4")
def test_devices_and_pipes_are_written_through(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    """The device has to stay one: made in a folder of ours, so that a failure harms nothing."""
    text, report = tmp_path / "a.txt", tmp_path / "r.jsonl"
    text.write_text(NAME)
    assert call("sanitize", text, "-o", tmp_path / "o.txt", "--report", report).status == 0
    for number, arguments in enumerate((
        ("sanitize", text, "-o", "PIPE"),
        ("sanitize", text, "-o", "/dev/null", "--report", "PIPE"),
        ("sanitize", text, "-o", "/dev/null", "--masks", "PIPE"),
        ("report", report, "-o", "PIPE"),
        ("report", report, "--certificate", "PIPE"),
        ("restore", text, "-o", "PIPE", "--key-file", tmp_path / "key"),
    )):  # fmt: skip
        (tmp_path / "key").write_text("8f0b7d13a45c29e6d1907b3f5c62e84a8f0b7d13a45c29e6d1907b3f5c62e84b")
        (tmp_path / "key").chmod(0o600)
        pipe = tmp_path / f"pipe{number}"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        call(*(pipe if a == "PIPE" else a for a in arguments))
        assert stat.S_ISFIFO(pipe.stat().st_mode), arguments
        assert os.read(reader, 100), arguments
        os.close(reader)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.finding("C4")
def test_scan_and_release_spare_devices(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    table = tmp_path / "t.csv"
    table.write_text("age,town\n" + "30,Oslo\n31,Rome\n" * 3)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert call("scan", table, "-o", pipe).status == 0 and b"[" in os.read(reader, 10_000)
    os.close(reader)
    assert "[" in call("scan", table, "-o", "-").out
    for place in (pipe, "-", "/dev/stdout", "/dev/null"):
        done = call("release", table, "--auto", "-k", "2", "-o", place)
        assert done.status == 2 and "is no file" in done.err
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.finding("C4")
def test_only_regular_files_are_replaced(tmp_path: Path) -> None:
    assert is_written_through(STDOUT) and is_written_through(Path("/dev/null"))
    assert is_written_through(Path("/dev/fd/1")) and is_written_through(Path("/proc/self/fd/2"))
    assert not is_written_through(tmp_path / "new") and not is_written_through(tmp_path)
    with pytest.raises(UsageError, match="folder"), whole_file(tmp_path):
        pass


@pytest.mark.parametrize("ending", ["gz", "xz", "zst"])
@pytest.mark.finding("N12")
def test_packed_outputs_are_packed(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"o.jsonl.{ending}"
    for _ in range(2):
        with whole_file(path) as stream:
            stream.write("Zagreb\n" * 100)
    first = path.read_bytes()
    assert b"Zagreb\nZagreb" not in first and read_bytes(path) == b"Zagreb\n" * 100
    with whole_file(path) as stream:
        stream.write("Zagreb\n" * 100)
    assert path.read_bytes() == first


def test_a_packed_report_is_read_again(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.txt").write_text(NAME)
    report = tmp_path / "r.jsonl.gz"
    assert call("sanitize", tmp_path / "a.txt", "-o", tmp_path / "o.txt", "--report", report).status == 0
    assert gzip.decompress(report.read_bytes()).startswith(b"{")
    assert "Markovic" in call("explain", report).out
    assert call("report", report, "-o", tmp_path / "p.html").status == 0


@pytest.mark.finding("N19")
def test_a_used_folder_is_refused(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"Gary {name}.txt").write_text(f"{PLAIN} Number {name}.")
    out = tmp_path / "out"
    assert call("sanitize", tmp_path / "one", "-o", out).status == 0
    before = {name: (out / name).read_text() for name in tree(out)}
    for how in ((), ("--resume",)):
        done = call("sanitize", tmp_path / "two", "-o", out, *how)
        assert done.status == 2 and "is not empty" in done.err
    assert before == {name: (out / name).read_text() for name in tree(out)}


def test_a_journal_resumes_its_own_run_only(tmp_path: Path) -> None:
    path = tmp_path / "r.partial"
    Journal(path, "f", False, True, "one").close()
    Journal(path, "f", True, True, "one").close()
    with pytest.raises(UsageError, match="another run"):
        Journal(path, "f", True, True, "two")
    Journal(path, "f", True, True, "one").leave()
    assert not path.exists()  # nothing was done


@pytest.mark.parametrize("name", ["l.pdf", "b.txt", "q.csv", "n.csv"])
def test_what_is_refused_leaves_no_journal(tmp_path: Path, call, name: str) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "l.pdf").write_text("%PDF-1.4 x")
    (tmp_path / "b.txt").write_bytes(b"\x7fELF\0\0\1")
    (tmp_path / "q.csv").write_text('text\n"say "hello" to me"\n')
    (tmp_path / "n.csv").write_text("txt\nwords\n")
    before = tree(tmp_path)
    field = ("--text-field", "text") if name.endswith("csv") else ()
    done = call("sanitize", tmp_path / name, "-o", tmp_path / "out", "--report", tmp_path / "r.jsonl", *field)
    assert done.status == 2 and len(done.err.strip().splitlines()) == 1
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            'a,text\n1,"x\ny"\n2,"say "hello" to\nme"\n3,z\n',
            "line 4: not readable as CSV: a quotation mark inside",
        ),
        (
            'a,text\n1,"x\ny"\n2,"never\n3,z\n',
            "line 4 (read up to line 5): not readable as CSV: a quotation mark that",
        ),
    ],
)
def test_bad_quotes_are_told_by_the_line_of_their_row(tmp_path: Path, call, content: str, said: str) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "q.csv").write_text(content)
    done = call("sanitize", tmp_path / "q.csv", "-o", tmp_path / "o.csv", "--text-field", "text")
    assert done.status == 2 and f"q.csv, {said}" in done.err
    done = call("scan", tmp_path / "q.csv")
    assert done.status == 2 and f"q.csv, {said}" in done.err


@pytest.mark.parametrize("place", ["none/d.toml", "a.csv/d.toml", f"{'x' * 300}.toml"])
def test_a_definition_that_cannot_be_written_is_one_line(tmp_path: Path, call, place: str) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.csv").write_text("age,sex\n30,F\n31,M\n")
    done = call("scan", tmp_path / "a.csv", "-o", tmp_path / place)
    assert done.status == 2 and "cannot be written" in done.err and len(done.err.strip().splitlines()) == 1
    assert tree(tmp_path) == ["a.csv"]


@pytest.mark.finding("M5")
def test_links_in_the_output_lead_nowhere(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    inside, out = tmp_path / "in" / "sub", tmp_path / "out"
    inside.mkdir(parents=True)
    out.mkdir()
    (inside / "other.txt").write_text(NAME)
    (out / "sub").symlink_to("../in/sub")
    assert call("sanitize", tmp_path / "in", "-o", out).status == 2
    with pytest.raises(UsageError, match="leads out"):
        write_inside(out, "sub/other.txt", [b"x"])
    assert (inside / "other.txt").read_text() == NAME
    assert call("sanitize", tmp_path / "in", "-o", tmp_path).status == 2
    assert call("sanitize", inside, "-o", tmp_path / "in").status == 2


@pytest.mark.parametrize(
    "arguments",
    [
        "--masks m.json --report m.json -o o.jsonl",
        "-o f.jsonl --masks ./f.jsonl",
        "-o - --report -",
        "-o - --report /dev/stdout",
        "-o o.jsonl --masks o.jsonl.partial",
        "-o p.toml --profile p.toml",
        "-o a.jsonl",
        "-o link.jsonl",
        "-o - --json",
    ],
)
@pytest.mark.finding("M4")
def test_no_place_is_used_twice(  # type: ignore[no-untyped-def]
    tmp_path: Path, call, arguments: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").write_text(rows({"text": PLAIN}))
    Path("p.toml").write_text("")
    Path("link.jsonl").symlink_to("a.jsonl")
    before = tree(tmp_path)
    assert call("sanitize", "a.jsonl", *arguments.split()).status == 2
    assert tree(tmp_path) == before


def test_pages_do_not_replace_what_they_show(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.txt").write_text(NAME)
    report = tmp_path / "r.jsonl"
    call("sanitize", tmp_path / "a.txt", "-o", tmp_path / "o.txt", "--report", report)
    before = report.read_bytes()
    assert call("report", report, "-o", report).status == 2
    assert call("report", report, "-o", tmp_path / "p", "--certificate", tmp_path / "p").status == 2
    assert call("audit", tmp_path / "o.txt", "--report", report, "-o", report).status == 2
    assert report.read_bytes() == before
    done = call("audit", tmp_path / "o.txt", "--report", report)  # one file under another name
    assert "(1 documents)" in done.out, done.err


@pytest.mark.finding("L6")
def test_formulas_in_csv_are_texts(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.csv").write_text('n,text\n-5,"=HYPERLINK(""x"")"\n+1,@SUM(1)\n3,fine\n')
    done = call("sanitize", tmp_path / "a.csv", "--keep-field", "n", "-o", tmp_path / "o.csv")
    told = (tmp_path / "o.csv").read_text().splitlines()[1:]
    assert done.status == 0
    assert [line.split(",")[0] for line in told] == ["-5", "+1", "3"]
    assert all(line.split(",", 1)[1].lstrip('"')[:1] not in "=+-@" for line in told)
    assert safe_cell("\t=1") == "'\t=1" and safe_cell("-3.5") == "-3.5"


# --- ids and names --------------------------------------------------------------------------------------------------

TELLING = [
    "Gary-Whitcombe-HIV-positive.txt", "helena.markovic@example.org.txt", "536-90-4399.txt", "1991-05-03.txt",
    "536904399.txt", "hmarkovic.txt", "markovic2.txt", "Priya Raghunathan/notes.txt", "MarkBrown.txt",
    "notes/QX-72-C3.txt", "letter_g_brown.txt", "Markovi%C4%87.txt", "nhs-684 934 0722.txt",
]  # fmt: skip
ORDINARY = ["discharge-letter.txt", "000012.txt", "doc-17.txt", "chapter_3.md", "ward/DischargeLetter.txt"]


@pytest.mark.finding("C2", "M3")
def test_names_of_files_are_read(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    for name in (*TELLING, *ORDINARY):
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PLAIN)
    report, masks = tmp_path / "r.jsonl", tmp_path / "m.json"
    call("sanitize", tmp_path / "in", "-o", tmp_path / "out", "--report", report, "--masks", masks)
    out = tree(tmp_path / "out")
    assert len(out) == len(TELLING) + len(ORDINARY) and set(ORDINARY) <= set(out)
    assert not set(TELLING) & set(out) and not [name for name in out if "Priya" in name]
    assert [n for n in out if n.startswith("notes/")] and [n for n in out if n.endswith("/notes.txt")]
    assert sorted(json.loads(masks.read_text())) == out
    done = call("sanitize", tmp_path / "in", "-o", tmp_path / "kept", "--keep-ids")
    assert done.status == 0 and tree(tmp_path / "kept") == sorted((*TELLING, *ORDINARY))


@pytest.mark.finding("C2", "n9")
def test_ids_of_rows_are_read_and_numbers_stay_numbers(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    ids = ["Gary Whitcombe", "536-90-4399", "gary.whitcombe@nhs.uk", 7, "doc-17", 536904399, "000001"]
    (tmp_path / "a.jsonl").write_text(rows(*({"id": i, "text": PLAIN} for i in ids)))
    done = call("sanitize", tmp_path / "a.jsonl", "--id-field", "id", "-o", tmp_path / "o.jsonl")
    assert done.status == 0
    new = [json.loads(line)["id"] for line in (tmp_path / "o.jsonl").read_text().splitlines()]
    assert new == ["000001", "000002", "000003", 7, "doc-17", "000006", "000007"]


def test_what_fails_is_not_named_by_its_name(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "Gary-Whitcombe.txt").write_bytes(b"%PDF-1.3 endobj")
    (tmp_path / "in" / "letter.txt").write_text(PLAIN)
    done = call("sanitize", tmp_path / "in", "-o", tmp_path / "out", "--json", "--report", tmp_path / "r")
    assert (
        done.status == 1
        and "document 1 of the input: is a PDF" in done.err
        and "Whitcombe" not in done.err + done.out
    )
    assert "Gary-Whitcombe.txt" in (tmp_path / "r").read_text()


@pytest.mark.finding("N20")
def test_kept_fields_that_tell_are_warned_about(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    people = ["Helena Markovic", "gary whitcombe", "quite", "often"]
    (tmp_path / "a.jsonl").write_text(rows(*({"who": p, "year": 1999, "text": PLAIN} for p in people)))
    call_ = ("sanitize", tmp_path / "a.jsonl", "--keep-field", "who", "--keep-field", "year", "-o")
    done = call(*call_, tmp_path / "o.jsonl", "--report", tmp_path / "r.jsonl")
    assert "in 2 of 4 documents the field 'who'" in done.err and "'year'" not in done.err
    assert "Markovic" not in done.err
    summary = json.loads((tmp_path / "r.jsonl").read_text().splitlines()[-1])
    assert summary["kept_identifying"] == {"who": 2}


@pytest.mark.parametrize("option", ["--keep-field", "--text-field", "--id-field", "--person-field"])
@pytest.mark.parametrize("name", ["a.jsonl", "a.csv"])
@pytest.mark.finding("N20")
def test_a_misspelt_field_is_one_error(tmp_path: Path, call, option: str, name: str) -> None:  # type: ignore[no-untyped-def]
    source = tmp_path / name
    source.write_text(rows({"text": "x", "year": 1}) * 3 if name == "a.jsonl" else "text,year\nx,1\ny,2\n")
    done = call("sanitize", source, option, "yaer", "-o", tmp_path / "o")
    assert done.status == 2 and len(done.err.splitlines()) == 1
    assert "did you mean 'year'?" in done.err and option in done.err and not (tmp_path / "o").exists()


# --- bad rows, bad files --------------------------------------------------------------------------------------------


@pytest.mark.finding("M1")
def test_a_bad_line_fails_alone(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    good = '{"id": "doc-1", "kept": 1, "text": "The garden is old."}\n'
    bad = [
        '{"id": "a\\udfffb", "kept": 1, "text": "x"}',
        '{"id": "b", "kept": "a\\udfffb", "text": "x"}',
        '{"id": "c", "kept": ' + "[" * 200_000 + ', "text": "x"}',
        '{"id": "d", "kept": ' + "9" * 6000 + ', "text": "x"}',
        '{"id": ["e"], "kept": 1, "text": "x"}',
        "[]",
    ]
    source = tmp_path / "a.jsonl"
    source.write_text(good + "\n".join(bad) + "\n" + good.replace("doc-1", "doc-2"))
    done = call("sanitize", source, "--id-field", "id", "--keep-field", "kept", "-o", tmp_path / "o.jsonl")
    assert done.status == 1 and "2 of 8 documents done" in done.err
    assert len(done.err.splitlines()) == 10
    tab = tmp_path / "a.json"
    tab.write_text(json.dumps([{"doc_id": "a\udfffb", "text": "x"}, {"doc_id": "doc-1", "text": "x"}]))
    assert call("sanitize", tab, "-o", tmp_path / "o.json").status == 1
    tab.write_text("[" * 200_000)
    assert call("sanitize", tab, "-o", tmp_path / "o2.json").status == 2


@pytest.mark.finding("L11")
def test_a_ragged_row_fails_alone(tmp_path: Path, call) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.csv").write_text("n,text\n1,one, two\n2\n3,fine\n")
    done = call("sanitize", tmp_path / "a.csv", "-o", tmp_path / "o.csv")
    assert done.status == 1 and "row 2: has more cells" in done.err and "row 3: has fewer" in done.err
    assert (tmp_path / "o.csv").read_text() == "text\nfine\n"


@pytest.mark.parametrize("command", ["explain", "report"])
@pytest.mark.parametrize("entry", ['{"kind": "document"}', '{"kind": "summary"}', "[" * 200_000, "{"])
@pytest.mark.finding("L4")
def test_an_incomplete_report_is_said_to_be_one(tmp_path: Path, call, command: str, entry: str) -> None:  # type: ignore[no-untyped-def]
    report = tmp_path / "r.jsonl"
    report.write_text(entry + "\n")
    more = ["-o", tmp_path / "p.html"] if command == "report" else []
    done = call(command, report, *more)
    if (command, entry) != ("report", '{"kind": "summary"}'):  # a page of no documents is one
        assert done.status == 2 and str(report) in done.err and not (tmp_path / "p.html").exists()


@pytest.mark.parametrize("line", ["{}", "x", '{"key": 1, "outcome": {}}', "[1]", "[" * 100_000])
@pytest.mark.finding("L4")
def test_a_damaged_journal_is_said_to_be_one(tmp_path: Path, line: str) -> None:
    path = tmp_path / "r.partial"
    Journal(path, "f", False, True, "one").close()
    with path.open("a") as stream:
        stream.write(line + "\n")
    with pytest.raises(UsageError, match="damaged in line 2"):
        Journal(path, "f", True, True, "one")


@pytest.mark.finding("M6")
def test_a_journal_is_private_and_no_link(tmp_path: Path) -> None:
    mine, others = tmp_path / "r.partial", tmp_path / "others"
    others.write_text("")
    others.chmod(0o666)
    mine.symlink_to(others)
    with pytest.raises(UsageError, match="is a link"):
        Journal(mine, "f", False, True)
    mine.unlink()
    os.link(others, mine)
    with pytest.raises(UsageError, match="yours alone"):
        Journal(mine, "f", False, True)
    mine.unlink()
    mine.write_text("old")
    mine.chmod(0o666)
    Journal(mine, "f", False, True).close()
    assert mine.stat().st_mode & 0o777 == 0o600 and "old" not in mine.read_text()
    assert others.read_text() == ""


# --- processes ------------------------------------------------------------------------------------------------------


def begun(folder: Path, *more: str) -> "tuple[subprocess.Popen[bytes], list[str]]":
    """A run of many documents, in which something is done already."""
    source = folder / "in.jsonl"
    source.write_text(rows(*({"text": f"Ann Miller of Oslo saw {i} gardens."} for i in range(3000))))
    arguments = [
        "sanitize",
        str(source),
        "-o",
        str(folder / "o.jsonl"),
        "--report",
        str(folder / "r.jsonl"),
        *more,
    ]
    process = subprocess.Popen([COMMAND, *arguments], stderr=subprocess.PIPE)
    journal = folder / "r.jsonl.partial"
    while process.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") > 2):
        time.sleep(0.05)
    assert process.poll() is None
    return process, arguments


def children(process: "subprocess.Popen[bytes]") -> list[int]:
    return [int(p) for p in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def gone(pid: int) -> bool:
    for _ in range(600):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.finding("H6", "M7")
def test_a_stopped_run_leaves_no_worker_and_no_original(tmp_path: Path, how: signal.Signals) -> None:
    process, _ = begun(tmp_path, "--workers", "2")
    workers = children(process)
    assert len(workers) == 2
    process.send_signal(how)
    _, told = process.communicate(timeout=60)
    assert all(map(gone, workers))
    assert tree(tmp_path) == ["in.jsonl", "r.jsonl.partial"]
    if how == signal.SIGTERM:
        assert process.returncode == 143 and b"--resume" in told and b"Traceback" not in told
    else:
        assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize(
    "error", [RuntimeError("release unlocked lock"), UsageError("cut"), OSError("cut"), None]
)
def test_a_request_to_end_counts_whatever_error_it_becomes(
    error: Exception | None, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The request may come inside a lock of the standard library, whose own error then stands for it."""

    def ended(**_: object) -> None:
        if error is None:
            signal.raise_signal(signal.SIGTERM)
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            if error is not None:
                raise error

    monkeypatch.setattr("sanitizer.commands.group.main", ended)
    with pytest.raises(SystemExit) as status:
        main(["where"])
    assert status.value.code == 143 and "stopped" in capfd.readouterr().err


@pytest.mark.parametrize("changed", ["staff.csv", "base.toml"])
@pytest.mark.finding("H4")
def test_a_killed_run_goes_on_under_the_rules_of_today(tmp_path: Path, changed: str) -> None:
    (tmp_path / "staff.csv").write_text("Quillmere,ORG\n")
    (tmp_path / "base.toml").write_text('[[deny]]\nfile = "staff.csv"\n')
    (tmp_path / "own.toml").write_text('extends = "base.toml"\n')
    (tmp_path / "in.jsonl").write_text(rows(*({"text": f"They saw {i} gardens."} for i in range(6))))
    call = ("sanitize", tmp_path / "in.jsonl", "-o", tmp_path / "o.jsonl", "--profile", tmp_path / "own.toml")
    assert killed_after(3, *call) == 9 and b"gardens" in (tmp_path / "o.jsonl.partial").read_bytes()
    more = "gardens,ORG\n" if changed == "staff.csv" else '[[deny]]\nphrases = ["gardens"]\n'
    with (tmp_path / changed).open("a") as stream:
        stream.write(more)
    done = run_command(*call, "--resume")
    assert done.returncode == 0, done.stderr
    written = (tmp_path / "o.jsonl").read_text()
    assert written.count("They saw") == 6 and "gardens" not in written


@pytest.mark.finding("L4")
def test_full_and_closed_outputs_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(NAME)
    call = f"{COMMAND} sanitize {tmp_path}/a.txt"
    for how, status in ((">/dev/full", 2), (">&-", 2)):
        done = subprocess.run(["sh", "-c", f"{call} {how}"], capture_output=True, check=False, cwd=tmp_path)
        assert (
            done.returncode == status and b"Traceback" not in done.stderr and b"Exception" not in done.stderr
        )
    done = subprocess.run(["sh", "-c", f"{COMMAND} sanitize - <&-"], capture_output=True, check=False)
    assert done.returncode == 2 and b"standard input is closed" in done.stderr


# --- nothing private in repr ----------------------------------------------------------------------------------------


def test_repr_tells_no_text(tmp_path: Path) -> None:
    from corpora_stats.chain import Sent
    from sanitizer.check.report import FailedReport
    from sanitizer.documents.formats import Unreadable
    from sanitizer.page.read import Report
    from tests.tiny import sanitizer

    document = Document("Ann", "Ann came", {"k": "Ann"}, "Ann")
    done = sanitizer().sanitize(document)
    mention = Mention(Span(0, 3), "PERSON", EntityClass.PERSON, "model", generalization="Ann")
    outcome = Outcome("Ann", "Ann came", fields={"k": "Ann"}, report=done.report)
    for value in (
        document,
        done,
        mention,
        outcome,
        Unreadable("Ann", "x"),
        done.report,
        Report((done.report,)),
        FailedReport(id="Ann", reason="Ann"),
        Sent("Ann", "web"),
    ):
        assert "Ann" not in repr(value), type(value)


def test_messages_and_logs_tell_no_text(  # type: ignore[no-untyped-def]
    tmp_path: Path, call, caplog: pytest.LogCaptureFixture
) -> None:
    canaries = ("Quernby", "Zorblax", "Whitcombe")
    texts = [
        f"Mr Ann {canaries[0]} of Oslo.",
        f"half \ud800 {canaries[1]}",
        f"<html><b>{canaries[1]}</b></html>",
    ]
    source = tmp_path / "a.jsonl"
    source.write_text(
        rows(*({"id": f"Gary {canaries[2]} {t[:3]}", "text": t} for t in texts)) + "{" + canaries[1]
    )
    with caplog.at_level("INFO"):
        done = call("sanitize", source, "--id-field", "id", "-o", tmp_path / "o.jsonl", "--json")
    assert done.status == 1 and "1 of 4 documents done" in done.err
    assert not [name for name in canaries if name in done.out + done.err + caplog.text]
