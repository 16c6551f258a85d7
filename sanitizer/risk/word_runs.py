"""Find the runs of content words by which a released text leads to its source: a run of five words is in nearly no
other text, whatever names were hidden around it (text reuse; docs/method.md, Sources).

A run is `words` content words in a row, without the function words between them, as they are indexed (case, accents and
plurals are folded), so that other commas or articles do not break it.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from corpora_stats.normalize import fold
from sanitizer.common import arguments
from sanitizer.errors import UsageError
from sanitizer.risk.singling_out import counts_as_content
from sanitizer.settings import Unlinkable

Run: TypeAlias = tuple[str, ...]


def runs_of(text: str, words: int) -> list[Run]:
    """Return the runs of so many content words of a text, in its order."""
    row = [word for word in fold(text).split() if counts_as_content(word)]
    return [tuple(row[i : i + words]) for i in range(len(row) - words + 1)]


def _hashed(runs: Iterable[Run]) -> npt.NDArray[np.uint64]:
    """Return a number for each run, shape (runs,)."""
    told = (hashlib.blake2b("\0".join(run).encode(), digest_size=8).digest() for run in runs)
    return np.frombuffer(b"".join(told), dtype="<u8")


@dataclass(frozen=True, eq=False)
class Sources:
    """In how many documents of a collection each run of ``words`` content words stands; holds numbers only, no text.

    ``_keys`` are sorted, shape (runs,), ``_held`` counts documents.
    """

    words: int
    documents: int
    _keys: npt.NDArray[np.uint64] = field(repr=False)
    _held: npt.NDArray[np.int64] = field(repr=False)

    @classmethod
    def of(cls, texts: Iterable[str], words: int) -> "Sources":
        """From the texts of a collection, each a document. Raises UsageError."""
        words = Unlinkable(2, words).words
        if isinstance(texts, str) or not isinstance(texts, Iterable):
            raise UsageError(f"sources: texts are needed, not {arguments.kind_of(texts)}")
        told = (arguments.text(text, "text of a source", blank=True) for text in texts)
        each = [np.unique(_hashed(runs_of(text, words))) for text in told]
        keys, held = np.unique(np.concatenate([np.empty(0, np.uint64), *each]), return_counts=True)
        return cls(words, len(each), keys, held)

    def held(self, runs: Sequence[Run]) -> npt.NDArray[np.int64]:
        """In how many documents each run stands, shape (runs,)."""
        if not len(self._keys):
            return np.zeros(len(runs), np.int64)
        keys = _hashed(runs)
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        found: npt.NDArray[np.int64] = np.where(self._keys[at] == keys, self._held[at], 0)
        return found

    @property
    def digest(self) -> str:
        """What names the collection's runs without telling any."""
        told = self._keys.tobytes() + self._held.tobytes()
        return hashlib.sha256(told).hexdigest()


def linking(released: str, source: str, asked: Unlinkable, sources: Sources | None) -> list[Run]:
    """Return the runs of a source that stand in what was released of it and in fewer documents than asked for, in
    their order. Without `sources` each run is taken to be this document's alone."""
    own = set(runs_of(source, asked.words))
    stay = [run for run in runs_of(released, asked.words) if run in own]
    if sources is None or not stay:
        return stay
    return [run for run, n in zip(stay, sources.held(stay).tolist(), strict=True) if n < asked.documents]


def cover(runs: Iterable[Run], costs: dict[str, float]) -> frozenset[str]:
    """Return words, of those that have a cost, of which every run holds one as far as any can: greedily, the least
    cost for each run that it breaks first (the usual approximation of weighted set cover, within ln of the runs)."""
    left = [set(run) & costs.keys() for run in runs]
    left = [words for words in left if words]
    chosen: set[str] = set()
    while left:
        breaks: dict[str, int] = {}
        for words in left:
            for word in words:
                breaks[word] = breaks.get(word, 0) + 1
        best = min(breaks, key=lambda word: (costs[word] / breaks[word], word))
        chosen.add(best)
        left = [words for words in left if best not in words]
    return frozenset(chosen)
