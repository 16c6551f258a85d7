"""How far a text singles out the one it is about: the expected rank of the right document when a population is searched
for the words that are left (docs/method.md, Singling out).

The documents of the embedded collection stand for the population. Each is scored as a search engine would, by the
information of the words and pairs of words that it shares with the text (a word that stands there several times weighs
1 + ln of that), over its length; words that go together are in
the same documents, so they are not counted twice. The right document is not among them. What it would share is what
two descriptions of one thing by different hands share: each word with a known chance, each pair with a smaller one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from spacy.lang.en.stop_words import STOP_WORDS

from corpora_stats import CountProvider, Query
from corpora_stats.base import TellsDocuments
from corpora_stats.normalize import BOUNDARY, fold
from sanitizer.errors import UsageError
from sanitizer.types import Bits, BitsArray, BoolArray

SHARED_WORD: Final = 0.36
SHARED_PAIR: Final = 0.11
"""Chance that another description of a person, by another hand, has a word or a pair of words of this one; hardly
dependent on how rare they are (bench/singling_shares.py)."""

RIVALS: Final = 2048
"""Documents that are compared with the right one, the likeliest first; a rank is never said to be higher."""

_TYPICAL: Final = 200
"""Of so many of the likeliest documents the median length stands for that of the right one."""


def features(text: str) -> Counter[str]:
    """Return the words of a text and the pairs of words that touch, without stop words, as they are indexed, and
    how often each stands there."""
    words = fold(text).split()
    found: Counter[str] = Counter()
    for i, word in enumerate(words):
        if counts_as_content(word):
            found[word] += 1
            if i + 1 < len(words) and counts_as_content(words[i + 1]):
                found[f"{word} {words[i + 1]}"] += 1
    return found


def counts_as_content(word: str) -> bool:
    """Return whether an indexed word is one of content: no boundary, stop word or single letter."""
    return word != BOUNDARY and word not in STOP_WORDS and len(word) > 1


@dataclass(frozen=True, eq=False)
class Search:
    """A text as it is searched for: its ``names`` (words and pairs), what each adds to the score of the right document
    (``mean`` and ``variance``) and of its rivals (``rivals``, shape (names, rivals)); all scores in the same unit.
    ``total`` documents are searched."""

    names: tuple[str, ...] = field(repr=False)
    mean: BitsArray = field(repr=False)
    variance: BitsArray = field(repr=False)
    rivals: npt.NDArray[np.float32] = field(repr=False)
    total: int

    def ranks(self, left: BoolArray) -> npt.NDArray[np.float64]:
        """Return the expected rank of the right document when only some names are left: `left` has the shape (ways,
        names), the result (ways,)."""
        kept = left.astype(np.float32)
        mean, deviation = kept @ self.mean, np.sqrt(np.maximum(kept @ self.variance, 1e-12))
        ahead = _below((kept @ self.rivals - mean[:, None]) / deviation[:, None])
        result: npt.NDArray[np.float64] = 1.0 + ahead.sum(axis=1, dtype=np.float64)
        return result

    def rank(self) -> float:
        """Return the expected rank of the right document when no word goes."""
        return float(self.ranks(np.ones((1, len(self.names)), dtype=np.bool_))[0])

    def bits(self, rank: float) -> Bits:
        """Return what a search that ends at this rank was told: log2(documents / rank)."""
        return float(np.log2(self.total / rank))

    def gains(
        self, words: Sequence[str], left: BoolArray, now: float
    ) -> tuple[BitsArray, npt.NDArray[np.float64], BoolArray]:
        """Return what each word tells beside the others that are left, in bits; the rank without it; and what is
        then left, shape (words, names)."""
        has = np.array([[word in name.split() for name in self.names] for word in words], dtype=np.bool_)
        without = left[None, :] & ~has.reshape(len(words), len(self.names))
        ranks = self.ranks(without)
        return np.log2(ranks) - np.log2(now), ranks, without


def _below(x: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the standard normal distribution function, to .0002 (Bowling and others, A logistic approximation to the
    cumulative normal distribution, JIEM 2, 2009)."""
    x = np.clip(x, -8, 8)
    result: npt.NDArray[Any] = 1 / (1 + np.exp(-x * (1.5976 + 0.07056 * x * x)))
    return result


