"""The place of a mention in its sentence, from trees made by hand and from words alone."""

from collections.abc import Sequence

import pytest
import spacy
from spacy.tokens import Doc

from sanitizer.text.phrases import Slot, head_of, slot_of

VOCAB = spacy.blank("en").vocab
Row = tuple[str, str, int, str]


def doc_of(rows: Sequence[Row], *, tree: bool = True, morphs: dict[int, str] | None = None) -> Doc:
    """A document of one sentence: word, part of speech, head, relation."""
    words = [row[0] for row in rows]
    more = (
        {"heads": [r[2] for r in rows], "deps": [r[3] for r in rows]}
        if tree
        else {"sent_starts": [i == 0 for i in range(len(rows))]}
    )
    return Doc(
        VOCAB,
        words=words,
        spaces=[not (i + 1 < len(words) and words[i + 1] in {"'s", ",", "."}) for i in range(len(words))],
        pos=[r[1] for r in rows],
        lemmas=[w.lower() for w in words],
        morphs=[(morphs or {}).get(i, "") for i in range(len(rows))],
        **more,
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
            "modifiers": (5,),
            "relation": "appos",
            "governor": 3,
            "governor_lemma": "painter",
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
            "determiner": "the",
            "relation": "obj",
            "governor": 1,
            "governor_lemma": "married",
            "appositions": (4,),
            "number": "singular",
        },
        id="object",
    ),
    pytest.param(
        7,
        9,
        {
            "head": 8,
            "determiner": "a",
            "relation": "appos",
            "governor": 4,
            "governor_lemma": "luis",
            "apposition_of": 4,
            "number": "singular",
        },
        id="apposition after a comma",
    ),
    pytest.param(
        12,
        13,
        {
            "head": 12,
            "preposition": "of",
            "relation": "nmod",
            "governor": 8,
            "governor_lemma": "friend",
            "conjuncts": (10,),
        },
        id="a conjunct has the first one's preposition and governor",
    ),
    pytest.param(
        10,
        11,
        {
            "head": 10,
            "preposition": "of",
            "relation": "nmod",
            "governor": 8,
            "governor_lemma": "friend",
            "conjuncts": (12,),
        },
        id="the first conjunct",
    ),
    pytest.param(
        0,
        1,
        {"head": 0, "relation": "nsubj", "governor": 1, "governor_lemma": "married", "opens_sentence": True},
        id="opens the sentence",
    ),
    pytest.param(1, 2, {"head": 1, "relation": "root"}, id="governed by nothing"),
]


@pytest.mark.parametrize(("start", "end", "expected"), SLOTS)
def test_slots_of_a_tree(start: int, end: int, expected: dict[str, object]) -> None:
    assert slot_of(doc_of(MARRIED), start, end) == Slot(**expected)  # type: ignore[arg-type]


def test_possessor_is_the_determiner_of_what_it_owns() -> None:
    rows: list[Row] = [
        ("Hagen", "PROPN", 2, "nmod:poss"),
        ("'s", "PART", 0, "case"),
        ("sister", "NOUN", 3, "nsubj"),
        ("left", "VERB", 3, "root"),
    ]
    doc = doc_of(rows)
    assert slot_of(doc, 0, 1).possessive
    assert slot_of(doc, 0, 2).possessive
    assert slot_of(doc, 2, 3).determiner == "'s"
    assert not slot_of(doc, 2, 3).possessive


def test_fixed_words_belong_to_the_preposition() -> None:
    rows: list[Row] = [
        ("He", "PRON", 1, "nsubj"),
        ("left", "VERB", 1, "root"),
        ("because", "ADP", 4, "case"),
        ("of", "ADP", 2, "fixed"),
        ("Rome", "PROPN", 1, "obl"),
    ]
    assert slot_of(doc_of(rows), 4, 5).preposition == "because of"


def test_verb_tells_the_number_of_a_name() -> None:
    rows: list[Row] = [("Alps", "PROPN", 1, "nsubj"), ("rise", "VERB", 1, "root")]
    assert slot_of(doc_of(rows, morphs={1: "Number=Plur"}), 0, 1).number == "plural"
    assert slot_of(doc_of(rows), 0, 1).number is None


def test_weak_relations_need_a_mark_between() -> None:
    rows: list[Row] = [
        ("Vega", "PROPN", 1, "nsubj"),
        ("met", "VERB", 1, "root"),
        ("Anna", "PROPN", 1, "obj"),
        ("in", "ADP", 4, "case"),
        ("Rome", "PROPN", 2, "conj"),
    ]
    assert slot_of(doc_of(rows), 4, 5).conjuncts == ()
    assert slot_of(doc_of(rows), 4, 5, weak=frozenset()).conjuncts == (2,)


def test_without_a_tree_the_words_beside_decide() -> None:
    doc = doc_of(MARRIED, tree=False)
    assert slot_of(doc, 7, 9) == Slot(head=8, determiner="a", apposition_of=5, number="singular")
    assert slot_of(doc, 10, 11).preposition == "of"
    assert head_of(doc, 7, 11) == 8


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


def test_quotation_marks() -> None:
    rows: list[Row] = [
        ("“", "PUNCT", 1, "punct"),
        ("Heat", "PROPN", 3, "nsubj"),
        ("”", "PUNCT", 1, "punct"),
        ("won", "VERB", 3, "root"),
    ]
    found = slot_of(doc_of(rows), 1, 2)
    assert found.quoted
    assert found.opens_sentence
