"""The risks of a released table, worked by hand."""

import math
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.audit.tables import audit_table, read_table
from sanitizer.errors import UsageError

TABLE = pd.DataFrame(
    {
        "age": ["30-39", "30-39", "30-39", "40-49", "40-49", "50-59"],
        "city": ["Leeds", "Leeds", "Leeds", "York", "York", None],
        "illness": ["flu", "flu", "gout", "flu", "asthma", "flu"],
        "income": ["10", "20", "30", "10", "30", "20"],
    }
)


def test_classes_and_risks_by_hand() -> None:
    # classes of 3, 2 and 1
    audit = audit_table(TABLE, ["age", "city"], ["illness"])
    assert (audit.rows, audit.classes, audit.k, audit.mean_class, audit.unique_records) == (6, 3, 1, 2.0, 1)
    risks = audit.risks
    assert risks is not None
    assert risks.prosecutor == 1
    assert risks.prosecutor_mean == pytest.approx(3 / 6)
    assert risks.prosecutor_above == 1.0  # 1/3, 1/2 and 1 are all above 1/5
    assert risks.marketer == pytest.approx(3 / 6)
    (illness,) = audit.diversity
    assert (illness.distinct, illness.entropy, illness.distance) == (1, 1.0, "equal")
    # {flu} against {4/6, 1/6, 1/6}: half of |1/3| + 2 |1/6|; the class of two: (1/6 + 1/3 + 1/6)/2
    assert illness.t == pytest.approx(1 / 3)


def test_ordered_distance_by_hand() -> None:
    # overall 1/3 each; {20} differs cumulatively by -1/3, 1/3: earth mover's distance (1/3 + 1/3) / 2
    (income,) = audit_table(TABLE, ["age"], ["income"]).diversity
    assert income.distance == "ordered"
    assert income.t == pytest.approx(1 / 3)


def test_entropy_of_a_mixed_class() -> None:
    (illness,) = audit_table(TABLE.iloc[:3], ["age"], ["illness"]).diversity
    assert illness.entropy == pytest.approx(math.exp(-(2 / 3 * math.log(2 / 3) + 1 / 3 * math.log(1 / 3))))


def test_population_lowers_the_journalist_risk() -> None:
    population = pd.DataFrame({"age": ["30-39"] * 6 + ["50-59"] * 4})
    risks = audit_table(TABLE, ["age"], population=population).risks
    assert risks is not None
    # 30-39: 6 in the population; 40-49: not in its file, so at least the 2 of the release; 50-59: 4
    assert risks.journalist == 1 / 2
    assert risks.marketer == pytest.approx((3 / 6 + 2 / 2 + 1 / 4) / 6)
    assert risks.population == 10


def test_unique_combinations_are_minimal() -> None:
    table = pd.DataFrame({"a": ["x", "x", "y", "y"], "b": ["1", "2", "1", "2"], "c": ["p", "q", "q", "q"]})
    found = {u.columns: u.records for u in audit_table(table, ["a", "b", "c"]).combinations}
    # c = p singles out the first record by itself; a and b only together single out all four;
    # beyond the first, (x, q) and (1, q) are alone
    assert found == {("c",): 1, ("a", "b"): 4, ("a", "c"): 1, ("b", "c"): 1}


def test_missing_sensitive_values_never_count_towards_l() -> None:
    table = pd.DataFrame({"a": ["x", "x"], "s": ["flu", None]})
    assert audit_table(table, ["a"], ["s"]).diversity[0].distinct == 1


def test_an_empty_table() -> None:
    audit = audit_table(TABLE.iloc[:0], ["age"], ["illness"])
    assert (audit.rows, audit.k, audit.risks, audit.diversity) == (0, None, None, ())


def test_wrong_columns_are_named() -> None:
    with pytest.raises(UsageError, match="the table has no column 'sex'"):
        audit_table(TABLE, ["sex"])
    with pytest.raises(UsageError, match="no quasi-identifier"):
        audit_table(TABLE, [])


def test_tables_are_read_as_they_stand(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("age;city\n030;\n31;York\n")
    table = read_table(tmp_path / "t.csv")
    assert table["age"].tolist() == ["030", "31"]
    assert table["city"].tolist() == [None, "York"]


@given(
    st.lists(
        st.tuples(st.sampled_from("ab"), st.sampled_from("cd"), st.sampled_from("ef")),
        min_size=1,
        max_size=12,
    )
)
def test_agrees_with_counting_by_hand(rows: list[tuple[str, str, str]]) -> None:
    audit = audit_table(pd.DataFrame(rows, columns=["x", "y", "s"]), ["x", "y"], ["s"])
    classes: dict[tuple[str, str], list[str]] = {}
    for x, y, s in rows:
        classes.setdefault((x, y), []).append(s)
    assert audit.k == min(map(len, classes.values()))
    assert audit.diversity[0].distinct == min(len(set(v)) for v in classes.values())
    assert audit.unique_records == sum(len(v) == 1 for v in classes.values())
