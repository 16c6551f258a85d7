"""What a list says must go goes however list and text write it, and whatever an operator keeps."""

import json
from pathlib import Path

import pytest

from tests.command import run_command

OTHERS = 'only = ["CODE"]\n'
"""Nothing but codes counts, so that a name goes for the list alone."""


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("Gérard Lamothe", "Gerard Lamothe came home."),
        ("Gerard Lamothe", "Gérard Lamothe came home."),
        ("Ge\u0301rard Lamothe", "Gérard Lamothe came home."),
        ("Gerard  Lamothe", "Gerard Lamothe came home."),
        ("Gerard Lamothe", "We met Gerard\n  Lamothe at home."),
        ("Gerard Lamothe", "We met Gerard\t\tLamothe at home."),
        ("Gerard Lamothe-Vas", "Gerard Lamothe – Vas came home."),
        ("Gerard L\u0430mothe", "Gerard Lamothe came home."),
        ("\uff27erard Lamothe", "Gerard Lamothe came home."),
        ("Gerard Lam&ocirc;the", "Gerard Lamothe came home."),
        ("LAMOTHE", "We saw Lamothe at home."),
        ("GERARD LEE", "We saw Gerard Lee at home."),
        ("Ms. Gerarde Lamothe", "Mrs Gerarde Lamothe came home."),
        ("Lamothe, Gerard", "Gerard Lamothe came home."),
    ],
)
@pytest.mark.parametrize("way", ["phrases", "file"])
def test_a_phrase_goes_however_it_is_written(way: str, phrase: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text(f"{json.dumps(phrase, ensure_ascii=False)}\n", encoding="utf-8")
    said = 'file = "l.csv"' if way == "file" else f"phrases = [{json.dumps(phrase, ensure_ascii=False)}]"
    (tmp_path / "s.toml").write_text(f"{OTHERS}[[deny]]\n{said}\n", encoding="utf-8")
    done = run_command("sanitize", "-", "--profile", "s.toml", stdin=text, cwd=tmp_path)
    assert done.returncode == 0
    assert not {"Gerard", "Gérard", "Lamothe", "Vas", "Lee"} & set(done.stdout.replace(".", " ").split())


def test_an_abbreviation_is_no_common_word(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(f'{OTHERS}[[deny]]\nphrases = ["US", "Brown"]\n')
    text = "It told us that Us is brown, not US or Brown."
    done = run_command("sanitize", "-", "--profile", "s.toml", stdin=text, cwd=tmp_path)
    assert done.stdout.startswith("It told us that Us is brown, not ")
    assert not {"US", "Brown."} & set(done.stdout.split())


@pytest.mark.parametrize(
    "settings",
    [
        '[[deny]]\nphrases = ["Odile Farquharson"]\n',
        '[[deny]]\nregex = ["Farq\\\\w+"]\n',
        '[[deny]]\nphrases = ["Odile Farquharson"]\ntype = "PERSON"\n',
        "",
    ],
)
def test_what_must_go_is_kept_by_no_operator(settings: str, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(settings or 'name = "plain"\n')
    (tmp_path / "p.csv").write_text("Odile Farquharson,a person\n")
    more = () if settings else ("--protect", "p.csv")
    done = run_command(
        "sanitize", "-", "--profile", "s.toml", "--operator", "PERSON=keep", *more,
        stdin="Mrs Odile Farquharson rang Mr Tom Huber.", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0
    assert "Farquharson" not in done.stdout and "Huber" in done.stdout


@pytest.mark.parametrize("option", ["--profile", "--strategy", "--output", "--report"])
def test_an_option_of_one_value_is_not_said_twice(option: str, tmp_path: Path) -> None:
    done = run_command("sanitize", "-", option, "chat", option, "paper", stdin="Tom Huber", cwd=tmp_path)
    assert done.returncode == 2 and f"{option} is said twice" in done.stderr
    assert done.stdout == "" and not list(tmp_path.iterdir())
