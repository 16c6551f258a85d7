"""The command explains itself: commands and options in groups, settings of a project, a look before a run."""

from pathlib import Path

import click
import pytest

from sanitizer.commands import group
from sanitizer.commands.groups import COMMANDS, SanitizeCommand
from tests.command import run_command


def commands() -> dict[str, click.Command]:
    context = click.Context(group)
    found = {}
    for name in (name for own in COMMANDS.values() for name in own):
        command = group.get_command(context, name)
        assert command is not None
        found[name] = command
    return found


def test_every_command_and_option_has_a_line() -> None:
    for name, command in commands().items():
        assert command.help, name
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, (name, option.name)


def test_every_option_of_sanitize_stands_in_a_group() -> None:
    headings = [name for own in SanitizeCommand.headings.values() for name in own]
    assert len(set(headings)) == len(headings)
    own = {option.name for option in commands()["sanitize"].params if isinstance(option, click.Option)}
    assert own <= set(headings)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["sanitse"], "did you mean 'sanitize'?"),
        (["sanitize", "docs", "-o", "out", "--treshold", "least"], "--threshold"),
        (["init", "docs", "--profile", "curt"], "no such profile"),
    ],
)  # fmt: skip
def test_wrong_calls_name_the_cure(
    call: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    done = run_command(*call)
    assert done.returncode == 2 and told in done.stderr


def test_a_folder_of_any_name_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".my docs" / ".hidden").mkdir(parents=True)
    (tmp_path / ".my docs" / "a.txt").write_text("Ann Miller of Oslo saw gardens.")
    (tmp_path / ".my docs" / ".hidden" / "b.txt").write_text("Ann Miller of Oslo saw gardens.")
    begun = run_command("init", ".my docs")
    assert begun.returncode == 0 and "1 text" in begun.stdout and "sanitize '.my docs' -o" in begun.stdout


def test_a_project_is_begun_looked_at_and_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text("Ann Miller of Oslo saw gardens.")
    begun = run_command("init", "docs")
    assert begun.returncode == 0 and "1 text" in begun.stdout and "--preview" in begun.stdout
    assert run_command("init", "docs").returncode == 2
    looked = run_command("sanitize", "docs", "--preview", "1")
    assert looked.returncode == 0 and "saw gardens" in looked.stdout and "Miller" not in looked.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["docs", "sanitizer.toml"]
    (tmp_path / "sanitizer.toml").write_text('[sanitize]\nprofile = "court"\nkeep-ids = true\n')
    done = run_command("sanitize", "docs", "-o", "out")
    assert done.returncode == 0 and "settings of" in done.stderr and (tmp_path / "out" / "a.txt").exists()
    assert "profile = 'court'" in run_command("where").stdout


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[sanitize]\nprofil = "court"', "did you mean 'profile'?"), ("[sanitise]\n", "did you mean 'sanitize'?"),
        ('[sanitize]\nkeep-ids = "yes"', "write true or false"), ("[sanitize]\nresume = true", "no setting 'resume'"),
        ("[sanitize", "not readable as TOML"), ('[sanitize]\nstrategy = "S9"', "'S9' is not one of"),
    ],
)  # fmt: skip
def test_wrong_settings_of_a_project_are_refused(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("They saw gardens.")
    (tmp_path / "sanitizer.toml").write_text(text)
    done = run_command("sanitize", "a.txt", "-o", "out.txt")
    assert done.returncode == 2 and told in done.stderr and not (tmp_path / "out.txt").exists()
    assert run_command("--no-settings", "sanitize", "a.txt", "-o", "out.txt").returncode == 0


@pytest.mark.parametrize("name", ["types", "profiles", "completion"])
@pytest.mark.finding("n1")
def test_lists_are_printed(name: str) -> None:
    done = run_command(name, *(["bash"] if name == "completion" else []))
    assert (
        done.returncode == 0
        and {"types": "PERSON", "profiles": "court", "completion": "complete"}[name] in done.stdout
    )
