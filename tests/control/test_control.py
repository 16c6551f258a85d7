import json
from dataclasses import replace
from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc

from sanitizer.commands.options import read_control
from sanitizer.control.apply_decisions import in_force, to_keep, to_mask
from sanitizer.control.apply_rules import apply_rules, first_pass
from sanitizer.control.decisions import Decision, read_decisions
from sanitizer.control.persons import restrict
from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.errors import UsageError
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.finders.span_files import mention_of
from sanitizer.recognize.finders.works import Works
from sanitizer.recognize.labels import entity_class
from sanitizer.text.parse import parse as parse_with_tree
from sanitizer.types import Mention, Span

NLP = spacy.blank("en")
NLP.add_pipe("sentencizer")


def parse(text: str, id: str | None = None) -> Doc:
    doc = NLP(text)
    if id is not None:
        doc.user_data["id"] = id
    return doc


def model(text: str, *marks: tuple[str, str], score: float = 1.0) -> list[Mention]:
    """Mentions as a model finds them, searched from left to right."""
    mentions, position = [], 0
    for surface, type in marks:
        position = text.index(surface, position)
        span = Span(position, position + len(surface))
        mentions.append(Mention(span, type, entity_class(type), "model", score))
        position += len(surface)
    return mentions


def settings(folder: Path, content: str) -> Control:
    file = folder / "mine.toml"
    file.write_text(content, encoding="utf-8")
    return read_profile(file)


def surfaces(text: str, mentions: list[Mention] | tuple[Mention, ...]) -> list[str]:
    return [m.span.of(text) for m in mentions]


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


def test_the_documents_own_decision_stands_for_one_about_all() -> None:
    kept = Decision("Acme", False, None, "ORG", "jd", "public")
    elsewhere = Decision("acme", True, "b", "ORG", "kl")
    other = Decision("ville", True)
    decisions = [elsewhere, kept, other]
    assert in_force(decisions, "a") == (kept, other)
    assert in_force(decisions, "b") == (elsewhere, other)
    text = "Acme sold the Blue Mill; Acmeville did not."
    assert [d.spans for d in to_keep(text, in_force(decisions, "a"))] == [(Span(0, 4),)]
    assert [d.spans for d in to_mask(text, in_force(decisions, "b"), [])] == [(Span(0, 4),)]


def test_decisions_come_first(tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"
    rows = [
        {"form": "Ann", "decision": "keep", "by": "me", "why": "the author"},
        {"form": "Ann", "decision": "mask", "document": "d2"},
        {"form": "blue door", "decision": "mask", "type": "FACILITY"},
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    control = Control(decisions=read_decisions(file))
    text = "Ann at the blue door"
    for id, expected in (("d1", ["blue door"]), ("d2", ["Ann", "blue door"])):
        assert surfaces(text, first_pass(control, parse(text, id), [])) == expected
    marks = model(text, ("Ann", "PERSON"))
    assert apply_rules(control, parse(text, "d1"), marks) == []
    assert apply_rules(control, parse(text, "d2"), marks) == marks


def test_given_spans_are_not_overruled_by_rules(tmp_path: Path) -> None:
    control = settings(tmp_path, '[[allow]]\nphrases = ["Ann"]\n[types]\nPERSON = false\n')
    assert apply_rules(control, parse("Ann"), [mention_of(0, 3, "PERSON")]) == [mention_of(0, 3, "PERSON")]


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


class Marks:
    """A recognizer that marks persons by their forms."""

    name = "marks"

    def __init__(self, *forms: str) -> None:
        self.forms = forms

    def find(self, doc: Doc) -> list[Mention]:
        found = []
        for form in self.forms:
            start = doc.text.find(form)
            while start >= 0:
                found.append(
                    Mention(Span(start, start + len(form)), "PERSON", entity_class("PERSON"), self.name)
                )
                start = doc.text.find(form, start + 1)
        return sorted(found, key=lambda m: m.span)


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


def test_protected_persons_and_what_concerns_them() -> None:
    text = "Tom Huber of Bern paid. Eva Lind of Rome came. Huber left."
    marks = model(
        text,
        ("Tom Huber", "PERSON"),
        ("Bern", "GPE"),
        ("Eva Lind", "PERSON"),
        ("Rome", "GPE"),
        ("Huber", "PERSON"),
    )
    joined = [
        Mention(m.span, m.type, m.entity_class, m.recognizer, entity=e)
        for m, e in zip(marks, (0, 1, 2, 3, 0), strict=True)
    ]
    doc = parse(text)
    assert surfaces(text, restrict(doc, joined, ["Tom Huber"], "sentence")) == ["Tom Huber", "Bern", "Huber"]
    assert surfaces(text, restrict(doc, joined, ["Tom Huber"], "document")) == [
        "Tom Huber",
        "Bern",
        "Rome",
        "Huber",
    ]


def test_what_concerns_a_protected_person_stands_where_a_pronoun_refers_to_the_person_too() -> None:
    text = "Eva Lind lives in Rome. She was treated in Bern. Tom Huber lives in Oslo."
    marks = model(
        text, ("Eva Lind", "PERSON"), ("Rome", "GPE"), ("Bern", "GPE"), ("Tom Huber", "PERSON"), ("Oslo", "GPE")
    )  # fmt: skip
    joined = [replace(m, entity=e) for e, m in enumerate(marks)]
    masked = restrict(parse_with_tree(text), joined, ["Eva Lind"], "sentence")
    assert surfaces(text, masked) == ["Eva Lind", "Rome", "Bern"]


def test_profiles_extend(tmp_path: Path) -> None:
    control = settings(tmp_path, 'extends = "safe-harbor"\nname = "ours"\n[types]\nPERSON = 0.5\n')
    assert (control.name, control.shorten["DATE"], control.thresholds) == ("ours", "year", {"PERSON": 0.5})
    assert control.only == read_profile("safe-harbor").only


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


@pytest.mark.parametrize(
    "line", ["{}", '{"form": "x", "decision": "maybe"}', "no", '{"form": " ", "decision": "keep"}']
)
def test_bad_decisions_are_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "d.jsonl"
    file.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="line 2"):
        read_decisions(file)


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


def test_decisions_alone_change_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"
    file.write_text('{"form": "Ann", "decision": "keep"}', encoding="utf-8")
    control = read_control({"profile": None, "decisions": str(file)})
    assert control == Control(decisions=read_decisions(file))
    assert read_control({"profile": None, "decisions": None}) is None


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
