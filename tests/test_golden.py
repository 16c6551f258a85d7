"""Golden sentences: text in, text out, through the whole product (tests/cases/golden.json).

A case is a `text` of some `genre`, perhaps with `settings`, and all outputs to `accept`: each is true, reads like
English and tells nothing that should not be told; ``{a|b}`` stands for either. What is said badly today has a `fault`
of the list below; it fails as soon as it is mended, so that the fault is taken off. Whatever is said, no word that must
be `hidden` is left.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sanitizer import Sanitizer
from sanitizer.settings import Settings

FAULTS = {
    "span": "what was taken for one mention is none, or is a part of one",
    "class": "something was taken for a name of another class, or a common word for another part of speech",
    "kind": "what is said is of another kind or meaning",
    "empty": "a class word is said though more was known, or a phrase that says nothing",
    "level": "more general, or in a coarser form, than an editor would let pass",
    "aggregation": "what belongs together is told one by one, or the other way round",
    "hole": "what stood around a name that went does not stand without it",
    "article": "an article, possessive or preposition does not fit",
    "reference": "it is not clear who is meant",
}
CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "cases" / "golden.json").read_text(encoding="utf-8")
)


@cache
def sanitized(text: str, **settings: str) -> str:
    return sanitizer_of(**settings).sanitize(text).text


@cache
def sanitizer_of(**settings: Any) -> Sanitizer:
    return Sanitizer.default(settings=Settings(**settings))


def output(case: dict[str, Any]) -> str:
    return sanitized(case["text"], **case.get("settings", {}))


def says(accepted: str, text: str) -> bool:
    """Return whether a text is one of those that an accepted output with ``{a|b}`` in it stands for."""
    parts = re.split(r"\{([^{}]*)\}", accepted)
    pattern = "".join(
        f"(?:{'|'.join(map(re.escape, part.split('|')))})" if odd % 2 else re.escape(part)
        for odd, part in enumerate(parts)
    )
    return re.fullmatch(pattern, text) is not None


def as_parameter(case: dict[str, Any]) -> Any:
    settings = "".join(f" [{name} {value}]" for name, value in case.get("settings", {}).items())
    fault = case.get("fault")
    marks = [pytest.mark.xfail(strict=True, raises=AssertionError, reason=FAULTS[fault])] if fault else []
    return pytest.param(case, id=f"{case['genre']}: {case['text']}{settings}", marks=marks)


@pytest.mark.parametrize("case", [as_parameter(case) for case in CASES])
def test_golden_sentences(case: dict[str, Any]) -> None:
    text = output(case)
    assert any(says(accepted, text) for accepted in case["accept"]), text


def _hiding(case: dict[str, Any]) -> Any:
    left = case.get("left")
    marks = [pytest.mark.xfail(strict=True, raises=AssertionError, reason=left)] if left else []
    return pytest.param(case, id=case["text"], marks=marks)


@pytest.mark.parametrize("case", [_hiding(case) for case in CASES if "hidden" in case])
def test_nothing_that_must_be_hidden_is_left(case: dict[str, Any]) -> None:
    text = output(case)
    assert not [word for word in case["hidden"] if word.casefold() in text.casefold()]


def test_no_golden_output_tells_what_must_be_hidden() -> None:
    for case in CASES:
        for accepted in case["accept"]:
            assert not [word for word in case.get("hidden", ()) if word.casefold() in accepted.casefold()], (
                accepted
            )
