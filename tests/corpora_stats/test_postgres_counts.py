"""PostgreSQL for real: a server of the tests' own."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from corpora_stats.asking import AskedCounts, Told
from corpora_stats.base import UNKNOWN, CountProvider, CountsError, Query
from corpora_stats.named_sources import open_named
from corpora_stats.postgres import Column, Postgres
from corpora_stats.web import Manners
from tests.contracts.counts import TEXTS, CountsContract
from tests.relational.postgres import Server

pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def database() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    folder.chmod(0o755)
    made = Server(folder)
    made.start()
    try:
        with psycopg.connect(made.url, autocommit=True) as connection:
            connection.execute(
                'CREATE TABLE "Articles" (id serial, "The Body" text, ready tsvector, number integer)'
            )
            for text in TEXTS:
                connection.execute(
                    """INSERT INTO "Articles" ("The Body", ready) VALUES (%s, to_tsvector('english', %s))""",
                    (text, text),
                )
            connection.execute(
                """CREATE INDEX ON "Articles" USING gin (to_tsvector('english', "The Body"))"""
            )
            connection.execute("CREATE TABLE nothing (body text)")
            connection.execute("CREATE ROLE stranger LOGIN")
        yield made
    finally:
        subprocess.run([*made.user, str(made.bin / "pg_ctl"), "-D", str(made.data), "-m", "immediate", "stop"],
                       capture_output=True, cwd=folder, check=False)  # fmt: skip
        shutil.rmtree(folder, ignore_errors=True)


def place(database: Server) -> str:
    return f"postgres://tester@127.0.0.1:{database.port}/postgres"


class TestTextColumn(CountsContract):
    @pytest.fixture
    def provider(self, database: Server) -> CountProvider:
        return open_named(f"{place(database)}?table=Articles&column=The Body&support=1")


class TestReadyColumn(CountsContract):
    @pytest.fixture
    def provider(self, database: Server) -> CountProvider:
        return open_named(f"{place(database)}?table=public.Articles&column=ready&support=2")


def test_phrases_and_names_are_never_sql(database: Server) -> None:
    provider = open_named(f"{place(database)}?table=Articles&column=The Body&support=1")
    nasty = ['\'; DROP TABLE "Articles"; --', "' | 'city", "city:*", "%s", "!city", "<->"]
    found = provider.counts([[Query((phrase,))] for phrase in nasty]).tolist()
    assert found[0] == UNKNOWN
    assert set(found[1:]) <= {UNKNOWN, 4}  # signs mean nothing: what is left is "city", or nothing
    assert provider.counts([[Query.of("city")]]).tolist() == [4]
    wrong = open_named(f'{place(database)}?table=Articles"; DROP TABLE "Articles&column=ready')
    with pytest.raises(CountsError, match="UndefinedTable: check the table, the column"):
        assert wrong.total


def test_a_whole_union_and_many_statements(database: Server) -> None:
    provider = open_named(f"{place(database)}?table=Articles&column=The Body&support=1&at_once=3")
    words = sorted({word for text in TEXTS for word in text.lower().replace(".", " ").split()})
    joint = provider.joint([Query.of(w) for w in words], [Query.of(w) for w in words])
    assert (joint.joint == joint.joint.T).all() and joint.rows.max() == 4
    assert provider.counts([[Query.of("barcelona", "madrid", "harbour")]]).tolist() == [7]
    assert provider.take_sent()


def test_the_index_is_used(database: Server) -> None:
    with psycopg.connect(database.url) as connection:
        connection.execute("SET enable_seqscan = off")
        plan = connection.execute(
            """EXPLAIN SELECT count(*) FROM "Articles" WHERE to_tsvector('english'::regconfig, "The Body")
            @@ (phraseto_tsquery('english'::regconfig, 'city'))"""
        ).fetchall()
    assert any("Bitmap Index Scan" in row[0] for row in plan)


def test_a_socket_of_this_machine_is_not_public(database: Server) -> None:
    near = open_named(
        f"postgres://tester@:{database.port}/postgres?host={database.folder}&table=Articles&column=ready"
    )
    assert not near.public and near.total == len(TEXTS)
    near.counts([[Query.of("city")]])
    assert near.take_sent() == ()
    assert open_named(f"{place(database)}?table=Articles&column=ready").public


def test_errors_are_one_line(database: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for more, says in (
        ("table=none&column=body", "UndefinedTable"),
        ("table=Articles&column=none", "UndefinedColumn"),
        ("table=Articles&column=number", "UndefinedFunction"),
        ("table=Articles&column=ready&config=klingon", "UndefinedObject"),
        ("table=nothing&column=body", "the collection is empty"),
    ):
        provider = open_named(f"{place(database)}?{more}")
        with pytest.raises(CountsError, match=says) as caught:
            assert provider.total
            provider.counts([[Query.of("secret")], [Query.of("city")]])
        assert "\n" not in str(caught.value) and "secret" not in str(caught.value)
    stranger = open_named(
        f"postgres://stranger@127.0.0.1:{database.port}/postgres?table=Articles&column=ready"
    )
    with pytest.raises(CountsError, match="the role may not read the table"):
        assert stranger.total


def test_a_statement_that_takes_too_long(database: Server) -> None:
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute('CREATE VIEW slow AS SELECT ready FROM "Articles" WHERE pg_sleep(3) IS NOT NULL')
    provider = open_named(f"{place(database)}?table=slow&column=ready&timeout=0.5")
    with pytest.raises(CountsError, match=r"no answer within 0\.5 s; is there an index"):
        assert provider.total


def test_a_database_that_goes_away_and_comes_back(database: Server) -> None:
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 4:
            database.start()

    address = f"postgresql://tester@127.0.0.1:{database.port}/postgres"
    engine = Postgres(address, Column("Articles", "ready"), Told("pg"), manners=Manners(tries=3), sleep=sleep)
    provider = AskedCounts(engine)
    assert provider.counts([[Query.of("city")]]).tolist() == [4]
    database.stop()
    with pytest.raises(CountsError, match=r"no connection to the database \(3 tries\); is it up\?"):
        provider.counts([[Query.of("spain")]])
    assert waits == [0.5, 1.0]
    waits.append(0.0)  # the next wait starts it again
    assert provider.counts([[Query.of("spain")]]).tolist() == [3]
