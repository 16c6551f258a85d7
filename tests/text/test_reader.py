"""The network that reads, against an obvious slow version; and what it writes into a document."""

import itertools
import string
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import spacy
from hypothesis import example, given, settings
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokenizer import Tokenizer

from sanitizer.text import attention
from sanitizer.text import sentences as sentences  # registers "sentence_rules"
from sanitizer.text.attention import DISTANCES, Attention, grams, norm, shape
from sanitizer.text.facts import FACTS
from sanitizer.text.parse import load, model_path, parse, parts_of_speech
from sanitizer.text.reader import (
    KINDS,
    LABELS,
    LONGEST_SENTENCE,
    Reader,
    best_marks,
    chances_of,
    facts_of,
    kind_names,
    kinds_of,
    passages,
)
from sanitizer.text.trees import against, link

WIDTH, HEADS, DEPTH, PART, INNER, ROWS = 8, 2, 2, 4, 6, 50
MARKS = 1 + 2 * len(LABELS)
NAMES = {
    "tags": [["NOUN", ""], ["VERB", "Tense=Past"], ["X", ""]],
    "relations": ["root", "nsubj", "obj", "cop", "conj"],
    "kinds": [str(number) for number in range(KINDS)],
}


def weights() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(5)
    sizes: dict[str, tuple[int, ...]] = {
        "words": (3, PART), "grams": (ROWS, PART), "shapes": (attention.SHAPES, WIDTH), "input": (2 * PART, WIDTH),
        "norm": (WIDTH,), "names.weight": (WIDTH, MARKS), "names.bias": (MARKS,), "tags.weight": (WIDTH, 3),
        "tags.bias": (3,), "facts.weight": (WIDTH, 1 + len(FACTS)), "facts.bias": (1 + len(FACTS),),

        "kinds.weight": (WIDTH, KINDS), "kinds.bias": (KINDS,), "trees.dependent": (WIDTH, 7),
        "trees.dependent_bias": (7,), "trees.head": (WIDTH, 7),
        "trees.head_bias": (7,), "trees.root": (7,), "trees.arc": (4, 4), "trees.arc_head": (4,),
        "trees.distance": (17,), "trees.label": (3, 5), "trees.label_pair": (3, 5), "trees.label_bias": (5,),
    }  # fmt: skip
    for layer in range(DEPTH):
        sizes |= {
            f"{layer}.in": (WIDTH, 3 * WIDTH), f"{layer}.out": (WIDTH, WIDTH), f"{layer}.up": (WIDTH, INNER),
            f"{layer}.up_bias": (INNER,), f"{layer}.down": (INNER, WIDTH), f"{layer}.down_bias": (WIDTH,),
            f"{layer}.norm1": (WIDTH,), f"{layer}.norm2": (WIDTH,), f"{layer}.distance": (HEADS, 2 * DISTANCES + 1),
        }  # fmt: skip
    found = {name: rng.normal(size=size).astype(np.float32) for name, size in sizes.items()}
    known = sorted(attention.code(word) for word in ("the", "of"))
    return {**found, "known": np.array(known, dtype=np.uint32)}


