"""The default statistics without some of their articles: a text that is judged must not be in the counts that judge it.

The statistics hold no titles, so an article is found by its words: the document that holds most of its rare phrases.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from corpora_stats.base import IntArray
from corpora_stats.default import FOLDER, open_default
from corpora_stats.default.store import PhraseStore
from corpora_stats.joint import SetCounts
from corpora_stats.overlap import Documents
from sanitizer.risk.count_sources import ROLL_UPS
from sanitizer.risk.singling_out import features

RARE = 300
"""Phrases of more documents are not asked for: they tell too little of which it is."""


class Without(PhraseStore):
    """Statistics in which the documents ``gone`` hold nothing."""

    def __init__(self, folder: Path, gone: Sequence[int]) -> None:
        """Open `folder` as :class:`PhraseStore` does."""
        super().__init__(folder)
        self._stays = np.ones(self.total, dtype=np.bool_)
        self._stays[list(gone)] = False

    def documents(self, phrases: Sequence[str]) -> tuple[Documents, IntArray]:
        """Return the documents that stay of each phrase, and where each begins."""
        values, offsets = super().documents(phrases)
        stays = self._stays[values]
        before = np.concatenate(([0], np.cumsum(stays)))
        return values[stays], before[offsets]

    def sizes(self, phrases: Sequence[str]) -> IntArray:
        """Return how many documents of each phrase stay."""
        return np.diff(self.documents(phrases)[1])


def numbers(texts: Sequence[str]) -> list[int]:
    """Return the number in the default statistics of the article that each text is; ends where one is not there."""
    store, found = PhraseStore(FOLDER), []
    for text in texts:
        names = sorted(features(text))
        sizes = store.sizes(names)
        rare = [name for name, n in zip(names, sizes.tolist(), strict=True) if 0 < n <= RARE]
        values, _ = store.documents(rare)
        held = np.bincount(values, minlength=store.total)
        best = int(held.argmax())
        if held[best] < 0.9 * len(rare):
            raise SystemExit(f"an article is not in the default statistics: {text[:60]!r}")
        found.append(best)
    return found


def counts_without(texts: Sequence[str]) -> SetCounts:
    """Return the default counts without the articles ``texts``."""
    gone = numbers(texts)
    return open_default(folder=Without(FOLDER, gone), unions=Without(ROLL_UPS, gone))
