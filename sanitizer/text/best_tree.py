"""The best tree over scored arcs: the best head of each word where that is a tree, else by Chu, Liu and Edmonds."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


def best_tree(scores: Floats) -> Ints:
    """Return the head of each word, 0 for the root: the tree of the highest sum with one word under the root.

    Args:
        scores: words by candidate heads; column 0 is the root, column ``i + 1`` is word ``i``.
    """
    heads: Ints = scores.argmax(1)
    if _is_tree(heads):
        return heads
    return _single_root(scores.astype(np.float64))


def _is_tree(heads: Ints) -> bool:
    """Return whether one word hangs on the root, and every word on it through others."""
    if int((heads == 0).sum()) != 1:
        return False
    above = np.concatenate([[0], heads])
    for _ in range(len(heads).bit_length()):
        above = above[above]
    return not above.any()


def _single_root(scores: npt.NDArray[np.float64]) -> Ints:
    """Return the best tree with one root word: the best one, or if several words hang on the root, the best where
    each word on the root costs more than all that a tree can gain."""
    n = len(scores)
    full = np.full((n + 1, n + 1), -np.inf)
    full[1:] = scores
    np.fill_diagonal(full, -np.inf)
    heads = _edmonds(full)
    if heads.count(0) > 1:
        known = full[np.isfinite(full)]
        full[1:, 0] -= n * (known.max() - known.min()) + 1
        heads = _edmonds(full)
    return np.array(heads[1:], dtype=np.int64)


def _cycle(heads: list[int]) -> list[int]:
    """Return the nodes of a cycle of ``heads``, empty where there is none."""
    state = [0] * len(heads)
    for start in range(1, len(heads)):
        path, node = [], start
        while node > 0 and state[node] == 0:
            state[node] = 1
            path.append(node)
            node = heads[node]
        if node > 0 and state[node] == 1:
            return path[path.index(node) :]
        for seen in path:
            state[seen] = 2
    return []


def _edmonds(scores: npt.NDArray[np.float64]) -> list[int]:
    """Heads of the best tree over ``scores`` (dependent by head, node 0 is the root, -inf: no arc)."""
    heads = [-1, *scores[1:].argmax(1).tolist()]
    cycle = _cycle(heads)
    if not cycle:
        return heads
    inside = set(cycle)
    rest = [i for i in range(len(heads)) if i not in inside]
    place = {node: k for k, node in enumerate(rest)}
    size = len(rest) + 1
    small = np.full((size, size), -np.inf)
    small[: size - 1, : size - 1] = scores[np.ix_(rest, rest)]
    gain = scores[cycle] - scores[cycle, [heads[i] for i in cycle]][:, None]
    enter = gain[:, rest]  # what it costs to break the cycle at each of its nodes
    broken = enter.argmax(0)
    small[size - 1, : size - 1] = enter.max(0)
    leave = scores[np.ix_(rest, cycle)]
    small[: size - 1, size - 1] = leave.max(1)
    small[0] = -np.inf
    found = _edmonds(small)
    result = heads[:]
    for node in rest[1:]:
        head = found[place[node]]
        result[node] = cycle[int(leave[place[node]].argmax())] if head == size - 1 else rest[head]
    outside = rest[found[size - 1]]
    result[cycle[int(broken[place[outside]])]] = outside
    return result
