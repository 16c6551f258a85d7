"""No expression repeats a group possessively: `re` of early Pythons 3.11 (3.11.2 for one) loses matches there.

`(?>(?:...)*)` says the same, and all read it rightly.
"""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
POSSESSIVE = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\}{1,2})\+")


def test_no_group_is_repeated_possessively() -> None:
    files = [file for room in ("sanitizer", "kb", "corpora_stats") for file in (ROOT / room).rglob("*.py")]
    assert len(files) > 100
    assert [file.name for file in files if POSSESSIVE.search(file.read_text(encoding="utf-8"))] == []
