"""The compiled parts of :mod:`.exchange`: what a class loses exactly, and which exchange of records lowers it most."""

from typing import Final

import numpy as np
from numba import njit

from sanitizer.relational.classes.growth_kernels import ncp
from sanitizer.relational.classes.term_kernels import choose, one_class
from sanitizer.relational.table.view import BoolArray, FloatArray, IntArray

TARGETS: Final = 6
"""Classes that are tried for a record: those that share most with it."""
VISITS: Final = 50_000
"""Entries of the index that are read for a record at most, features that few classes share first."""
LEAST: Final = 1e-7
"""An exchange must gain more, so that rounding cannot go in circles."""

Columns = tuple[FloatArray, FloatArray, FloatArray, BoolArray, FloatArray, FloatArray, FloatArray]
"""low, high, middle (n, p), category, extent, weight (p,), importance (n,)"""
Words = tuple[IntArray, IntArray, IntArray, IntArray, FloatArray, IntArray, FloatArray, int]
"""start, term of the records; start, feature, keeps, kind, nats, most of the ladders"""
Scratch = tuple[IntArray, IntArray, IntArray, IntArray]
"""carriers, stamp, place (features,), local (terms,), as :func:`.term_kernels.one_class` has them"""
Seen = tuple[IntArray, IntArray, IntArray, IntArray]
"""changed (classes,): when a class last changed; visited (n,): when a record was last gone through, tried (n, TARGETS):
the classes that were tried for it then; clock (1,)"""


@njit(cache=True)  # type: ignore[untyped-decorator]
def class_loss(
    group: IntArray,
    columns: Columns,
    words: Words,
    text: float,
    scratch: Scratch,
    ticket: IntArray,
    limit: float,
) -> float:
    """What the records of a class lose in sum: importance x NCP of the columns, `text` x NCP of the terms.

    Where it is `limit` or more, any lower bound of it that is so as well. `ticket` holds the last stamp of the scratch,
    and the work that was done: about as many look-ups.
    """
    low, high, middle, category, extent, weight, importance = columns
    start, term, lstart, lfeature, lkeeps, kind, nats, most = words
    each = 0.0
    for j in range(low.shape[1]):
        lowest, highest, missing, distinct = np.inf, -np.inf, 0, 0
        for at in range(len(group)):
            i = group[at]
            if np.isnan(low[i, j]):
                missing += 1
                continue
            lowest, highest = min(lowest, low[i, j]), max(highest, high[i, j])
            if category[j]:
                known = False
                for before in range(at):
                    known = known or middle[group[before], j] == middle[i, j]
                distinct += 0 if known else 1
        each += weight[j] * ncp(lowest, highest, missing, len(group), distinct, category[j], extent[j])
    lost, speaking = 0.0, 0
    for i in group:
        lost += importance[i] * each
        speaking += 1 if start[i + 1] > start[i] else 0
    ticket[1] += 20
    if text == 0.0 or speaking == 0 or lost >= limit:
        return lost
    if speaking < len(group):  # whoever has no terms shares none
        return lost + text * speaking
    _, rstart, rterm, share, tstart, tfeature, tkeeps, names, _ = one_class(
        group, ticket[0], start, term, lstart, lfeature, lkeeps, kind, nats, most, scratch
    )
    ticket[0] += len(group)
    ticket[1] += 12 * len(rterm) + 6 * len(tfeature)
    fewest = np.diff(rstart).min()
    bound = _most_by_features(fewest, share, tstart, tfeature, tkeeps, len(names))
    if fewest == 1 or lost + text * (speaking - bound) >= limit + LEAST:
        return float(lost + text * (speaking - bound))
    _, kept = choose(rstart, rterm, share, tstart, tfeature, tkeeps, names)
    result: float = lost + text * (speaking - kept)
    return result


@njit(cache=True)  # type: ignore[untyped-decorator]
def _most_by_features(
    fewest: int, share: FloatArray, tstart: IntArray, tfeature: IntArray, tkeeps: FloatArray, count: int
) -> float:
    """No less than what the records keep: every record shows each feature of the class by a term of its own, so there
    are no more of them than the `fewest` terms that one has. With one, it is what they keep."""
    gain = np.zeros(count)
    for j in range(len(share)):
        for i in range(tstart[j], tstart[j + 1]):
            gain[tfeature[i]] += share[j] * tkeeps[i]
    result = 0.0
    for _ in range(min(fewest, count)):
        best = int(gain.argmax())
        result += gain[best]
        gain[best] = 0.0
    return result


