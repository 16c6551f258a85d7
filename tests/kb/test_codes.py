"""Codes: cut short at every step up, and never a name."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import Concept, KnowledgeBase
from kb.calendar import Calendar
from kb.codes import Codes
from kb.quantities import Quantities
from kb.taxonomy import ancestors
from tests.contracts.knowledge import KnowledgeContract

CALENDAR, QUANTITIES, CODES = Calendar(), Quantities(), Codes()


class TestCodesContract(KnowledgeContract):
    phrases = ("47289/99", "AB-1234")
    listed = False

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return CODES


def _up(base: KnowledgeBase, phrase: str) -> list[str]:
    senses: Sequence[Concept] = [s.concept for s in base.senses(phrase)]
    return [senses[0].label, *(a.label for a, _ in ancestors(base, senses[0]))] if senses else []


def test_codes_lose_their_end() -> None:
    assert _up(CODES, "47289/99") == ["47289/99", "47289/9*", "4728*/**", "47***/**", "code"]
    for phrase in ("hello", "12", "two words 1", "12 34"):
        assert CODES.senses(phrase) == []


@given(st.from_regex(r"[A-Z]{0,3}[0-9]{4,9}[-/][0-9]{1,3}", fullmatch=True))
def test_masks_only_hide(code: str) -> None:
    for above, _ in ancestors(CODES, CODES.senses(code)[0].concept):
        if above.label != "code":
            assert all(a in (b, "*") for a, b in zip(above.label, code, strict=True))


def test_no_code_keeps_a_name() -> None:
    assert not CODES.senses("Whitcombe_5G")
    assert CODES.senses("SN-4711/99")
