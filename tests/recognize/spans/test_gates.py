"""Which proposals are no names, and where names are cut."""

import pytest

from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.spans.fields import labels
from sanitizer.recognize.spans.gates import gated
from sanitizer.recognize.spans.words import Words
from sanitizer.text.parse import parse
from sanitizer.types import Mention, Span


@pytest.mark.parametrize(
    ("text", "proposed", "kind", "kept"),
    [
        ("Spirometry was normal.", "Spirometry", "ORG", []),
        ("Physiology showed that Okafor was well.", "Okafor", "PERSON", ["Okafor"]),
        ("The Plaintiff left.", "Plaintiff", "PERSON", []),
        ("The Hendersons have two dogs.", "Hendersons", "MISC", ["Hendersons"]),
        ("He was seen at the Mater today.", "Mater", "MISC", ["Mater"]),
        ("He came in his pyjamas.", "pyjamas", "LOC", []),
        ("Attendance: numbness since May", "Attendance", "PERSON", []),
        ("I said no.\nSB: Then stay.", "SB", "PERSON", ["SB"]),
        ("ASHKENAZI, Miriam moved.", "ASHKENAZI", "LOC", ["ASHKENAZI"]),
        ("T. wrote again.", "T.", "PERSON", ["T."]),
        ("We sing in the Rock Choir on Tuesdays.", "Rock Choir on Tuesdays", "ORG", ["Rock Choir"]),
        ("Mrs Grey of Cafcass came.", "Mrs Grey of Cafcass", "PERSON", ["Mrs Grey", "Cafcass"]),
        ("Bed 4 is free. She came late.\nNOK: sister, in Leeds", "NOK", "PERSON", []),
        ("ADA LUND     Respondent", "Respondent", "MISC", []),
        ("Sent home. OKAFOR. Seen again.", "OKAFOR", "PERSON", ["OKAFOR"]),
        ("Home Fri if stairs ok.", "Fri", "MISC", []),
        ("I met Sun in the park.", "Sun", "PERSON", ["Sun"]),
        ("An offer by Mr and Mrs Ek came.", "Mrs Ek", "PERSON", ["Ek"]),
        ("An offer by Mr and Mrs Ek came.", "Mr and Mrs Ek", "PERSON", ["Ek"]),
        ("Mr Ek and Mrs Lund came.", "Mrs Lund", "PERSON", ["Mrs Lund"]),
        ("I spoke to Mr and Mrs Ek.", "Mr", "PERSON", []),
        ("Subject: Sick leave for you", "Sick", "PERSON", []),
        ("Long told me so.", "Long", "PERSON", ["Long"]),
        ("Baker, 61, to row\n\nHe is to set off.", "Baker", "PERSON", ["Baker"]),
        ("Pt seen at home.", "Pt", "PERSON", []),
        ("Bo seen at home.", "Bo", "PERSON", ["Bo"]),
        ("Mr Pillai will stand in.", "Mr Pillai will", "PERSON", ["Mr Pillai"]),
        ("She was walking to Bay 6 then.", "Bay 6", "LOC", []),
        ("She lives near Pier 39 now.", "Pier 39", "LOC", ["Pier 39"]),
    ],
)
def test_what_is_no_name_is_turned_away(text: str, proposed: str, kind: str, kept: list[str]) -> None:
    words = Words(parse(text))
    start = text.index(proposed)
    mention = Mention(Span(start, start + len(proposed)), kind, entity_class(kind), "model", 0.99)
    assert [m.span.of(text) for m in gated(words, [mention], labels(text))] == kept
