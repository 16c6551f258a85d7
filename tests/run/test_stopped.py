"""Runs that are stopped leave nothing behind, and go on under the rules of today."""

import signal
import subprocess
import time
from pathlib import Path

import pytest

from sanitizer.commands import main
from sanitizer.errors import UsageError
from sanitizer.relational.io.temporary import ended_by_signals
from tests.command import COMMAND, killed_after, run_command
from tests.documents.calls import NAME, rows, tree


def begun(folder: Path, *more: str) -> "tuple[subprocess.Popen[bytes], list[str]]":
    """Return a run of many documents, in which something is done already."""
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


def test_a_request_to_end_counts_where_a_block_ended_by_it_fails_to_tidy_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ended(**_: object) -> None:
        with ended_by_signals():
            try:
                signal.raise_signal(signal.SIGTERM)
            finally:
                raise RuntimeError("no answer from the gateway")

    monkeypatch.setattr("sanitizer.commands.group.main", ended)
    with pytest.raises(SystemExit) as status:
        main(["where"])
    assert status.value.code == 143


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
