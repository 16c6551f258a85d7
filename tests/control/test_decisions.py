"""Decisions of persons, from a file: they come first, and change nothing else."""

import json
from pathlib import Path

import pytest

from sanitizer.commands.settings_from_options import read_control
from sanitizer.control.apply_decisions import in_force, to_keep, to_mask
from sanitizer.control.apply_rules import apply_rules, first_pass
from sanitizer.control.decisions import Decision, read_decisions
from sanitizer.control.rules import Control
from sanitizer.errors import UsageError
from sanitizer.types import Span
from tests.control.first_pass import model, parse, surfaces


def test_the_documents_own_decision_stands_for_one_about_all() -> None:
    kept = Decision("Acme", False, None, "ORG", "jd", "public")
    elsewhere = Decision("acme", True, "b", "ORG", "kl")
    other = Decision("ville", True)
    decisions = [elsewhere, kept, other]
    assert in_force(decisions, "a") == (kept, other)
    assert in_force(decisions, "b") == (elsewhere, other)
    text = "Acme sold the Blue Mill; Acmeville did not."
    assert [d.spans for d in to_keep(text, in_force(decisions, "a"))] == [(Span(0, 4),)]
    assert [d.spans for d in to_mask(text, in_force(decisions, "b"), [])] == [(Span(0, 4),)]


def test_decisions_come_first(tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"
    rows = [
        {"form": "Ann", "decision": "keep", "by": "me", "why": "the author"},
        {"form": "Ann", "decision": "mask", "document": "d2"},
        {"form": "blue door", "decision": "mask", "type": "FACILITY"},
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    control = Control(decisions=read_decisions(file))
    text = "Ann at the blue door"
    for id, expected in (("d1", ["blue door"]), ("d2", ["Ann", "blue door"])):
        assert surfaces(text, first_pass(control, parse(text, id), [])) == expected
    marks = model(text, ("Ann", "PERSON"))
    assert apply_rules(control, parse(text, "d1"), marks) == []
    assert apply_rules(control, parse(text, "d2"), marks) == marks


@pytest.mark.parametrize(
    "line", ["{}", '{"form": "x", "decision": "maybe"}', "no", '{"form": " ", "decision": "keep"}']
)
def test_bad_decisions_are_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "d.jsonl"
    file.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="line 2"):
        read_decisions(file)


def test_decisions_alone_change_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"
    file.write_text('{"form": "Ann", "decision": "keep"}', encoding="utf-8")
    control = read_control(None, str(file))
    assert control == Control(decisions=read_decisions(file))
    assert read_control(None, None) is None
