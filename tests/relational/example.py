"""What tests of releases have in common: the running example of the rx-anon paper, and a definition in a file."""

import csv
import json
from pathlib import Path
from typing import Any

import pandas as pd

from sanitizer.relational import release
from sanitizer.relational.verify.companion import Companion
from sanitizer.text.fold import words
from tests.relational.fakes import Given, Tree, parse

CASE: dict[str, Any] = json.loads((Path(__file__).parents[1] / "cases" / "rx_anon_example.json").read_text())
NOTHING = Tree({}, {})
PLACES = Tree(
    {"Paris": "French city", "Lyon": "French city", "French city": "city", "Berlin": "city", "city": "entity",
     "chess": "game", "game": "entity"},
    {"Paris": "LOC", "Lyon": "LOC", "Berlin": "LOC", "chess": "MISC"},
)  # fmt: skip
FIRST = sorted(
    words("Helena Tomasz Priya Declan Ottoline Bartholomew Ngozi Ruaridh Zsofia Ignatius Marisol Thandiwe")
)
LAST = sorted(
    words(
        "Markovic Wieczorek Raghunathan Okonkwo Grabowska Whitcombe Adeyemi Maclachlan Szentmiklosi Quillfeather"
    )
)
TERMS = [(w, "GPE", "LOC", "") for w in ("Paris", "Lyon", "Berlin")] + [("chess", "MISC", "MISC", "")]


def example(**method: Any) -> Any:
    definition = json.loads(json.dumps(CASE["definition"]))
    definition["method"] |= method
    return release(
        pd.DataFrame(CASE["table"]),
        definition,
        recognizers=[Given(CASE["terms"])],
        parse=parse,
        knowledge=NOTHING,
    )


def companion_of(made: Any) -> Companion:
    spans = (
        {n: [(s.start, s.end, s.kind, s.says) for s in v] for n, v in row.items()}
        for row in made.sidecar.spans
    )
    return Companion(made.sidecar.persons, tuple(spans))


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


DEFINITION = """[[source]]
path = "a.csv"
[output]
path = "out.csv"
replace = true
sidecar = "private/persons"
report = "r.json"
[privacy]
k = {k}
[method]
seed = 0
{method}
[attribute.who]
role = "identifier"
[attribute.age]
role = "quasi"
type = "number"
entity = "AGE"
"""
