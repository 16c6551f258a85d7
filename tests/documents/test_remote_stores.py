"""Places with URLs: read and written as folders and files are, by the command."""

from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest

from sanitizer.documents.locations import Packing, open_files
from sanitizer.documents.remote_stores import Store, is_url, shown_url
from sanitizer.errors import UsageError
from tests.command import killed_after, run_command

TEXTS = {
    "a/one.txt": b"Ann Miller saw gardens.",
    "b/two.txt": b"Bo Quernby came to Leeds.",
    "c.csv": b"text\nx\n",
}


@pytest.fixture
def memory() -> Iterator[fsspec.AbstractFileSystem]:
    """Provide a store that is empty before and after."""
    store = fsspec.filesystem("memory")
    store.rm("/", recursive=True)
    yield store
    store.rm("/", recursive=True)


def fill(store: fsspec.AbstractFileSystem, files: dict[str, bytes], place: str = "in") -> None:
    for name, content in files.items():
        store.pipe_file(f"/{place}/{name}", content)


def test_what_is_a_url() -> None:
    assert is_url("s3://bucket/key") and is_url("simplecache::s3://bucket/key") and is_url("memory://x")
    assert not is_url("letters/a.txt") and not is_url("-") and not is_url("C:/x") and not is_url("c://x")
    assert shown_url("sftp://ann:secret@host/x") == "sftp://host/x"


def test_a_store_is_read_and_written_as_a_folder_is(
    memory: fsspec.AbstractFileSystem, tmp_path: Path
) -> None:
    fill(memory, TEXTS)
    for name, content in TEXTS.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    first = run_command("sanitize", "memory://in", "-o", "memory://out", cwd=tmp_path)
    second = run_command("sanitize", tmp_path / "in", "-o", tmp_path / "out")
    assert first.returncode == second.returncode == 1 and "c.csv: is skipped" in first.stderr, first.stderr
    assert "written: memory://out" in first.stderr
    found = {path.removeprefix("/out/"): memory.cat_file(path) for path in memory.find("/out")}
    here = {str(p.relative_to(tmp_path / "out")): p.read_bytes() for p in (tmp_path / "out").rglob("*.txt")}
    reported = run_command(
        "sanitize", "memory://in", "-o", "memory://audited", "--report", "r.json", cwd=tmp_path
    )
    audited = run_command("audit", "memory://audited", "--report", "r.json", cwd=tmp_path)
    assert reported.returncode == 1 and audited.returncode == 0 and "(2 documents" in audited.stdout, audited
    assert found == here and len(found) == 2 and not any(b"Quernby" in text for text in found.values())
    assert not list(tmp_path.glob(".sanitizer-*"))
    again = run_command("sanitize", "memory://in", "-o", "memory://out", cwd=tmp_path)
    assert again.returncode == 2 and "is not empty" in again.stderr
    more = run_command("sanitize", "memory://in/b", "-o", "memory://out", "--add", "--keep-ids", cwd=tmp_path)
    assert more.returncode == 0 and len(memory.find("/out")) == 3, more.stderr


@pytest.mark.parametrize(
    ("source", "output", "reason"),
    [
        ("memory://in", "memory://in/out", "lie inside"),
        ("memory://in/b", "memory://in", "or hold the input"),
        ("memory://nothing", "memory://out", "does not exist"),
        ("nosuchstore://in", "memory://out", "Protocol not known"),
        ("memory://in/c.csv", "memory://out.txt", "of the format csv"),
    ],
)
def test_places_that_cannot_be_are_refused_in_a_line(
    memory: fsspec.AbstractFileSystem, tmp_path: Path, source: str, output: str, reason: str
) -> None:
    fill(memory, TEXTS)
    done = run_command("sanitize", source, "-o", output, cwd=tmp_path)
    assert done.returncode == 2 and reason in done.stderr and done.stderr.count("\n") <= 2, done.stderr
    assert memory.find("/in") == [f"/in/{name}" for name in sorted(TEXTS)]


def test_single_files_and_archives_of_stores(memory: fsspec.AbstractFileSystem, tmp_path: Path) -> None:
    packing = Packing("x.zip")
    packing.add("a.txt", b"Bo Quernby came to Leeds.")
    fill(memory, {"x.zip": b"".join(packing.parts()), "r.jsonl": b'{"text": "Bo Quernby came to Leeds."}\n'})
    for source, output in (("x.zip", "y.zip"), ("r.jsonl", "y.jsonl.gz")):
        done = run_command("sanitize", f"memory://in/{source}", "-o", f"memory://out/{output}", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    with open_files("memory://out/y.zip") as files:
        assert [b"Quernby" in files.read(name) for name in files.names()] == [False]
    assert b"came to" in Store("memory://out/y.jsonl.gz").read("")
    secret = run_command(
        "sanitize", "memory://in/r.jsonl", "-o", "memory://z.jsonl", "--report", "memory://r"
    )
    assert secret.returncode == 2 and "--report: name a file of this machine" in secret.stderr


def test_patterns_of_names(memory: fsspec.AbstractFileSystem, tmp_path: Path) -> None:
    fill(memory, TEXTS)
    for place in ("in/a.txt", "in/b.md", "in/c/d.txt"):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("They saw gardens.")
    for pattern, names in (
        ("in/*.txt", ["a.txt"]),
        ("in/**/*.txt", ["a.txt", "c/d.txt"]),
        ("in/?.md", ["b.md"]),
    ):
        with open_files(str(tmp_path / pattern)) as files:
            assert files.names() == names
    with open_files("memory://in/**/*.txt") as files:
        assert files.names() == ["a/one.txt", "b/two.txt"] and files.read("a/one.txt") == TEXTS["a/one.txt"]
    done = run_command("sanitize", "in/*.txt", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0 and [p.name for p in (tmp_path / "out").iterdir()] == ["a.txt"]


def test_a_store_of_files_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    for number in range(4):
        path = tmp_path / "in" / f"{number}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"Bo Quernby came to Leeds, {number}.")
    report = tmp_path / "report.jsonl"
    call = [
        "sanitize",
        f"file://{tmp_path}/in",
        "-o",
        f"file://{tmp_path}/out",
        "--report",
        report,
        "--keep-ids",
    ]
    assert killed_after(2, *call) == 9
    done = run_command(*call, "--resume")
    assert done.returncode == 0, done.stderr
    whole = run_command("sanitize", tmp_path / "in", "-o", tmp_path / "two", "--keep-ids")
    assert whole.returncode == 0
    for path in (tmp_path / "two").iterdir():
        assert (tmp_path / "out" / path.name).read_bytes() == path.read_bytes()
    assert len(list((tmp_path / "out").iterdir())) == 4


def test_what_is_cut_off_leaves_nothing(
    memory: fsspec.AbstractFileSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError("the line is gone")

    store = Store("memory://out")
    monkeypatch.setattr(type(memory), "mv", fails)
    with pytest.raises(UsageError, match="cannot be written: the line is gone"):
        store.put("a.txt", [b"x"])
    assert memory.find("/out") == []
