"""The report of a release as plain data: every key and value, for each way that a table is released."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sanitizer.relational import release
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.from_file import release_files
from tests.relational.fakes import Given, Tree, parse

CASES = Path(__file__).parents[1] / "cases"
GOLDEN: dict[str, Any] = json.loads((CASES / "table_reports.json").read_text(encoding="utf-8"))
PAPER: dict[str, Any] = json.loads((CASES / "rx_anon_example.json").read_text(encoding="utf-8"))
TABLE = Path(__file__).parents[2] / "examples" / "tables" / "notes.csv"
AGES = [[str(age), f"{age // 10}0s", "*"] for age in range(20, 80)]
COLUMNS: dict[str, Any] = {
    "id": {"role": "identifier"},
    "sex": {"role": "quasi"},
    "age": {"role": "quasi", "type": "number"},
    "town": {"role": "ignore"},
    "visit": {"role": "ignore"},
    "diagnosis": {"role": "sensitive"},
    "note": {"role": "ignore"},
}
LEVELS = {"age": {"role": "quasi", "hierarchy": {"levels": AGES}}}
VISITS = {"visit": {"role": "quasi", "type": "date"}}
MODEL = {"name": "l-diversity", "attribute": "diagnosis", "l": 2}
ASKED: dict[str, dict[str, Any]] = {
    "columns": {"model": [MODEL]},
    "auto": {"partitioner": "auto"},
    "cluster": {"partitioner": "cluster", "lambda": 0.5, "more": VISITS},
    "mondrian": {"partitioner": "mondrian", "more": VISITS},
    "gdf": {"partitioner": "gdf"},
    "full-domain": {"partitioner": "full-domain", "suppression": 0.4, "more": LEVELS},
    "cells": {"partitioner": "full-domain", "suppression": 0.4, "cell_suppression": True, "more": LEVELS},
    "wildcards": {"partitioner": "full-domain", "null_matching": "maybe", "more": LEVELS},
    "constrained": {"model": [{"name": "average-risk", "risk": 0.25}]},
    "changed": {
        "order": "source",
        "more": {
            "age": {"role": "quasi", "type": "number", "top": 60, "bottom": 30},
            "diagnosis": {"role": "sensitive", "pram": 0.7},
            "id": {"role": "identifier", "operator": "tag", "entity": "CODE"},
        },
    },
}


def asked(name: str, base: Path) -> Any:
    told = dict(ASKED[name])
    models, more = told.pop("model", []), told.pop("more", {})
    told = {"partitioner": "columns", "seed": 7, **told}
    return parse_definition(
        {
            "source": [{"path": str(TABLE)}],
            "output": {"path": "out.csv", "sidecar": "out.persons", "report": "out.json"},
            "privacy": {"k": 2} | ({"model": models} if models else {}),
            "method": told,
            "attribute": COLUMNS | more,
        },
        "asked.toml",
        base,
    )


def told(name: str, base: Path) -> Any:
    """Return the report that the file has."""
    release_files(asked(name, base))
    return json.loads((base / "out.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(ASKED))
def test_every_key_and_value_stays(tmp_path: Path, name: str) -> None:
    assert told(name, tmp_path) == GOLDEN[name]


def of_texts() -> Any:
    made = release(
        pd.DataFrame(PAPER["table"]), PAPER["definition"],
        recognizers=[Given(PAPER["terms"])], parse=parse, knowledge=Tree({}, {}),
    )  # fmt: skip
    return made.report


def test_a_table_with_texts_has_the_figures_of_terms() -> None:
    assert json.loads(json.dumps(of_texts().to_json())) == GOLDEN["texts"]