@njit(cache=True)  # type: ignore[untyped-decorator]
def all_losses(
    member: IntArray,
    size: IntArray,
    columns: Columns,
    words: Words,
    text: float,
    scratch: Scratch,
    ticket: IntArray,
) -> FloatArray:
    """:func:`class_loss` of every class."""
    result = np.zeros(len(size))
    for c in range(len(size)):
        result[c] = class_loss(member[c, : size[c]], columns, words, text, scratch, ticket, np.inf)
    return result


@njit(cache=True)  # type: ignore[untyped-decorator]
def shared_features(
    member: IntArray, size: IntArray, start: IntArray, feature: IntArray, keeps: FloatArray, number: int
) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
    """For each feature the classes that share it, all members or all but one who could be exchanged (start, class, what
    the class keeps by it, -1 in the second case), and what each class keeps by what all share."""
    sums = np.zeros(number)
    users = np.zeros(number, dtype=np.int64)
    touched = np.empty(number, dtype=np.int64)
    counts = np.zeros(number + 1, dtype=np.int64)
    place = np.zeros(number, dtype=np.int64)
    owner = np.empty(0, dtype=np.int64)
    value = np.empty(0)
    kept = np.zeros(len(size))
    for turn in range(2):
        if turn == 1:
            for f in range(number):
                counts[f + 1] += counts[f]
                place[f] = counts[f]
            owner = np.empty(counts[number], dtype=np.int64)
            value = np.empty(counts[number])
        for c in range(len(size)):
            found = 0
            for i in range(size[c]):
                for at in range(start[member[c, i]], start[member[c, i] + 1]):
                    f = feature[at]
                    if users[f] == 0:
                        touched[found] = f
                        found += 1
                    users[f] += 1
                    sums[f] += keeps[at]
            for i in range(found):
                f = touched[i]
                if users[f] >= size[c] - 1:
                    if turn == 0:
                        counts[f + 1] += 1
                        kept[c] += sums[f] if users[f] == size[c] else 0.0
                    else:
                        owner[place[f]] = c
                        value[place[f]] = sums[f] if users[f] == size[c] else -1.0
                        place[f] += 1
                users[f] = 0
                sums[f] = 0.0
    return counts, owner, value, kept


@njit(cache=True)  # type: ignore[untyped-decorator]
def _targets(
    r: int,
    own_class: int,
    start: IntArray,
    feature: IntArray,
    keeps: FloatArray,
    index: tuple[IntArray, IntArray, FloatArray, FloatArray],
    still: FloatArray,
    own: FloatArray,
    touched: IntArray,
) -> tuple[IntArray, int]:
    """The classes that would lose least by taking in the record's terms, best first; and how many entries were read."""
    istart, owner, value, kept = index
    features = np.arange(start[r], start[r + 1])
    lengths = np.empty(len(features), dtype=np.int64)
    for i in range(len(features)):
        f = feature[features[i]]
        lengths[i] = istart[f + 1] - istart[f]
    found, visits = 0, 0
    for i in np.argsort(lengths, kind="mergesort"):
        at = features[i]
        f = feature[at]
        visits += lengths[i]
        if visits > VISITS:
            break
        for e in range(istart[f], istart[f + 1]):
            c = owner[e]
            if own[c] == 0.0:
                touched[found] = c
                found += 1
            still[c] += max(value[e], 0.0)
            own[c] += keeps[at] if value[e] >= 0.0 else 0.5 * keeps[at]
    best = np.full(TARGETS, -1, dtype=np.int64)
    worth = np.full(TARGETS, np.inf)
    for i in range(found):
        c = touched[i]
        growth = kept[c] - still[c] + 1.0 - own[c]
        still[c] = 0.0
        own[c] = 0.0
        if c == own_class:
            continue
        for j in range(TARGETS):
            if growth < worth[j] - 1e-12 or (growth < worth[j] + 1e-12 and best[j] >= 0 and c < best[j]):
                for m in range(TARGETS - 1, j, -1):
                    best[m], worth[m] = best[m - 1], worth[m - 1]
                best[j], worth[j] = c, growth
                break
    return best[best >= 0], visits


