"""Releases by columns alone: what is dropped, suppressed and saved is counted, and costs what it should."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sanitizer.errors import UsageError
from sanitizer.relational import release
from sanitizer.relational.definition.schema import load_definition, parse_definition
from sanitizer.relational.from_file import release_files
from sanitizer.relational.in_memory import make_release
from sanitizer.relational.io.sources import read_table
from sanitizer.relational.scan.definition_file import write_definition
from sanitizer.relational.scan.scan import scan_file
from sanitizer.relational.table.plain_table import PlainTable

AGES = ["21", "22", "21", "22", "35", "36", None, "60"]
SEXES = ["f", "f", "f", "f", "m", "m", "f", "m"]
TABLE = pd.DataFrame({"age": AGES, "sex": SEXES, "job": list("abababab")}, dtype=object)
AGE_LEVELS = [
    [a, "20s" if a < "30" else "30s" if a < "40" else "60s", "*"] for a in ("21", "22", "35", "36", "60")
]


def definition(**method: Any) -> dict[str, Any]:
    return {
        "privacy": {"k": 2},
        "method": {"partitioner": "full-domain", **method},
        "attribute": {
            "age": {"role": "quasi", "hierarchy": {"levels": AGE_LEVELS}},
            "sex": {"role": "quasi", "limit": 0},
            "job": {"role": "sensitive"},
        },
    }


def test_rows_with_nulls_are_dropped_counted_and_charged() -> None:
    made = release(TABLE, definition(null_matching="basic", suppression=0.2))
    assert made.report.to_json()["dropped"] == {
        "rows with a NULL (null_matching = basic)": 1,
        "rows suppressed by the search": 1,
    }
    assert len(made.table) == 6 and made.report.to_json()["search"]["levels"]["age"] == 1
    # ages: 4 x 2/5 + 2 x 2/5 + two rows lost; sexes: six at 1/2, two lost (section 2 of ARX's loss)
    age = ((6 * 2 / 5 + 2) - 8 / 5) / (8 - 8 / 5)
    sex = ((6 / 2 + 2) - 8 / 2) / (8 - 8 / 2)
    assert made.report.to_json()["search"]["loss"] == pytest.approx((age + sex) / 2, abs=1e-6)


def test_cells_are_suppressed_to_save_rows() -> None:
    plain = release(TABLE, definition(suppression=0.3))
    saved = release(TABLE, definition(suppression=0.3, cell_suppression=True))
    assert plain.report.to_json()["search"]["suppressed_persons"] == 2 and len(plain.table) == 6
    # the woman of unknown age and the man of 60 share "*" in both columns
    assert saved.report.to_json()["search"]["persons_saved_by_cell_suppression"] == 2
    assert saved.report.to_json()["search"]["cells_suppressed"] > 0
    assert len(saved.table) == 8 and saved.table.groupby(["age", "sex"], dropna=False).size().min() >= 2


def test_least_and_pinned_levels() -> None:
    wanted = definition(suppression=0.3)
    wanted["attribute"]["age"]["least"] = 2
    assert release(TABLE, wanted).report.to_json()["search"]["levels"]["age"] == 2
    wanted["attribute"]["age"] |= {"least": 0, "pin": 1}
    assert release(TABLE, wanted).report.to_json()["search"]["levels"]["age"] == 1


def test_figures_that_need_the_sensitive_column() -> None:
    loss = release(TABLE, definition(suppression=0.3)).report.to_json()["loss"]
    assert 0 < loss["nonuniform_entropy"] < 1
    assert loss["classification_metric"]["job"] == pytest.approx(
        1 - 3 / 8
    )  # half of six rows, two suppressed


def people(tmp_path: Path, ages: str) -> str:
    path = tmp_path / "everyone.csv"
    path.write_text("age,sex\n" + ages, encoding="utf-8")
    return str(path)


def test_k_map_counts_the_population(tmp_path: Path) -> None:
    everyone = people(tmp_path, "21,f\n" * 3 + "22,f\n" * 3 + "35,m\n36,m\n60,m\n60,m\n60,m\n")
    wanted = definition(suppression=0.5)
    wanted["privacy"] = {"k": 1, "model": [{"name": "k-map", "k": 3, "population": everyone}]}
    made = release(TABLE, wanted)
    assert (
        made.report.to_json()["search"]["levels"]["age"] == 0
    )  # 21, 22 and 60 are common enough as they are
    assert sorted(set(made.table["age"])) == ["21", "22", "60"]
    assert made.report.to_json()["risk"]["journalist_highest"] == pytest.approx(1 / 3, abs=1e-6)
    assert made.report.to_json()["risk"]["prosecutor_highest"] == 1


@pytest.mark.parametrize("partitioner", ["mondrian", "cluster", "gdf"])
def test_k_map_is_a_cut_test_of_every_partitioner(partitioner: str, tmp_path: Path) -> None:
    table = pd.DataFrame({"age": ["21", "22", "35", "36"], "sex": ["f", "f", "m", "m"]}, dtype=object)
    wanted = {
        "privacy": {"k": 2, "model": [{"name": "k-map", "k": 3, "population": ""}]},
        "method": {"partitioner": partitioner},
        "attribute": {"age": {"role": "quasi", "type": "number"}, "sex": {"role": "quasi"}},
    }
    model = wanted["privacy"]["model"][0]  # type: ignore[index]
    model["population"] = people(tmp_path, "21,f\n22,f\n21,f\n35,m\n36,m\n36,m\n")
    assert release(table, wanted).report.to_json()["classes"]["number"] == (1 if partitioner == "gdf" else 2)
    model["population"] = people(tmp_path, "21,f\n22,f\n30,f\n35,m\n36,m\n36,m\n")
    assert release(table, wanted).report.to_json()["classes"]["number"] == 1
    model["population"] = people(tmp_path, "21,f\n22,f\n")
    with pytest.raises(UsageError, match="not even the whole table"):
        release(table, wanted)


def test_words_for_missing_cells_are_proposed_and_used(tmp_path: Path) -> None:
    source = tmp_path / "t.csv"
    rows = "".join(f"{20 + i % 7},{'NULL' if i % 5 == 0 else 'Paris'}\n" for i in range(40))
    source.write_text("age,city\n" + rows, encoding="utf-8")
    found = scan_file(source)
    assert [c.nulls for c in found.columns] == [0.0, pytest.approx(0.2)]
    target = tmp_path / "out.toml"
    write_definition(found, target, output=str(tmp_path / "out.csv"))
    assert 'null = ["", "NULL"]' in target.read_text(encoding="utf-8")
    assert "NULL" not in set(release_files(load_definition(target)).release.table["city"].dropna())


def test_a_csv_release_by_columns_loads_neither_pandas_nor_numba_nor_spacy(tmp_path: Path) -> None:
    import subprocess
    import sys

    (tmp_path / "t.csv").write_text("age,job\n21,smith\n21,\n\n22,smith\n21,smith\n", encoding="utf-8")
    (tmp_path / "d.toml").write_text(
        '[[source]]\npath = "t.csv"\n[output]\npath = "out.csv"\nsidecar = "persons"\n[privacy]\nk = 3\n'
        '[method]\npartitioner = "full-domain"\nsuppression = 0.25\n'
        '[attribute.age]\nrole = "quasi"\ntype = "number"\n[attribute.job]\nrole = "insensitive"\n',
        encoding="utf-8",
    )
    code = (
        "import sys; from sanitizer.commands import main\n"
        "try: main(['release', 'd.toml'])\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "print([m for m in ('pandas', 'numba', 'spacy', 'inflect', 'scipy') if m in sys.modules])"
    )
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.splitlines()[-1] == "[]"
    assert (tmp_path / "out.csv").read_text(encoding="utf-8") == "age,job\n21,\n21,smith\n21,smith\n"


@pytest.mark.parametrize("partitioner", ["full-domain", "cluster"])
def test_missing_cells_of_every_kind_of_column(partitioner: str) -> None:
    table = pd.DataFrame(
        {
            "age": pd.array([20, None, 20, None], dtype="Int64"),
            "note": pd.array(["a", None, "b", "c"], dtype="string"),
            "day": pd.to_datetime(pd.Series(["2001-01-01", None, "2001-01-01", None])),
        }
    )
    wanted = {
        "privacy": {"k": 2},
        "method": {"partitioner": partitioner, "order": "source"},
        "attribute": {
            "age": {"role": "quasi", "type": "number"},
            "note": {"role": "insensitive"},
            "day": {"role": "quasi", "type": "date"},
        },
    }
    made = release(table, wanted).table
    assert [str(v) if v else v for v in made["age"]] == ["20", None, "20", None]
    assert made["note"].tolist() == ["a", None, "b", "c"]
    assert [v and str(v)[:10] for v in made["day"]] == ["2001-01-01", None, "2001-01-01", None]


def test_plain_cells_and_data_frames_are_released_alike(tmp_path: Path) -> None:
    rows = "".join(f"{20 + i % 3},{'' if i % 4 == 0 else 'x'},{i % 2}\n" for i in range(24))
    (tmp_path / "t.csv").write_text("age,note,sex\n" + rows, encoding="utf-8")
    wanted = {
        "source": [{"path": "t.csv"}],
        "privacy": {"k": 4},
        "method": {"partitioner": "full-domain", "seed": 3},
        "attribute": {
            "age": {"role": "quasi", "type": "number"},
            "note": {"role": "insensitive"},
            "sex": {"role": "sensitive"},
        },
    }
    definition = parse_definition(wanted, base=tmp_path)
    plain = read_table(definition)
    assert isinstance(plain, PlainTable)
    one, other = make_release(plain, definition), release(plain.to_pandas(), definition)
    assert (
        one.release.table.equals(other.table) and one.report == other.report and one.sidecar == other.sidecar
    )
    assert plain["note"].tolist().count(None) == 6


@pytest.mark.parametrize("partitioner", ["columns", "cluster", "local"])
def test_a_decimal_comma_is_read_alike_by_all(partitioner: str) -> None:
    cells = {"x": ["1,5", "2,5", "3", "4,25"], "s": list("abab")}
    wanted = {"x": {"role": "quasi", "type": "number"}, "s": {"role": "sensitive"}}
    asked = {"privacy": {"k": 2}, "method": {"partitioner": partitioner}, "attribute": wanted}
    assert release(pd.DataFrame(cells), asked).report.classes.number == 2
