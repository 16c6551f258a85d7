"""What is shown of a decision at once: by hand, for each act; a check makes of it what a run from nothing gives."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sanitizer.common.reuse import GivenUp
from sanitizer.control.log.event import event_of
from sanitizer.control.log.replay import Decisions
from sanitizer.control.outcomes import CHOSEN
from sanitizer.review.background_checks import Apart, Runner
from sanitizer.review.desk_state import Desk
from sanitizer.review.preview import shown_after
from sanitizer.review.run_folder import report_of
from sanitizer.text.edits import apply
from sanitizer.types import Document
from tests import tiny
from tests.review.world import FOUND, TEXTS, desk

FIRST, SECOND = TEXTS[0].index("Boston"), TEXTS[0].rindex("Boston")


def after(*told: dict[str, Any]) -> str:
    report: Any = report_of(tiny.sanitizer(*FOUND), Document("d0", TEXTS[0]))
    head = {"n": 1, "before": "x", "at": "now", "by": "anna", "document": "d0", "far": "entity"}
    events = [event_of({**head, "forms": ["Boston"], **one}, "here", ()) for one in told]
    done = shown_after(report, events)
    return apply(done.text, done.changes)


PLACE = {"far": "place", "span": [FIRST, FIRST + 6]}
OTHER = {"far": "place", "span": [SECOND, SECOND + 6]}


@pytest.mark.parametrize(
    ("told", "has", "lacks"),
    [
        ([{"act": "keep"}], ["Boston. The", "in Boston saw"], []),
        ([{"act": "keep", **PLACE}], ["in Boston. The"], ["in Boston saw"]),
        ([{"act": "choose", "to": "a port"}], ["in a port. The", "in a port saw"], ["Boston"]),
        ([{"act": "choose", "to": "", **PLACE}], ["in [...]. The"], ["Boston", "in [...] saw"]),
        ([{"act": "keep"}, {"act": "mask", "type": "GPE"}], [], ["Boston"]),
        ([{"act": "retype", "type": "ORG"}], ["organization"], ["Boston"]),
        ([{"act": "mark", "type": "MISC", **PLACE, "span": [0, 4], "forms": ["Anna"]}], [], ["Anna"]),
        ([{"act": "extent", "type": "GPE", **OTHER, "extent": [SECOND - 3, SECOND + 6],
           "forms": ["Boston", "in Boston"]}], [], ["in Boston"]),
        ([{"act": "split", **OTHER}, {"act": "keep", **OTHER}], ["in Boston saw"], ["in Boston. The"]),
        ([{"act": "merge", **PLACE, "extent": [9, 22]}, {"act": "choose", "to": "x", "forms": ["breast cancer"]}],
         ["has x.", "in x. The"], ["Boston", "breast cancer"]),
        ([{"act": "accept"}], [], ["Boston"]),
    ],
)  # fmt: skip
def test_each_act_is_shown_at_once(told: list[dict[str, Any]], has: list[str], lacks: list[str]) -> None:
    shown = after(*told)
    assert all(words in shown for words in has) and not any(words in shown for words in lacks), shown


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_process_of_its_own_says_the_same_and_may_be_killed(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sanitizer.review.background_checks.start_method", lambda: method)
    own, apart = desk(tmp_path), desk(tmp_path)
    apart.check_apart()
    event = {"act": "keep", "far": "collection", "forms": ["Boston"]}
    own.add([event], None)
    assert own.standing(0).report.to_json() == apart.standing(0).report.to_json()
    assert isinstance(apart._apart, Apart)
    apart._apart.end()
    own.add([{"act": "keep", "far": "collection", "forms": ["Paris"]}], None)
    assert own.standing(1).report.to_json() == apart.standing(1).report.to_json() and apart._apart is None


def test_what_was_not_tried_is_judged_by_its_bits_at_once(tmp_path: Path) -> None:
    own = desk(tmp_path)
    report: Any = own.standing(0).report
    entry = next(s for s in report.sensitive if s.term == "Boston")
    tried = entry.candidates[0]
    assert own.judged(entry, tried.label) == tried
    more = own.judged(replace(entry, candidates=()), tried.label)
    assert more is not None and more.ic == tried.ic and more.verdict == ""
    over = own.judged(replace(entry, candidates=(), limit=tried.ic), tried.label)
    assert over is not None and over.verdict == "risky"
    for label in ("a word that nobody counted", "country", "cancer"):
        now = own.judged(entry, label)
        told = {"act": "choose", "far": "entity", "document": "d0", "forms": ["Boston"], "to": label}
        own.add([told], None)
        shown: Any = own.shown(0).report
        checked: Any = own.standing(0).report
        chosen = next(s for s in checked.sensitive if s.term == "Boston")
        assert now is not None and now.ic == chosen.candidates[-1].ic
        assert now.verdict in ("", chosen.candidates[-1].verdict)
        assert next(s for s in shown.sensitive if s.term == "Boston").generalization_ic == now.ic


@pytest.mark.parametrize(("label", "told"), [("a town near Boston", True), ("a boston terrier", False)])
def test_a_sensitive_form_that_a_person_writes_is_told_at_once(
    tmp_path: Path, label: str, told: bool
) -> None:
    own = desk(tmp_path)
    choice = {"act": "choose", "far": "entity", "document": "d0", "forms": ["breast cancer"], "to": label}
    own.add([choice], None)
    for standing in (own.shown(0), own.standing(0)):
        report: Any = standing.report
        why = [p.why for p in report.residual.problems if p.kind == CHOSEN]
        assert ("sensitive" in why) is told, standing.checked


def test_what_was_undone_is_not_drafted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = desk(tmp_path)
    own._checking.wanted = lambda number: None  # type: ignore[method-assign]
    made: list[int] = []

    def counted(*given: Any) -> Any:
        made.append(1)
        return shown_after(*given)

    monkeypatch.setattr("sanitizer.review.desk_state.shown_after", counted)
    told = {"far": "entity", "document": "d0"}
    own.add([told | {"act": "keep", "forms": ["Boston"]}], None)
    first = own.shown(0).report
    own.add([told | {"act": "retype", "type": "ORG", "forms": ["breast cancer"]}], None)
    second = own.shown(0).report
    own.undo(None)
    assert own.shown(0).report is first
    own.undo(None, again=True)
    assert own.shown(0).report is second and len(made) == 2


def test_a_run_that_nobody_wants_ends_and_what_it_was_asked_next_is_done(tmp_path: Path) -> None:
    own = desk(tmp_path)
    memory = own.sanitizer.again()
    with pytest.raises(GivenUp), memory.in_use(lambda: False):
        report_of(own.sanitizer, own.documents[0])
    with memory.in_use(lambda: True):
        assert report_of(own.sanitizer, own.documents[0]) == report_of(own.sanitizer, own.documents[0])
    apart = Apart(Runner(own.sanitizer, own.documents))
    apart.give_up()  # nothing is under way
    assert apart.run(0, own.decisions()) == own.standing(0).report
    apart.end()


class Overtaken:
    """Does documents again, the first time in vain: another decision comes meanwhile."""

    def __init__(self, own: Desk, told: dict[str, Any]) -> None:
        self.own, self.told, self.given_up = own, [told], 0

    def run(self, number: int, decisions: Decisions) -> Any:
        if self.told:
            self.own.add([self.told.pop()], None)
        if self.given_up == 1:
            self.given_up = 2
            raise GivenUp
        return Runner(self.own.sanitizer, self.own.documents).run(number, decisions)

    def give_up(self) -> None:
        self.given_up += 1


@pytest.mark.parametrize("warm", [True, False])
def test_a_check_that_was_overtaken_is_done_under_the_newer_decision(tmp_path: Path, warm: bool) -> None:
    own, other = desk(tmp_path), desk(tmp_path, name="other.jsonl")
    keep = {"act": "keep", "far": "entity", "document": "d0", "forms": ["Boston"]}
    for each in (own, other):
        each.add([keep | {"act": "retype", "type": "ORG"}], None)
    overtaken = Overtaken(own, keep)
    own._apart = overtaken  # type: ignore[assignment]
    if warm:
        own.warm(0)
    other.add([keep], None)
    assert own.standing(0).report == other.standing(0).report and overtaken.given_up == 2
    own.add([keep | {"document": "d1"}], None)
    assert overtaken.given_up == 2  # nothing is under way