@njit(cache=True)  # type: ignore[untyped-decorator]
def sweep(
    queue: IntArray,
    position: int,
    ask: bool,
    k: int,
    member: IntArray,
    size: IntArray,
    label: IntArray,
    loss: FloatArray,
    columns: Columns,
    words: Words,
    text: float,
    features: tuple[IntArray, IntArray, FloatArray],
    index: tuple[IntArray, IntArray, FloatArray, FloatArray],
    scratch: Scratch,
    seen: Seen,
    ticket: IntArray,
    work: int,
) -> tuple[int, int, int, float, float, float]:
    """Go through the records of `queue` from `position`, and carry out the best move or swap of each that gains.

    With `ask`, stop at the first one instead and say it. Returns the next position; the class that the record would go
    to and the record that would come back (-1: none, a move), what both classes would lose then (-1, -1, 0, 0 when
    nothing is to be asked); and the sum of what was gained. Gives up when `ticket` counts `work`.
    """
    start, feature, keeps = features
    changed, visited, tried, clock = seen
    classes, room = member.shape
    still, own = np.zeros(classes), np.zeros(classes)
    touched = np.empty(classes, dtype=np.int64)
    left, right = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
    gained = 0.0
    while position < len(queue) and ticket[1] < work:
        r = queue[position]
        position += 1
        a = label[r]
        if loss[a] <= LEAST:
            continue
        targets, visits = _targets(r, a, start, feature, keeps, index, still, own, touched)
        ticket[1] += visits // 4  # reading an entry takes a fraction of the time of the other look-ups
        clock[0] += 1
        before, still_so = visited[r], changed[a] < visited[r]
        visited[r] = clock[0]
        most, to, back, loss_a, loss_b = LEAST, -1, -1, 0.0, 0.0
        for b in targets:
            if still_so and changed[b] < before and (tried[r] == b).any():
                continue  # as it was the last time, when it gained nothing or was refused
            together = loss[a] + loss[b]
            for out in range(-1, size[b]):
                if out < 0 and (size[a] <= k or size[b] >= room):
                    continue
                m = 0
                for i in range(size[b]):
                    if i != out:
                        right[m] = member[b, i]
                        m += 1
                right[m] = r
                m += 1
                new_b = class_loss(right[:m], columns, words, text, scratch, ticket, together - most)
                if together - new_b <= most:
                    continue
                n = 0
                for i in range(size[a]):
                    if member[a, i] != r:
                        left[n] = member[a, i]
                        n += 1
                if out >= 0:
                    left[n] = member[b, out]
                    n += 1
                new_a = class_loss(left[:n], columns, words, text, scratch, ticket, together - most - new_b)
                if together - new_a - new_b > most:
                    most, to, loss_a, loss_b = together - new_a - new_b, b, new_a, new_b
                    back = member[b, out] if out >= 0 else -1
        tried[r] = -1
        tried[r, : len(targets)] = targets
        if to < 0:
            continue
        if ask:
            return position, to, back, loss_a, loss_b, gained
        exchange(r, to, back, member, size, label)
        loss[a], loss[to] = loss_a, loss_b
        changed[a], changed[to] = clock[0], clock[0]
        gained += most
    return position, -1, -1, 0.0, 0.0, gained


@njit(cache=True)  # type: ignore[untyped-decorator]
def exchange(r: int, to: int, back: int, member: IntArray, size: IntArray, label: IntArray) -> None:
    """Put record `r` into class `to`, and `back` (-1: nobody) where it was; members stay in order."""
    a = label[r]
    for c, gone, come in ((a, r, back), (to, back, r)):
        n = 0
        for i in range(size[c]):
            if member[c, i] != gone:
                member[c, n] = member[c, i]
                n += 1
        if come >= 0:
            while n > 0 and member[c, n - 1] > come:
                member[c, n] = member[c, n - 1]
                n -= 1
            member[c, n] = come
        size[c] += (1 if come >= 0 else 0) - (1 if gone >= 0 else 0)
        if come >= 0:
            label[come] = c
