"""A town that stands for its club is a team."""

import pytest

from sanitizer import Sanitizer

CASES = [
    ("He played as a goalkeeper for Southampton, Aldershot and Rochdale.", "Rochdale", "team"),
    ("In 1919 he moved to the Second Division club Blackpool.", "Blackpool", "team"),
    ("She made six appearances for Wales.", "Wales", "country"),
    ("He was born in Blackpool and wrote for Leeds papers.", "Blackpool", "place in England"),
]


@pytest.mark.parametrize(("text", "name", "expected"), CASES)
def test_towns_and_their_clubs(text: str, name: str, expected: str) -> None:
    told = Sanitizer.default().sanitize(text).report.sensitive
    found = {form: s.generalization for s in told for form in s.forms}
    assert found[name] == expected
