# ruff: noqa: E501
"""Texts of a column of a database, in and out: never into the table that they come from."""

import sqlite3
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from tests.command import run_command

ROWS = [(2, "Bo Quernby came to Leeds.", 7, "2020-01-02"), (1, "They saw gardens.", None, None)]


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Provide a database with a table of notes, with a key, and one without."""
    with sqlite3.connect(tmp_path / "in.db") as connection:
        for name, key in (("notes", " primary key"), ("loose", "")):
            connection.execute(f"create table {name} (id integer{key}, text text, ward integer, day date)")
            connection.executemany(f"insert into {name} values (?, ?, ?, ?)", ROWS)
    return f"sqlite:///{tmp_path}/in.db"


def rows(path: Path, table: str) -> list[Any]:
    with sqlite3.connect(path) as connection:
        return connection.execute(f"select * from {table}").fetchall()


def test_a_column_goes_to_a_table_of_its_own(url: str, tmp_path: Path) -> None:
    before = (tmp_path / "in.db").read_bytes()
    out = f"sqlite:///{tmp_path}/out.db"
    call = [
        "sanitize",
        url,
        "--table",
        "notes",
        "--id-field",
        "id",
        "--keep-field",
        "ward",
        "--keep-field",
        "day",
    ]
    done = run_command(*call, "-o", out)
    assert done.returncode == 0 and f"written: table notes of {out}" in done.stderr, done.stderr
    first, second = rows(tmp_path / "out.db", "notes")
    assert first == (1, None, None, "They saw gardens.") and second[:3] == (2, 7, "2020-01-02")
    assert "Quernby" not in second[3] and (tmp_path / "in.db").read_bytes() == before
    again = run_command(*call, "-o", out)
    assert again.returncode == 2 and "exists: name another one with --to-table" in again.stderr
    inside = run_command(*call, "-o", url, "--to-table", "clean")
    assert inside.returncode == 0 and rows(tmp_path / "in.db", "clean") == [first, second], inside.stderr
    assert sorted(rows(tmp_path / "in.db", "notes")) == sorted(ROWS)
    file = run_command(*call, "-o", tmp_path / "x.parquet")
    assert file.returncode == 0, file.stderr
    table = pyarrow.parquet.read_table(tmp_path / "x.parquet").to_pylist()
    assert [row["ward"] for row in table] == [None, 7] and table[1]["day"] == date(2020, 1, 2)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ([], "--table NAME"),
        (["--table", "letters"], "has no table 'letters' (tables: loose, notes)"),
        (["--table", "notes", "--text-field", "body"], "has no column 'body'"),
        (["--table", "loose"], "no key to read its rows in order by"),
        (["--table", "notes", "--format", "csv"], "whose rows have a form"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_line(
    url: str, tmp_path: Path, more: list[str], reason: str
) -> None:
    done = run_command("sanitize", url, *more, "-o", tmp_path / "x.parquet")
    assert done.returncode == 2 and reason in done.stderr and not (tmp_path / "x.parquet").exists(), (
        done.stderr
    )


def test_databases_and_files_are_told_apart(url: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("They saw gardens.")
    done = run_command("sanitize", tmp_path / "a.txt", "--table", "notes")
    assert done.returncode == 2 and "SOURCE is no database" in done.stderr
    done = run_command("sanitize", tmp_path / "a.txt", "-o", f"sqlite:///{tmp_path}/o.db", "--to-table", "x")
    assert done.returncode == 2 and "rows" in done.stderr, done.stderr
    done = run_command("sanitize", "sqlite:///nothing.db", "--table", "x", "-o", "x.parquet", cwd=tmp_path)
    assert done.returncode == 2 and "no such database file" in done.stderr
    done = run_command("sanitize", url, "--table", "notes", "-o", tmp_path / "x.csv")
    assert done.returncode == 2 and "of the format parquet" in done.stderr


@pytest.mark.heavy
def test_a_table_of_postgresql_with_types_of_its_own() -> None:
    from decimal import Decimal
    from uuid import UUID

    import psycopg

    from tests.relational.postgres import running

    with running() as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("create schema ward")
            connection.execute(
                "create table ward.notes (id uuid primary key, body text, cost numeric(6, 2), day timestamp, list text[])"
            )
            own = UUID("00000000-0000-4000-8000-000000000001")
            connection.execute(
                "insert into ward.notes values (%s, 'Bo Quernby came to Leeds.', 1.50, '2020-01-02 03:04', '{a,b}')",
                (own,),
            )
        url = f"postgresql://tester@127.0.0.1:{server.port}/postgres"
        keep = [word for name in ("cost", "day", "list") for word in ("--keep-field", name)]
        call = ["sanitize", url, "--table", "ward.notes", "--text-field", "body", *keep]
        done = run_command(*call, "-o", url, "--to-table", "clean")
        assert done.returncode == 0, done.stderr
        with psycopg.connect(server.url, autocommit=True) as connection:
            told = connection.execute("select * from clean").fetchone()
            assert (
                told is not None
                and told[1:3] == ("2020-01-02 03:04:00", "['a', 'b']")
                and "Quernby" not in told[3]
            )
            assert Decimal(told[0]) == Decimal("1.50")
            assert connection.execute("select count(*), min(body) from ward.notes").fetchone() == (
                1,
                "Bo Quernby came to Leeds.",
            )
