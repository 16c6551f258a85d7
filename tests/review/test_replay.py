"""Whatever is decided and undone at a desk, what comes of it is what a run from nothing gives, byte for byte."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from spacy.tokens import Doc

from sanitizer.control.log.chain import create
from sanitizer.control.log.replay import read_given
from sanitizer.errors import UsageError
from sanitizer.pipeline import Sanitizer
from sanitizer.review.desk_state import Desk
from sanitizer.review.document_state import Standing
from sanitizer.review.run_folder import report_of
from sanitizer.review.session import Session
from sanitizer.review.view import view_of
from sanitizer.types import Document
from tests import tiny
from tests.review.world import FOUND

LETTER = """Discharge letter
Patient: Mr Andrej Kovač, born 14 March 1961
Hospital: St Brigid's, Maribor

Diagnosis
breast cancer, treated by radiotherapy
Therapist
Ms Nora Quint, Graz

He plays the violin in an orchestra of Graz and repairs old clocks.
His sister Mrs Kovač, a surgeon, took him home in 2021.
Allergies
penicillin
Next
mammogram in Graz, then the clinic in Maribor
"""
WORLD = "\n".join(
    (
        "Boston", "severe", "cancer", "good", "mammogram", "gizmo in Paris", "breast cancer", "good", "garden",
        "The surgeon saw a widget in Boston", "therapy was severe", "diabetes", "Paris was good", "radiotherapy",
    )
)  # fmt: skip


def looks_around(text: str) -> Doc:
    """Return the parse of the tiny world by a model that sees past the end of a line: what stands behind an
    adjective of the line before is an adjective too."""
    doc = tiny.parse(text)
    seen = ""
    for token in doc:
        if seen == "ADJ" and token.pos_ == "NOUN":
            token.pos_ = "ADJ"
        seen = seen if token.is_space else token.pos_
    return doc


def drawn(view: dict[str, Any], text: str, rng: random.Random) -> dict[str, Any]:
    """Return a decision as a page would send it: on what is listed, or on a word."""
    told = {"head": view["head"], "view": view["view"], "item": rng.choice(view["order"])}
    kind = rng.choice(
        ("step", "step", "undo", "undo", "redo", "item", "item", "selection", "selection", "selection")
    )
    if kind == "step":
        return told | {"do": "step", "up": rng.random() < 0.6}
    if kind != "item" and kind != "selection":
        return told | {"do": kind}
    if kind == "item":
        act = rng.choice(("keep", "mask", "retype", "choose"))
        words = {"retype": {"type": rng.choice(("ORG", "GPE", "MISC"))}, "choose": {"to": "a thing"}}.get(
            act, {}
        )
        return told | {
            "do": "item",
            "act": act,
            "far": rng.choice(("place", "entity", "collection")),
            **words,
        }
    act = rng.choice(("mark", "mark", "keep", "extent", "split", "merge"))
    word = rng.choice(list(re.finditer(r"\w{4,}", text)))
    return told | {"do": "selection", "act": act, "span": list(word.span())}


def decide(sanitizer: Sanitizer, text: str, folder: Path, seed: int, decisions: int) -> None:
    """Decide at random, and compare after each decision."""
    document, log, rng = Document("d", text), folder / "decisions.jsonl", random.Random(seed)
    create(log, "a run")
    desk = Desk([document], sanitizer, [report_of(sanitizer, document)], log, "anna")
    desk.warm(0)
    session, done = Session(desk), 0
    while done < decisions:
        told = drawn(session.view(0), text, rng)
        try:
            session.decide(0, told)
        except UsageError:
            continue  # the end of a ladder, nothing to undo
        done += 1
        for _ in range(2):  # as it is shown at once, and as it was checked
            view, shown = session.view(0), desk.shown(0)
            fresh = Standing(document, shown.report, shown.events, shown.checked)
            assert view == view_of(fresh, view["head"]) | {"view": view["view"]}, told
            desk.standing(0)
        decided = sanitizer.decided(read_given(log).given_to(sanitizer.control))
        anew = json.dumps(report_of(decided, document).to_json())
        assert json.dumps(desk.standing(0).report.to_json()) == anew, (
            f"after {done} decisions, the last {told}"
        )


@pytest.mark.parametrize("seed", range(4))
def test_what_was_read_before_changes_nothing(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sanitizer.check.residual.PIECE", 60)
    known = tiny.sanitizer(*FOUND)
    sees = Sanitizer(looks_around, known.recognizers, known.counts, known.knowledge, known.settings)
    decide(sees, WORLD, tmp_path, seed, 25)


def test_a_letter_is_that_of_a_run_from_nothing(tmp_path: Path) -> None:
    decide(Sanitizer.default(), LETTER, tmp_path, 1, 12)
