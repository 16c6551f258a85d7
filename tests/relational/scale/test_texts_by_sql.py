"""What SQL counts of a release with texts is what is counted in memory."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.relational.definition.definition import Role
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.verify.companion import Companion
from sanitizer.relational.verify.groups import Groups, count_groups
from tests.spark_sessions import session_at

pytest.importorskip("duckdb")

from sanitizer.relational.scale.duck import duck_database
from sanitizer.relational.scale.on_disk import DiskPlace
from sanitizer.relational.scale.texts_by_sql import groups_by_sql
from sanitizer.relational.terms.parts import HERE

Spans = list[tuple[int, int, str, str]]
GOOD: list[tuple[str | None, Spans]] = [
    (None, []),
    ("Nothing.", []),
    ("In Lyon", [(3, 7, "kept", "Lyon")]),
    ("The Lyon\u2019s tale", [(0, 10, "kept", "the Lyon\u2019s")]),
    ("LYON'S 3 weeks", [(0, 6, "kept", "Lyon's"), (7, 14, "generalized", "3 weeks")]),
    ("age 0 to 14", [(0, 11, "generalized", "0 to 14 years old")]),
    ("religious people", [(0, 16, "generalized", "religious person")]),
    ("a person's", [(2, 10, "direct", "person")]),
    ("\U0001f600 Rome, a city", [(2, 6, "kept", "Rome"), (8, 14, "generalized", "city")]),
]
BAD: list[tuple[str | None, Spans]] = [
    ("In Rome", [(3, 7, "kept", "Lyon")]),
    ("13 weeks", [(0, 8, "generalized", "14 weeks")]),
    ("short", [(0, 9, "kept", "short")]),
    ("short", [(3, 1, "direct", "short")]),
]
MODELS: list[dict[str, Any]] = [
    {"name": "l-diversity", "l": 2, "attribute": "ill"},
    {"name": "l-diversity", "l": 1.5, "kind": "entropy", "attribute": "ill"},
    {"name": "t-closeness", "t": 0.3, "attribute": "ill", "distance": "ordered"},
    {"name": "alpha-k", "alpha": 0.6, "attribute": "ill"},
    {"name": "km-anonymity", "m": 2},
    {"name": "average-risk", "risk": 0.4},
    {"name": "threshold-risk", "risk": 0.4, "share": 0.5},
    {"name": "population-uniqueness", "persons": 1000, "share": 0.01},
]
ROW = st.tuples(
    st.integers(0, 4),
    st.sampled_from(["a", "b", None]),
    st.sampled_from(["flu", "gout", None]),
    st.sampled_from(GOOD * 3 + BAD),
)


def counted(place: DiskPlace, rows: list[Any], models: list[dict[str, Any]]) -> tuple[Groups, Groups]:
    """Return the groups of a release, counted in memory and by SQL."""
    roles = {"age": "quasi", "ill": "sensitive", "note": "text", "who": "identifier"}
    definition = parse_definition(
        {
            "privacy": {"k": 2, **({"model": models} if models else {})},
            "attribute": {name: {"role": role} for name, role in roles.items()},
        }
    )
    persons, ages, ills, notes = zip(*rows, strict=True)
    columns = {"age": list(ages), "ill": list(ills), "note": [text for text, _ in notes]}
    table = PlainTable.of(list(columns), list(columns.values()), len(rows))
    companion = Companion(tuple(persons), tuple({"note": spans} if spans else {} for _, spans in notes))
    compared = {n: columns[n] for n in ("age", "note")}
    assert {a.name for a in definition.named(Role.QUASI)} == {"age"}
    by_sql = partial(groups_by_sql, place.database, place.folder)
    return count_groups(table, definition, companion, compared), by_sql(
        table, definition, companion, compared
    )


@settings(max_examples=60)
@given(
    rows=st.lists(ROW, min_size=1, max_size=12),
    models=st.lists(st.sampled_from(MODELS), max_size=2, unique_by=str),
)
def test_sql_says_what_memory_says(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Any], models: list[dict[str, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("counted") / "work"
    with duck_database(folder, 256) as database:
        here, by_sql = counted(DiskPlace(HERE, folder, database), rows, models)
    if not any("different recoded attributes" in f for f in here.judged.failures):
        assert list(by_sql.sizes) == list(here.sizes)
    assert bool(by_sql.judged.failures) == bool(here.judged.failures), (here.judged, by_sql.judged)


@pytest.mark.heavy
def test_spark_says_what_memory_says(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    from sanitizer.relational.scale.on_spark import spark_database

    ills, ages = ["flu", "gout"], ["a", None]
    good = [(2 * i + j, ages[i % 2], ills[j], note) for i, note in enumerate(GOOD) for j in range(2)]
    bad = [(100 + i, "b" if i else "c", "flu", note) for i, note in enumerate(BAD)]
    session = session_at()
    session.conf.set("spark.sql.shuffle.partitions", "3")
    with spark_database(tmp_path / "good", 0, session=session) as database:
        here, by_sql = counted(DiskPlace(HERE, tmp_path / "good", database), good, [MODELS[0], MODELS[7]])
        assert sorted(map(sorted, by_sql.members)) == sorted(map(sorted, here.members))
        assert (by_sql.sizes, by_sql.judged.failures) == (here.sizes, ()) and here.judged.failures == ()
    with spark_database(tmp_path / "bad", 0, session=session) as database:
        by_sql = counted(DiskPlace(HERE, tmp_path / "bad", database), good + bad, MODELS)[1]
        said = " ".join(by_sql.judged.failures)
        for part in (
            "leave their text",
            "word(s) of terms",
            "k = 2",
            "km-anonymity",
            "LDiversity",
            "AlphaK",
        ):
            assert part in said, said


WORDS = st.lists(st.tuples(st.sampled_from(["DEM", "LOC"]), st.sampled_from(["", "a", "ä", "A"])))


@given(rows=WORDS)
def test_a_histogram_is_that_of_memory(tmp_path_factory: pytest.TempPathFactory, rows: list[Any]) -> None:
    folder = tmp_path_factory.mktemp("counted") / "work"
    with duck_database(folder, 256) as database:
        assert list(DiskPlace(HERE, folder, database).counted(iter(rows))) == list(HERE.counted(rows))


def test_texts_lie_on_disk(tmp_path: Path) -> None:
    cells = ["b", None, "a" * 50, "b", "", "a" * 50 + "b", "a" * 49]
    with duck_database(tmp_path / "work", 256) as database:
        held = DiskPlace(HERE, tmp_path / "work", database).coded(iter(cells))
        table = PlainTable({"note": held, "n": HERE.coded(map(str, range(7)))}, 7)
        assert list(table.texts("note")) == cells and table.texts("note")[2:4] == cells[2:4]
        assert held.ranked().tolist() == HERE.coded(cells).ranked().tolist() == [4, -1, 2, 4, 0, 3, 1]
        (part,) = table.in_parts()
        found = part.coded("note")
        assert part["note"].tolist() == cells and found is not None and isinstance(found.values, tuple)
