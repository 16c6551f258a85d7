"""Mentions that hold a part of a number, a noun behind a year or the number of an amount."""

import pytest

from sanitizer.control.rules import Control
from sanitizer.relational.terms.mentions import find_mentions
from tests.relational.fakes import Given, parse


@pytest.mark.parametrize(
    ("text", "surface", "type_", "entity_class", "whole"),
    [
        ("He won 14–21 there.", "21", "CARDINAL", "QUANTITY", "14–21"),
        ("An ERA of 3.86 it was.", "86", "CARDINAL", "QUANTITY", "3.86"),
        ("For 35+ years.", "35", "CARDINAL", "QUANTITY", "35+"),
        ("I take 30 mg/wk now.", "30", "CARDINAL", "QUANTITY", "30 mg/wk"),
        ("The 2 and/or more left.", "2", "CARDINAL", "QUANTITY", "2"),
        ("A patch of .075 it was.", "075", "CARDINAL", "QUANTITY", ".075"),
        ("It is no.5 mg more.", "5 mg", "QUANTITY", "QUANTITY", "5 mg"),
        ("(Ann), nurse of 34.", ", nurse", "JOB", "DEM", "nurse"),
        ("It wasn&#39;t so.", "39", "CARDINAL", "QUANTITY", None),
        ("In the 2017 season he left.", "2017 season", "DATE", "DATETIME", "2017"),
        ("In the year 44 BC he left.", "44 BC", "DATE", "DATETIME", "44 BC"),
        ("I took Lexapro 10 mg daily.", "Lexapro 10", "MISC", "MISC", "Lexapro"),
        ("He drove an Airbus 320 there.", "Airbus 320", "MISC", "MISC", "Airbus 320"),
    ],
)
def test_whole(text: str, surface: str, type_: str, entity_class: str, whole: str | None) -> None:
    finder = Given([(surface, type_, entity_class, "")])
    found = find_mentions(parse(text), [finder], parse, Control())
    assert [m.span.of(text) for m in found] == ([] if whole is None else [whole])


@pytest.mark.parametrize(
    ("text", "surface", "type_", "entity_class", "kind"),
    [
        ("I lost 15 pounds there.", "15 pounds", "MONEY", "QUANTITY", "QUANTITY"),
        ("I paid $15 there.", "$15", "MONEY", "QUANTITY", "MONEY"),
        ("It lasted about 5 hours.", "5 hours", "TIME", "DATETIME", "DURATION"),
        ("We met at 5 pm.", "5 pm", "TIME", "DATETIME", "TIME"),
    ],
)
def test_measured(text: str, surface: str, type_: str, entity_class: str, kind: str) -> None:
    found = find_mentions(parse(text), [Given([(surface, type_, entity_class, "")])], parse, Control())
    assert [m.type for m in found] == [kind]
