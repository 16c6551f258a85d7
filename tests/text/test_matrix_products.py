"""Remembered vectors are what spaCy's own are."""

import numpy as np
import spacy
from spacy.vectors import Vectors

from sanitizer.text.matrix_products import Remembered, remember


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
