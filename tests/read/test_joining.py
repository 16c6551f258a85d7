from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc

from sanitizer.control.apply_rules import first_pass
from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.read.name_matching import acronyms, forms_of, join, spread
from sanitizer.read.sensitive import group
from sanitizer.recognize.finders.span_files import mention_of
from sanitizer.types import EntityClass, Mention

NLP = spacy.blank("en")


def marked(text: str, *marks: tuple[str, str]) -> list[Mention]:
    """Return a mention for each (surface, type), searched from left to right."""
    mentions, position = [], 0
    for surface, type in marks:
        position = text.index(surface, position)
        mentions.append(mention_of(position, position + len(surface), type))
        position += len(surface)
    return mentions


def numbers(type: str, *surfaces: str) -> list[int]:
    text = ". ".join(surfaces)
    return [m.entity for m in join(NLP(text), marked(text, *((s, type) for s in surfaces)))]


@pytest.mark.parametrize(
    ("surfaces", "expected"),
    [
        (("Thomas Huber", "Huber"), [0, 0]),
        (("Huber", "Thomas Huber"), [0, 0]),
        (("Thomas Huber", "Thomas"), [0, 0]),
        (("Thomas Huber", "T. Huber", "Mr Huber", "Dr. Thomas Huber"), [0, 0, 0, 0]),
        (("Mr Huber", "Mrs Huber"), [0, 1]),
        (("Thomas Huber", "Anna Huber"), [0, 1]),
        (("Thomas Huber", "Anna Huber", "Huber"), [0, 1, 1]),
        (("Thomas Huber", "Anna Huber", "Thomas", "Huber"), [0, 1, 0, 0]),
        (("Thomas Huber", "HUBER", "Huber's"), [0, 0, 0]),
        (("Doğan Kılıç", "DOGAN KILIC"), [0, 0]),
        (('William "Bill" Clinton', "Bill", "Bill Clinton", "William Clinton"), [0, 0, 0, 0]),
        (("Thomas Huber", "A. Huber"), [0, 1]),
        (("Thomas Huber", "Peter Maier"), [0, 1]),
        (("J. R. R. Tolkien", "John Tolkien", "Tolkien"), [0, 0, 0]),
    ],
)
def test_persons(surfaces: tuple[str, ...], expected: list[int]) -> None:
    assert numbers("PERSON", *surfaces) == expected


@pytest.mark.parametrize(
    ("surfaces", "expected"),
    [
        (("European Central Bank", "ECB", "the European Central Bank’s"), [0, 0, 0]),
        (("University of Vienna", "UV", "UoV"), [0, 0, 0]),
        (("Siemens AG", "Siemens"), [0, 0]),
        (("Bank of England", "Bank of Scotland", "Bank"), [0, 1, 2]),
    ],
)
def test_organizations(surfaces: tuple[str, ...], expected: list[int]) -> None:
    assert numbers("ORG", *surfaces) == expected


def test_classes_are_never_joined() -> None:
    text = "Paris met Paris"
    assert [m.entity for m in join(NLP(text), marked(text, ("Paris", "PERSON"), ("Paris", "GPE")))] == [0, 1]


def test_numbers_follow_first_appearance() -> None:
    assert numbers("GPE", "Rome", "Oslo", "Rome") == [0, 1, 0]


def test_adjectives_join_their_country_where_asked_for() -> None:
    text = "Sweden and a Swedish law"
    marks = marked(text, ("Sweden", "GPE"), ("Swedish", "NORP"))
    assert [m.entity for m in join(NLP(text), marks)] == [0, 1]
    assert [m.entity for m in join(NLP(text), marks, {"swedish": "sweden", "sweden": "sweden"})] == [0, 0]


def test_acronyms() -> None:
    assert acronyms(("bank", "of", "england")) == {"boe", "be"}


def spreads(text: str, *marks: tuple[str, str]) -> list[str]:
    return [m.span.of(text) for m in spread(text, marked(text, *marks))]


def test_a_form_is_found_everywhere() -> None:
    text = "Anna Brown came. Brown left in brown shoes. BROWN slept. Browning too. Anna's"
    assert spreads(text, ("Anna Brown", "PERSON")) == ["Anna Brown", "Brown", "BROWN", "Anna"]


def test_numbers_do_not_spread() -> None:
    assert spreads("Two of the Two, 45 and 45", ("Two", "CARDINAL"), ("45", "CODE")) == ["Two", "45"]


def test_codes_do() -> None:
    assert spreads("D-4840 and D-4840.", ("D-4840", "CODE")) == ["D-4840", "D-4840"]


def test_titles_of_two_persons_are_no_part_of_their_name() -> None:
    text = "Mrs Ek spoke. Mr and Mrs Ek left."
    found = [m.span.of(text) for m in spread(text, marked(text, ("Mrs Ek", "PERSON")))]
    assert found == ["Mrs Ek", "Ek"]


def test_lower_case_forms_match_at_sentence_start() -> None:
    assert spreads("He has asthma. Asthma is common.", ("asthma", "DISEASE")) == ["asthma", "Asthma"]


def test_titles_alone_do_not_spread() -> None:
    assert spreads("Mr Bell rang. Mr Fox: the Mr", ("Mr Bell", "PERSON")) == ["Mr Bell"]


def test_countries_and_their_adjectives_by_the_places(tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text("nationalities = true", encoding="utf-8")
    text = "A Swedish law of Sweden, a Swede, a Dutch farm; the Netherlands and Norway. Swedish too."
    marks = marked(
        text, ("Swedish", "NORP"), ("Sweden", "GPE"), ("Swede", "NORP"), ("Dutch", "NATIONALITY"),
        ("the Netherlands", "GPE"), ("Norway", "GPE"),
    )  # fmt: skip

    class Marks:
        name = "marks"

        def find(self, doc: Doc) -> list[Mention]:
            return marks

    joined = first_pass(read_profile(file), NLP(text), [Marks()])
    assert [(m.span.of(text), m.entity) for m in joined] == [
        ("Swedish", 0), ("Sweden", 0), ("Swede", 1), ("Dutch", 2), ("the Netherlands", 2), ("Norway", 3),
        ("Swedish", 0),
    ]  # fmt: skip
    apart = first_pass(Control(), NLP(text), [Marks()])
    assert [m.entity for m in apart] == [0, 1, 2, 3, 4, 5, 0]
    swedish = group(text, joined)[0]
    assert (swedish.surface, swedish.type, swedish.forms) == ("Sweden", "GPE", ("Sweden", "Swedish"))


def test_words_that_are_nobodys_name_are_no_form_of_a_person() -> None:
    assert forms_of("Aston Martin One-77", EntityClass.PERSON) == ["Aston Martin One-77", "Aston", "Martin"]
