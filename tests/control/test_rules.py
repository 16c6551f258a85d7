"""Rules of settings: switches, thresholds, allow and deny lists, own patterns; bad ones are named."""

from pathlib import Path

import pytest

from sanitizer.control.apply_rules import apply_rules, first_pass
from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.errors import UsageError
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.finders.span_files import mention_of
from sanitizer.recognize.finders.works import Works
from sanitizer.types import Span
from tests.control.first_pass import Marks, model, parse, settings, surfaces


def test_default_drops_generic_words_only() -> None:
    text = "The Court heard Ann"
    marks = model(text, ("Court", "ORG"), ("Ann", "PERSON"))
    assert surfaces(text, apply_rules(Control(), parse(text), marks)) == ["Ann"]
    assert surfaces(text, apply_rules(Control(generic=False), parse(text), marks)) == ["Court", "Ann"]


@pytest.mark.parametrize(
    ("name", "stays"),
    [
        ("Supreme Military Administrative Court", True),
        ("Ministry of Foreign Affairs", True),
        ("Second District Court", True),
        ("Warsaw Regional Court", False),
        ("Turkish Government", False),
        ("Judge Court", False),
        ("Central District Hospital", False),
        ("Department of the University", False),
        ("First National Bank", False),
    ],
)
def test_offices_that_every_state_has_stay(name: str, stays: bool) -> None:
    text = f"The {name} heard Ann"
    marks = model(text, (name, "ORG"), ("Ann", "PERSON"))
    assert surfaces(text, apply_rules(Control(), parse(text), marks)) == (["Ann"] if stays else [name, "Ann"])
    assert surfaces(text, apply_rules(Control(offices=False), parse(text), marks)) == [name, "Ann"]


def test_switches_and_thresholds(tmp_path: Path) -> None:
    control = settings(tmp_path, "[types]\nORG = false\nDATE = 0.9\nLOC = { threshold = 0.6 }\n")
    text = "Acme 1991 Rome Ann"
    marks = model(text, ("Acme", "ORG"), ("1991", "DATE"), ("Rome", "GPE"), ("Ann", "PERSON"), score=0.7)
    assert surfaces(text, apply_rules(control, parse(text), marks)) == ["Rome", "Ann"]


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        ('phrases = ["rome"]', ["Ann Lee", "Ann"]),
        ('phrases = ["rome"]\ncase = "exact"', ["Ann Lee", "Rome", "Ann"]),
        ('regex = ["A.*"]\ntypes = ["PERSON"]', ["Rome"]),
        ('types = ["LOC"]', ["Ann Lee", "Ann"]),
        ('before = "Judge "', ["Rome", "Ann"]),
        ('after = ", a lawyer"', ["Rome", "Ann"]),
    ],
)
def test_allow(tmp_path: Path, rule: str, left: list[str]) -> None:
    text = "Judge Ann Lee, a lawyer of Rome; Ann"
    marks = model(text, ("Ann Lee", "PERSON"), ("Rome", "GPE"), ("Ann", "PERSON"))
    control = settings(tmp_path, f"[[allow]]\n{rule}\n")
    assert surfaces(text, apply_rules(control, parse(text), marks)) == left


def test_what_lies_inside_of_the_allowed_is_allowed() -> None:
    text = "Judge Ann Lee spoke"
    marks = model(text, ("Ann Lee", "PERSON")) + model(text, ("Lee", "MISC"))
    control = read_profile("court")
    assert apply_rules(control, parse(text), marks) == []


def test_keep_regions_and_deny_lists(tmp_path: Path) -> None:
    control = settings(
        tmp_path,
        """
[[keep]]
regex = ['Smith v\\. \\w+']
[[deny]]
phrases = ["Project Iris"]
type = "PRODUCT"
generalization = "a project"
[[deny]]
regex = 'B-\\d{3}'
type = "CODE"
""",
    )
    text = "Smith v. Jones and Project Iris, B-123; Smith"
    marks = model(text, ("Smith", "PERSON"), ("Jones", "PERSON"), ("Smith", "PERSON"))
    doc = parse(text)
    found = marks + [m for r in control.recognizers() for m in r.find(doc)]
    kept = apply_rules(control, doc, found)
    assert surfaces(text, kept) == ["Smith", "Project Iris", "B-123"]
    assert kept[0].span.start == text.rindex("Smith")
    assert kept[1].generalization == "a project"


