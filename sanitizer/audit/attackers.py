"""Attackers: score how well a text fits each candidate person, given background texts about the candidates.

Both are linear in the words of the text, so what a word gives away is a number: its weight for the true
person, less its weight for the rivals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from sanitizer.common.extras import need
from sanitizer.errors import UsageError

Scores = npt.NDArray[np.float64]

_WINDOW: Final = 200
"""Words of background in one training example; 100 to 400 make no difference on the persons of WikiActors."""

_MOST_WINDOWS: Final = 8_000
"""Training examples: their kernel has this many rows and columns (256 MB); windows grow to stay below."""

_RIDGE: Final = 1.0
_CHARACTERS: Final = (
    0.3  # weight of character n-grams beside words: they help with names only, and never alone
)


@dataclass(frozen=True, slots=True)
class Share:
    """What a word or phrase contributes to a text's score: ``term`` as the attacker sees it (lower case)."""

    term: str
    weight: float


@runtime_checkable
class Attacker(Protocol):
    """Knows candidates, and says whom a text is about. Every implementation passes
    ``tests/contracts/attacker.py``.
    """

    @property
    def name(self) -> str:
        """What the audit calls the attacker."""

    @property
    def candidates(self) -> tuple[str, ...]:
        """Names of the persons, in the order of the scores' columns."""

    def scores(self, texts: Sequence[str]) -> Scores:
        """Return how well each text fits each candidate, shape (texts, candidates); higher is likelier."""

    def parts(self, text: str) -> tuple[tuple[str, ...], Scores]:
        """Return the words and phrases of a text that count, and what each adds to the score of each candidate.

        Shape (parts, candidates); the sum over parts orders the candidates as the score does.
        """


class TfidfAttacker:
    """Nearest background by TF-IDF (docs/measures.md): sublinear, words and pairs, English stop words,
    cosine.

    ``background`` maps each candidate to what is known of them. Weights are learned from the background
    alone.
    """

    name = "tfidf"

    def __init__(self, background: Mapping[str, str]) -> None:
        need("audit", "an attacker")
        from sklearn.feature_extraction.text import TfidfVectorizer

        self.candidates = named_candidates(background)
        self._vectorizer = TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2), stop_words="english")
        try:
            known = self._vectorizer.fit_transform(background[name] for name in self.candidates)
        except ValueError as error:
            raise UsageError("the background holds no word but stop words: is it the right file?") from error
        self._weights = known.T.tocsr()  # features by candidates, turned once for all
        self._terms = self._vectorizer.get_feature_names_out()

    def features(self, texts: Sequence[str]) -> Any:
        """Sparse rows of the texts, shape (texts, features), each of length 1."""
        return self._vectorizer.transform(texts).tocsr()

    def terms(self, features: npt.NDArray[np.intp]) -> list[str]:
        """Return the words and pairs that features stand for."""
        return [str(self._terms[f]) for f in features]

    def scores(self, texts: Sequence[str]) -> Scores:
        """Cosines; 0 for a text without any word of the background."""
        if not texts:
            return np.zeros((0, len(self.candidates)))
        result: Scores = (self.features(texts) @ self._weights).toarray()
        return result

    def parts(self, text: str) -> tuple[tuple[str, ...], Scores]:
        """See :class:`Attacker`; the parts add up to the score."""
        row = self.features([text])
        features = row.indices
        each = self._weights[features].multiply(row.data[:, None]).toarray()
        return tuple(self.terms(features)), np.asarray(each, dtype=np.float64)


