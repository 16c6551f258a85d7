"""Show no list that the words around undo."""

import pandas as pd
import pytest

from sanitizer.relational import release
from sanitizer.relational.classes.words_around_lists import beside_number, of_life
from sanitizer.types import Span
from tests.relational.fakes import Given, Tree, parse

YEARS = ["60s", "1966", "1978"]
TOWNS = ["Oslo", "Bern", "Riga", "Kyiv", "Minsk", "Sofia"]
LISTED = [
    *((y, "DATE", "DATETIME", "date") for y in [*YEARS, "1968"]),
    *((t, "GPE", "LOC", "place") for t in TOWNS),
]


@pytest.mark.parametrize(
    ("frame", "items", "said"),
    [
        ("She is in her {}.", YEARS, None),
        ("A man born {}.", YEARS, None),
        ("Class of {}.", ["1966", "1968", "1978"], None),
        ("It began in {}.", YEARS, None),  # decades and years
        ("It began in {}.", ["1966", "1968", "1978"], "It began in 1966, 1968 or 1978."),
        ("It began on 3 {}.", ["1966", "1968", "1978"], None),
    ],
)
def test_no_list_that_the_words_around_undo(frame: str, items: list[str], said: str | None) -> None:
    others = [f"Lives in {town}." for town in TOWNS]
    table = pd.DataFrame(
        {"age": ["30"] * 3 + ["60"] * 3 + ["90"] * 3, "text": [*(frame.format(w) for w in items), *others]}
    )
    made = release(
        table,
        {
            "privacy": {"k": 3},
            "method": {"order": "source", "wording": "plain"},
            "attribute": {"age": {"role": "quasi", "type": "number"}, "text": {"role": "text"}},
        },
        recognizers=[Given(LISTED)],
        parse=parse,
        knowledge=Tree(dict.fromkeys(TOWNS, "town"), dict.fromkeys([*TOWNS, "town"], "GPE")),
    )
    found = set(made.table["text"][:3])
    assert len(found) == 1
    if said is not None:
        assert found == {said}
    else:
        assert not any(w in text for text in found for w in items)


def test_what_stands_right_beside() -> None:
    for text, near, life in (
        ("in 75001 Lyon then", True, False),
        ("Lyon 3 times", True, False),
        ("went to Lyon, 3 times", False, False),
        ("in her late Lyon", False, True),
        ("D.O.B.: Lyon", False, True),
        ("on the Lyon birthday", False, True),
        ("the two Lyon shops", True, False),
    ):
        span = Span(text.index("Lyon"), text.index("Lyon") + 4)
        assert (beside_number(text, span), of_life(text, span)) == (near, life), text