def test_own_patterns(tmp_path: Path) -> None:
    control = settings(
        tmp_path,
        "[[pattern]]\ntype = 'CODE'\nregex = 'ward (\\d+)'\nscore = 0.3\ncontext = 'hospital'\n"
        "generalization = 'a ward'\n",
    )
    (recognizer,) = control.recognizers()
    assert recognizer.find(parse("ward 12")) == []
    (mention,) = recognizer.find(parse("in hospital, ward 12"))
    assert (mention.span, mention.type, mention.generalization) == (Span(18, 20), "CODE", "a ward")


def test_given_spans_are_not_overruled_by_rules(tmp_path: Path) -> None:
    control = settings(tmp_path, '[[allow]]\nphrases = ["Ann"]\n[types]\nPERSON = false\n')
    assert apply_rules(control, parse("Ann"), [mention_of(0, 3, "PERSON")]) == [mention_of(0, 3, "PERSON")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("colour = 1", "mine.toml: colour: unknown key; possible: name, extends"),
        ("[types]\nPERSONS = true", "'PERSONS' is no type"),
        ("[[allow]]\nregex = '('", "no regular expression"),
        ("[shorten]\nDATE = 'week'", '"week" is not possible; one of: age-to-89, year, zip3'),
        (
            "[[allow]]\nphrases = ['x']\ncase = 'smart'",
            r"allow\[1\].case: \"smart\" is not possible; one of: ignore, exact",
        ),
        ("[[pattern]]\nregex = 'x'", r"pattern\[1\].type: missing"),
        ("[protect]\nscope = 'page'", "protect: it says nothing: give one of names, file"),
        (
            "[protect]\nnames = ['Ann']\nscope = 'page'",
            'protect.scope: "page" is not possible; one of: document, paragraph, sentence',
        ),
        ("extends = 'strict'", "none of chat, clinical-research, court, everything, paper"),
        ("a = ", "no valid TOML"),
        ("[[deny]]\nfile = 'none.txt'", r"none\.txt"),
    ],
)
def test_bad_settings_are_named(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        settings(tmp_path, content)


def test_the_order_of_recognizers_is_nothing() -> None:
    text = "Dr Ann Lee (born 3 May 1991) won the Gruen Trophy in Lübeck; Lee paid EUR 80."
    recognizers: list[Recognizer] = [Marks("Ann Lee", "Lee"), Patterns(), Works()]
    first = first_pass(Control(), parse(text), recognizers)
    spans = [(m.span, m.type, m.entity) for m in first]
    for order in ((2, 1, 0), (1, 2, 0), (0, 2, 1)):
        again = first_pass(Control(), parse(text), [recognizers[i] for i in order])
        assert [(m.span, m.type, m.entity) for m in again] == spans


@pytest.mark.parametrize(
    ("case", "kept", "denied"),
    [("ignore", 2, ["iris", "Iris", "IRIS"]), ("exact", 1, ["Iris"]), ("smart", 1, ["Iris", "IRIS"])],
)
def test_case_rules(tmp_path: Path, case: str, kept: int, denied: list[str]) -> None:
    keep = f'[[keep]]\nphrases = ["Form B"]\ncase = "{case.replace("smart", "exact")}"\n'
    control = settings(tmp_path, f'{keep}[[deny]]\nphrases = ["Iris"]\ncase = "{case}"\n')
    text = "Form B, form b, Form Bs: iris Iris IRIS irises"
    marks = model(text, ("Form B", "MISC"), ("form b", "MISC"), ("Form Bs", "MISC"))
    assert len(apply_rules(control, parse(text), marks)) == 3 - kept
    (recognizer,) = control.recognizers()
    assert surfaces(text, list(recognizer.find(parse(text)))) == denied
