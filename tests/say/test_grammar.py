"""The English of the output: golden sentences (tests/cases/grammar.json), and properties that always hold."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.say.grammar import fit, pseudonym, smooth, tag
from sanitizer.text.edits import Change
from sanitizer.text.inflection import article, indefinite, plural, possessive, singular
from sanitizer.text.parse import parse
from sanitizer.text.surroundings import is_headline, is_shouting
from sanitizer.types import Span

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "grammar.json").read_text("utf-8")
)


def _read(marked: str) -> tuple[str, list[tuple[Span, bool, str]]]:
    """``{words|label}`` marks what is replaced by what, ``{words!|label}`` says that the words are a name."""
    text, spans, position = "", [], 0
    for match in re.finditer(r"\{([^|{}!]*)(!?)\|([^{}]*)\}", marked):
        text += marked[position : match.start()]
        spans.append((Span(len(text), len(text) + len(match[1])), bool(match[2]), match[3]))
        text += match[1]
        position = match.end()
    return text + marked[position:], spans


def _rewrite(marked: str, numbered: bool = False, parsed: bool = False) -> str:
    text, spans = _read(marked)
    doc = parse(text) if parsed else None
    entities: dict[str, int] = {}
    changes = []
    for span, named, label in spans:
        widened, words = fit(text, span, label, named=named or None, doc=doc)
        assert widened.start <= span.start
        assert widened.end >= span.end or span.of(text).endswith(("'s", "’s"))
        changes.append(Change(widened, words, "sensitive", entities.setdefault(span.of(text), len(entities))))
    out, position = "", 0
    for change in smooth(text, changes, numbered=numbered):
        assert change.span.start >= position
        out += text[position : change.span.start] + change.replacement
        position = change.span.end
    return out + text[position:]


def _as_parameter(case: dict[str, Any]) -> Any:
    fault = [pytest.mark.xfail(strict=True, reason=case["fault"])] if "fault" in case else []
    return pytest.param(case, id=case["text"], marks=fault)


@pytest.mark.parametrize("case", [_as_parameter(case) for case in CASES])
def test_golden_sentences(case: dict[str, Any]) -> None:
    assert _rewrite(case["text"], case.get("numbered", False), parsed=True) in case["accepted"]


@pytest.mark.parametrize("case", CASES, ids=[c["text"] for c in CASES])
def test_golden_sentences_without_parts_of_speech(case: dict[str, Any]) -> None:
    """As releases of tables write."""
    assert _rewrite(case["text"], case.get("numbered", False)) in case["accepted"]


_WORDS = "the|a|an|of|in|and|visited|Barcelona|Smith|melanomas|engineers|Mr.|is|'s|,|.|;|(|)|\n|The|old\u00a0man|12|é"
WORDS = st.sampled_from(_WORDS.split("|"))
LABELS = st.sampled_from(
    ["city", "engineer", "Catalonia", "the 1990s", "equipment", "American lawyer", "[CITY]"]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=12), st.data(), LABELS)
def test_any_place_is_rewritten_without_broken_articles(
    words: list[str], data: st.DataObject, label: str
) -> None:
    """The span is inside the text and covers the words; no double article appears that was not there."""
    text = " ".join(words)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    widened, replacement = fit(text, Span(start, end), label)
    assert 0 <= widened.start < widened.end <= len(text)
    out = text[: widened.start] + replacement + text[widened.end :]
    doubled = r"(?<![\w\]])(the|a|an) (a|an|the) "  # not the end of a word that the span cuts in two
    assert len(re.findall(doubled, out, re.I)) <= len(re.findall(doubled, text, re.I)) + (
        text[start:end].strip() == ""
    )
    assert fit(text, Span(start, end), label) == (widened, replacement)


_SIGNS = [
    "  :",
    "no.",
    "Tel:",
    "=",
    "#",
    " - ",
    "\t:",
    "age of",
    "born",
    "(",
    ")",
    "e-mail",
    "12",
    "Ann",
    ". ",
    "a",
    "at",
]
CLASS_WORDS = [
    "person",
    "case number",
    "phone number",
    "age",
    "date",
    "period",
    "amount",
    "thing",
    "e-mail address",
    "work",
]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.one_of(st.sampled_from(_SIGNS), st.text(max_size=4)), min_size=1, max_size=10),
    st.data(),
    st.sampled_from(CLASS_WORDS),
)
def test_class_words_fit_in_any_text(pieces: list[str], data: st.DataObject, label: str) -> None:
    """Nothing that stands around a mention, signs and blanks without a word too, stops the rewriting."""
    text = "".join([*pieces, "x"])
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    widened, _ = fit(text, Span(start, end), label)
    assert 0 <= widened.start <= widened.end <= len(text)


def test_a_colon_after_blanks_names_no_field() -> None:
    assert fit("x\n\n  : 12", Span(7, 9), "case number")[1] == "a case number"


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


def test_tags_and_pseudonyms() -> None:
    assert tag("first-level division") == "[FIRST_LEVEL_DIVISION]"
    assert pseudonym("person", 2) == "PERSON_2"


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
