"""What somebody is said to be, by the tree: "she is a prosecutor", not "the court's prosecutor"."""

import pytest

from sanitizer.recognize.finders.demographics import keyed, listed
from sanitizer.recognize.finders.illnesses import illnesses, is_illness
from sanitizer.recognize.finders.said_ages import ages
from sanitizer.recognize.finders.said_of_persons import attributes
from sanitizer.text.parse import parse

CASES = [
    ("She is a harpsichord maker.", ["harpsichord maker"]),
    ("He worked as a slaughterhouse worker until 1982.", ["slaughterhouse worker"]),
    ("The court's prosecutor left. She is a prosecutor.", ["prosecutor"]),
    ("I am a single mom. As a divorced dad of 4, I know.", ["single mom", "divorced dad of 4"]),
    ("We met Luis Vega, a retired bus conductor, in Rome.", ["bus conductor"]),
    ("My husband Hamisi is a muezzin's son.", ["muezzin's son"]),
    ("She said that he is deaf.", ["deaf"]),
    ("He is profoundly deaf in one ear.", ["profoundly deaf in one ear"]),
    ("Ann is four months pregnant and two hours late.", ["four months pregnant"]),
    ("It was a 64-year-old retired bus conductor who came.", ["retired bus conductor"]),
    ("The sound is deaf. They are clever.", []),
    ("She has been abstinent since May.", []),
    ("We met Luis Vega, a harbourmaster, in Rome.", ["harbourmaster"]),
    ("Ann Lee, 35, is a scaffolder and left the home.", ["scaffolder"]),
    ("His supervisor, Ann Lee, came by courier. My cardiologist is Ann Lee.", []),
    ("The applicant met a company such as a bank.", []),
    ("Her mother was there. The defendant said nothing.", []),
]


@pytest.mark.parametrize(("text", "said"), CASES)
def test_what_somebody_is_said_to_be(text: str, said: list[str]) -> None:
    found = [text[f.start : f.end] for f in attributes(parse(text))]
    assert len(found) == len(said)
    assert all(one.endswith(want) for one, want in zip(found, said, strict=True)), found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Her son, who is nine, and Z.", ["nine"]),
        ("My brother, Tom Ek, is 24 and works part-time in a bar.", ["24"]),
        ("My daughter is 12, and my son was 9 pounds.", ["12"]),
        ("Nurse, 29, jailed. Anna Lindholm, 61, will leave.", ["29", "61"]),
        ("The driver was 2nd of 12. See chapters 4, 12, 13.", []),
        ("He was sixteen.", ["sixteen"]),
        ("My mum is 94 and still drives.", ["94"]),
        ("There were eleven of us.", []),
        ("Alfie (4) and the plan (5) stayed.", ["4"]),
    ],
)
def test_ages_without_a_unit(text: str, told: list[str]) -> None:
    assert [text[f.start : f.end] for f in ages(parse(text))] == told


def test_illnesses_with_what_modifies_them() -> None:
    text = "He has coeliac disease, not a serious disease."
    assert [text[f.start : f.end] for f in illnesses(parse(text))] == ["coeliac disease"]


def test_a_compound_that_means_something_else_is_no_illness() -> None:
    assert not list(illnesses(parse("Her brother bought a socket wrench.")))


def test_an_illness_of_one_sense_is_one_whatever_its_tag() -> None:
    doc = parse("She has had epilepsy since the age of nine and takes lamotrigine.")
    assert is_illness(doc[3])


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("He had a boil on his neck.", True),
        ("Bring it to the boil and simmer.", False),
        ("Boil the water for ten minutes.", False),
        ("History: a boil on the neck.", True),
    ],
)
def test_a_word_of_several_senses_needs_somebody_who_is_ill(text: str, is_one: bool) -> None:
    doc = parse(text)
    token = next(t for t in doc if t.lower_ == "boil")
    assert is_illness(token) is is_one


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Occupation: Piano tuner\nURN: 3", "Piano tuner"),
        ("Age: 40    Religion: Jain    Sex: F", "Jain"),
        ("Marital status: divorced", "divorced"),
        ("Religion: not known", ""),
        ("The race: a long one", ""),
    ],
)
def test_fields_say_what_somebody_is(text: str, value: str) -> None:
    assert [text[f.start : f.end] for f in keyed(text)] == ([value] if value else [])


def test_illnesses_are_known_in_both_spellings() -> None:
    text = "She has coeliac disease, and he has celiac disease; Phoebe came."
    assert sorted(text[f.start : f.end] for f in listed(text) if f.type == "DISEASE") == [
        "celiac disease",
        "coeliac disease",
    ]


def test_listed_phrases_keep_their_capitals() -> None:
    text = "She left the Catholic Church and sang at the Catholic church."
    found = {text[f.start : f.end] for f in listed(text)}
    assert "Catholic Church" in found and "Catholic church" not in found
