"""Nonsense in every field of every public class: a UsageError, or a value that means something; never anything else."""

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from enum import Enum
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import corpora_stats
import kb
import sanitizer
from corpora_stats import JointCounts, Query
from kb import Concept, Sense
from sanitizer import (
    ContextSize,
    Control,
    CustomPattern,
    Decision,
    Document,
    EntityClass,
    Key,
    Lists,
    Mention,
    Phrase,
    Policy,
    Protected,
    Rule,
    Sanitizer,
    Settings,
    Span,
    Strategy,
    Threshold,
    Unknown,
    UsageError,
)
from sanitizer.build import Options
from sanitizer.errors import SanitizerError
from sanitizer.risk.word_runs import Sources
from sanitizer.settings import Unlinkable
from sanitizer.text.edits import Change
from tests import tiny
from tests.nonsense import NONSENSE

VALID: Mapping[type, Mapping[str, Any]] = {
    Settings: {},
    Threshold: {"policy": "bits", "value": 2.0},
    ContextSize: {"kind": "window", "words": 5},
    Unlinkable: {"documents": 2},
    Protected: {"entity": "Oslo"},
    Decision: {"form": "Oslo", "mask": True},
    Rule: {"phrases": ["the Court"]},
    Control: {},
    Policy: {},
    Phrase: {"text": "Oslo"},
    CustomPattern: {"type": "CASE", "regex": r"C-\d+"},
    Document: {"id": "1", "text": "Oslo"},
    Span: {"start": 0, "end": 1},
    Mention: {"span": Span(0, 1), "type": "GPE", "entity_class": EntityClass.LOC, "recognizer": "x"},
    Change: {"span": Span(0, 1), "replacement": "a", "kind": "sensitive", "reference": 0},
    Concept: {"id": "wn:city.n.01", "label": "city"},
    Sense: {
        "concept": Concept("wn:city.n.01", "city"),
        "instance": False,
        "entity_class": "LOC",
        "frequency": 1.0,
    },
    Query: {"phrases": ("city",)},
    JointCounts: {
        "rows": np.array([3]),
        "columns": np.array([2, 4]),
        "joint": np.array([[1, 0]]),
        "total": 9,
        "source": "x",
        "exact": True,
    },
}
"""Every public class that a user makes, with arguments that are right."""

CASES = [(made, f.name) for made in VALID for f in fields(made) if f.init]


CALLED: Mapping[Any, Any] = {
    Lists: (), Key: b"a key of thirty-two bytes or more, in all", sanitizer.read_profile: "court",
    sanitizer.read_decisions: "none.jsonl", sanitizer.sanitize: "",
}  # fmt: skip
"""What else of the public names is called with one argument."""


def test_every_public_name_is_tried_here_or_made_by_the_engine() -> None:
    packages = (sanitizer, kb, corpora_stats)
    public = {name: getattr(package, name) for package in packages for name in package.__all__}
    by_the_engine = {sanitizer.SanitizedDocument, sanitizer.Failed, sanitizer.Sanitizer}
    without_arguments = {"__version__", "UNKNOWN", "profiles"}
    rest = {
        name
        for name, value in public.items()
        if value not in by_the_engine
        and not (isinstance(value, type) and issubclass(value, Exception | Enum))
        and not getattr(value, "_is_protocol", False)
    }
    tried = {name for name in rest if name not in without_arguments and public[name] in {*VALID, *CALLED}}
    assert rest == tried | without_arguments


@pytest.mark.parametrize("called", CALLED, ids=lambda called: called.__name__)
def test_nonsense_for_what_is_called_is_refused(called: Any) -> None:
    for nonsense in NONSENSE:
        if isinstance(nonsense, str | Document) and called is sanitizer.sanitize:
            continue  # a text is sanitized whatever it says
        if called is Lists and isinstance(nonsense, list | tuple | set | dict | range) and not list(nonsense):
            continue  # a list of nothing finds nothing
        with pytest.raises(UsageError):
            called(nonsense)


@pytest.mark.parametrize(("made", "name"), CASES, ids=[f"{made.__name__}.{name}" for made, name in CASES])
def test_nonsense_is_refused_or_means_something(made: type, name: str) -> None:
    wrong = []
    for nonsense in NONSENSE:
        try:
            legal(made(**{**VALID[made], name: nonsense}))
        except UsageError as error:
            assert str(error) and isinstance(error, ValueError)
        except ValueError as error:
            # `kb` and `corpora_stats` do not know the package's errors
            if not (str(error) and made.__module__.startswith(("kb.", "corpora_stats."))):
                wrong.append((nonsense, repr(error)))
        except Exception as error:
            wrong.append((nonsense, repr(error)))
    assert not wrong


