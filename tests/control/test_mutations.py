"""Settings files, projects, definitions and decisions of which anything is wrong are never accepted."""

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from sanitizer.control.decisions import _KEYS, read_decisions
from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.control.toml_table import TomlTable
from sanitizer.errors import UsageError
from sanitizer.relational.definition.schema import parse_definition
from tests.command import run_command
from tests.mutations import emptied, misspelt, toml, wrong

SETTINGS: dict[str, Any] = {
    "name": "our hospital",
    "extends": "court",
    "without": ["judges"],
    "minimum": 0.5,
    "generic": False,
    "offices": False,
    "statutes": False,
    "nationalities": True,
    "common": 5,
    "impersonal": "treat",
    "only": ["PERSON", "CODE", "LOC", "DATE", "AGE"],
    "types": {"ORG": 0.25, "DATE": {"threshold": 0.7}, "LAW": False},
    "shorten": {"DATE": "year", "POSTCODE": "zip3"},
    "allow": [
        {"phrases": ["Northwick Hospital"], "case": "exact", "why": "on every page"},
        {"file": "public.csv"},
        {"name": "forms", "regex": ["Form \\d+"], "types": ["MISC"], "public": True, "state": True},
        {"before": "Attending: ", "after": ", (?:MD|RN)"},
    ],
    "keep": [
        {"regex": ["Form \\d+ of \\d+"], "why": "no secret"},
        {"phrases": ["Department of Health"], "case": "exact", "citations": True},
    ],
    "deny": [
        {"file": "staff.csv", "type": "PERSON"},
        {
            "phrases": ["Nightjar"],
            "case": "smart",
            "type": "PRODUCT",
            "generalization": "a project",
            "why": "secret",
        },
        {"regex": ["Blue \\d+"]},
    ],
    "pattern": [
        {
            "type": "CODE",
            "regex": "W-\\d{4}",
            "score": 0.4,
            "context": "ward|admission",
            "generalization": "a ward",
            "why": "ours",
        },
        {"type": "WARD", "class": "LOC", "regex": "ward [A-F]"},
    ],
    "protect": {"names": ["Tom Huber"], "file": "protected.csv", "scope": "paragraph"},
    "operators": {
        "PERSON": "surrogate",
        "CARD": {"mask": {"keep_last": 4, "character": "#"}},
        "PHONE": {"hash": {"length": 12}},
        "WARD": "tag",
        "risky": "remove",
        "default": "generalize",
    },
    "method": {
        "strategy": "S4", "context": "sentence", "threshold": "least", "unknown": "ask",
        "generalization-counts": "phrase",
        "last-resort": "world", "kb-order": "strict", "sensitive": "class", "groups": 2, "distinct": "numbered",
        "contextual": True, "singling-out": 5, "unlinkable": "3:4", "any-language": True, "dates": "dmy",
    },
}  # fmt: skip
ONE_OR_MANY = (
    ("allow", 0, "phrases"), ("allow", 2, "regex"), ("keep", 0, "regex"), ("keep", 1, "phrases"),
    ("deny", 1, "phrases"), ("deny", 2, "regex"), ("protect", "names"),
)  # fmt: skip
"""Strings that may stand without a list around."""
REASONS = (("allow", 0), ("keep", 0), ("deny", 1), ("pattern", 0))
PROSE = ("name", "why", "regex", "phrases", "names", "generalization", "before", "after", "context")

