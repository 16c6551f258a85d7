"""Rows and records of data: each cell is read as a field of its own, by what its neighbours are found to be."""

from functools import cache

import pytest

from sanitizer import Sanitizer
from sanitizer.recognize.names_in_data import names_in_data, records_of_persons
from sanitizer.recognize.spans.fields import column_heads
from sanitizer.types import EntityClass, Mention, Span


@cache
def sanitizer() -> Sanitizer:
    return Sanitizer.default(any_language=True)


@pytest.mark.parametrize(
    ("text", "secrets"),
    [
        ("Theodora,34,Leeds", ["Theodora", "Leeds"]),
        ("Theodora,34,Leeds\nAnselm,51,Dewsbury", ["Theodora", "Leeds", "Anselm", "Dewsbury"]),
        ("Odalys;Ferreira;Guildford;nurse\nBram;Tillotson;Woking;porter", ["Odalys", "Ferreira", "Woking"]),
        ("Petronella,,Whitby,0,\n,Carver,Malton,2,x", ["Petronella", "Whitby", "Carver", "Malton"]),
        ('"Pryce","Gwenllian","Neath","asthma"', ["Pryce", "Gwenllian", "Neath"]),
        ("Kezia Mbatha|F|Batley|flu", ["Kezia", "Mbatha", "Batley"]),
        ('{"fn":"Bronagh","ln":"Devlin","at":"Newry"}', ["Bronagh", "Devlin", "Newry"]),
        ("<row><c>Amias</c><c>Ilkley</c></row>", ["Amias", "Ilkley"]),
        ("first=Bronagh&last=Devlin&city=Newry", ["Bronagh", "Devlin", "Newry"]),
        ("id,first,last,ward\n77,Umberto,Sands,B\n78,Philippa,Rook,C", ["Umberto", "Sands", "Philippa", "Rook"]),
    ],
)  # fmt: skip
def test_nothing_of_a_cell_stays(text: str, secrets: list[str]) -> None:
    said = sanitizer().sanitize(text).text
    assert not [secret for secret in secrets if secret in said]


def person(text: str, *names: str) -> list[Mention]:
    spans = [Span(text.index(name), text.index(name) + len(name)) for name in names]
    return [Mention(span, "PERSON", EntityClass.PERSON, "model", 0.9) for span in spans]


@pytest.mark.parametrize(
    ("text", "found", "added"),
    [
        ("Ada;3;x\nStreet;4;y", ["Ada"], ["Street"]),
        ("who;n;x\nAda;3;y", ["Ada"], []),  # a heading is no name
        ("Ada;3;closed\nLund;4;open", ["Ada", "Lund"], []),
        ("a=Ada\na=street", ["Ada"], []),
        ("a=Ada&b=Long", ["Ada"], ["Long"]),
        ("a=Ada&b=Nurse", ["Ada"], []),
        ("first: calum\nlast: haldane", [], ["calum", "haldane"]),
        ("Ada: fine\nTom: good", ["Ada"], []),  # a chat
        ("Ada came, fell, and left.\nTom came, saw, and left.", ["Ada"], []),
    ],
)
def test_a_value_is_a_name_by_its_neighbours(text: str, found: list[str], added: list[str]) -> None:
    assert [m.span.of(text) for m in names_in_data(text, person(text, *found))] == added


def test_records_are_of_persons_if_one_may_be() -> None:
    assert not records_of_persons("a=pump&b=valve", [])
    assert records_of_persons("a=Ayelet&b=Rome", []) == [Span(2, 15)]


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("Name\tTown\tJob\nAda Lund\tLeeds\tnurse", ["Name", "Town", "Job"]),
        ("| First name | Surname | Age |\n| Ada | Lund | 34 |", ["First name", "Surname", "Age"]),
        ("Name\tAda Lund\nTown\tLeeds", []),  # keys and values: one a line
        ("Ada | Ward\nTom | Page", []),
        ("His name, age and town are known.", []),
    ],
)
def test_heads_of_columns_are_no_names(text: str, heads: list[str]) -> None:
    assert sorted(head.of(text) for head in column_heads(text)) == sorted(heads)
    said = sanitizer().sanitize(text).text
    assert all(head in said for head in heads) and "Lund" not in said
