"""Tables in databases, for real, and what is left behind when something fails."""

import sqlite3
from pathlib import Path

import pytest

from sanitizer.relational.definition.definition import Definition, Output, Source
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.io.outputs import PendingOutput
from sanitizer.relational.io.sources import read_table
from sanitizer.relational.table.plain_table import PlainTable
from tests.relational.io.sources import TABLE, same
from tests.relational.postgres import Server
from tests.relational.tables import read_frame


def definition(url: str, table: str = "people") -> Definition:
    attributes = {"name": {"role": "identifier"}, "age": {"role": "quasi"}, "text": {"role": "insensitive"}}
    return parse_definition({"attribute": attributes, "source": [{"url": url, "table": table}]})


def check_database(url: str, base: Path) -> None:
    """Write, read back, replace, read by query, discard."""
    pending = PendingOutput(Output(url=url, table="people", format="sql"), base)
    pending.write(PlainTable.of_frame(TABLE))
    with pytest.raises(SourceError):
        read_table(definition_at(url, base)).to_pandas()  # not in place yet
    pending.commit()
    assert same(read_table(definition_at(url, base)).to_pandas(), TABLE)
    again = PendingOutput(Output(url=url, table="people", format="sql", replace=True), base)
    again.write(PlainTable.of_frame(TABLE.iloc[:1]))
    assert len(read_table(definition_at(url, base)).to_pandas()) == 2
    again.commit()
    assert len(read_table(definition_at(url, base)).to_pandas()) == 1
    query = Source(url=url, query="SELECT name FROM people", format="sql")
    assert read_frame(query, base)["name"].tolist() == ["Ann"]
    never = PendingOutput(Output(url=url, table="people", format="sql", replace=True), base)
    never.write(PlainTable.of_frame(TABLE))
    never.discard()
    with pytest.raises(SourceError, match="exists and replace = false"):
        PendingOutput(Output(url=url, table="people", replace=False, format="sql"), base).write(
            PlainTable.of_frame(TABLE)
        )


def definition_at(url: str, base: Path) -> Definition:
    from dataclasses import replace

    return replace(definition(url), base=base)


def test_sqlite(tmp_path: Path) -> None:
    check_database("sqlite:///people.db", tmp_path)
    with sqlite3.connect(tmp_path / "people.db") as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("people",)]
    with pytest.raises(SourceError, match="no such database file"):
        read_frame(Source(url="sqlite:///none.db", table="t", format="sql"), tmp_path)


@pytest.mark.heavy
def test_postgresql_and_a_database_that_goes_away(server: Server, tmp_path: Path) -> None:
    check_database(server.url, tmp_path)
    alias = Output(
        url=server.url.replace("127.0.0.1", "localhost"), table="people", format="sql", replace=True
    )
    for source in (
        Source(url=server.url, format="sql", table="people"),
        Source(url=server.url, format="sql", query="select * from people"),
    ):
        with pytest.raises(SourceError, match="is a source of the release"):
            PendingOutput(alias, tmp_path, (source,)).write(PlainTable.of_frame(TABLE))
    pending = PendingOutput(Output(url=server.url, table="people", format="sql", replace=True), tmp_path)
    pending.write(PlainTable.of_frame(TABLE))
    server.stop()
    with pytest.raises(SourceError) as caught:
        pending.commit()
    assert "the database cannot be written" in str(caught.value) and "\n" not in str(caught.value)
    pending.discard()
    with pytest.raises(SourceError, match="the database cannot be read"):
        read_table(definition_at(server.url, tmp_path)).to_pandas()
    server.start()
    assert (
        len(read_table(definition_at(server.url, tmp_path)).to_pandas()) == 1
    )  # as before the failed commit
    left = read_frame(
        Source(url=server.url, query="SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    )
    assert left["tablename"].tolist() == ["people"]  # nothing under a temporary name either
