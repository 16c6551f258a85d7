"""Files that settings, options and definitions name - lists, what to protect, hierarchies -, and every option in
sanitizer.toml: of which anything is wrong is never accepted. Through the command."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from sanitizer.commands import group
from sanitizer.commands.project_settings import _KEPT_FOR_CALLS, read_project
from sanitizer.errors import UsageError
from tests.command import run_command
from tests.mutations import wrong_lines

LIST = "Nightjar,ORG,a project\nTom Huber,PERSON\n"
HIERARCHY = "Oslo;Norway;Europe;*\nBergen;Norway;Europe;*\nParis;France;Europe;*\n"
TEXT = "Tom Huber read the report of Nightjar in Oslo and Bergen."


def passed(mutants: Any, file: Path, call: Callable[[], Any]) -> list[str]:
    """With which contents of the file the call ends as if nothing was wrong."""
    found = []
    for told, content in mutants:
        file.write_bytes(content)
        done = call()
        assert done.returncode in (0, 1, 2, 3) and "Traceback" not in done.stderr
        assert done.returncode < 2 or len(done.stderr.splitlines()) == 1, done.stderr
        found += [told] if done.returncode < 2 else []
    return found


@pytest.mark.parametrize(
    "options", [("--profile", "s.toml"), ("--recognizer", "patterns", "--recognizer", "list:list.csv")]
)
def test_wrong_lists(options: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text('[[deny]]\nfile = "list.csv"\n')
    file = tmp_path / "list.csv"
    found = passed(
        wrong_lines(LIST, ","), file, lambda: run_command("sanitize", "-", *options, stdin=TEXT, cwd=tmp_path)
    )
    assert found == [
        "line 1, cell 2 left out",  # "Nightjar, a project" is a phrase
        *(f"line 1, cell 3 = {word!r}" for word in ("", " ", "--")), "line 1, cell 3 left out",  # no word for it
        "line 1 turned round",  # the phrase and its word
        "line 2, cell 2 left out", "line 2, cell 2 twice",
    ]  # fmt: skip


def test_wrong_entities_to_protect(tmp_path: Path) -> None:
    call = ("sanitize", "-", "--protect", "p.csv")
    lines = "Nightjar,a project\nTom Huber,a person\n"
    found = passed(
        wrong_lines(lines, ","), tmp_path / "p.csv", lambda: run_command(*call, stdin=TEXT, cwd=tmp_path)
    )
    told = [f"line {n}, cell {m} {what}" for n in (1, 2) for m, what in ((1, "left out"), (2, "left out"))]
    assert [one for one in found if one not in told and "cell 2 = " not in one and "turned" not in one] == []


@pytest.mark.parametrize("name", ["h.csv"])
def test_wrong_hierarchies_of_texts(name: str, tmp_path: Path) -> None:
    call = ("sanitize", "-", "--kb", name)
    found = passed(
        wrong_lines(HIERARCHY, ";"), tmp_path / name, lambda: run_command(*call, stdin=TEXT, cwd=tmp_path)
    )
    assert [one for one in found if "= '--'" not in one] == []


def test_wrong_hierarchies_of_tables(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("town\n" + "Oslo\nBergen\nParis\n" * 4)
    (tmp_path / "d.toml").write_text(
        '[[source]]\npath = "a.csv"\n[output]\npath = "o.csv"\nreplace = true\n[privacy]\nk = 8\n[attribute.town]\n'
        'role = "quasi"\nhierarchy = {file = "h.csv"}\n'
    )

    def release() -> Any:
        done = run_command("release", "d.toml", cwd=tmp_path)
        if done.returncode == 0:
            assert run_command("verify", "o.csv", "--definition", "d.toml", cwd=tmp_path).returncode == 0
        return done

    found = passed(wrong_lines(HIERARCHY, ";"), tmp_path / "h.csv", release)
    assert [one for one in found if "= '--'" not in one] == []


def test_every_option_in_a_project(tmp_path: Path) -> None:
    """Each key misspelt, each value of another kind, each list empty; options about one call."""
    file, context = tmp_path / "sanitizer.toml", click.Context(group)
    file.touch()

    def accepts(line: str) -> bool:
        file.write_text(line)
        try:
            read_project(file, group, context)
        except UsageError:
            return False
        return True

    accepted, tried = [], 0
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        assert not accepts(f"[{name}x]\n") and not accepts(f"{name} = 1\n")
        for option in command.params:
            for own in (o.removeprefix("--") for o in option.opts if o.startswith("--")):
                assert isinstance(option, click.Option)
                right = "true" if option.is_flag else '"1"'
                assert accepts(f"[{name}]\n{own} = {right}\n") is (own not in _KEPT_FOR_CALLS), (name, own)
                wrong = [
                    f"{own}x = {right}",
                    f"{own[1:]} = {right}",
                    f"{own.upper()} = {right}",
                    f"{own} = []",
                ]
                wrong += [
                    f"{own} = {{a = 1}}",
                    f"{own} = [[1]]",
                    f"{own} = {'1' if option.is_flag else 'true'}",
                ]
                wrong += [] if option.multiple else [f"{own} = [{right}]"]
                accepted += [line for line in wrong if accepts(f"[{name}]\n{line}\n")]
                tried += len(wrong)
    assert accepted == [] and tried > 1000
