"""Calls that cannot work: one clear line each, an exit status that is not 0, and nothing written or written over."""

import gzip
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from sanitizer.commands import main

CSV = "id,age,city\n1,20,Paris\n2,21,Paris\n3,30,Lyon\n4,31,Lyon\n"
DEFINITION = """[[source]]
path = "t.csv"
[output]
path = "out.csv"
[privacy]
k = 2
[method]
partitioner = "full-domain"
[attribute.id]
role = "identifier"
[attribute.age]
role = "quasi"
type = "number"
[attribute.city]
role = "quasi"
"""
OUT = 'path = "out.csv"'
RELEASE = ("release", "d.toml")
BAD = {
    "no source file": ((), ("t.csv", "no.csv"), "no.csv does not exist"),
    "another delimiter": ((), ('path = "t.csv"', 'path = "t.csv"\ndelimiter = ";"'), "set the delimiter"),
    "two delimiters": ((), ('path = "t.csv"', 'path = "t.csv"\ndelimiter = ";;"'), "delimiter: one character"),
    "line as delimiter": ((), (OUT, OUT + '\ndelimiter = "\\n"'), "neither the end of a line nor the quote"),
    "long quote": ((), ('path = "t.csv"', 'path = "t.csv"\nquote = "ab"'), "quote: one character is needed"),
    "unknown encoding": ((), (OUT, OUT + '\nencoding = "zzz"'), '"zzz" is no encoding'),
    "unknown key": ((), ("k = 2", "kk = 2"), "unknown key"),
    "unknown role": ((), ('"identifier"', '"id"'), "is not possible; one of: identifier"),
    "k too large": ((), ("k = 2", "k = 9"), "k = 9 is larger than the table: it has 4 person(s)"),
    "over the source": ((), ("out.csv", "./t.csv"), "./t.csv: the output is a source of the release"),
    "over a link to it": ((), ("out.csv", "link.csv"), "link.csv: the output is a source of the release"),
    "over the definition": ((), ("out.csv", "d.toml"), "d.toml: the output is the definition"),
    "over the hierarchy": (
        (), (OUT, 'path = "h.csv"'), 'h.csv: the output is the hierarchy of "city"; give it another name',
    ),
    "sidecar over the source": ((), (OUT, OUT + '\nsidecar = "t.csv"'), "the sidecar is a source"),
    "report over the output": ((), (OUT, OUT + '\nreport = "out.csv"'), "the report is the output as well"),
    "report over the sidecar": ((), (OUT, OUT + '\nsidecar = "a"\nreport = "./a"'), "is the sidecar as well"),
    "no folder": ((), ("out.csv", "no/out.csv"), "out.csv: there is no folder no: make it first"),
    "a folder": ((), ("out.csv", "folder"), "folder: cannot write: Is a directory"),
    "no hierarchy file": ((), ("h.csv", "none.csv"), "none.csv cannot be read (No such file or directory)"),
    "lambda": ((), ("[method]", "[method]\nlambda = 2"), "method.lambda: 2 is out of bounds (0 to 1)"),
    "no output": ((), (f"[output]\n{OUT}\n", ""), "no [output]: say where the release goes"),
    "no database": (
        (), ('path = "t.csv"', 'url = "postgresql://me:secret@localhost:1/x"\ntable = "t"'), "cannot be read",
    ),
    "a table, not a definition": (("release", "t.csv"), None, "t.csv is not a definition (.toml)"),
    "auto without output": (("release", "t.csv", "--auto"), None, "--auto needs --output"),
    "auto over the table": (("release", "t.csv", "--auto", "-o", "./t.csv"), None, "is the table itself"),
    "auto of a definition": (("release", "d.toml", "--auto", "-o", "o.csv"), None, "release it without --auto"),
    "auto over its definition": (("release", "t.csv", "--auto", "-o", "o.toml"), None, "takes this name"),
    "auto with too large k": (("release", "t.csv", "--auto", "-k", "9", "-o", "e.csv"), None, "k = 9 is larger"),
    "auto without folder": (("release", "t.csv", "--auto", "-o", "no/o.csv"), None, "no/o.toml: cannot be"),
    "scan over the table": (("scan", "t.csv", "-o", "t.csv", "--overwrite"), None, "written over the table"),
    "scan without folder": (("scan", "t.csv", "-o", "no/d.toml"), None, "no/d.toml: cannot be written"),
    "verify what is not there": (("verify", "--definition", "d.toml"), None, "out.csv does not exist"),
}  # fmt: skip


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """Provide runs a command in a folder and gives its one line, after seeing that the folder is as it was."""
    monkeypatch.chdir(tmp_path)

    def content() -> dict[str, bytes | None]:
        return {p.name: p.read_bytes() if p.is_file() else None for p in tmp_path.iterdir()}

    def run(*arguments: str) -> str:
        before = content()
        with pytest.raises(SystemExit) as end:
            main(list(arguments))
        assert end.value.code == 2
        assert content() == before
        lines = capsys.readouterr().err.strip().splitlines()
        assert len(lines) == 1
        return lines[0]

    return run


