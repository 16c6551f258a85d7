"""Hierarchies from CSV, JSON and TOML: what they answer, and what they say when they are wrong."""

from pathlib import Path

import pytest

from kb import KnowledgeBase, KnowledgeBaseError
from kb.dgh import Hierarchy, open_dgh
from kb.intrinsic_ic import lowest_common_ancestor
from kb.taxonomy import candidates
from tests.contracts.knowledge import KnowledgeContract

CSV = "Barcelona;Catalonia;Spain;*\nMadrid;Madrid region;Spain;*\nLyon;France;France;*\n"
JSON = '{"*": {"Spain": {"Catalonia": ["Barcelona"], "Madrid region": ["Madrid"]}, "France": ["Lyon"]}}'
TOML = '["*".Spain]\nCatalonia = ["Barcelona"]\n"Madrid region" = ["Madrid"]\n["*"]\nFrance = ["Lyon"]\n'


def _write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.fixture(params=["csv", "json", "toml"])
def base(request: pytest.FixtureRequest, tmp_path: Path) -> KnowledgeBase:
    content = {"csv": CSV, "json": JSON, "toml": TOML}[request.param]
    return open_dgh(_write(tmp_path, f"My Cities.{request.param}", content))


class TestDghContract(KnowledgeContract):
    phrases = ("Barcelona", "Lyon", "Spain")


def test_the_three_forms_say_the_same(base: KnowledgeBase) -> None:
    assert (base.name, base.prefix) == ("dgh:my_cities", "my_cities")
    assert [c.concept.label for c in candidates(base, "barcelona")] == ["Catalonia", "Spain", "*"]
    assert [c.concept.label for c in candidates(base, "LYON")] == ["France", "*"]
    cities = [base.senses(w)[0].concept for w in ("Barcelona", "Madrid")]
    common = lowest_common_ancestor(base, cities)
    assert common is not None
    assert common.label == "Spain"
    assert base.lemmas(base.senses("*")[0].concept) == []


def test_plural_and_quotation(tmp_path: Path) -> None:
    base = open_dgh(_write(tmp_path, "jobs.csv", '"engineer; civil";engineer;worker\nnurse;carer;worker\n'))
    assert base.senses("nurses")[0].concept.id == "jobs:nurse"
    assert base.hypernyms(base.senses("engineer; civil")[0].concept)[0].label == "engineer"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "a;b\nc;d;e\n", "a.csv: line 2 has 3 columns, the first has 2; give each value all levels"),
        ("a.csv", "a,b,c\n", "a.csv: line 1 has no ';'; separate the levels by ';', not ','"),
        ("a.csv", "a;b\nc;\n", "a.csv: line 2, column 2 is empty; repeat the level below or write *"),
        ("a.csv", "a;b;*\na;c;*\n", "line 2 puts 'a' under 'c', line 1 under 'b'; a value has one parent"),
        ("a.csv", "a;b;a\n", "line 1 comes back to 'a'; a value cannot lie above itself"),
        ("a.csv", "a;b;c\nc;d;d\n", "line 2 puts 'c' under 'd', line 1 under 'nothing'"),
        ("a.csv", 'a;"b\n', "is not CSV"),
        ("a.csv", "", "a.csv: is empty; give one row per value: value;level 1;level 2;..."),
        ("a.csv", b"a;b\n\xff;b\n", "a.csv: line 2 is not UTF-8; save the file as UTF-8"),
        ("a.json", '{"a": [1,\n}', "a.json: line 2 is not JSON"),
        ("a.json", "[1]", "a.json: is not a hierarchy; write"),
        ("a.json", '{"a": {"b": ["c"], "d": ["c"]}}', "'c' stands under"),
        ("a.json", '{"a": {"b": ["a"]}}', "'a' stands under"),
        ("a.json", '{"a": [["b"]]}', "the list under 'a' holds a table; lists hold values only"),
        ("a.json", '{"a": 7}', "'a' holds 7; give a table of nodes or a list of values"),
        ("a.json", '{"a": [""]}', "an empty name under 'a'; name every node"),
        ("a.toml", "a = [", "a.toml: is not TOML"),
        ("a.xml", "<a/>", "a.xml: a hierarchy ends in one of .csv, .json, .toml"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, name: str, content: str | bytes, message: str) -> None:
    with pytest.raises(KnowledgeBaseError) as caught:
        open_dgh(_write(tmp_path, name, content))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match="cannot be read"):
        open_dgh(tmp_path / "none.csv")


def test_long_chains_are_no_recursion(tmp_path: Path) -> None:
    rows = ";".join(str(i) for i in range(3000))
    base = open_dgh(_write(tmp_path, "deep.csv", rows + "\n"))
    assert isinstance(base, Hierarchy)
    assert len(candidates(base, "0")) == 2999
