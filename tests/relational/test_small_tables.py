"""Small tables of any shape: a release is k-anonymous by the plainest count and verifies, or is refused in one line."""

from collections import Counter
from typing import Any

import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.relational import release
from sanitizer.relational.definition.choices import PARTITIONERS
from sanitizer.relational.definition.schema import parse_definition
from tests.relational.tables import verified

NUMBERS = st.sampled_from([None, "0", "1", "1.0", "-3", "2e1", "7"])
WORDS = st.sampled_from([None, "a", "B", "b", " ", "c,d", "*", "(a,b)", "é", "[1-2]"])


@settings(max_examples=120, deadline=None)
@given(
    st.lists(st.tuples(NUMBERS, WORDS, WORDS), min_size=1, max_size=9),
    st.sampled_from(PARTITIONERS),
    st.integers(1, 4),
    st.booleans(),
)
def test_k_holds_or_one_line_says_why_not(rows: list[Any], partitioner: str, k: int, diverse: bool) -> None:
    table = pd.DataFrame(rows, columns=["n", "w", "s"], dtype=object)
    models = [{"name": "l-diversity", "attribute": "s", "l": 2}] if diverse else []
    definition = parse_definition(
        {
            "privacy": {"k": k, **({"model": models} if models else {})},
            "method": {"partitioner": partitioner},
            "attribute": {
                "n": {"role": "quasi", "type": "number"},
                "w": {"role": "quasi"},
                "s": {"role": "sensitive"},
            },
        }
    )
    try:
        made = release(table, definition).table
    except UsageError as error:
        assert "\n" not in str(error)
        return
    cells = [tuple(map(str, row)) for row in zip(made["n"], made["w"], strict=True)]
    assert min(Counter(cells).values()) >= k
    assert Counter(map(str, made["s"])) <= Counter(map(str, table["s"]))
    for own in set(cells) if diverse else ():
        kept = {made["s"].iloc[i] for i, other in enumerate(cells) if other == own} - {None}
        assert len(kept) >= 2
    assert verified(made, definition).met


def test_auto_takes_what_loses_least_and_says_so() -> None:
    table = pd.DataFrame(
        {"age": [str(20 + i % 17) for i in range(60)], "town": [f"t{i % 5}" for i in range(60)]}, dtype=object
    )
    asked = {
        "privacy": {"k": 4},
        "attribute": {"age": {"role": "quasi", "type": "number"}, "town": {"role": "quasi"}},
    }
    made = release(table, {**asked, "method": {"partitioner": "auto"}})
    tried = made.report.tried
    assert set(tried) == {"columns", "local", "cluster"}
    assert made.report.partitioner == min(tried, key=lambda name: tried[name])
    assert made.report.loss.attributes == min(tried.values())
    for name, loss in tried.items():
        alone = release(table, {**asked, "method": {"partitioner": name}})
        assert alone.report.loss.attributes == loss
