"""What attackers and accidents found, tried through the command: each case failed before it was mended."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.command import COMMAND, killed_after, run_command

KEY = "3c9a7be2d1f04586a7c5e91b2d8f60437be1c2a9d5f384061b7a9c0e2f4d6835"


CLASSES = ("PERSON", "ORG", "LOC", "DEM", "CODE", "DATETIME", "QUANTITY", "MISC")


@pytest.mark.parametrize(
    ("settings", "changed", "before", "after"),
    [
        ('[[deny]]\nfile = "staff.csv"\n', "staff.csv", "phrase,type\nNightjar,ORG\n", "phrase,type\nzorblax,ORG\n"),
        ('extends = "base.toml"\n', "base.toml", "[[deny]]\nphrases=['Nightjar']\n", "[[deny]]\nphrases=['zorblax']\n"),
    ],
)  # fmt: skip
@pytest.mark.finding("H4")
def test_a_resumed_run_keeps_nothing_of_old_rules(
    settings: str, changed: str, before: str, after: str, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    for i in range(3):
        (tmp_path / "in" / f"{i}.txt").write_text("The man saw zorblax today.")
    (tmp_path / "s.toml").write_text(settings)
    (tmp_path / changed).write_text(before)
    call = ("sanitize", tmp_path / "in", "-o", tmp_path / "out", "--profile", tmp_path / "s.toml")
    assert killed_after(2, *call) == 9
    (tmp_path / changed).write_text(after)
    assert run_command(*call, "--resume").returncode == 0
    texts = [path.read_text() for path in (tmp_path / "out").iterdir()]
    assert len(texts) == 3 and not any("zorblax" in text for text in texts)


@pytest.mark.finding("H5")
def test_one_known_date_does_not_tell_the_shift_of_others() -> None:
    dates = {
        run_command(
            "sanitize", "-", "--quiet", "--operator", "DATETIME=date-shift",
            stdin=f"{name} was born on 3 May 1991.", environment={"SANITIZER_KEY": KEY},
        ).stdout[-20:]
        for name in ("Helena Markovic", "Gary Whitcombe", "Anna Berg")
    }  # fmt: skip
    assert len(dates) > 1


@pytest.mark.finding("M7", "n5")
def test_killed_runs_leave_nothing_but_their_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    source = tmp_path / "in.jsonl"
    source.write_text('{"text": "Tom Huber of Leeds."}\n{"text": "Anna Berg of Leeds."}\n{"text": "None."}\n')
    call = ("sanitize", source, "-o", tmp_path / "o.jsonl", "--report", tmp_path / "r.jsonl")
    assert killed_after(1, *call) == 9
    assert killed_after(1, *call, "--resume") == 9
    assert {p.name for p in tmp_path.iterdir()} == {"in.jsonl", "tmp", "r.jsonl.partial"}
    assert run_command(*call, "--resume").returncode == 0
    assert {p.name for p in tmp_path.iterdir()} == {"in.jsonl", "tmp", "r.jsonl", "o.jsonl"}
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.parametrize(
    ("settings", "options", "told"),
    [
        ("", ("PERSON=remove", "PERSON=keep"), "are about one type"),
        ("", ("PERSON=remove", "person=keep"), "are about one type"),
        ("", ("CODE=mask:keep_last=1,keep_last=4",), "said twice"),
        ("\n".join(["[types]", *(f"{kind} = false" for kind in CLASSES)]), (), "every type is switched off"),
        ('[[pattern]]\ntype = "CODE"\nregex = "x*"\n', (), "matches the empty string"),
    ],
)
def test_what_may_be_mistyped_is_refused(
    settings: str, options: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    (tmp_path / "s.toml").write_text(settings)
    asked = ["--profile", tmp_path / "s.toml"] if settings else []
    asked += [part for option in options for part in ("--operator", option)]
    done = run_command("sanitize", "-", *asked, stdin="Mr Tom Huber of Leeds.")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize(
    ("owner", "mode", "told"), [(65534, 0o644, "another user"), (0, 0o666, "anybody may write")]
)
def test_settings_of_strangers_are_refused(owner: int, mode: int, told: str, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    planted = tmp_path / "sanitizer.toml"
    planted.write_text('[sanitize]\noperator = ["PERSON=keep"]\n')
    planted.chmod(mode)
    os.chown(planted, owner, owner)
    done = run_command("sanitize", "-", stdin="Mr Tom Huber.", cwd=tmp_path / "work")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


@pytest.mark.heavy
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.finding("H6")
def test_workers_end_with_their_parent(how: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for i in range(200):
        (tmp_path / "in" / f"{i}.txt").write_text("Mr Tom Huber of Leeds met Anna Berg in Boston. " * 40)
    call = [COMMAND, "sanitize", str(tmp_path / "in"), "-o", str(tmp_path / "out"), "--workers", "2"]
    with subprocess.Popen(call, stderr=subprocess.DEVNULL) as run:
        children: list[int] = []
        end = time.monotonic() + 120
        while len(children) < 2 and time.monotonic() < end:
            listed = Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text()
            children = [int(child) for child in listed.split()]
            time.sleep(0.2)
        run.send_signal(how)
    while any(is_running(child) for child in children) and time.monotonic() < end:
        time.sleep(0.2)
    assert len(children) >= 2
    assert not [child for child in children if is_running(child)]


def is_running(process: int) -> bool:
    """Return whether a process runs; one that has ended and was not asked for does not."""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
