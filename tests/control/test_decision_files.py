"""Files of decisions are read whole, or refused by their line."""

from pathlib import Path

import pytest

from sanitizer.control.decisions import read_decisions
from sanitizer.errors import UsageError


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ['{"form": "Ann", "decision": "mask", "typ": "PERSON"}'],
            "line 1: 'typ' is an unknown key .*'type'",
        ),
        (
            ['{"form": "Ann", "decision": "mask", "type": "STRET"}'],
            "line 1: 'STRET' is no type .*'STREET|line 1",
        ),
        (['{"form": "Ann", "decision": "keeep"}'], "line 1: decision: .*'keep'"),
        (['{"form": "Ann", "decision": "keep", "decision": "mask"}'], "line 1: 'decision' stands twice"),
        (['{"form": 3, "decision": "keep"}'], "line 1: form: a string is needed"),
        (
            ['{"form": "Ann", "decision": "keep"}', "", '{"form": "ANN", "decision": "mask"}'],
            "line 3: .* in line 1",
        ),
        ([""], "it holds no decision"),
    ],
)
def test_wrong_decisions_are_named(tmp_path: Path, lines: list[str], message: str) -> None:
    file = tmp_path / "d.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(UsageError, match=message):
        read_decisions(file)


def test_decisions_may_repeat_and_hold_line_separators(tmp_path: Path) -> None:
    file = tmp_path / "d.jsonl"
    line = '{"form": "Ann", "decision": "mask", "why": "a\u2028b"}'
    file.write_text(f"{line}\n{line}\n", encoding="utf-8")
    assert [d.form for d in read_decisions(file)] == ["Ann"]
