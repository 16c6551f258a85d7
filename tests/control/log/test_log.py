"""The log of decisions: its chain, its errors, and what its events do to a document."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.control.log.chain import Moved, append, create, read_log
from sanitizer.control.log.replay import present, read_given
from sanitizer.control.outcomes import CHOSEN, KEPT
from sanitizer.control.rules import Control
from sanitizer.errors import DocumentError, UsageError
from sanitizer.recognize.finders.user_lists import Phrase
from sanitizer.result import SanitizedDocument
from sanitizer.types import Document
from tests import tiny

TEXT = "Anna has breast cancer. She had radiotherapy in Boston. The surgeon in Boston saw a mammogram."
NOW = {"at": "2026-01-02T03:04:05Z", "by": "anna"}


def place(form: str, nth: int = 0) -> list[int]:
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(form, start + 1)
    return [start, start + len(form)]


def event(act: str, far: str, form: str = "", **more: Any) -> dict[str, Any]:
    told: dict[str, Any] = {**NOW, "act": act, "far": far}
    if form:
        told["forms"] = [form]
    if far not in ("collection", "event"):
        told["document"] = "d"
    return told | more


def at(act: str, form: str, nth: int = 0, **more: Any) -> dict[str, Any]:
    return event(act, "place", form, span=place(form, nth), **more)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "log.jsonl"
    create(file, "a run")
    return file


def run(path: Path, *told: Mapping[str, Any], document: str = "d") -> SanitizedDocument:
    append(path, told, None)
    control = read_given(path).given_to(Control())
    found = (Phrase("Boston", "GPE"), Phrase("breast cancer", "DISEASE"))
    world = tiny.sanitizer(*found).with_(control=control)
    return world.sanitize(Document(document, TEXT))


@pytest.mark.parametrize(
    ("events", "holds", "gone"),
    [
        ([], [], ["Boston"]),
        ([event("keep", "document", "Boston")], ["in Boston. The doctor in Boston"], []),
        ([at("keep", "Boston", 1)], ["in X. The", "in Boston saw"], []),
        ([event("keep", "collection", "Boston")], ["doctor in Boston"], []),
        ([event("mask", "entity", "surgeon", type="JOB")], [], ["surgeon"]),
        ([at("mark", "mammogram", type="MISC")], [], ["mammogram"]),
        ([at("retype", "Boston", type="ORG")], ["in X. The"], ["Boston"]),
        ([event("choose", "entity", "Boston", to="place")], ["in a place. The"], ["Boston", "city"]),
        ([at("choose", "Boston", 1, to="city")], ["in X.", "in a city"], ["Boston"]),
        ([event("choose", "document", "breast cancer", to="")], ["[...]"], ["breast cancer"]),
        ([event("choose", "document", "radiotherapy", to="treatment")], ["treatment"], ["radiotherapy"]),
        ([event("keep", "document", "Boston"), {**NOW, "act": "undo", "far": "event", "of": 1}], [], ["Boston"]),
    ],
)  # fmt: skip
def test_events_do_what_they_say(
    path: Path, events: Sequence[dict[str, Any]], holds: Sequence[str], gone: Sequence[str]
) -> None:
    text = run(path, *events).text
    assert all(words in text for words in holds), text
    assert not any(words in text for words in gone), text


def test_extent_of_a_mention_is_changed(path: Path) -> None:
    wider = at("extent", "Boston", 1, extent=[place("surgeon")[0], place("Boston", 1)[1]], type="MISC")
    wider["forms"] = ["Boston", "surgeon in Boston"]
    assert "surgeon" not in run(path, wider).text
    narrower = at("extent", "breast cancer", extent=place("cancer", 0), type="DISEASE")
    narrower["forms"] = ["breast cancer", "cancer"]
    assert "breast" in run(path, {**NOW, "act": "undo", "far": "event", "of": 1}, narrower).text


def test_entities_are_split_and_merged(path: Path) -> None:
    before = len(run(path).report.sensitive)
    assert len(run(path, at("split", "Boston", 1)).report.sensitive) == before + 1
    one = at("merge", "Boston", extent=place("breast cancer"))
    assert len(run(path, one, {**NOW, "act": "undo", "far": "event", "of": 1}).report.sensitive) == before - 1


def test_what_is_unsafe_holds_and_is_said(path: Path) -> None:
    done = run(path, at("keep", "Boston", 1), event("choose", "entity", "breast cancer", to="cancer"))
    assert not done.met
    assert {p.kind for p in done.report.residual.problems} >= {KEPT, CHOSEN}
    assert "in Boston saw" in done.text and "has cancer" in done.text


def test_what_must_be_masked_comes_before_what_is_kept(path: Path) -> None:
    done = run(path, event("mask", "document", "Boston"), at("keep", "Boston", 1))
    assert "Boston" not in done.text
    kept = next(v for v in done.report.decisions if v.decision == "keep")
    assert not kept.holds and "comes first" in kept.verdict


def test_undone_events_leave_the_same_bytes(path: Path) -> None:
    before = run(path).report.to_json()
    events = [at("keep", "Boston", n % 2) for n in range(50)]
    append(path, events, None)
    undone = [{**NOW, "act": "undo", "far": "event", "of": n} for n in range(50, 0, -1)]
    assert run(path, *undone).report.to_json() == before
    assert len(read_log(path).events) == 100


def test_a_place_of_another_text_is_an_error(path: Path) -> None:
    wrong = at("keep", "Boston")
    wrong["span"] = [0, 6]
    with pytest.raises(DocumentError, match="another version"):
        run(path, wrong)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"act": "delete"}, "act"),
        ({"far": "event"}, "far"),
        ({"type": "PRESON"}, "PERSON"),
        ({"forms": []}, "forms"),
        ({"forms": ["..."]}, "letter or a digit"),
        ({"document": None}, "document"),
        ({"span": None}, "place"),
        ({"span": [4, 2]}, "span"),
        ({"reason": "because"}, "reason"),
        ({"by": " "}, "by"),
        ({"wy": "x"}, "unknown key"),
        ({"act": "choose"}, "needs to"),
        ({"act": "retype"}, "needs type"),
    ],
)
def test_wrong_events_are_refused_and_nothing_is_added(
    path: Path, wrong: dict[str, Any], message: str
) -> None:
    before = path.read_bytes()
    with pytest.raises(UsageError, match=message):
        append(path, [at("keep", "Boston"), at("keep", "Boston") | wrong], None)
    assert path.read_bytes() == before


@pytest.mark.parametrize("of", [0, 2, 3, 9])
def test_only_a_decision_before_can_be_undone(path: Path, of: int) -> None:
    append(path, [at("keep", "Boston"), {**NOW, "act": "undo", "far": "event", "of": 1}], None)
    with pytest.raises(UsageError, match="of:"):
        append(path, [{**NOW, "act": "undo", "far": "event", "of": of}], None)


def test_two_writers_do_not_overwrite_each_other(path: Path) -> None:
    head = read_log(path).head
    append(path, [at("keep", "Boston")], head)
    with pytest.raises(Moved):
        append(path, [at("mask", "Boston")], head)
    assert [e.act for e in read_log(path).events] == ["keep"]


def test_a_line_that_was_never_confirmed_is_no_event(path: Path) -> None:
    append(path, [at("keep", "Boston")], None)
    whole = path.read_bytes()
    for cut in (1, 20):
        path.write_bytes(whole + whole.splitlines()[-1][:cut])
        assert len(read_log(path).events) == 1
    append(path, [at("mask", "Boston")], None)
    assert [e.act for e in read_log(path).events] == ["keep", "mask"]


@given(line=st.integers(0, 3), what=st.sampled_from(["drop", "twice", "swap", "edit"]))
def test_a_changed_log_is_refused(tmp_path_factory: pytest.TempPathFactory, line: int, what: str) -> None:
    file = tmp_path_factory.mktemp("log") / "log"
    create(file, "a run")
    append(file, [at("keep", "Boston"), at("mask", "surgeon"), at("keep", "Anna"), at("keep", "She")], None)
    lines = file.read_text().splitlines(keepends=True)
    if what == "drop" and line < 3:
        del lines[line + 1]
    elif what == "twice":
        lines.insert(line + 1, lines[line + 1])
    elif what == "swap" and line < 3:
        lines[line + 1], lines[line + 2] = lines[line + 2], lines[line + 1]
    elif line < 3:
        lines[line + 1] = lines[line + 1].replace('"anna"', '"eve"')
    else:
        return
    file.write_text("".join(lines))
    with pytest.raises(UsageError, match="line"):
        read_log(file)


def test_what_two_persons_say_of_one_thing_is_listed(path: Path) -> None:
    append(path, [at("keep", "Boston"), at("mask", "Boston") | {"by": "ben"}, at("keep", "Anna")], None)
    held = present(read_log(path).events)
    assert [(c.first, c.then) for c in held.conflicts] == [(1, 2)]
    assert [p.act for p in held.places] == ["mask", "keep"]


def test_old_files_of_decisions_are_read(tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    file.write_text(json.dumps({"form": "Boston", "decision": "keep", "by": "anna"}) + "\n")
    held = read_given(file)
    assert [(d.form, d.mask) for d in held.forms] == [("Boston", False)] and not held.places


def test_decisions_about_nothing_are_told(path: Path) -> None:
    append(path, [event("choose", "collection", "Vienna", to="place")], None)
    done = run(path, at("keep", "Boston") | {"document": "other"})
    assert [(v.decision, v.holds) for v in done.report.decisions] == []
    control = read_given(path).given_to(Control())
    assert [what for what, _ in control.decided] == ["keep", "choose"]


def test_repr_tells_no_text(path: Path) -> None:
    append(path, [at("keep", "Boston", why="he lives there")], None)
    log = read_log(path)
    assert "Boston" not in repr(log) + repr(log.events[0]) + repr(replace(log.events[0], n=3))
