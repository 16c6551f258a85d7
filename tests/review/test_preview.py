"""What is shown of a decision at once: by hand, for each act; a check makes of it what a run from nothing gives."""

from pathlib import Path
from typing import Any

import pytest

from sanitizer.control.log.event import event_of
from sanitizer.review.background_checks import Apart
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
