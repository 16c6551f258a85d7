"""Tables in workbooks: cells with types, formulas, hidden sheets, and a release that is a workbook."""

import datetime
import warnings
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from openpyxl import Workbook, load_workbook

from sanitizer.documents.packages import pack, unpack
from sanitizer.relational.definition.definition import Output, Source
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.io.outputs import PendingOutput
from sanitizer.relational.table.plain_table import PlainTable
from tests.command import run_command
from tests.relational.tables import read_frame

ROWS: list[list[Any]] = [
    ["name", "born", "visits", "cost", "plan"],
    ["Ann", datetime.date(1961, 4, 3), 2, 1.5, None],
    ["Ben", datetime.datetime(1962, 4, 3, 10, 30), 3.0, 2, "=1+1"],
]


def book(path: Path, more: dict[str, tuple[str, list[list[Any]]]] | None = None) -> Path:
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "people"
    for row in ROWS:
        sheet.append([f"'{v}" if isinstance(v, str) and v.startswith("=") else v for v in row])
    for name, (state, rows) in (more or {}).items():
        other = made.create_sheet(name)
        other.sheet_state = state
        for row in rows:
            other.append(row)
    made.save(path)
    return path


def test_cells_keep_their_types(tmp_path: Path) -> None:
    table = read_frame(Source(path=str(book(tmp_path / "a.xlsx")), format="xlsx"))
    assert list(table.columns) == ROWS[0]
    assert table.to_numpy().tolist() == [
        ["Ann", "1961-04-03", 2, 1.5, None], ["Ben", "1962-04-03 10:30:00", 3, 2, "'=1+1"],
    ]  # fmt: skip


def test_a_sheet_is_named_where_several_have_cells(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", {"secret": ("hidden", [["a"], [1]]), "empty": ("visible", [])})
    with pytest.raises(SourceError, match=r"several sheets have cells \(people, secret\)"):
        read_frame(Source(path=str(path), format="xlsx"))
    assert list(read_frame(Source(path=str(path), format="xlsx", table="secret")).columns) == ["a"]
    with pytest.raises(SourceError, match='no sheet "other"'):
        read_frame(Source(path=str(path), format="xlsx", table="other"))


def test_what_is_drawn_beside_the_cells_is_left_aside_without_a_word(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx")
    parts = unpack(path.read_bytes())
    sheet = "xl/worksheets/sheet1.xml"
    more = b'<extLst><ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}"/></extLst></worksheet>'
    path.write_bytes(pack({**parts, sheet: parts[sheet].replace(b"</worksheet>", more)}))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read_frame(Source(path=str(path), format="xlsx"))) == 2


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [([["a"], ["=1+1"]], "row 2: a formula without a value"), ([], "the workbook is empty")],
)
def test_what_has_no_values_is_refused(tmp_path: Path, rows: list[list[Any]], wanted: str) -> None:
    made = Workbook()
    for row in rows:
        made.active.append(row)
    made.save(tmp_path / "a.xlsx")
    with pytest.raises(SourceError, match=wanted):
        read_frame(Source(path=str(tmp_path / "a.xlsx"), format="xlsx"))


@pytest.mark.parametrize("raw", [b"", b"name,born\n", b"PK\x03\x04 and no more"])
def test_what_is_no_workbook_is_refused(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "a.xlsx").write_bytes(raw)
    with pytest.raises(SourceError, match=r"a\.xlsx: "):
        read_frame(Source(path=str(tmp_path / "a.xlsx"), format="xlsx"))


def test_a_table_comes_back_as_it_went(tmp_path: Path) -> None:
    table = pd.DataFrame(
        [["Ann", "34", "007", "[1-2]", "=1+1"], ["Ben", None, "12", "3", "a\nb"]],
        columns=list("abcde"),
        dtype=object,
    )
    parts = []
    for name in ("one.xlsx", "two.xlsx"):
        pending = PendingOutput(Output(path=name, format="xlsx"), tmp_path)
        pending.write(PlainTable.of_frame(table))
        pending.commit()
        parts.append((tmp_path / name).read_bytes())
    assert parts[0] == parts[1]
    again = read_frame(Source(path=str(tmp_path / "one.xlsx"), format="xlsx"))
    assert again.to_numpy().tolist() == [
        ["Ann", 34, "007", "[1-2]", "=1+1"],
        ["Ben", None, "12", "3", "a\nb"],
    ]
    assert [cell.data_type for cell in load_workbook(tmp_path / "one.xlsx").worksheets[0][2]] == [
        "s",
        "n",
        "s",
        "s",
        "s",
    ]


def test_a_workbook_is_released_as_a_workbook(tmp_path: Path) -> None:
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.append(["name", "age", "city"])
    for number in range(20):
        sheet.append([f"Ann Miller {number}", 30 + number // 4, "Leeds" if number % 2 else "York"])
    made.save(tmp_path / "a.xlsx")
    done = run_command(
        "release", tmp_path / "a.xlsx", "-o", tmp_path / "b.xlsx", "--auto", "--person", "name"
    )
    assert done.returncode == 0, done.stderr
    rows = list(load_workbook(tmp_path / "b.xlsx").worksheets[0].values)
    assert rows[0] == ("age", "city") and len(rows) == 21
    assert {type(age) for age, _ in rows[1:]} == {int}
    assert run_command("verify", tmp_path / "b.xlsx", "--definition", tmp_path / "b.toml").returncode == 0
