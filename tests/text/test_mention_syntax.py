"""The place of a mention in its sentence, from trees made by hand."""

from collections.abc import Sequence

import pytest
import spacy
from spacy.tokens import Doc

from sanitizer.text.mention_syntax import Slot, head_of, slot_of

VOCAB = spacy.blank("en").vocab
Row = tuple[str, str, int, str]


def doc_of(rows: Sequence[Row]) -> Doc:
    """Return a document of one sentence: word, part of speech, head, relation."""
    words = [row[0] for row in rows]
    return Doc(
        VOCAB,
        words=words,
        spaces=[not (i + 1 < len(words) and words[i + 1] in {"'s", ",", "."}) for i in range(len(words))],
        pos=[r[1] for r in rows],
        lemmas=[w.lower() for w in words],
        heads=[r[2] for r in rows],
        deps=[r[3] for r in rows],
    )


# "She married the painter Luis Vega , a friend of Anna and Boris ."
MARRIED: list[Row] = [
    ("She", "PRON", 1, "nsubj"),
    ("married", "VERB", 1, "root"),
    ("the", "DET", 3, "det"),
    ("painter", "NOUN", 1, "obj"),
    ("Luis", "PROPN", 3, "appos"),
    ("Vega", "PROPN", 4, "flat"),
    (",", "PUNCT", 8, "punct"),
    ("a", "DET", 8, "det"),
    ("friend", "NOUN", 4, "appos"),
    ("of", "ADP", 10, "case"),
    ("Anna", "PROPN", 8, "nmod"),
    ("and", "CCONJ", 12, "cc"),
    ("Boris", "PROPN", 10, "conj"),
    (".", "PUNCT", 1, "punct"),
]

SLOTS = [
    pytest.param(
        4,
        6,
        {
            "head": 4,
            "relation": "appos",
            "governor": 3,
            "apposition_of": 3,
            "appositions": (8,),
        },
        id="name beside its noun",
    ),
    pytest.param(
        2,
        4,
        {
            "head": 3,
            "relation": "obj",
            "governor": 1,
            "appositions": (4,),
        },
        id="object",
    ),
    pytest.param(
        7,
        9,
        {
            "head": 8,
            "relation": "appos",
            "governor": 4,
            "apposition_of": 4,
        },
        id="apposition after a comma",
    ),
    pytest.param(
        12,
        13,
        {
            "head": 12,
            "relation": "nmod",
            "governor": 8,
            "conjuncts": (10,),
        },
        id="a conjunct has the first one's preposition and governor",
    ),
    pytest.param(
        10,
        11,
        {
            "head": 10,
            "relation": "nmod",
            "governor": 8,
            "conjuncts": (12,),
        },
        id="the first conjunct",
    ),
    pytest.param(
        0,
        1,
        {"head": 0, "relation": "nsubj", "governor": 1},
        id="opens the sentence",
    ),
    pytest.param(1, 2, {"head": 1, "relation": "root"}, id="governed by nothing"),
]


@pytest.mark.parametrize(("start", "end", "expected"), SLOTS)
def test_slots_of_a_tree(start: int, end: int, expected: dict[str, object]) -> None:
    assert slot_of(doc_of(MARRIED), start, end) == Slot(**expected)  # type: ignore[arg-type]


def test_weak_relations_need_a_mark_between() -> None:
    rows: list[Row] = [
        ("Vega", "PROPN", 1, "nsubj"),
        ("met", "VERB", 1, "root"),
        ("Anna", "PROPN", 1, "obj"),
        ("in", "ADP", 4, "case"),
        ("Rome", "PROPN", 2, "conj"),
    ]
    assert slot_of(doc_of(rows), 4, 5).conjuncts == ()


def test_head_of_a_span_that_the_tree_cuts() -> None:
    rows: list[Row] = [
        ("the", "DET", 2, "det"),
        ("old", "ADJ", 2, "amod"),
        ("town", "NOUN", 3, "nsubj"),
        ("grew", "VERB", 3, "root"),
        ("fast", "ADV", 3, "advmod"),
    ]
    assert head_of(doc_of(rows), 0, 3) == 2
    assert head_of(doc_of(rows), 1, 2) == 1
    assert head_of(doc_of(rows), 2, 5) == 3
