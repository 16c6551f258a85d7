"""Which phrases count for a concept: those of which it is a usual meaning."""

import pytest

from kb import Concept, Sense
from sanitizer.build import open_knowledge
from sanitizer.risk.usual_meaning import usually_means


class Told:
    """A knowledge base that knows a few phrases, as documents have them (no case, article, number)."""

    name, prefix = "told", "t"

    def __init__(self, **senses: list[Sense]) -> None:
        self._senses = {phrase.replace("_", " "): found for phrase, found in senses.items()}

    def senses(self, phrase: str) -> list[Sense]:
        return self._senses.get(phrase.lower(), [])

    def hypernyms(self, concept: Concept) -> list[Concept]:
        return []

    hyponyms = hypernyms

    def lemmas(self, concept: Concept) -> list[str]:
        return []


def sense(id_: str, frequency: float = 0.0, instance: bool = False, entity_class: str = "") -> Sense:
    return Sense(Concept(id_, id_), instance, entity_class, frequency)


def means(base: Told, phrase: str, id_: str) -> bool:
    return usually_means(base, phrase, Concept(id_, id_))


def test_a_meaning_needs_a_quarter_of_the_uses() -> None:
    base = Told(feature=[sense("t:trait", 20), sense("t:story", 10), sense("t:film", 1)])
    # one more each: 21, 11 and 2 of 34
    assert [means(base, "feature", i) for i in ("t:trait", "t:story", "t:film")] == [True, True, False]


def test_meanings_of_other_bases_are_no_rivals() -> None:
    base = Told(architect=[sense("w:architect", 50), sense("t:architect")])
    assert means(base, "architects", "t:architect")


def test_a_title_that_is_a_common_noun_is_not_counted_nor_one_of_common_words() -> None:
    film = sense("t:f", instance=True, entity_class="MISC")
    base = Told(salt=[sense("w:salt", 9), film], one_day=[film], frozen=[film], casablanca=[film], it=[film])
    assert [means(base, p, "t:f") for p in ("Salt", "One Day", "Frozen", "It", "Casablanca")] == [
        False
    ] * 4 + [True]


def test_a_name_that_an_earlier_base_knows_as_of_another_class_is_not_counted() -> None:
    base = Told(magnolia=[sense("w:town", instance=True, entity_class="LOC"), sense("t:f", 9, True, "MISC")])
    assert not means(base, "Magnolia", "t:f")


def test_what_documents_hold_as_another_phrase_is_that_phrase() -> None:
    base = Told(state=[sense("t:state", 9)], the_states=[sense("t:us", 1, True, "LOC")])
    assert not means(base, "the States", "t:us")


def test_a_phrase_that_no_base_finds_again_is_the_concepts_own() -> None:
    assert means(Told(), "Erewhon Herald", "t:x")


@pytest.mark.parametrize(
    ("phrase", "id_", "meant"),
    [
        ("film", "wn:movie.n.01", True),
        ("feature", "wn:feature.n.03", False),
        ("feature film", "wn:feature.n.03", True),
        ("am", "wn:master_of_arts.n.01", False),
        ("city", "wn:city.n.01", True),
        ("city", "wn:city.n.02", False),
        ("New York", "wn:new_york.n.01", True),
        ("the States", "wn:united_states.n.01", False),
        ("1995", "cal:1995", True),
        ("May", "cal:--05", True),
        ("films", "qty:films:10..", True),
    ],
)
def test_in_the_default_knowledge_bases(phrase: str, id_: str, meant: bool) -> None:
    knowledge = open_knowledge(["default"])
    assert usually_means(knowledge, phrase, Concept(id_, phrase)) is meant
