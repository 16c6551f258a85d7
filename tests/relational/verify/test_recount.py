"""Persons counted by the verification alone, beside the release's own count."""

import json
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.commands import main
from sanitizer.errors import UsageError
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.table.joined_spellings import join
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.verify.companion import Companion
from sanitizer.relational.verify.persons import count_persons
from sanitizer.relational.verify.recount_persons import class_sizes
from tests.relational.table.test_persons import DEFINITION, PIECES, WAYS

RULES = parse_definition({"attribute": {"pid": {"role": "identifier"}, "age": {"role": "quasi"}}})
OF_SEVERAL_READINGS = {"prefixes", "digraphs", "days of two readings", "glued", "hyphens", "thousands"}


def counted(spellings: list[str]) -> int | None:
    return count_persons(PlainTable.of_frame(pd.DataFrame({"pid": spellings})), RULES)


@pytest.mark.parametrize("way", sorted(set(WAYS) - OF_SEVERAL_READINGS))
def test_the_recount_sees_the_same_persons(way: str) -> None:
    assert counted([spelling for p in range(12) for spelling in WAYS[way](p)]) == 12


@pytest.mark.parametrize(
    ("spellings", "persons"),
    [
        (["A. Okon", "Ada Okon", "Adam Okon"], 1),
        (["Ada Okon", "Adam Okon"], 2),
        (["Ada Mary Okon", "Ada Jane Okon"], 2),
        (["1", "10", "1.5", "01"], 3),
        (["P-17", "p 017", "Q-17"], 2),
    ],
)
def test_recounted_by_hand(spellings: list[str], persons: int) -> None:
    assert counted(spellings) == persons


@given(
    st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join), min_size=1, max_size=8)
)
@settings(max_examples=400, deadline=None)
def test_the_release_never_counts_more_persons(spellings: list[str]) -> None:
    known = [s for s in spellings if counted([s])]
    assert not known or len(set(join(known).of.values())) <= (counted(known) or 0)


def test_a_release_that_counts_a_person_twice_does_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [f'"{spelling}",{20 + p}' for p in range(12) for spelling in WAYS["orders"](p)]
    (tmp_path / "a.csv").write_text("\n".join(["pid,age", *rows]) + "\n", encoding="utf-8")
    (tmp_path / "d.toml").write_text(DEFINITION.format(person=""))
    with pytest.raises(SystemExit) as end:
        main(["release", "d.toml"])
    assert not end.value.code
    sidecar = tmp_path / "private/persons"
    lines = sidecar.read_text().splitlines()
    apart = [json.dumps({**json.loads(line), "person": i}) for i, line in enumerate(lines[1:])]
    sidecar.write_text("\n".join([lines[0], *apart]) + "\n")
    with pytest.raises(SystemExit) as end:
        main(["verify", "--definition", "d.toml"])
    assert end.value.code == 1 and "persons are counted twice: the release has 48" in capsys.readouterr().out


def test_classes_are_recounted_from_the_file() -> None:
    cells: list[list[str | None]] = [["3*", "3*", "3*", "4*", None], list("abcde")]
    table = PlainTable.of(["age", "note"], cells, 5)
    assert class_sizes(table, ["age"]) == [1, 1, 3]
    # rows 0 and 1 are one person; of the two persons in their thirties one shows a term that the other does not
    first = PlainTable.of(["age", "note"], [column[:3] for column in cells], 3)
    spans = [{"note": [(0, 1, kind, "the City")]} for kind in ("kept", "generalized", "suppressed")]
    assert class_sizes(first, ["age"], Companion((0, 0, 1), tuple(spans))) == [1, 1]
    spans[2] = {"note": [(0, 1, "kept", "city")]}
    assert class_sizes(first, ["age"], Companion((0, 0, 1), tuple(spans))) == [2]
    with pytest.raises(UsageError, match="no column town"):
        class_sizes(table, ["town"])
    with pytest.raises(UsageError, match="about 2 rows, the released table has 5"):
        class_sizes(table, ["age"], Companion((0, 1), ({}, {})))
