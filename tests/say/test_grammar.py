"""The English of the output: golden sentences (tests/cases/grammar.json), and properties that always hold."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.operators.plan import Plan
from sanitizer.say.changes import Bounds, each_by_itself, write
from sanitizer.say.phrases import covers
from sanitizer.say.phrases_from_labels import phrase_of
from sanitizer.say.plan_types import Told
from sanitizer.text.articles import article, indefinite
from sanitizer.text.edits import apply
from sanitizer.text.inflection import plural, possessive, singular
from sanitizer.text.parse import parse
from sanitizer.text.surface_forms import Forms
from sanitizer.text.surroundings import is_headline, is_shouting
from sanitizer.types import Span

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "grammar.json").read_text("utf-8")
)


def bounds(*forms: str, numbered: bool = False, held: tuple[Span, ...] = ()) -> Bounds:
    return Bounds(Plan({}, {}, forms, Forms(forms)), frozenset(), held, numbered)


def read(marked: str) -> tuple[str, list[tuple[Span, bool, str]]]:
    """``{words|label}`` marks what is replaced by what, ``{words!|label}`` says that the words are a name."""
    text, spans, position = "", [], 0
    for match in re.finditer(r"\{([^|{}!]*)(!?)\|([^{}]*)\}", marked):
        text += marked[position : match.start()]
        spans.append((Span(len(text), len(text) + len(match[1])), bool(match[2]), match[3]))
        text += match[1]
        position = match.end()
    return text + marked[position:], spans


def told(text: str, spans: list[tuple[Span, bool, str]]) -> list[Told]:
    entities: dict[str, int] = {}
    return [
        Told(
            span, ("sensitive", entities.setdefault(span.of(text), len(entities))), phrase_of(label), named or None,
            label="name" if named else "code" if "@" in label or label.endswith(("number", "address", "code")) else "",
        )
        for span, named, label in spans
    ]  # fmt: skip


def rewrite(marked: str, within: Bounds) -> str:
    text, spans = read(marked)
    doc = parse(text)
    doc.user_data["not English"] = False
    return apply(text, write(doc, told(text, spans), within))


def _as_parameter(case: dict[str, Any]) -> Any:
    fault = [pytest.mark.xfail(strict=True, reason=case["fault"])] if "fault" in case else []
    return pytest.param(case, id=case["text"], marks=fault)


@pytest.mark.parametrize("case", [_as_parameter(case) for case in CASES])
def test_golden_sentences(case: dict[str, Any]) -> None:
    assert rewrite(case["text"], bounds(numbered=case.get("numbered", False))) in case["accepted"]


def _unmatched(text: str) -> int:
    """Return how many brackets of a text have no partner."""
    depth = alone = 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if depth < 0:
            depth, alone = 0, alone + 1
    return depth + alone


_WORDS = (
    "the|a|an|of|in|and|visited|Barcelona|Smith|melanomas|engineers|Mr.|is|'s|,|.|;|(|)|\n|The|old\u00a0man|12|é|actor|"
    '1990|between|–|films|such|as|both|"|_|Dear|no.|:|born|aged|year-old|x-|-x|team|was'
)
_LABELS = (
    "city|engineer|Catalonia|the 1990s|equipment|American lawyer|[CITY]|person|man|thing|date|age|number|period|"
    "amount|case number|European|40 to 49 years old|about 40|city in Texas|movie"
)
LABELS = st.sampled_from(_LABELS.split("|"))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(_WORDS.split("|")), min_size=1, max_size=14), st.data())
def test_any_places_are_rewritten(words: list[str], data: st.DataObject) -> None:
    """The changes are in order and disjoint and hold all mentions but for a full stop at their end, each time the
    same."""
    text, spans, at = "", list[tuple[Span, bool, str]](), 0
    hidden = data.draw(st.sets(st.integers(0, len(words) - 1), min_size=1, max_size=4))
    for i, word in enumerate(words):
        if i in hidden and not word.isspace():
            spans.append((Span(at, at + len(word)), data.draw(st.booleans()), data.draw(LABELS)))
        text += word + " "
        at = len(text)
    if not spans:
        return
    doc = parse(text)
    doc.user_data["not English"] = False
    changes = write(doc, told(text, spans), bounds())
    assert changes == write(doc, told(text, spans), bounds())
    for span, _, _ in spans:
        end = span.start + len(span.of(text).rstrip("."))
        assert all(any(c.span.start <= i < c.span.end for c in changes) for i in range(span.start, end))
    out = apply(text, changes)
    assert _unmatched(out) <= _unmatched(text)
    assert out.count("\n") == text.count("\n")
    alone = each_by_itself(doc, [span for span, _, _ in spans], [label for _, _, label in spans])
    assert [one.span for one in alone] == sorted(one.span for one in alone)


@pytest.mark.parametrize(
    ("marked", "forms", "held", "expected"),
    [
        # words of another mention, and what must not stand in the result, are never taken along
        ("It stars {IMF!|organization} agent {Ethan Hunt!|man}.", ("agent",), "", ""),
        ("The {Barcelona!|city} team won.", (), "team", "The city team won."),
        ("stars former {Black Crowes!|organization} guitarist {Rich!|man}.", (), "", "stars a former guitarist."),
    ],
)  # fmt: skip
def test_nothing_that_must_not_is_written_again(
    marked: str, forms: tuple[str, ...], held: str, expected: str
) -> None:
    text, _ = read(marked)
    at = text.find(held)
    spans = (Span(at, at + len(held)),) if held else ()
    out = rewrite(marked, bounds(*forms, held=spans))
    assert "Crowes" not in out and "Barcelona" not in out
    assert not held or held in out
    assert expected == out or forms or held


@pytest.mark.parametrize(
    ("label", "kind", "interval"),
    [
        ("the early 2010s", "period", (2010, 2013)), ("the 20th century", "period", (1900, 1999)),
        ("May 1991", "period", None), ("European", "adjective", None), ("Catalonia", "name", None),
        ("city in Texas", "noun", None), ("about 40", "value", None), ("age", "unsaid", None), ("[CITY]", "mark", None),
    ],
)  # fmt: skip
def test_phrases_of_labels(label: str, kind: str, interval: tuple[int, int] | None) -> None:
    phrase = phrase_of(label)
    assert (phrase.kind, phrase.interval) == (kind, interval)


def test_a_period_holds_another() -> None:
    decade, part, century = map(phrase_of, ("the 1990s", "the late 1990s", "the 20th century"))
    assert covers(decade, part) and covers(century, decade)
    assert not covers(part, decade)


def test_the_shortest_words_leave_out_the_place() -> None:
    assert [phrase_of(x).short.words for x in ("American city", "city in Texas", "skin cancer")] == [
        "city",
        "city",
        "skin cancer",
    ]


def test_number_article_possessive() -> None:
    assert [plural(w) for w in ("city", "businesswoman", "head of state", "series", "goods", "thief")] == [
        "cities",
        "businesswomen",
        "heads of state",
        "series",
        "goods",
        "thieves",
    ]
    assert [singular(w) for w in ("cancers", "people", "physics", "diabetes")] == [
        "cancer",
        "person",
        None,
        None,
    ]
    assert [article(w) for w in ("hour", "union", "MRI scan", "US city", "8-year-old", "11", "100")] == [
        "an",
        "a",
        "an",
        "a",
        "an",
        "an",
        "a",
    ]
    assert indefinite("music") == "music"
    assert possessive("the cities") == "the cities'"


@pytest.mark.parametrize(
    ("line", "form", "shouting", "headline"),
    [
        ("DOB: 28/01/1978", "28/01/1978", False, False),  # abbreviations alone are no line of capitals
        ("BP 140/90, HR 88.", "140/90", False, False),
        ("THE CASE OF ADA BYRON", "ADA BYRON", True, False),
        ("DOB: 28/01/1978, BORN IN LEEDS", "28/01/1978", True, False),
        ("Police Arrest Man in Leeds After Chase", "Leeds", False, True),
        ("Address: House Street, Leeds, Post Office", "Leeds", False, False),  # a field of a form
    ],
)
def test_lines_of_capitals_and_headlines(line: str, form: str, shouting: bool, headline: bool) -> None:
    text = f"Seen today.\n{line}\nShe is well.\n"
    span = Span(text.index(form), text.index(form) + len(form))
    assert is_shouting(text, span) is shouting
    if not shouting:
        assert is_headline(text, span) is headline
