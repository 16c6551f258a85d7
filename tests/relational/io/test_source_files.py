"""Tables in files: dialects, formats, bad files in one line."""

import gzip
from pathlib import Path

import pandas as pd
import pytest

from sanitizer.relational.definition.definition import Output, Source
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.io.outputs import PendingOutput
from sanitizer.relational.table.plain_table import PlainTable
from tests.relational.io.sources import TABLE, same
from tests.relational.tables import read_frame


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
