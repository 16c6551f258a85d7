"""Homonymous places: the other places of a document decide, what holds a place before its compatriots."""

from collections.abc import Iterable

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from kb import Concept, KnowledgeBase, Sense
from kb.chain import Chain
from kb.defaults import open_default
from sanitizer.read.homonyms import Places, beside, is_listed

# A world small enough to work out by hand: X lies in divisions A and B of the country UU and in VV.
ABOVE = {
    "geo:1": ["geo:city.in.UU.A"],  # X, the largest
    "geo:2": ["geo:city.in.UU.B"],
    "geo:3": ["geo:city.in.VV"],
    "geo:4": ["geo:city.in.UU.B"],  # Y
    "geo:5": ["geo:city.in.UU"],  # Z, of unknown division
    "geo:6": ["geo:city.in.VV"],  # W
    "geo:UU.B": ["geo:region.in.UU"],
    "geo:UU": [],
    "geo:VV": [],
    "geo:city.in.UU.A": ["geo:city.in.UU"],
    "geo:city.in.UU.B": ["geo:city.in.UU"],
}


class World:
    """The four methods over the table above."""

    name, prefix = "world:1", "geo"

    def senses(self, phrase: str) -> list[Sense]:
        found = {"X": [(1, 4e5), (2, 2e5), (3, 1e5)], "Y": [(4, 1e5)], "Z": [(5, 1e5)], "W": [(6, 1e5)]}
        codes = {"B": "UU.B", "U": "UU", "V": "VV"}
        if phrase in codes:
            return [Sense(Concept(f"geo:{codes[phrase]}", phrase), True, "LOC", 1e6)]
        return [
            Sense(Concept(f"geo:{n}", phrase), True, "LOC", people) for n, people in found.get(phrase, [])
        ]

    def hypernyms(self, concept: Concept) -> list[Concept]:
        return [Concept(above, above) for above in ABOVE.get(concept.id, [])]

    def hyponyms(self, concept: Concept) -> list[Concept]:
        return []

    def lemmas(self, concept: Concept) -> list[str]:
        return [concept.label]


def witnesses(knowledge: KnowledgeBase, names: Iterable[str]) -> Places:
    """Return the places among the names of a document as witnesses for each other."""
    return Places(knowledge, {name: knowledge.senses(name) for name in names})


def decided(*others: str) -> str:
    world = World()
    choice = witnesses(world, ["X", *others]).decide("X", world.senses("X"))
    return "" if choice is None else choice.concept.id


@pytest.mark.parametrize(
    ("others", "chosen"),
    [
        ([], ""),
        (["nowhere"], ""),
        (["B"], "geo:2"),  # its division is named
        (["Y"], "geo:2"),  # another city of its division
        # a quarter of the inhabitants: the country alone does not outweigh them (1.5 < 0.6 + 2 * 0.5)
        (["V"], ""),
        (["V", "W"], "geo:3"),
        (["Z"], ""),  # the first two are its compatriots
        (["Y", "V"], "geo:2"),  # containment before the country
        (["Y", "U"], "geo:2"),
    ],
)
def test_by_hand(others: list[str], chosen: str) -> None:
    assert decided(*others) == chosen


@given(st.lists(st.sampled_from(["Y", "Z", "W", "B", "U", "V"]), unique=True))
def test_the_order_of_the_names_does_not_matter(others: list[str]) -> None:
    assert decided(*others) == decided(*reversed(others))


@pytest.fixture(scope="module")
def knowledge() -> Chain:
    return open_default()


NAMES = [
    "Boston",
    "London",
    "Paris",
    "Texas",
    "Perth",
    "Scotland",
    "Georgia",
    "Springfield",
    "Ohio",
    "British",
    "Ontario",
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(NAMES), unique=True, max_size=6))
def test_what_is_decided_is_listed_and_one_of_the_meanings(knowledge: Chain, names: list[str]) -> None:
    places = witnesses(knowledge, names)
    for name in names:
        senses = knowledge.senses(name)
        choice = places.decide(name, senses)
        assert choice is None or (choice in senses and is_listed(choice))


def test_a_metropolis_is_not_moved_by_compatriots(knowledge: Chain) -> None:
    def label(name: str, *others: str) -> str:
        choice = witnesses(knowledge, [name, *others]).decide(name, knowledge.senses(name))
        return "" if choice is None else knowledge.hypernyms(choice.concept)[0].label

    assert "American" not in label("Paris", "Dallas", "Chicago", "New York", "American")
    assert label("London", "Toronto", "Vancouver", "Canada") == ""
    assert label("London", "Toronto", "Ontario") == "city in Ontario"


def test_witnesses_may_themselves_be_decided(knowledge: Chain) -> None:
    # "Georgia" is the state because of Atlanta, and so "Columbus" is not the one in Ohio
    places = witnesses(knowledge, ["Columbus", "Georgia", "Atlanta"])
    choice = places.decide("Columbus", knowledge.senses("Columbus"))
    assert choice is not None
    assert knowledge.hypernyms(choice.concept)[0].label == "city in Georgia"


@pytest.mark.parametrize(
    ("others", "supported"),
    [((), False), (("Limerick",), False), (("Texas",), True), (("Dallas",), True), (("Waco", "Tyler"), True)],
)
def test_a_small_town_is_not_told_by_a_small_namesake_of_another(
    knowledge: Chain, others: tuple[str, ...], supported: bool
) -> None:
    ennis = next(s for s in knowledge.senses("Ennis") if s.concept.id == "geo:4689311")
    assert witnesses(knowledge, ["Ennis", *others]).is_supported("Ennis", ennis) is supported


def test_no_places_decide_nothing(knowledge: Chain) -> None:
    assert Places(knowledge, {}).decide("Perth", knowledge.senses("Perth")) is None


def test_nations_and_the_names_of_bodies_are_witnesses(knowledge: Chain) -> None:
    text = "She left the California Institute of Technology in Pasadena for an American firm, Quern Mills."
    doc = spacy.blank("en")(text)
    marks = [
        ("California Institute of Technology", "ORG"),
        ("Pasadena", "LOC"),
        ("American", "NORP"),
        ("Quern Mills", "ORG"),
    ]
    doc.ents = [doc.char_span(at := text.index(s), at + len(s), label) for s, label in marks]
    named = beside(knowledge, doc)
    assert {"California", "Pasadena", "American"} == set(named)
    choice = Places(knowledge, named).decide("Pasadena", knowledge.senses("Pasadena"))
    assert choice is not None
    assert knowledge.hypernyms(choice.concept)[0].label == "city in California"


def test_a_place_for_which_others_speak_contests_the_usual_one(knowledge: KnowledgeBase) -> None:
    senses = knowledge.senses("Perth")
    usual = next(s for s in senses if is_listed(s))
    beside_dundee = Places(knowledge, {"Dundee": knowledge.senses("Dundee")})
    assert [s.concept.id for s in beside_dundee.contenders("Perth", senses, usual)] == ["geo:2640358"]
    assert not Places(knowledge, {}).contenders("Perth", senses, usual)
