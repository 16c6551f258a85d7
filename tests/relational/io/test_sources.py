"""Tables in and out: dialects, formats, databases for real, joins, and what is left behind when something fails."""

import gzip
import resource
import sqlite3
import subprocess
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pandas as pd
import pytest

from sanitizer.relational.definition.definition import Definition, Output, Source
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.io.joins import join
from sanitizer.relational.io.outputs import PendingOutput
from sanitizer.relational.io.sources import read_table
from sanitizer.relational.table.plain_table import PlainTable
from tests.relational.postgres import Server
from tests.relational.tables import read_frame

ROWS = [["Ann", "34", 'says "hi"; twice'], ["Ben", None, "two\nlines, é"]]
TABLE = pd.DataFrame(ROWS, columns=["name", "age", "text"], dtype=object)


def same(left: pd.DataFrame, right: pd.DataFrame) -> bool:
    return list(left.columns) == list(right.columns) and [
        [None if v is None or v != v else v for v in row] for row in left.to_numpy().tolist()
    ] == [[None if v is None or v != v else v for v in row] for row in right.to_numpy().tolist()]


@pytest.mark.parametrize("name", ["out.csv", "out.csv.gz", "out.parquet", "out.xml"])
def test_files_come_back_as_they_went(tmp_path: Path, name: str) -> None:
    form = {"csv": "csv", "gz": "csv", "parquet": "parquet", "xml": "xml"}[name.rsplit(".", 1)[1]]
    pending = PendingOutput(Output(path=name, format=form), tmp_path)
    pending.write(PlainTable.of_frame(TABLE))
    assert same(pending.read().to_pandas(), TABLE)
    pending.commit()
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert same(read_frame(Source(path=name, format=form), tmp_path), TABLE)


def test_columns_that_are_no_xml_names(tmp_path: Path) -> None:
    table = pd.DataFrame([["1", "2"]], columns=["a b", "3"], dtype=object)
    pending = PendingOutput(Output(path="x.xml", format="xml"), tmp_path)
    pending.write(PlainTable.of_frame(table))
    pending.commit()
    assert same(read_frame(Source(path="x.xml", format="xml"), tmp_path), table)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("name;age;text\nAnn;34;x\n", "utf-8"),
        ("name\tage\ttext\nAnn\t34\tx\n", "utf-8-sig"),
        ("name|age|text\r\nAnn|34|x\r\n", "utf-8"),
        ('"name","age","text"\n"Ann","34","x"\n', "utf-8"),
        ("name,age,text\nAnn,34,x\n", "utf-16"),
    ],
)
def test_dialects_are_recognized(tmp_path: Path, text: str, encoding: str) -> None:
    (tmp_path / "t.csv").write_text(text, encoding=encoding)
    read = read_frame(Source(path="t.csv", encoding="utf-16" if encoding == "utf-16" else ""), tmp_path)
    assert read.to_numpy().tolist() == [["Ann", "34", "x"]]


