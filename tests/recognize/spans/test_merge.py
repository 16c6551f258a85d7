import itertools

from hypothesis import given
from hypothesis import strategies as st

from sanitizer.recognize.entity_types import TYPES, entity_class
from sanitizer.recognize.spans.merge import merge
from sanitizer.types import Mention, Span


def mention(
    start: int, end: int, type: str = "MISC", recognizer: str = "model", score: float = 0.5
) -> Mention:
    return Mention(Span(start, end), type, entity_class(type), recognizer, score)


MENTIONS = st.lists(
    st.builds(
        lambda start, length, type, recognizer, score: mention(
            start, start + length, type, recognizer, score
        ),
        st.integers(0, 40),
        st.integers(1, 10),
        st.sampled_from(sorted(TYPES)[:6]),
        st.sampled_from(["given", "list:a", "model", "patterns"]),
        st.sampled_from([0.5, 0.9]),
    ),
    max_size=12,
)


def covered(mentions: object) -> set[int]:
    return {i for m in mentions for i in range(m.span.start, m.span.end)}  # type: ignore[attr-defined]


@given(MENTIONS, st.randoms())
def test_nothing_is_uncovered_and_order_is_nothing(mentions: list[Mention], random: object) -> None:
    merged = merge(mentions)
    assert covered(merged) == covered(mentions)
    assert all(a.span.end <= b.span.start for a, b in itertools.pairwise(merged))
    shuffled = list(mentions)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert merge(shuffled) == merged
    assert merge(merged) == merged


def test_the_longest_names_what_it_contains() -> None:
    assert [(m.span, m.type) for m in merge([mention(0, 20, "ORG"), mention(4, 8, "NORP")])] == [
        (Span(0, 20), "ORG")
    ]


def test_overlap_becomes_one() -> None:
    merged = merge([mention(0, 10, "PERSON"), mention(5, 20, "ORG")])
    assert [(m.span, m.type) for m in merged] == [(Span(0, 20), "ORG")]


def test_the_user_is_trusted_before_the_model() -> None:
    merged = merge([mention(0, 10, "ORG", "model", 1.0), mention(2, 6, "PERSON", "given")])
    assert [(m.span, m.type) for m in merged] == [(Span(0, 10), "PERSON")]


def test_neighbours_stay_apart() -> None:
    assert len(merge([mention(0, 5), mention(5, 9)])) == 2


def test_an_address_by_its_form_is_no_other_place() -> None:
    merged = merge([mention(0, 14, "ORG", "model", 0.99), mention(0, 14, "ADDRESS", "patterns", 0.85)])
    assert [m.type for m in merged] == ["ADDRESS"]
