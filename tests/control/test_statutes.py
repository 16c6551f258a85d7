"""Laws that a text names by what they are about stay (sanitizer/control/statutes.py)."""

import pytest

from sanitizer import Sanitizer
from sanitizer.control.rules import Control
from sanitizer.control.statutes import statutes
from sanitizer.types import EntityClass, Mention, Span


@pytest.mark.parametrize(
    ("text", "laws"),
    [
        ("under section 4 of the Road Traffic Act 1988 and the Aliens Act.", ["Road Traffic Act 1988", "Aliens Act"]),
        ("The 1998 Act on the Legal Status of Religious Communities applies.",
         ["1998 Act on the Legal Status of Religious Communities"]),
        ("the Code of Criminal Procedure", ["Code of Criminal Procedure"]),
        ("relies on 29 U.S.C. § 2601 and 45 CFR 164.514(b)", ["29 U.S.C. § 2601", "45 CFR 164.514"]),
        ("the Turkish Criminal Code and the German Basic Law", []),
        ("fell under Megan's Law; Grace Law left; the Water Act Ltd sued", []),
        ("the Act and the Code", []),
        ("Key Safe Code 1987, the 1987 Door Code", ["Key Safe Code", "Door Code"]),
    ],
)  # fmt: skip
def test_statutes(text: str, laws: list[str]) -> None:
    assert sorted(span.of(text) for span in statutes(text, ())) == sorted(laws)


def test_no_statute_is_a_person() -> None:
    text = "Summer Law left."
    person = Mention(Span(0, 10), "PERSON", EntityClass.PERSON, "model", 1.0)
    assert list(statutes(text, [person])) == []


def test_statutes_stay_unless_the_settings_say_otherwise() -> None:
    text = "Ann Ek was fined under the Road Traffic Act 1988."
    assert "the Road Traffic Act 1988" in Sanitizer.default().sanitize(text).text
    treated = Sanitizer.default(control=Control(statutes=False)).sanitize(text).text
    assert "1988" not in treated
