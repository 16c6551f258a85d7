"""Of what class a name is: what the text says of it, what is known of it, what stands beside it."""

import pytest

from sanitizer.read.name_classes import settled
from sanitizer.read.name_matching import join, spread
from sanitizer.recognize.definitions import defined
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders.model import ModelRecognizer
from sanitizer.recognize.finders.works import Works
from sanitizer.recognize.known_names import known_classes, type_of_kind, type_of_word
from sanitizer.text.parse import load
from sanitizer.types import EntityClass, Mention, Span
from sanitizer.values.found_values import Found

NLP = load()


def mentions(text: str, *named: tuple[str, str], recognizer: str = "model") -> list[Mention]:
    """Return mentions as a model would report them: (surface, type), each at its next place in the text."""
    found, position = [], 0
    for surface, kind in named:
        position = text.index(surface, position)
        span = Span(position, position + len(surface))
        found.append(Mention(span, kind, entity_class(kind), recognizer, 0.99))
        position += len(surface)
    return found


@pytest.mark.parametrize(
    ("text", "name", "guess", "expected"),
    [
        ("QUERNBY is a village in Yorkshire.", "QUERNBY", "PERSON", "LOC"),
        ("MR ENTEROGRAPHY is a magnetic resonance imaging technique.", "MR ENTEROGRAPHY", "PERSON", "MISC"),
        ("Bo Lunt Ek (born 3 May 1991) left.", "Bo Lunt Ek", "LOC", "PERSON"),
        ("BO LUNT EK (18 November 1934 – 28 November 2016) left.", "BO LUNT EK", "LOC", "PERSON"),
        ("Querner was a Brazilian footballer.", "Querner", "LOC", "PERSON"),
        ("Querner was a Roman Catholic prelate who left.", "Querner", "ORG", "PERSON"),
        ("Querner is a state owned company of Poland.", "Querner", "LOC", "ORG"),
        (
            "The Querner was a men's senior (over 50) professional golf tournament.",
            "Querner",
            "PERSON",
            "MISC",
        ),
        ("Querner was a vocal group from the north.", "Querner", "LOC", "ORG"),
        ("Querner is a family of home computers.", "Querner", "LOC", "MISC"),
        ("Querner is a writer, editor and teacher.", "Querner", "LOC", "PERSON"),
        ("Querner was a prominent figure in town.", "Querner", "LOC", None),
        ("It belongs to Querner, an agricultural company.", "Querner", "LOC", "ORG"),
        ("She was born in Haifa, the son of immigrants.", "Haifa", "LOC", None),
        ("Querner is the name of a star.", "Querner", "LOC", None),
        ("Querner is the largest producer of salt.", "Querner", "ORG", None),
        ("Querner left the village.", "Querner", "ORG", None),
    ],
)
def test_what_the_text_says_a_name_is(text: str, name: str, guess: str, expected: str | None) -> None:
    start = text.index(name)
    found = list(defined(NLP(text), [Found(start, start + len(name), guess, 0.9)]))
    assert [entity_class(f.type) for f in found] == ([EntityClass(expected)] if expected else [])


def test_what_is_said_keeps_a_finer_type_of_its_class() -> None:
    text = "The Quern Open is a golf tournament."
    assert [f.type for f in defined(NLP(text), [Found(4, 14, "EVENT", 0.6)])] == ["EVENT"]


@pytest.mark.parametrize(
    ("text", "named", "expected"),
    [
        ("He wrote on Islam.", [("Islam", "LOC")], ["DEM"]),  # a religion is no place
        ("He met Voltaire.", [("Voltaire", "MISC")], ["PERSON"]),
        ("It was Bruce Almighty.", [("Bruce Almighty", "PERSON")], ["MISC"]),
        ("He is Ann Miller.", [("Ann Miller", "PERSON")], ["PERSON"]),
        ("He batted for the Pirates then.", [("Pirates", "JOB")], ["ORG"]),
        ("She lives in Blackpool.", [("Blackpool", "PERSON")], ["LOC"]),
        ("the United States Ambassador came", [("United States Ambassador", "LOC")], ["DEM"]),
        ("the Bishop of Saltillo came", [("Bishop of Saltillo", "ORG")], ["DEM"]),
        ("as Thor in a film", [("Thor", "PERSON")], ["PERSON"]),  # a role
        ("They sailed on the _Enola Gay_ then", [("Enola Gay", "PERSON")], ["MISC"]),
        ("He plays for Quern Lutsk.", [("Quern Lutsk", "PERSON")], ["ORG"]),
        ("It was made in QUERN.", [("QUERN", "LOC")], ["LOC"]),
        ("the _Plaza de Quern_ there", [("Plaza de Quern", "LOC")], ["LOC"]),
        ("the New Zealanders won", [("New Zealanders", "LOC")], ["DEM"]),
        ("the Seattle Quern won the league", [("Seattle Quern", "LOC")], ["ORG"]),  # a team
        ("the Seattle Quern is wide", [("Seattle Quern", "LOC")], ["LOC"]),
        ("It held Dudley Castle.", [("Dudley Castle", "PERSON")], ["LOC"]),
        ("the Quern Conference (QuC) met", [("Quern Conference", "ORG"), ("QuC", "LOC")], ["ORG", "ORG"]),
        ("the counties of Quern and Wisp", [("Quern", "PERSON"), ("Wisp", "ORG")], ["LOC", "LOC"]),
        (
            "William Hagerty left. Then Hagerty won.",
            [("William Hagerty", "PERSON"), ("Hagerty", "LOC")],
            ["PERSON"] * 2,
        ),
    ],
)
def test_what_is_known_and_what_stands_beside(
    text: str, named: list[tuple[str, str]], expected: list[str]
) -> None:
    done = settled(text, mentions(text, *named))
    assert [m.entity_class.value for m in done] == expected
    assert [m.span for m in done] == [m.span for m in mentions(text, *named)]