def scaled(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    result: np.ndarray = x / np.sqrt((x**2).mean() + 1e-6) * weight
    return result


def slow(w: dict[str, np.ndarray], words: list[str]) -> np.ndarray:
    """Return the states of words, one word and one head of the attention at a time."""
    known = w["known"].tolist()
    x = []
    for word in words:
        code = attention.code(norm(word))
        own = w["words"][known.index(code) + 1 if code in known else 0]
        runs = grams(norm(word))
        run = sum(w["grams"][r % ROWS] for r in runs) / len(runs) ** 0.5
        x.append(np.concatenate([own, run]) @ w["input"] + w["shapes"][shape(word)])
    size = WIDTH // HEADS
    for layer in range(DEPTH):
        y = [scaled(state, w[f"{layer}.norm1"]) @ w[f"{layer}.in"] for state in x]
        after = []
        for i in range(len(words)):
            mixed = []
            for head in range(HEADS):
                part = slice(head * size, (head + 1) * size)
                bits = [
                    y[i][part] @ y[j][WIDTH:][part]
                    + w[f"{layer}.distance"][head][max(-DISTANCES, min(DISTANCES, j - i)) + DISTANCES]
                    for j in range(len(words))
                ]
                share = np.exp(np.array(bits) - max(bits))
                share /= share.sum()
                mixed.append(sum(s * y[j][2 * WIDTH :][part] for j, s in enumerate(share)))
            state = x[i] + np.concatenate(mixed) @ w[f"{layer}.out"]
            inner = np.maximum(
                scaled(state, w[f"{layer}.norm2"]) @ w[f"{layer}.up"] + w[f"{layer}.up_bias"], 0
            )
            after.append(state + inner**2 @ w[f"{layer}.down"] + w[f"{layer}.down_bias"])
        x = after
    return np.array([scaled(state, w["norm"]) for state in x])


def test_the_layers_against_one_word_at_a_time() -> None:
    w = weights()
    words = "The end of the 3rd street , Ada - Lund\nof 1999 the".replace("\n", " \n ").split(" ")
    network = Attention(w)
    np.testing.assert_allclose(network.read(network.inputs(words)), slow(w, words), rtol=2e-3, atol=2e-4)


def test_tables_in_bytes_are_scaled_row_by_row() -> None:
    w = weights()
    scale = np.abs(w["grams"]).max(1, keepdims=True) / 127
    packed = w | {"grams": np.round(w["grams"] / scale).astype(np.int8), "grams.scale": scale}
    np.testing.assert_allclose(Attention(packed).weights["grams"], w["grams"], atol=float(scale.max()))


@pytest.mark.parametrize(
    ("word", "normed"), [("Rome", "rome"), ("A1-27B", "a0-00b"), ("1999", "0000"), ("É", "é"), ("\n", "\n")]
)
def test_digits_and_capitals_say_nothing_in_the_norm(word: str, normed: str) -> None:
    assert norm(word) == normed


def test_runs_of_letters() -> None:
    assert [attention.code(r) for r in ("<ab", "ab>", "<ab>")] == grams("ab")[:3]
    assert len(grams("a" * 60)) == attention.MOST


def test_the_shape_tells_capitals_digits_and_marks() -> None:
    assert len({shape(word) for word in ("ROME", "Rome", "rome", "R", "1999", "A1", "O'Neill", "\n")}) == 8
    assert shape("Rome") == shape("Zagreb")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 6), st.integers(0, 2**32 - 1))
def test_the_best_marks_against_all_rows_of_marks(count: int, seed: int) -> None:
    scores = np.log(np.random.default_rng(seed).dirichlet(np.ones(5), size=count)).astype(np.float32)
    found = best_marks(scores) if count else np.zeros(0, int)

    def fits(row: tuple[int, ...]) -> bool:
        return all(m % 2 or not m or b in (m, m - 1) for b, m in itertools.pairwise((0, *row)))

    rows = [row for row in itertools.product(range(5), repeat=count) if fits(row)]
    best = max(rows, key=lambda row: sum(float(scores[i, m]) for i, m in enumerate(row)))
    assert fits(tuple(found.tolist()))
    assert sum(scores[i, m] for i, m in enumerate(found)) == pytest.approx(
        sum(scores[i, m] for i, m in enumerate(best)), abs=1e-5
    )


@given(st.lists(st.sampled_from(["a", "b", ".", "\n"]), max_size=600))
def test_passages_hold_every_word_once(words: list[str]) -> None:
    runs = list(passages(words))
    assert [i for a, b in runs for i in range(a, b)] == list(range(len(words)))
    assert all(0 < b - a <= attention.LONGEST for a, b in runs)


@pytest.fixture
def nlp() -> Language:
    """Sentences by rule and a network of random weights."""
    result = spacy.blank("en")
    result.add_pipe("sentence_rules")
    part = result.add_pipe("reader")
    assert isinstance(part, Reader)
    part.load(weights(), NAMES)
    return result


