"""What is told of a term is sure: of namesakes nothing, of words with several meanings what they share."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from corpora_stats import Query
from kb.base import Concept, Sense
from kb.chain import Chain
from kb.defaults import open_default
from sanitizer import Sanitizer
from sanitizer.choose.certain_meanings import (
    all_share,
    called_so,
    headed,
    is_namesake,
    is_titled_person,
    told_length,
    where_it_lies_is_named,
)
from sanitizer.choose.proposals import is_head
from sanitizer.risk.roll_up import Generalization

TEXTS = (
    "Mr Tom Huber was born in Leeds on 3 May 1961. He played for Quernby RFC and wrote the novel Bleak Hills, "
    "which won the Hugo Award. His wife, a teacher, works at Quernby Hospital in Barcelona.",
    "The applicant, Ms Anna Berg, lives in Ljubljana. On 9 March 1994 the Quernby City Court had said no; the "
    "Ministry of Justice paid 300 euros. She suffers from asthma and was 34 years old.",
    "She starred in the films Jaws (1975), Old Moss (1980) and Dim Fell (1982), and moved to Boston with her "
    "three dogs. A locker stood there for one year, said John to Mrs Folasade Adebayo.",
)


PATH = Path(__file__).parents[2] / "bench" / "entailed.py"


@pytest.fixture(scope="module")
def entailed() -> ModuleType:
    spec = importlib.util.spec_from_file_location("entailed", PATH)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default()


@pytest.fixture(scope="module")
def knowledge() -> Chain:
    return open_default()


@pytest.mark.parametrize("text", TEXTS)
def test_every_term_is_told_by_what_it_is(sanitizer: Sanitizer, entailed: ModuleType, text: str) -> None:
    found = list(entailed.walk(sanitizer, text))
    assert any(t.told for t in found)
    assert [t.choice.option.label for t in found if not t.entailed] == []


@pytest.mark.parametrize(
    ("surface", "length"),
    [
        ("44 hours and 5 minutes", "44.5 hours"),
        ("six days, fourteen hours and thirty minutes", "6.5 days"),
        ("one year", "12 months"),
        ("one year’s", "12 months"),
        ("a week", "7 days"),
        ("two months earlier", ""),
        ("two weeks", ""),
        ("the weekend", ""),
    ],
)
def test_lengths_of_time_are_told_by_their_first_unit(surface: str, length: str) -> None:
    assert told_length(surface) == length


@pytest.mark.parametrize(
    ("surface", "titled"),
    [
        ("Mrs Folasade Adebayo", True),
        ("Father Dominic", True),
        ("The HR Manager", False),
        ("Lord Mayor", False),
        ("Judge", False),
        ("Dr", False),
    ],
)
def test_a_title_makes_a_person(surface: str, titled: bool) -> None:
    assert is_titled_person(surface) is titled


def test_a_name_alone_is_no_known_person() -> None:
    john = Sense(Concept("wn:john.n.02", "John"), True, "PERSON", 0.0)
    assert is_namesake(john, "PERSON", "John")
    assert not is_namesake(john, "PERSON", "John Hale")
    assert not is_namesake(john, "MISC", "John")


def test_names_have_no_plural_and_abbreviations_their_capitals(knowledge: Chain) -> None:
    def named(phrase: str) -> set[str]:
        return {s.concept.label for s in knowledge.senses(phrase) if called_so(knowledge, s, phrase)}

    assert "Idaho" not in named("IDs")
    assert "Ute" in named("Ute")
    assert "Ute" not in named("ute")
    assert "Indian National Congress" not in named("Inc")
    assert "European Parliament" not in named("EP")
    assert {"Paris", "Perth"} <= named("Paris") | named("Perth")


def test_a_place_told_apart_by_where_it_lies_is_meant_where_that_is_named(knowledge: Chain) -> None:
    senses = knowledge.senses("Hope")
    assert any(s.concept.label == "Hope, Missouri" for s in senses)
    assert not any("," in s.concept.label for s in where_it_lies_is_named(senses, "Hope is for others."))
    assert where_it_lies_is_named(senses, "She left Missouri.") == tuple(senses)


def test_only_what_all_meanings_share_is_left() -> None:
    a, b, c = (Concept(f"wn:{x}.n.01", x) for x in ("dog", "animal", "organism"))
    assert all_share([a, b, c], [[b, c]]) == [b, c]
    assert all_share([a, b], [[c]]) == [a, b]  # nothing readable would be left


def test_the_head_of_a_name_is_its_noun_before_of(knowledge: Chain) -> None:
    assert headed(knowledge, "the Proof of Attachment") == "proof"
    assert headed(knowledge, "Songs of Warren") == ""
    assert headed(knowledge, "Political Science") == ""


@pytest.mark.parametrize(
    ("label", "surface", "head"),
    [
        ("orchestra", "Boston Symphony Orchestra", True),
        ("cancer", "breast cancer", True),
        ("musical organization", "Boston Symphony Orchestra", False),
        ("orchestra", "Orchestra", False),
        ("1961", "14 March 1961", False),
    ],
)
def test_the_last_word_of_a_name_is_its_head(label: str, surface: str, head: bool) -> None:
    assert is_head(Generalization(label, None, Query.of(label)), surface) is head
