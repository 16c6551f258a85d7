"""The order of what persons and rules say: mask, deny and protect beat keep, and keep beats rules and the risk."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from sanitizer.commands.explain import explain
from sanitizer.control.decisions import Decision
from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control, Rule
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders.user_expressions import expression
from sanitizer.recognize.finders.user_lists import Phrase
from sanitizer.result import SanitizedDocument
from sanitizer.settings import Protected, Settings, Threshold
from sanitizer.text.fold import lower_same_length
from sanitizer.types import Document, Mention, Span
from tests import tiny

KINDS = {
    "Anna Lindqvist": "PERSON",
    "Lindqvist": "PERSON",
    "Tom Huber": "PERSON",
    "Boston": "GPE",
    "breast cancer": "DISEASE",
    "radiotherapy": "MISC",
    "mammogram": "MISC",
    "surgeon": "JOB",
}


class Model:
    """Finds the forms it is given wherever they stand, as a list does."""

    name = "marks"

    def __init__(self, forms: Sequence[str]) -> None:
        self.forms = forms

    def find(self, doc: Doc) -> list[Mention]:
        return [
            Mention(Span(*m.span()), KINDS[form], entity_class(KINDS[form]), self.name)
            for form in self.forms
            for m in re.finditer(rf"\b{form}\b", doc.text)
        ]


def run(text: str, control: Control, found: Sequence[str] = (), **changes: object) -> SanitizedDocument:
    chosen = Settings(threshold=Threshold("bits", 2.0))
    for name, value in changes.items():
        object.__setattr__(chosen, name, value)
    world = Sanitizer(tiny.parse, [Model(found)], [tiny.counts()], tiny.TinyKnowledge(), chosen, control)
    return world.sanitize(Document("d", text))


def decided(**forms: str) -> Control:
    return Control(
        decisions=tuple(
            Decision(f.replace("_", " "), d == "mask", line=n) for n, (f, d) in enumerate(forms.items(), 1)
        )
    )


def test_a_kept_term_holds_against_the_risk_and_is_not_met() -> None:
    text = "breast cancer and radiotherapy"
    assert "radiotherapy" not in run(text, Control(), ["breast cancer"]).text
    done = run(text, decided(radiotherapy="keep"), ["breast cancer"])
    assert "radiotherapy" in done.text and "breast cancer" not in done.text
    assert not done.met
    (problem,) = done.report.residual.problems
    assert (problem.kind, problem.term) == ("kept by decision", "radiotherapy")
    assert problem.why and "tells too much" in problem.why
    assert [(d.verdict, d.holds) for d in done.report.decisions] == [("kept by decision", True)]
    assert any("kept by decision" in line for line in explain(done.report))


def test_a_kept_name_of_the_first_pass_is_met() -> None:
    done = run("Boston garden", decided(Boston="keep"), ["Boston"])
    assert (done.text, done.met) == ("Boston garden", True)
    assert [(n.term, n.rule) for n in done.report.left] == [("Boston", "decision")]


def test_a_kept_form_inside_of_a_longer_name_holds_and_is_not_met() -> None:
    done = run("Anna Lindqvist came", decided(Lindqvist="keep"), ["Anna Lindqvist"])
    assert "Lindqvist" in done.text and "Anna" not in done.text
    assert [p.kind for p in done.report.residual.problems] == ["kept by decision"] and not done.met


def test_a_kept_full_name_keeps_its_shorter_forms_but_never_the_other_way_round() -> None:
    whole = run(
        "Lindqvist came. Anna Lindqvist went.",
        decided(Anna_Lindqvist="keep"),
        ["Lindqvist", "Anna Lindqvist"],
    )
    assert (whole.text, whole.met) == ("Lindqvist came. Anna Lindqvist went.", True)
    part = run(
        "Lindqvist came. Anna Lindqvist went.", decided(Lindqvist="keep"), ["Lindqvist", "Anna Lindqvist"]
    )
    assert "Anna" not in part.text and not part.met


def test_a_mask_decision_masks_what_the_person_is_called() -> None:
    text = "Mr Tom Huber came. HUBER spoke to tom huber and huber; Huber's garden."
    for form in ("Tom Huber", "Mr Tom Huber"):
        control = Control(
            decisions=(Decision(form, True),),
            allow=(Rule(types=frozenset(["PERSON"])),),
            keep=(expression("Mr Tom Huber", "test"),),
            only=frozenset(["CODE"]),
        )
        done = run(text, control, ["Tom Huber"])
        assert "huber" not in done.text.lower() and "tom" not in done.text.lower().split()
        assert done.met and done.report.decisions[0].verdict == "masked"


def test_mask_deny_and_protect_beat_keep() -> None:
    text = "Tom Huber and Boston and Anna Lindqvist"
    keeps = tuple(Decision(form, False) for form in ("Tom Huber", "Boston", "Lindqvist"))
    denied = Control(decisions=keeps, deny=(Phrase("Boston", "GPE"),))
    assert "Boston" not in run(text, denied).text and "Tom Huber" in run(text, denied).text
    named = run(text, Control(decisions=keeps, protect=("Tom Huber",)), ["Tom Huber"])
    assert "Huber" not in named.text and "Boston" in named.text and "Lindqvist" in named.text
    masked = run(text, Control(decisions=(*keeps, Decision("Anna Lindqvist", True, type="PERSON"))))
    assert "Lindqvist" not in masked.text
    told = {d.form: d for d in masked.report.decisions}
    assert not told["Lindqvist"].holds and "does not hold in 1 of 1" in told["Lindqvist"].verdict
    assert told["Tom Huber"].holds


def test_a_denied_pattern_beats_keep_and_allow(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(
        "[[deny]]\nregex = 'B-\\d{3}'\n[[allow]]\nphrases = ['B-123']\n", encoding="utf-8"
    )
    control = replace(read_profile(tmp_path / "s.toml"), decisions=(Decision("B-123", False),))
    done = run("garden B-123 garden", control)
    assert "B-123" not in done.text and not done.report.decisions[0].holds


def test_a_protected_entity_beats_a_keep_decision_and_its_bound_is_told_to_be_broken() -> None:
    chosen = {
        "protect": (Protected("breast cancer", "cancer"),),
        "threshold": Threshold("guarantee"),
    }
    text = "breast cancer radiotherapy mammogram"
    kept = run(text, decided(breast_cancer="keep", mammogram="keep"), ["breast cancer"], **chosen)
    assert "breast" not in kept.text and "mammogram" in kept.text
    assert not kept.met and kept.report.residual.problems[0].kind == "kept by decision"
    masked = run(text + " Boston", decided(Boston="mask"), ["breast cancer", "Boston"], **chosen)
    assert "Boston" not in masked.text


def test_what_hardening_hides_is_kept_by_decision_and_not_met() -> None:
    world = Sanitizer(
        tiny.parse, [], [tiny.counts()], tiny.TinyKnowledge(), Settings(), decided(garden="keep")
    )
    done = world.sanitize(Document("d", "garden clinic"), frozenset(["garden"]))
    assert "garden" in done.text and not done.met
    assert "hardening" in (done.report.residual.problems[0].why or "")


def test_a_kept_region_binds_the_risk_but_not_hardening() -> None:
    control = Control(keep=(expression("radiotherapy", "test"),))
    done = run("breast cancer and radiotherapy", control, ["breast cancer"])
    assert "radiotherapy" in done.text and done.met
    hidden = Sanitizer(tiny.parse, [], [tiny.counts()], tiny.TinyKnowledge(), Settings(), control)
    assert "radiotherapy" not in hidden.sanitize("radiotherapy clinic", frozenset(["radiotherapy"])).text


RULES = st.sampled_from(["", "", "mask", "keep", "deny", "allow", "protect", "keep region"])


def stand(form: str, text: str) -> list[Span]:
    low = lower_same_length(text)
    return [Span(*m.span()) for m in re.finditer(rf"\b{re.escape(form.lower())}\b", low)]


@settings(max_examples=120, deadline=None)
@given(
    rules=st.fixed_dictionaries(dict.fromkeys(KINDS, RULES)),
    words=st.lists(
        st.sampled_from(
            [*KINDS, "ANNA LINDQVIST", "Mr Tom Huber", "Huber", "and", "garden", "in", "the", "a", ".", ","]
        ),
        min_size=1,
        max_size=14,
    ),
    found=st.sets(st.sampled_from(sorted(KINDS))),
    only=st.sampled_from([frozenset(), frozenset(["CODE"])]),
)
def test_masked_forms_never_stand_and_kept_ones_always_do(
    rules: dict[str, str], words: list[str], found: set[str], only: frozenset[str]
) -> None:
    text = " ".join(words)
    of = {kind: [form for form, rule in rules.items() if rule == kind] for kind in set(rules.values())}
    control = Control(
        decisions=tuple(
            Decision(f, r == "mask", None, KINDS[f]) for f, r in rules.items() if r in ("mask", "keep")
        ),
        deny=tuple(Phrase(f, KINDS[f]) for f in of.get("deny", ())),
        allow=tuple(Rule(frozenset([f.lower()])) for f in of.get("allow", ())),
        keep=tuple(expression(f, "test") for f in of.get("keep region", ())),
        protect=tuple(f for f in of.get("protect", ()) if KINDS[f] == "PERSON"),
        only=only,
    )
    done = run(text, control, sorted(found))
    must = [*of.get("mask", ()), *of.get("deny", ()), *control.protect]
    for form in must:
        assert not stand(form, done.text), (form, text, done.text)
    parts = {p for f in must for p in ([f, *f.split()] if KINDS[f] == "PERSON" else [f])}
    taken = [span for part in parts for span in stand(part, text)]
    for form in of.get("keep", ()):
        kept = [s for s in stand(form, text) if not any(s.overlaps(t) for t in taken)]
        assert len(stand(form, done.text)) >= len(kept), (form, text, done.text)
        assert all(d.holds for d in done.report.decisions if d.form == form and len(kept) == d.places)
