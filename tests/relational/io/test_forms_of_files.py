"""Tell what is wrong with the file of a table; write no cell that is a formula."""

import sqlite3
from pathlib import Path

import pytest

from sanitizer.documents.csv_cells import plain_cell, safe_cell
from tests.relational.example import read
from tests.relational.tables import Run, write


def test_rows_without_the_key_are_told(tmp_path: Path, run: Run) -> None:
    write(
        tmp_path / "a.csv",
        ("patient_id", "age"),
        [("" if i == 7 else f"P{i % 9:04d}", 20 + i % 9) for i in range(36)],
    )
    status, _, told = run("release", "a.csv", "--auto", "-o", "out.csv")
    assert status == 2 and '"patient_id", which would tell, is missing in 1 of 36 rows' in told
    status, _, told = run("release", "a.csv", "--auto", "-o", "out.csv", "--person", "patient_id")
    assert status == 2 and "1 of 36 rows do not say whose they are" in told


def test_forms_that_are_no_table_are_told(tmp_path: Path, run: Run) -> None:
    sqlite3.connect(tmp_path / "p.sqlite").execute("create table t (a)").connection.close()
    (tmp_path / "x.jsonl").write_text('{"a": 1, "b": "x, y"}\n')
    (tmp_path / "a.csv").write_text("age,sex\n" + "20,f\n21,m\n" * 5)
    for arguments, said in (
        (("scan", "p.sqlite"), 'url = "sqlite:///p.sqlite"'),
        (("scan", "sqlite://me:secret@/p.sqlite"), "a scan reads files"),
        (("scan", "x.jsonl"), "JSON lines are no form of table"),
        (("release", "a.csv", "--auto", "-o", "o.jsonl"), "JSON lines are no form of table"),
        (("scan", "none.csv"), "none.csv does not exist"),
        (("release", "a.csv", "--auto", "-o", "o.csv", "--person", "sexe"), "did you mean 'sex'"),
        (("release", "d.toml", "--person", "sex"), "--person goes with --auto"),
    ):
        (tmp_path / "d.toml").write_text("")
        status, _, told = run(*arguments)
        assert status == 2 and said in told and len(told.strip().splitlines()) == 1 and "secret" not in told


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.finding("L5")
def test_document_types_are_refused_wherever_they_stand(encoding: str, tmp_path: Path, run: Run) -> None:
    text = f"<?xml version='1.0' encoding='{encoding}'?><!--{' ' * 5000}--><!DOCTYPE t [<!ENTITY a 'b'>]>"
    text += "<t><r x='&a;'/></t>"
    (tmp_path / "t.xml").write_bytes(text.encode(encoding))
    status, _, told = run("scan", "t.xml")
    assert status == 2 and "document type declarations are refused" in told


@pytest.mark.finding("L11")
def test_a_surplus_cell_is_told_with_its_line(tmp_path: Path, run: Run) -> None:
    (tmp_path / "t.csv").write_text("age,note\n20,well\n21,well, and more\n")
    status, _, told = run("scan", "t.csv")
    assert status == 2 and "line 3: 3 cells, but the header has 2" in told


@pytest.mark.finding("L6")
def test_cells_are_no_formulas(tmp_path: Path, run: Run) -> None:
    for cell in ("=1+2", "+cmd", "-x", "@a", "'=1", "\t=1"):
        assert safe_cell(cell) == "'" + cell and plain_cell(safe_cell(cell)) == cell
    for cell in ("-5", "+3.5", "-1e3", "plain", "", "'s", "[-3-5]"):
        assert safe_cell(cell) == cell and plain_cell(cell) == cell
    rows = [
        ("=HYPERLINK(1)", 20, "-2"),
        ("=HYPERLINK(1)", 20, "-2"),
        ("=HYPERLINK(1)", 21, "-3"),
        ("@x", 21, "-3"),
    ]
    write(tmp_path / "a.csv", ("job", "age", "score"), rows)
    (tmp_path / "d.toml").write_text(
        '[[source]]\npath = "a.csv"\n[output]\npath = "out.csv"\n[privacy]\nk = 2\n'
        '[attribute.job]\nrole = "sensitive"\n'
        '[attribute.age]\nrole = "quasi"\n[attribute.score]\nrole = "insensitive"\n'
    )
    assert run("release", "d.toml")[0] == 0
    cells = {(r["job"], r["score"]) for r in read(tmp_path / "out.csv")}
    assert cells == {("'=HYPERLINK(1)", "-2"), ("'=HYPERLINK(1)", "-3"), ("'@x", "-3")}
    status, said, _ = run("verify", "--definition", "d.toml")
    assert status == 0 and "warning" not in said