@pytest.mark.parametrize("recognizer", ["given", "decision", "list:x", "patterns"])
def test_what_a_person_or_a_form_says_stays(recognizer: str) -> None:
    text = "He wrote on Islam."
    found = mentions(text, ("Islam", "LOC"), recognizer=recognizer)
    assert settled(text, found) == found


def test_what_the_text_says_once_holds_everywhere() -> None:
    text = "Quern left. Quern is a hill."
    first, second = mentions(text, ("Quern", "PERSON"), ("Quern", "LOC"))
    known = Mention(second.span, "GPE", EntityClass.LOC, "works", 1.0)
    assert [m.entity_class for m in settled(text, [first, known])] == [EntityClass.LOC] * 2


def test_an_abbreviation_in_brackets_is_the_same_entity() -> None:
    text = "the Quern Conference (QuC) met"
    found = mentions(text, ("Quern Conference", "ORG"), ("QuC", "LOC"))
    joined = join(NLP(text), spread(text, found))
    assert [m.entity for m in joined] == [0, 0]


def test_the_knowledge_behind_it() -> None:
    assert known_classes("Bruce Almighty") == {EntityClass.MISC}
    assert known_classes("Querny Vub") == frozenset()
    assert [type_of_kind(noun) for noun in ("village", "footballer", "company", "name")] == [
        "GPE",
        "PERSON",
        "ORG",
        "",
    ]
    assert [type_of_word(word) for word in ("Islam", "Urdu", "Paris")] == ["RELIGION", "LANGUAGE", ""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He was in Wales.Moseley won.", {"Wales", "Moseley"}),
        ("It won the Querny World Cup.He won.", {"Querny World Cup"}),
        ("The QUERNY LAMP is a lamp.", {"QUERNY LAMP"}),
        ("The POCKET QUERNY RACING is old.", {"POCKET QUERNY RACING"}),
        ("The MAD RIVER HISTORIC DISTRICT is old.", {"MAD RIVER HISTORIC DISTRICT"}),
        ("COMPUTER MUSIC is made with computers.", set()),
        ("He is in the _Querny_ then.", {"Querny"}),
        ("Querny beat Wisply 1–0 then.", {"Querny", "Wisply"}),
        ("the QUERNY LEGISLATIVE ASSEMBLY met", {"QUERNY LEGISLATIVE ASSEMBLY"}),
        ("He took Querny Route 185 home.", {"Querny Route 185"}),
        ("We use rivers such as Milan and Turin.", {"Milan and Turin"}),
        ("It _IS_ so in a film.", set()),
        ("In 1999 the Gold Querny Award for Best Actor went", {"Gold Querny Award for Best Actor"}),
    ],
)
def test_where_a_name_ends(text: str, expected: set[str]) -> None:
    doc = NLP(text)
    doc.ents = ()  # so that single words of a name may be proposed too
    found = {m.span.of(text) for m in Works().find(doc)}
    assert {own for own in found if not any(own != other and own in other for other in found)} == expected


def test_languages_and_nationalities() -> None:
    text = "It is used in many languages, such as Czech and Danish. The Czech king"
    found = mentions(text, ("Czech", "NORP"), ("Danish", "NORP"), ("Czech", "NORP"))
    assert [m.type for m in settled(text, found)] == ["LANGUAGE", "LANGUAGE", "NORP"]


def test_two_parts_of_a_name_with_a_particle_between_them_are_one() -> None:
    text = "We saw Mishaal bint Fahd there."
    doc = NLP(text)
    doc.ents = [doc.char_span(7, 14, "PERSON"), doc.char_span(20, 24, "PERSON")]
    assert [m.span.of(text) for m in ModelRecognizer().find(doc)] == ["Mishaal bint Fahd"]


def test_a_late_definition_does_not_outweigh_many_mentions() -> None:
    text = "Querner Company grew. Querner Company sold. Querner Company hired. Querner Company was a pioneer."
    found = mentions(text, *[("Querner Company", "ORG")] * 4)
    found[3] = Mention(found[3].span, "PERSON", EntityClass.PERSON, "works", 1.0)  # "was a pioneer"
    assert [m.type for m in settled(text, found)] == ["ORG"] * 4
    first = [Mention(found[0].span, "PERSON", EntityClass.PERSON, "works", 1.0), *found[1:3]]
    assert [m.type for m in settled(text, first)] == ["PERSON"] * 3  # at the first mention it decides
