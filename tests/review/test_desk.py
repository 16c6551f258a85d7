"""The desk: each decision is recomputed to the bytes of a full run; undo, several tabs and reviewers."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sanitizer.check.report import SingledOut
from sanitizer.control.log.chain import Moved
from sanitizer.control.log.replay import present, read_given
from sanitizer.control.rules import Control
from sanitizer.errors import UsageError
from sanitizer.review.kept_words import kept_spans, why_kept
from sanitizer.review.reviewer_acts import hits, ladder_of
from sanitizer.review.session import Session
from sanitizer.review.summary import officer, queue
from sanitizer.review.view import difference, runs, view_of
from sanitizer.review.what_needs_review import items_of
from tests import tiny
from tests.review.world import FOUND, TEXTS, desk, item, report, text

ACTS = (
    {"act": "keep"}, {"act": "mask"}, {"act": "accept"}, {"act": "choose", "to": "place"},
    {"act": "choose", "to": ""}, {"act": "choose", "to": "a thing"}, {"act": "retype", "type": "ORG"},
    {"act": "keep", "far": "collection"}, {"act": "choose", "to": "city", "far": "place"},
)  # fmt: skip


@given(
    steps=st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 20), st.integers(0, len(ACTS) + 2)), max_size=6
    )
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_each_decision_gives_the_bytes_of_a_full_run(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, int, int]]
) -> None:
    folder = tmp_path_factory.mktemp("desk")
    own = desk(folder)
    session = Session(own)
    for number, which, what in steps:
        view = session.view(number)
        told: dict[str, Any] = {"head": view["head"]}
        if what >= len(ACTS):
            told["do"] = ("undo", "redo", "selection")[what - len(ACTS)]
            told |= {"act": "mark", "span": [which, which + 5], "type": "MISC"}
        elif view["order"]:
            told |= {"do": "item", "item": view["order"][which % len(view["order"])], **ACTS[what]}
        else:
            continue
        try:
            session.decide(number, told)
        except UsageError:
            continue
        control = read_given(folder / "decisions.jsonl").given_to(Control())
        anew = tiny.sanitizer(*FOUND).with_(control=control)
        for each, document in enumerate(own.documents):
            assert report(own, each).to_json() == anew.sanitize(document).report.to_json()


def test_a_page_that_patches_shows_what_a_new_page_shows(tmp_path: Path) -> None:
    own = desk(tmp_path)
    before = view_of(own.standing(0), own.log().head)
    session = Session(own)
    name = session.view(0)["view"]
    at_once = session.decide(0, item(own, 0, "Boston") | {"act": "keep", "view": name})
    after = view_of(own.standing(0), own.log().head)
    checked = session.decide(0, {"do": "look", "head": at_once["head"], "view": at_once["view"]})
    shown, pieces = dict(before["items"]), before["segments"]
    for change in (at_once, checked):
        for key in change["gone"]:
            del shown[key]
        shown |= change["items"]
        pieces = patched(pieces, change)
        assert "".join(p[0] for p in pieces) == TEXTS[0]
        assert [p[0] for p in pieces if p[1] is None and "Boston" in p[0]] == ["Boston", "Boston"]
    assert checked["checked"] and shown == after["items"] and pieces == after["segments"]
    assert "".join(p[0] if p[1] is None else p[1] for p in pieces) == text(own, 0)
    whole = session.view(0)
    assert difference(whole, whole)["runs"] == []


def patched(pieces: list[Any], change: dict[str, Any]) -> list[Any]:
    for run in reversed(change["runs"]):
        pieces = [*pieces[: run["from"]], *run["segments"], *pieces[run["to"] :]]
    return pieces


@given(
    cut=st.lists(st.integers(1, 5), max_size=6), other=st.lists(st.integers(1, 5), max_size=6), said=st.data()
)
def test_runs_turn_the_pieces_of_a_text_into_others_of_it(
    cut: list[int], other: list[int], said: st.DataObject
) -> None:
    text = "abcdefghijkl"

    def pieces(lengths: list[int]) -> list[list[Any]]:
        ends = [0, *sorted({min(sum(lengths[: n + 1]), 12) for n in range(len(lengths))} | {12})]
        return [[text[a:b], said.draw(st.sampled_from([None, "x"])), ""] for a, b in pairwise(ends)]

    old, new = pieces(cut), pieces(other)
    assert patched(old, {"runs": runs(old, new)}) == new


def test_only_what_differs_is_told() -> None:
    old: list[list[Any]] = [
        ["a", None, ""],
        ["b", "x", "s1"],
        ["c", None, ""],
        ["d", "x", "s1"],
        ["e", None, ""],
    ]
    new: list[list[Any]] = [["a", None, ""], ["b", "y", "s1"], ["c", None, ""], ["de", None, ""]]
    assert runs(old, new) == [
        {"from": 1, "to": 2, "segments": [["b", "y", "s1"]]},
        {"from": 3, "to": 5, "segments": [["de", None, ""]]},
    ]


def test_a_page_is_told_what_changed_since_what_it_shows_not_since_what_another_tab_saw(
    tmp_path: Path,
) -> None:
    own, other = desk(tmp_path), desk(tmp_path, name="other.jsonl")
    own._checking.wanted = lambda number: None  # type: ignore[method-assign]
    session, first = Session(own), {"act": "retype", "type": "ORG"}
    session.decide(0, item(other, 0, "breast cancer") | first | {"head": own.log().head})
    told = {"act": "keep", "far": "entity", "document": "d0", "forms": ["Boston"]}
    own.add([told], own.log().head)
    page = session.view(0)
    assert not page["checked"]
    # the check of the first event comes in meanwhile, and another tab looks: what is shown at once stands on it now
    other.add(
        [{n: v for n, v in json.loads(own.log().events[0].line()).items() if n not in ("n", "before")}], None
    )
    checked = report(other, 0)
    own._recent[0, ()] = frozenset([1]), replace(checked, changes=checked.changes[1:])
    seen = session.view(0)
    assert seen["head"] == page["head"] and seen["segments"] != page["segments"]
    change = session.decide(0, {"do": "undo", "head": page["head"], "view": page["view"]})
    assert patched(page["segments"], change) == session.view(0)["segments"]
    other_number = session.decide(1, {"do": "look", "head": page["head"], "view": page["view"]})
    assert "whole" in other_number


def test_undo_and_redo_are_the_reviewers_own(tmp_path: Path) -> None:
    anna, ben = desk(tmp_path), desk(tmp_path, "ben")
    first = text(anna, 0)
    Session(anna).decide(0, item(anna, 0, "Boston") | {"act": "keep"})
    kept = text(anna, 0)
    Session(ben).decide(0, item(ben, 0, "breast cancer") | {"act": "choose", "to": ""})
    anna.undo(anna.log().head)
    assert "Boston" not in text(anna, 0) and "[...] has [...]" in text(ben, 0)
    anna.undo(None, again=True)
    ben.undo(None)
    assert text(anna, 0) == kept
    anna.undo(None)
    assert text(ben, 0) == first
    with pytest.raises(UsageError, match="nothing to undo"):
        Session(anna).decide(0, {"do": "undo", "head": anna.log().head})


def test_a_hundred_events_undone_restore_the_same_bytes(tmp_path: Path) -> None:
    own = desk(tmp_path)
    first = [report(own, n).to_json() for n in range(3)]
    events = []
    for n in range(100):
        told = ACTS[n % len(ACTS)]
        form, place = (("Boston", 0), ("Paris", 1))[n % 2]
        event: dict[str, Any] = {"far": "entity", "document": f"d{place}", "forms": [form], **told}
        if event["far"] == "place":
            start = TEXTS[place].index(form)
            event["span"] = [start, start + len(form)]
        elif event["far"] == "collection":
            del event["document"]
        events.append(event)
    own.add(events, None)
    last = [report(own, n).to_json() for n in range(3)]
    for _ in range(100):
        assert own.undo(None) is not None
    assert [report(own, n).to_json() for n in range(3)] == first != last and own.undo(None) is None
    for _ in range(100):
        assert own.undo(None, again=True) is not None
    assert own.decisions() == present(own.log().events)
    again = desk(tmp_path, name="other.jsonl").beside(own.path, "ben")
    assert [report(again, n).text for n in range(3)] == list(TEXTS)
    assert [text(again, n) for n in range(3)] == [text(own, n) for n in range(3)]


def test_two_reviewers_do_not_overwrite_each_other(tmp_path: Path) -> None:
    anna, ben = desk(tmp_path), desk(tmp_path, "ben")
    old = item(ben, 0, "Boston")
    Session(anna).decide(0, item(anna, 0, "Boston") | {"act": "keep"})
    with pytest.raises(Moved):
        Session(ben).decide(0, old | {"act": "mask"})
    assert "Boston" in text(ben, 0)


def test_a_step_goes_along_the_ladder(tmp_path: Path) -> None:
    own = desk(tmp_path)
    session, labels = Session(own), []
    for up in (True, True, False):
        view = session.view(0)
        key = item(own, 0, "Boston")["item"]
        session.decide(0, {"do": "step", "item": key, "up": up, "head": view["head"]})
        entry = next(s for s in report(own, 0).sensitive if s.term == "Boston")
        labels.append(entry.generalization)
    assert labels == ["entity", None, "entity"]
    found = next(i for i in items_of(report(own, 0), ()) if i.forms[0] == "Boston")
    rungs = ladder_of(own, found, report(own, 0))
    assert rungs[-1]["label"] == "" and sum(rung["now"] for rung in rungs) == 1


def test_extent_merge_and_split_come_from_a_selection(tmp_path: Path) -> None:
    own = desk(tmp_path)
    session = Session(own)
    at = TEXTS[0].index("surgeon in Boston")
    session.view(0)
    told = item(own, 0, "Boston") | {"do": "selection", "act": "extent", "span": [at, at + 17]}
    session.decide(0, told)
    assert "surgeon" not in text(own, 0)
    assert own.log().events[-1].forms == ("Boston", "surgeon in Boston")
    for wrong in ([5, 2], [0, 10_000], "x", [0, "1"], [9, 9]):
        with pytest.raises(UsageError):
            session.decide(0, {"do": "selection", "act": "mark", "span": wrong, "head": own.log().head})


def test_needs_are_told_and_go_with_decisions(tmp_path: Path) -> None:
    own = desk(tmp_path)
    rows = queue(own)
    assert [r["number"] for r in rows][-1] != rows[0]["number"] and rows[0]["need"] >= rows[-1]["need"]
    before = rows[0]
    for found in items_of(report(own, before["number"] - 1), ()):
        event = {
            "act": "accept",
            "far": "entity",
            "document": f"d{before['number'] - 1}",
            "forms": list(found.forms),
        }
        own.add([event], None)
    after = next(r for r in queue(own) if r["number"] == before["number"])
    assert after["need"] == 0 and after["decided"] == after["places"] and after["status"] == "begun"
    assert officer(own, None)["found"] is None


def test_what_was_kept_is_shown_with_why(tmp_path: Path) -> None:
    own = desk(tmp_path)
    spans = kept_spans(own, 2)
    words = [TEXTS[2][start:end] for start, end in spans]
    assert "garden" in words
    told = why_kept(own, 0, 0, 4)
    assert told["term"] == "Anna" and told["words"]
    assert [h["document"] for h in hits(own, ["Boston"], None)] == [0, 0, 1]


def test_the_budget_of_a_document_is_shown(tmp_path: Path) -> None:
    own = desk(tmp_path)
    standing = own.standing(0)
    assert view_of(standing, "head")["figures"]["budget"] is None
    told = SingledOut(
        k=5, documents=100, source="tiny", rank_before=1, rank_after=6.5, budget=4, told_before=6, told_after=3.5,
        utility_before=50.0, bought=(), spent_by=(), outcome="met",
    )  # fmt: skip
    with_budget = replace(standing, report=replace(report(own, 0), singled_out=told))
    shown = view_of(with_budget, "head")["figures"]["budget"]
    assert (shown["k"], shown["after"], shown["bits"]) == (5, 6.5, [4, 6, 3.5])
