"""Reading definitions, on sentences of our own that a reader can take apart."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def load(name: str) -> ModuleType:
    """Return a script of training/entities, which is no package, under a name of its own."""
    path = Path(__file__).parents[2] / "training" / "entities" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"training_entities_{name}", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


names, definitions = load("names"), load("parse")

ADJECTIVES = {
    "american": "US",
    "polish": "PL",
    "sri lankan": "LK",
    "german": "DE",
    "french": "FR",
    "canadian": "CA",
}


@pytest.mark.parametrize(
    ("definition", "kinds", "nations"),
    [
        ("an American cartoonist, writer, and voice actor", ["cartoonist", "writer", "voice actor"], ["US"]),
        ("a Sri Lankan police officer who retired in 1990", ["police officer"], ["LK"]),
        ("Spanish architect", ["Spanish architect"], []),
        ("19th and 20th-century Polish painter", ["painter"], ["PL"]),
        ("a Polish-American independent scholar", ["scholar"], ["PL", "US"]),
        ("an American football player for the Reds", ["American football player"], []),
        ("a species of beetle in the family Xidae", ["beetle"], []),
        ("the second studio album by the band X", ["studio album"], []),
        ("a French private software company based in Lyon", ["software company"], ["FR"]),
        ("a town in northern Poland", ["town"], []),
        ("", [], []),
    ],
)
def test_definitions(definition: str, kinds: list[str], nations: list[str]) -> None:
    parsed = definitions.parse(definition, ADJECTIVES)
    assert [" ".join(words) for words in parsed.kinds] == kinds
    assert list(parsed.nations) == nations


def test_first_sentence_drops_brackets_and_stops_at_the_full_stop() -> None:
    lead = "ADA B. LOREM (born 3 May 1901 (or 1902)) was a German chemist. She taught in Kiel."
    sentence = definitions.first_sentence(lead)
    assert sentence == "ADA B. LOREM was a German chemist"
    assert definitions.definition_of_sentence(sentence) == "German chemist"


def test_names() -> None:
    assert names.base_name("Mercury (planet)") == "Mercury"
    assert names.surface_forms("John F. Smith Jr.", "", True, set()) == [
        "John F. Smith Jr.",
        "John F. Smith",
        "John Smith",
    ]
    assert names.surface_forms("Salem, Oregon", "", False, {"Oregon"}) == ["Salem, Oregon", "Salem"]
    assert names.surface_forms("Hello, World", "", False, {"Oregon"}) == ["Hello, World"]
    assert names.surface_forms("Bureau of Looms", "The BUREAU OF LOOMS (BOL) is", False, set()) == [
        "Bureau of Looms",
        "BOL",
    ]
    assert names.surface_forms("Henry Howard, Earl of Surrey", "", True, set())[-1] == "Henry Howard"


@pytest.mark.parametrize(
    ("title", "lead", "proper"),
    [
        ("Red Star F.C.", "", True),
        ("Speciation", "SPECIATION is a process; speciation takes long.", False),
        ("Tbilisi", "TBILISI is the capital. Tbilisi lies on a river.", True),
        ("Discrete mathematics", "DISCRETE MATHEMATICS is a field.", False),
        ("L.A. Noire", "", True),
    ],
)
def test_proper_names(title: str, lead: str, proper: bool) -> None:
    assert names.is_proper(title, lead, "") is proper
