"""Products by numpy and remembered vectors give what spaCy's own give."""

import numpy as np
import pytest
import spacy
from spacy.vectors import Vectors

from sanitizer.text.products import Products, Remembered, by_numpy, remember


@pytest.mark.parametrize("trans1", [False, True])
@pytest.mark.parametrize("trans2", [False, True])
def test_products(trans1: bool, trans2: bool) -> None:
    rng = np.random.default_rng(3)
    x, y = rng.random((4, 3)).astype(np.float32), rng.random((3, 5)).astype(np.float32)
    first, second = np.ascontiguousarray(x.T) if trans1 else x, np.ascontiguousarray(y.T) if trans2 else y
    out = np.empty((4, 5), np.float32)
    operations = Products(use_blis=False)
    np.testing.assert_allclose(operations.gemm(first, second, trans1=trans1, trans2=trans2), x @ y, rtol=1e-6)
    assert operations.gemm(first, second, out=out, trans1=trans1, trans2=trans2) is out
    np.testing.assert_allclose(out, x @ y, rtol=1e-6)


def test_vectors_are_the_same_whatever_was_looked_up_before() -> None:
    nlp = spacy.blank("en")
    rng = np.random.default_rng(3)
    settings = {"mode": "floret", "minn": 2, "maxn": 3, "hash_count": 2}
    data = rng.random((50, 4)).astype(np.float32)
    nlp.vocab.vectors = Vectors(strings=nlp.vocab.strings, data=data, **settings)
    plain = nlp.vocab.vectors
    remember(nlp)
    assert isinstance(nlp.vocab.vectors, Remembered)
    for text in ("a b a", "b a", "b c c a", "", "c"):
        keys = [nlp.vocab.strings.add(word) for word in text.split()]
        if keys:
            np.testing.assert_array_equal(nlp.vocab.vectors.get_batch(keys), plain.get_batch(keys))


def test_vectors_of_whole_words_stay_as_they_are() -> None:
    nlp = spacy.blank("en")
    assert not isinstance(remember(nlp).vocab.vectors, Remembered)


def test_every_part_with_a_network_computes_by_numpy() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("tagger").add_label("X")
    nlp.add_pipe("sentencizer")
    nlp.initialize()
    before = nlp("One two three.").to_array("TAG")
    assert all(isinstance(node.ops, Products) for node in by_numpy(nlp).get_pipe("tagger").model.walk())
    assert (nlp("One two three.").to_array("TAG") == before).all()
