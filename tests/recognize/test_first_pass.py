"""The whole first pass as it runs by default: exact on any text, whatever the order, the process and the length."""

import json
import os
import subprocess
import sys
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from sanitizer import Sanitizer
from sanitizer.build_recognizers import RECOGNIZERS, open_recognizer
from sanitizer.common.workers import ordered_map
from sanitizer.control import apply_rules
from sanitizer.control.rules import Control
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.finders.user_lists import Lists, Phrase
from sanitizer.text.edits import Change, apply
from sanitizer.text.parse import load, parse
from sanitizer.types import EntityClass, Mention, Span

NAMES = ["Mr Andrej Kovač", "Zürich", "İstanbul", "ANNA MILLER", "o’neil's", "a Swedish engineer", "W-77123"]
NUMBERS = [
    "4111 1111 1111 1111",
    "+44 20 7946 0958",
    "3 May 1991",
    "£3m",
    "a.b@c.org",
    "nos. 12, 13 and 14/99",
]
SCRIPTS = [
    "李小龙",
    "עברית",
    "مرحبا",
    "👩‍👩‍👧",
    "e\u0301",
    "ﬁ",
    "ǅ",
    "\u200d",
    "\u00a0",
    "\r\n",
    "\n\n",
    "\t",
]
PIECES = st.sampled_from([*NAMES, *NUMBERS, *SCRIPTS, ".", ",", "(", "“", "”", "x" * 60])
TEXTS = st.one_of(
    st.lists(PIECES, max_size=12).map(" ".join),
    st.lists(PIECES, max_size=12).map("".join),
    st.text(max_size=60),
)


class Marks:
    """Reports any spans, overlapping as they may: what a recognizer of somebody else does."""

    name = "marks"

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self._spans = spans

    def find(self, doc: Doc) -> list[Mention]:
        n = len(doc.text)
        spans = [
            Span(min(a, b) % n, min(a, b) % n + 1 + (max(a, b) % (n - min(a, b) % n)))
            for a, b in self._spans
            if n
        ]
        kinds = [("PERSON", EntityClass.PERSON), ("CODE", EntityClass.CODE), ("MISC", EntityClass.MISC)]
        return [Mention(s, *kinds[i % 3], self.name, 0.5 + i / 100) for i, s in enumerate(sorted(spans))]


@cache
def defaults() -> list[Recognizer]:
    return [open_recognizer(name, []) for name in RECOGNIZERS]


def first_pass(text: str, *more: Recognizer, order: object = None) -> tuple[Mention, ...]:
    recognizers = [*defaults(), *more]
    if order is not None:
        order.shuffle(recognizers)  # type: ignore[attr-defined]
    return apply_rules.first_pass(Control(), parse(text), recognizers)


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=6), st.randoms())
def test_offsets_are_exact_overlaps_never_corrupt_and_order_is_nothing(
    text: str, marks: list[tuple[int, int]], order: object
) -> None:
    extra = (Marks(marks), Lists([Phrase("may", "DEM"), Phrase("Miller", "PERSON")]))
    mentions = first_pass(text, *extra)
    assert all(0 <= m.span.start < m.span.end <= len(text) for m in mentions)
    assert all(one.span.end <= two.span.start for one, two in pairwise(mentions))
    # the slow version: character by character
    covered = {i for m in mentions for i in range(m.span.start, m.span.end)}
    changes = [Change(m.span, "\0" * (m.span.end - m.span.start), "sensitive", m.entity) for m in mentions]
    assert apply(text, changes) == "".join("\0" if i in covered else c for i, c in enumerate(text))
    # nothing that somebody else marked is uncovered, but for what names nobody ("the", "3")
    doc = parse(text)
    for mark in apply_rules.apply_rules(Control(), doc, extra[0].find(doc)):
        assert covered.issuperset(range(mark.span.start, mark.span.end))
    assert first_pass(text, *extra, order=order) == mentions


SCRIPT = """
import sys, json
from sanitizer.text.parse import load, parse
from sanitizer.control import apply_rules
from sanitizer.control.rules import Control
from sanitizer.build_recognizers import RECOGNIZERS, open_recognizer
recognizers = [open_recognizer(name, []) for name in RECOGNIZERS]
for text in json.load(sys.stdin):
    for m in apply_rules.first_pass(Control(), parse(text), recognizers):
        print(m)
"""
SAMPLES = [
    "Mr Andrej Kovač, a Swedish engineer born on 3 May 1961, met Kovač and A. Kovač of Acme Ltd (ACME) in Maribor.",
    "Call +44 20 7946 0958 or write to a.b@c.org; cases nos. 12, 13 and 14/99, plot 77123/4.",
]


def test_the_same_findings_under_any_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], input=json.dumps(SAMPLES), capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "4242")
    }  # fmt: skip
    assert len(outputs) == 1 and outputs.pop().count("Mention(") > 8


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_same_findings_with_any_workers(workers: int) -> None:
    texts = SAMPLES * 4
    assert list(ordered_map(first_pass, texts, workers)) == [first_pass(text) for text in texts]


def test_the_last_sentence_of_a_long_text_is_treated_like_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more characters than the parser would take at once: a million of its own accord, fewer here."""
    monkeypatch.setattr(load(), "max_length", 12_000)
    sentence = "Mr Andrej Kovač lives in Maribor, was born on 3 May 1961 and paid with 4111 1111 1111 1111.\n"
    text = sentence + ("they saw the garden again " * 38 + "there.\n") * 24 + sentence
    done = Sanitizer.default().sanitize(text)
    back = len(text) - len(sentence)
    entities = [
        {(s.number, span.start % back, span.end - span.start) for span in s.spans}
        for s in done.report.sensitive
    ]
    assert len(entities) >= 4 and all(
        len(spans) == 1 for spans in entities
    )  # each stands in both, at the same place
    assert all(len(s.spans) == 2 for s in done.report.sensitive)
    for line in (done.text.split("\n")[0], done.text.split("\n")[-2]):
        assert not any(secret in line for secret in ("Andrej", "Kovač", "Maribor", "3 May", "4111"))
    assert done.met
