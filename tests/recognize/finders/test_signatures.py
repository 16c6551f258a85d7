"""Occupations and bodies on the lines below names (sanitizer/recognize/finders/signatures.py)."""

import pytest

from sanitizer import Sanitizer
from sanitizer.recognize.finders.signatures import below_names
from sanitizer.text.parse import parse


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Yours sincerely,\n\nKarin Beike\nLeasing consultant\nGovtribe\n",
         [("Leasing consultant", "JOB"), ("Govtribe", "ORG")]),
        ("Many thanks,\nDr Fiona Ashdown-Pryce\nKingsmoor Surgery\n", [("Kingsmoor Surgery", "ORG")]),
        ("> Bo Ask\n> Factset Inc.\n", [("Factset Inc.", "ORG")]),
        ("Ann Ek\nShe worked in Leeds.\n", []),
        ("Ann Ek\nKind regards\n", []),
        ("Ann Ek\nWork Experience\n", []),
        ("Leasing consultant\nGovtribe\n", []),
        ("Karin Beike", []),
    ],
)  # fmt: skip
def test_what_stands_below_a_name(text: str, found: list[tuple[str, str]]) -> None:
    with Sanitizer.default().known.in_use():
        assert [(text[f.start : f.end], f.type) for f in below_names(parse(text))] == found
