"""Several reviewers: how far they agree, and how blind copies are settled."""

from pathlib import Path

import pytest

from sanitizer.review.reviewer_agreement import agreed, agreement, conflicts, kappa, machine, taken
from sanitizer.review.session import Session
from tests.review.world import desk, item, text


def test_agreement_is_counted_by_hand() -> None:
    left = {1: "a", 2: "a", 3: "b", 4: "b"}
    right = {1: "a", 2: "b", 3: "b", 4: "b"}
    assert kappa(left, right) == pytest.approx(0.5)  # seen 3/4, by chance 1/2 1/4 + 1/2 3/4 = 1/2
    assert kappa(left, left) == 1.0 and kappa({}, {}) is None
    assert kappa({1: "a"}, {}) == 0.0


def test_blind_copies_are_settled(tmp_path: Path) -> None:
    anna, ben = desk(tmp_path, "anna", "a.jsonl"), desk(tmp_path, "ben", "b.jsonl")
    main = desk(tmp_path, "carla")
    for own in (anna, ben):
        Session(own).decide(0, item(own, 0, "breast cancer") | {"act": "choose", "to": ""})
    Session(anna).decide(0, item(anna, 0, "Boston") | {"act": "keep"})
    logs = {"anna": anna.log(), "ben": ben.log()}
    both = [[own.standing(n).report for n in range(3)] for own in (anna, ben)]
    (pair,) = agreement({"anna": both[0], "ben": both[1]})
    assert pair.span_f1 is not None and 0 < pair.span_f1 < 1
    assert len(agreed(logs, main.log())) == 1
    main.add(agreed(logs, main.log()), None)
    (conflict,) = conflicts(logs, main.log())
    assert conflict.form == "Boston" and conflict.said["ben"] is None
    main.add([machine(conflict)], None)
    assert not conflicts(logs, main.log()) and "Boston" not in text(main, 0)
    assert conflict.said["anna"] is not None
    main.add([taken(conflict.said["anna"])], None)
    assert text(main, 0) == text(anna, 0)
