"""Settings, thresholds and definitions are refused where they are made."""

from typing import Any

import pytest

from sanitizer.control.decisions import Decision
from sanitizer.control.rules import Control, Rule
from sanitizer.errors import UsageError
from sanitizer.operators import Key, Policy, Tag
from sanitizer.recognize.finders.user_lists import Phrase
from sanitizer.recognize.finders.user_patterns import CustomPattern
from sanitizer.relational.definition.definition import Attribute, Definition, Method, Model, Role
from sanitizer.settings import ContextSize, Protected, Settings, Strategy, Threshold, Unknown

NAN = float("nan")


def test_strings_become_what_they_name() -> None:
    made = Settings(strategy="S4", context="window:5", threshold="least", unknown="safe")  # type: ignore[arg-type]
    assert made == Settings(Strategy.S4, ContextSize("window", 5), Threshold("least"), Unknown.SAFE)
    assert made.strategy.treats_risky and str(Settings(threshold="bits:3").threshold) == "bits:3"  # type: ignore[arg-type]
    assert Settings(protect=[Protected("Ann")]).protect == (Protected("Ann"),)


WRONG: list[tuple[Any, dict[str, Any], str]] = [
    (Threshold, {"policy": "quantle", "value": 0.5}, "threshold: \"quantle\" is not possible.*'quantile'"),
    (Threshold, {"policy": "bits", "value": NAN}, "threshold bits: nan is out of bounds"),
    (Threshold, {"policy": "bits", "value": 0}, "above 0"),
    (Threshold, {"policy": "bits", "value": True}, "a number is needed, not true/false"),
    (Threshold, {"policy": "quantile"}, "a number is needed, not nothing"),
    (Threshold, {"policy": "least", "value": 1}, "it has no value"),
    (ContextSize, {"kind": "page"}, 'context: "page" is not possible'),
    (ContextSize, {"kind": "window"}, "context window: words: 0 is out of bounds"),
    (ContextSize, {"kind": "document", "words": 3}, "only a window has words"),
    (Protected, {"entity": " "}, "protected entity: it is empty"),
    (Settings, {"strategy": "S6"}, 'strategy: "S6" is not possible'),
    (Settings, {"threshold": "often"}, "is not one of least"),
    (Settings, {"threshold": 0.5}, "threshold: a Threshold is needed, not a number"),
    (Settings, {"threshold": Threshold("guarantee")}, "guarantee needs --protect FILE"),
    (Settings, {"context": 5}, "context: a ContextSize is needed"),
    (Settings, {"sensitive": "taxonomi"}, "sensitive: .*'taxonomy'"),
    (Settings, {"last_resort": "world!"}, "last_resort"),
    (Settings, {"kb_order": None}, "kb_order"),
    (Settings, {"distinct": "far"}, "distinct"),
    (Settings, {"generalization_counts": "rolledup"}, "'rolled-up'"),
    (Settings, {"unknown": "maybe"}, "unknown"),
    (Settings, {"groups": 0}, "groups: 0 is out of bounds \\(1 to 6\\)"),
    (Settings, {"groups": 7}, "groups: 7"),
    (Settings, {"groups": True}, "groups: a whole number is needed"),
    (Settings, {"contextual": "no"}, "contextual: true or false is needed"),
    (Settings, {"protect": "Ann"}, "protect: a list of Protected is needed"),
    (Settings, {"protect": ["Ann"]}, "protect: a Protected is needed, not a string"),
    (Rule, {}, "it has no condition"),
    (Rule, {"phrases": "Ann"}, "a set of strings is needed, not a string"),
    (Rule, {"phrases": frozenset({""})}, "it is empty"),
    (Control, {"common": NAN}, "common: nan"),
    (Control, {"minimum": -0.1}, "minimum: -0.1"),
    (Control, {"only": frozenset({"PERSN"})}, "'PERSN' is no type that is known .*'PERSON'"),
    (Control, {"thresholds": {"PERSON": NAN}}, "thresholds of PERSON: nan"),
    (Control, {"shorten": {"DATE": "week"}}, "shorten of DATE"),
    (Control, {"scope": "page"}, "scope"),
    (Control, {"operators": {"PERSON": "tagg"}}, "'tag'"),
    (Control, {"protect": "Ann"}, "protect: a tuple is needed, not a string"),
    (Control, {"decisions": [{"form": "x"}]}, "every element must be a Decision"),
    (Phrase, {"text": "x", "case": "Smart"}, "'smart'"),
    (CustomPattern, {"type": "CODE", "regex": "x", "score": 2}, "score: 2 is out of bounds"),
    (CustomPattern, {"type": "CODE", "regex": "("}, "no regular expression"),
    (CustomPattern, {"type": "CODE", "regex": "x", "entity_class": "CODES"}, "class: .*'CODE'"),
    (Decision, {"form": "", "mask": True}, "decision: form: it is empty"),
    (Decision, {"form": "--", "mask": True}, "neither a letter nor a digit"),
    (Decision, {"form": "Ann", "mask": "keep"}, "mask: true or false is needed"),
    (Policy, {"operators": {"PERSON": "tag"}}, "an operator object is needed, not a string"),
    (Policy, {"risky": Tag}, "class"),
    (Definition, {"attributes": (), "k": 0}, "privacy.k: 0"),
    (Definition, {"attributes": (), "k": True}, "privacy.k: a whole number is needed"),
    (Model, {"name": "t-closeness", "t": NAN}, "t-closeness: t: nan"),
    (Model, {"name": "l-diversity", "l": -1}, "l-diversity: l: -1"),
    (Model, {"name": "k-map", "k": 0}, "k-map: k: 0"),
    (Method, {"lambda_": NAN}, "method.lambda: nan"),
    (Method, {"suppression": 1.5}, "method.suppression: 1.5"),
    (Method, {"suppression": True}, "method.suppression: a number is needed"),
    (Method, {"partitioner": "clusters"}, "'cluster'"),
    (Attribute, {"name": "age", "role": "quazi"}, "attribute.age.role: .*'quasi'"),
    (Attribute, {"name": "age", "role": Role.QUASI, "weight": NAN}, "attribute.age.weight: nan"),
]


@pytest.mark.parametrize(("kind", "values", "message"), WRONG)
@pytest.mark.finding("N15")
def test_wrong_values_are_said_when_they_are_made(kind: Any, values: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        kind(**values)


@pytest.mark.finding("N15")
def test_operators_of_a_sanitizer_may_be_a_table() -> None:
    assert Policy.of({"PERSON": "tag"}) == Policy.parse({"PERSON": "tag"})
    with pytest.raises(UsageError, match=r"needs a key; give operators=Policy\.parse"):
        Policy.of({"PERSON": "hash"})
    with pytest.raises(UsageError, match="a Policy or a table"):
        Policy.of("tag")  # type: ignore[arg-type]
    assert Policy.parse({"PERSON": "hash"}, Key(bytes(range(32)))).names == {"PERSON": "hash"}
