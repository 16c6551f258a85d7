"""km-anonymity as the test of every cut, against all partitions of small tables."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.relational import release
from sanitizer.relational.classes.cut_tests import km_of_terms
from sanitizer.relational.classes.joint_release import divide, ladders_for
from sanitizer.relational.classes.prepare import Prepared, prepare
from sanitizer.relational.classes.recoding import Recoded, Weights, recode
from sanitizer.relational.definition.definition import DefinitionError
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.table.view import Partition
from sanitizer.relational.terms.parts import TextParts
from sanitizer.relational.terms.reading import finder_for
from sanitizer.relational.verify.companion import Companion
from tests.relational.fakes import Given, Tree, parse
from tests.relational.tables import verified

WORDS = ("Paris", "Lyon", "chess", "golf")
FINDS = [Given([(w, "MISC", "MISC", "") for w in WORDS])]
NOTHING = Tree({}, {})
Row = tuple[int, frozenset[str]]

people = st.lists(
    st.tuples(st.integers(20, 24), st.sets(st.sampled_from(WORDS), max_size=3).map(frozenset)),
    min_size=2,
    max_size=7,
)


def holds(sets: Sequence[frozenset[str]], k: int, m: int) -> bool:
    """km-anonymity by its definition: every choice of up to m terms is in nobody's set or in k."""
    for size in range(1, m + 1):
        for chosen in combinations(WORDS, size):
            if 0 < sum(set(chosen) <= own for own in sets) < k:
                return False
    return True


