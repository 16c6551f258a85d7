"""Sealed files: what goes in comes out, and nothing that was cut, moved, changed or sealed with another key."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.common.keys import Key
from sanitizer.documents.encrypted_files import MARK, Seal, SealedWriter, is_sealed
from sanitizer.errors import UsageError
from tests.command import run_command

SEAL = Seal(bytes(range(32)))
BLOCK = 1 << 16
KEY = "8d1f60c34b6c2f4bd0cf5a3d2a6bb02f2f7d0ac1b9b8a6b48a8d0d7f6c3ee512"


@pytest.mark.parametrize("size", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 7])
def test_what_is_sealed_is_opened_whatever_its_size(size: int) -> None:
    data = bytes(n % 251 for n in range(size))
    sealed = SEAL.seal(data)
    assert SEAL.open(sealed) == data and sealed.startswith(MARK)
    for wrong in (sealed[:-1], sealed + b"x", sealed[:-17], sealed[: len(MARK) + 16]):
        with pytest.raises(UsageError):
            SEAL.open(wrong)
    with pytest.raises(UsageError, match="another key"):
        Seal(bytes(32)).open(sealed)


def test_blocks_cannot_be_moved_or_left_out() -> None:
    head = len(MARK) + 16
    sealed = SEAL.seal(bytes(3 * BLOCK))
    one, two, three = (sealed[head + n * (BLOCK + 16) : head + (n + 1) * (BLOCK + 16)] for n in range(3))
    for parts in ((two, one, three), (one, three), (one, two), (one, two, three, three), ()):
        with pytest.raises(UsageError):
            SEAL.open(sealed[:head] + b"".join(parts))


@settings(max_examples=25)
@given(st.lists(st.binary(max_size=40), max_size=8), st.text())
def test_parts_and_lines_are_sealed_alike(parts: list[bytes], line: str) -> None:
    buffer = io.BytesIO()
    writer = SealedWriter(buffer, SEAL)
    for part in parts:
        writer.write(part)
    writer.close()
    assert SEAL.open(buffer.getvalue()) == b"".join(parts)
    sealed = SEAL.seal_line(line)
    assert SEAL.open_line(sealed) == line and "\n" not in sealed


def test_reports_of_the_command_are_sealed_and_read_again(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ann Lee lives in Leeds.")
    key, report = tmp_path / "secret.key", tmp_path / "report.jsonl"
    key.write_text(KEY)
    key.chmod(0o600)
    asked = ("sanitize", tmp_path / "a.txt", "-o", tmp_path / "o.txt", "--encrypt-reports", "--quiet")
    assert "--report FILE" in run_command(*asked, "--key-file", key).stderr
    assert "no key" in run_command(*asked, "--report", report).stderr
    assert "not packed" in run_command(*asked, "--report", f"{report}.gz", "--key-file", key).stderr
    assert run_command(*asked, "--report", report, "--key-file", key).returncode == 0
    assert (
        is_sealed(report) and b"Ann Lee" not in report.read_bytes() and report.stat().st_mode & 0o777 == 0o600
    )
    told = [json.loads(line) for line in seal_of(key).lines(report)]
    assert told[0]["text"] == "Ann Lee lives in Leeds."
    assert "Ann Lee" in run_command("explain", report, environment={"SANITIZER_KEY": KEY}).stdout
    assert "Ann Lee" in run_command("explain", report, "--key-file", key).stdout
    without = run_command("explain", report)
    assert without.returncode == 2 and "no key" in without.stderr
    page = tmp_path / "page.html"
    assert (
        run_command("report", report, "-o", page, environment={"SANITIZER_KEY": KEY}).returncode == 0
        and page.exists()
    )


def test_purge_overwrites_and_says_what_it_did(tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    report.write_text("private")
    assert json.loads(run_command("purge", report, "--older-than", "1", "--yes").stdout) == {"purged": []}
    told = json.loads(run_command("purge", report, "--dry-run").stdout)["purged"]
    assert told == [{"place": str(report), "files": 1, "bytes": 7, "left": []}] and report.exists()
    kept = tmp_path / "other name"
    kept.hardlink_to(report)  # the same blocks under another name show that they were overwritten
    for answer in ("", "n\n"):
        asked = run_command("purge", report, stdin=answer)
        assert asked.returncode != 0 and "for ever?" in asked.stderr and report.read_text() == "private"
    assert run_command("purge", report, "--yes").returncode == 0 and not report.exists()
    assert kept.read_bytes() == bytes(7)
    assert "no state" in run_command("purge", tmp_path, "--yes").stderr


def seal_of(key: Path) -> Seal:
    return Seal.of(Key.read(key))


def test_purge_of_a_review_leaves_what_is_clean_or_not_its_own(tmp_path: Path) -> None:
    run, exported = tmp_path / "run", tmp_path / "run" / "export-000004"
    others = [exported / "texts" / "000001.txt", exported / "certificate.html", run / "notes.txt"]
    private = [
        run / "reports.jsonl", run / "decisions.jsonl", run / "blind" / "ann.jsonl", run / "audit.json",
        exported / "report.jsonl", exported / "decisions.jsonl", run / "run.json",
    ]  # fmt: skip
    for file in (*others, *private):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('"Anna Novak"')
    refused = run_command("purge", run, "--yes")  # its run.json is somebody else's
    assert refused.returncode == 2 and "no review" in refused.stderr and all(map(Path.exists, private))
    private[-1].write_text('{"desk": 1}')
    assert run_command("purge", run, "--older-than", "1", "--yes").returncode == 0
    (told,) = json.loads(run_command("purge", run, "--dry-run").stdout)["purged"]
    assert (told["files"], told["bytes"]) == (7, 6 * 12 + 11) and all(map(Path.exists, private))
    (told,) = json.loads(run_command("purge", run, "--yes").stdout)["purged"]
    assert (told["files"], told["left"]) == (7, [])
    assert all(map(Path.exists, others)) and not any(map(Path.exists, private))