def test_named_missing_values(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,b\nNA,1\n?,2\n")
    assert read_frame(Source(path="t.csv", null=("NA", "?")), tmp_path)["a"].tolist() == [None, None]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t.csv", b"", "the file is empty"),
        ("t.csv", b"a,b\n1,2\n3\n", "line 3: 1 cells, but the header has 2"),
        ("t.csv", b'a,b\n1,"2\n', "not readable as CSV"),
        ("t.csv", b"a,a\n1,2\n", 'column "a" is there twice'),
        ("t.csv.gz", gzip.compress(b"a,b\n1,2\n", mtime=0)[:-5], "not a whole gzip file"),
        ("t.parquet", b"no", "not readable as Parquet"),
        ("t.xml", b"<t><r>", "not readable as XML"),
        ("t.xml", b"<t/>", "no row elements"),
        ("t.xml", b'<!DOCTYPE t [<!ENTITY a "b">]><t><r><c>&a;</c></r></t>', "refused"),
    ],
)
def test_bad_files_in_one_line(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    from sanitizer.relational.definition.choices import guess_format

    with pytest.raises(SourceError) as caught:
        read_frame(Source(path=name, format=guess_format(name)), tmp_path)
    assert message in str(caught.value) and "\n" not in str(caught.value)
    with pytest.raises(SourceError, match=r"none\.csv does not exist"):
        read_frame(Source(path="none.csv"), tmp_path)


def test_empty_lines_are_no_rows_and_the_first_fault_is_said(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text('a,b\n\n1,"x\n\ny"\n\n2,\n', encoding="utf-8")
    read = read_frame(Source(path="t.csv"), tmp_path)
    assert read["a"].tolist() == ["1", "2"] and read["b"].tolist() == ["x\n\ny", None]
    path.write_text('a,b\n1,2\n1,2,3\n1,"2\n', encoding="utf-8")
    with pytest.raises(SourceError, match="line 3: 3 cells, but the header has 2"):
        read_frame(Source(path="t.csv"), tmp_path)
    path.write_text('a,b\n1,2\n1,"2\n', encoding="utf-8")
    with pytest.raises(SourceError, match="line 3: not readable as CSV"):
        read_frame(Source(path="t.csv"), tmp_path)
    path.write_text("a,b\n", encoding="utf-8")
    assert list(read_frame(Source(path="t.csv"), tmp_path).columns) == ["a", "b"]
    path.write_text("a,b,a\n1,2,3\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r't\.csv: column "a" is there twice'):
        read_frame(Source(path="t.csv"), tmp_path)


def test_relations_are_joined_by_key() -> None:
    people = pd.DataFrame({"id": ["1", "2"], "age": ["30", "40"]}, dtype=object)
    notes = pd.DataFrame({"id": ["1", "1"], "note": ["a", "b"]}, dtype=object)
    joined = join(people, notes, Source(path="notes.csv", key=("id",)))[0]
    assert same(
        joined,
        pd.DataFrame([["1", "30", "a"], ["1", "30", "b"], ["2", "40", None]], columns=["id", "age", "note"]),
    )


@pytest.mark.parametrize(
    ("left", "right", "message"),
    [
        ({"id": ["1", "1"]}, {"id": ["1", "1"], "b": ["x", "y"]}, "row 2: duplicate key on both sides"),
        ({"id": ["1"]}, {"id": ["2"], "b": ["x"]}, "row 1: its key is in no earlier source"),
        ({"id": ["1"]}, {"b": ["x"]}, 'the key column "id" is missing in n.csv'),
        ({"id": ["1"], "b": ["x"]}, {"id": ["1"], "b": ["x"]}, 'column "b" is in an earlier source too'),
        ({"id": ["1"]}, {"id": [None], "b": ["x"]}, 'the key column "id" has empty cells'),
    ],
)
def test_joins_that_would_lose_or_invent_rows(left: Any, right: Any, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        join(
            pd.DataFrame(left, dtype=object),
            pd.DataFrame(right, dtype=object),
            Source(path="n.csv", key=("id",)),
        )
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("left", "right", "match", "wanted"),
    [
        (["1", "2"], [1, 2], None, ["a", "b"]),
        ([1, 2], ["1", "2"], None, ["a", "b"]),
        ([1.0, 2.0], [Decimal("1.00"), Decimal(2)], None, ["a", "b"]),
        (["007", "2"], [7, 2], None, ["a", "b"]),
        (["2004-01-19", "x"], [date(2004, 1, 19)], None, ["a", None]),
        ([str(UUID(int=5)).upper(), "y"], [UUID(int=5)], None, ["a", None]),
        (["1", "2"], ["1", "3"], 0.5, ["a", None]),
        (["1", "2", "3"], ["1"], 0.3, ["a", None, None]),
        (["1", "01"], [1], None, "row 2: the same number or day as another key"),
        ([1, date(2004, 1, 1)], ["1"], None, "types that cannot be compared"),
        ([b"1"], ["1"], None, "its key is in no earlier source"),
        (
            ["1", "2", "3"],
            ["1"],
            None,
            "only 1 of 3 of the rows before it find a partner (0.333, wanted 0.5)",
        ),
        (["1", "2"], ["1", "3"], 0.6, "only 1 of 2 of its rows find a partner (0.500, wanted 0.6)"),
        (["a", "b"], [1, 2], None, "its key is in no earlier source; it would be lost (2 of 2 rows)"),
    ],
)
def test_keys_are_compared_by_what_they_say(left: Any, right: Any, match: float | None, wanted: Any) -> None:
    tables = (
        pd.DataFrame({"id": pd.Series(left, dtype=object)}),
        pd.DataFrame({"id": pd.Series(right, dtype=object), "b": ["a", "b"][: len(right)]}, dtype=object),
    )
    source = Source(path="n.csv", key=("id",), match=match)
    if isinstance(wanted, str):
        with pytest.raises(SourceError) as caught:
            join(*tables, source)
        assert wanted in str(caught.value) and "\n" not in str(caught.value)
        return
    joined, done = join(*tables, source)
    assert joined["b"].tolist() == wanted and joined["id"].tolist() == left
    assert len(done.alone) == wanted.count(None)
    assert done.dropped == ((2,) if "3" in right else ())


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


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    code = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
import pandas as pd
from pathlib import Path
from sanitizer.relational.definition.definition import Output
from sanitizer.relational.io.joins import join
from sanitizer.relational.io.outputs import PendingOutput
from sanitizer.relational.table.plain_table import PlainTable
from tests.relational.postgres import Server
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.table.plain_table import PlainTable
table = PlainTable.of(["a"], [["x" * 100] * 100], 100)
try:
    PendingOutput(Output(path="big.csv"), Path({str(tmp_path)!r})).write(table)
except SourceError as error:
    print(error)
"""
    assert resource.RLIM_INFINITY
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "cannot write: File too large" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"there is no folder .*none: make it first"):
        PendingOutput(Output(path="none/out.csv"), tmp_path).write(PlainTable.of_frame(TABLE))