class Population:
    """The documents of a source of counts, as those among whom the right one is searched."""

    def __init__(self, provider: CountProvider) -> None:
        """Raise UsageError where the source does not tell documents and their lengths."""
        lengths = provider.lengths() if isinstance(provider, TellsDocuments) else None
        if lengths is None:
            raise UsageError(
                f"singling out needs counts that tell the lengths of their documents; {provider.name} does not: use "
                "--counts default first"
            )
        self._provider = provider
        self._lengths = lengths
        self.total = provider.total

    def search(self, text: str, known: str = "") -> Search:
        """Return the search for what is left of a text; of what is `known` besides (an earlier release) nothing can be
        taken back."""
        times = features(text) + features(known)
        names = tuple(sorted(times))
        assert isinstance(self._provider, TellsDocuments)
        documents = self._provider.documents_of([Query((name,)) for name in names])
        sizes = np.array([len(found) for found in documents], dtype=np.int64)
        often = 1 + np.log(np.array([times[name] for name in names], dtype=np.float64))
        bits = np.where(sizes > 0, np.log2(self.total / np.maximum(sizes, 1)), 0.0) * often
        scores = np.zeros(self.total)
        for found, weight in zip(documents, bits.tolist(), strict=True):
            scores[found] += weight
        likeliest = np.argsort(-scores / self._lengths, kind="stable")[:RIVALS]
        typical = float(np.median(self._lengths[likeliest[:_TYPICAL]])) if len(likeliest) else 1.0
        place = np.full(self.total, -1, dtype=np.int64)
        place[likeliest] = np.arange(len(likeliest))
        rivals = np.zeros((len(names), len(likeliest)), dtype=np.float32)
        for row, found in enumerate(documents):
            at = place[found]
            rivals[row, at[at >= 0]] = bits[row]
        rivals /= self._lengths[likeliest].astype(np.float32)
        shared = np.array([SHARED_PAIR if " " in name else SHARED_WORD for name in names])
        mean = (shared * bits / typical).astype(np.float32)
        variance = (shared * (1 - shared) * (bits / typical) ** 2).astype(np.float32)
        return Search(names, mean, variance, rivals, self.total)


@dataclass(frozen=True, slots=True)
class Bought:
    """A word that is to go: what it told beside the others (``bits``), and the information that it costs."""

    word: str = field(repr=False)
    bits: Bits
    cost: Bits


@dataclass(frozen=True, slots=True)
class Purchase:
    """The words that are to go, in order, and the expected ``rank`` before and after."""

    words: tuple[Bought, ...]
    before: float
    after: float


def buy(search: Search, costs: Mapping[str, Bits], k: float) -> Purchase:
    """Return the words that are to go until the expected rank is at least `k`, the cheapest information for each
    bit that they tell first; `costs` are the words that may go (as they are indexed). Where all of them do not
    suffice, none that helps is left."""
    left = np.ones(len(search.names), dtype=np.bool_)
    words = sorted(costs)
    price = np.array([max(costs[word], 0.1) for word in words])
    before = now = search.rank()
    bought: list[Bought] = []
    while now < k and words:
        gain, ranks, without = search.gains(words, left, now)
        best = int(np.argmax(np.round(gain / price, 6)))  # the same on every machine
        if gain[best] <= 0:
            break
        bought.append(Bought(words[best], float(gain[best]), float(price[best])))
        left, now = without[best], float(ranks[best])
        words.pop(best)
        price = np.delete(price, best)
    return Purchase(tuple(bought), before, now)


def spenders(search: Search, words: Sequence[str], most: int) -> tuple[tuple[str, Bits], ...]:
    """Return the words that tell most beside the others that are left, with what they tell in bits."""
    if not words:
        return ()
    left = np.ones(len(search.names), dtype=np.bool_)
    gain, _, _ = search.gains(words, left, search.rank())
    order = np.argsort(-gain, kind="stable")[:most]
    return tuple((words[i], float(gain[i])) for i in order.tolist() if gain[i] > 0)
