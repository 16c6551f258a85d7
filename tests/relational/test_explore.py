"""The page before a release: figures by hand, nothing released, no outside resources."""

from pathlib import Path

import pandas as pd
import pytest

from sanitizer.errors import UsageError
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.explore import explore
from sanitizer.relational.table.plain_table import PlainTable
from tests.relational.tables import Run

DEFINITION = """
[[source]]
path = "t.csv"
[output]
path = "o.csv"
[privacy]
k = 2
[attribute.age]
role = "quasi"
type = "number"
[attribute.town]
role = "quasi"
[attribute.pay]
role = "sensitive"
"""
TABLE = "age,town,pay\n20,a,1\n22,a,2\n40,b,3\n42,b,4\n42,b,5\n60,a,6\n"


def test_figures_by_hand() -> None:
    rows = [line.split(",") for line in TABLE.split()[1:]]
    table = pd.DataFrame(rows, columns=["age", "town", "pay"], dtype=object)
    definition = parse_definition(
        {
            "privacy": {"k": 3},
            "method": {"partitioner": "columns"},
            "attribute": {
                "age": {"role": "quasi", "type": "number"},
                "town": {"role": "quasi"},
                "pay": {"role": "sensitive"},
            },
        }
    )
    found = explore(PlainTable.of_frame(table), definition)
    assert found.alone == pytest.approx(4 / 6)  # 42, b is there twice
    assert found.without == pytest.approx({"age": 0.0, "town": 4 / 6})
    assert found.chosen.k == 3 and min(found.sizes) >= 3
    of = {c.what: (c.before, c.after) for c in found.statistics}
    assert of["mean of pay"] == (3.5, 3.5) and of["mean of age"][0] == pytest.approx(226 / 6)
    assert {t.partitioner for t in found.tried} == {"columns", "local", "full-domain", "cluster", "mdav"}
    assert of["coefficient of age in a regression of pay"][0] == pytest.approx(131 / (9612 - 226**2 / 6))
    assert set(found.levels) == {"age", "town"} and found.near
    for near in found.near:
        assert abs(near.level - found.levels[near.column]) == 1
        assert near.loss is None or near.level > found.levels[near.column] or near.gone
    assert any("k = 10" in line for line in found.refused)
    with pytest.raises(UsageError, match="for tables without texts"):
        explore(
            PlainTable.of_frame(table),
            parse_definition({"attribute": {n: {"role": "text"} for n in ("age", "town", "pay")}}),
        )


def test_the_page_is_written_and_nothing_is_released(tmp_path: Path, run: Run) -> None:
    (tmp_path / "t.csv").write_text(TABLE)
    (tmp_path / "d.toml").write_text(DEFINITION)
    code, _, err = run("release", "d.toml", "--explore", "page.html")
    assert code == 0 and "none written" in err and not (tmp_path / "o.csv").exists()
    page = (tmp_path / "page.html").read_text()
    assert "Around the best levels" in page and "regression of pay" in page
    assert "<svg" in page and "default-src 'none'" in page
    assert not any(word in page for word in ("<script", "src=", "href=", "url(", "@import"))
    code, _, err = run("release", "d.toml", "--explore", "t.csv")
    assert code and "t.csv is there already" in err and (tmp_path / "t.csv").read_text() == TABLE
    code, _, err = run("release", "d.toml", "--explore", "t.csv", "--overwrite")
    assert code and "written over" in err and (tmp_path / "t.csv").read_text() == TABLE
