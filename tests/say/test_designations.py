"""Whom a text names it may also call: by what it says of them, by their label, or as children."""

import pytest

from sanitizer.pipeline import Sanitizer
from tests.say.test_layout import rewritten


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        # what a clause says of its own subject is not told twice
        (
            "{Ann Ek|woman} was a Danish painter. {Ann Ek|woman} died in Lund.",
            "X was a Danish painter. The painter died in Lund.",
        ),
        ("{Tay Bridge|bridge} is a long bridge.", "X is a long bridge."),
        # what it is not, or may be, tells nothing
        (
            "{Ann Ek|woman} was not a painter. Then {Ann Ek|woman} died.",
            "X was not a painter. Then X died.",
        ),
        # an apposition is told, and a word that means others as well is not
        (
            "The homeowner, {Bo Ek|man}, {39=age}, a dentist, left. {Bo Ek|man} slept.",
            "The homeowner, a dentist, left. The homeowner slept.",
        ),
        # a name of which nothing is told goes before what describes its bearer
        ("It was made by {Ann Ek|woman}, a pupil of Rodin.", "It was made by a pupil of Rodin."),
        # a text with labels in its entries has them in its sentences
        ("Name: {Ann Ek|woman}\n{Ann Ek|woman} was tired.", "Name: X\nX was tired."),
        ("Thank you for meeting {Ann Ek|person}.", "Thank you for meeting X."),
        # letters of the text are not taken, nor an article before one
        ("She drew an X. They told {Bo|name} of the {Ek|name}.", "She drew an X. They told Y of Z."),
        # without a comma behind it a name beside a noun is the subject
        ("According to the pupil, {Ek|person} hit him.", "According to the pupil, X hit him."),
        # names behind the noun that introduces them
        ("She wrote two books, {Lo|name} and {Hi|name}. Then she left.", "She wrote two books. Then she left."),
        # a relative keeps whose it is
        ("My son {Bo|man} left. {Bo|man} was ill.", "My son left. My son was ill."),
        ("I saw his wife, {Ann|woman}. {Ann|woman}'s car was old.", "I saw his wife. His wife's car was old."),
        ("He saw his agent, {Ann|woman}. We liked {Ann|woman}.", "He saw his agent. We liked the agent."),
        # who is spoken to
        ("{Ann|woman}, can you send it?", "Can you send it?"),
    ],
)  # fmt: skip
def test_entities_are_called_as_the_text_does(marked: str, expected: str) -> None:
    assert rewritten(marked) == expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("{Zoe Ek|woman}, aged 11, fell. Bo saw {Zoe Ek|woman}.", "X, aged 11, fell. Bo saw X."),
        ("We met {Zoe Ek|woman} (7) and {Bo|man} (41).", "We met X (7) and Y (41)."),
        ("We met {Zoe Ek|woman}, aged {11=age}.", "We met X."),
        ("We gave {Bo|man} six months to pay.", "We gave X six months to pay."),
        ("We met {Bo|man}, 11 of whose books had sold.", "We met X, 11 of whose books had sold."),
    ],
)
def test_children_are_no_men_and_women(marked: str, expected: str) -> None:
    assert rewritten(marked) == expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("At practice yesterday {Ann|woman} fell.", "At practice yesterday X fell."),
        ("A visit was made with PC {Ann Ek|woman} on Monday.", "A visit was made with X on Monday."),
        ("PC {Ek|woman} took notes.", "X took notes."),
        ("She lived with the {nurse=person} {Ann Ek|woman}.", "She lived with a woman."),
        (
            "It was founded by two brothers, {Al Ek|man} and {Bo Ek|man}, in a shed.",
            "It was founded by two brothers in a shed.",
        ),
        (
            "She moved to {Lyon|city}. The {Lyon|city} plant closed.",
            "She moved to a city. The plant closed.",
        ),
    ],
)
def test_nothing_but_words_for_persons_goes_before_them(marked: str, expected: str) -> None:
    assert rewritten(marked) == expected


def test_what_stands_beside_the_last_name_of_a_list_is_said_of_nobody_else() -> None:
    text = (
        "Present: Mrs Tamsin Oyelaran (chair), Mr Piotr Wrona, Ms Hilary Stott, Dr Anand Rao (school doctor), "
        "Mr Callum Reid (head teacher).\n\nMrs Oyelaran asked about the bus."
    )
    told = Sanitizer.default().sanitize(text).text
    assert told.splitlines()[-1] in (
        "Mrs X asked about the bus.",
        "The Chair asked about the bus.",
    )


def test_a_letter_has_no_stage_of_life() -> None:
    told = Sanitizer.default().sanitize("I saw Taylor Quiller (84) on Monday. Quiller slept.").text
    assert told == "I saw X (in their eighties) on Monday. X slept."
