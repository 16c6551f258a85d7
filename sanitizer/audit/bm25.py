"""The attacker who searches as engines do: BM25 over words and pairs of words."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from sanitizer.audit.attackers import TfidfAttacker, named_candidates
from sanitizer.common.extras import need
from sanitizer.errors import UsageError

_SATURATION: Final = 1.2
_LENGTH: Final = 0.75
"""k1 and b, the usual values (Robertson and Zaragoza, The probabilistic relevance framework: BM25 and beyond, 2009)."""


class BM25Attacker(TfidfAttacker):
    """Scores the words and pairs of a text by BM25 in each background; a word that the text repeats counts as often as
    it stands there. ``background`` maps each candidate to what is known of them."""

    name = "bm25"

    def __init__(self, background: Mapping[str, str]) -> None:
        need("audit", "an attacker")
        from sklearn.feature_extraction.text import CountVectorizer

        self.candidates = named_candidates(background)
        self._vectorizer = CountVectorizer(ngram_range=(1, 2), stop_words="english", dtype=np.float64)
        try:
            known = self._vectorizer.fit_transform(background[name] for name in self.candidates).tocsr()
        except ValueError as error:
            raise UsageError("the background holds no word but stop words: is it the right file?") from error
        lengths = np.asarray(known.sum(axis=1)).ravel()
        shrink = _SATURATION * (1 - _LENGTH + _LENGTH * lengths / lengths.mean())
        held = np.diff(known.tocsc().indptr)
        rarity = np.log1p((len(self.candidates) - held + 0.5) / (held + 0.5))
        rows = np.repeat(np.arange(known.shape[0]), np.diff(known.indptr))
        known.data *= (_SATURATION + 1) / (known.data + shrink[rows]) * rarity[known.indices]
        self._weights = known.T.tocsr()
        self._terms = self._vectorizer.get_feature_names_out()
