"""The knowledge that is passed in is the one that all stages ask: no shipped base is opened behind it."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Thread

import pandas as pd
import pytest
from click.testing import CliRunner

import kb.defaults
import kb.wordnet
from kb import Concept, Sense
from kb.chain import Chain
from kb.dgh import open_dgh
from sanitizer import relational
from sanitizer.build import open_knowledge
from sanitizer.commands.audit import command as audit_command
from sanitizer.commands.sanitize import command
from sanitizer.common.knowledge import Known, in_use
from sanitizer.recognize.known_names import head_class, is_word, known_classes
from sanitizer.types import EntityClass

ROWS = "Zorblax;city;place;*\nQuernimore;city;place;*\nVelbert Oy;company;organization;*\n"
TEXT = "Mrs Helena Marković was seen on 3 May 2019. Her house is damp. She likes Zorblax, and all praised Zorblax.\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.csv"
    path.write_text(ROWS)
    return path


@pytest.fixture
def nothing_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make opening any of the shipped bases fail."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a shipped knowledge base is opened")

    for base in ("Places", "Entities", "HeadNouns", "Jobs", "Diseases", "Medicines", "GivenNames"):
        monkeypatch.setattr(getattr(kb.defaults, base), "__init__", refuse)
    monkeypatch.setattr(kb.wordnet.WordNet, "__init__", refuse)
    monkeypatch.setattr(kb.defaults, "open_default", refuse)
    monkeypatch.setattr("sanitizer.common.knowledge._shipped", cache(refuse))


def sanitized(tmp_path: Path, *options: str) -> dict[str, object]:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "note.txt").write_text(TEXT)
    report = tmp_path / "report.jsonl"
    done = CliRunner().invoke(
        command, [str(tmp_path / "in"), "-o", str(tmp_path / "out"), "--report", str(report), *options]
    )
    assert done.exit_code in (0, 1) and done.exception is None, done.output
    rows = [json.loads(line) for line in report.read_text().splitlines()]
    return next(row for row in rows if "sensitive" in row)


def class_of(report: dict[str, object], surface: str) -> str | None:
    found = report["sensitive"]
    assert isinstance(found, list)
    return next((entry["class"] for entry in found if surface in entry["forms"]), None)


def test_a_base_of_the_users_says_what_a_name_is(tmp_path: Path, mine: Path) -> None:
    assert class_of(sanitized(tmp_path, "--kb", "default", "--kb", str(mine)), "Zorblax") == "LOC"


def test_without_it_nobody_knows(tmp_path: Path) -> None:
    assert class_of(sanitized(tmp_path), "Zorblax") != "LOC"


@pytest.mark.usefixtures("nothing_shipped")
@pytest.mark.parametrize("more", [(), ("--strategy", "S4", "--groups", "2", "--spread", "collection")])
def test_a_base_alone_opens_none_of_the_shipped(tmp_path: Path, mine: Path, more: Sequence[str]) -> None:
    assert sanitized(tmp_path, "--kb", str(mine), *more)


def test_values_of_a_hierarchy_are_what_lies_above_them(mine: Path) -> None:
    with Known(open_knowledge(["default", str(mine)])).in_use():
        assert known_classes("Zorblax") == {EntityClass.LOC}
        assert known_classes("Velbert Oy") == {EntityClass.ORG}
        assert known_classes("zorblax") == known_classes("city") == frozenset()


class Towns:
    """A base of somebody's own: one town, with its class."""

    name, prefix = "towns", "town"

    def senses(self, phrase: str) -> Sequence[Sense]:
        return [Sense(Concept("town:1", "Wexmouth"), True, "LOC", 1.0)] if phrase == "Wexmouth" else []

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        return []

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        return []

    def lemmas(self, concept: Concept) -> Sequence[str]:
        return ["Wexmouth"] if concept.id == "town:1" else []


def test_parts_that_were_not_given_know_nothing() -> None:
    with Known(Chain([Towns()])).in_use():
        assert known_classes("Wexmouth") == {EntityClass.LOC}
        assert (
            not known_classes("Paris") and not is_word("house") and head_class("Southern Conference") is None
        )
    with Known(Towns()).in_use():
        assert known_classes("Wexmouth") == {EntityClass.LOC}


def test_a_hierarchy_named_like_a_shipped_base_is_not_taken_for_it(tmp_path: Path) -> None:
    (tmp_path / "wn.csv").write_text("Zorblax;city;*\n")
    known = Known(Chain([open_dgh(tmp_path / "wn.csv")]))
    assert not known.words.senses("Zorblax") and known.names[0].senses("Zorblax")


def test_two_threads_ask_each_its_own() -> None:
    seen: list[bool] = []

    def ask() -> None:
        seen.append(in_use() is known)

    known = Known(Towns())
    with known.in_use():
        thread = Thread(target=ask)
        thread.start()
        thread.join()
        ask()
    assert seen == [False, True]


@pytest.mark.usefixtures("nothing_shipped")
def test_a_release_asks_the_knowledge_it_is_given(mine: Path) -> None:
    table = pd.DataFrame(
        {
            "age": [30, 30, 41, 41],
            "note": ["Lives in Zorblax.", "Moved to Quernimore.", "Left Zorblax.", "Is in Zorblax."],
        }
    )
    attributes = {"age": {"role": "quasi", "type": "number"}, "note": {"role": "text"}}
    done = relational.release(
        table, {"privacy": {"k": 2}, "attribute": attributes}, knowledge=Chain([open_dgh(mine)])
    )
    assert len(done.table) == 4


@pytest.mark.usefixtures("nothing_shipped")
def test_hardening_and_audit_open_no_shipped_base(tmp_path: Path, mine: Path) -> None:
    others = {f"person {n}": f"A person of town {n} plays cards, reads and sleeps." for n in range(30)}
    background = tmp_path / "known.json"
    background.write_text(json.dumps({"note.txt": "Lives in Zorblax, and her house is damp.", **others}))
    report = sanitized(
        tmp_path, "--kb", str(mine), "--harden", "2", "--background", str(background), "--harden-floor", "0.1"
    )
    assert "hardening" in report
    done = CliRunner().invoke(
        audit_command,
        [
            str(tmp_path / "out"),
            "--report",
            str(tmp_path / "report.jsonl"),
            "--background",
            str(background),
            "--reconstruct",
            "--kb",
            str(mine),
        ],
    )
    assert done.exit_code in (0, 1) and done.exception is None, done.output
