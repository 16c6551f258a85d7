"""Ladders fall in information, and what the arrays choose for a class is the slow join of its ladders."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.ladders import Rung
from sanitizer.relational.classes.terms import SUPPRESSED, make_ladders, recode_terms
from sanitizer.relational.table.taxonomies import open_taxonomy
from sanitizer.relational.table.view import make_view, partition
from sanitizer.relational.terms.ladders import LadderBuilder
from sanitizer.relational.terms.terms import TermKey

SAID = {
    ("DATETIME", "DATE"): ("19 January 2004", "March 2004", "2009", "in 1931"),
    ("QUANTITY", "QUANTITY"): ("9 mg", "12 mg", "5'9\"", "300 km"),
    ("DATETIME", "DURATION"): ("two weeks", "14 hours", "3 years"),
    ("DEM", "AGE"): ("47 years old", "aged 33", "20 to 25 years old"),
    ("LOC", "GPE"): ("Lyon", "Paris", "Bavaria", "Graz"),
    ("DEM", "JOB"): ("nurse", "carpenter", "surgeon"),
    ("DEM", "NATIONALITY"): ("Spanish", "Norwegian"),
}


@pytest.fixture(scope="module")
def builder() -> LadderBuilder:
    return LadderBuilder(open_taxonomy("all"))


def ladder(builder: LadderBuilder, entity_class: str, kind: str, surface: str) -> tuple[Rung, ...]:
    return builder.ladder(TermKey(entity_class, surface.casefold()), kind, surface)


@pytest.mark.parametrize(("entity_class", "kind"), SAID)
def test_rungs_fall_in_information(builder: LadderBuilder, entity_class: str, kind: str) -> None:
    for surface in SAID[entity_class, kind]:
        keeps = [r.keeps for r in ladder(builder, entity_class, kind, surface)]
        assert keeps and keeps == sorted(keeps, reverse=True) and keeps[-1] > 0 and keeps[0] <= 1


def test_what_nobody_says_is_no_rung(builder: LadderBuilder) -> None:
    """Nearly every place is in a district, and no reader calls a cricketer a contestant."""
    places = {r.label for s in ("Lyon", "Bavaria", "Austria") for r in ladder(builder, "LOC", "GPE", s)}
    assert places & {"city", "place in Europe"} and not places & {"administrative district", "district"}
    assert "contestant" not in {r.label for r in ladder(builder, "DEM", "JOB", "cricketer")}


def slow_join(ladders: Sequence[Sequence[Rung]]) -> set[str]:
    """Return the rungs that stand in every ladder and keep most in all of them together (several that keep the
    same)."""
    shared = set.intersection(*({r.id for r in of} for of in ladders))
    keeps = {i: sum(next(r.keeps for r in of if r.id == i) for of in ladders) for i in shared}
    return {i for i in keeps if keeps[i] > max(keeps.values()) - 1e-5}


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(SAID)), st.data())
def test_the_arrays_choose_the_join(
    builder: LadderBuilder, scale: tuple[str, str], data: st.DataObject
) -> None:
    surfaces = data.draw(st.lists(st.sampled_from(SAID[scale]), min_size=2, max_size=3, unique=True))
    ladders = [ladder(builder, *scale, surface) for surface in surfaces]
    arrays, n = make_ladders(ladders), len(ladders)
    empty = np.zeros((n, 0))
    view = make_view(empty, empty, empty, [], [[i] for i in range(n)], n)
    chosen = recode_terms(view, partition([np.arange(n)]), arrays).of(0)
    assert len(set(chosen.values())) == 1  # all records say the same
    choice = chosen[0]
    joined = slow_join(ladders)
    assert (choice == SUPPRESSED) == (not joined)
    assert choice == SUPPRESSED or arrays.rungs[choice - n].id in joined
