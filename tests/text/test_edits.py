"""Changes applied, and offsets found back."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.say.positions import emphasized
from sanitizer.text.edits import Change, OffsetMap, apply, disjoint, narrowed
from sanitizer.text.surface_forms import Forms
from sanitizer.types import Span


def change(start: int, end: int, words: str, kind: str = "risky") -> Change:
    return Change(Span(start, end), words, kind, 0)


def test_changes_are_applied_in_place() -> None:
    assert apply("Ann met Bob.", [change(0, 3, "A person"), change(8, 11, "[...]")]) == "A person met [...]."


def test_overlapping_changes_are_refused() -> None:
    with pytest.raises(ValueError, match="overlaps"):
        apply("Ann met Bob.", [change(0, 5, "x"), change(4, 7, "y")])


def test_where_two_meet_the_first_keeps_its_characters() -> None:
    kept = disjoint([change(4, 11, "a b"), change(0, 6, "x"), change(1, 2, "gone")])
    assert [(c.span.start, c.span.end) for c in kept] == [(0, 6), (6, 11)]


@given(
    st.text(min_size=1, max_size=60),
    st.lists(st.tuples(st.integers(0, 59), st.integers(1, 9), st.text(max_size=5))),
)
def test_offsets_of_kept_text_lead_back_to_the_same_characters(
    text: str, wanted: list[tuple[int, int, str]]
) -> None:
    spans = [(a, min(a + n, len(text)), words) for a, n, words in wanted if a < len(text)]
    changes = disjoint(change(a, b, words) for a, b, words in spans)
    output, back = apply(text, changes), OffsetMap(changes)
    replaced = {i for span in back.replaced() for i in range(span.start, span.end)}
    for i in range(len(output)):
        span = back.to_input(Span(i, i + 1))
        if i in replaced:
            assert any(span == c.span for c in changes)
        else:
            assert span.of(text) == output[i] and span.end == span.start + 1


def test_forms_are_whole_words_in_any_case_and_spacing() -> None:
    forms = Forms(["Steve Wozniak", "Brown", "café", "A-12"])
    text = "STEVE  WOZNIAK likes brown. Mr Brown likes the Cafe and Browns and a 12."
    assert [span.of(text) for span in forms.find(text)] == ["STEVE  WOZNIAK", "Brown", "Cafe", "a 12"]


def test_longest_form_wins_and_nothing_overlaps() -> None:
    forms = Forms(["New York", "New York City", "City Hall"])
    assert [s.of("New York City Hall") for s in forms.find("New York City Hall")] == ["New York City"]


@given(st.text(max_size=80), st.lists(st.text(min_size=1, max_size=8), max_size=5))
def test_found_forms_have_exact_offsets(text: str, forms: list[str]) -> None:
    found = Forms(forms).find(text)
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))
    assert all(span.of(text).strip() == span.of(text) for span in found)


@pytest.mark.parametrize(
    ("words", "term", "replacement", "start", "end", "written"),
    [
        ("an American actor", "American", "an actor", 3, 17, "actor"),
        ("an American ", "American", "an ", 3, 12, ""),
        ("the old city of Boston then", "Boston", "the place then", 4, 22, "place"),
        ("Boston", "Boston", "a city", 0, 6, "a city"),
        ("on 5 May 1998", "5 May 1998", "in 1998", 0, 13, "in 1998"),  # the year belongs to what is hidden
        ("the Eagle", "the Eagle", "the bird", 0, 9, "the bird"),
    ],
)
def test_words_around_a_term_that_stay_are_no_part_of_its_change(
    words: str, term: str, replacement: str, start: int, end: int, written: str
) -> None:
    change = Change(Span(0, len(words)), replacement, "sensitive", 0)
    own = np.zeros(len(words), dtype=np.bool_)
    own[words.index(term) : words.index(term) + len(term)] = True
    narrow = narrowed(words, change, own)
    assert (narrow.span, narrow.replacement) == (Span(start, end), written)
    assert apply(words, [narrow]) == apply(words, [change])


@pytest.mark.parametrize(
    ("marked", "whole"),
    [
        ("He made _{Jaws}_ then.", "_Jaws_"),
        ("He made *{Jaws}* then.", "*Jaws*"),
        ("He made {_Jaws_} then.", "_Jaws_"),
        ("He made _{Jaws_} then.", "_Jaws_"),
        # a heading in bold keeps its marks, and so does what is only begun in italics
        ("**{Ann Lee}** (born", "Ann Lee"),
        ("He made _{Jaws} and Duel_ then.", "Jaws"),
        ("He made {Jaws} then.", "Jaws"),
        ("a file {Jaws}_and_duel.txt", "Jaws"),
    ],
)
def test_italics_go_with_the_title_that_they_mark(marked: str, whole: str) -> None:
    start, end = marked.index("{"), marked.index("}") - 1
    text = marked.replace("{", "").replace("}", "")
    assert emphasized(text, Span(start, end)).of(text) == whole
