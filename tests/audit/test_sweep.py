"""A sweep over a sanitizer written by hand, and over the λ of a small table."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sanitizer.audit.attackers import TfidfAttacker
from sanitizer.audit.sweep import Output, Setting, sweep
from sanitizer.commands.sweep import command
from sanitizer.errors import UsageError
from sanitizer.evaluate.masks import Mask, parse_gold
from sanitizer.page.build_sweep import build_sweep, sweep_rows
from sanitizer.types import Document
from tests.contracts.attacker import BACKGROUND

TEXT = "Mary collected fossils"


def _run(setting: Setting, document: Document) -> Output:
    strict = setting.threshold == "least"
    masks = (Mask(0, 4), Mask(15, 22)) if strict else (Mask(0, 4),)
    return Output(
        "She collected" if strict else "She collected fossils", masks, 30.0 if strict else 60.0, not strict
    )


def test_points_by_hand() -> None:
    gold = parse_gold(
        [
            {
                "doc_id": "Mary",
                "text": TEXT,
                "annotations": {
                    "a": {
                        "entity_mentions": [
                            {
                                "entity_id": "1",
                                "identifier_type": "DIRECT",
                                "start_offset": 0,
                                "end_offset": 4,
                            },
                            {
                                "entity_id": "2",
                                "identifier_type": "QUASI",
                                "start_offset": 15,
                                "end_offset": 22,
                            },
                        ]
                    }
                },
            }
        ]
    )
    settings = [Setting("S5", "least"), Setting("S5", "most-general")]
    attacker = TfidfAttacker(BACKGROUND)
    least, general = sweep(settings, [Document("Mary", TEXT)], _run, attacker, {"Mary": "Mary"}, gold)
    assert (least.utility, general.utility) == (30.0, 60.0)
    assert least.share_masked == pytest.approx(2 / 3)
    assert general.share_masked == pytest.approx(1 / 3)
    assert (least.recall_direct, least.recall_quasi, general.recall_quasi) == (1.0, 1.0, 0.0)
    assert (least.linkage_1, general.linkage_1) == (1.0, 1.0)
    assert (least.residual_not_met, general.residual_not_met) == (1, 0)
    page = build_sweep([least, general], "1 of 1 documents")
    assert page.count("<svg") == 3
    assert "most-general: 60, 1" in page


def test_what_was_not_measured_is_said() -> None:
    (point,) = sweep([Setting("S1", "least")], [Document("Mary", TEXT)], _run)
    assert sweep_rows([point]) == [["S1 least", "30.0", "0.67", "-", "-", "-", "-", "1"]]


DEFINITION = """
[[source]]
path = "table.csv"
[privacy]
k = 2
[method]
partitioner = "mondrian"
[attribute.age]
role = "quasi"
type = "number"
[attribute.town]
role = "quasi"
"""


def test_a_table_is_released_under_each_lambda(tmp_path: Path) -> None:
    definition, page = tmp_path / "release.toml", tmp_path / "page.html"
    definition.write_text(DEFINITION)
    (tmp_path / "table.csv").write_text("age,town\n30,A\n31,A\n50,B\n51,B\n")
    arguments = [str(definition), "--lambdas", "1,0", "-o", str(page)]
    shown = CliRunner().invoke(command, arguments)
    assert shown.exit_code == 0, shown.output
    # two classes of two: ages span 1 of 21 years, towns stay
    assert [line.split() for line in shown.stdout.splitlines()[1:]] == [
        ["0", "2", "1", "0", "0.024", "0.000", "0.024"],
        ["1", "2", "1", "0", "0.024", "0.000", "0.024"],
    ]
    told = page.read_text(encoding="utf-8")
    assert "2 groups, 0 of them below k = 2" in told and "λ = 1: 1, 0.0238" in told
    assert sorted(p.name for p in tmp_path.iterdir()) == ["page.html", "release.toml", "table.csv"]
    as_json = CliRunner().invoke(command, [str(definition), "--lambdas", "0.5", "--json"])
    assert [report["lambda"] for report in json.loads(as_json.output)] == [0.5]


def test_a_lambda_that_is_none_is_refused(tmp_path: Path) -> None:
    definition = tmp_path / "release.toml"
    definition.write_text(DEFINITION)
    for lambdas in ("2", "x", ""):
        refused = CliRunner().invoke(command, [str(definition), "--lambdas", lambdas])
        assert isinstance(refused.exception, UsageError) and "numbers from 0 to 1" in str(refused.exception)
    definition.write_text(DEFINITION.replace("mondrian", "gdf"))
    refused = CliRunner().invoke(command, [str(definition)])
    assert "partitioners mondrian and cluster" in str(refused.exception)
