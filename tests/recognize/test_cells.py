"""Rows and records without blanks between: each cell is read as a field of its own, and nothing of it stays."""

from functools import cache

import pytest

from sanitizer import Sanitizer


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
