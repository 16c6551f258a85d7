"""Records that machines write, read by their own form: HL7 version 2 segments, vCards, GEDCOM lines.

What a field holds is said by its place or its tag, so short numbers, names in capitals and dates without marks are
known there that nothing else tells. Sources: HL7 2.5.1 chapters 2 to 6, RFC 6350, GEDCOM 5.5.1.
"""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.text.fold import words
from sanitizer.text.patterns import ANY_ALPHANUMERIC
from sanitizer.values.found_values import Found

_SCORE: Final = 0.9
_SEGMENT: Final = re.compile(r"(?:^|(?<=[\r\n\x0b]))(?P<name>[A-Z][A-Z0-9]{2})\|(?P<fields>[^\r\n]*)")
_FIELDS: Final[dict[str, dict[str, str]]] = {
    "PID": {"MEDICAL_RECORD": "2 3 4 18 21", "PERSON": "5 6 9", "DATE": "7 29", "ADDRESS": "11 12 23", "PHONE": "13 14",
            "SSN": "19", "DRIVING_LICENCE": "20"},
    "NK1": {"PERSON": "2 30", "ADDRESS": "4 32", "PHONE": "5 6 7 31", "DATE": "8 9 16", "CODE": "12 33", "SSN": "37"},
    "PV1": {"CODE": "3 5 6 19 50", "STAFF": "7 8 9 17 52", "DATE": "44 45"},
    "PD1": {"STAFF": "4"},
    "IN1": {"HEALTH_ID": "2 3 8 36 49", "PERSON": "16", "DATE": "12 13 18", "ADDRESS": "5 19 44", "PHONE": "7"},
    "IN2": {"SSN": "2", "HEALTH_ID": "6 8 61", "PERSON": "40 52", "PHONE": "63"},
    "GT1": {"CODE": "2", "PERSON": "3 4", "ADDRESS": "5", "PHONE": "6 7", "DATE": "8 13 14", "SSN": "12"},
    "OBR": {"CODE": "2 3 18 19", "DATE": "6 7 8 14 22 36", "STAFF": "10 16 28 32 33", "PHONE": "17"},
    "ORC": {"CODE": "2 3 4", "DATE": "9 15", "STAFF": "10 11 12", "PHONE": "14"},
    "OBX": {"DATE": "14 19", "STAFF": "16"},
    "MRG": {"MEDICAL_RECORD": "1 2 3 4", "PERSON": "7"},
    "EVN": {"DATE": "2 3 6", "STAFF": "5"},
    "DG1": {"DATE": "5 19", "STAFF": "16"},
    "AL1": {"DATE": "6"},
    "PR1": {"DATE": "5", "STAFF": "8 11 12"},
    "TXA": {"DATE": "4 6 7 8", "STAFF": "5 9 10 11 22", "CODE": "12 13 14 15"},
    "MSH": {"DATE": "7", "CODE": "10"},
}  # fmt: skip
"""What the fields of segments hold, by their numbers; STAFF are numbers with names."""
_KINDS: Final = {
    segment: {int(number): kind for kind, numbers in fields.items() for number in numbers.split()}
    for segment, fields in _FIELDS.items()
}
_LEAST_FIELDS: Final = 3
_NAME_PARTS: Final = 5
"""Components of a name: family, given, further, suffix, prefix."""
_ADDRESS_PARTS: Final = 5
"""Components of an address: street, other, town, state, postcode."""
_DATE: Final = re.compile(r"(?:19|20)\d\d(?:0\d|1[0-2])(?:[0-3]\d)?\d{0,6}(?:\.\d{1,4})?(?:[+-]\d{4})?")

_TAGGED: Final = re.compile(
    r"(?m:^)(?:\d{1,2}[ ](?:@[^@\r\n]{1,20}@[ ])?(?P<gedcom>[A-Z_]{3,5})[ ]"
    r"|(?P<card>(?:item\d\.)?[A-Z-]{1,6})(?:;[^:\r\n]{0,80})?:)(?P<value>[^\r\n]+)"
)
_GEDCOM: Final = {
    **dict.fromkeys(words("NAME GIVN SURN NICK SPFX _MARNM _AKA"), "PERSON"),
    **dict.fromkeys(words("DATE"), "DATE"), **dict.fromkeys(words("PLAC ADDR ADR1 CITY POST"), "ADDRESS"),
    **dict.fromkeys(words("PHON FAX"), "PHONE"), **dict.fromkeys(words("IDNO SSN AFN RIN REFN _UID"), "CODE"),
}  # fmt: skip
_CARD: Final = {
    "N": "PERSON", "FN": "PERSON", "NICKNAME": "PERSON", "BDAY": "DATE", "TEL": "PHONE", "ADR": "ADDRESS",
    "UID": "CODE",
}  # fmt: skip
_CARD_OPENS: Final = "BEGIN:VCARD"
_GEDCOM_OPENS: Final = re.compile(r"(?m:^)(?:0 (?:HEAD|@[^@\r\n]{1,20}@ INDI)|\d [A-Z]{3,4} .*/[^/\r\n]+/)")


def records(text: str) -> Iterator[Found]:
    """Yield what the fields of records hold."""
    if "|" in text:
        for segment in _SEGMENT.finditer(text):
            if segment["name"] in _KINDS and segment["fields"].count("|") >= _LEAST_FIELDS:
                yield from _segment(text, segment)
    card = _CARD_OPENS in text
    if card or (" /" in text and _GEDCOM_OPENS.search(text)) or "0 HEAD" in text:
        for line in _TAGGED.finditer(text):
            kind = _CARD.get(line["card"].rpartition(".")[2]) if line["card"] and card else None
            kind = _GEDCOM.get(line["gedcom"]) if line["gedcom"] else kind
            if kind:
                yield from _found(text, *line.span("value"), kind)


def _segment(text: str, segment: re.Match[str]) -> Iterator[Found]:
    at, kinds = segment.start("fields"), _KINDS[segment["name"]]
    # the first field of MSH is the mark between fields itself
    for number, field in enumerate(segment["fields"].split("|"), 2 if segment["name"] == "MSH" else 1):
        start = at
        at += len(field) + 1
        for repeated in re.finditer(r"[^~]+", field):
            first, value = start + repeated.start(), repeated.group()
            kind = kinds.get(number)
            if kind is not None:
                yield from _value(text, first, value, kind)
            elif _DATE.fullmatch(value):
                yield from _found(text, first, first + len(value), "DATE")


def _value(text: str, start: int, value: str, kind: str) -> Iterator[Found]:
    """Yield what one value of a field holds, of its components those that tell."""
    parts = value.split("^")
    if kind == "STAFF":
        yield from _found(text, start, start + len(parts[0]), "CODE")
        start, kind, parts = start + len(parts[0]) + 1, "PERSON", parts[1:]
    least = {"PERSON": _NAME_PARTS, "ADDRESS": _ADDRESS_PARTS, "PHONE": len(parts)}.get(kind, 1)
    if kind == "CODE":
        least = len(parts)
    yield from _found(text, start, start + len("^".join(parts[:least])), kind)


def _found(text: str, start: int, end: int, kind: str) -> Iterator[Found]:
    """Yield a find without the marks at its ends; none where it tells nothing."""
    while start < end and not text[start].isalnum() and text[start] not in "+(":
        start += 1
    while end > start and not text[end - 1].isalnum() and text[end - 1] not in ".)":
        end -= 1
    if ANY_ALPHANUMERIC.search(text, start, end):
        yield Found(start, end, kind, _SCORE)