def prepare(folder: Path, change: tuple[str, str] | None = None, table: str | bytes = CSV) -> None:
    text = DEFINITION + 'hierarchy = { file = "h.csv" }\n'
    if change is not None:
        assert change[0] in text
        text = text.replace(*change)
    (folder / "d.toml").write_text(text, encoding="utf-8")
    (folder / "t.csv").write_bytes(table if isinstance(table, bytes) else table.encode())
    (folder / "h.csv").write_text("Paris;France;*\nLyon;France;*\n", encoding="utf-8")
    (folder / "link.csv").symlink_to("t.csv")
    (folder / "folder").mkdir()


@pytest.mark.parametrize("name", BAD)
def test_one_line_and_nothing_changed(name: str, tmp_path: Path, call: Callable[..., str]) -> None:
    arguments, change, said = BAD[name]
    prepare(tmp_path, change)
    line = call(*(arguments or RELEASE))
    assert line.startswith("sanitizer: ") and said in line
    assert "secret" not in line and ".new" not in line and ".tmp" not in line


@pytest.mark.parametrize("partitioner", ["full-domain", "cluster"])
@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("", "t.csv: the file is empty"),
        ("id,age,city\n", "the table has no rows"),
        ("id,age,city,age\n1,2,Paris,3\n", 'column "age" is there twice'),
        ("id,age,city\n1,20,Paris\n2,21\n", "line 3: 2 cells, but the header has 3"),
        (CSV.replace("31", "old"), 'column "age"'),
        (CSV.replace("Lyon", "Nice"), 'column "city"'),
        ('id,age,city\n1,20,"Paris\n', "line 2: not readable as CSV"),
        (gzip.compress(CSV.encode(), mtime=0)[:-9] + b"123456789", "not a whole gzip file"),
    ],
)
def test_tables_that_cannot_be_used(
    table: str | bytes, said: str, partitioner: str, tmp_path: Path, call: Callable[..., str]
) -> None:
    prepare(tmp_path, ('"full-domain"', f'"{partitioner}"'), table)
    assert said in call(*RELEASE)


def test_a_cell_that_the_encoding_lacks(tmp_path: Path, call: Callable[..., str]) -> None:
    prepare(tmp_path, (OUT, OUT + '\nencoding = "ascii"'), CSV.replace("Lyon", "Orléans"))
    (tmp_path / "h.csv").write_text("Paris;France;*\nOrléans;France;*\n", encoding="utf-8")
    line = call(*RELEASE)
    assert 'out.csv: cannot write: encoding "ascii" lacks a character of the table' in line
    assert "Orl" not in line and "\\x" not in line


def test_a_date_that_is_none_is_told_with_its_row(tmp_path: Path, call: Callable[..., str]) -> None:
    days = CSV.replace("20,", "2001-01-01,").replace("21,", "2001,").replace("30,", "some day,")
    prepare(tmp_path, ('"number"', '"date"'), days.replace("31,", "2003-03-03,"))
    assert 'column "age", row 3: not a date like 2004-01-19' in call(*RELEASE)


def test_a_table_of_a_database_is_not_written_over(tmp_path: Path, call: Callable[..., str]) -> None:
    with sqlite3.connect(tmp_path / "a.db") as base:
        base.execute("create table people (id, age, city)")
    for asked in ('table = "people"', 'query = "select * from People where age > 3"'):
        prepare(tmp_path, ('path = "t.csv"', f'url = "sqlite:///a.db"\n{asked}'))
        text = (tmp_path / "d.toml").read_text(encoding="utf-8")
        written = text.replace(OUT, 'url = "sqlite:///a.db"\ntable = "people"\nreplace = true')
        (tmp_path / "d.toml").write_text(written, encoding="utf-8")
        assert "the output is a source of the release" in call(*RELEASE)
        (tmp_path / "link.csv").unlink()
        (tmp_path / "folder").rmdir()


def test_a_column_without_any_value_is_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    prepare(tmp_path, None, "id,age,city\n1,,Paris\n2,,Lyon\n3,,Paris\n")
    with pytest.raises(SystemExit) as end:
        main(list(RELEASE))
    assert not end.value.code
    assert (tmp_path / "out.csv").read_text(encoding="utf-8") == "age,city\n" + ",France\n" * 3


def test_auto_leaves_release_and_definition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = "age;note\n" + "".join(f"{20 + i};{'é' * (i % 2 + 1)}\n" for i in range(40))
    prepare(tmp_path, None, table.encode("utf-16"))
    with pytest.raises(SystemExit) as end:
        main(["release", "t.csv", "--auto", "-k", "4", "-o", "o.csv"])
    assert not end.value.code
    text = (tmp_path / "o.toml").read_text(encoding="utf-8")
    assert 'path = "o.csv"' in text and 'delimiter = ";"' in text and "k = 4" in text
    assert len((tmp_path / "o.csv").read_text(encoding="utf-8").splitlines()) == 41
    assert not [p for p in tmp_path.iterdir() if p.name.startswith(".")]
