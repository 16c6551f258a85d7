"""What is asked for and cannot be done is refused, and what is left to look at ends no run as if nothing was."""

from pathlib import Path

import pytest

from tests.command import run_command

PLAIN = ("--recognizer", "patterns", "--unknown", "safe", "--strategy", "S1")
"""Options that leave a name."""
LEFT = "The town council met in the Old Mill Hall. Then Fenlow came."


@pytest.mark.parametrize("option", ["--keep-field", "--id-field", "--text-field", "--person-field"])
@pytest.mark.parametrize("source", ["a.txt", "folder", "a.html", "a.mbox", "-"])
def test_fields_of_what_has_none(option: str, source: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("a.txt", "folder/a.txt"):
        (tmp_path / name).write_text("The garden is old.")
    (tmp_path / "a.html").write_text("<p>The garden is old.</p>")
    (tmp_path / "a.mbox").write_text("From x\nSubject: The garden\n\nIt is old.\n")
    out = () if source == "-" else ("-o", "out")
    done = run_command("sanitize", source, *out, option, "name", stdin="The garden is old.", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{option} is for documents with fields" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    "more", [("-o", "out.txt"), ("-o", "out.txt", "--quiet"), ("--preview", "1"), ("-o", "-")]
)
def test_a_place_to_look_at_under_strict(strict: bool, more: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LEFT)
    done = run_command("sanitize", "a.txt", *PLAIN, *more, *(["--strict"] if strict else []), cwd=tmp_path)
    assert done.returncode == int(strict)
    assert ("1 name" in done.stderr + done.stdout) is (strict or ("-o" in more and "--quiet" not in more))
    shown = done.stdout if "out.txt" not in more else (tmp_path / "out.txt").read_text()
    assert LEFT in shown


def test_nothing_to_look_at_under_strict(tmp_path: Path) -> None:
    done = run_command("sanitize", "-", "--strict", stdin="The garden is old.")
    assert (done.returncode, done.stdout) == (0, "The garden is old.")


def test_a_preview_of_what_fails_or_keeps_no_promise(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": "The garden is old."}\n{"text": 3}\n')
    done = run_command("sanitize", tmp_path / "a.jsonl", "--preview", "1")
    assert (done.returncode, done.stdout) == (0, "--- document 1\nThe garden is old.\n")
    assert run_command("sanitize", tmp_path / "a.jsonl", "--preview", "2").returncode == 1
    (tmp_path / "d.jsonl").write_text('{"form": "Zorblaxia", "decision": "keep"}\n')
    call = ("sanitize", "-", "--preview", "1", "--decisions", tmp_path / "d.jsonl")
    done = run_command(*call, stdin="He has cancer and saw Zorblaxia.")
    assert done.returncode == 1 and "the residual check is not met" in done.stdout
