"""Ids and names of files that may be somebody's initials, date, room or surname become numbers."""

import json
import re
from pathlib import Path

from tests.test_command import ok

TELLING = (
    "14 may 61", "4 5 61", "04-05", "room 4117", "bed-3", "TR", "T.R.", "t_r", "bell", "may", "w-h-i-t-c-o-m-b-e",
)  # fmt: skip
PLAIN = ("note 12", "discharge letter", "page-3", "report_7", "letter a", "pdf 2", "ID 5")


def test_ids_that_tell_become_numbers(tmp_path: Path) -> None:
    rows = [{"id": name, "text": "It rained."} for name in (*TELLING, *PLAIN)]
    (tmp_path / "i.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    ok("sanitize", tmp_path / "i.jsonl", "--id-field", "id", "-o", tmp_path / "o.jsonl")
    out = [json.loads(line)["id"] for line in (tmp_path / "o.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [name for name in TELLING if name in out] == []
    assert [name for name in PLAIN if name not in out] == []


def test_kept_fields_that_tell_are_warned_of(tmp_path: Path) -> None:
    row = {
        "body": "It rained.", "born": "1961-05-03", "virus": "HIV", "by": "T.R.", "where": "rm 4117",
        "who": "whitcombe", "year": 1999, "topic": "weather", "n": 12,
    }  # fmt: skip
    (tmp_path / "i.jsonl").write_text(json.dumps(row), encoding="utf-8")
    kept = [x for name in row if name != "body" for x in ("--keep-field", name)]
    done = ok("sanitize", tmp_path / "i.jsonl", "--text-field", "body", "-o", tmp_path / "o.jsonl", *kept)
    told = re.findall(r"the field '(\w+)' holds", done.stderr.decode())
    assert told == ["born", "by", "virus", "where", "who"]