def legal(value: Any) -> None:  # noqa: C901
    """Check that what was accepted is a value of its field's kind: where privacy depends on it, exactly."""
    if isinstance(value, Settings):
        assert isinstance(value.strategy, Strategy) and isinstance(value.unknown, Unknown)
        legal(value.threshold)
        legal(value.context)
        assert all(isinstance(p, Protected) for p in value.protect) and 1 <= value.groups <= 6
        assert value.last_resort in ("remove", "world") and value.sensitive in ("taxonomy", "class")
        assert value.generalization_counts in ("rolled-up", "phrase") and value.kb_order in (
            "together",
            "strict",
        )
        assert {type(value.contextual), type(value.any_language)} == {bool}
    elif isinstance(value, Threshold):
        assert (value.policy in ("least", "most-general", "guarantee")) == (value.value is None)
        assert value.value is None or (math.isfinite(value.value) and value.value >= 0)
        assert Threshold.parse(str(value)).policy == value.policy
    elif isinstance(value, ContextSize):
        assert value.kind in ("document", "paragraph", "sentence", "window")
        assert type(value.words) is int and (value.words > 0) == (value.kind == "window")
    elif isinstance(value, Unlinkable):
        assert all(type(number) is int and number >= 2 for number in (value.documents, value.words))
    elif isinstance(value, Protected):
        assert value.entity.strip() and isinstance(value.generalization, str)
    elif isinstance(value, Decision):
        assert type(value.mask) is bool and any(c.isalnum() for c in value.form)
    elif isinstance(value, Control):
        assert 0 <= value.minimum <= 1 and 0 <= value.common < math.inf
        assert all(math.isfinite(least) for least in value.thresholds.values())
        assert {type(value.generic), type(value.nationalities)} == {bool}
        assert value.scope in ("document", "paragraph", "sentence")
    elif isinstance(value, Rule):
        assert value.phrases or value.types or value.regex or value.before or value.after
    elif isinstance(value, CustomPattern):
        assert 0 <= value.score <= 1 and value.type.strip() and type(value.denied) is bool
        assert value.entity_class is None or isinstance(value.entity_class, EntityClass)
    elif isinstance(value, Phrase):
        assert value.text.strip() and isinstance(value.type, str) and value.type.strip()
    elif isinstance(value, Span):
        assert type(value.start) is int and 0 <= value.start < value.end
    elif isinstance(value, Mention):
        assert isinstance(value.span, Span) and 0 <= value.score < math.inf
    elif isinstance(value, Concept):
        assert value.id and isinstance(value.label, str)
    elif isinstance(value, Sense):
        assert (
            isinstance(value.concept, Concept)
            and type(value.instance) is bool
            and math.isfinite(value.frequency)
        )
    elif isinstance(value, Query):
        assert type(value.phrases) is tuple and all(isinstance(part, Query) for part in value.parts)
    elif isinstance(value, JointCounts):
        assert value.joint.shape == (len(value.rows), len(value.columns)) and value.total >= 0
    elif isinstance(value, Change):
        assert isinstance(value.span, Span) and isinstance(value.replacement, str)
    repr(value)


@given(st.floats() | st.integers() | st.booleans() | st.none() | st.text())
@example(math.nan)
@hypothesis_settings(max_examples=200, deadline=None)
def test_no_number_is_misread_as_a_threshold(value: Any) -> None:
    for policy in ("bits", "quantile"):
        try:
            made = Threshold(policy, value)
        except UsageError:
            continue
        assert not isinstance(value, bool | str) and made.value == float(value)
        assert 0 < value < math.inf if policy == "bits" else 0 <= value <= 1


@given(st.text())
@hypothesis_settings(max_examples=200, deadline=None)
def test_no_word_is_misread_as_a_setting(word: str) -> None:
    for name in (
        "strategy",
        "context",
        "threshold",
        "unknown",
        "last_resort",
        "kb_order",
        "sensitive",
        "distinct",
    ):
        try:
            wanted: Any = {name: word}
            made = Settings(**wanted)
        except UsageError:
            continue
        assert str(getattr(made, name)).partition(":")[0] == word.partition(":")[0]


@pytest.mark.parametrize(
    "name",
    [field.name for field in fields(Sanitizer) if field.init],
)
def test_a_sanitizer_of_nonsense(name: str) -> None:
    right: dict[str, Any] = {
        "parse": tiny.parse, "recognizers": [], "counts": [tiny.counts()], "knowledge": tiny.TinyKnowledge(),
    }  # fmt: skip
    for nonsense in NONSENSE:
        with suppress(UsageError):
            made = Sanitizer(**{**right, name: nonsense})
            assert made.sources is None and made.usual_dates is None


@pytest.mark.parametrize("name", sorted(Options.__annotations__.keys() | {"settings", "operators"}))
def test_options_of_nonsense(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parts: dict[str, Any] = {
        "parse": tiny.parse, "recognizers": [], "counts": [tiny.counts()], "knowledge": tiny.TinyKnowledge(),
        "tag": tiny.parse,
    }  # fmt: skip
    monkeypatch.setattr("sanitizer.build.Recipe.open", lambda *_: parts)
    for nonsense in NONSENSE:
        wanted: Any = {name: nonsense}
        with suppress(SanitizerError):
            legal(Sanitizer.default(**wanted).settings)


def test_sources_of_nonsense() -> None:
    for nonsense in NONSENSE:
        wrong: Any = nonsense
        if type(nonsense) is not int or not 2 <= nonsense <= 20:
            with pytest.raises(UsageError):
                Sources.of(["Oslo lies there"], wrong)
        if isinstance(nonsense, list | tuple | set | dict | range) and all(
            isinstance(n, str) for n in nonsense
        ):
            continue  # texts
        with pytest.raises(UsageError):
            Sources.of(wrong, 5)


def test_a_key_of_nonsense() -> None:
    for nonsense in NONSENSE:
        wrong: Any = nonsense
        with pytest.raises(UsageError):
            Key(wrong)
