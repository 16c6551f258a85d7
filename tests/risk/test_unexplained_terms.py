"""Words, numbers and paths of which nothing is known tell too much by themselves."""

import numpy as np
import pytest

from sanitizer import Sanitizer
from sanitizer.risk.unexplained_terms import opaque_terms
from sanitizer.settings import Settings, Strategy, Unknown
from sanitizer.text.parse import parse
from sanitizer.types import Span


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default()


@pytest.mark.parametrize(
    ("text", "secret", "said"),
    [
        ("They gave xqzzt the parser.", "xqzzt", "the parser."),
        ("See /srv/xqzzt/report.docx for details.", "xqzzt", "See a file path for details."),
        ("Ask xqzzt.", "xqzzt", "[...]"),
    ],
)
def test_what_nothing_is_known_of_goes_where_nothing_else_is_sensitive(
    sanitizer: Sanitizer, text: str, secret: str, said: str
) -> None:
    done = sanitizer.sanitize(text)
    assert secret not in done.text
    assert said in done.text
    assert done.met
    assert [t.rule for t in done.report.risky] == ["unknown"]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Commit by hmarkovic: fixed the parser.", "markovic"),
        ("The user helena_m91 posted.", "helena"),
        ("See /home/hmarkovic/report.docx for details.", "markovic"),
        (r"It lies in C:\Users\hmarkovic\plan.txt now.", "markovic"),
        ("Ask hmarkovic.", "markovic"),
    ],
)
def test_logins_made_of_names_go_by_their_form(sanitizer: Sanitizer, text: str, secret: str) -> None:
    done = sanitizer.sanitize(text)
    assert secret not in done.text and done.met
    assert done.report.sensitive and not done.report.risky


@pytest.mark.parametrize(
    "text",
    [
        "Commit by hmarkovic: fixed the parser.",
        "The user helena_m91 posted.",
        "See /home/hmarkovic/report.docx for details.",
        r"It lies in C:\Users\hmarkovic\plan.txt now.",
    ],
)
def test_logins_go_by_what_stands_before_them(sanitizer: Sanitizer, text: str) -> None:
    done = sanitizer.sanitize(text)
    assert "markovic" not in done.text and "helena" not in done.text
    assert done.met


@pytest.mark.parametrize(
    "text",
    [
        "The unbothered parser was in the handwriting of a backpacker.",
        "The accomodation was good.",
        "We call get_value and readLine before user_defined.",
        "It is 100mg or 70kg and/or 20ml.",
    ],
)
def test_words_that_known_words_explain_stay(sanitizer: Sanitizer, text: str) -> None:
    surfaces = [t.term for t in sanitizer.sanitize(text).report.risky]
    assert surfaces == []


def test_unknown_words_stay_where_they_count_as_safe() -> None:
    text = "They gave xqzzt the parser."
    assert Sanitizer.default(Settings(unknown=Unknown.SAFE)).sanitize(text).text == text
    asked = Sanitizer.default(Settings(unknown=Unknown.ASK)).sanitize(text)
    assert asked.text == text
    assert asked.report.unknown.terms == ("xqzzt",)


def test_strategies_without_risk_leave_unknown_words() -> None:
    text = "They gave xqzzt the parser."
    assert Sanitizer.default(Settings(strategy=Strategy.S2)).sanitize(text).text == text


def test_taken_spans_are_left_to_others() -> None:
    text = "by hmarkovic or jsavic_8"
    found = opaque_terms(
        parse(text), [Span(3, 12)], lambda phrases: np.full(len(phrases), np.nan), lambda word: False
    )
    assert [(t.surface, t.kind, t.opaque) for t in found] == [("jsavic_8", "user name", True)]


def test_a_long_number_goes_with_the_letters_of_its_code() -> None:
    text = "licence US-DL-4710485154, pages 10-4710485154, well-4710485154"
    found = opaque_terms(parse(text), [], lambda phrases: np.zeros(len(phrases)), lambda word: True)
    assert [(t.surface, t.kind) for t in found] == [
        ("US-DL-4710485154", "number"),
        ("10-4710485154", "number"),
        ("4710485154", "number"),
    ]


def test_a_list_with_slashes_is_no_path() -> None:
    text = "takes bictegravir/emtricitabine/tenofovir"
    found = opaque_terms(parse(text), [], lambda phrases: np.full(len(phrases), np.nan), lambda word: False)
    assert "file path" not in [t.kind for t in found]


def test_medicines_go_where_an_illness_is_not_told(sanitizer: Sanitizer) -> None:
    done = sanitizer.sanitize("Mrs Marković has depression. She takes fluoxetine and insulin.")
    said = "She takes a psychiatric medicine and a metabolic medicine."
    assert done.text == "Mrs X has a mental health condition. " + said
    assert {t.rule for t in done.report.risky} == {"medicine"}
    alone = sanitizer.sanitize("Mr Brown drinks water.")
    assert "water" in alone.text
    beside = sanitizer.sanitize("He has diabetes and drinks water, coffee and wine.")
    assert "water, coffee and wine" in beside.text
    assert "fluoxetine" in sanitizer.sanitize("Mr Brown takes fluoxetine.").text


def test_a_long_run_of_letters_is_not_taken_apart() -> None:
    asked: list[str] = []

    def is_kind(word: str) -> bool:
        asked.append(word)
        return False

    word = "Xqzzt" * 2000
    text = f"See {word} here."
    [term] = opaque_terms(parse(text), [], lambda words: np.full(len(words), np.nan), is_kind)
    assert term.surface == word and sum(map(len, asked)) < 10 * len(text)
