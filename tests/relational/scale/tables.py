"""A table of persons with gaps and awkward cells, and the definition of its release, for tests of engines."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from sanitizer.relational.definition.definition import Definition, Output, Source
from sanitizer.relational.definition.schema import parse_definition

ATTRIBUTES: dict[str, dict[str, Any]] = {
    "age": {"role": "quasi", "type": "number"},
    "town": {"role": "quasi"},
    "code": {"role": "quasi", "type": "code"},
    "grade": {
        "role": "quasi",
        "hierarchy": {"levels": [["a", "low", "*"], ["b", "low", "*"], ["c", "high", "*"]]},
    },
}


MODELS: dict[str, dict[str, Any]] = {
    "distinct": {"name": "l-diversity", "l": 2},
    "entropy": {"name": "l-diversity", "l": 1.7, "kind": "entropy"},
    "recursive": {"name": "l-diversity", "l": 2, "kind": "recursive", "c": 2.5},
    "equal": {"name": "t-closeness", "t": 0.35},
    "ordered": {"name": "t-closeness", "t": 0.2, "distance": "ordered"},
    "hierarchical": {"name": "t-closeness", "t": 0.25, "distance": "hierarchical"},
    "alpha": {"name": "alpha-k", "alpha": 0.6},
    "alpha of one": {"name": "alpha-k", "alpha": 0.4, "value": "flu"},
    "beta": {"name": "beta-likeness", "beta": 0.8},
    "basic beta": {"name": "beta-likeness", "beta": 0.8, "kind": "basic"},
    "delta": {"name": "delta-disclosure", "delta": 1.2},
}
ILL = {
    "role": "sensitive",
    "hierarchy": {
        "levels": [
            ["flu", "lungs", "*"],
            ["gout", "joints", "*"],
            ["cold", "lungs", "*"],
            ["ache", "head", "*"],
        ]
    },
}


def asked(k: int, nulls: str = "extended", model: str = "", **more: dict[str, Any]) -> Definition:
    told = {
        "privacy": {"k": k} | ({"model": [MODELS[model] | {"attribute": "ill"}]} if model else {}),
        "method": {"partitioner": "columns", "null_matching": nulls},
        "attribute": ATTRIBUTES | more,
    }
    return parse_definition(told)


PEOPLE: Final[dict[str, dict[str, Any]]] = {
    "who": {"role": "identifier"},
    "ill": ILL,
    "note": {"role": "insensitive"},
    "room": {"role": "ignore"},
}


def table(path: Path, persons: int, form: str) -> None:
    """Rows of persons (some twice), with gaps, and with cells that CSV and spreadsheets read in ways of their own."""
    draw = np.random.default_rng(persons)
    lines = ["who;age;town;code;grade;ill;note;room"]
    for i in range(persons):
        age, town = draw.integers(20, 70), draw.choice(["Oslo", "Rome", "", "=SUM(1)", 'Bø; "west"'])
        quoted = '"' + str(town).replace('"', '""') + '"'
        cells = [str(age), quoted, str(draw.integers(100, 130)), str(draw.choice(["a", "b", "c"]))]
        ill = str(draw.choice(["flu", "gout", "cold", ""]))
        for _ in range(1 + i % 3 // 2):
            note = str(draw.choice(["-", "+1", "two lines", ""]))
            lines.append(";".join([form.format(i + 1), *cells, ill, note, "7"]))
    path.write_text("\r\n".join(lines) + "\r\n", encoding="utf-8")


def of_file(
    path: Path,
    out: Path,
    k: int,
    nulls: str = "extended",
    model: str = "",
    more: Mapping[str, dict[str, Any]] = MappingProxyType({}),
) -> Definition:
    definition = asked(k, nulls, model, **PEOPLE, **more)
    return replace(
        definition,
        sources=(Source(path=str(path), delimiter=";"),),
        output=Output(path=str(out)),
        base=path.parent,
    )
