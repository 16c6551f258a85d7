"""Recount any small release: what is promised holds."""

from typing import Any

import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.relational import release
from sanitizer.relational.definition.schema import parse_definition
from tests.relational.example import PLACES, TERMS, companion_of
from tests.relational.fakes import Given, parse
from tests.relational.tables import verified


@st.composite
def tables(draw: st.DrawFn) -> pd.DataFrame:
    n = draw(st.integers(2, 12))
    words = st.lists(st.sampled_from(["Paris", "Lyon", "Berlin", "chess", "nice"]), max_size=3)
    return pd.DataFrame(
        {
            "id": draw(st.lists(st.sampled_from("abcdefgh"), min_size=n, max_size=n)),
            "age": draw(st.lists(st.sampled_from(["20", "30", "31", None]), min_size=n, max_size=n)),
            "sex": draw(st.lists(st.sampled_from(["f", "m"]), min_size=n, max_size=n)),
            "ill": draw(st.lists(st.sampled_from(["x", "y", "z"]), min_size=n, max_size=n)),
            "text": [" ".join(w) for w in draw(st.lists(words, min_size=n, max_size=n))],
        },
        dtype=object,
    )


MODELS: list[list[dict[str, Any]]] = [
    [],
    [{"name": "l-diversity", "attribute": "ill", "l": 2}],
    [{"name": "l-diversity", "attribute": "ill", "l": 1.5, "kind": "entropy"}],
    [{"name": "l-diversity", "attribute": "ill", "l": 2, "kind": "recursive", "c": 2}],
    [{"name": "t-closeness", "attribute": "ill", "t": 0.4}],
    [{"name": "t-closeness", "attribute": "ill", "t": 0.3, "distance": "ordered"}],
    [{"name": "alpha-k", "attribute": "ill", "alpha": 0.7}],
    [{"name": "km-anonymity", "m": 2}],
]


@settings(max_examples=60, deadline=None)
@given(
    tables(),
    st.integers(1, 3),
    st.sampled_from(["mondrian", "gdf", "cluster", "full-domain"]),
    st.sampled_from(MODELS),
)
def test_what_is_promised_holds_when_recounted(
    table: pd.DataFrame, k: int, partitioner: str, models: list[dict[str, Any]]
) -> None:
    definition = parse_definition(
        {
            "privacy": {"k": k, **({"model": models} if models else {})},
            "method": {"partitioner": partitioner},
            "attribute": {
                "id": {"role": "ignore" if partitioner == "full-domain" else "identifier"},
                "age": {"role": "quasi", "type": "number"},
                "sex": {"role": "quasi"},
                "ill": {"role": "sensitive"},
                "text": {"role": "text"},
            },
        }
    )
    try:
        made = release(table, definition, recognizers=[Given(TERMS)], parse=parse, knowledge=PLACES)
    except UsageError:
        return  # too few persons, or the whole table does not satisfy the models
    verdict = verified(made.table, definition, companion_of(made))
    assert verdict.met, verdict.failures
    assert len(made.table) == len(table)  # nothing dropped
    assert made.report.to_json()["classes"]["number"] >= verdict.figures.classes


@settings(max_examples=40, deadline=None)
@given(tables(), st.integers(2, 3), st.sampled_from([0.2, 0.5]), st.sampled_from([*MODELS[:4], *MODELS[6:]]))
def test_saved_persons_are_as_private_as_the_others(
    table: pd.DataFrame, k: int, suppression: float, models: list[dict[str, Any]]
) -> (
    None
):  # all models but t-closeness, which compares with a table that lost rows: verification may refuse it
    attributes = {"id": {"role": "ignore"}, "ill": {"role": "sensitive"}, "text": {"role": "text"}}
    method = {"partitioner": "full-domain", "suppression": suppression, "cell_suppression": True}
    definition = parse_definition(
        {
            "privacy": {"k": k} | ({"model": models} if models else {}),
            **({"method": method} if method else {}),
            "attribute": {**attributes, "age": {"role": "quasi", "type": "number"}, "sex": {"role": "quasi"}},
        }
    )
    try:
        made = release(table, definition, recognizers=[Given(TERMS)], parse=parse, knowledge=PLACES)
    except UsageError:
        return  # too few persons, or no node satisfies the models
    if len(made.table):
        verdict = verified(made.table, definition, companion_of(made))
        assert verdict.met, verdict.failures
    assert len(made.table) + sum(made.report.to_json()["dropped"].values()) == len(table)
