"""Releases into a PostgreSQL server through the command: written, verified, replaced at once, never over a source."""

import json
import zlib
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy

from tests.relational.postgres import Server
from tests.relational.tables import Run

pytestmark = pytest.mark.heavy

ROLES = {"id": "identifier", "age": "quasi", "town": "quasi", "ward": "insensitive"}
ROWS = [(i, 30 + i % 3, f"t{i % 2}", "a") for i in range(24)]


class Database:
    """A database of its own on the server."""

    def __init__(self, server: Server, name: str) -> None:
        with self._engine(server.url).connect() as connection:
            connection.exec_driver_sql(f"create database {name}")
        self.url = server.url.rpartition("/")[0] + f"/{name}"

    @staticmethod
    def _engine(url: str) -> sqlalchemy.Engine:
        address = sqlalchemy.make_url(url).set(drivername="postgresql+psycopg")
        return sqlalchemy.create_engine(
            address, poolclass=sqlalchemy.pool.NullPool, isolation_level="AUTOCOMMIT"
        )

    def ask(self, statement: str) -> list[tuple[Any, ...]]:
        with self._engine(self.url).connect() as connection:
            result = connection.exec_driver_sql(statement)
            return [tuple(row) for row in result] if result.returns_rows else []

    def people(self, table: str = "people", rows: int = 24) -> None:
        self.ask(f"create table {table} (id int, age int, town text, ward text)")
        values = ", ".join(str(row) for row in ROWS[:rows])
        self.ask(f"insert into {table} values {values}")

    def count(self, table: str) -> int:
        return int(self.ask(f"select count(*) from {table}")[0][0])

    def tables(self) -> list[str]:
        return [
            row[0]
            for row in self.ask(
                "select schemaname || '.' || tablename from pg_tables where schemaname not in "
                "('pg_catalog', 'information_schema') order by 1"
            )
        ]


@pytest.fixture
def database(server: Server, request: pytest.FixtureRequest) -> Database:
    return Database(server, f"d{zlib.crc32(request.node.name.encode())}")


def written(folder: Path, source: str, output: str, replace: bool = True) -> None:
    lines = [
        f"[[source]]\n{source}\n[output]\n{output}\nreplace = {str(replace).lower()}\n[privacy]\nk = 2\n"
    ]
    lines += [f'[attribute.{name}]\nrole = "{role}"\n' for name, role in ROLES.items()]
    (folder / "r.toml").write_text("".join(lines), encoding="utf-8")


def test_a_release_is_written_verified_and_replaced_at_once(
    database: Database, tmp_path: Path, run: Run
) -> None:
    database.people()
    source, output = (f'url = "{database.url}"\ntable = "{name}"' for name in ("people", "released"))
    written(tmp_path, source, output)
    for rows in (24, 20):
        code, _, err = run("release", "r.toml", "--report", "r.json")
        assert (
            code == 0
            and f": {rows} rows, verified" in err
            and json.loads((tmp_path / "r.json").read_text())["verification"]["met"]
        )
        assert database.count("released") == rows
        database.ask("delete from people where id >= 20")
    cells = database.ask("select age, town, count(*) from released group by 1, 2")
    assert sum(n for *_, n in cells) == 20 and min(n for *_, n in cells) >= 2
    code, _, err = run("verify", "--definition", "r.toml")
    assert code == 0, err
    written(tmp_path, source, output, replace=False)
    code, _, err = run("release", "r.toml")
    assert code and "exists and replace = false" in err and err.count("\n") == 1
    assert database.tables() == ["public.people", "public.released"] and database.count("released") == 20


@pytest.mark.parametrize(
    ("prepared", "source", "output"),
    [
        ("", "people", "people"),
        ("", "public.people", "people"),
        ("", "people", "public.people"),
        ("", "People", "people"),
        ("create view seen as select * from people", "seen", "people"),
        (
            "create view seen as select * from people; create view again as select * from seen",
            "again",
            "people",
        ),
        ("create table part () inherits (people)", "people", "part"),
        ("create table part () inherits (people)", "part", "people"),
        ("create schema other; alter role tester set search_path = public", "people", "PEOPLE"),
        ("", "select * from people", "people"),
        ("create view seen as select * from people", "select id, age, town, ward from seen", "people"),
        (
            "create function f() returns setof people language sql as 'select * from people'",
            "select * from f()",
            "people",
        ),
    ],
)
def test_a_source_is_never_dropped_however_it_is_spelled(
    database: Database, server: Server, tmp_path: Path, run: Run, prepared: str, source: str, output: str
) -> None:
    database.people()
    for statement in prepared.split("; "):
        if statement:
            database.ask(statement)
    url = database.url.replace("127.0.0.1", "localhost")
    if " " in prepared + source:  # over the socket
        url = f"postgresql+psycopg://tester@/{database.url.rpartition('/')[2]}?host={server.folder}&port={server.port}"
    read = f'query = "{source}"' if " " in source else f'table = "{source}"'
    written(tmp_path, f'url = "{database.url}"\n{read}', f'url = "{url}"\ntable = "{output}"')
    code, _, err = run("release", "r.toml")
    assert database.count("people") == 24 and not any("_pending" in t for t in database.tables())
    assert code == 0 or err.count("\n") == 1, err
    if code == 0:
        assert output == "PEOPLE"  # another table, by its quoted name


def test_schemas_quoted_names_and_names_that_are_cut_off(
    database: Database, tmp_path: Path, run: Run
) -> None:
    long = "p" * 63
    database.people(long)
    database.ask("create schema out")
    url = f'url = "{database.url}"'
    for name in ("out.released", "Mixed Case", "select"):
        for _ in range(2):
            written(tmp_path, f'{url}\nquery = "select * from {long}"', f'{url}\ntable = "{name}"')
            code, _, err = run("release", "r.toml")
            assert code == 0, err
    assert database.tables() == [
        "out.released",
        "public.Mixed Case",
        f"public.{long}",
        "public.select",
    ]
    written(tmp_path, f'{url}\ntable = "{long}"', f'{url}\ntable = "{long}x"')
    code, _, err = run("release", "r.toml")
    assert code and "63 bytes" in err and database.count(long) == 24
    database.ask('create view of_release as select * from "select"')
    written(tmp_path, f'{url}\ntable = "{long}"', f'{url}\ntable = "select"')
    code, _, err = run("release", "r.toml")  # others depend on what would go
    assert code and err.count("\n") == 1 and database.count("of_release") == 24


def test_a_csv_file_joined_with_a_table_by_the_value_of_the_key(
    database: Database, tmp_path: Path, run: Run
) -> None:
    database.people()
    (tmp_path / "n.csv").write_text("id,ward2\n" + "".join(f"{i},w\n" for i in range(24)), encoding="utf-8")
    roles = {**ROLES, "ward2": "insensitive"}
    lines = [
        f'[[source]]\nurl = "{database.url}"\ntable = "people"\n[[source]]\npath = "n.csv"\nkey = ["id"]\n'
    ]
    lines += ['[output]\npath = "o.csv"\n[privacy]\nk = 2\n']
    lines += [f'[attribute.{name}]\nrole = "{role}"\n' for name, role in roles.items()]
    (tmp_path / "r.toml").write_text("".join(lines), encoding="utf-8")
    code, _, err = run("release", "r.toml", "--report", "r.json")
    assert code == 0, err
    assert (tmp_path / "o.csv").read_text().count(",w\n") == 24
    joined = json.loads((tmp_path / "r.json").read_text())["joins"][0]
    assert (joined["rows"], joined["rows_dropped"], joined["earlier_rows_without_partner"]) == (24, 0, 0)