TEXTS = [
    "One sentence.",
    "Mr Hagen left. He met Anna\n\nA heading\n\nand more of it; \n",
    " Begins with white space. Ends so \n ",
    "word " * (2 * LONGEST_SENTENCE + 5),
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


@pytest.mark.parametrize("text", TEXTS)
def test_the_chances_of_a_word_are_whole(nlp: Language, text: str) -> None:
    found = chances_of(nlp(text))
    assert found.shape == (len(nlp(text)), MARKS)
    for told in (found, facts_of(nlp(text)), kinds_of(nlp(text))):
        np.testing.assert_allclose(told.sum(1), 1.0, rtol=1e-5)


def test_another_pipeline_tells_nothing_of_persons_and_no_kinds() -> None:
    doc = spacy.blank("en").make_doc("Ada Lund is a nurse")
    assert facts_of(doc)[:, 0].tolist() == [1.0] * len(doc)
    assert np.ptp(kinds_of(doc)) == 0


def test_what_is_told_of_a_person_and_the_kind_of_a_name() -> None:
    doc = parse("Mr Piotr Wend, a retired oiler of Lambert & Sons, was seen at Beech House Surgery.")
    oiler, lambert = (next(t.i for t in doc if t.text == word) for word in ("oiler", "Lambert"))
    assert facts_of(doc)[oiler].argmax() == 1 + FACTS.index("JOB")
    assert kind_names()[kinds_of(doc)[lambert].argmax()] == "company"


def test_the_chances_of_another_pipeline_are_what_it_says() -> None:
    doc = spacy.blank("en").make_doc("Ada Lund left Rome")
    doc.set_ents([doc.char_span(0, 8, label="PERSON"), doc.char_span(14, 18, label="GPE")])
    assert chances_of(doc).argmax(1).tolist() == [1, 2, 0, 0]


def said(nlp: Language, text: str) -> list[tuple[object, ...]]:
    return [(t.dep_, t.head.i, t.pos_, t.ent_type_, t.is_sent_start) for t in nlp(text)]


def test_texts_together_are_read_as_by_themselves(nlp: Language) -> None:
    alone = [said(nlp, text) for text in TEXTS]
    for doc, own in zip(nlp.pipe(TEXTS), alone, strict=True):
        assert [(t.dep_, t.head.i, t.pos_, t.ent_type_, t.is_sent_start) for t in doc] == own


def test_what_is_written_is_read_again(nlp: Language, tmp_path: Path) -> None:
    part = nlp.get_pipe("reader")
    assert isinstance(part, Reader)
    part.to_disk(tmp_path)
    other = Reader(nlp.vocab).from_disk(tmp_path)
    doc = nlp("Anna met him.")
    again = other(nlp.get_pipe("sentence_rules")(nlp.make_doc("Anna met him.")))
    assert [(t.dep_, t.head.i, t.pos) for t in doc] == [(t.dep_, t.head.i, t.pos) for t in again]


def test_a_part_without_weights_says_so() -> None:
    with pytest.raises(ValueError, match="no weights"):
        Reader(spacy.blank("en").vocab)(spacy.blank("en").make_doc("A word."))


@cache
def plain_tokenizer() -> Tokenizer:
    return Tokenizer(load().vocab).from_disk(model_path() / "tokenizer")


@settings(max_examples=500, deadline=None)
@given(st.text(string.ascii_letters, min_size=1, max_size=8))
@example("US")
@example("kmh")
@example("USD")
@example("www")
@example("com")
def test_no_pattern_parts_letters_alone(word: str) -> None:
    plain = plain_tokenizer()
    found = (plain.prefix_search(word), plain.suffix_search(word), plain.url_match(word))
    assert found == (None, None, None) and not list(plain.infix_finditer(word))


def test_marks_are_parted_from_the_end_of_a_word_of_any_length() -> None:
    tokenizer = load().tokenizer
    assert [t.text for t in tokenizer("(" + "word" * 100 + "),;")] == ["(", "word" * 100, ")", ",", ";"]
    assert [t.text for t in tokenizer(",[" * 500)] == [",", "["] * 500


@pytest.mark.parametrize(
    ("run", "parts"),
    [
        ("Ada,34,Rome", ["Ada", ",", "34", ",", "Rome"]),
        ("Ada;Lund;Rome", ["Ada", ";", "Lund", ";", "Rome"]),
        ("Ada|1,000|2.5", ["Ada", "|", "1,000", "|", "2.5"]),
        ("a=Ada&b=Lund", ["a", "=", "Ada", "&", "b", "=", "Lund"]),
        ('n":"Ada","m', ["n", '"', ":", '"', "Ada", '"', ",", '"', "m"]),
        ("Lu&ntilde;d&#243;;Ada", ["Lu&ntilde;d&#243;", ";", "Ada"]),
        ("R&D", ["R&D"]),
    ],
)
def test_cells_without_blanks_are_words_of_their_own(run: str, parts: list[str]) -> None:
    assert [t.text for t in load().make_doc(run)] == parts


def test_white_space_between_the_words_of_a_name_belongs_to_it() -> None:
    doc = load()("Dear Mrs Torquil  MacAskie,\nThank you.")
    assert [e.text for e in doc.ents] == ["Torquil  MacAskie"]


RELATIONS = ("root", "nsubj", "obj", "cop", "aux", "aux:pass", "det", "conj")


@pytest.mark.parametrize(
    ("words", "heads", "relations", "expected"),
    [
        ("She is Kurdish", [2, 1, 1], "nsubj root conj", ([2, 2, 2], "nsubj cop root")),
        ("He is a clerk", [1, 1, 3, 1], "nsubj root det obj", ([3, 3, 3, 3], "nsubj cop det root")),
        ("say she is ill", [0, 3, 0, 2], "root nsubj conj conj", ([0, 3, 3, 0], "root nsubj cop conj")),
        ("There is a house", [1, 1, 3, 1], "nsubj root det nsubj", ([1, 1, 3, 1], "nsubj root det nsubj")),
        ("He has a clerk", [1, 1, 3, 1], "nsubj root det obj", ([1, 1, 3, 1], "nsubj root det obj")),
    ],
)
def test_what_a_form_of_be_links_is_above_it(
    words: str, heads: list[int], relations: str, expected: tuple[list[int], str]
) -> None:
    above = np.array(heads)
    numbers = np.array([RELATIONS.index(name) for name in relations.split()])
    link(words.split(), above, numbers, RELATIONS)
    assert (above.tolist(), " ".join(RELATIONS[i] for i in numbers)) == expected


def test_a_text_in_pieces_has_the_chances_of_all_its_words() -> None:
    doc = parse("Ann Ek met Bo Lund in Graz.\n" * 400)
    assert chances_of(doc).shape == (len(doc), MARKS)
    assert len(doc.ents) > 1000


def test_parts_of_speech_alone_are_those_of_the_parse_where_no_tree_mends_one() -> None:
    text = "Mr Hagen left. He met Anna\n\nA heading\n\nand more of it; \n"
    assert [t.morph for t in parts_of_speech(text)] == [t.morph for t in parse(text)]


NAMES_OF = ["nsubj", "compound", "nmod", "cc", "conj", "root"]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=7, max_size=7), st.sampled_from(["v", "v.", "vs"]))
def test_names_against_each_other_stay_a_tree(drawn: list[int], mark: str) -> None:
    heads = np.array([i if not i else drawn[i] % i for i in range(7)])  # each hangs on one before it: a tree
    forms = ["In", "re", "Lund", mark, "Ek", "the", "judge"]
    relations = np.zeros(7, np.int64)
    against(forms, heads, relations, NAMES_OF)
    for i in range(7):
        seen, at = set(), i
        while heads[at] != at:
            assert at not in seen
            seen.add(at)
            at = int(heads[at])
        assert at == 0


def test_a_name_against_another_is_no_modifier_of_the_mark() -> None:
    doc = parse("In Lund v Ek the judge followed it.")
    assert (doc[1].dep_, doc[2].dep_, doc[2].head.text) != ("compound", "obl", "followed")
    assert doc[1].head.text != "v"
