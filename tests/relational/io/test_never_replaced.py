"""Never replace a source, nor a table that was not named; leave nothing of a release that is ended."""

import os
import signal
import sqlite3
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import pytest

from sanitizer.relational import from_file
from sanitizer.relational.io.same_database import address_of
from tests.command import in_a_copy, run_command
from tests.relational.example import DEFINITION
from tests.relational.tables import Run, write

IN_BASE = """[[source]]
url = "{source}"
{what}
[output]
url = "{output}"
table = "{table}"
{replace}
[privacy]
k = 2
[method]
partitioner = "full-domain"
[attribute.name]
role = "identifier"
[attribute.age]
role = "quasi"
type = "number"
"""


@pytest.mark.parametrize("replace", ["", "replace = true"])
@pytest.mark.parametrize(
    ("source", "what", "output", "table"),
    [
        ("sqlite:///p.db", 'table = "people"', "sqlite:///{folder}/p.db", "people"),
        ("sqlite:///p.db", 'table = "people"', "sqlite:///./p.db", "PEOPLE"),
        ("sqlite:///p.db", 'table = "people"', "sqlite:///link.db", "people"),
        ("sqlite:///p.db", 'table = "people"', "sqlite:///hard.db", "people"),
        ("sqlite:///p.db", 'table = "seen"', "sqlite:///p.db", "people"),
        ("sqlite:///p.db", 'query = "select * from seen"', "sqlite:///p.db", "people"),
        ("sqlite:///p.db", 'table = "main.people"', "sqlite:///p.db", "People"),
    ],
)
@pytest.mark.finding("H7")
def test_a_source_table_is_never_dropped(
    source: str, what: str, output: str, table: str, replace: str, tmp_path: Path, run: Run
) -> None:
    with sqlite3.connect(tmp_path / "p.db") as base:
        base.execute("create table people (name text, age integer)")
        base.executemany("insert into people values (?, ?)", [(f"n{i}", 20 + i) for i in range(6)])
        base.execute("create view seen as select * from people")
    base.close()
    (tmp_path / "link.db").symlink_to("p.db")
    os.link(tmp_path / "p.db", tmp_path / "hard.db")
    text = IN_BASE.format(
        source=source, what=what, output=output.format(folder=tmp_path), table=table, replace=replace
    )
    (tmp_path / "d.toml").write_text(text)
    status, _, told = run("release", "d.toml")
    assert status == 2 and len(told.strip().splitlines()) == 1
    with sqlite3.connect(tmp_path / "p.db") as base:
        assert base.execute("select count(name), min(age) from people").fetchall() == [(6, 20)]
    base.close()


def test_addresses_of_one_database(tmp_path: Path) -> None:
    same = [
        "postgresql://a@localhost/x",
        "postgresql+psycopg://b:pw@LOCALHOST:5432/x",
        "postgresql://127.0.0.1:5432/x",
    ]
    assert len({address_of(url, tmp_path) for url in same}) == 1
    other = [
        "postgresql://localhost/y",
        "postgresql://localhost:5433/x",
        "postgresql://db.example/x",
        "mysql://localhost/x",
    ]
    assert len({address_of(url, tmp_path) for url in [same[0], *other]}) == 5


def test_another_table_is_replaced_only_when_asked(tmp_path: Path, run: Run) -> None:
    with sqlite3.connect(tmp_path / "p.db") as base:
        base.execute("create table people (name text, age integer)")
        base.executemany("insert into people values (?, ?)", [(f"n{i}", 20 + i) for i in range(6)])
    base.close()
    text = IN_BASE.format(
        source="sqlite:///p.db", what='table = "people"', output="sqlite:///p.db", table="made", replace="{}"
    )
    (tmp_path / "d.toml").write_text(text.replace("{}", ""))
    assert run("release", "d.toml")[0] == 0
    status, _, told = run("release", "d.toml")
    assert status == 2 and 'table "made" exists and replace = false' in told
    (tmp_path / "d.toml").write_text(text.replace("{}", "replace = true"))
    assert run("release", "d.toml")[0] == 0


@pytest.mark.finding("M7")
def test_nothing_is_left_of_a_release_that_is_ended(tmp_path: Path) -> None:
    write(tmp_path / "a.csv", ("who", "age"), [(f"w{i}", 20 + i) for i in range(40)])
    (tmp_path / "d.toml").write_text(DEFINITION.format(k=3, method='partitioner = "full-domain"'))
    (tmp_path / "tmp").mkdir()

    def end(name: str) -> int:
        def work() -> None:
            tempfile.tempdir = str(tmp_path / "tmp")
            ended = patch.object(
                from_file, "verify", lambda *_, **__: os.kill(os.getpid(), getattr(signal, name))
            )
            with ended:
                sys.exit(run_command("release", "d.toml", cwd=tmp_path).returncode)

        return in_a_copy(work)

    def there() -> list[str]:
        return sorted(p.name for p in tmp_path.iterdir())

    assert end("SIGTERM") == 128 + signal.SIGTERM
    assert there() == ["a.csv", "d.toml", "tmp"] and not list((tmp_path / "tmp").iterdir())
    assert end("SIGKILL") == -signal.SIGKILL
    (left,) = set(there()) - {"a.csv", "d.toml", "tmp"}
    assert left.startswith(".out.csv.") and (tmp_path / left).stat().st_mode & 0o777 == 0o600
    assert not list((tmp_path / "tmp").iterdir())
    assert end("SIGTERM") == 128 + signal.SIGTERM
    assert there() == ["a.csv", "d.toml", "tmp"]  # what the killed run left is gone too
