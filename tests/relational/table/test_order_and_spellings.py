"""Let neither the order of rows nor spellings of identifiers tell persons apart."""

import json
import random
from pathlib import Path

import pytest

from sanitizer.relational.table.joined_spellings import join
from tests.relational.example import DEFINITION, read
from tests.relational.tables import Run, write


@pytest.mark.parametrize("partitioner", ["cluster", "full-domain"])
@pytest.mark.finding("H1")
def test_the_order_of_rows_tells_nothing(partitioner: str, tmp_path: Path, run: Run) -> None:
    rows = [(f"w{i:03d}", 20 + i // 4) for i in range(80)]
    method = f'partitioner = "{partitioner}"'
    (tmp_path / "d.toml").write_text(DEFINITION.format(k=3, method=method))
    orders = set()
    for source in (rows, rows[::-1], random.Random(1).sample(rows, 80)):
        write(tmp_path / "a.csv", ("who", "age"), source)
        assert run("release", "d.toml")[0] == 0
        orders.add((tmp_path / "out.csv").read_bytes())
        assert [r["age"] for r in read(tmp_path / "out.csv")] == sorted(
            r["age"] for r in read(tmp_path / "out.csv")
        )
        status, said, _ = run("verify", "--definition", "d.toml")
        assert status == 0 and "warning" not in said
    assert len(orders) == 1
    (tmp_path / "d.toml").write_text(DEFINITION.format(k=3, method=method + '\norder = "source"'))
    status, _, told = run("release", "d.toml")
    assert status == 0 and "warning: the rows are in the order of the source" in told
    assert any("order of the source" in w for w in json.loads((tmp_path / "r.json").read_text())["warnings"])
    assert "warning: the order of the rows" in run("verify", "--definition", "d.toml")[1]


def test_pseudonyms_do_not_tell_the_order_of_the_source(tmp_path: Path, run: Run) -> None:
    text = DEFINITION.format(k=3, method="").replace(
        'role = "identifier"', 'role = "identifier"\npseudonym = true'
    )
    (tmp_path / "d.toml").write_text(text)
    numbers = []
    for last in ("w098", "w099"):  # another cell, another draw: who lacks one cannot draw again
        write(
            tmp_path / "a.csv", ("who", "age"), [*((f"w{i:03d}", 20 + i // 4) for i in range(40)), (last, 30)]
        )
        assert run("release", "d.toml")[0] == 0
        numbers.append([(r["who"], r["age"]) for r in read(tmp_path / "out.csv")])
    assert numbers[0] != numbers[1]


@pytest.mark.finding("M9")
def test_spellings_of_one_person_are_one_person(tmp_path: Path, run: Run) -> None:
    spellings = [
        "Zoë Lee",
        "Zoë Lee ",
        "ZOË LEE",
        "Zoe\u0308 Lee",
        "Zoë\u00a0Lee",
        "Zoë\u200b Lee",
        "Zoë  Lee",
    ]
    assert len(set(join(spellings).of.values())) == 1
    others = [(name, 40) for name in ("Bo Ek", "Cy Fry")]
    write(tmp_path / "a.csv", ("who", "age"), [*((s, 30) for s in spellings), *others])
    (tmp_path / "d.toml").write_text(DEFINITION.format(k=3, method=""))
    assert run("release", "d.toml")[0] == 0
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["persons"] == 3 and report["spellings_merged"] == 6
    assert {r["age"] for r in read(tmp_path / "out.csv")} == {"[30-40]"}
    (tmp_path / "d.toml").write_text(DEFINITION.format(k=4, method=""))
    status, _, told = run("release", "d.toml")
    assert status == 2 and "k = 4 is larger than the table: it has 3 person(s)" in told


def test_identifiers_that_do_not_agree_are_told(tmp_path: Path, run: Run) -> None:
    rows = [(f"w{i % 10}", 20 + i, f"visit {i}") for i in range(30)]
    write(tmp_path / "a.csv", ("who", "age", "visit"), rows)
    text = DEFINITION.format(k=3, method="") + '[attribute.visit]\nrole = "identifier"\n'
    (tmp_path / "d.toml").write_text(text)
    status, _, told = run("release", "d.toml")
    assert status == 2 and '30 persons are told apart by "who" and "visit", but "who" has 10 values' in told
    (tmp_path / "d.toml").write_text(
        text.replace('role = "identifier"', 'role = "identifier"\nperson = true', 1)
    )
    assert run("release", "d.toml")[0] == 0
    assert json.loads((tmp_path / "r.json").read_text())["persons"] == 10
