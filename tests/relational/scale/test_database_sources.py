"""A source in a database is released by engines beyond memory as by memory."""

import csv
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Output, Source
from sanitizer.relational.from_file import NotMet, release_files
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.scale import database_release
from sanitizer.relational.scale.checked import Counted
from sanitizer.relational.scale.database_release import Engine, release_by_database
from sanitizer.relational.scale.jdbc import address_of, snapshot
from tests.relational.postgres import running
from tests.relational.scale.tables import of_file, table
from tests.spark_sessions import TWO_WORKERS, kill_a_worker, session_at

pytest.importorskip("duckdb")


@pytest.fixture
def rows(tmp_path: Path) -> list[list[Any]]:
    """Provide a header and rows, whole numbers as such, missing cells None."""
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


@pytest.fixture
def server(rows: list[list[Any]]) -> Iterator[Any]:
    """Provide a PostgreSQL server with the rows in a table, some of them behind others."""
    psycopg = pytest.importorskip("psycopg")
    with running() as made, psycopg.connect(made.url, autocommit=True) as connection:
        laid_in(connection.execute, connection.cursor().executemany, rows, "%s")
        yield made, connection.execute


@pytest.mark.heavy
def test_postgresql_is_released_as_by_memory(
    tmp_path: Path, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setattr("sanitizer.relational.scale.jdbc._LEAST", 1)
    made, run = server
    session = session_at()
    assert address_of(session, made.url) is not None, "apt-get install libpostgresql-jdbc-java"
    run('create table "Odd 100% table" as select *, now() as at from people')
    odd = {"at": {"role": "ignore"}}
    for source, more in (
        (Source(url=made.url, table="people"), {}),
        (Source(url=made.url, table="Odd 100% table"), odd),
        (Source(url=made.url, query="select * from people where age > 30"), {}),
    ):
        definition = replace(
            asked(tmp_path, "made.csv", source), attributes=of_file(Path(), Path(), 4, more=more).attributes
        )
        wanted = replace(definition, output=Output(str(tmp_path / "wanted.csv")))
        release_files(wanted)
        for engine in (Engine(), *([Engine("spark", session=session)] if source.table != "people" else [])):
            release_by_database(definition, engine)
            assert (tmp_path / "made.csv").read_bytes() == (tmp_path / "wanted.csv").read_bytes()
            (tmp_path / "made.csv").unlink()


@pytest.mark.heavy
def test_workers_read_one_snapshot_by_ranges(
    tmp_path: Path, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setattr("sanitizer.relational.scale.jdbc._LEAST", 1)
    made, run = server
    run("create table many as select i from generate_series(1, 5000) as i")
    session = session_at()
    address = address_of(session, made.url)
    assert address is not None
    with snapshot(session, address, Source(url=made.url, table="many"), tmp_path, {"i": False}) as found:
        assert found is not None
        run("delete from many where i > 100")
        run("insert into many select i from generate_series(9000, 9999) as i")
        assert found[0] == ["i"] and found[1].rdd.getNumPartitions() > 1
        assert sorted(int(row.s0) for row in found[1].collect()) == list(range(1, 5001))
    for name, roles in (("people", {"age": True}), ("pg_class", {"relfrozenxid": False})):
        source = Source(url=made.url, table=name)
        with snapshot(session, address, source, tmp_path, roles) as found:
            assert found is None


@pytest.mark.heavy
@pytest.mark.two_workers
def test_a_release_goes_into_postgresql(tmp_path: Path, server: Any) -> None:
    pytest.importorskip("pyspark")
    made, run = server
    run("create schema kept")
    source = Source(url=made.url, table="people")

    def into(name: str, replaces: bool = False) -> Definition:
        output = Output(format="sql", url=made.url, table=name, replace=replaces)
        return replace(asked(tmp_path, "made.csv", source), output=output)

    def rows_of(name: str) -> tuple[list[Any], list[Any]]:
        kinds = run(
            "select column_name, data_type from information_schema.columns where table_name = %s "
            "order by ordinal_position",
            [name.rpartition(".")[2]],
        )
        return kinds.fetchall(), run(f"select * from {name}").fetchall()

    release_files(into("wanted"))
    release_by_database(into("kept.by_duckdb"))
    assert rows_of("kept.by_duckdb") == rows_of("wanted")
    session, lost = session_at(TWO_WORKERS), list[int]()

    def loses(step: str) -> None:
        if step == "write":
            lost.append(kill_a_worker(session))

    engine = Engine("spark", session=session)
    release_by_database(into("kept.by_spark"), engine, tell_step=loses)
    assert rows_of("kept.by_spark") == rows_of("wanted") and len(lost) == 1
    with pytest.raises(SourceError, match="exists and replace = false"):
        release_by_database(into("kept.by_spark"), engine)
    with pytest.raises(UsageError, match="is a source"):
        release_by_database(into("people", True), engine)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_release, "check", lambda *_: Counted(1, 1, 1, 1, ("k = 4 is not met",)))
        with pytest.raises(NotMet):
            release_by_database(into("kept.by_spark", True), engine)
    release_by_database(into("kept.by_spark", True), engine)
    assert rows_of("kept.by_spark") == rows_of("wanted")
    tables = run(
        "select tablename from pg_tables where schemaname in ('kept', 'public') order by 1"
    ).fetchall()
    assert [name for (name,) in tables] == ["by_duckdb", "by_spark", "people", "wanted"]
    assert {p.name for p in tmp_path.iterdir()} == {"in.csv"}
