"""Mondrian over columns and local recoding, as `release` reaches them: each release is recounted by `verify`."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.commands import main
from sanitizer.errors import UsageError
from sanitizer.relational import release
from sanitizer.relational.definition.schema import parse_definition
from tests.relational.tables import verified

ATTRIBUTES = {
    "age": {"role": "quasi", "type": "number"},
    "seen": {"role": "quasi", "type": "date"},
    "town": {"role": "quasi", "hierarchy": {"levels": [["Ulm", "DE"], ["Bonn", "DE"], ["Graz", "AT"]]}},
    "zip": {"role": "quasi", "type": "code"},
    "sex": {"role": "quasi"},
    "ill": {"role": "sensitive"},
}
MODELS: list[list[dict[str, Any]]] = [
    [],
    [{"name": "l-diversity", "attribute": "ill", "l": 2}],
    [{"name": "t-closeness", "attribute": "ill", "t": 0.4}],
    [{"name": "alpha-k", "attribute": "ill", "alpha": 0.7}],
]


def wanted(partitioner: str, k: int, models: list[dict[str, Any]], **method: Any) -> dict[str, Any]:
    return {
        "privacy": {"k": k} | ({"model": models} if models else {}),
        "method": {"partitioner": partitioner, **method},
        "attribute": ATTRIBUTES,
    }


def rows() -> st.SearchStrategy[list[tuple[str | None, ...]]]:
    each = (
        ["20", "21.5", "34", "60", None], ["2004-01-19", "2004-01-20", "2005-03-01", None],
        ["Ulm", "Bonn", "Graz", None], ["57072", "57080", "60311"], ["f", "m", None], ["flu", "cold", "cough"],
    )  # fmt: skip
    return st.lists(st.tuples(*(st.sampled_from(values) for values in each)), min_size=1, max_size=14)


@settings(max_examples=60, deadline=None)
@given(
    rows(), st.sampled_from(["columns", "local"]), st.integers(1, 4), st.sampled_from(MODELS),
    st.sampled_from(["extended", "basic"]),
)  # fmt: skip
def test_what_is_released_passes_its_verification(
    cells: list[tuple[str | None, ...]], partitioner: str, k: int, models: list[dict[str, Any]], nulls: str
) -> None:
    table = pd.DataFrame(cells, columns=list(ATTRIBUTES), dtype=object)
    definition = parse_definition(wanted(partitioner, k, models, null_matching=nulls))
    before = table.copy(deep=True)
    try:
        made = release(table, definition)
    except UsageError:
        return  # too few persons, or not even one class satisfies the models
    verdict = verified(made.table, definition)
    assert verdict.met, verdict.failures
    assert len(made.table) + sum(made.report.dropped.values()) == len(table)
    assert made.report.classes.least >= k and 0 <= made.report.loss.attributes <= 1
    assert made.report.partitioner == partitioner
    pd.testing.assert_frame_equal(table, before)
    other = release(table.sample(frac=1, random_state=3), definition)
    assert sorted(map(str, other.table.to_numpy().tolist())) == sorted(
        map(str, made.table.to_numpy().tolist())
    )


def test_values_are_written_as_in_releases_with_texts() -> None:
    table = pd.DataFrame(
        {
            "age": ["20", "24", "60", "66"], "seen": ["2004-01-19", "2004-01-20", "2001-03-01", "2005-03-01"],
            "town": ["Ulm", "Bonn", "Graz", "Graz"], "zip": ["57072", "57080", "60311", "60312"],
            "sex": ["f", "m", "f", "f"], "ill": ["flu", "flu", "cold", "flu"],
        },
        dtype=object,
    )  # fmt: skip
    made = release(table, wanted("columns", 2, [])).table
    assert made.drop(columns="ill").drop_duplicates().to_numpy().tolist() == [
        ["[20-24]", "2004-01", "DE", "570**", "(f,m)"],
        ["[60-66]", "[2001-2005]", "Graz", "6031*", "f"],
    ]


FILE = """
[[source]]
path = "t.csv"
[output]
path = "out.csv"
replace = true
[privacy]
k = 2
[method]
partitioner = "{partitioner}"
[attribute.age]
role = "quasi"
type = "number"
{more}
"""


@pytest.mark.parametrize("partitioner", ["columns", "local"])
def test_the_command_reaches_them(tmp_path: Path, partitioner: str) -> None:
    (tmp_path / "t.csv").write_text("age\n" + "".join(f"{a}\n" for a in (20, 20, 31, 33, 70, 72)))
    (tmp_path / "d.toml").write_text(FILE.format(partitioner=partitioner, more=""))
    with pytest.raises(SystemExit) as done:
        main(["release", str(tmp_path / "d.toml")])
    assert done.value.code == 0
    ages = (tmp_path / "out.csv").read_text().split()[1:]
    assert len(ages) == 6 and all(ages.count(a) >= 2 for a in ages)
    if partitioner == "columns":
        assert ages == ["20", "20", "[31-33]", "[31-33]", "[70-72]", "[70-72]"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("bias = 0.5", 'bias of "age" has no effect'),
        ("pin = 0", 'pin of "age" has no effect'),
        ('[attribute.note]\nrole = "text"', "is for tables without texts"),
    ],
)
def test_what_they_would_leave_aside_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: str, said: str
) -> None:
    (tmp_path / "t.csv").write_text("age,note\n20,a\n21,b\n" if "note" in more else "age\n20\n21\n")
    (tmp_path / "d.toml").write_text(FILE.format(partitioner="columns", more=more))
    with pytest.raises(SystemExit) as done:
        main(["release", str(tmp_path / "d.toml")])
    assert done.value.code == 2 and said in capsys.readouterr().err
    assert not (tmp_path / "out.csv").exists()


def test_persons_of_several_values_are_refused() -> None:
    table = pd.DataFrame({"id": ["1", "1", "2"], "age": ["20", "21", "20"]}, dtype=object)
    definition = {
        "privacy": {"k": 1},
        "method": {"partitioner": "columns"},
        "attribute": {"id": {"role": "identifier"}, "age": ATTRIBUTES["age"]},
    }
    with pytest.raises(UsageError, match='needs one value a person: "age" has several'):
        release(table, definition)
