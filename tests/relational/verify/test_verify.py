"""Verification: every kind of failure is found in the written table, by numbers a reader can redo."""

from typing import Any

import pandas as pd
import pytest

from sanitizer.errors import UsageError
from sanitizer.relational import release
from sanitizer.relational.definition.definition import Definition
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.verify.companion import Companion
from sanitizer.relational.verify.terms import plain_term
from tests.relational.tables import verified


def definition(*models: dict[str, Any], k: int = 2, **method: Any) -> Definition:
    return parse_definition(
        {
            "privacy": {"k": k, **({"model": list(models)} if models else {})},
            **({"method": method} if method else {}),
            "attribute": {"age": {"role": "quasi"}, "ill": {"role": "sensitive"}},
        }
        | ({"method": method} if method else {})
    )


def table(*rows: tuple[str | None, str | None]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["age", "ill"], dtype=object)


FOUR = table(("a", "x"), ("a", "y"), ("b", "x"), ("b", "x"))


def test_classes_are_recounted() -> None:
    assert verified(FOUR, definition()).met
    verdict = verified(FOUR, definition(k=3))
    assert verdict.failures == ("k = 3 is not met: 2 group(s) are smaller, the least has 2",)
    assert verdict.figures.highest_risk == 0.5


@pytest.mark.parametrize(
    ("model", "worst", "met"),
    [
        # class b has x only; over the table x has 3/4, y 1/4
        ({"name": "l-diversity", "l": 2}, 1, False),
        ({"name": "l-diversity", "l": 1}, 1, True),
        ({"name": "l-diversity", "l": 1.5, "kind": "entropy"}, 1.0, False),
        ({"name": "l-diversity", "l": 2, "kind": "recursive", "c": 2}, float("inf"), False),
        ({"name": "t-closeness", "t": 0.25}, 0.25, True),  # a: |1/2 - 3/4|, b: |1 - 3/4|
        ({"name": "t-closeness", "t": 0.2}, 0.25, False),
        ({"name": "t-closeness", "t": 0.25, "distance": "ordered"}, 0.25, True),
        ({"name": "alpha-k", "alpha": 0.9}, 1.0, False),
        ({"name": "alpha-k", "alpha": 0.5, "value": "y"}, 0.5, True),
    ],
)
def test_models_by_hand(model: dict[str, Any], worst: float, met: bool) -> None:
    verdict = verified(FOUR, definition(model | {"attribute": "ill"}))
    assert verdict.met == met
    assert verdict.figures.models[f"{model['name']} of ill"] == worst


def test_columns() -> None:
    d = parse_definition({"attribute": {"age": {"role": "quasi"}, "id": {"role": "identifier"}}})
    assert verified(pd.DataFrame({"age": ["a", "a"], "id": ["1", "2"]}), d).failures == (
        'column "id" (identifier) is in the release',
    )
    assert verified(pd.DataFrame({"agee": ["a"]}), d).failures == (
        'column "age" (quasi) is missing in the release',
        'column "agee" is in no attribute of the definition',
    )
    assert not verified(pd.DataFrame({"age": []}), d).met


def texts(*cells: str) -> pd.DataFrame:
    return pd.DataFrame({"note": cells}, dtype=object)


TEXT = parse_definition({"attribute": {"note": {"role": "text"}, "id": {"role": "identifier"}}})


def companion(*spans: list[tuple[int, int, str, str]]) -> Companion:
    return Companion(tuple(range(len(spans))), tuple({"note": s} for s in spans))


def test_persons_of_a_class_must_show_the_same_terms() -> None:
    both = companion([(0, 4, "kept", "Lyon")], [(3, 7, "kept", "Lyon")])
    assert verified(texts("Lyon.", "In Lyon"), TEXT, both).met
    one = companion([(0, 4, "kept", "Lyon")], [])
    assert "k = 2 is not met" in verified(texts("Lyon.", "Here"), TEXT, one).failures[0]
    wrong = companion([(0, 4, "kept", "Lyon")], [(0, 4, "kept", "Lyon")])
    assert "does not show the term" in verified(texts("Lyon.", "Rome."), TEXT, wrong).failures[0]
    outside = companion([(0, 9, "kept", "Lyon")], [(0, 4, "kept", "Lyon")])
    assert "leaves the text" in verified(texts("Lyon.", "Lyon."), TEXT, outside).failures[0]


