"""What is left of sensitive forms in a released text, worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.audit.residue import base_letters, find_residue, written
from sanitizer.audit.texts import residue_part
from sanitizer.check.report import SensitiveEntry
from sanitizer.read.sensitive import Sensitive, checked_forms
from sanitizer.types import EntityClass, Span
from tests.page.reports import entity, entity_json, report_of


def _entity(entity_class: str, *forms: str) -> SensitiveEntry:
    return entity(0, forms[0], entity_class, forms=forms)


@pytest.mark.parametrize(
    ("entity_class", "form", "released", "expected"),
    [
        ("PERSON", "Ada Byron", "It was Ada Byron.", [("exact", "Ada Byron")]),
        ("PERSON", "Ada Byron", "It was ADA BYRON.", [("case", "ADA BYRON")]),
        ("PERSON", "Ada Byron", "It was Byron, Ada.", [("reversed", "Byron, Ada")]),
        ("PERSON", "Ada Byron", "It was A. Byron.", [("initials", "A. Byron")]),
        ("PERSON", "Ada Byron", "It was Byron.", [("part", "Byron")]),
        ("PERSON", "José Ñíguez", "It was Jose Niguez.", [("spelling", "Jose Niguez")]),
        ("PERSON", "Ada Byron", "A byronic hero", []),
        ("CODE", "47289/99", "no. 47289-99", [("spelling", "47289-99")]),
        ("CODE", "0171 555 0123", "call 01715550123 now", [("digits", "01715550123")]),
        ("ORG", "International Labour Office", "at the I.L.O. then", [("acronym", "I.L.O")]),
        ("LOC", "Uz", "to uz, then Uz", [("exact", "Uz")]),
        ("LOC", "Saint-Denis", "in Saint\nDenis", [("spelling", "Saint\nDenis")]),
        ("MISC", "...", "and so on...", []),
        ("PERSON", "Brown", "a brown bear, a BROWN one", [("lower", "brown"), ("case", "BROWN")]),
        ("MISC", "Women's Doubles", "the women's doubles", [("case", "women's doubles")]),
        ("DEM", "asthma", "Asthma", [("case", "Asthma")]),
    ],
)
def test_traces(entity_class: str, form: str, released: str, expected: list[tuple[str, str]]) -> None:
    found = find_residue("d", [_entity(entity_class, form)], released)
    assert [(t.how, released[t.start : t.end]) for t in found] == expected


def test_what_the_sanitizer_wrote_is_told_from_what_stayed() -> None:
    report = report_of("Ada, 1815 to 5 May 1852; 1852.", (0, 3, "She"), (13, 23, "1852"))
    released = "She, 1815 to 1852; 1852."
    assert written(report, released) == [(0, 3), (13, 17)]
    assert written(report, released + "!") == []
    found = find_residue("d", [_entity("DATETIME", "1852")], released, written(report, released))
    assert [(t.start, t.replacement, t.sure) for t in found] == [(13, True, False), (19, False, True)]


@pytest.mark.parametrize(
    ("entity_class", "form", "sure", "promised"),
    [
        ("PERSON", "Ada Byron", True, True),
        ("DATETIME", "1852", True, False),
        ("QUANTITY", "444", True, False),
        ("CODE", "A4x", True, False),
        ("CODE", "A4x7", True, True),
    ],
)
def test_what_the_residual_check_promises(entity_class: str, form: str, sure: bool, promised: bool) -> None:
    (found,) = find_residue("d", [_entity(entity_class, form)], f"There stood {form}.")
    assert (found.sure, found.promised) == (sure, promised)
    # the same as the run's own list of what must not stand in a result
    kind = EntityClass(entity_class)
    entity = Sensitive(0, (form,), kind, entity_class, ("model",), (Span(0, len(form)),), None, False)
    assert bool(checked_forms([entity])) == promised


def test_parts_of_an_audit_tell_promised_from_found_beside() -> None:
    entries = [
        entity_json(0, "Ada Byron"),
        entity_json(1, "1852", "DATETIME"),
        entity_json(2, "Leeds", "LOC", operator="keep"),
    ]
    one, other = (
        report_of("Ada Byron, Leeds, 1852.", sensitive=entries, id=name, output_id=name) for name in "ab"
    )
    part = residue_part([one, other], {"a": "ADA BYRON, Leeds, 1852."})
    counted = {k: v for k, v in part.to_json().items() if k != "traces"}
    assert counted == {
        "documents_checked": 1, "documents_not_released": 1, "kept_by_operator": 1, "sure": 2, "sure_promised": 1,
        "to_look_at": 0,
    }  # fmt: skip
    assert [(t.how, t.promised) for t in part.traces] == [("case", True), ("exact", False)]


@given(st.text())
def test_base_letters_keep_the_length(text: str) -> None:
    assert len(base_letters(text)) == len(text)