DEFINITION: dict[str, Any] = {
    "source": [
        {"path": "people.csv", "format": "csv", "delimiter": ";", "quote": '"', "encoding": "utf-8", "null": ["NA"]},
        {"url": "sqlite:///notes.db", "table": "notes", "key": ["id"], "match": 0.5},
        {"path": "visits.xml", "format": "xml", "row": "visit", "key": ["id"]},
        {"url": "sqlite:///more.db", "query": "select * from more", "key": ["id"]},
    ],
    "output": {
        "path": "out.csv", "format": "csv", "delimiter": ",", "encoding": "utf-8", "null": "NA", "replace": False,
        "sidecar": "private.json", "report": "report.json",
    },
    "privacy": {
        "k": 5,
        "model": [
            {"name": "l-diversity", "attribute": "disease", "kind": "recursive", "l": 3, "c": 0.5},
            {"name": "t-closeness", "attribute": "disease", "t": 0.3, "distance": "ordered"},
            {"name": "alpha-k", "attribute": "disease", "alpha": 0.5, "value": "flu"},
            {"name": "km-anonymity", "m": 2, "cuts": "kept"},
            {"name": "k-map", "population": "all.csv", "k": 3},
            {"name": "delta-presence", "population": "all.csv", "lower": 0.1, "upper": 0.5},
            {"name": "beta-likeness", "attribute": "disease", "beta": 1.0, "kind": "enhanced"},
            {"name": "delta-disclosure", "attribute": "disease", "delta": 1.0},
            {"name": "average-risk", "risk": 0.2},
            {"name": "threshold-risk", "risk": 0.2, "share": 0.1},
            {"name": "population-uniqueness", "persons": 1000, "share": 0.01},
            {"name": "safe-sampling", "epsilon": 1.0, "delta": 0.001},
        ],
    },
    "method": {
        "partitioner": "cluster", "lambda": 0.4, "terms": "suppress", "longest_list": 3, "weight_attributes": 0.5,
        "weight_terms": 0.5, "null_matching": "basic", "suppression": 0.1, "cell_suppression": True,
        "search": "best-first", "loss": "wil", "wording": "plain", "dates": "dmy", "order": "source",
        "without_person": "drop", "types": ["WARD"], "seed": 7, "direct": ["PHONE"], "keep": ["ORDINAL"],
    },
    "attribute": {
        "who": {"role": "identifier", "entity": "PERSON", "operator": {"hash": {"length": 12}}, "person": True},
        "id": {"role": "identifier", "pseudonym": True},
        "age": {
            "role": "quasi", "type": "number", "entity": "AGE", "weight": 0.5, "bias": 0.5, "priority": 0.5,
            "least": 1, "limit": 3, "pin": 2, "hierarchy": {"made": "ranges", "fanout": 3, "width": 5.0},
        },
        "weight": {"role": "quasi", "type": "number", "top": 90, "bottom": 18, "aggregate": "mean"},
        "zip": {"role": "quasi", "type": "code", "hierarchy": {"made": "masking", "mask_length": 2}},
        "town": {"role": "quasi", "hierarchy": {"file": "towns.csv", "delimiter": ";"}},
        "job": {"role": "quasi", "hierarchy": {"taxonomy": "wordnet"}},
        "sex": {"role": "quasi", "pram": 0.9, "hierarchy": {"levels": [["f", "*"], ["m", "*"]]}},
        "born": {"role": "quasi", "type": "date", "dates": "mdy"},
        "disease": {"role": "sensitive"},
        "note": {"role": "text"},
    },
}  # fmt: skip
OUTPUTS: list[dict[str, Any]] = [
    {"output": output, "privacy": {"k": 2}, "attribute": {"age": {"role": "quasi"}}}
    for output in (
        {"url": "sqlite:///out.db", "table": "people", "replace": True},
        {"path": "out.xml", "format": "xml", "row": "person"},
    )
]
"""What a definition with another output says."""
NAMES = frozenset({("attribute",)})
DEFINITION_PROSE = (
    "path",
    "url",
    "table",
    "query",
    "key",
    "null",
    "row",
    "sidecar",
    "report",
    "value",
    "population",
    "levels",
    "file",
)

DECISIONS: list[dict[str, Any]] = [
    {"form": "Acme", "decision": "keep", "by": "jd", "why": "public"},
    {"form": "Blue Mill", "decision": "mask", "type": "FACILITY", "document": "a.txt"},
]


def accepted(read: Callable[[Any], object], mutants: Iterable[tuple[str, Any]]) -> list[str]:
    """Return which mutants are read as if nothing was wrong; whatever else than a UsageError goes through."""
    passed = []
    for told, mutant in mutants:
        try:
            read(mutant)
        except UsageError:
            continue
        passed.append(told)
    return passed


@pytest.fixture
def settings(tmp_path: Path) -> Callable[[Any], Control]:
    for name, words in (
        ("public.csv", "Form A"),
        ("staff.csv", "W. Blue,PERSON"),
        ("protected.csv", "Ann Lee"),
    ):
        (tmp_path / name).write_text(words + "\n", encoding="utf-8")

    def read(tree: Any) -> Control:
        file = tmp_path / "mine.toml"
        file.write_text(toml(tree), encoding="utf-8")
        return read_profile(file)

    return read


def test_wrong_settings_are_never_read(settings: Callable[[Any], Control]) -> None:
    assert settings(SETTINGS).name == "our hospital"
    labels = [("types",), ("shorten",), ("operators",)]
    mutants = chain(misspelt(SETTINGS, labels=labels), emptied(SETTINGS), wrong(SETTINGS, PROSE))
    passed = accepted(settings, mutants)
    possible = {
        "('types', 'ORG') = True", "('types', 'DATE') = True", "('types', 'DATE', 'threshold') = True",  # a score, on
        "('common',) = 1000000000.0",  # so many bits
        *(f"('{kind}', {i}, 'why') blank" for kind, i in REASONS),  # a reason may be missing
        "('operators', 'CARD', 'mask') empty", "('operators', 'PHONE', 'hash') empty",  # the options as they are
        "('operators', 'CARD', 'mask', 'character') blank",  # any sign that is no letter
        *(f"{path} = 'on'" for path in ONE_OR_MANY),
    }  # fmt: skip
    assert sorted(set(passed) - possible) == []


