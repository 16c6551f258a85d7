"""Streets, postcodes and dates as other countries write them, and what only looks like one."""

import pytest

from sanitizer.recognize import identifiers as forms
from sanitizer.text.anchors import Anchors


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He moved. Kade 7 is empty.", ["Kade 7"]),
        ("in Via dei Serpenti 19 now", ["Via dei Serpenti 19"]),
        ("at ulica Długa 44/6.", ["ulica Długa 44/6"]),
        ("Calle de los Olmos 5, 2º izq. in tears", ["Calle de los Olmos 5, 2º izq."]),
        ("8 bis, impasse des Mésanges", ["8 bis, impasse des Mésanges"]),
        ("Marta, 10133 Tallinn", ["10133 Tallinn"]),
        ("Dogenzaka 2-10-7", ["Dogenzaka 2-10-7"]),
        ("geb. 12. März 1949 in", ["12. März 1949"]),
        ("on 3 de mayo de 1958 he", ["3 de mayo de 1958"]),
        ("at ///filled.count.soap", ["///filled.count.soap"]),
        ("4 Ob 112/19k and 12 K 4471/20", ["4471/20", "4 Ob 112/19k", "12 K 4471/20"]),
        ("sc 30-98-76", ["30-98-76"]),
        ("reg began YD09.", ["YD09"]),
        ("at 555-0142 by day", ["555-0142"]),
        ("Certificate of birth BXCF 402817", ["BXCF 402817"]),
        ("Address: The Old Forge, Chapel Row", ["The Old Forge, Chapel Row"]),
        ("in 1999, 2000 Paris residents; 2010 London", []),
        ("Castle 4; on the highway 12; EUR 402817 under ISO 27001", []),
        ("pages 200-2010 and 450-1200 people", []),
    ],
)
def test_notations(text: str, found: list[str]) -> None:
    assert [text[f.start : f.end] for f in forms.scan(Anchors(text))] == found


def test_digits_of_another_script_end_no_run() -> None:
    text = "49035\u0663737 WF5"
    assert all(f.end <= len(text) for f in forms.scan(Anchors(text)))


def test_keys_are_found_without_other_words() -> None:
    key = "github_pat_" + "aB3" * 10
    assert "SECRET" in {found.type for found in forms.scan(Anchors(f"it is {key}"))}
