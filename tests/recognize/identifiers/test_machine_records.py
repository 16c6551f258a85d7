"""Fields of HL7 segments, vCards and GEDCOM lines hold what their place or tag says."""

import pytest

from sanitizer.recognize.identifiers.machine_records import records

PID = "PID|||0048291^^^GHH^MR~77^^^X||WHITCOMBE^HELENA^E^^^^L|JONES|19610504|F|||12 Elm Street^^Leeds^^LS6 2AB||0113|"


def spoken(text: str) -> list[tuple[str, str]]:
    return [(f.type, text[f.start : f.end]) for f in records(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            f"MSH|^~\\&|ADT|LAB|EL|E3|200202150930||ADT^A01|C-7|P|2.4\r{PID}\rZZZ|1|19990101|x|y",
            [
                ("DATE", "200202150930"), ("CODE", "C-7"), ("MEDICAL_RECORD", "0048291"), ("MEDICAL_RECORD", "77"),
                ("PERSON", "WHITCOMBE^HELENA^E"), ("PERSON", "JONES"), ("DATE", "19610504"),
                ("ADDRESS", "12 Elm Street^^Leeds^^LS6 2AB"), ("PHONE", "0113"),
            ],
        ),
        ("PV1||I|20^12^01||||0047^LEBAUER^S", [("CODE", "20^12^01"), ("CODE", "0047"), ("PERSON", "LEBAUER^S")]),
        ("OBR|1|2|3|x\nOBX|1|TX|note|a|b|||||||||20200503", [("CODE", "2"), ("CODE", "3"), ("DATE", "20200503")]),
        (
            "1 NAME helena /whitcombe/\n2 GIVN helena\n1 BIRT\n2 DATE 4 MAY 1961",
            [("PERSON", "helena /whitcombe"), ("PERSON", "helena"), ("DATE", "4 MAY 1961")],
        ),
        (
            "BEGIN:VCARD\nN:Lund;Ann;;;\nBDAY:19610504\nTEL;TYPE=CELL:0770\nNOTE:x",
            [("PERSON", "Lund;Ann"), ("DATE", "19610504"), ("PHONE", "0770")],
        ),
        ("PID|a table|of|words\nABC|PID|5|x and 1 NAME of it. N: 4, TEL: none", []),
    ],
)  # fmt: skip
def test_fields(text: str, found: list[tuple[str, str]]) -> None:
    assert spoken(text) == found
