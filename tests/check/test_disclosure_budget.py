"""One budget for a document, through the whole product."""

import pytest

from sanitizer import Sanitizer
from sanitizer.check.disclosure_budget import SINGLING_OUT
from sanitizer.settings import Settings, Threshold

TEXT = (
    "Mrs Helena Markovic teaches beekeeping to refugees in Leeds. The humanitarian won a falconry championship, "
    "restored a harpsichord and was praised by the orphanage."
)


def told(k: int) -> Sanitizer:
    return Sanitizer.default(Settings(threshold=Threshold("bits", 20), singling_out=k))


def test_without_the_setting_nothing_is_said_of_it() -> None:
    done = Sanitizer.default(Settings()).sanitize(TEXT)
    assert done.report.singled_out is None
    assert "singled_out" not in done.report.to_json()


def test_words_go_until_the_right_document_is_late_and_verbs_stay() -> None:
    first = told(1).sanitize(TEXT).report.singled_out
    assert first is not None
    k = int(first.rank_before) + 1
    done = told(k).sanitize(TEXT)
    section = done.report.singled_out
    assert section is not None and section.bought and section.outcome == "met"
    assert section.rank_after >= k > section.rank_before
    assert section.told_after < section.told_before
    assert all(verb in done.text for verb in ("teaches", "won", "restored", "praised"))
    assert any(r.rule == SINGLING_OUT for r in done.report.risky)
    assert done.text == told(k).sanitize(TEXT).text


def test_out_of_reach_what_can_be_bought_is() -> None:
    section = told(1000).sanitize(TEXT).report.singled_out
    assert section is not None and section.outcome in ("exhausted", "floor")
    assert section.bought and section.rank_before < section.rank_after < 1000


@pytest.mark.parametrize("k", [1, 2])
def test_who_is_late_already_costs_nothing(k: int) -> None:
    done = told(k).sanitize("The man lived in Leeds.")
    section = done.report.singled_out
    assert section is not None and (section.outcome, section.bought) == ("met", ())
