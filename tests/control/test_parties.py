"""The parties of the own case go wherever a judgment names them (profile `court`)."""

import re

from sanitizer import Sanitizer


def test_a_party_in_capitals_is_known_by_initials_and_in_an_own_citation() -> None:
    text = (
        "BETWEEN\nHALVARD PIPPIN Appellant\nand\nORLA TRESCOTHICK Respondent\n\n"
        'This is an appeal by Mr Halvard Pippin against Ms Trescothick ("OT"). OT keeps a veterinary practice.\n'
        "In Pippin v Trescothick [2022] EMFC 88 the judge followed it."
    )
    said = Sanitizer.default(profile="court").sanitize(text).text
    assert not {"PIPPIN", "Pippin", "TRESCOTHICK", "Trescothick", "OT", "Orla"} & set(
        re.findall(r"\w+", said)
    )
