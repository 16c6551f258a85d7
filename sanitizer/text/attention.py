"""The network that reads tags, trees and names: layers of attention over word forms, computed with numpy.

A word is its own row if it is frequent, the rows of its runs of letters (as in Bojanowski and others, "Enriching word
vectors with subword information", 2017), and its shape. The layers (Vaswani and others, "Attention is all you need",
2017; distances as in Raffel and others, "Exploring the limits of transfer learning", 2020) have first learned to fill
gaps in articles, then all three tasks. ``training/model/reader`` holds both lessons.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from zlib import crc32

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

GRAMS: Final = (3, 4, 5)
"""Letters of the runs that have rows."""
MOST: Final = 24
"""Runs of a word that count: the first half of them and the last, of a longer word."""
SHAPES: Final = 512
DISTANCES: Final = 24
"""Words between two words that the layers tell apart, on each side."""
LONGEST: Final = 128
"""Words of a passage at most."""


def norm(word: str) -> str:
    """``word`` in small letters, each digit a zero."""
    lower = word.lower()
    return "".join("0" if c.isdigit() else c for c in lower) if not lower.isalpha() else lower


def code(text: str) -> int:
    """Return the number that stands for ``text`` in the tables."""
    return crc32(text.encode("utf8", "surrogatepass"))


def grams(normed: str) -> list[int]:
    """Return the numbers of the runs of letters in ``<word>``, the longest word's middle left out."""
    whole = f"<{normed}>"
    found = [code(whole[i : i + n]) for n in GRAMS for i in range(max(1, len(whole) - n + 1))]
    if len(found) > MOST:
        found = found[: MOST // 2] + found[-MOST // 2 :]
    return found


def shape(word: str) -> int:
    """Return the number of the shape of ``word``: capitals, small letters, digits and marks, runs cut to two."""
    signs = ""
    for c in word:
        sign = "X" if c.isupper() else "x" if c.isalpha() else "0" if c.isdigit() else c
        if not signs.endswith(sign * 2):
            signs += sign
    return code(signs) % SHAPES


def _scaled(x: Floats, weight: Floats) -> Floats:
    """Return each row over the root of its mean square, times ``weight``."""
    result: Floats = x * (1.0 / np.sqrt(np.einsum("ij,ij->i", x, x)[:, None] / x.shape[1] + 1e-6))
    result *= weight
    return result


class Attention:
    """The weights, and what they say of words.

    Args:
        weights: arrays by name, as ``training/model/reader`` writes them.
    """

    def __init__(self, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        self.known: Ints = weights["known"].astype(np.int64)
        self.weights: dict[str, Floats] = {}
        for name, array in weights.items():
            if name == "known" or name.endswith(".scale"):
                continue
            whole = array.astype(np.float32)
            scale = weights.get(f"{name}.scale")
            self.weights[name] = np.ascontiguousarray(
                whole if scale is None else whole * scale.astype(np.float32)
            )
        self.depth = sum(name.endswith(".out") for name in self.weights)
        self.heads = self.weights["0.distance"].shape[0]
        self.width = self.weights["norm"].shape[0]
        self.rows = len(self.weights["grams"])
        places = np.arange(LONGEST)
        near = np.clip(places[None, :] - places[:, None], -DISTANCES, DISTANCES) + DISTANCES
        self.near = [
            np.ascontiguousarray(self.weights[f"{i}.distance"][:, near].transpose(2, 0, 1))
            for i in range(self.depth)
        ]
        """For each layer, what the distance of two words adds to a score: (word read of, head, word that reads). The
        largest score of a reader and the sum of all are then taken over whole rows."""

    def inputs(self, forms: Sequence[str]) -> Floats:
        """Return what the layers read of each word form."""
        w = self.weights
        normed = [norm(form) for form in forms]
        codes = np.array([code(text) for text in normed], dtype=np.int64)
        places = np.minimum(np.searchsorted(self.known, codes), len(self.known) - 1)
        own = w["words"][np.where(self.known[places] == codes, places + 1, 0)]
        runs = np.stack(
            [
                w["grams"][np.array(found, dtype=np.int64) % self.rows].sum(0) / len(found) ** 0.5
                for found in map(grams, normed)
            ]
        )
        shapes = w["shapes"][[shape(form) for form in forms]]
        result: Floats = np.concatenate([own, runs], axis=1) @ w["input"] + shapes
        return result

    def read(self, x: Floats) -> Floats:
        """Return the states of the words of one passage of ``LONGEST`` words at most, given what the layers read of
        each (words, width)."""
        w, heads = self.weights, self.heads
        count, width = x.shape
        weighed = np.empty((count, heads, count), np.float32)
        for layer in range(self.depth):
            y = _scaled(x, w[f"{layer}.norm1"]) @ w[f"{layer}.in"]
            query, key, value = y.reshape(count, 3, heads, -1).transpose(1, 2, 0, 3)
            np.matmul(key, query.transpose(0, 2, 1), out=weighed.transpose(1, 0, 2))
            weighed += self.near[layer][:count, :, :count]
            weighed -= weighed.max(0)
            np.exp(weighed, out=weighed)
            mixed: Floats = weighed.transpose(1, 2, 0) @ value
            mixed /= weighed.sum(0)[:, :, None]
            x = x + mixed.transpose(1, 0, 2).reshape(count, width) @ w[f"{layer}.out"]
            inner = _scaled(x, w[f"{layer}.norm2"]) @ w[f"{layer}.up"]
            inner += w[f"{layer}.up_bias"]
            np.maximum(inner, 0.0, out=inner)
            inner *= inner
            x += inner @ w[f"{layer}.down"]
            x += w[f"{layer}.down_bias"]
        return _scaled(x, w["norm"])

    def scores(self, states: Floats, task: str) -> Floats:
        """Return the scores of the labels of ``task`` for each state, before they are normed."""
        result: Floats = states @ self.weights[f"{task}.weight"] + self.weights[f"{task}.bias"]
        return result
