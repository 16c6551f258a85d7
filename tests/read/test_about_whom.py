"""What belongs to nobody stays; what may be somebody's does not, through the whole pipeline."""

import pytest

from sanitizer import Sanitizer
from sanitizer.control.rules import Control
from sanitizer.read.about_whom import TRAITS, bits_of, shares
from sanitizer.recognize.finders.user_lists import Phrase

_ABOUT_A_BRIDGE = (
    "The Corran Sound Bridge is a steel bridge that carries a railway across a river in western Scotland. "
    "It was opened on 4 June 1908 at a cost of £61,000. With a span of 154 metres, it was the longest until 1937. "
    "The railway closed in 1966, and the bridge was listed twenty years later. "
)
_BUILDER = "Its builder, Alasdair Struthers, died in Perth in 1911."


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default()


@pytest.mark.parametrize(
    "text",
    [
        _ABOUT_A_BRIDGE,
        "Simmer the lentils for twenty-five minutes and add 250 g of rice.",
        "Employees may take up to 25 days of paid leave.",
        "The record shall be kept for a period of six years.",
    ],
)
def test_what_belongs_to_nobody_stays(sanitizer: Sanitizer, text: str) -> None:
    done = sanitizer.sanitize(text)
    assert (done.text, done.met) == (text, True)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        (_ABOUT_A_BRIDGE + _BUILDER, ("Struthers", "Perth", "1911")),
        ("We will be in Verona from 3 to 9 June 2021.", ("Verona", "9 June")),
        ("The patient was given 500 mg in Leeds on 3 May 2011.", ("Leeds", "3 May")),
        ("Admitted on 12 March 2021 in Leeds. Discharged after two days.", ("Leeds", "12 March")),
        ("A Sikh man came from Verona on 3 June 2011.", ("Verona", "3 June")),
        ("The applicants fled from Turkey in 1995.", ("Turkey", "1995")),
        ("In the decree of 3 October 2011 the court of Verona held so.", ("Verona", "3 October")),
        ("Sent to 41b Penylan Court, Cardiff.", ("Penylan", "Cardiff")),
        ("She ran 12.5 miles in Verona.", ("Verona", "12.5")),
    ],
)
def test_what_may_be_somebodys_does_not(sanitizer: Sanitizer, text: str, gone: tuple[str, ...]) -> None:
    done = sanitizer.sanitize(text)
    assert [word for word in gone if word in done.text] == []


def test_the_rest_of_a_text_with_a_person_in_it_stays(sanitizer: Sanitizer) -> None:
    assert sanitizer.sanitize(_ABOUT_A_BRIDGE + _BUILDER).text.startswith(_ABOUT_A_BRIDGE)


def test_settings_may_treat_all(sanitizer: Sanitizer) -> None:
    assert "154" not in sanitizer.with_(control=Control(impersonal="treat")).sanitize(_ABOUT_A_BRIDGE).text
    assert "1908" not in sanitizer.with_(control=Control(shorten={"DATE": "year"})).sanitize(
        _ABOUT_A_BRIDGE
    ).text.replace("in 1908", "")
    assert "1937" not in sanitizer.with_(operators={"DATE": "tag"}).sanitize(_ABOUT_A_BRIDGE).text


def test_what_a_list_denies_goes_also_inside_of_a_measure(sanitizer: Sanitizer) -> None:
    assert sanitizer.sanitize("They saw 5 gardens.").text == "They saw 5 gardens."
    done = sanitizer.with_(control=Control(deny=(Phrase("gardens", "ORG"),))).sanitize("They saw 5 gardens.")
    assert done.met and "gardens" not in done.text


def test_the_report_says_what_was_left(sanitizer: Sanitizer) -> None:
    left = sanitizer.sanitize(_ABOUT_A_BRIDGE).report.left
    assert ("1937", "nobody's") in {(name.term, name.rule) for name in left}


def test_bits_are_a_weighted_sum_of_shares() -> None:
    he, thing = frozenset(["pronoun as subject"]), frozenset(["other subject"])
    assert shares([he, thing, thing, thing])[TRAITS.index("other subject")] == 0.75
    assert bits_of([he]) > 0 > bits_of([thing])
    assert bits_of([he]) + bits_of([thing]) == pytest.approx(2 * bits_of([he, thing]))
