"""Terms of a class: kept when every record has them, else said more generally so that every record says the
same.

Inside a class all records must show the same set of terms (rx-anon section 3). The paper suppresses what is
not shared; here each term is replaced by the most informative generalization that every record of the class
can carry, and only what has none is suppressed to its entity type.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit

from sanitizer.relational.cluster import Features
from sanitizer.relational.privacy import rare_combinations
from sanitizer.relational.view import BoolArray, FloatArray, IntArray, Partition, View

SUPPRESSED = -1


@dataclass(frozen=True, slots=True)
class Rung:
    """A generalization of a term: ``id`` of its concept, ``label`` to write, ``keeps`` = IC(g) / IC(x), 0
    to 1."""

    id: str
    label: str
    keeps: float


@dataclass(frozen=True, slots=True)
class Ladders:
    """The generalizations of v terms as arrays. A term is its own first rung, so features 0 to v - 1 are
    the terms.

    ``start`` (v + 1,), ``feature`` and ``keeps`` (nnz,): rungs by falling ``keeps``; ``labels`` and ``ids``
    of the features that are not terms, from number v on.
    """

    start: IntArray
    feature: IntArray
    keeps: FloatArray
    labels: tuple[str, ...]
    ids: tuple[str, ...]

    @property
    def number(self) -> int:
        """How many features there are, terms included."""
        return len(self.start) - 1 + len(self.labels)


def make_ladders(rungs: Sequence[Sequence[Rung]]) -> Ladders:
    """The arrays for the generalizations of each term (the term itself left out)."""
    terms = len(rungs)
    ids = sorted({r.id for ladder in rungs for r in ladder})
    number = {name: terms + i for i, name in enumerate(ids)}
    labels = {r.id: r.label for ladder in reversed(rungs) for r in ladder}
    start = np.zeros(terms + 1, dtype=np.int64)
    feature: list[int] = []
    keeps: list[float] = []
    for term, ladder in enumerate(rungs):
        feature.append(term)
        keeps.append(1.0)
        for rung in sorted(ladder, key=lambda r: (-r.keeps, r.id)):
            if rung.keeps > 0:
                feature.append(number[rung.id])
                keeps.append(min(rung.keeps, 1.0))
        start[term + 1] = len(feature)
    return Ladders(
        start,
        np.asarray(feature, dtype=np.int64),
        np.asarray(keeps, dtype=np.float64),
        tuple(labels[name] for name in ids),
        tuple(ids),
    )


def no_ladders(terms: int) -> Ladders:
    """Suppression only, as in the paper: a term is kept or gone."""
    return make_ladders([()] * terms)


def record_features(view: View, ladders: Ladders) -> Features:
    """What each record can share: the union of its terms' ladders, each rung with what it keeps beyond the
    next."""
    start, feature, keeps = _features(
        view.start, view.term, ladders.start, ladders.feature, ladders.keeps, ladders.number
    )
    return Features(start, feature, keeps, ladders.number)


@dataclass(frozen=True, slots=True)
class TermRecoding:
    """What becomes of each term in each class.

    ``start`` (classes + 1,), ``term``, ``choice``, ``keeps`` (nnz,): the distinct terms of each class
    (sorted), the feature each is replaced by (itself = kept, SUPPRESSED = type word), and the share of
    information it keeps.
    """

    start: IntArray
    term: IntArray
    choice: IntArray
    keeps: FloatArray

    def of(self, number: int) -> dict[int, int]:
        """term -> feature in a class."""
        at = slice(self.start[number], self.start[number + 1])
        return dict(zip(self.term[at].tolist(), self.choice[at].tolist(), strict=True))

    def losses(self, view: View, partition: Partition) -> FloatArray:
        """NCP_X of each person (n,): mean over their terms of 1 - keeps; NaN for persons without terms."""
        labels = partition.labels(view.persons)
        result: FloatArray = _losses(
            view.start, view.term, labels, self.start, self.term, self.keeps, view.terms
        )
        return result


def recode_terms(view: View, partition: Partition, ladders: Ladders) -> TermRecoding:
    """Choose for every class and term the most informative feature that all its records can carry.

    A feature is used only when *every* record of the class ends up with a term that is replaced by it;
    otherwise its presence in some texts and absence in others would tell records apart.
    """
    members = np.concatenate(partition.classes) if partition.classes else np.zeros(0, dtype=np.int64)
    sizes = np.asarray([len(c) for c in partition.classes], dtype=np.int64)
    start, term, choice, keeps = _recode(
        members, sizes, view.start, view.term, ladders.start, ladders.feature, ladders.keeps, ladders.number
    )
    return TermRecoding(start, term, choice, keeps)


def recode_terms_km(view: View, partition: Partition, k: int, m: int) -> TermRecoding:
    """Keep a term where k records of its class have it, as long as whoever knows up to `m` terms of a person finds k
    records with all of them (km-anonymity, Terrovitis et al. 2008); suppress the rest.

    Weaker than one set for the whole class, and keeps more. The rarer term of a rare combination goes first.
    """
    start: list[int] = [0]
    term: list[int] = []
    choice: list[int] = []
    keeps: list[float] = []
    for members in partition.classes:
        sets = [frozenset(view.of(int(i)).tolist()) for i in members]
        counts = Counter(t for own in sets for t in own)
        kept = {t for t, count in counts.items() if count >= k}
        while rare := rare_combinations([own & kept for own in sets], k, m):
            kept -= {min(combination, key=lambda t: (counts[t], t)) for combination in rare}
        for t in sorted(counts):
            term.append(t)
            choice.append(t if t in kept else SUPPRESSED)
            keeps.append(1.0 if t in kept else 0.0)
        start.append(len(term))
    return TermRecoding(
        np.asarray(start, dtype=np.int64),
        np.asarray(term, dtype=np.int64),
        np.asarray(choice, dtype=np.int64),
        np.asarray(keeps, dtype=np.float64),
    )


@njit(cache=True)  # type: ignore[untyped-decorator]
def _features(
    start: IntArray, term: IntArray, lstart: IntArray, lfeature: IntArray, lkeeps: FloatArray, number: int
) -> tuple[IntArray, IntArray, FloatArray]:
    n = len(start) - 1
    total = 0
    for i in range(len(term)):
        total += lstart[term[i] + 1] - lstart[term[i]]
    out_start = np.zeros(n + 1, dtype=np.int64)
    out_feature = np.empty(total, dtype=np.int32)
    out_keeps = np.empty(total, dtype=np.float32)
    value = np.zeros(number)
    touched = np.empty(number, dtype=np.int64)
    position = 0
    for r in range(n):
        size = start[r + 1] - start[r]
        found = 0
        for at in range(start[r], start[r + 1]):
            t = term[at]
            for i in range(lstart[t], lstart[t + 1]):
                beyond = lkeeps[i] - (lkeeps[i + 1] if i + 1 < lstart[t + 1] else 0.0)
                if value[lfeature[i]] == 0.0:
                    touched[found] = lfeature[i]
                    found += 1
                value[lfeature[i]] += max(beyond, 1e-9) / size
        order = np.sort(touched[:found])
        for f in order:
            out_feature[position] = f
            out_keeps[position] = value[f]
            value[f] = 0.0
            position += 1
        out_start[r + 1] = position
    return out_start, out_feature[:position].astype(np.int64), out_keeps[:position].astype(np.float64)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _recode(
    members: IntArray,
    sizes: IntArray,
    start: IntArray,
    term: IntArray,
    lstart: IntArray,
    lfeature: IntArray,
    lkeeps: FloatArray,
    number: int,
) -> tuple[IntArray, IntArray, IntArray, FloatArray]:
    classes = len(sizes)
    terms = len(lstart) - 1
    out_start = np.zeros(classes + 1, dtype=np.int64)
    out_term = np.empty(len(term), dtype=np.int32)
    out_choice = np.empty(len(term), dtype=np.int32)
    out_keeps = np.empty(len(term), dtype=np.float32)
    carriers = np.zeros(number, dtype=np.int64)  # persons of the class that can carry a feature
    stamp = np.full(number, -1, dtype=np.int64)
    place = np.full(number, -1, dtype=np.int64)  # of a feature among the candidates of the class
    local = np.full(terms, -1, dtype=np.int64)  # of a term among those of the class
    first, position, ticket = 0, 0, 0
    for c in range(classes):
        size = sizes[c]
        group = members[first : first + size]
        first += size
        begin = position
        for r in group:
            ticket += 1
            for at in range(start[r], start[r + 1]):
                t = term[at]
                if local[t] < 0:
                    local[t] = 0
                    out_term[position] = t
                    position += 1
                for i in range(lstart[t], lstart[t + 1]):
                    f = lfeature[i]
                    if stamp[f] != ticket:
                        stamp[f] = ticket
                        carriers[f] += 1
        out_start[c + 1] = position
        out_term[begin:position] = np.sort(out_term[begin:position])
        own = out_term[begin:position]
        # the class by itself: its records' terms, and the rungs of each term that all records can carry
        for j in range(len(own)):
            local[own[j]] = j
        rstart = np.zeros(size + 1, dtype=np.int64)
        for r in range(size):
            rstart[r + 1] = rstart[r] + start[group[r] + 1] - start[group[r]]
        rterm = np.empty(rstart[size], dtype=np.int64)
        weight = np.zeros(len(own))
        for r in range(size):
            for i in range(rstart[r], rstart[r + 1]):
                j = local[term[start[group[r]] + i - rstart[r]]]
                rterm[i] = j
                weight[j] += 1.0 / (rstart[r + 1] - rstart[r])
        count, rungs = 0, 0
        for j in range(len(own)):
            for i in range(lstart[own[j]], lstart[own[j] + 1]):
                f = lfeature[i]
                if carriers[f] == size:
                    rungs += 1
                    if place[f] < 0:
                        place[f] = count
                        count += 1
        names = np.empty(count, dtype=np.int64)
        tstart = np.zeros(len(own) + 1, dtype=np.int64)
        tfeature = np.empty(rungs, dtype=np.int64)
        tkeeps = np.empty(rungs)
        at = 0
        for j in range(len(own)):
            for i in range(lstart[own[j]], lstart[own[j] + 1]):
                f = lfeature[i]
                if carriers[f] == size:
                    names[place[f]] = f
                    tfeature[at] = place[f]
                    tkeeps[at] = lkeeps[i]
                    at += 1
            tstart[j + 1] = at
        chosen = _choose(rstart, rterm, weight, tstart, tfeature, tkeeps, names)
        for j in range(len(own)):
            out_choice[begin + j] = -1
            out_keeps[begin + j] = 0.0
            for i in range(tstart[j], tstart[j + 1]):
                if chosen[tfeature[i]]:
                    out_choice[begin + j] = names[tfeature[i]]
                    out_keeps[begin + j] = tkeeps[i]
                    break
        for j in range(len(own)):
            t = own[j]
            local[t] = -1
            for i in range(lstart[t], lstart[t + 1]):
                carriers[lfeature[i]] = 0
                place[lfeature[i]] = -1
    return (
        out_start,
        out_term[:position].astype(np.int64),
        out_choice[:position].astype(np.int64),
        out_keeps[:position].astype(np.float64),
    )


@njit(cache=True)  # type: ignore[untyped-decorator]
def _choose(
    rstart: IntArray,
    rterm: IntArray,
    weight: FloatArray,
    tstart: IntArray,
    tfeature: IntArray,
    tkeeps: FloatArray,
    names: IntArray,
) -> BoolArray:
    """Which features a class shows: the one that adds most comes in, as long as any does.

    A term shows the best chosen feature of its ladder. When a newcomer leaves another feature without a term in some
    record, that one goes, and the set is worth what is left.
    """
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
            worth = _worth(trial, rstart, rterm, weight, tstart, tfeature, tkeeps)
            if worth > best + 1e-9:
                best, most = worth, f
                kept[:] = trial
        if most < 0:
            return chosen
        value = best
        chosen[:] = kept
        for j in range(terms):
            now[j] = 0.0
            for i in range(tstart[j], tstart[j + 1]):
                if chosen[tfeature[i]]:
                    now[j] = tkeeps[i]
                    break


@njit(cache=True)  # type: ignore[untyped-decorator]
def _worth(
    chosen: BoolArray,
    rstart: IntArray,
    rterm: IntArray,
    weight: FloatArray,
    tstart: IntArray,
    tfeature: IntArray,
    tkeeps: FloatArray,
) -> float:
    """What the records keep by a set of features; those that not every record would show are taken out of it."""
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


@njit(cache=True)  # type: ignore[untyped-decorator]
def _losses(
    start: IntArray,
    term: IntArray,
    labels: IntArray,
    cstart: IntArray,
    cterm: IntArray,
    keeps: FloatArray,
    terms: int,
) -> FloatArray:
    n = len(start) - 1
    result = np.full(n, np.nan)
    for r in range(n):
        size = start[r + 1] - start[r]
        if size == 0:
            continue
        c = labels[r]
        lost = 0.0
        for at in range(start[r], start[r + 1]):
            low, high = cstart[c], cstart[c + 1]
            while low < high:
                middle = (low + high) // 2
                if cterm[middle] < term[at]:
                    low = middle + 1
                else:
                    high = middle
            lost += 1.0 - keeps[low]
        result[r] = lost / size
    return result
