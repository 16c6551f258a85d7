"""Given names that are cut short."""

import pytest

from sanitizer.text.parse import parse
from sanitizer.text.short_names import draws_together, shortens_given_name


@pytest.mark.parametrize(
    "word", ["Thos", "Wm", "Chas", "Jas", "Benj", "Saml", "Robt", "Eliz", "Richd", "Fredk"]
)
def test_given_names_cut_short(word: str) -> None:
    assert shortens_given_name(word)


@pytest.mark.parametrize(
    "word", ["Inc", "Ltd", "Fig", "Ave", "Thomas", "thos", "MD", "T", "Corp", "Dept", ""]
)
def test_other_words(word: str) -> None:
    assert not shortens_given_name(word)


def test_no_sentence_ends_behind_them() -> None:
    text = "The keys were Thos. Veal's. Wm. Tansley had signed. He left with Chas. The door stood open."
    assert [s.text for s in parse(text).sents] == [
        "The keys were Thos. Veal's.",
        "Wm. Tansley had signed.",
        "He left with Chas.",
        "The door stood open.",
    ]


@pytest.mark.parametrize("word", ["Bern", "Rome", "Milan", "Agra", "Pune", "Jones", "Kim", "Reno", "Maine"])
def test_a_sentence_may_end_behind_names_that_are_whole(word: str) -> None:
    assert not draws_together(word)
