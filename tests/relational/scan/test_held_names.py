"""Names of persons in a column that a release would show: refused unless it is said that they are of nobody."""

from pathlib import Path

import pytest

from sanitizer.commands import main
from sanitizer.relational.scan.held_names import holds_names
from tests.command import run_command

FAMILY = [
    "Abara", "Achterberg", "Brandt", "Castell", "Dunmore", "Eklund", "Farkas", "Gallo", "Hollis", "Iversen", "Jansky",
    "Kowal",
]  # fmt: skip
GIVEN = ["Ada", "Boris", "Clara", "Elsa"]

DEFINITION = """
[[source]]
path = "a.csv"
[output]
path = "out.csv"
replace = true
[privacy]
k = 3
[attribute.pid]
role = "identifier"
[attribute.{name}]
role = "{role}"
{more}
[attribute.age]
role = "quasi"
type = "number"
"""


def release(folder: Path, name: str, cells: list[str], role: str, more: str = "") -> int:
    rows = [f'p{i},"{cell}",{20 + i}' for i, cell in enumerate(cells)]
    (folder / "a.csv").write_text("\n".join([f"pid,{name},age", *rows]) + "\n", encoding="utf-8")
    (folder / "d.toml").write_text(DEFINITION.format(name=name, role=role, more=more))
    with pytest.raises(SystemExit) as end:
        main(["release", str(folder / "d.toml")])
    return int(end.value.code or 0)


@pytest.mark.parametrize("role", ["quasi", "sensitive", "insensitive"])
@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("label", "{given} {family}"),
        ("label", "{family}, {given}"),
        ("label", "Mrs {family}"),
        ("label", "{given} Q. {FAMILY}"),
        ("surname", "{family}"),
        ("customer", "{family}"),
    ],
)
def test_columns_of_names_are_refused(
    role: str, name: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = [form.format(given=GIVEN[i % 4], family=FAMILY[i], FAMILY=FAMILY[i].upper()) for i in range(12)]
    assert release(tmp_path, name, cells, role) == 2
    told = capsys.readouterr().err
    assert f'column "{name}" ({role}) holds names of persons' in told and not any(f in told for f in FAMILY)
    assert not (tmp_path / "out.csv").exists()
    assert release(tmp_path, name, cells, role, "person = false") == 0


def test_a_scan_drops_columns_of_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [f"{GIVEN[i % 4]} {FAMILY[i % 12]},{20 + i}" for i in range(600)]
    (tmp_path / "a.csv").write_text("\n".join(["label,age", *rows]) + "\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["scan", str(tmp_path / "a.csv")])
    assert '[attribute."label"]\nrole = "identifier"' in capsys.readouterr().out


@pytest.mark.parametrize(
    "cells", [["Odile Farquharson", "Tom Huber"], ["Seen by Dr Farquharson"], ["Tom Huber", "n/a"]]
)
def test_few_names_in_many_rows_are_names(cells: list[str], tmp_path: Path) -> None:
    assert holds_names("label", cells)
    (tmp_path / "a.csv").write_text(
        "label,age\n" + "".join(f"{cells[i % len(cells)]},{20 + i % 4}\n" for i in range(40)),
        encoding="utf-8",
    )
    with pytest.raises(SystemExit):
        main(["release", str(tmp_path / "a.csv"), "--auto", "-k", "3", "-o", str(tmp_path / "out.csv")])
    assert not (tmp_path / "out.csv").exists() or "Huber" not in (tmp_path / "out.csv").read_text()


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        ("town", ["Paris", "Rome", "San Marino", "Saint Helena", "New York", "Leeds"]),
        ("job", ["Nurse", "School teacher", "Carpenter", "Police officer"]),
        ("drug", ["Fluoxetine", "Sertraline", "Ibuprofen"]),
        ("sex", ["female", "male"]),
        ("patient", ["yes", "no"]),
        ("month", ["April", "May", "June"]),
        ("code", ["A12", "B13"]),
    ],
)
def test_other_columns_hold_no_names(column: str, cells: list[str]) -> None:
    assert not holds_names(column, cells)


@pytest.mark.parametrize(
    ("name", "status"), [("Priya Raghunathan", 2), ("whitcombe", 2), ("native_country", 0)]
)
def test_a_column_named_as_a_person_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, status: int
) -> None:
    cells = ["red", "blue", "red"] * 4
    rows = [f"p{i},{cell},{20 + i}" for i, cell in enumerate(cells)]
    (tmp_path / "a.csv").write_text("\n".join([f"pid,{name},age", *rows]) + "\n", encoding="utf-8")
    (tmp_path / "d.toml").write_text(DEFINITION.format(name=f'"{name}"', role="insensitive", more=""))
    with pytest.raises(SystemExit) as end:
        main(["release", str(tmp_path / "d.toml")])
    assert int(end.value.code or 0) == status and name not in capsys.readouterr().err


DEFINED = """
[[source]]
path = "a.csv"
[output]
path = "o.csv"
[privacy]
k = 2
[method]
partitioner = "columns"
[attribute.name]
role = "identifier"
[attribute.note]
role = "insensitive"
[attribute.age]
role = "quasi"
type = "number"
"""


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
@pytest.mark.parametrize(
    ("said", "status"),
    [("{own} came", 2), ("{own}", 2), ("here is {given} today", 2), ("day {day}", 0), ("a garden", 0)],
)
def test_a_column_that_says_what_identifies_the_row_is_refused(
    said: str, status: int, engine: str, tmp_path: Path
) -> None:
    rows = ["name,note,age"]
    for n, own in enumerate(["bryl", "hask", "orme", "vance", "quensby"] * 8):
        given = ("Oksana", "Piet", "Milo", "Ada")[n % 4]
        rows.append(f"{given} {own.title()},{said.format(own=own, given=given, day=n % 3)},{20 + n % 4}")
    (tmp_path / "a.csv").write_text("\n".join(rows))
    (tmp_path / "d.toml").write_text(DEFINED)
    done = run_command("release", "d.toml", "--engine", engine, cwd=tmp_path)
    assert done.returncode == status, done.stderr
    assert ('says what "name" of the same row says' in done.stderr) is bool(status)


def test_a_scan_drops_a_column_that_says_what_an_identifier_says(tmp_path: Path) -> None:
    rows = ["Clothing ID,Department Name,Class Name,age"]
    for i in range(1200):
        thing = ("Dresses", "Jackets", "Trend", "Tops")[i % 60 % 4]
        part = (thing, f"{thing[:2].lower()}mo", "vela")[i % 60 // 4 % 3]
        rows.append(f"{1000 + i % 60},{thing},{part},{20 + i % 9}")
    (tmp_path / "a.csv").write_text("\n".join(rows))
    done = run_command("release", "a.csv", "--auto", "-k", "3", "-o", "out.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    header = (tmp_path / "out.csv").read_text().splitlines()[0]
    assert "Class Name" not in header and "age" in header
