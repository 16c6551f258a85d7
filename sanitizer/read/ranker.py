"""Score what each phrase of a text refers back to: every earlier phrase, or nothing yet.

A mention ranker (Denis and Baldridge, "Specialized models and ranking for coreference resolution", 2008) with one
hidden layer over the properties of the phrase, of the earlier phrase, and of the pair (:mod:`sanitizer.read.pairs`).
Its weights are learned by ``training/coreference`` from GUM and LitBank.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kb.lookup import read_arrays
from sanitizer.common.integrity import check
from sanitizer.read.pairs import GROUPS, OWN, PAIR, Pairs
from sanitizer.text.matrix_products import one_thread

Array = npt.NDArray[Any]
DEFAULT_PATH: Final = Path(__file__).with_name("data") / "coreference.npz"
WEIGHTS: Final = (
    "later", "earlier", "pair", "bias", "out", "direct", "alone", "alone_bias", "alone_out", "new",
)  # fmt: skip
_NATS: Final = float(np.log(2.0))
_ROWS: Final = 100


@dataclass(frozen=True)
class Ranker:
    """The weights, by the names in :data:`WEIGHTS`."""

    weights: dict[str, Array]

    @classmethod
    def open(cls, path: Path = DEFAULT_PATH) -> "Ranker":
        """Read weights. Raises ResourceError where the shipped file is missing or damaged, KnowledgeBaseError where
        another one is."""
        if path == DEFAULT_PATH:
            check("sanitizer/read/data")
        arrays = read_arrays(path, WEIGHTS)
        return cls({name: arrays[name].astype(np.float32) for name in WEIGHTS})

    def scores(self, pairs: Pairs) -> Array:
        """Return how well each earlier phrase fits, in bits, (n, 1 + K): first that there is none, then those of
        ``pairs.before``; minus infinity where there is none."""
        with one_thread():  # so that the sums are the same whatever the number of threads
            found: Array = self._scores(pairs) / _NATS
        return found

    def _scores(self, pairs: Pairs) -> Array:
        w = self.weights
        n, k = pairs.before.shape
        result = np.full((n, 1 + k), -np.inf, np.float32)
        later, earlier = pairs.own @ w["later"] + w["bias"], pairs.own @ w["earlier"]
        alone = np.maximum(pairs.own @ w["alone"] + w["alone_bias"], 0) @ w["alone_out"]
        result[:, 0] = alone + w["new"][pairs.group]
        for start in range(0, n, _ROWS):
            rows = slice(start, start + _ROWS)
            before = pairs.before[rows]
            row, column = np.nonzero(before >= 0)
            codes = pairs.codes[rows][row, column]
            told = np.zeros((len(row), PAIR), np.float32)
            told.ravel()[codes + PAIR * np.arange(len(row))[:, None]] = 1.0
            hidden = told @ w["pair"]
            hidden += later[rows][row]
            hidden += earlier[before[row, column]]
            direct = (told @ w["direct"].T)[np.arange(len(row)), pairs.group[rows][row]]
            result[rows][row, 1 + column] = np.maximum(hidden, 0, out=hidden) @ w["out"] + direct
        return result


def empty(hidden: int, seed: int) -> dict[str, Array]:
    """Return weights before training."""
    rng = np.random.default_rng(seed)

    def some(*shape: int) -> Array:
        found: Array = (rng.standard_normal(shape) * (1.0 / np.sqrt(40.0))).astype(np.float32)
        return found

    return {
        "later": some(OWN, hidden), "earlier": some(OWN, hidden), "pair": some(PAIR, hidden),
        "bias": np.zeros(hidden, np.float32), "out": some(hidden), "direct": np.zeros((len(GROUPS), PAIR), np.float32),
        "alone": some(OWN, hidden), "alone_bias": np.zeros(hidden, np.float32), "alone_out": some(hidden),
        "new": np.zeros(len(GROUPS), np.float32),
    }  # fmt: skip


@cache
def opened() -> Ranker:
    """Return the weights that ship, read once a process."""
    return Ranker.open()
