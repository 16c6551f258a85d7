"""What a name itself says of its class, and where names begin and end."""

import pytest
import spacy

from sanitizer.read.name_matching import spread
from sanitizer.recognize.finders.model import ModelRecognizer
from sanitizer.recognize.finders.titles_of_works import credited
from sanitizer.recognize.finders.works import Works
from sanitizer.recognize.known_names import is_spelled
from sanitizer.recognize.spans.extents import pieces
from sanitizer.text.parse import parse
from sanitizer.types import Mention, Span
from sanitizer.values.found_values import Found

NLP = spacy.blank("en")


def classes(text: str, *guesses: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the classes of guessed mentions, searched from left to right, once all are known."""
    from sanitizer.recognize.entity_types import entity_class

    mentions, position = [], 0
    for surface, kind in guesses:
        position = text.index(surface, position)
        span = Span(position, position + len(surface))
        mentions.append(Mention(span, kind, entity_class(kind), "model", 0.99))
        position += len(surface)
    return [(m.span.of(text), m.type) for m in spread(text, mentions) if m.recognizer == "model"]


def kinds(text: str, *guesses: tuple[str, str]) -> list[str]:
    return [kind for _, kind in classes(text, *guesses)]


def test_a_list_makes_no_place_of_a_person_who_is_named_elsewhere() -> None:
    text = "Anna Quernby was born. In Oslo, Norway, Quernby met him."
    guesses = [("Anna Quernby", "PERSON"), ("Oslo", "GPE"), ("Norway", "GPE"), ("Quernby", "PERSON")]
    assert kinds(text, *guesses) == ["PERSON", "GPE", "GPE", "PERSON"]


def test_a_single_name_that_only_a_company_bears() -> None:
    assert kinds("They asked Greenpeace then.", ("Greenpeace", "PERSON")) == ["ORG"]


@pytest.mark.parametrize(
    ("text", "surface", "guess", "expected"),
    [
        ("He lost to Pablo Quern Weir then.", "Pablo Quern Weir", "ORG", "PERSON"),
        ("He was the ruler of Quernstadt then.", "Quernstadt", "PERSON", "GPE"),
        ("The mill was produced by Quern AG of Oslo.", "Quern AG of Oslo", "ORG", "ORG"),
        ("The film was produced by Anna Holt.", "Anna Holt", "ORG", "PERSON"),
        ("She was the last Quern Emperor.", "Quern Emperor", "LOC", "JOB"),
    ],
)
def test_what_a_name_itself_tells(text: str, surface: str, guess: str, expected: str) -> None:
    assert kinds(text, (surface, guess)) == [expected]


@pytest.mark.parametrize(
    ("text", "surface", "guess", "expected"),
    [
        ("His brother had died of Covid in April.", "Covid", "PERSON", "DISEASE"),
        ("She has caught Dengue.", "Dengue", "PERSON", "DISEASE"),
        ("Her neighbour Quern has died of cancer.", "Quern", "PERSON", "PERSON"),
        ("Ravi, a driver, came.", "Ravi", "ORG", "PERSON"),
        ("Tunde, 34, and his wife run it.", "Tunde", "LOC", "PERSON"),
        ("Benedikt works as a beekeeper.", "Benedikt", "LOC", "PERSON"),
        ("She sits too near Delphine.", "Delphine", "PERSON", "PERSON"),
        ("He carries an Epipen in his bag.", "Epipen", "PERSON", "MEDICINE"),
    ],
)
def test_what_the_text_says_of_a_single_name(text: str, surface: str, guess: str, expected: str) -> None:
    assert kinds(text, (surface, guess)) == [expected]


def test_whence_a_person_is_said_to_be_is_no_person() -> None:
    text = "Helen Marsh of Whitby told the inquest."
    assert kinds(text, ("Helen Marsh", "PERSON"), ("Whitby", "PERSON")) == ["PERSON", "GPE"]


def test_a_surname_before_a_suffix_is_one() -> None:
    text = "Quernby was born. William Quernby IV nominated Quernby."
    guesses = [("Quernby", "LOC"), ("William Quernby IV", "PERSON"), ("Quernby", "LOC")]
    assert kinds(text, *guesses) == ["PERSON"] * 3


def test_what_stands_behind_a_town_and_its_state_is_said_of_the_town() -> None:
    doc = parse("They sailed to establish Jamestown, Virginia, the first permanent English settlement there.")
    assert not [m for m in Works().find(doc) if m.span.of(doc.text) == "Virginia" and m.type == "ORG"]


def test_a_species_in_italics_is_no_work() -> None:
    doc = NLP("_QUERNA TEXTILIS_ is a species of moth. _QUERN MILL_ is a novel.")
    kinds_found = {m.span.of(doc.text): m.type for m in Works().find(doc) if m.score > 0.6}
    assert kinds_found == {"QUERNA TEXTILIS": "MISC", "QUERN MILL": "WORK"}


def cut(text: str, person: bool = True) -> list[str]:
    return [text[a:b] for a, b in pieces(text, 0, len(text), person)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna Quern", ["Anna Quern"]),
        ("former President Anna Quern", ["President Anna Quern"]),
        ("ha sido el nombre que Anna Quern y Bo Holt", ["Anna Quern", "Bo Holt"]),
        ("Santiago Ramón y Quern", ["Santiago Ramón y Quern"]),
        ("Pius IX. Anna Quern", ["Pius IX", "Anna Quern"]),
        ("Quern Inc. Holt", ["Quern Inc", "Holt"]),
        ("Dr. Anna J. Quern", ["Dr. Anna J. Quern"]),
        ("Quern DB5.jpg|1950 Quern DB5 File:", ["Quern DB5.", "1950 Quern DB5"]),
        ("Quern - Flickr - Anna Holt", ["Quern", "Flickr", "Anna Holt"]),
        ("van Quern", ["van Quern"]),
        ("Quern-", ["Quern"]),
        ("Anna Quern and", ["Anna Quern"]),
        ("_Quern_", ["Quern"]),
    ],
)
def test_where_persons_names_begin_and_end(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


def test_names_of_other_things_keep_their_hyphens_and_small_words() -> None:
    assert cut("e-mail of Quern - The Mill", False) == ["e-mail of Quern - The Mill"]
    assert cut("board of directors of", False) == ["board of directors"]


def test_pieces_cover_every_capitalized_word() -> None:
    text = "former Pius IX. Anna Quern.jpg|Bo Holt and Carl Weir - Quern"
    covered = " ".join(cut(text))
    assert all(word in covered for word in ("Pius", "IX", "Anna", "Quern", "Bo", "Holt", "Carl", "Weir"))


def test_what_stands_behind_a_full_stop_is_some_name() -> None:
    doc = NLP("They asked Quern Mills. Holt then.")
    doc.ents = [doc.char_span(11, 28, label="ORG")]
    assert [(m.span.of(doc.text), m.type) for m in ModelRecognizer().find(doc)] == [
        ("Quern Mills", "ORG"),
        ("Holt", "MISC"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She made films: Quern and Blue Mill (both 2000).", ["Quern", "Blue Mill"]),
        ("the films Quern in the Mist and Blue Mill were", ["Quern in the Mist", "Blue Mill"]),
        ("the film Quern and Blue Mill was", ["Quern and Blue Mill"]),
        ("the films Romeo and Juliet were", ["Romeo and Juliet"]),
    ],
)
def test_two_titles_in_one_run(text: str, expected: list[str]) -> None:
    start, end = text.index(expected[0]), text.index(expected[-1]) + len(expected[-1])
    found = credited(text, [Found(start, end, "WORK", 0.6)])
    assert [text[f.start : f.end] for f in found] == expected


def test_a_possessive_is_no_part_of_a_run() -> None:
    found = [m.span.of("He saw Quernstone's mill.") for m in Works().find(NLP("He saw Quernstone's mill."))]
    assert found == ["Quernstone"]
    assert is_spelled("McDonald's") and not is_spelled("Barcelona's")


@pytest.mark.parametrize(
    ("text", "guesses", "told"),
    [
        ("The insurer, Zurich, paid.", [("Zurich", "GPE")], ["ORG"]),
        ("He donated to her brother, Minh.", [("Minh", "GPE")], ["PERSON"]),
        ("He was a geologist with Loganair in May.", [("Loganair", "PERSON")], ["ORG"]),
        ("Dear Helena,\nthank you.", [("Helena", "GPE")], ["PERSON"]),
        ("He works for Hennepin Healthcare now.", [("Hennepin Healthcare", "PERSON")], ["ORG"]),
        ("At Elmvej 9, Sigtuna now.", [("Elmvej 9", "ADDRESS"), ("Sigtuna", "PERSON")], ["ADDRESS", "GPE"]),
    ],
)  # fmt: skip
def test_nouns_beside_a_name_tell_its_class(
    text: str, guesses: list[tuple[str, str]], told: list[str]
) -> None:
    assert [kind for _, kind in classes(text, *guesses)] == told


@pytest.mark.parametrize(
    ("text", "guesses", "address"),
    [
        ("Drop it at 22 Heol Fawr.", [("22", "CARDINAL"), ("Heol Fawr", "GPE")], "22 Heol Fawr"),
        ("The Old Forge, Wick, SO20 8EX\n", [("SO20 8EX", "POSTCODE")], "The Old Forge, Wick, SO20 8EX"),
        ("Ann Lee, The Mill, Wick, SO20 8EX", [("Ann Lee", "PERSON"), ("SO20 8EX", "POSTCODE")],
         "The Mill, Wick, SO20 8EX"),
    ],
)  # fmt: skip
def test_what_makes_one_address_is_joined(text: str, guesses: list[tuple[str, str]], address: str) -> None:
    assert (address, "ADDRESS") in classes(text, *guesses)
