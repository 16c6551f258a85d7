"""The profiles that ship, and settings files that extend them."""

from pathlib import Path

import pytest

from sanitizer import Sanitizer
from sanitizer.control.apply_rules import apply_rules, first_pass
from sanitizer.control.profiles import read_profile
from sanitizer.errors import UsageError
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.finders.works import Works
from tests.control.first_pass import Marks, model, parse, settings, surfaces


def test_safe_harbor() -> None:
    control = read_profile("safe-harbor")
    text = "Ann Lee, 92, of Ohio, ZIP 94110, seen 3 May 1991 for asthma; SSN 078-05-1120; born 1950; 40 years old"
    marks = model(text, ("Ann Lee", "PERSON"), ("92", "AGE"), ("Ohio", "GPE"), ("asthma", "DISEASE"))
    found = apply_rules(control, parse(text), [*marks, *Patterns().find(parse(text))])
    told = {m.span.of(text): m.generalization for m in found}
    assert told == {
        "Ann Lee": None,
        "92": "90 or older",
        "94110": "941**",
        "3 May 1991": "1991",
        "078-05-1120": None,
    }


def test_safe_harbor_takes_for_a_code_or_a_person_what_looks_like_one() -> None:
    text = "Hedgehog-4471 is at home. Ann Lee, 3a Tannery Yard, Zürich, Welsh, methotrexate, House 2250."
    marks = model(
        text, ("Hedgehog-4471", "MISC"), ("Ann Lee", "MISC"), ("3a Tannery Yard", "ORG"), ("Zürich", "MISC")
    )
    marks += model(text, ("Welsh", "MISC"), ("methotrexate", "MISC"), ("House 2250", "ORG"))
    with Sanitizer.default().known.in_use():
        found = apply_rules(read_profile("safe-harbor"), parse(text), marks)
    assert surfaces(text, found) == ["Hedgehog-4471", "Ann Lee", "3a Tannery Yard", "Zürich", "House 2250"]


def test_court_keeps_those_who_act_in_public() -> None:
    text = (
        "The applicant, Mr Tom Huber, was represented by Ms Eva Lind, a lawyer in Bern. Judge Max Frei dissented. "
        "Lind pleaded for Huber. See Stec v. Germany, no. 123/45, and Article 6 § 1 of the Convention."
    )
    control = read_profile("court")
    recognizers: list[Recognizer] = [
        Marks("Mr Tom Huber", "Ms Eva Lind", "Judge Max Frei", "Lind", "Huber", "Stec"),
        Patterns(),
        Works(),
    ]
    masked = surfaces(text, first_pass(control, parse(text), recognizers))
    assert [m for m in masked if m in ("Mr Tom Huber", "Huber")] == ["Mr Tom Huber", "Huber"]
    assert not {"Ms Eva Lind", "Lind", "Max Frei", "Stec", "123/45", "6"}.intersection(masked)


def test_the_title_of_the_own_case_is_no_cited_case() -> None:
    text = (
        "The applicant, Tom Huber, lodged a claim. In Huber v. Austria and Stec v. Germany the Court found."
    )
    masked = first_pass(read_profile("court"), parse(text), [Marks("Tom Huber", "Huber", "Stec")])
    assert surfaces(text, masked) == ["Tom Huber", "Huber"]


def test_profiles_extend(tmp_path: Path) -> None:
    control = settings(tmp_path, 'extends = "safe-harbor"\nname = "ours"\n[types]\nPERSON = 0.5\n')
    assert (control.name, control.shorten["DATE"], control.thresholds) == ("ours", "year", {"PERSON": 0.5})
    assert control.only == read_profile("safe-harbor").only


def test_operators_of_a_settings_file_come_after_those_it_extends(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('[operators]\nPERSON = "tag"\nJOB = "mask"\n', encoding="utf-8")
    control = settings(
        tmp_path,
        'extends = "base.toml"\n[[pattern]]\ntype = "WARD"\nclass = "LOC"\nregex = "W-1"\n'
        '[operators]\nPERSON = "remove"\n',
    )
    assert control.operators == {"PERSON": "remove", "JOB": "mask"} and control.own_types == {"WARD"}


def test_a_file_that_extends_itself(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="extends itself"):
        settings(tmp_path, 'extends = "mine.toml"')
