"""A sweep over a sanitizer written by hand."""

import pytest

from sanitizer.audit.attack import TfidfAttacker
from sanitizer.audit.sweep import Output, Setting, sweep
from sanitizer.evaluate.masks import Mask, parse_gold
from sanitizer.page.build_sweep import build_sweep, sweep_rows
from sanitizer.types import Document
from tests.contracts.attacker import BACKGROUND

TEXT = "Mary collected fossils"


def _run(setting: Setting, document: Document) -> Output:
    strict = setting.threshold == "least"
    masks = (Mask(0, 4), Mask(15, 22)) if strict else (Mask(0, 4),)
    return Output(
        "She collected" if strict else "She collected fossils", masks, 30.0 if strict else 60.0, not strict
    )


def test_points_by_hand() -> None:
    gold = parse_gold(
        [
            {
                "doc_id": "Mary",
                "text": TEXT,
                "annotations": {
                    "a": {
                        "entity_mentions": [
                            {
                                "entity_id": "1",
                                "identifier_type": "DIRECT",
                                "start_offset": 0,
                                "end_offset": 4,
                            },
                            {
                                "entity_id": "2",
                                "identifier_type": "QUASI",
                                "start_offset": 15,
                                "end_offset": 22,
                            },
                        ]
                    }
                },
            }
        ]
    )
    settings = [Setting("S5", "least"), Setting("S5", "most-general")]
    attacker = TfidfAttacker(BACKGROUND)
    least, general = sweep(settings, [Document("Mary", TEXT)], _run, attacker, {"Mary": "Mary"}, gold)
    assert (least.utility, general.utility) == (30.0, 60.0)
    assert least.share_masked == pytest.approx(2 / 3)
    assert general.share_masked == pytest.approx(1 / 3)
    assert (least.recall_direct, least.recall_quasi, general.recall_quasi) == (1.0, 1.0, 0.0)
    assert (least.linkage_1, general.linkage_1) == (1.0, 1.0)
    assert (least.residual_not_met, general.residual_not_met) == (1, 0)
    page = build_sweep([least, general], "1 of 1 documents")
    assert page.count("<svg") == 3
    assert "most-general: 60, 1" in page


def test_what_was_not_measured_is_said() -> None:
    (point,) = sweep([Setting("S1", "least")], [Document("Mary", TEXT)], _run)
    assert sweep_rows([point]) == [["S1 least", "30.0", "0.67", "-", "-", "-", "-", "1"]]
