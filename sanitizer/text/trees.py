"""The best dependency tree of each sentence, from the states of its words.

Every word is scored as the head of every other (Dozat and Manning, "Deep biaffine attention for neural dependency
parsing", 2017); the tree is the best one with one root.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from sanitizer.text.arborescence import best_tree
from sanitizer.text.attention import Floats, Ints

DISTANCES: Final = 8
"""Words between a word and its head that the scores tell apart, on each side."""


def trees(weights: Mapping[str, Floats], states: Floats, sentences: Sequence[Ints]) -> tuple[Ints, Ints]:
    """The head of each word (its number; its own: the root) and the number of its relation.

    Args:
        weights: arrays by name ("trees.arc", ...).
        states: of all words (words, width).
        sentences: for each sentence, the numbers of its words; every word is in one at most.
    """
    w = {name.removeprefix("trees."): array for name, array in weights.items() if name.startswith("trees.")}
    arc = len(w["arc"])
    dependent = states @ w["dependent"] + w["dependent_bias"]
    head = states @ w["head"] + w["head_bias"]
    dependent, head = np.maximum(dependent, 0.1 * dependent), np.maximum(head, 0.1 * head)
    asks, offers = dependent[:, :arc] @ w["arc"], head[:, :arc]
    liked = offers @ w["arc_head"]
    heads = np.arange(len(states))
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
    picked = np.where((heads == np.arange(len(states)))[:, None], w["root"][arc:], head[heads, arc:])
    own = dependent[:, arc:]
    scores = (own + picked) @ w["label"] + (own * picked) @ w["label_pair"] + w["label_bias"]
    relations: Ints = scores.argmax(1)
    return heads, relations