def test_a_sidecar_of_another_table() -> None:
    with pytest.raises(UsageError, match="the sidecar is about 1 rows, the release has 2"):
        verified(texts("a", "b"), TEXT, companion([]))


@pytest.mark.parametrize(("matching", "met"), [("maybe", True), ("right-maybe", False)])
def test_wildcards(matching: str, met: bool) -> None:
    # a NULL could be a: the row with a matches both; the row with NULL matches only itself one-sidedly
    found = verified(table(("a", "x"), (None, "y")), definition(null_matching=matching))
    assert found.met == met
    assert any("open to attack" in u for u in found.unchecked)


def test_full_domain_search_with_wildcards_passes() -> None:
    rows = pd.DataFrame({"a": ["1", "1", None, "2"], "b": ["x", None, "x", "x"]}, dtype=object)
    d = parse_definition(
        {
            "method": {"partitioner": "full-domain", "null_matching": "maybe"},
            "attribute": {"a": {"role": "quasi"}, "b": {"role": "quasi"}},
        }
    )
    assert verified(release(rows, d).table, d).met


@pytest.mark.parametrize(
    ("surface", "says", "shown"),
    [
        ("religious people", "religious person", True),
        ("an Asian country's", "Asian country", True),
        ("age 0 to 14", "0 to 14 years old", True),
        ("age 0 to 15", "0 to 14 years old", False),
        ("2 to 3 weeks", "2 weeks to 3 months", False),
        ("Berlin", "French city", False),
    ],
)
def test_a_term_is_shown_up_to_its_form(surface: str, says: str, shown: bool) -> None:
    from sanitizer.relational.verify.terms import shows

    assert shows(surface, says) == shown


@pytest.mark.parametrize("says", ["Lyon", "the Lyon", "a lyon", "An  Lyon", "Lyon's", "Lyon\u2019s", "LYON'"])
def test_one_term_in_several_spellings(says: str) -> None:
    assert (
        plain_term(says) == "lyon"
    )  # an article or a possessive parts no class: persons write them differently


def test_classes_share_a_term_that_persons_write_differently() -> None:
    d = parse_definition({"privacy": {"k": 2}, "attribute": {"note": {"role": "text"}}})
    notes = pd.DataFrame({"note": ["Lyon's mayor.", "an Lyon mayor."]}, dtype=object)
    spans = ({"note": ((0, 6, "kept", "Lyon's"),)}, {"note": ((0, 7, "kept", "an Lyon"),)})
    assert verified(notes, d, Companion((0, 1), spans)).met


REPEATING = parse_definition(
    {
        "privacy": {"k": 2},
        "attribute": {
            "age": {"role": "quasi", "type": "number"},
            "born": {"role": "quasi", "type": "date"},
            "note": {"role": "text"},
        },
    }
)


@pytest.mark.parametrize(
    ("words", "met"),
    [
        ("31 to 33 years old", True),
        ("thirty", True),
        ("1961", True),
        ("14/3/61", True),
        ("the 1960s", True),
        ("the 20th century", True),
        ("31 May 2004", False),
        ("32 years old", False),
        ("31.5 years", False),
    ],
)
def test_words_that_repeat_a_column_tell_no_number_beside_it(words: str, met: bool) -> None:
    row = ("[31-33]", "1961-03-14", f"She is {words} here.")
    rows = pd.DataFrame([row, row], columns=["age", "born", "note"], dtype=object)
    spans = {"note": [(7, 7 + len(words), "redundant", words)]}
    verdict = verified(rows, REPEATING, Companion((0, 1), (spans, spans)))
    assert verdict.met == met
    assert met or verdict.failures[0].startswith('row 1, column "note": words said to repeat a column')
