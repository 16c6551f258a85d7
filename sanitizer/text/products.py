"""The arithmetic of the networks: products of matrices by numpy on one thread, each word's vector made once in a text.

For matrices as small as those of a paragraph, more threads than one take many times as long, and numpy's library is
faster than the one that spaCy's networks take by themselves.
"""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from spacy.language import Language
from spacy.vectors import Vectors
from thinc.api import NumpyOps
from threadpoolctl import ThreadpoolController


@cache
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()


def one_thread() -> Any:
    """A context in which numpy's products take one thread."""
    return _libraries().limit(limits=1, user_api="blas")


class Products(NumpyOps):  # type: ignore[misc]
    """The operations of spaCy's networks, with products by numpy on one thread."""

    def gemm(self, x: Any, y: Any, out: Any = None, trans1: bool = False, trans2: bool = False) -> Any:
        """The product of two matrices, each transposed first if asked for, written into ``out`` if given."""
        with one_thread():
            return np.matmul(x.T if trans1 else x, y.T if trans2 else y, out=out)


class Remembered(Vectors):  # type: ignore[misc]
    """Vectors that remember those of the last text, so that the next part of the pipeline finds them made."""

    last: tuple[npt.NDArray[np.uint64], npt.NDArray[np.float32]] | None = None

    def get_batch(self, keys: Any) -> npt.NDArray[np.float32]:
        """The vector of each key (hashes of words), each key looked up once."""
        wanted, places = np.unique(np.asarray(keys, dtype=np.uint64), return_inverse=True)
        if self.last is None or not np.array_equal(self.last[0], wanted):
            self.last = (wanted, super().get_batch([int(key) for key in wanted]))
        result: npt.NDArray[np.float32] = self.last[1][places]
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


def by_numpy(nlp: Language) -> Language:
    """Let the networks of ``nlp`` compute their products so; changes ``nlp``."""
    operations = Products(use_blis=False)
    for _, part in nlp.pipeline:
        model = getattr(part, "model", None)
        if model is not None:
            for node in model.walk():
                node.ops = operations
    return nlp
