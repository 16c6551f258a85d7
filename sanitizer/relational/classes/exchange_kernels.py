"""The compiled parts of :mod:`.exchange`: what a class loses exactly, and which exchange of records lowers it most."""

from typing import Final

import numpy as np
from numba import njit

from sanitizer.relational.classes.kernel_types import (
    Bounds,
    Classes,
    Nearby,
    Scratch,
    SharedFeatures,
    Shares,
    Weighed,
)
from sanitizer.relational.classes.loss_kernels import LEAST, class_loss
from sanitizer.types import FloatArray, IntArray

TARGETS: Final = 6
"""Classes that are tried for a record: those that share most with it."""
VISITS: Final = 50_000
"""Entries of the index that are read for a record at most, features that few classes share first."""


@njit(cache=True)  # type: ignore[untyped-decorator]
def shared_features(member: IntArray, size: IntArray, shares: Shares) -> SharedFeatures:
    """Return the features that classes share."""
    start, feature, keeps, number = shares
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
    r: int, own_class: int, near: Nearby, sums: tuple[FloatArray, FloatArray], touched: IntArray
) -> tuple[IntArray, int]:
    """Return the classes that would lose least by taking in the record's terms, best first; and how many entries
    were read."""
    (start, feature, keeps, _), (istart, owner, value, kept), _ = near
    still, own = sums
    features = np.arange(start[r], start[r + 1])
    lengths = np.empty(len(features), dtype=np.int64)
    for i in range(len(features)):
        f = feature[features[i]]
        lengths[i] = istart[f + 1] - istart[f]
    found, visits = 0, 0
    for shortest in np.argsort(lengths, kind="mergesort"):
        at = features[shortest]
        f = feature[at]
        visits += int(lengths[shortest])
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
    queue: IntArray, bounds: Bounds, classes: Classes, by: Weighed, near: Nearby, scratch: Scratch
) -> tuple[int, int, int, float, float, float]:
    """Go through the records of `queue`, and carry out the best move or swap of each that gains.

    Where it has to ask, it stops at the first one instead and says it. Returns how many records it went through; the
    class that the record would go to and the record that would come back (-1: none, a move), what both classes would
    lose then (-1, -1, 0, 0 when nothing is to be asked); and the sum of what was gained. Gives up when the work is done
    that it may do.
    """
    member, size, label, loss = classes
    changed, visited, tried, clock = near[2]
    k, ask, work = bounds
    ticket = scratch[4]
    room = member.shape[1]
    sums = np.zeros(len(size)), np.zeros(len(size))
    touched = np.empty(len(size), dtype=np.int64)
    left, right = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64)
    position, gained = 0, 0.0
    while position < len(queue) and ticket[1] < work:
        r = queue[position]
        position += 1
        a = label[r]
        if loss[a] <= LEAST:
            continue
        targets, visits = _targets(r, a, near, sums, touched)
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
                new_b = class_loss(right[:m], by, scratch, together - most)
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
                new_a = class_loss(left[:n], by, scratch, together - most - new_b)
                if together - new_a - new_b > most:
                    most, to, loss_a, loss_b = together - new_a - new_b, b, new_a, new_b
                    back = member[b, out] if out >= 0 else -1
        tried[r] = -1
        tried[r, : len(targets)] = targets
        if to < 0:
            continue
        if ask:
            return position, to, back, loss_a, loss_b, gained
        exchange(r, to, back, classes)
        loss[a], loss[to] = loss_a, loss_b
        changed[a], changed[to] = clock[0], clock[0]
        gained += most
    return position, -1, -1, 0.0, 0.0, gained


@njit(cache=True)  # type: ignore[untyped-decorator]
def exchange(r: int, to: int, back: int, classes: Classes) -> None:
    """Put record `r` into class `to`, and `back` (-1: nobody) where it was; members stay in order."""
    member, size, label, _ = classes
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
