"""Release the paper's running example, and small tables."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sanitizer.relational import release
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.table.plain_table import PlainTable
from tests.relational.example import CASE, NOTHING, PLACES, TERMS, companion_of, example
from tests.relational.fakes import Given, parse
from tests.relational.tables import verified


def test_table_4_of_the_paper() -> None:
    made = example()
    assert made.table.to_dict("records") == CASE["released"]
    assert made.report.to_json()["loss"]["terms"] == CASE["loss"]["terms"]
    assert made.report.to_json()["splits"] == {"attributes": 0, "terms": 2}


def test_table_3_of_the_paper() -> None:
    from sanitizer.relational.classes.prepare import prepare
    from sanitizer.relational.terms.redundancy import Redundancy
    from sanitizer.relational.terms.terms import TermFinder, TermKind

    definition = parse_definition(CASE["definition"])
    linked = [a for a in definition.attributes if a.entity]
    prepared = prepare(
        PlainTable.of_frame(pd.DataFrame(CASE["table"])),
        definition,
        lambda _: TermFinder([Given(CASE["terms"])], parse, linked, Redundancy()),
    )
    date = [a.name for a in prepared.quasi].index("date")
    for person, expected in enumerate(CASE["view"]):
        assert list(prepared.rows[person]) == expected["rows"]
        assert list(prepared.values[date][person]) == expected["date"]
        assert sorted(prepared.terms.keys[t].text for t in prepared.view.of(person)) == expected["terms"]
        direct = [
            s.span.of(CASE["table"][row]["text"])
            for (row, _), spans in prepared.terms.cells.items()
            for s in spans
            if s.kind is TermKind.DIRECT and row in expected["rows"]
        ]
        assert direct == expected["direct"]


@pytest.mark.parametrize("partitioner", ["gdf", "mondrian", "cluster"])
def test_every_partitioner_releases_the_example(partitioner: str) -> None:
    made = example(partitioner=partitioner)
    assert made.report.to_json()["classes"]["least"] >= 2
    for text in made.table["text"]:
        assert "Pedro" not in text and "Ben" not in text.split()


def test_lambda_auto_is_the_least_total() -> None:
    fixed = [
        example(partitioner="mondrian", **{"lambda": i / 10}).report.to_json()["loss"]["total"]
        for i in range(11)
    ]
    assert example(partitioner="mondrian", **{"lambda": "auto"}).report.to_json()["loss"]["total"] == min(
        fixed
    )


def small(rows: list[tuple[str, str, str]], **method: Any) -> Any:
    table = pd.DataFrame(rows, columns=["id", "age", "text"])
    definition = {
        "privacy": {"k": 2},
        "method": {"wording": "plain", "order": "source"} | method,
        "attribute": {
            "id": {"role": "identifier"},
            "age": {"role": "quasi", "type": "number", "entity": "AGE"},
            "text": {"role": "text"},
        },
    }
    return release(table, definition, recognizers=[Given(TERMS)], parse=parse, knowledge=PLACES)


def test_terms_are_generalized_as_little_as_all_of_a_class_allow() -> None:
    made = small([("1", "30", "Lives in Paris, plays chess."), ("2", "31", "From Lyon.")])
    assert made.table["text"].tolist() == ["Lives in French city, plays thing.", "From French city."]
    assert made.table["age"].tolist() == ["[30-31]", "[30-31]"]
    assert small([("1", "30", "Paris"), ("2", "31", "Berlin")]).table["text"].tolist() == ["City", "City"]
    assert small([("1", "30", "Paris"), ("2", "31", "Paris")]).table["text"].tolist() == ["Paris", "Paris"]


def test_grammar_makes_replacements_fit() -> None:
    made = small([("1", "30", "She lives in Paris."), ("2", "31", "He is from Lyon.")], wording="grammar")
    assert made.table["text"].tolist() == ["She lives in a French city.", "He is from a French city."]


def test_all_rows_of_a_person_and_all_mentions() -> None:
    made = small(
        [("1", "30", "Paris. Paris!"), ("1", "30", "Again Paris."), ("2", "31", "Lyon")], terms="suppress"
    )
    assert made.table["text"].tolist() == ["Place. Place!", "Again place.", "Place"]
    assert made.report.to_json()["persons"] == 2 and made.report.to_json()["rows"] == 3


def test_identifiers_go_from_texts_too() -> None:
    made = small([("Ann Smith", "30", "I am Ann Smith."), ("Bob", "31", "Bob here; Bobby there.")])
    assert made.table["text"].tolist() == ["I am person.", "Person here; Bobby there."]


def test_the_input_is_not_changed_and_the_output_is_the_same_every_time() -> None:
    table = pd.DataFrame(CASE["table"])
    before = table.copy(deep=True)
    first = example()
    second = example()
    pd.testing.assert_frame_equal(table, before)
    pd.testing.assert_frame_equal(first.table, second.table)
    assert first.report == second.report and first.sidecar == second.sidecar


def test_any_hash_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    code = (
        "import json,sys,pandas as pd;"
        "from tests.relational.fakes import *;from sanitizer.relational import release;"
        "c=json.load(open(sys.argv[1]));c['definition']['method']|={'partitioner':'cluster','terms':'generalize'};"
        "r=release(pd.DataFrame(c['table']),c['definition'],recognizers=[Given(c['terms'])],parse=parse,"
        "knowledge=Tree({'engineer':'worker','scientist':'worker'},{'engineer':'DEM','scientist':'DEM'}));"
        "print(r.table.to_json(),json.dumps(r.report.to_json()))"
    )
    case = Path(__file__).parents[1] / "cases" / "rx_anon_example.json"
    root = Path(__file__).parents[2]
    outputs = set()
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        done = subprocess.run(
            [sys.executable, "-c", code, str(case)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1


def test_pseudonyms_number_persons_without_telling_their_order() -> None:
    definition = json.loads(json.dumps(CASE["definition"]))
    definition["attribute"]["id"]["pseudonym"] = True
    made = release(
        pd.DataFrame(CASE["table"]),
        definition,
        recognizers=[Given(CASE["terms"])],
        parse=parse,
        knowledge=NOTHING,
    )
    names = made.table["id"].tolist()
    assert [names.index(n) for n in names] == [0, 0, 2, 3, 4, 4, 4, 7, 8]
    assert sorted(set(names)) == [f"id {i}" for i in range(1, 7)]
    assert verified(made.table, parse_definition(definition), companion_of(made)).met


def test_a_seed_reorders_rows_and_nothing_else() -> None:
    plain, mixed = example(order="sorted"), example(order="sorted", seed=3)
    assert plain.table["text"].tolist() != mixed.table["text"].tolist()
    assert sorted(plain.table["text"]) == sorted(mixed.table["text"])
