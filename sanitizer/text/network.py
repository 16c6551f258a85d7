"""A small recurrent network for the parts of speech and the trees of sentences, computed with numpy.

A word is its subword vector, its own row if it is frequent, its ending, beginning and shape. Gated recurrent layers
(Lei and others, "Simple recurrent units for highly parallelizable recurrence", 2018; here the gates see the input
alone, so that all products of matrices are those of whole texts) read each sentence in both directions. One layer over
them gives the tag; two more score every word as the head of every other (Dozat and Manning, "Deep biaffine attention
for neural dependency parsing", 2017). The tree is the best one with one root.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final
from zlib import crc32

import numpy as np
import numpy.typing as npt

from sanitizer.text.arborescence import best_tree

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

ENDINGS: Final = ((3, 4096), (2, 1024))
"""Lengths of the endings of a word that have rows, and how many rows."""
BEGINNINGS: Final = (3, 2048)
SHAPES: Final = 12
DISTANCES: Final = 8
"""Words between a word and its head that the scores tell apart, on each side."""


def shape(word: str) -> int:
    """The class of letters that ``word`` is written in, from 0 to ``SHAPES - 1``."""
    if word.isalpha():
        if word.islower():
            return 0
        if len(word) == 1:
            return 1
        return 2 if word.istitle() else 3 if word.isupper() else 4
    if word.isdigit():
        return 5
    if any(c.isdigit() for c in word):
        return 6 if any(c.isalpha() for c in word) else 7
    if any(c.isalpha() for c in word):
        return 8 if word[:1].isupper() else 9
    return 10 if not word.isspace() else 11


def rows(word: str) -> tuple[int, int, int, int, int]:
    """What identifies ``word`` in the tables: a number of its lower-case form, rows of endings and beginning, shape."""
    lower = word.lower()
    code = lower.encode("utf8", "surrogatepass")
    (long, many), (short, few) = ENDINGS
    length, number = BEGINNINGS
    return (
        crc32(code),
        crc32(lower[-long:].encode("utf8", "surrogatepass")) % many,
        crc32(lower[-short:].encode("utf8", "surrogatepass")) % few,
        crc32(lower[:length].encode("utf8", "surrogatepass")) % number,
        shape(word),
    )


def known_rows(codes: Ints, known: Ints) -> Ints:
    """The row of each word in the table of frequent words, 0 for others; ``known`` is sorted, its row is index + 1."""
    places = np.minimum(np.searchsorted(known, codes), len(known) - 1)
    found: Ints = np.where(known[places] == codes, places + 1, 0)
    return found


def sigmoid(x: Floats) -> Floats:
    """One over one plus e to the minus ``x``."""
    result: Floats = 0.5 * (np.tanh(0.5 * x) + 1.0)
    return result


@dataclass(frozen=True)
class Order:
    """Words of several sentences, all first words together, then all second words, and so on; longer sentences first.

    Attributes:
        words: the word at each place.
        back: for each place, the place that a reading from right to left is at instead.
        widths: how many sentences have a first word, a second one, ...
    """

    words: Ints
    back: Ints
    widths: tuple[int, ...]


def order(sentences: Sequence[Ints]) -> Order:
    """Lay out ``sentences`` (numbers of words) for reading all of them at once."""
    longest_first = sorted(range(len(sentences)), key=lambda i: -len(sentences[i]))
    lengths = np.array([len(sentences[i]) for i in longest_first], dtype=np.int64)
    widths = [int((lengths > t).sum()) for t in range(int(lengths[0]))]
    starts = np.concatenate([[0], np.cumsum(widths)]).astype(np.int64)
    words, back = np.empty(starts[-1], np.int64), np.empty(starts[-1], np.int64)
    for rank, i in enumerate(longest_first):
        places = starts[: lengths[rank]] + rank
        words[places] = sentences[i]
        back[places] = places[::-1]
    return Order(words, back, tuple(widths))


def recur(gate: Floats, value: Floats, widths: Sequence[int]) -> Floats:
    """``c[t] = gate[t] * c[t - 1] + value[t]`` in every sentence, from zero; in the place of ``value``."""
    before = 0
    for last, width in pairwise(widths):
        here = before + last
        value[here : here + width] += gate[here : here + width] * value[before : before + width]
        before = here
    return value


class Network:
    """The weights, and what they say of words."""

    def __init__(self, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        self.known: Ints = weights["known"].astype(np.int64)
        self.weights: dict[str, Floats] = {
            name: np.ascontiguousarray(array, dtype=np.float32)
            for name, array in weights.items()
            if name != "known"
        }
        self.width = self.weights["layer0"].shape[0]
        self.depth = sum(name.startswith("layer") for name in self.weights) // 2
        self.arc = self.weights["arc"].shape[0]

    def inputs(self, forms: Sequence[str], vectors: Floats) -> Floats:
        """What the layers read of each word form, given its subword vector."""
        w = self.weights
        found = np.array([rows(form) for form in forms], dtype=np.int64).reshape(-1, 5)
        parts = [vectors, w["table_word"][known_rows(found[:, 0], self.known)]]
        parts += [
            w[f"table_{name}"][found[:, i + 1]]
            for i, name in enumerate(("ending", "short", "beginning", "shape"))
        ]
        x = np.concatenate(parts, axis=1) @ w["input"] + w["input_bias"]
        result: Floats = np.maximum(x[:, : self.width], x[:, self.width :])
        return result

    def read(self, x: Floats, back: Ints, widths: Sequence[int]) -> tuple[Floats, Floats]:
        """The states of the second layer (for tags) and of the last (for trees), in the order of ``x``."""
        d, h, w = self.width, self.width // 2, self.weights
        tagged = x
        for layer in range(self.depth):
            u = x @ w[f"layer{layer}"] + w[f"layer{layer}_bias"]
            gates = sigmoid(u[:, d:])
            gate, out = gates[:, :d], gates[:, d:]
            value = (1 - gate) * u[:, :d]
            value[:, h:], gate[:, h:] = value[back, h:], gate[back, h:]
            value = recur(gate, value, widths)
            value[:, h:] = value[back, h:]
            x = out * np.tanh(value) + (1 - out) * x
            if layer == min(1, self.depth - 1):
                tagged = x
        return tagged, x

    def __call__(self, x: Floats, sentences: Sequence[Ints]) -> tuple[Ints, Ints, Ints]:
        """Tag, head (the number of a word; its own: the root) and relation of each word of ``sentences``.

        Args:
            x: what the layers read of each word (:meth:`inputs`).
            sentences: for each sentence, the numbers of its words in ``x``; every word is in one.
        """
        w, arc = self.weights, self.arc
        layout = order(sentences)
        place = np.empty(len(x), np.int64)
        place[layout.words] = np.arange(len(layout.words))
        tagged, states = self.read(x[layout.words], layout.back, layout.widths)
        tags = (tagged @ w["tag"] + w["tag_bias"]).argmax(1)[place]
        states = states[place]
        dependent = states @ w["dependent"] + w["dependent_bias"]
        head = states @ w["head"] + w["head_bias"]
        dependent, head = np.maximum(dependent, 0.1 * dependent), np.maximum(head, 0.1 * head)
        asks, offers = dependent[:, :arc] @ w["arc"], head[:, :arc]
        liked = offers @ w["arc_head"]
        heads = np.arange(len(x))
        for sentence in sentences:
            n = len(sentence)
            scores = np.empty((n, n + 1), np.float32)
            own = asks[sentence]
            scores[:, 0] = own @ w["root"][:arc] + w["root"][:arc] @ w["arc_head"]
            between = np.clip(np.arange(n)[:, None] - np.arange(n)[None, :], -DISTANCES, DISTANCES)
            scores[:, 1:] = own @ offers[sentence].T + liked[sentence] + w["distance"][between + DISTANCES]
            scores[np.arange(n), np.arange(1, n + 1)] = -1e9
            chosen = best_tree(scores)
            heads[sentence] = np.where(chosen > 0, sentence[chosen - 1], sentence)
        picked = np.where((heads == np.arange(len(x)))[:, None], w["root"][arc:], head[heads, arc:])
        own = dependent[:, arc:]
        relations = ((own + picked) @ w["label"] + (own * picked) @ w["label_pair"] + w["label_bias"]).argmax(
            1
        )
        return tags, heads, relations
