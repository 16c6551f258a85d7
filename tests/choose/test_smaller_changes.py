"""Terms with hidden words: fewer of their words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.vocab import Vocab

from kb import Concept, Sense
from sanitizer.choose.smaller_changes import fewer_words, may_go
from sanitizer.text.terms import words_of

WORDS = st.lists(st.sampled_from(["critical", "low-budget", "dung", "acclaim", "beetle"]), max_size=5)


@pytest.mark.parametrize(
    ("surface", "hidden", "left"),
    [
        ("critical acclaim", {"critical"}, "acclaim"),
        ("large dung beetles", {"dung"}, "large beetles"),
        ("critical acclaim", {"acclaim"}, ""),  # the noun cannot go
        ("low-budget production", {"budget"}, ""),  # half a word cannot
        ("low-budget production", {"low", "budget"}, "production"),
        ("acclaim", {"acclaim"}, ""),
    ],
)
def test_modifiers_are_left_out(surface: str, hidden: set[str], left: str) -> None:
    assert fewer_words(surface, frozenset(hidden)) == left


@given(WORDS, st.frozensets(st.sampled_from(["critical", "low", "budget", "dung", "acclaim", "beetle"])))
def test_what_is_left_holds_no_hidden_word_and_ends_as_before(
    words: list[str], hidden: frozenset[str]
) -> None:
    left = fewer_words(" ".join(words), hidden)
    assert not words_of(left) & hidden
    slow = [w for w in words if not any(part in hidden for part in w.split("-"))]
    assert left in ("", " ".join(slow))
    assert not left or left.split()[-1] == words[-1]


def _sense(name: str, uses: int) -> Sense:
    return Sense(Concept(f"wn:{name}.n.01", name), False, "", uses)


ONE, TWO = (_sense("insect", 9), _sense("tool", 1)), (_sense("insect", 9), _sense("tool", 4))


@pytest.mark.parametrize(
    ("tagged", "at", "senses", "goes"),
    [
        ("large/ADJ beetles/NOUN", 0, (), True),  # a modifier
        ("dung/NOUN beetles/NOUN", 0, (), True),
        ("dung/NOUN large/ADJ", 0, (), False),
        ("beetles/NOUN ./PUNCT", 0, ONE, True),  # of one usual meaning
        ("beetles/NOUN ./PUNCT", 0, TWO, False),
        ("unhappy/ADJ ./PUNCT", 0, ONE, False),  # nothing stands for a predicate
        ("low/ADJ -/PUNCT budget/NOUN film/NOUN", 2, (), False),  # a part of a word
        ("rose/VERB to/ADP", 0, ONE, False),
    ],
)
def test_what_may_go_leaves_a_sentence(tagged: str, at: int, senses: tuple[Sense, ...], goes: bool) -> None:
    pairs = [word.split("/") for word in tagged.split()]
    doc = Doc(
        Vocab(),
        words=[w for w, _ in pairs],
        pos=[p for _, p in pairs],
        sent_starts=[1] + [0] * (len(pairs) - 1),
    )
    assert may_go(doc[at], senses) is goes
