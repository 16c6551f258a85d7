"""The command explains itself: commands and options in groups, settings of a project, a look before a run."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sanitizer.commands import group
from sanitizer.commands.command_groups import COMMANDS, SanitizeCommand
from tests.command import run_command


def commands() -> dict[str, click.Command]:
    context = click.Context(group)
    found = {}
    for name in (name for own in COMMANDS.values() for name in own):
        command = group.get_command(context, name)
        assert command is not None
        found[name] = command
    return found


def with_those_below(found: dict[str, click.Command]) -> Iterator[tuple[str, click.Command]]:
    for name, command in found.items():
        yield name, command
        if isinstance(command, click.Group):
            yield from with_those_below({f"{name} {own}": below for own, below in command.commands.items()})


def test_every_command_and_option_has_a_line() -> None:
    for name, command in with_those_below(commands()):
        assert command.help and "docs/" not in command.help, name
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help and "docs/" not in option.help, (name, option.name)


def test_every_option_of_sanitize_stands_in_a_group() -> None:
    headings = [name for own in SanitizeCommand.headings.values() for name in own]
    assert len(set(headings)) == len(headings)
    own = {option.name for option in commands()["sanitize"].params if isinstance(option, click.Option)}
    assert own <= set(headings)


WRONG: dict[str, str] = {  # call -> what its one line says; FILES below are there
    "sanitse docs": "did you mean 'sanitize'?",
    "docs": "sanitizer sanitize docs -o clean",
    "sanitize": "SOURCE is missing; as in: sanitizer sanitize letters -o clean",
    "sanitize dosc -o out": "did you mean 'docs'?): check its name",
    "sanitize docs": "-o OUTPUT",
    "sanitize docs -o": "needs a value behind it",
    "sanitize docs -o docs": "choose another place",
    "sanitize docs more -o out": "must stand in quotes",
    "sanitize docs -o out --treshold least": "did you mean '--threshold'?",
    "sanitize docs -o out --threshold low": "is not one of least",
    "sanitize docs -o out --strategy S7": "is not one of S1, S2, S3, S4, S5",
    "sanitize docs -o out --profile curt": "did you mean 'court'?",
    "sanitize docs -o out --workers many": "is no whole number",
    "sanitize docs -o out --report out/r.jsonl": "must not lie inside",
    "sanitize docs -o out --decisions none.jsonl": "there is no such file; check its name",
    "sanitize docs -o out --operator PERSN=tag": "did you mean 'PERSON'?",
    "sanitize docs -o out --operator PERSON=surrogat": "did you mean 'surrogate'?",
    "sanitize docs -o out --operator PERSON=surrogate": "sanitizer help operators says how to make one",
    "sanitize rows.csv -o out.csv": "say --text-field NAME",
    "explain none.jsonl": "none.jsonl does not exist",
    "explain docs/a.txt": "is no report",
    "report none.jsonl -o p.html": "none.jsonl does not exist",
    "report docs -o p.html": "is a folder: name a file",
    "audit doc": "did you mean 'docs'?",
    "audit docs": "what to attack with? --report FILE",
    "audit docs --report none.jsonl": "none.jsonl does not exist",
    "scan none.csv": "none.csv does not exist",
    "scan rows.csv --person patient": "there is no column",
    "release none.toml": "none.toml does not exist",
    "release rows.csv": "sanitizer scan makes one, or use --auto",
    "verify rows.csv": "--definition is missing (The file (.toml) that says what has to hold); as in",
    "verify rows.csv --definition none.toml": "none.toml does not exist",
    "sweep none": "none does not exist",
    "review none": "begin one with --source",
    "evaluate none.json": "none.json does not exist",
    "corpus bild": "did you mean 'build'?",
    "init docs --profile curt": "no such profile",
    "init none": "none does not exist",
    "parts operator": "did you mean 'operators'?",
    "completion basch": "did you mean 'bash'?",
    "help glosary": "did you mean 'glossary'?",
    "keys add me": "--scope is missing",
    "purge none": "none does not exist",
    "serve --port 99999": "from 0 to 65535 is needed",
    "sanitize docs out": "-o out",
    "sanitize docs -o out --threshold 0.5": "did you mean 'quantile:0.5'",
    "sanitize docs -o out --workers 0": "a whole number from 1 to 256 is needed",
    "sanitize docs -o out --protect Ann": "takes a file, with a name or phrase on each line",
    "scan docs": "a file is needed, not a folder",
    "types PERSN": "takes options only",
    "--settings none.toml where": "none.toml does not exist",
    "--input docs --output out": "a command comes first, as in: sanitizer sanitize letters -o clean",
    "anonymize docs": "did you mean 'sanitize'?",
    "-v": "did you mean '--version'?",
    "sanitize docs -out clean": "-out is read as -o ut; write -o OUTPUT",
    "sanitize docs/a.txt rows.csv -o out": "of several files name the folder",
    "sanitize 'Ann Miller lives in Oslo.' -o out": 'echo "TEXT" | sanitizer sanitize -',
    "sanitize docs -o out --language de": "did you mean '--any-language'?",
    "sanitize docs -o out --profile clinical": "did you mean 'clinical-research'?",
    "scan rows.csv --person Town": "did you mean 'town'?",
    "explain docs": "is a folder: name a file",
    "restore docs": "is a folder: name a file of it",
    "help DATES": "did you mean 'DATE'?",
    "profiles court": "sanitizer help court explains",
    "review docs": "begin one with --source FILE or FOLDER, in a new folder",
}


@pytest.mark.parametrize(("call", "told"), WRONG.items())
def test_wrong_calls_name_the_cure_in_one_line(
    call: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text("Ann Miller of Oslo saw gardens.")
    (tmp_path / "rows.csv").write_text("id,town\n1,Oslo\n2,Bergen\n")
    done = run_command(*shlex.split(call))
    assert done.returncode == 2 and not done.stdout
    assert done.stderr.startswith("sanitizer") and len(done.stderr.splitlines()) == 1
    assert told.lower() in done.stderr.lower()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["docs", "rows.csv"]


def test_a_field_inside_of_another_is_proposed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chats.jsonl").write_text('{"id": 1, "messages": [{"content": "Ann Miller saw gardens."}]}\n')
    done = run_command("sanitize", "chats.jsonl", "-o", "out.jsonl", "--text-field", "content")
    assert done.returncode == 2 and "did you mean 'messages[].content'?" in done.stderr


def test_one_name_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "ann-miller.txt").write_text("They saw gardens.")
    assert "\n1 name that may tell something became" in run_command("sanitize", "docs", "-o", "out").stderr


def test_the_next_step_of_a_release_names_files_as_seen_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "rows.csv").write_text("town\n" + "Oslo\n" * 4)
    definition = (
        '[[source]]\npath = "rows.csv"\n[output]\npath = "o.csv"\n'
        '[attribute.town]\nrole = "quasi"\ntype = "category"\n'
    )
    (tmp_path / "t" / "d.toml").write_text(definition)
    assert "sanitizer verify t/o.csv --definition t/d.toml" in run_command("release", "t/d.toml").stderr


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
    where = run_command("where").stdout
    assert 'sanitize: profile = "court"' in where and "sanitize: keep-ids = true" in where


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[sanitize]\nprofil = "court"', "did you mean 'profile'?"), ("[sanitise]\n", "did you mean 'sanitize'?"),
        ('[sanitize]\nkeep-ids = "yes"', "write true or false"),
        ("[sanitize]\nresume = true", "resume is about one call"),
        ('stratgy = "S5"', "in brackets, above it (did you mean 'strategy'?)"),
        ("[sanitize]\nstrategy = S5", 'texts stand in quotes, as in strategy = "S5"'),
        ("[sanitize", "not readable as TOML"), ('[sanitize]\nstrategy = "S9"', "'S9' is not one of S1"),
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


def test_completion_is_installed_once_however_often_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    place = tmp_path / ".bashrc"
    place.write_text("alias l=ls")
    place.chmod(0o600)
    for _ in range(2):
        done = run_command("completion", "bash", "--install")
        assert done.returncode == 0 and str(place) in done.stderr
        written = place.read_text()
    assert written.startswith("alias l=ls\n# >>>") and written.count("complete -o nosort") == 1
    assert place.stat().st_mode & 0o777 == 0o600
    assert run_command("completion", "fish", "--install").returncode == 0
    assert "complete" in (tmp_path / ".config" / "fish" / "config.fish").read_text()


@pytest.mark.parametrize("name", ["types", "profiles", "completion"])
@pytest.mark.finding("n1")
def test_lists_are_printed(name: str) -> None:
    done = run_command(name, *(["bash"] if name == "completion" else []))
    assert (
        done.returncode == 0
        and {"types": "PERSON", "profiles": "court", "completion": "complete"}[name] in done.stdout
    )
