"""What a traceback or a debugger shows of the values of a run holds no text of the input and no word of a person."""

from pathlib import Path

from sanitizer import Sanitizer
from sanitizer.control.decisions import Decision
from sanitizer.control.first_pass import FirstPass, find_sensitive
from sanitizer.control.profiles import read_profile
from sanitizer.operators.plan import make_plan
from sanitizer.settings import Protected, Settings
from sanitizer.text.edits import apply
from sanitizer.text.terms import extract_terms

SECRETS = ("zorblax", "okonkwo", "adaeze", "boston", "radiotherapy", "quillfeather", "ward note", "mammogram")
TEXT = (
    "Mrs Adaeze Okonkwo of Boston had radiotherapy and a mammogram for breast cancer. "
    "Zorblax was told. Her tutor, Mr Tom Quillfeather, was not."
)


def test_no_value_of_a_run_shows_text(tmp_path: Path) -> None:
    settings = tmp_path / "s.toml"
    settings.write_text(
        '[[deny]]\nphrases = ["Zorblax"]\n[[allow]]\nphrases = ["Quillfeather"]\nwhy = "ward note"\n'
        '[[keep]]\nregex = ["Quillfeather"]\n'
    )
    decision = Decision("Adaeze Okonkwo", True, "ward note", "PERSON", "Quillfeather", "ward note")
    protected = Protected("Adaeze Okonkwo", "mammogram")
    control = read_profile(settings)
    sanitizer = Sanitizer.default(Settings(protect=(Protected("breast cancer", "disease"),)), control=control)
    doc = sanitizer.parse(TEXT)
    parts = FirstPass(
        sanitizer.recognizers, control, sanitizer.settings, sanitizer.policy, None, sanitizer.parse
    )
    found = find_sensitive(doc, parts)
    sensitive, units, word = found.sensitive, found.units, found.word
    plan = make_plan(TEXT, sensitive, sanitizer.policy, "ward note", word.forms)
    subjects = sanitizer.judge.settle(doc, sensitive, plan.forms)
    terms = extract_terms(doc, [span for s in sensitive for span in s.spans], units)
    assessment = sanitizer.judge.assess(doc, terms, subjects)
    treated = sanitizer.judge.generalize(assessment.risky, assessment, subjects, plan.forms)
    done = sanitizer.sanitize(TEXT)
    assert treated and sensitive and "Okonkwo" not in apply(TEXT, done.changes)
    values = [
        decision, protected, control, sanitizer.settings, sensitive, units, word, plan, subjects, terms, assessment,
        treated, done, done.changes,
    ]  # fmt: skip
    shown = [(type(value).__name__, s) for value in values for s in SECRETS if s in repr(value).lower()]
    assert not shown
