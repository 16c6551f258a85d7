"""A source in a database is released by engines beyond memory as by memory."""

import csv
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sanitizer.relational.definition.definition import Definition, Source
from sanitizer.relational.from_file import release_files
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.scale.database_release import Engine, release_by_database
from tests.relational.postgres import running
from tests.relational.scale.tables import of_file, table
from tests.spark_sessions import session_at

pytest.importorskip("duckdb")


@pytest.fixture
def rows(tmp_path: Path) -> list[list[Any]]:
    """A header and rows, whole numbers as such, missing cells None."""
    table(tmp_path / "in.csv", 120, "{}")
    with (tmp_path / "in.csv").open(newline="", encoding="utf-8") as stream:
        header, *body = csv.reader(stream, delimiter=";")
    whole = {header.index("age"), header.index("who")}
    return [header, *([int(c) if i in whole else c or None for i, c in enumerate(row)] for row in body)]


def laid_in(execute: Any, many: Any, rows: list[list[Any]], mark: str) -> None:
    """Lay the rows in a table of a database."""
    kinds = ", ".join(f"{name} {'integer' if name in ('age', 'who') else 'text'}" for name in rows[0])
    execute(f"create table people ({kinds})")
    many(f"insert into people values ({', '.join([mark] * len(rows[0]))})", rows[1:])


def asked(folder: Path, name: str, source: Source) -> Definition:
    return replace(of_file(folder / "in.csv", folder / name, 4, model="entropy"), sources=(source,))


@pytest.fixture
def sqlite(tmp_path: Path, rows: list[list[Any]]) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(tmp_path / "in.db")
    laid_in(connection.execute, connection.executemany, rows, "?")
    connection.commit()
    yield connection
    connection.close()


def test_sqlite_is_released_as_by_memory(
    tmp_path: Path, sqlite: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sanitizer.relational.scale.source._READ_AT_ONCE", 50)
    for source in (
        Source(url="sqlite:///in.db", format="sql", table="people"),
        Source(url="sqlite:///in.db", format="sql", query="select * from people where age > 30"),
    ):
        release_files(asked(tmp_path, "wanted.csv", source))
        release_by_database(asked(tmp_path, "made.csv", source))
        assert (tmp_path / "made.csv").read_bytes() == (tmp_path / "wanted.csv").read_bytes()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("update people set age = 1.5 where who = 1", 'column "age" is of type float'),
        ("update people set note = x'00' where who = 1", 'column "note" is of type bytes'),
        ("drop table people", "the database cannot be read"),
    ],
)
def test_bad_databases_are_one_line(
    tmp_path: Path, sqlite: sqlite3.Connection, change: str, says: str
) -> None:
    sqlite.execute(change)
    sqlite.commit()
    with pytest.raises(SourceError, match=says) as error:
        release_by_database(asked(tmp_path, "made.csv", Source(url="sqlite:///in.db", table="people")))
    assert "\n" not in str(error.value)
    assert {p.name for p in tmp_path.iterdir()} == {"in.csv", "in.db"}


@pytest.mark.heavy
def test_postgresql_is_released_as_by_memory(tmp_path: Path, rows: list[list[Any]]) -> None:
    psycopg = pytest.importorskip("psycopg")
    pytest.importorskip("pyspark")
    with running() as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            laid_in(connection.execute, connection.cursor().executemany, rows, "%s")
        source = Source(url=server.url, table="people")
        release_files(asked(tmp_path, "wanted.csv", source))
        for engine in (Engine(), Engine("spark", session=session_at())):
            release_by_database(asked(tmp_path, "made.csv", source), engine)
            assert (tmp_path / "made.csv").read_bytes() == (tmp_path / "wanted.csv").read_bytes()
            (tmp_path / "made.csv").unlink()