def divisions(items: list[int]) -> Iterator[list[list[int]]]:
    """Yield all ways to put items into classes."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for division in divisions(rest):
        yield [[first], *division]
        for at in range(len(division)):
            yield [*division[:at], [first, *division[at]], *division[at + 1 :]]


def definition_of(partitioner: str, k: int, m: int, cuts: str) -> Any:
    return {
        "privacy": {"k": k, "model": [{"name": "km-anonymity", "m": m, "cuts": cuts}]},
        "method": {"partitioner": partitioner, "wording": "plain"},
        "attribute": {"age": {"role": "quasi", "type": "number"}, "text": {"role": "text"}},
    }


def table_of(rows: Sequence[Row]) -> pd.DataFrame:
    return pd.DataFrame(
        [(str(a), " ".join(sorted(t))) for a, t in rows], columns=["age", "text"], dtype=object
    )


def divided(
    rows: Sequence[Row], partitioner: str, k: int, m: int, cuts: str
) -> tuple[Prepared, Partition, Recoded]:
    definition = parse_definition(definition_of(partitioner, k, m, cuts))
    prepared = prepare(
        PlainTable.of_frame(table_of(rows)),
        definition,
        finder_for(definition, TextParts(FINDS, NOTHING, parse)),
    )
    ladders = ladders_for(prepared, definition, NOTHING, None)
    km = km_of_terms(prepared.view, definition)
    _, found = divide(prepared, definition, ladders, Weights(1, 1, [1.0]), km)
    return prepared, found, recode(prepared, found, ladders, km)


PARTITIONERS = st.sampled_from(["mondrian", "gdf", "cluster"])


@settings(max_examples=120, deadline=None)
@given(people, PARTITIONERS, st.integers(1, 3), st.integers(1, 3))
def test_every_class_passes_or_no_partition_does(rows: list[Row], partitioner: str, k: int, m: int) -> None:
    if len(rows) < k:
        return
    possible = any(
        all(len(c) >= k and holds([rows[i][1] for i in c], k, m) for c in division)
        for division in divisions(list(range(len(rows))))
    )
    try:
        prepared, found, recoded = divided(rows, partitioner, k, m, "all")
    except UsageError as error:
        assert not possible
        assert "\n" not in str(error) and 'cuts = "kept"' in str(error)
        assert not any(word in str(error) for word in WORDS)
        return
    assert possible
    assert sorted(i for c in found.classes for i in c.tolist()) == list(range(len(rows)))
    for c in found.classes:
        assert len(c) >= k and holds([rows[i][1] for i in c], k, m)
    assert np.nan_to_num(recoded.term_loss).max() == 0  # no term is lost
    assert prepared.persons == len(rows)


@settings(max_examples=120, deadline=None)
@given(people, PARTITIONERS, st.integers(1, 3), st.integers(1, 2))
def test_no_cut_costs_a_term_that_the_whole_table_keeps(
    rows: list[Row], partitioner: str, k: int, m: int
) -> None:
    if len(rows) < k:
        return
    prepared, found, recoded = divided(rows, partitioner, k, m, "kept")
    whole = Partition((np.arange(len(rows)),))
    definition = parse_definition(definition_of(partitioner, k, m, "free"))
    km = km_of_terms(prepared.view, definition)
    one = recode(prepared, whole, ladders_for(prepared, definition, NOTHING, None), km).terms.of(0)
    held = {t for t, choice in one.items() if choice == t}
    for number, c in enumerate(found.classes):
        choice = recoded.terms.of(number)
        shown = [
            frozenset(prepared.terms.surfaces[t] for t in prepared.view.of(int(i)).tolist() if choice[t] == t)
            for i in c
        ]
        assert len(c) >= k and holds(shown, k, m)
        assert {t for t in choice if t in held} <= {t for t, to in choice.items() if to == t}


def test_a_cut_that_makes_terms_rare_is_refused() -> None:
    rows = [(20, {"Paris"}), (20, {"Paris"}), (20, set()), (60, {"Paris"}), (60, set()), (60, set())]
    table = [(age, frozenset(terms)) for age, terms in rows]
    _, free, lost = divided(table, "mondrian", 2, 1, "free")
    assert [c.tolist() for c in free.classes] == [[0, 1, 2], [3, 4, 5]]
    assert lost.term_loss[3] == 1.0  # the only Paris among those of 60
    for partitioner in ("mondrian", "gdf", "cluster"):
        _, tested, kept = divided(table, partitioner, 2, 1, "all")
        assert all(len([i for i in c if i in (0, 1, 3)]) != 1 for c in tested.classes)
        assert np.nan_to_num(kept.term_loss).max() == 0


def test_a_cut_that_makes_a_pair_rare_is_refused() -> None:
    both, one, other = frozenset({"Paris", "chess"}), frozenset({"Paris"}), frozenset({"chess"})
    table = [(age, terms) for age in (20, 60) for terms in (both, one, other)]
    assert len(divided(table, "mondrian", 2, 1, "all")[1].classes) == 2
    for partitioner in ("mondrian", "gdf", "cluster"):
        _, tested, kept = divided(table, partitioner, 2, 2, "all")
        assert all(holds([table[i][1] for i in c], 2, 2) for c in tested.classes)
        assert np.nan_to_num(kept.term_loss).max() == 0


@pytest.mark.parametrize("partitioner", ["mondrian", "gdf", "cluster"])
def test_release_and_recount(partitioner: str) -> None:
    rows = [(20 + i % 3, frozenset({"Paris", "chess"} if i % 2 else {"golf"})) for i in range(12)]
    definition = definition_of(partitioner, 2, 2, "all")
    made = release(table_of(rows), definition, recognizers=FINDS, parse=parse, knowledge=NOTHING)
    assert made.report.loss.terms == 0
    spans = (
        {n: [(s.start, s.end, s.kind, s.says) for s in v] for n, v in row.items()}
        for row in made.sidecar.spans
    )
    checked = verified(
        made.table, parse_definition(definition), Companion(made.sidecar.persons, tuple(spans))
    )
    assert checked.met, checked.failures


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "km-anonymity", "cuts": "some"}, r"privacy\.model\[1\]\.cuts"),
        ({"name": "k-map", "population": "p.csv", "cuts": "all"}, "it is one of km-anonymity"),
    ],
)
def test_wrong_definitions(change: dict[str, Any], message: str) -> None:
    definition = definition_of("cluster", 2, 2, "all")
    definition["privacy"]["model"] = [change]
    with pytest.raises(DefinitionError, match=message):
        parse_definition(definition)


def test_what_cannot_be_together() -> None:
    rows = table_of([(20, frozenset({"Paris"}))] * 4)
    with pytest.raises(UsageError, match="full-domain cuts by columns alone"):
        release(
            rows,
            definition_of("full-domain", 2, 2, "kept"),
            recognizers=FINDS,
            parse=parse,
            knowledge=NOTHING,
        )
    without = definition_of("cluster", 2, 2, "free")
    del without["attribute"]["text"]
    with pytest.raises(UsageError, match='needs a column with role = "text"'):
        release(rows[["age"]], without)