class LearnedAttacker:
    """Learns each candidate from windows of their background: ridge classification over word and character
    n-grams.

    Background and attacked texts are cut into windows of equal length; a text's score is the sum over its
    windows, and the likeness to the whole background (:class:`TfidfAttacker`) is added, both in standard
    deviations over the candidates. Candidates weigh alike, however much is known of them. Solved in the dual
    (as many unknowns as windows), so it is exact, deterministic, and needs no iterations. ``sanitized`` is
    the background as the sanitizer would write it, where the attacker has that too: it teaches what
    replacements stand for.
    """

    name = "learned"

    def __init__(
        self,
        background: Mapping[str, str],
        sanitized: Mapping[str, str] | None = None,
        whole: "TfidfAttacker | None" = None,
    ) -> None:
        # `whole`, where it has been made from the same background already, saves a few seconds
        self._whole = whole or TfidfAttacker(background)
        self.candidates = self._whole.candidates
        number = {name: i for i, name in enumerate(self.candidates)}
        known = [*background.items(), *((n, t) for n, t in (sanitized or {}).items() if n in number)]
        self._size = max(_WINDOW, 1 + sum(len(text.split()) for _, text in known) // _MOST_WINDOWS)
        examples = [(window, number[name]) for name, text in known for window in windows(text, self._size)]
        if len(examples) > 3 * _MOST_WINDOWS:
            raise UsageError(
                f"{len(self.candidates)} candidates are more than the learned attacker can hold; "
                "use --attacker tfidf, or fewer candidates"
            )
        texts = [window for window, _ in examples]
        words = self._whole.features(texts)
        self._characters, characters = _character_rows(texts)
        # features by windows, turned once for all
        self._words = words.T.tocsr()
        self._character_rows = None if characters is None else characters.T.tocsr()
        self._weights = self._learn(words, characters, np.array([n for _, n in examples]))

    def _features(self, texts: Sequence[str]) -> tuple[Any, Any]:
        characters = None if self._characters is None else self._characters.transform(texts).tocsr()
        return self._whole.features(texts), characters

    def _likeness(self, words: Any, characters: Any) -> Any:
        result = words @ self._words
        if characters is not None:
            result = result + _CHARACTERS**2 * (characters @ self._character_rows)
        return result

    def _learn(self, words: Any, characters: Any, labels: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        from scipy.linalg import solve

        balance = (1 / np.sqrt(np.bincount(labels)[labels])).astype(np.float32)
        kernel = self._likeness(words, characters).toarray().astype(np.float32)
        kernel *= balance[:, None]
        kernel *= balance[None, :]
        kernel[np.diag_indices_from(kernel)] += _RIDGE * float(balance.mean()) ** 2
        targets = np.full((len(labels), len(self.candidates)), -1 / len(self.candidates), dtype=np.float32)
        targets[np.arange(len(labels)), labels] += 1
        found = solve(kernel, targets * balance[:, None], assume_a="pos", overwrite_a=True, overwrite_b=True)
        result: npt.NDArray[np.float32] = (found * balance[:, None]).astype(np.float32)
        return result

    def _learned(self, texts: Sequence[str]) -> Scores:
        cut = [windows(text, self._size) for text in texts]
        flat = [window for group in cut for window in group]
        result = np.zeros((len(texts), len(self.candidates)))
        if flat:
            each = np.asarray(self._likeness(*self._features(flat)) @ self._weights, dtype=np.float64)
            np.add.at(result, np.repeat(np.arange(len(texts)), [len(group) for group in cut]), each)
        return result

    def scores(self, texts: Sequence[str]) -> Scores:
        """Return both parts, each in its standard deviations; 0 for a text that tells nothing."""
        learned, whole = self._learned(texts), self._whole.scores(texts)
        return learned / _spread(learned) + whole / _spread(whole)

    def parts(self, text: str) -> tuple[tuple[str, ...], Scores]:
        """Return what words and pairs add; what character n-grams add on top is left out."""
        from scipy import sparse

        rows = sparse.csr_matrix(self._whole.features(windows(text, self._size) or [""]).sum(axis=0))
        learned = np.asarray(self._words[rows.indices] @ self._weights * rows.data[:, None], np.float64)
        names, whole = self._whole.parts(text)
        spread = [_spread(part) for part in (self._learned([text]), self._whole.scores([text]))]
        # a pair that a window cuts is in the whole text alone
        place = {name: i for i, name in enumerate(names)}
        result = whole / spread[1]
        for name, values in zip(self._whole.terms(rows.indices), learned / spread[0], strict=True):
            result[place[name]] += values
        return names, result


def _spread(scores: Scores) -> Scores:
    deviation = scores.std(axis=1, keepdims=True)
    return np.where(deviation > 0, deviation, 1.0)


def _character_rows(texts: Sequence[str]) -> tuple[Any, Any]:
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(
        sublinear_tf=True, analyzer="char_wb", ngram_range=(4, 4), min_df=2, max_df=0.1, dtype=np.float32
    )
    try:
        return vectorizer, vectorizer.fit_transform(texts).tocsr()
    except ValueError:  # a background so small that no n-gram is left: words alone
        return None, None


def windows(text: str, size: int) -> list[str]:
    """``text`` in pieces of ``size`` words, the last at least half as long (else it joins the one before)."""
    found = text.split()
    starts = list(range(0, len(found), size))
    if len(starts) > 1 and len(found) - starts[-1] < size / 2:
        starts.pop()
    ends = [*starts[1:], len(found)] if starts else []
    return [" ".join(found[a:b]) for a, b in zip(starts, ends, strict=True)]


def named_candidates(background: Mapping[str, str]) -> tuple[str, ...]:
    """Return the candidates of a background. Raises UsageError where there are not two at least."""
    if len(background) < 2:
        told = "one candidate" if background else "no candidates"
        raise UsageError(f"the background names {told}: linkage needs at least two")
    return tuple(background)


def by_word(parts: Sequence[str], each: Scores) -> tuple[tuple[str, ...], Scores]:
    """Return what the score would lose without each word: its own part and every phrase with it, shape
    (words, candidates).
    """
    names, inside = incidence(parts)
    return names, inside @ each


def incidence(parts: Sequence[str]) -> tuple[tuple[str, ...], npt.NDArray[np.float64]]:
    """Return the words of some parts, sorted, and which part (1) has which of them, shape (words, parts)."""
    names = tuple(sorted({word for part in parts for word in part.split()}))
    row = {word: i for i, word in enumerate(names)}
    inside = np.zeros((len(names), len(parts)))
    for column, part in enumerate(parts):
        for word in part.split():
            inside[row[word], column] = 1
    return names, inside


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
