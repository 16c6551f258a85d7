"""What is written goes where it was sent, packed as asked, over nothing of others."""

import gzip
import io
import os
import stat
import sys
import zipfile
from pathlib import Path

import pytest

from sanitizer.documents.csv_cells import safe_cell
from sanitizer.documents.decode import read_bytes
from sanitizer.documents.write import STDOUT, is_written_through, whole_file, write_inside
from sanitizer.errors import UsageError
from sanitizer.run.journal import Journal
from tests.documents.calls import NAME, PLAIN, Call, feed, rows, tree


@pytest.mark.parametrize("kind", ["jsonl", "csv", "text"])
@pytest.mark.parametrize("how", [[], ["-o", "-"], ["-o", "/dev/stdout"]])
@pytest.mark.finding("B5")
def test_standard_input_goes_to_standard_output(
    call: Call, kind: str, how: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "Ann Miller lives in Oslo."
    feed(monkeypatch, {"jsonl": rows({"text": text}), "csv": f"text\n{text}\n", "text": text}[kind])
    done = call("sanitize", "-", "--format", kind, *how)
    assert done.status == 0 and "lives in" in done.out and "Miller" not in done.out
    assert tree(tmp_path) == []


@pytest.mark.finding("C4")
def test_devices_and_pipes_are_written_through(tmp_path: Path, call: Call) -> None:
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
def test_scan_and_release_spare_devices(tmp_path: Path, call: Call) -> None:
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


def test_a_packed_report_is_read_again(tmp_path: Path, call: Call) -> None:
    (tmp_path / "a.txt").write_text(NAME)
    report = tmp_path / "r.jsonl.gz"
    assert call("sanitize", tmp_path / "a.txt", "-o", tmp_path / "o.txt", "--report", report).status == 0
    assert gzip.decompress(report.read_bytes()).startswith(b"{")
    assert "Markovic" in call("explain", report).out
    assert call("report", report, "-o", tmp_path / "p.html").status == 0


@pytest.mark.finding("N19")
def test_a_used_folder_is_refused(tmp_path: Path, call: Call) -> None:
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


@pytest.mark.parametrize("name", ["new/", "letters.zip/", "there"])
def test_a_name_with_a_slash_at_its_end_is_a_folder(tmp_path: Path, call: Call, name: str) -> None:
    (tmp_path / "there").mkdir()
    for number, text in enumerate((NAME, PLAIN), 1):
        (tmp_path / "Markovic.txt").write_text(text)
        done = call("sanitize", tmp_path / "Markovic.txt", "-o", f"{tmp_path}/{name}", "--add")
        assert done.status == 0, done.err
        assert tree(tmp_path / name) == [f"{n:06d}.txt" for n in range(1, number + 1)]
    done = call("sanitize", tmp_path / "Markovic.txt", "-o", f"{tmp_path}/{name}")
    assert done.status == 2 and "is not empty" in done.err


@pytest.mark.parametrize("option", ["--report", "--ids", "--masks"])
def test_a_folder_is_no_place_for_one_file(tmp_path: Path, call: Call, option: str) -> None:
    (tmp_path / "a.txt").write_text(NAME)
    done = call("sanitize", tmp_path / "a.txt", "-o", tmp_path / "o.txt", option, f"{tmp_path}/new/")
    assert done.status == 2 and done.err.endswith("/new/ is a folder: name a file\n")
    assert tree(tmp_path) == ["a.txt"]


def test_rows_are_written_to_a_file(tmp_path: Path, call: Call) -> None:
    (tmp_path / "a.jsonl").write_text(rows({"text": NAME}))
    done = call("sanitize", tmp_path / "a.jsonl", "-o", f"{tmp_path}/new/")
    assert done.status == 2 and "rows are written to a file" in done.err
    assert tree(tmp_path) == ["a.jsonl"]


def test_a_journal_resumes_its_own_run_only(tmp_path: Path) -> None:
    path = tmp_path / "r.partial"
    Journal(path, "f", False, True, "one").close()
    Journal(path, "f", True, True, "one").close()
    with pytest.raises(UsageError, match="another run"):
        Journal(path, "f", True, True, "two")
    Journal(path, "f", True, True, "one").leave()
    assert not path.exists()  # nothing was done


@pytest.mark.parametrize("name", ["a.zip", "twice.zip", "a.tar", "m.docx", "-"])
def test_a_content_that_is_refused_ends_with_1(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04, broken")
    (tmp_path / "a.tar").write_bytes(b"no tar")
    with zipfile.ZipFile(tmp_path / "twice.zip", "w") as archive, pytest.warns(UserWarning):
        archive.writestr("a.txt", PLAIN)
        archive.writestr("a.txt", PLAIN)
    with zipfile.ZipFile(tmp_path / "m.docx", "w") as package:
        package.writestr("word/vbaProject.bin", b"x")
    before = tree(tmp_path)
    if name == "-":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\x1f\x8b, broken")))
    done = call("sanitize", "-" if name == "-" else tmp_path / name, "-o", tmp_path / "out")
    assert done.status == 1 and len(done.err.strip().splitlines()) == 1 and tree(tmp_path) == before


@pytest.mark.parametrize("name", ["l.pdf", "b.txt", "q.csv", "n.csv"])
def test_what_is_refused_leaves_no_journal(tmp_path: Path, call: Call, name: str) -> None:
    (tmp_path / "l.pdf").write_text("%PDF-1.4 x")
    (tmp_path / "b.txt").write_bytes(b"\x7fELF\0\0\1")
    (tmp_path / "q.csv").write_text('text\n"say "hello" to me"\n')
    (tmp_path / "n.csv").write_text("txt\nwords\n")
    before = tree(tmp_path)
    field = ("--text-field", "text") if name.endswith("csv") else ()
    done = call("sanitize", tmp_path / name, "-o", tmp_path / "out", "--report", tmp_path / "r.jsonl", *field)
    assert done.status == (2 if name == "n.csv" else 1), "a field that is not there is a wrong call"
    assert len(done.err.strip().splitlines()) == 1 and tree(tmp_path) == before


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
def test_bad_quotes_are_told_by_the_line_of_their_row(
    tmp_path: Path, call: Call, content: str, said: str
) -> None:
    (tmp_path / "q.csv").write_text(content)
    done = call("sanitize", tmp_path / "q.csv", "-o", tmp_path / "o.csv", "--text-field", "text")
    assert done.status == 1 and f"q.csv, {said}" in done.err
    done = call("scan", tmp_path / "q.csv")
    assert done.status == 2 and f"q.csv, {said}" in done.err


@pytest.mark.parametrize("place", ["none/d.toml", "a.csv/d.toml", f"{'x' * 300}.toml"])
def test_a_definition_that_cannot_be_written_is_one_line(tmp_path: Path, call: Call, place: str) -> None:
    (tmp_path / "a.csv").write_text("age,sex\n30,F\n31,M\n")
    done = call("scan", tmp_path / "a.csv", "-o", tmp_path / place)
    assert done.status == 2 and "cannot be written" in done.err and len(done.err.strip().splitlines()) == 1
    assert tree(tmp_path) == ["a.csv"]


@pytest.mark.finding("M5")
def test_links_in_the_output_lead_nowhere(tmp_path: Path, call: Call) -> None:
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
def test_no_place_is_used_twice(
    tmp_path: Path, call: Call, arguments: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").write_text(rows({"text": PLAIN}))
    Path("p.toml").write_text("")
    Path("link.jsonl").symlink_to("a.jsonl")
    before = tree(tmp_path)
    assert call("sanitize", "a.jsonl", *arguments.split()).status == 2
    assert tree(tmp_path) == before


def test_pages_do_not_replace_what_they_show(tmp_path: Path, call: Call) -> None:
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
def test_formulas_in_csv_are_texts(tmp_path: Path, call: Call) -> None:
    (tmp_path / "a.csv").write_text('n,text\n-5,"=HYPERLINK(""x"")"\n+1,@SUM(1)\n3,fine\n')
    done = call("sanitize", tmp_path / "a.csv", "--keep-field", "n", "-o", tmp_path / "o.csv")
    told = (tmp_path / "o.csv").read_text().splitlines()[1:]
    assert done.status == 0
    assert [line.split(",")[0] for line in told] == ["-5", "+1", "3"]
    assert all(line.split(",", 1)[1].lstrip('"')[:1] not in "=+-@" for line in told)
    assert safe_cell("\t=1") == "'\t=1" and safe_cell("-3.5") == "-3.5"
