import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora_stats.normalize import BOUNDARY, fold, normalize, singular, tokens

PHRASES = {
    "Barcelona's café-bars": "barcelona cafe bar",
    "The Beatles": "beatle",
    "X-Rays": "x ray",
    "new_york": "new york",
    "U.S. cities": "us city",
    "J. K. Rowling": "j k rowling",
    "Washington, D.C.": "washington dc",
    "Apple, Inc.": "apple inc",
    "1,000 men": "1000 man",
    "O’Brien": "obrien",
    "AT&T": "at and t",
    "C++": "c++",
    "ﬁnances": "finance",
    "Straße": "strasse",
    "Gaudí": "gaudi",
    "e\u0301tat": "etat",
    "case 47289/99": "case 47289 99",
    "workers' rights": "worker right",
    "January 5, 1950": "january 5 1950",
    "churches, boxes, viruses, houses": "church box virus house",
    "news": "news",
    "Mars": "mars",
    "soft\u00adhyphen": "softhyphen",
    "½ cup": "1 2 cup",
    "...": "",
    "": "",
}


@pytest.mark.parametrize("phrase", PHRASES)
def test_phrases_have_one_normal_form(phrase: str) -> None:
    assert normalize(phrase) == PHRASES[phrase]


def test_boundaries_are_where_phrases_end() -> None:
    text = "He met Dr. Smith (a man) in Paris, Texas. On May 5, 1950 - he died.\n\nHistory\nThe U.S. won"
    assert fold(text) == (
        "he met dr smith . a man . in paris . texas . on may 5 1950 . he died . . history the us won"
    )


@given(st.text())
def test_normal_forms_stay(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)


@given(st.text(alphabet="aeiosxzhcvmnu", max_size=12))
def test_singular_stays(word: str) -> None:
    assert singular(singular(word)) == singular(word)


@given(st.text(), st.text())
def test_texts_join_at_spaces(left: str, right: str) -> None:
    assert tokens(left) + tokens(right) == tokens(f"{left} {right}")


@given(st.text())
def test_words_have_no_spaces_and_boundaries_are_apart(text: str) -> None:
    words = fold(text).split()
    assert all(word == BOUNDARY or word.strip(".") for word in words)