def test_wrong_definitions_are_never_read() -> None:
    assert parse_definition(DEFINITION).k == 5
    mutants = chain(misspelt(DEFINITION, NAMES), emptied(DEFINITION), wrong(DEFINITION, DEFINITION_PROSE))
    passed = accepted(parse_definition, mutants)
    possible = {
        "('source', 0, 'null') = 'on'", *(f"('source', {i}, 'key') = 'on'" for i in (1, 2, 3)),  # one for a list
        "('method', 'types') = 'on'", "('method', 'types', 0) = 'WARDzz'",  # any name
        *(f"('attribute', 'sex', 'hierarchy', 'levels', {i}, {j}) blank" for i in (0, 1) for j in (0, 1)),
        "('source', 0, 'delimiter') blank", "('output', 'delimiter') blank",
        "('attribute', 'town', 'hierarchy', 'delimiter') blank", "('source', 0, 'null', 0) blank",
        "('output', 'null') blank", "('privacy', 'model', 2, 'value') blank",  # a blank is a character
        "('attribute', 'who', 'operator', 'hash') empty",  # the options as they are
        "('privacy', 'model', 0, 'l') = 1000000000.0", "('privacy', 'model', 0, 'c') = 1000000000.0",
        "('privacy', 'model', 6, 'beta') = 1000000000.0", "('privacy', 'model', 7, 'delta') = 1000000000.0",
        "('method', 'weight_attributes') = 1000000000.0", "('method', 'weight_terms') = 1000000000.0",
        "('attribute', 'age', 'weight') = 1000000000.0", "('attribute', 'age', 'priority') = 1000000000.0",
        "('attribute', 'age', 'hierarchy', 'width') = 1000000000.0",  # no bounds
        "('attribute', 'age', 'bias') = -1",  # within the bounds
        *(f"('attribute', 'weight', '{bound}') = {v}" for bound in ("top", "bottom") for v in (-1, 1000000000.0)),
    }  # fmt: skip
    assert sorted(set(passed) - possible) == []


def wrong_outputs() -> list[str]:
    """Return which mutants of definitions with other outputs are read."""
    passed = []
    for tree in OUTPUTS:
        parse_definition(tree)
        mutants = chain(misspelt(tree, NAMES), emptied(tree), wrong(tree, DEFINITION_PROSE))
        passed += accepted(parse_definition, mutants)
    return passed


def test_wrong_outputs_are_never_read() -> None:
    assert sorted(set(wrong_outputs())) == []


def test_every_key_is_tried(settings: Callable[[Any], Control], monkeypatch: pytest.MonkeyPatch) -> None:
    """What a table of settings or of a definition may hold stands in one of the examples that are made wrong."""
    known: dict[tuple[str, ...], set[str]] = {}
    begin = TomlTable.__init__

    def note(table: TomlTable, values: Any, where: str, file: str, keys: Sequence[str]) -> None:
        known.setdefault(tuple(keys), set()).update(values)
        begin(table, values, where, file, keys)

    monkeypatch.setattr(TomlTable, "__init__", note)
    settings(SETTINGS)
    for tree in (DEFINITION, *OUTPUTS):
        parse_definition(tree)
    assert {keys: sorted(set(keys) - found) for keys, found in known.items() if set(keys) - found} == {}
    assert set(_KEYS) == {key for row in DECISIONS for key in row}


def test_wrong_decisions_are_never_read(tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"

    def read(rows: Any) -> object:
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return read_decisions(file)

    read(DECISIONS)
    mutants = chain(
        misspelt(DECISIONS), emptied(DECISIONS), wrong(DECISIONS, ("form", "by", "why", "document"))
    )
    assert accepted(read, mutants) == ["(0, 'by') blank", "(0, 'why') blank", "(1, 'document') = -1"]
    assert accepted(read, [("none", []), ("two", [*DECISIONS, {"form": "ACME", "decision": "mask"}])]) == []


PROJECT: dict[str, Any] = {
    "sanitize": {
        "profile": "court", "strategy": "S4", "context": "sentence", "threshold": "quantile:0.5", "unknown": "ask",
        "sensitive": "class", "groups": 2, "distinct": "numbered", "dates": "dmy", "kb-order": "strict",
        "last-resort": "world", "generalization-counts": "phrase", "contextual": True, "spread": "collection",
        "any-language": True, "operator": ["PERSON=tag", "risky=remove"], "strict": True, "workers": 1,
        "recognizer": ["model", "patterns"], "kb": ["default"], "counts": ["default"], "format": "text",
        "pdf": "text", "comments": "drop", "tracked-changes": "reject",
    },
    "release": {"auto": True},
}  # fmt: skip


def test_wrong_projects_are_never_read(tmp_path: Path) -> None:
    """Through the command."""
    file = tmp_path / "sanitizer.toml"
    (tmp_path / "a.txt").write_text("Well.")

    def read(tree: Any) -> None:
        file.write_text(toml(tree), encoding="utf-8")
        done = run_command("sanitize", "a.txt", "-o", "o.txt", "--overwrite", cwd=tmp_path)
        if done.returncode not in (0, 1):
            assert done.returncode in (2, 3) and len(done.stderr.splitlines()) <= 2, done.stderr
            raise UsageError(done.stderr)

    read(PROJECT)
    mutants = chain(misspelt(PROJECT), emptied(PROJECT), wrong(PROJECT))
    passed = sorted(set(accepted(read, mutants)))
    assert passed == ["('release',) empty", "('sanitize',) empty"]  # as `sanitizer init` writes them
