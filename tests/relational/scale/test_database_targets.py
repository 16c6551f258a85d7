"""Releases beyond memory go into Parquet and databases as those of memory do, or nothing is there."""

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sanitizer.relational.definition.definition import Definition, Output
from sanitizer.relational.from_file import NotMet, release_files
from sanitizer.relational.io.database_output import DatabaseOutput
from sanitizer.relational.io.files import SourceError
from sanitizer.relational.io.write_files import write_parts
from sanitizer.relational.scale import database_release, targets
from sanitizer.relational.scale.checked import Counted
from sanitizer.relational.scale.database_release import release_by_database
from tests.command import run_command
from tests.relational.scale.tables import of_file, table

pytest.importorskip("duckdb")


def asked(folder: Path, output: Output, nulls: str = "extended", model: str = "") -> Definition:
    return replace(of_file(folder / "in.csv", folder / "out", 4, nulls, model), output=output)


def lines(database: Path, name: str) -> tuple[str, list[Any]]:
    """Return how a table was made, and its rows as they lie there."""
    with sqlite3.connect(database) as connection:
        (made,) = connection.execute("select sql from sqlite_master where name = ?", [name]).fetchone()
        return str(made).partition("(")[2], connection.execute(f"select * from {name}").fetchall()


@pytest.mark.parametrize("nulls", ["extended", "basic"])
@pytest.mark.parametrize("model", ["", "ordered", "hierarchical", "recursive"])
def test_parquet_and_tables_are_those_of_memory(
    tmp_path: Path, nulls: str, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets, "_AT_ONCE", 50)
    monkeypatch.setattr("sanitizer.relational.io.write_files._GROUP", 33)
    table(tmp_path / "in.csv", 120, "{}")
    release_files(asked(tmp_path, Output("wanted.parquet", "parquet"), nulls, model))
    release_by_database(asked(tmp_path, Output("made.parquet", "parquet"), nulls, model))
    assert (tmp_path / "made.parquet").read_bytes() == (tmp_path / "wanted.parquet").read_bytes()
    url = "sqlite:///out.db"
    release_files(asked(tmp_path, Output(format="sql", url=url, table="wanted"), nulls, model))
    done = release_by_database(asked(tmp_path, Output(format="sql", url=url, table="made"), nulls, model))
    assert done.manifest is None and done.report.verification is not None
    assert lines(tmp_path / "out.db", "made") == lines(tmp_path / "out.db", "wanted")
    left = {"in.csv", "out.db", "wanted.parquet", "made.parquet", "made.parquet.manifest.json"}
    assert {p.name for p in tmp_path.iterdir()} == left


def test_a_table_is_replaced_where_that_is_said(tmp_path: Path) -> None:
    table(tmp_path / "in.csv", 40, "{}")
    output = Output(format="sql", url="sqlite:///out.db", table="made")
    release_by_database(asked(tmp_path, output))
    with pytest.raises(SourceError, match="exists and replace = false"):
        release_by_database(asked(tmp_path, output))
    before = lines(tmp_path / "out.db", "made")
    release_by_database(asked(tmp_path, replace(output, replace=True)))
    assert lines(tmp_path / "out.db", "made") == before


@pytest.mark.parametrize("fails", ["write", "check"])
def test_nothing_is_there_that_does_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    table(tmp_path / "in.csv", 40, "{}")
    output = Output(format="sql", url="sqlite:///out.db", table="made", replace=True)
    release_by_database(asked(tmp_path, output))
    before = lines(tmp_path / "out.db", "made")
    if fails == "check":
        monkeypatch.setattr(database_release, "check", lambda *_: Counted(1, 1, 1, 1, ("k = 4 is not met",)))
    else:
        write = DatabaseOutput.write

        def badly(pending: Any, parts: Any) -> None:
            write(pending, (part.iloc[:-1] for part in parts))

        monkeypatch.setattr(DatabaseOutput, "write", badly)
    with pytest.raises(NotMet, match=r"is not met|rows"):
        release_by_database(asked(tmp_path, output))
    assert lines(tmp_path / "out.db", "made") == before
    with sqlite3.connect(tmp_path / "out.db") as connection:
        assert connection.execute("select name from sqlite_master").fetchall() == [("made",)]
    assert {p.name for p in tmp_path.iterdir()} == {"in.csv", "out.db"}


def test_a_parquet_file_that_was_changed_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table(tmp_path / "in.csv", 40, "{}")

    def badly(names: Any, parts: Any, path: Path, output: Output) -> None:
        write_parts(names, (part.replaced({"age": part.cells["town"]}) for part in parts), path, output)

    monkeypatch.setattr(targets, "write_parts", badly)
    with pytest.raises(NotMet):
        release_by_database(asked(tmp_path, Output("made.parquet", "parquet")))
    assert {p.name for p in tmp_path.iterdir()} == {"in.csv"}


@pytest.mark.parametrize(("output", "form"), [("made.csv", "csv"), ("made.parquet", "parquet")])
def test_the_command_verifies_what_duckdb_released(tmp_path: Path, output: str, form: str) -> None:
    rows = ["who,age,town,ill", *(f"{i},{20 + i % 9},{'AB'[i % 2]},{'xyz'[i % 3]}" for i in range(60))]
    (tmp_path / "in.csv").write_text("\n".join(rows))
    (tmp_path / "d.toml").write_text(
        '[[source]]\npath = "in.csv"\n[privacy]\nk = 3\n[[privacy.model]]\nname = "l-diversity"\nl = 2\n'
        'attribute = "ill"\n[method]\npartitioner = "columns"\n[attribute.who]\nrole = "identifier"\n'
        '[attribute.age]\nrole = "quasi"\ntype = "number"\n[attribute.town]\nrole = "quasi"\n'
        '[attribute.ill]\nrole = "sensitive"\n'
        f'[output]\npath = "{output}"\nformat = "{form}"\nreport = "figures.json"\n'
    )
    done = run_command("release", "d.toml", "--engine", "duckdb", cwd=tmp_path)
    assert done.returncode == 0 and "60 rows, verified" in done.stderr
    again = run_command("verify", output, "--definition", "d.toml", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
