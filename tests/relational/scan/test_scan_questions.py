"""A scan asks where it is unsure, and takes the answers."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from sanitizer.commands.scan import answered
from sanitizer.relational.definition.definition import Role
from sanitizer.relational.scan.scan import TableScan, scan_file
from tests.command import run_command


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rows = [f"p{i % 12},{'abcd'[i % 4]},{3 + i % 2}/{1 + i % 9}/1961" for i in range(24)]
    path = tmp_path / "t.csv"
    path.write_text("who,ward,day\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_it_asks_who_and_dates_and_what_and_takes_the_answers(table: Path) -> None:
    questions: list[str] = []

    def ask(question: str, answers: Sequence[str], proposed: str) -> str:
        questions.append(question)
        assert proposed in answers
        return next((wanted for wanted in ("who", "mdy", "insensitive") if wanted in answers), proposed)

    def rescan(person: tuple[str, ...], dates: str) -> TableScan:
        return scan_file(table, person=person, dates=dates)

    found = answered(rescan((), "auto"), rescan, "auto", ask)
    roles = {c.name: c.role for c in found.columns}
    assert found.dates.order == "mdy" and roles["ward"] is Role.INSENSITIVE
    assert any("What comes first" in q for q in questions) and any('"ward"' in q for q in questions)
    assert found.key.column == "who"


def test_without_a_terminal_it_says_what_it_is_unsure_of(table: Path) -> None:
    done = run_command("scan", table, "--person", "who", "-o", table.with_suffix(".toml"))
    assert done.returncode == 0 and 'unsure: "ward" (quasi): 4 different values' in done.stderr
    assert done.stderr.splitlines()[-1].startswith("next: ")


def test_asked_on_the_command_line(table: Path) -> None:
    target = table.with_suffix(".toml")
    answers = "mdy\ninsensitive\n"
    done = run_command("scan", table, "--person", "who", "--ask", "-o", target, stdin=answers)
    assert done.returncode == 0, done.stderr
    assert 'dates = "mdy"' in target.read_text() and 'role = "insensitive"' in target.read_text()
    assert done.stderr.count("\n  sensitive ") == 1 and "unsure:" not in done.stderr
