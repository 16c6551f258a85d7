"""GeoNames as a taxonomy: chains that a reader can check on a map."""

import random
from pathlib import Path

import pytest

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError
from kb.places import Places, with_article
from kb.wordnet import open_wordnet
from tests.contracts.knowledge import KnowledgeContract


class TestContract(KnowledgeContract):
    phrases = (
        "Barcelona",
        "Catalonia",
        "Spain",
        "Spanish",
        "Spaniard",
        "Europe",
        "London, Canada",
        "Oxfordshire",
    )

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return Places()


@pytest.fixture(scope="module")
def places() -> Places:
    return Places()


def chain(base: KnowledgeBase, phrase: str) -> list[str]:
    """Return labels from the first sense upwards, by the first hypernym, to WordNet."""
    concept = base.senses(phrase)[0].concept
    labels = [concept.label]
    while above := base.hypernyms(concept):
        concept = above[0]
        labels.append(concept.label)
    return labels


@pytest.mark.parametrize(
    ("phrase", "labels"),
    [
        ("Barcelona", ["Barcelona", "city in Catalonia", "Spanish city", "European city", "city"]),
        (
            "Springfield, Illinois",
            ["Springfield", "city in Illinois", "American city", "North American city", "city"],
        ),
        ("Girona", ["Girona", "city in Catalonia", "Spanish city", "European city", "city"]),
        ("Catalonia", ["Catalonia", "Spanish region", "region"]),
        ("Texas", ["Texas", "American state", "state"]),
        ("Wales", ["Wales", "part of the United Kingdom", "country"]),
        ("Spain", ["Spain", "country in Southern Europe", "European country", "country"]),
        (
            "the United States",
            ["United States", "country in North America", "North American country", "country"],
        ),
        ("Europe", ["Europe", "continent"]),
        ("Spanish", ["Spanish", "European", "nationality"]),
        ("Spaniards", ["Spaniard", "European", "person"]),
        ("English", ["English", "British", "European", "nationality"]),
        ("Cracow, Poland", ["Kraków", "Polish city", "European city", "city"]),
        ("Obervellach, Austria", ["Obervellach", "place in Austria", "place in Europe", "location"]),
        (
            "Oxfordshire",
            ["Oxfordshire", "place in England", "place in the United Kingdom", "place in Europe", "location"],
        ),
        ("northern Sweden", ["northern Sweden", "place in Sweden", "place in Europe", "location"]),
        (
            "South Wales",
            ["South Wales", "place in Wales", "place in the United Kingdom", "place in Europe", "location"],
        ),
        ("Scandinavia", ["Scandinavia", "place in Europe", "location"]),
        (
            "Darnall, Sheffield",
            [
                "Darnall",
                "place in Sheffield",
                "place in England",
                "place in the United Kingdom",
                "place in Europe",
                "location",
            ],
        ),
        ("Kempten", ["Kempten (Allgäu)", "German city", "European city", "city"]),
        ("USSR", ["Soviet Union", "country in Eastern Europe", "European country", "country"]),
    ],
)
def test_chains(places: Places, phrase: str, labels: list[str]) -> None:
    assert chain(places, phrase) == labels


def test_case_diacritics_and_possessive_do_not_matter(places: Places) -> None:
    expected = places.senses("Kraków")[0]
    for phrase in ("kraków", "KRAKOW", "Krakow's", "Krakow’s"):
        assert places.senses(phrase)[0] == expected


def test_homonyms_are_ordered_by_inhabitants_but_countries_come_first(places: Places) -> None:
    london = places.senses("London")
    assert [s.frequency for s in london] == sorted((s.frequency for s in london), reverse=True)
    assert places.senses("Georgia")[0].concept.id == "geo:GE"
    assert "geo:US.GA" in [s.concept.id for s in places.senses("Georgia")]


def test_a_bracket_or_a_second_name_chooses_among_homonyms(places: Places) -> None:
    for phrase in ("London, Canada", "London (Canada)", "London, Ontario"):
        assert places.containers(places.senses(phrase)[0].concept)[-2].label == "Canada"


def test_unknown(places: Places) -> None:
    assert places.senses("Qwertyville") == ()
    assert places.senses("") == ()
    assert places.senses("northern lights") == places.senses("Southern Comfort") == ()
    assert places.senses("Paris, London") == ()  # a list, not a part of London
    assert places.senses("South Korea")[0].concept.id == "geo:KR"  # listed: not the south of something
    assert places.hypernyms(Concept("geo:99999999999", "?")) == ()
    assert places.hypernyms(Concept("wn:city.n.01", "city")) == ()
    assert places.lemmas(Concept("wn:city.n.01", "city")) == ()


def test_containers(places: Places) -> None:
    barcelona = places.senses("Barcelona")[0].concept
    assert [c.label for c in places.containers(barcelona)] == ["Catalonia", "Spain", "Europe"]


def test_a_class_holds_its_cities(places: Places) -> None:
    spanish = Concept("geo:city.in.ES", "Spanish city")
    below = {c.id for c in places.hyponyms(spanish)}
    assert "geo:city.in.ES.56" in below
    assert places.senses("Barcelona")[0].concept in places.hyponyms(Concept("geo:city.in.ES.56", ""))
    assert places.lemmas(spanish) == ("Spanish city", "city in Spain")


def test_what_is_above_has_it_below(places: Places) -> None:
    rng = random.Random(7)
    for row in rng.sample(range(len(places)), 150):
        todo = [places.concept(row)]
        while todo:
            concept = todo.pop()
            for above in places.hypernyms(concept):
                assert concept.id in {c.id for c in places.hyponyms(above)}, (concept, above)
                todo.append(above)


def test_wordnet_concepts_exist_with_these_labels(places: Places) -> None:
    wordnet = open_wordnet()
    for row in range(0, len(places), 37):
        concept = places.concept(row)
        while concept.prefix == "geo" and (above := places.hypernyms(concept)):
            concept = above[0]
        if concept.prefix == "wn":
            assert wordnet.number(concept) is not None, concept
            assert wordnet.lemmas(concept)[0] == concept.label


def test_articles_of_names() -> None:
    assert with_article("Netherlands") == "the Netherlands"
    assert with_article("Canary Islands") == "the Canary Islands"
    assert with_article("Spain") == "Spain"


def test_a_missing_or_broken_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match=r"places\.npz is missing"):
        Places(tmp_path / "places.npz")
    (tmp_path / "bad.npz").write_bytes(b"no archive")
    with pytest.raises(KnowledgeBaseError, match="not a compiled knowledge base"):
        Places(tmp_path / "bad.npz")
