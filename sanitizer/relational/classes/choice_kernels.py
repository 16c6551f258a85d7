"""The compiled choice of what stands for the terms of one class, and what that loses."""

import numpy as np
from numba import njit

from sanitizer.relational.classes.kernel_types import ClassTerms, Scratch, Words
from sanitizer.relational.classes.list_kernels import candidate_lists
from sanitizer.types import BoolArray, IntArray


@njit(cache=True)  # type: ignore[untyped-decorator]
def one_class(group: IntArray, words: Words, scratch: Scratch) -> ClassTerms:
    """Return the terms of a class by itself. `scratch` is left as it was but for the stamps."""
    start, term, lstart, lfeature, lkeeps, kind, nats, most = words
    carriers, stamp, place, local, tickets = scratch
    ticket = tickets[0]
    size = len(group)
    rstart = np.zeros(size + 1, dtype=np.int64)
    for r in range(size):
        rstart[r + 1] = rstart[r] + start[group[r] + 1] - start[group[r]]
    seen = np.empty(rstart[size], dtype=np.int64)
    distinct = 0
    for r in group:
        ticket += 1
        for at in range(start[r], start[r + 1]):
            t = term[at]
            if local[t] < 0:
                local[t] = 0
                seen[distinct] = t
                distinct += 1
            for i in range(lstart[t], lstart[t + 1]):
                f = lfeature[i]
                if stamp[f] != ticket:
                    stamp[f] = ticket
                    carriers[f] += 1
    own = np.sort(seen[:distinct])
    for j in range(distinct):
        local[own[j]] = j
    rterm = np.empty(rstart[size], dtype=np.int64)
    weight = np.zeros(distinct)
    for r in range(size):
        for i in range(rstart[r], rstart[r + 1]):
            j = local[term[start[group[r]] + i - rstart[r]]]
            rterm[i] = j
            weight[j] += 1.0 / (rstart[r + 1] - rstart[r])
    count, rungs = 0, 0
    for j in range(distinct):
        for i in range(lstart[own[j]], lstart[own[j] + 1]):
            f = lfeature[i]
            if carriers[f] == size:
                rungs += 1
                if place[f] < 0:
                    place[f] = count
                    count += 1
    listed = candidate_lists(rstart, rterm, weight, kind[own], most)
    lists = len(listed[0]) - 1
    names = np.empty(count + lists, dtype=np.int64)
    for n in range(lists):
        names[count + n] = len(carriers) + n
    tstart = np.zeros(distinct + 1, dtype=np.int64)
    tfeature = np.empty(rungs + len(listed[1]), dtype=np.int64)
    tkeeps = np.empty(rungs + len(listed[1]))
    at = 0
    for j in range(distinct):
        t = own[j]
        for i in range(lstart[t], lstart[t + 1]):
            f = lfeature[i]
            if carriers[f] == size:
                names[place[f]] = f
                tfeature[at] = place[f]
                tkeeps[at] = lkeeps[i]
                at += 1
        for n in range(lists):
            for i in range(listed[0][n], listed[0][n + 1]):
                keeps = 1.0 - np.log(listed[0][n + 1] - listed[0][n]) / nats[t] if nats[t] > 0.0 else 0.0
                if listed[1][i] == j and keeps > 0.0:
                    to = at
                    while to > tstart[j] and tkeeps[to - 1] < keeps:
                        tfeature[to], tkeeps[to] = tfeature[to - 1], tkeeps[to - 1]
                        to -= 1
                    tfeature[to], tkeeps[to] = count + n, keeps
                    at += 1
        tstart[j + 1] = at
    for j in range(distinct):
        local[own[j]] = -1
        for i in range(lstart[own[j]], lstart[own[j] + 1]):
            carriers[lfeature[i]] = 0
            place[lfeature[i]] = -1
    tickets[0] = ticket
    return own, rstart, rterm, weight, tstart, tfeature[:at], tkeeps[:at], names, listed


@njit(cache=True)  # type: ignore[untyped-decorator]
def choose(of: ClassTerms) -> tuple[BoolArray, float]:
    """Return which features a class shows, and what its records keep by them: the one that adds most comes in, as
    long as any does.

    A term shows the best chosen feature of its ladder. When a newcomer leaves another feature without a term in some
    record, that one goes, and the set is worth what is left.
    """
    _, _, _, weight, tstart, tfeature, tkeeps, names, _ = of
    count, terms = len(names), len(weight)
    chosen = np.zeros(count, dtype=np.bool_)
    value, now = 0.0, np.zeros(terms)
    gain = np.zeros(count)
    trial = np.empty(count, dtype=np.bool_)

    while True:
        gain[:] = 0.0
        for j in range(terms):
            for i in range(tstart[j], tstart[j + 1]):
                if tkeeps[i] > now[j]:
                    gain[tfeature[i]] += weight[j] * (tkeeps[i] - now[j])
        best, most = value, -1
        kept = chosen.copy()
        left = ~chosen
        while True:  # by falling bound of what a feature can add
            f = -1
            for g in range(count):
                if (
                    left[g]
                    and gain[g] > 1e-9
                    and (f < 0 or gain[g] > gain[f] or (gain[g] == gain[f] and names[g] < names[f]))
                ):
                    f = g
            if f < 0 or value + gain[f] <= best + 1e-9:
                break
            left[f] = False
            trial[:] = chosen
            trial[f] = True
            worth = _worth(trial, of)
            if worth > best + 1e-9:
                best, most = worth, f
                kept[:] = trial
        if most < 0:
            return chosen, value
        value = best
        chosen[:] = kept
        for j in range(terms):
            now[j] = 0.0
            for i in range(tstart[j], tstart[j + 1]):
                if chosen[tfeature[i]]:
                    now[j] = tkeeps[i]
                    break


@njit(cache=True)  # type: ignore[untyped-decorator]
def _worth(chosen: BoolArray, of: ClassTerms) -> float:
    """Return what the records keep by a set of features; those that not every record would show are taken out of it."""
    _, rstart, rterm, weight, tstart, tfeature, tkeeps, _, _ = of
    count, terms = len(chosen), len(weight)
    shown = np.full(terms, -1, dtype=np.int64)
    users = np.zeros(count, dtype=np.int64)
    last = np.full(count, -1, dtype=np.int64)
    kept = np.zeros(count)
    while True:
        kept[:] = 0.0
        for j in range(terms):
            shown[j] = -1
            for i in range(tstart[j], tstart[j + 1]):
                if chosen[tfeature[i]]:
                    shown[j] = tfeature[i]
                    kept[tfeature[i]] += weight[j] * tkeeps[i]
                    break
        users[:] = 0
        last[:] = -1
        for r in range(len(rstart) - 1):
            for i in range(rstart[r], rstart[r + 1]):
                f = shown[rterm[i]]
                if f >= 0 and last[f] != r:
                    last[f] = r
                    users[f] += 1
        least = -1
        for f in range(count):
            if chosen[f] and users[f] < len(rstart) - 1 and (least < 0 or kept[f] < kept[least]):
                least = f
        if least < 0:
            return float(kept.sum())
        chosen[least] = False
