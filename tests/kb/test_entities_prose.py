"""What prose says of names: casts, credits, lists, awards, and which kind wins."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

TRAINING = Path(__file__).parents[2] / "training" / "entities"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"training_{name}", TRAINING / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


works, awards, told, names = load("works"), load("awards"), load("facts_of_entities"), load("names")

CAST = """A film.

Cast

-   Ida Brown as Lena Marsh
-   Tom Vale as himself
-   Uma Stone as the Widow
-   Lou Hart

Production

-   Not Cast as Nobody
"""


def test_a_cast_has_actors_and_characters() -> None:
    found = list(works.cast(CAST))
    assert [n for n, kind, _ in found if kind == "actor"] == ["Ida Brown", "Uma Stone", "Lou Hart"]
    assert [n for n, kind, _ in found if kind == "character"] == ["Lena Marsh", "Widow"]


def test_tables_say_what_they_list() -> None:
    table = (
        "Film\n\n  Year   Title            Role\n  ------ ---------------- ------\n"
        "  1975   _Some Title_     Ann\n  _Another_   Bob\n\n"
    )
    assert list(works.tabled(table)) == [("Some Title", "film", "table"), ("Another", "film", "table")]
    assert list(works.tabled(table.replace("Film", "Concerts"))) == []


def test_credits_and_players() -> None:
    text = "-   Director: Ida Brown and Tom Vale\n-   Uma Stone – lead guitar, vocals\n-   Lou Hart – guitarist\n"
    assert list(works.credits(text)) == [
        ("Ida Brown", "film director", "item"),
        ("Tom Vale", "film director", "item"),
    ]
    found = list(works.listed(text, lambda _: iter(())))
    assert found == [("Uma Stone", True, "musician", "", "item")]


@pytest.mark.parametrize(
    ("about", "year"),
    [("born 3 May 1950", "1950"), ("1900–1980", "1900"), ("1995–1999", ""), ("1999 film", "")],
)
def test_years_of_birth(about: str, year: str) -> None:
    assert works._born(about) == year


def test_awards_by_field() -> None:
    fields = awards.fields(TRAINING / "awards.tsv")
    text = "He won The Hugo Award for Best Novel and two Academy Awards. The prize of the city."
    assert awards.awards_in(text) == {"Hugo Award", "Hugo Award for Best Novel", "Academy Award"}
    assert awards.field_of("Hugo Award for Best Novel", fields) == "literary award"
    assert awards.field_of("Academy Award", fields) == "film award"
    assert awards.field_of("Order of the Lion", fields) == "medal"
    assert awards.field_of("Village Award", fields) == "award"


def said(**kinds: int) -> object:
    named = {k.replace("_", " "): n for k, n in kinds.items()}
    return told.Said(named, {}, {"before": sum(kinds.values())}, {})


ABOVE = {
    "actor": {"entertainer.n.01"},
    "film director": {"creator.n.02"},
    "novelist": {"writer", "communicator.n.01"},
    "writer": {"communicator.n.01"},
    "boxer": {"contestant.n.01"},
}


def persons(**kinds: int) -> list[tuple[str, ...]]:
    def find(words: tuple[str, ...], person: bool) -> tuple[str, str]:
        return " ".join(words), " ".join(words)

    found = told.persons({"Ida Brown": said(**kinds)}, find, lambda s: frozenset(ABOVE.get(s, ())))
    return [one.kinds for one in found]


def test_one_person_can_act_and_direct_but_not_box() -> None:
    assert persons(actor=5, film_director=2) == [("actor", "film director")]
    assert persons(actor=5, director=2) == [("actor", "film director")]
    assert persons(actor=3, boxer=3) == []
    assert persons(actor=9, boxer=1) == [("actor",)]
    assert persons(novelist=2, writer=2) == [("novelist",)]
    assert persons(boxer=3, writer=2) == [("boxer", "writer")]


def test_characters_are_no_known_persons() -> None:
    roles = {
        "Lena Marsh": said(character=1),
        "Tom Vale": said(character=3),
        "Forest Officer": said(character=2),
    }
    found = told.characters(
        roles, lambda n: n == "Tom Vale", frozenset(["Lena"]), lambda w: w in ("Forest", "Officer")
    )
    assert [one.name for one in found] == ["Lena Marsh"]


def test_decades_need_agreement() -> None:
    assert told.decade_of({"1994": 2, "1995": 1}) == "1990s"
    assert told.decade_of({"1994": 1, "2005": 1}) == ""
    assert told.decade_of({}) == ""


def test_full_names_in_capitals() -> None:
    assert names.full_name("Ida Brown", "IDA MARY BROWN (born 1950) is") == "Ida Mary Brown"
    assert names.full_name("Ida Brown", "IDA BROWN (born 1950) is") == ""
    assert names.full_name("Ida Brown", "ACME WIDGET WORKS, a firm") == ""
    assert names.award_forms("Golden Globe Award") == ["Golden Globe Awards", "Golden Globe"]
