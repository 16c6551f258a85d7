"""Names that look like persons' names, lists of persons with years, and whom a surname alone means."""

import pytest
import spacy

from sanitizer.read.name_matching import join
from sanitizer.read.sensitive import group
from sanitizer.recognize.finders.span_files import mention_of
from sanitizer.recognize.finders.works import Works
from sanitizer.recognize.person_names import is_full_name
from sanitizer.types import Mention

NLP = spacy.blank("en")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anna Quernby", True),
        ("J. K. Quernby", True),
        ("Thomas del Quern", True),
        ("Anna-Maria Quernby", True),
        ("Peter Quernby Jr.", True),
        ("Anna", False),
        ("Quernby Mills", False),
        ("Anna of the Quern", False),
        ("Anna Quernby 2", False),
        ("George Washington", True),
        ("Annie Hall", False),  # known as a film
    ],
)
def test_full_names(name: str, expected: bool) -> None:
    assert is_full_name(name) is expected


def found(text: str) -> list[tuple[str, str]]:
    return [(m.span.of(text), m.type) for m in Works().find(NLP(text)) if m.score == 1.0]


def test_a_list_of_persons_with_years() -> None:
    text = (
        "Award for Best Quern in a film\n\nAnna Quernby (1990)\n\nJan Holt / Peter Quernby (1991)\n\n"
        "2001–present\nMahersh Quernal (2001)\n\nPaul Weir Jr. (2002)\n\n"
    )
    assert found(text) == [
        ("Anna Quernby", "PERSON"),
        ("Jan Holt", "PERSON"),
        ("Peter Quernby", "PERSON"),
        ("Mahersh Quernal", "PERSON"),
        ("Paul Weir Jr", "PERSON"),
    ]


def test_a_list_of_films_with_years() -> None:
    text = "Her films\n\nAnna Quernby (1990)\n\nThe Quern (1991)\n\nBlue Quern (1993)\n\nQuernstone (1994)\n"
    assert {kind for _, kind in found(text)} == {"WORK"}


def test_in_running_text_all_must_be_persons() -> None:
    text = "Her films are Anna Quernby (1990), Peter Quernby (1991), Thomas Quernby (1995) and Quern (1997)."
    assert {kind for _, kind in found(text)} == {"WORK"}


def marked(text: str, *surfaces: str) -> list[Mention]:
    mentions, position = [], 0
    for surface in surfaces:
        position = text.index(surface, position)
        mentions.append(mention_of(position, position + len(surface), "PERSON"))
        position += len(surface)
    return mentions


def entities(text: str, *surfaces: str) -> list[int]:
    return [m.entity for m in join(NLP(text), marked(text, *surfaces))]


def test_a_surname_in_use_stays_the_persons_when_relatives_are_named() -> None:
    text = (
        "Anna Quern was born in Oslo. Quern sang. Quern left. Then Quern came. Her father, Bo Quern, died. "
        "Quern mourned him."
    )
    assert entities(text, "Anna Quern", "Quern", "Quern", "Quern", "Bo Quern", "Quern") == [0, 0, 0, 0, 1, 0]


def test_a_surname_used_once_is_a_relatives_in_the_same_sentence_only() -> None:
    text = "Anna Quern sang. Quern left. Bo Quern was the man for whom Quern came. Then Quern slept."
    assert entities(text, "Anna Quern", "Quern", "Bo Quern", "Quern", "Quern") == [0, 0, 1, 1, 0]


def test_a_surname_alone_before_any_full_name_is_the_one_named_most() -> None:
    text = "Quern sang. Anna Quern is loved. Bo Quern is not. Anna Quern knows."
    assert entities(text, "Quern", "Anna Quern", "Bo Quern", "Anna Quern") == [0, 0, 1, 0]


def test_a_surname_not_in_use_is_the_person_named_last() -> None:
    text = "Anna Quern and Bo Quern sang. Then Quern left. Anna Quern stayed. Quern slept."
    assert entities(text, "Anna Quern", "Bo Quern", "Quern", "Anna Quern", "Quern") == [0, 1, 1, 0, 0]


def test_a_longer_name_that_begins_otherwise_is_a_relative() -> None:
    text = "Anna Maria Quern; Eva Anna Quern; Anna Quern"
    assert entities(text, "Anna Maria Quern", "Eva Anna Quern", "Anna Quern") == [0, 1, 0]


def test_a_form_from_within_a_name_comes_after_it() -> None:
    text = "Carl Quern Weir met Jan Carl Quern Weir Holt."
    assert entities(text, "Carl Quern Weir", "Jan Carl Quern Weir Holt") == [0, 1]
    text = "María del Pilar Quern Muñoz left; Pilar Quern came."
    assert entities(text, "María del Pilar Quern Muñoz", "Pilar Quern") == [0, 0]


def surface(text: str, kind: str, *surfaces: str) -> str:
    mentions, position = [], 0
    for form in surfaces:
        position = text.index(form, position)
        mentions.append(mention_of(position, position + len(form), kind, entity=0))
        position += len(form)
    return group(text, mentions)[0].surface


@pytest.mark.parametrize(
    ("kind", "forms", "expected"),
    [
        ("PERSON", ("Anna Quern's", "Anna Quern"), "Anna Quern"),
        ("PERSON", ("Anna Quern's",), "Anna Quern"),
        ("PERSON", ("que Anna Quern y Bo Holt", "Anna Quern"), "Anna Quern"),
        ("MISC", ("Quern_V12.jpg|1950 Quern V12", "Quern V12"), "Quern V12"),
        ("ORG", ("McDonald's",), "McDonald's"),
        ("ORG", ("Quernco-", "Quernco"), "Quernco"),
        ("PERSON", ("Ludwig van Quern", "Quern"), "Ludwig van Quern"),
    ],
)
def test_the_form_that_stands_for_an_entity(kind: str, forms: tuple[str, ...], expected: str) -> None:
    assert surface(". ".join(forms), kind, *forms) == expected
