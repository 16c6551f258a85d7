"""Count what a release keeps, suppresses and loses."""

import subprocess
import sys
from typing import Any

import pandas as pd

from sanitizer.relational import release
from sanitizer.relational.columns.figures import readable
from sanitizer.relational.definition.schema import parse_definition
from tests.relational.example import PLACES, TERMS, companion_of
from tests.relational.fakes import Given, parse
from tests.relational.tables import verified


def test_km_anonymity_keeps_terms_that_k_share() -> None:
    rows = [
        ("1", "30", "Paris chess"),
        ("2", "30", "Paris chess"),
        ("3", "30", "Paris"),
        ("4", "30", "Berlin"),
    ]
    table = pd.DataFrame(rows, columns=["id", "age", "text"])
    definition = {
        "privacy": {"k": 2, "model": [{"name": "km-anonymity", "m": 2}]},
        "method": {"wording": "plain", "partitioner": "mondrian", "lambda": 1.0, "order": "source"},
        "attribute": {"id": {"role": "identifier"}, "age": {"role": "quasi"}, "text": {"role": "text"}},
    }
    made = release(table, definition, recognizers=[Given(TERMS)], parse=parse, knowledge=PLACES)
    assert made.table["text"].tolist() == ["Paris chess", "Paris chess", "Paris", "Place"]
    checked = verified(made.table, parse_definition(definition), companion_of(made))
    assert checked.met and checked.figures.least_class == 4
    stricter = {**definition, "privacy": {"k": 3, "model": [{"name": "km-anonymity", "m": 2}]}}
    assert not verified(made.table, parse_definition(stricter), companion_of(made)).met
    again = release(table, stricter, recognizers=[Given(TERMS)], parse=parse, knowledge=PLACES)
    assert again.table["text"].tolist() == ["Paris thing", "Paris thing", "Paris", "Place"]


def test_cell_suppression_saves_the_texts_too() -> None:
    levels = [["Paris", "France", "*"], ["Lyon", "France", "*"], ["Rome", "Italy", "*"]]
    rows = [("Paris", "f", "Paris"), ("Lyon", "f", "chess"), ("Paris", "f", ""), ("Rome", "f", "Berlin"),
            ("Rome", "m", "Berlin"), ("Rome", "f", "chess")]  # fmt: skip
    table = pd.DataFrame(rows, columns=["city", "sex", "text"], dtype=object)
    definition: dict[str, Any] = {
        "privacy": {"k": 3},
        "method": {"partitioner": "full-domain", "suppression": 0.5, "wording": "plain"},
        "attribute": {
            "city": {"role": "quasi", "hierarchy": {"levels": levels}, "limit": 1},
            "sex": {"role": "quasi", "limit": 0},
            "text": {"role": "text"},
        },
    }
    known: dict[str, Any] = {"recognizers": [Given(TERMS)], "parse": parse, "knowledge": PLACES}
    plain = release(table, definition, **known)
    assert len(plain.table) == 3 and plain.report.to_json()["dropped"] == {"rows suppressed by the search": 3}
    definition["method"]["cell_suppression"] = True
    saved = release(table, definition, **known)
    assert saved.table["city"].tolist() == ["France"] * 3 + ["Italy"] * 3
    assert saved.table["sex"].tolist() == ["f"] * 3 + ["*"] * 3
    assert saved.table["text"].tolist()[3:] == ["Place", "Place", "thing"]
    assert saved.report.to_json()["search"]["persons_saved_by_cell_suppression"] == 3
    assert (
        saved.report.to_json()["search"]["cells_suppressed"] == 3 and saved.report.to_json()["dropped"] == {}
    )
    assert saved.report.to_json()["loss"]["by_attribute"]["sex"] == 0.5
    assert verified(saved.table, parse_definition(definition), companion_of(saved)).met


def test_partitions_tell_loss_by_size_of_class() -> None:
    rows = [("20", "Paris"), ("20", "Paris"), ("50", ""), ("60", ""), ("60", "")]
    table = pd.DataFrame(rows, columns=["age", "text"], dtype=object)
    definition = {
        "privacy": {"k": 2},
        "method": {"wording": "plain", "partitioner": "mondrian", "lambda": 1.0},
        "attribute": {"age": {"role": "quasi", "type": "number"}, "text": {"role": "text"}},
    }
    made = release(table, definition, recognizers=[Given(TERMS)], parse=parse, knowledge=PLACES)
    assert made.report.to_json()["partitions"] == [[2, 1, 0.0, 0.0], [3, 1, 0.25, None]]
    assert "partitions" not in readable(made.report.to_json())


def test_partitions_of_columns_alone() -> None:
    levels = [["Paris", "France", "*"], ["Lyon", "France", "*"], ["Rome", "Italy", "*"]]
    table = pd.DataFrame({"city": ["Paris", "Lyon", "Paris", "Rome", "Rome"]}, dtype=object)
    definition = {
        "privacy": {"k": 2},
        "method": {"partitioner": "full-domain"},
        "attribute": {"city": {"role": "quasi", "hierarchy": {"levels": levels}}},
    }
    assert release(table, definition).report.to_json()["partitions"] == [
        [2, 1, 0.0, None],
        [3, 1, 0.666667, None],
    ]


def test_full_domain_levels_and_suppressed_rows_are_counted() -> None:
    levels = [["Paris", "France", "*"], ["Lyon", "France", "*"], ["Rome", "Italy", "*"]]
    table = pd.DataFrame({"city": ["Paris", "Lyon", "Paris", "Rome"]}, dtype=object)
    definition = {
        "privacy": {"k": 3},
        "method": {"partitioner": "full-domain", "suppression": 0.3},
        "attribute": {"city": {"role": "quasi", "hierarchy": {"levels": levels}}},
    }
    made = release(table, definition)
    assert made.table["city"].tolist() == ["France"] * 3
    assert made.report.to_json()["search"]["levels"] == {"city": 1}
    assert made.report.to_json()["dropped"] == {"rows suppressed by the search": 1}


def test_a_table_without_texts_loads_neither_grammar_nor_knowledge() -> None:
    code = (
        "import sys, pandas as pd\n"
        "from sanitizer.relational import release\n"
        "table = pd.DataFrame({'age': ['1', '2', '3', '4']}, dtype=object)\n"
        "made = release(table, {'privacy': {'k': 2}, 'attribute': {'age': {'role': 'quasi', 'type': 'number'}}})\n"
        "assert len(made.table) == 4\n"
        "print([m for m in ('inflect', 'kb.defaults', 'kb.medicines', 'kb.places') if m in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
