"""The terms of a text in a table are those that `sanitize` finds in it: one class for one name, in both."""

from pathlib import Path

import pandas as pd
import pytest

from sanitizer import Sanitizer
from sanitizer.commands.release import command
from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.errors import UsageError
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.terms.parts import TextParts
from sanitizer.relational.terms.reading import finder_for
from sanitizer.relational.terms.terms import TermSpan
from sanitizer.settings import Settings, Strategy

DEFINITION = parse_definition({"privacy": {"k": 2}, "attribute": {"text": {"role": "text"}}})

TEXTS = (
    "Nora Lindqvist lives in Graz. Lindqvist moved there in 2011, and N. Lindqvist works as a nurse.",
    "She joined the Helios Research Institute (HRI) in Vienna. HRI paid her 900 euros.",
    "GRAZ: the patient, a Norwegian teacher aged 47, was seen in Graz. Mail: nora @ example . org",
)


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default(Settings(strategy=Strategy("S2")))


def terms(text: str, control: Control | None = None) -> tuple[TermSpan, ...]:
    table = pd.DataFrame({"text": [text]})
    finder = finder_for(DEFINITION, TextParts(control=control))(PlainTable.of_frame(table))
    return finder.person({(0, "text"): text}, {})[0, "text"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_table_finds_what_sanitize_finds(sanitizer: Sanitizer, text: str) -> None:
    expected = {
        (span.start, span.end, s.entity_class)
        for s in sanitizer.sanitize(text).report.sensitive
        for span in s.spans
    }
    assert {(t.span.start, t.span.end, t.key.entity_class) for t in terms(text)} == expected


def test_a_profile_says_what_is_no_term(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('[[allow]]\nphrases = ["Graz"]\n')
    control = read_profile(tmp_path / "own.toml")
    text = TEXTS[0]
    without = {t.span.of(text) for t in terms(text, control)}
    assert "Graz" not in without and without == {t.span.of(text) for t in terms(text)} - {"Graz"}


def test_a_profile_without_texts_or_with_operators_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("age,text\n30,a\n31,b\n")
    for name, role in (("plain", "ignore"), ("texts", "text")):
        (tmp_path / f"{name}.toml").write_text(
            f'[[source]]\npath = "t.csv"\n[output]\npath = "{name}.csv"\n[privacy]\nk = 2\n'
            f'[attribute.age]\nrole = "quasi"\ntype = "number"\n[attribute.text]\nrole = "{role}"\n'
        )
    (tmp_path / "own.toml").write_text('[operators]\nPERSON = "tag"\n')
    for definition, profile, said in (
        ("plain", "everything", "has no column of role text"),
        ("texts", str(tmp_path / "own.toml"), "its operators are of sanitize"),
    ):
        with pytest.raises(UsageError, match=said):
            command.main([str(tmp_path / f"{definition}.toml"), "--profile", profile], standalone_mode=False)
        assert not (tmp_path / f"{definition}.csv").exists()
