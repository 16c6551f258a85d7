"""The arithmetic of the network: products of matrices on one thread, each word's vector made once in a text.

For matrices as small as those of a paragraph, more threads than one take many times as long.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from spacy.language import Language
from spacy.vectors import Vectors
from threadpoolctl import ThreadpoolController

_KEPT: Final = 8192
"""Words whose vectors are kept, at 4 bytes a number."""


@cache
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()


_limited: ContextVar[bool] = ContextVar("sanitizer_one_thread", default=False)


@contextmanager
def one_thread() -> Iterator[None]:
    """Provide a context in which numpy's products take one thread; inside of another one it costs nothing."""
    if _limited.get():
        yield
        return
    before = _limited.set(True)
    try:
        with _libraries().limit(limits=1, user_api="blas"):
            yield
    finally:
        _limited.reset(before)


class Remembered(Vectors):  # type: ignore[misc]
    """Vectors that remember those of words seen before, for each is made from the parts of its word."""

    made: dict[int, npt.NDArray[np.float32]] | None = None

    def get_batch(self, keys: Any) -> npt.NDArray[np.float32]:
        """Return the vector of each key (hashes of words), each key looked up once."""
        wanted, places = np.unique(np.asarray(keys, dtype=np.uint64), return_inverse=True)
        if self.made is None:
            self.made = {}
        asked = wanted.tolist()
        new = [key for key in asked if key not in self.made]
        if new:
            if len(self.made) + len(new) > _KEPT:
                self.made, new = {}, asked
            self.made.update(zip(new, super().get_batch(new), strict=True))
        found = self.made
        if not asked:
            empty: npt.NDArray[np.float32] = super().get_batch([])
            return empty
        result: npt.NDArray[np.float32] = np.array([found[key] for key in asked])[places]
        return result


def remember(nlp: Language) -> Language:
    """Let ``nlp`` make the vector of each word of a text once, where its vectors are made from parts of words."""
    old = nlp.vocab.vectors
    if old.mode == "floret":
        nlp.vocab.vectors = Remembered(
            strings=nlp.vocab.strings, data=old.data, name=old.name, mode=old.mode, minn=old.minn, maxn=old.maxn,
            hash_count=old.hash_count, hash_seed=old.hash_seed, bow=old.bow, eow=old.eow, attr=old.attr,
        )  # fmt: skip
    return nlp
