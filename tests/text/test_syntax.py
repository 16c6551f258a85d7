"""The network for tags and trees: features, layout, recurrence, and what it writes into a document."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language

from sanitizer.text import sentences as sentences  # registers "sentence_rules"
from sanitizer.text import syntax
from sanitizer.text.network import known_rows, order, recur, rows, shape
from sanitizer.text.parse import load
from sanitizer.text.syntax import LONGEST, Syntax

SHAPES = [
    ("house", 0),
    ("I", 1),
    ("Rome", 2),
    ("NATO", 3),
    ("iPhone", 4),
    ("1999", 5),
    ("3rd", 6),
    ("3.5", 7),
    ("O'Neill", 8),
    ("e-mail", 9),
    ("...", 10),
    ("\n", 11),
]


@pytest.mark.parametrize(("word", "expected"), SHAPES)
def test_shape(word: str, expected: int) -> None:
    assert shape(word) == expected


def test_letter_case_changes_the_shape_only() -> None:
    assert rows("ROME")[:4] == rows("Rome")[:4] == rows("rome")[:4]
    assert len({rows(word)[4] for word in ("ROME", "Rome", "rome")}) == 3


def test_rows_of_frequent_words() -> None:
    assert known_rows(np.array([7, 3, 9, 10]), np.array([3, 9])).tolist() == [0, 1, 2, 0]


def naive(gate: np.ndarray, value: np.ndarray) -> np.ndarray:
    state, result = np.zeros(value.shape[1]), np.empty_like(value)
    for t in range(len(value)):
        state = gate[t] * state + value[t]
        result[t] = state
    return result


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(0, 2**32 - 1))
def test_recurrence_runs_through_each_sentence_by_itself(lengths: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    starts = np.cumsum([0, *lengths])
    parts = [np.arange(a, b) for a, b in pairwise(starts)]
    gate, value = rng.random((2, starts[-1], 3)).astype(np.float32)
    layout = order(parts)
    assert sorted(layout.words) == list(range(starts[-1]))
    there = recur(gate[layout.words], value[layout.words], layout.widths)
    back = recur(gate[layout.words][layout.back], value[layout.words][layout.back], layout.widths)[
        layout.back
    ]
    place = np.argsort(layout.words)
    for part in parts:
        np.testing.assert_allclose(there[place][part], naive(gate[part], value[part]), rtol=1e-5)
        np.testing.assert_allclose(
            back[place][part], naive(gate[part][::-1], value[part][::-1])[::-1], rtol=1e-5
        )


@pytest.fixture
def nlp() -> Language:
    """Sentences by rule and a network of random weights."""
    rng = np.random.default_rng(5)
    result = spacy.blank("en")
    result.vocab.vectors = spacy.vocab.Vectors(shape=(1, 4))  # every word has the vector zero
    result.add_pipe("sentence_rules")
    part = result.add_pipe("syntax")
    assert isinstance(part, Syntax)
    sizes = {
        "table_word": (3, 4),
        "table_ending": (4096, 2),
        "table_short": (1024, 2),
        "table_beginning": (2048, 2),
        "table_shape": (12, 2),
        "input": (16, 16),
        "input_bias": (16,),
        "layer0": (8, 24),
        "layer0_bias": (24,),
        "layer1": (8, 24),
        "layer1_bias": (24,),
        "tag": (8, 3),
        "tag_bias": (3,),
        "dependent": (8, 7),
        "dependent_bias": (7,),
        "head": (8, 7),
        "head_bias": (7,),
        "root": (7,),
        "arc": (4, 4),
        "arc_head": (4,),
        "distance": (17,),
        "label": (3, 5),
        "label_pair": (3, 5),
        "label_bias": (5,),
    }
    weights = {name: rng.normal(size=size).astype(np.float32) for name, size in sizes.items()}
    names = {
        "tags": [["NOUN", ""], ["VERB", "Tense=Past"], ["X", ""]],
        "labels": ["root", "nsubj", "obj", "case", "conj"],
    }
    part.load({**weights, "known": np.array([3, 9], dtype=np.uint32)}, names)
    return result


TEXTS = [
    "One sentence.",
    "Mr Hagen left. He met Anna\n\nA heading\n\nand more of it; \n",
    " Begins with white space. Ends so \n ",
    "word " * (2 * LONGEST + 5),
    "\n",
    "",
]


@pytest.mark.parametrize("text", TEXTS)
def test_every_sentence_is_one_tree_and_stays_where_it_was(nlp: Language, text: str) -> None:
    before = [(s.start, s.end) for s in nlp.get_pipe("sentence_rules")(nlp.make_doc(text)).sents]
    doc = nlp(text)
    assert [(s.start, s.end) for s in doc.sents] == before
    for sentence in doc.sents:
        assert sum(token.head == token for token in sentence) == 1
        assert set(sentence.root.subtree) == set(sentence)
    for token in doc:
        assert (token.pos_ == "SPACE") == token.is_space
        assert token.dep_


def test_the_parse_does_not_depend_on_other_sentences(nlp: Language) -> None:
    alone, among = nlp("Anna met him."), nlp("Anna met him. They left for good.")
    assert [(t.dep_, t.head.i, t.pos_) for t in alone] == [(t.dep_, t.head.i, t.pos_) for t in among][
        : len(alone)
    ]


def test_texts_together_are_parsed_as_by_themselves(nlp: Language) -> None:
    for alone, among in zip(map(nlp, TEXTS), nlp.pipe(TEXTS), strict=True):
        assert [(t.dep_, t.head.i, t.pos_, t.is_sent_start) for t in alone] == [
            (t.dep_, t.head.i, t.pos_, t.is_sent_start) for t in among
        ]


def test_what_is_written_is_read_again(nlp: Language, tmp_path: Path) -> None:
    part = nlp.get_pipe("syntax")
    assert isinstance(part, Syntax)
    part.to_disk(tmp_path)
    other = Syntax(nlp.vocab).from_disk(tmp_path)
    doc = nlp("Anna met him.")
    again = other(nlp.get_pipe("sentence_rules")(nlp.make_doc("Anna met him.")))
    assert [(t.dep_, t.head.i, t.tag) for t in doc] == [(t.dep_, t.head.i, t.tag) for t in again]


def test_a_part_without_weights_says_so() -> None:
    with pytest.raises(ValueError, match="no weights"):
        syntax.Syntax(spacy.blank("en").vocab)(spacy.blank("en").make_doc("A word."))


def test_marks_are_parted_from_the_end_of_a_word_of_any_length() -> None:
    tokenizer = load().tokenizer
    assert [t.text for t in tokenizer("(" + "word" * 100 + "),;")] == ["(", "word" * 100, ")", ",", ";"]
    assert [t.text for t in tokenizer(",[" * 500)] == [",", "["] * 500
