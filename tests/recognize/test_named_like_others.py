"""Persons who are called like an abbreviation, a god or a building, and codes that look like values, do not stay."""

import pytest

from sanitizer import Sanitizer


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Name: PERLA", "PERLA"),
        ("My daughter PERLA has asthma and KIV hit me.", "PERLA KIV"),
        ("CHEW v TAN was heard.", "CHEW TAN"),
        ("NECO: hi\nKIV: hello there\nNECO: ok", "NECO KIV"),
        (
            "Mother: MAR. Father: DON. Siblings: ASHA (6). He has asthma, seen by the GP, ECG normal, on the ward.",
            "MAR DON",
        ),
        ("Patient: God\nDOB 04/03/1988", "God"),
        ("Dear Amen, call me.", "Amen"),
        ("our PIN went from 331 -> 882", "331 882"),
        ("Door code: 551 -> 902", "551 902"),
        ("Call 842 and ask for Ann.", "842 Ann"),
        ("Ms Park met Ann House.", "Park House"),
    ],
)
def test_nothing_stays_for_its_look(text: str, gone: str) -> None:
    result = Sanitizer.default().sanitize(text).text
    assert not [word for word in gone.split() if word in result], result


@pytest.mark.parametrize("stays", ["CRP 164 -> 23", "Call 999", "Thank God", "SHO"])
def test_what_is_nobodys_stays(stays: str) -> None:
    text = f"{stays} and the SHO came. Ann Bell had asthma."
    assert stays in Sanitizer.default().sanitize(text).text
