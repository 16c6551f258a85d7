"""Folders and archives: what is in them is read by name, nothing leads out of them, and the same files make the same
bytes."""

import csv
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from sanitizer.documents.locations import Packing, open_files
from sanitizer.errors import DocumentError, UsageError
from tests.command import run_command

FILES = {"a/one.txt": b"Ann Miller saw gardens.", "two.txt.gz": b"", "c/three.csv": b"text\nx\n"}


def packed(path: Path, files: dict[str, bytes]) -> Path:
    packing = Packing(path)
    for name, content in files.items():
        packing.add(name, content)
    raw = b"".join(packing.parts())
    if path.name.endswith(".gz"):
        import gzip

        raw = gzip.compress(raw)
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.tar.gz"])
def test_archives_are_read_as_folders_are_and_written(tmp_path: Path, name: str) -> None:
    import gzip

    source = packed(tmp_path / name, {**FILES, "two.txt.gz": gzip.compress(b"Bo Quernby came to Leeds.")})
    outputs = [tmp_path / "o1" / name, tmp_path / "o2" / name]
    for output in outputs:
        done = run_command("sanitize", source, "-o", output)
        assert done.returncode == 1 and "c/three.csv: is skipped" in done.stderr, done.stderr
    assert outputs[0].read_bytes() == outputs[1].read_bytes()
    with open_files(str(outputs[0])) as files:
        texts = {own: files.read(own).decode() for own in files.names()}
    assert len(texts) == 2 and all(own.endswith((".txt", ".txt.gz")) for own in texts)
    assert not any(word in text for text in texts.values() for word in ("Miller", "Quernby"))
    done = run_command("sanitize", source, "-o", tmp_path / "folder")
    assert done.returncode == 1 and len(list((tmp_path / "folder").rglob("*.txt*"))) == 2


@pytest.mark.parametrize("name", ["../x.txt", "/x.txt", "a\\..\\x.txt"])
@pytest.mark.parametrize("kind", ["x.zip", "x.tar"])
def test_names_that_lead_out_are_refused(tmp_path: Path, name: str, kind: str) -> None:
    source = packed(tmp_path / kind, {name: b"x"})
    with pytest.raises(UsageError, match="lead out"), open_files(str(source)):
        pass


def test_what_swells_is_encrypted_or_damaged_is_refused(tmp_path: Path) -> None:
    source = packed(tmp_path / "x.zip", {"a.txt": b"a" * (1 << 27), "b.txt": b"b"})
    with open_files(str(source)) as files, pytest.raises(DocumentError, match="unpacks to more"):
        files.read("a.txt")
    (tmp_path / "y.zip").write_bytes(source.read_bytes()[:100])
    (tmp_path / "z.tar.gz").write_bytes(b"\x1f\x8b\x08no")
    for name in ("y.zip", "z.tar.gz"):
        with pytest.raises(UsageError, match="damaged"), open_files(str(tmp_path / name)):
            pass
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(tmp_path / "t.zip", "w") as archive:
        archive.writestr("a.txt", "x")
        archive.writestr("a.txt", "y")
    with pytest.raises(UsageError, match="two files"), open_files(str(tmp_path / "t.zip")):
        pass


def test_links_in_archives_are_refused_by_name(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "x.tar", "w") as archive:
        link = tarfile.TarInfo("link.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
        own = tarfile.TarInfo("a.txt")
        own.size = 1
        archive.addfile(own, io.BytesIO(b"x"))
    with open_files(str(tmp_path / "x.tar")) as files:
        assert files.names() == ["a.txt", "link.txt"] and files.read("a.txt") == b"x"
        with pytest.raises(DocumentError, match="a link"):
            files.read("link.txt")


def test_numbers_go_on_in_a_folder_that_is_in_use(tmp_path: Path) -> None:
    for folder, who in (("one", "Miller"), ("two", "Quernby")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"Ann {who}.txt").write_text("They saw gardens.")
        (tmp_path / folder / "notes.txt").write_text("They saw gardens.")
    out, ids = tmp_path / "out", tmp_path / "ids.csv"
    assert run_command("sanitize", tmp_path / "one", "-o", out).returncode == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    refused = run_command("sanitize", tmp_path / "two", "-o", out)
    assert refused.returncode == 2 and "--add" in refused.stderr
    done = run_command("sanitize", tmp_path / "two", "-o", out, "--add", "--ids", ids)
    assert done.returncode == 0 and f"written: {out}" in done.stderr, done.stderr
    assert all((out / name).read_bytes() == content for name, content in before.items())
    assert sorted(path.name for path in out.iterdir()) == [
        "000001.txt",
        "000002.txt",
        "000003.txt",
        "notes.txt",
    ]
    assert ids.read_text() == "id,output\nAnn Quernby.txt,000002.txt\nnotes.txt,000003.txt\n"
    assert ids.stat().st_mode & 0o777 == 0o600


def test_files_that_are_not_written_are_told_in_the_list_of_ids(tmp_path: Path) -> None:
    source, ids, report = tmp_path / "in", tmp_path / "ids.csv", tmp_path / "report.jsonl"
    source.mkdir()
    (source / "notes.txt").write_text("They saw gardens.")
    (source / "Ann Miller.xyz").write_bytes(b"\0\1\2")
    (source / "Ben Smith.docx").write_bytes(b"PK\3\4 no")
    done = run_command("sanitize", source, "-o", tmp_path / "out", "--ids", ids, "--report", report)
    assert done.returncode == 1 and "Miller" not in done.stderr and "Smith" not in done.stderr
    assert "(skipped file 1): is skipped" in done.stderr and done.stderr.count("--ids FILE, name it)") == 2
    rows = dict(list(csv.reader(ids.open()))[1:])
    assert rows["notes.txt"] == "notes.txt" and rows["Ann Miller.xyz"] == "(skipped file 1)"
    assert f"{rows['Ben Smith.docx']}: " in done.stderr and ids.stat().st_mode & 0o777 == 0o600
    assert "Ann Miller.xyz" in report.read_text().splitlines()[-1]
