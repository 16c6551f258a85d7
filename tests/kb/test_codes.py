"""Codes: cut short at every step up, and never a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import KnowledgeBase
from kb.codes import Codes
from kb.taxonomy import ancestors
from tests.contracts.knowledge import KnowledgeContract
from tests.kb.walks import walk_up

CODES = Codes()


class TestCodesContract(KnowledgeContract):
    phrases = ("47289/99", "AB-1234")
    listed = False

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return CODES


def test_codes_lose_their_end() -> None:
    assert walk_up(CODES, "47289/99") == ["47289/99", "47289/9*", "4728*/**", "47***/**", "code"]
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
