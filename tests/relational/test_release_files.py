"""Verify a release in files; leave nothing of one that fails."""

import sqlite3
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.from_file import NotMet, release_files
from sanitizer.relational.verify_file import verify_files
from tests.relational.example import CASE, NOTHING
from tests.relational.fakes import Given, parse


def files(folder: Path, **changes: Any) -> Definition:
    pd.DataFrame(CASE["table"]).to_csv(folder / "in.csv", index=False)
    values = {
        **CASE["definition"],
        "source": [{"path": "in.csv"}],
        "output": {"path": "out.csv", "sidecar": "private/out.persons", "report": "report.json"},
        **changes,
    }
    return replace(parse_definition(values), base=folder)


PARTS: dict[str, Any] = {"recognizers": [Given(CASE["terms"])], "parse": parse, "knowledge": NOTHING}


def test_a_release_in_place_is_verified_and_its_sidecar_private(tmp_path: Path) -> None:
    definition = files(tmp_path)
    done = release_files(definition, **PARTS)
    assert done.verdict.met and done.verdict.figures.persons == 6
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.csv", "out.csv", "private", "report.json"]
    sidecar = tmp_path / "private" / "out.persons"
    assert stat.S_IMODE(sidecar.stat().st_mode) == 0o600
    assert "Pedro" not in sidecar.read_text() and "Mexico" not in sidecar.read_text()
    assert verify_files(str(tmp_path / "out.csv"), definition, str(sidecar)).met
    without = verify_files(str(tmp_path / "out.csv"), definition, None)
    assert without.met and len(without.unchecked) == 2
    own = verify_files("", definition, None)  # the definition's output, with the sidecar that it names
    assert own.met and not own.unchecked
    first = (tmp_path / "out.csv").read_bytes()
    release_files(definition, **PARTS)
    assert (tmp_path / "out.csv").read_bytes() == first


@pytest.mark.parametrize(
    ("old", "new", "failure"),
    [
        ("[24-27]", "24", "different recoded attributes"),
        ("the UK. I hope", "the US. I hope", "does not show the term"),
        ("Rainy weather", "Write to rita@example.org. Rainy weather", "a EMAIL is left"),
    ],
)
def test_verification_finds_what_was_broken(tmp_path: Path, old: str, new: str, failure: str) -> None:
    definition = files(tmp_path)
    release_files(definition, **PARTS)
    out = tmp_path / "out.csv"
    text = out.read_text()
    assert old in text
    out.write_text(text.replace(old, new, 1))
    verdict = verify_files(str(out), definition, str(tmp_path / "private" / "out.persons"))
    assert not verdict.met and any(failure in f for f in verdict.failures), verdict.failures


def test_a_release_that_fails_is_not_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sanitizer.relational.from_file as module
    from sanitizer.relational.verify.verify import Verdict

    monkeypatch.setattr(module, "verify", lambda *_: Verdict(("k = 2 is not met",), ()))
    with pytest.raises(NotMet, match="not left in place: k = 2 is not met"):
        release_files(files(tmp_path), **PARTS)
    assert [p.name for p in tmp_path.iterdir()] == ["in.csv"]


def test_the_source_is_never_overwritten(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the output is a source"):
        release_files(files(tmp_path, output={"path": "in.csv"}), **PARTS)


@pytest.mark.parametrize("made", ["out.parquet", "out.xml", "out.csv.gz", "sqlite:///out.db"])
def test_relations_of_a_database_are_released_to_any_output(made: str, tmp_path: Path) -> None:
    table = pd.DataFrame(CASE["table"])
    keys = [a for a, v in CASE["definition"]["attribute"].items() if v["role"] == "identifier"]
    texts = [a for a, v in CASE["definition"]["attribute"].items() if v["role"] == "text"]
    persons = table.drop(columns=texts).drop_duplicates(keys)
    with sqlite3.connect(tmp_path / "in.db") as connection:
        persons.to_sql("persons", connection, index=False)
        table[[*keys, *texts]].to_sql("notes", connection, index=False)
    output = {"url": made, "table": "released"} if "://" in made else {"path": made}
    definition = files(
        tmp_path,
        source=[
            {"url": "sqlite:///in.db", "table": "notes"},
            {"url": "sqlite:///in.db", "table": "persons", "key": keys},
        ],
        output=output | {"sidecar": "out.persons"},
    )
    done = release_files(definition, **PARTS)
    assert done.verdict.met and done.verdict.figures.rows == len(table)
    assert verify_files("", definition, str(tmp_path / "out.persons")).met
