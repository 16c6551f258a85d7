import importlib
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.recognize import identifiers as identifiers
from sanitizer.recognize.entity_types import TYPES
from sanitizer.recognize.finders.firms_of_partners import firms
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.identifiers import check_digits as checks
from sanitizer.recognize.identifiers.national_ids import NATIONAL
from sanitizer.recognize.identifiers.numbered import EVERY
from sanitizer.text.anchors import Anchors

CASES = json.loads((Path(__file__).parents[2] / "cases" / "identifiers.json").read_text(encoding="utf-8"))
FILES = sorted(Path(identifiers.__file__).parent.glob("*.py"))
SOURCE = "\n".join(file.read_text(encoding="utf-8") for file in FILES)


@pytest.mark.parametrize("case", CASES, ids=[c["text"][:40] for c in CASES])
def test_cases(case: dict[str, object]) -> None:
    text = str(case["text"])
    assert [[m.span.of(text), m.type] for m in Patterns().find_in(text)] == case["found"]


def test_as_many_kinds_as_the_docs_promise() -> None:
    """More than sixty (docs/recognition.md), most of them with a proof."""
    types = {k.type for k in EVERY} | set(re.findall(r'Found\([^"]*"([A-Z_]+)"', SOURCE))
    assert types <= set(TYPES)
    national = {name for row in NATIONAL for name in row[4]}
    assert len(types - {"NATIONAL_ID"}) + len(national) >= 60
    assert len({name.split(".")[0] for name in national}) >= 20
    proven = {(k.type, k.pattern) for k in EVERY if k.valid and k.type != "NATIONAL_ID"}
    assert len(national) + len(proven) >= 50, "kinds with a check digit, a register or a range"


def test_every_named_check_exists() -> None:
    names = set(re.findall(r'stdnum\("([\w.]+)"\)', SOURCE)) | {n for row in NATIONAL for n in row[4]}
    for name in sorted(names):
        assert hasattr(importlib.import_module(f"stdnum.{name}"), "is_valid"), name


def slow_luhn(digits: str) -> bool:
    total = 0
    for position, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + position % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


@given(st.text("0123456789", min_size=2, max_size=20))
def test_luhn_by_hand(digits: str) -> None:
    assert checks.luhn(digits) == slow_luhn(digits)


@pytest.mark.parametrize(
    ("check", "good", "bad"),
    [
        (checks.card, "4111 1111 1111 1111", "4111 1111 1111 1112"),
        (checks.iban, "DE89 3704 0044 0532 0130 00", "DE88 3704 0044 0532 0130 00"),
        (checks.ssn_us, "078-05-1120", "666-05-1120"),
        (checks.npi, "1234567893", "1234567890"),
        (checks.dea, "AB1234563", "AB1234560"),
        (checks.orcid, "0000-0002-1825-0097", "0000-0002-1825-0098"),
        (checks.ip, "2001:db8::/32", "300.1.1.1"),
        (checks.latitude_longitude, "48.858, 2.294", "98.858, 2.294"),
        (checks.phone, "+44 20 7946 0958", "+44 1"),
    ],
)
def test_checks(check: object, good: str, bad: str) -> None:
    assert check(good)  # type: ignore[operator]
    assert not check(bad)  # type: ignore[operator]


def test_context_raises_the_score() -> None:
    def score(text: str) -> float:
        return max((f.score for f in identifiers.scan(Anchors(text)) if f.type == "CARD"), default=0.0)

    assert score("card 4111 1111 1111 1111") > score("it was 4111 1111 1111 1111") > 0


@given(st.text("ab1 .@:/-+()", max_size=60))
def test_offsets_stay_inside(text: str) -> None:
    assert all(0 <= f.start < f.end <= len(text) for f in identifiers.scan(Anchors(text)))


@pytest.mark.parametrize(
    ("text", "firm"),
    [
        ("I work at Diaz, Powell and Jarvis.", "Diaz, Powell and Jarvis"),
        ("It is Ibarra, Ramsey and Arroyo's network.", "Ibarra, Ramsey and Arroyo"),
        ("Ann, Bob and Carol's mother came.", ""),
        ("Smith, Jones and Brown lied.", ""),
    ],
)
def test_three_surnames_are_a_firm(text: str, firm: str) -> None:
    assert [text[f.start : f.end] for f in firms(text)] == ([firm] if firm else [])
