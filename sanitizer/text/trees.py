"""The best dependency tree of each sentence, from the states of its words.

Every word is scored as the head of every other (Dozat and Manning, "Deep biaffine attention for neural dependency
parsing", 2017); the tree is the best one with one root.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from sanitizer.text.attention import Floats, Ints
from sanitizer.text.best_tree import best_tree

BE: Final = frozenset(
    ["be", "am", "is", "are", "was", "were", "been", "being", "'s", "’s", "m", "'m", "’m", "'re", "’re"]
)
"""The forms of the verb that links what is said of somebody to a subject, and has no object."""
DISTANCES: Final = 8
"""Words between a word and its head that the scores tell apart, on each side."""


def trees(weights: Mapping[str, Floats], states: Floats, sentences: Sequence[Ints]) -> tuple[Ints, Ints]:
    """Return the head of each word (its number; its own: the root) and the number of its relation.

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


def link(forms: Sequence[str], heads: Ints, relations: Ints, names: Sequence[str]) -> None:
    """Hang each form of "be" that a tree sets above what it links on that, in place.

    What it links is its object, or what has a subject on the verb's other side; what else hung on the verb hangs on
    that too.

    Args:
        forms: of all words.
        heads: the head of each (its own: the root).
        relations: the number of the relation of each, in ``names``.
        names: of the relations.
    """
    number = {name: i for i, name in enumerate(names)}
    helps = [number[name] for name in ("cop", "aux", "aux:pass") if name in number]
    links = np.array([form.lower() in BE for form in forms]) & ~np.isin(relations, helps)
    subjects = np.flatnonzero(relations == number["nsubj"])
    said = heads[subjects]
    told = said[links[heads[said]] & (subjects < heads[said])]
    objects = np.flatnonzero((relations == number["obj"]) & links[heads])
    for noun in sorted({*told.tolist(), *objects.tolist()}):
        verb = int(heads[noun])
        if verb >= noun or not links[verb]:
            continue
        links[verb] = False
        root = heads[verb] == verb
        above, relation = int(heads[verb]), relations[verb]
        heads[heads == verb] = noun
        heads[noun], relations[noun] = noun if root else above, relation
        heads[verb], relations[verb] = noun, number["cop"]


_AGAINST: Final = frozenset(("v", "v.", "vs", "vs.", "versus"))


def against(forms: Sequence[str], heads: Ints, relations: Ints, names: Sequence[str]) -> list[int]:
    """Hang each "v" between two words with capitals, which a tree takes for a noun, on the second, and that on the
    first, in place ("In Lund v Ek the judge"), and give their numbers; arguments as those of :func:`link`."""
    number = {name: i for i, name in enumerate(names)}
    found: list[int] = []
    if "cc" not in number or "conj" not in number:
        return found
    for i in range(1, len(forms) - 1):
        first, second = i - 1, i + 1
        if forms[i] not in _AGAINST or not forms[first][:1].isupper() or not forms[second][:1].isupper():
            continue
        if heads[first] != i:
            continue
        top = second if _reaches(heads, i, second) else i
        root = heads[top] == top
        above, relation = int(heads[top]), relations[top]
        heads[heads == i] = first
        heads[first], relations[first] = first if root else above, relation
        heads[second], relations[second] = first, number["conj"]
        heads[i], relations[i] = second, number["cc"]
        found.append(i)
    return found


def _reaches(heads: Ints, start: int, wanted: int) -> bool:
    """Return whether a word hangs on another one, near or far."""
    at = start
    while heads[at] != at:
        at = int(heads[at])
        if at == wanted:
            return True
    return False
