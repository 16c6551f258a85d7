"""Terms of a class: kept when every record has them, else said more generally so that every record says the
same.

Inside a class all records must show the same set of terms (rx-anon section 3). The paper suppresses what is
not shared; here each term is replaced by the most informative generalization that every record of the class
can carry, and only what has none is suppressed to its entity type.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import NamedTuple

import numpy as np

from kb.ladders import Rung, falling
from sanitizer.relational.classes.cluster_blocks import Features
from sanitizer.relational.classes.kernel_types import Words
from sanitizer.relational.classes.term_kernels import features_kernel, losses_kernel, recode_kernel
from sanitizer.relational.privacy.k_anonymity import rare_combinations
from sanitizer.relational.table.view import Partition, View
from sanitizer.relational.terms.listings import Listing
from sanitizer.types import FloatArray, IntArray

SUPPRESSED = -1


@dataclass(frozen=True, slots=True)
class Ladders:
    """The generalizations of v terms as arrays. A term is its own first rung, so features 0 to v - 1 are
    the terms.

    ``start`` (v + 1,), ``feature`` and ``keeps`` (nnz,): rungs by falling ``keeps``; ``rungs``, the features that
    are not terms, from number v on. ``kind`` (v,) numbers the terms that may stand in one
    list, -1 for those that may stand in none; ``nats`` (v,) is what a term tells among its kind: a list of m keeps
    1 - log(m) / nats; ``most`` is the longest list.
    """

    start: IntArray
    feature: IntArray
    keeps: FloatArray
    rungs: tuple[Rung, ...]
    kind: IntArray
    nats: FloatArray
    most: int = 0

    @property
    def number(self) -> int:
        """How many features there are, terms included."""
        return len(self.start) - 1 + len(self.rungs)

    def words(self, view: View) -> Words:
        """Return the terms of the records with these ladders, as compiled loops take them."""
        return (view.start, view.term, self.start, self.feature, self.keeps, self.kind, self.nats, self.most)


def make_ladders(
    rungs: Sequence[Sequence[Rung]], listings: Sequence[Listing | None] = (), most: int = 0
) -> Ladders:
    """Return the arrays for the generalizations of each term (the term itself left out).

    Args:
        rungs: the generalizations of each term.
        listings: with whom each may be listed.
        most: the longest list of terms that a class may show; 0 or 1: none.
    """
    terms = len(rungs)
    said = {r.id: r for ladder in reversed(rungs) for r in ladder}
    number = {name: terms + i for i, name in enumerate(sorted(said))}
    start = np.zeros(terms + 1, dtype=np.int64)
    feature: list[int] = []
    keeps: list[float] = []
    for term, ladder in enumerate(rungs):
        feature.append(term)
        keeps.append(1.0)
        for rung in falling(ladder):
            feature.append(number[rung.id])
            keeps.append(min(rung.keeps, 1.0))
        start[term + 1] = len(feature)
    kind = np.full(terms, -1, dtype=np.int64)
    nats = np.zeros(terms)
    counts = Counter(listing.kind for listing in listings if listing)
    place = {name: i for i, name in enumerate(sorted(counts))}
    for term, listing in enumerate(listings):
        if listing and counts[listing.kind] > 2:
            kind[term] = place[listing.kind]
            nats[term] = listing.nats or log(counts[listing.kind])
    return Ladders(
        start,
        np.asarray(feature, dtype=np.int64),
        np.asarray(keeps, dtype=np.float64),
        tuple(said[name] for name in number),
        kind,
        nats,
        most,
    )


def no_ladders(terms: int) -> Ladders:
    """Suppression only, as in the paper: a term is kept or gone."""
    return make_ladders([()] * terms)


def record_features(view: View, ladders: Ladders, k: int = 2) -> Features:
    """Return what each record can share: the union of its terms' ladders, each rung with what it keeps beyond the
    next.

    That a term can stand in a list of its kind is such a rung as well: it keeps what a list of one term for each of `k`
    records would, less where the longest list is shorter.
    """
    start, feature, keeps, number = ladders.start, ladders.feature, ladders.keeps, ladders.number
    if ladders.most > 1:
        terms = np.flatnonzero(ladders.kind >= 0)
        length = min(k, ladders.most)
        worth = np.maximum(1 - np.log(length) / ladders.nats[terms], 0.0) * min(1.0, ladders.most / max(k, 1))
        of = np.concatenate([np.repeat(np.arange(len(start) - 1), np.diff(start)), terms])
        all_keeps = np.concatenate([keeps, worth])
        order = np.lexsort((-all_keeps, of))
        feature = np.concatenate([feature, number + ladders.kind[terms]])[order]
        start = np.concatenate([[0], np.cumsum(np.bincount(of, minlength=len(start) - 1))]).astype(np.int64)
        keeps = all_keeps[order]
        number += int(ladders.kind.max(initial=-1)) + 1
    out_start, out_feature, out_keeps = features_kernel(view.start, view.term, start, feature, keeps, number)
    return Features(out_start, out_feature, out_keeps, number)


@dataclass(frozen=True, slots=True)
class TermRecoding:
    """What becomes of each term in each class.

    ``start`` (classes + 1,), ``term``, ``choice``, ``keeps`` (nnz,): the distinct terms of each class
    (sorted), the feature each is replaced by (itself = kept, SUPPRESSED = type word, beyond the ladders' features a
    list of terms), and the share of information it keeps. ``lists`` are the terms of each list.
    """

    start: IntArray
    term: IntArray
    choice: IntArray
    keeps: FloatArray
    lists: tuple[tuple[int, ...], ...] = ()

    def of(self, number: int) -> dict[int, int]:
        """term -> feature in a class."""
        at = slice(self.start[number], self.start[number + 1])
        return dict(zip(self.term[at].tolist(), self.choice[at].tolist(), strict=True))

    def losses(self, view: View, partition: Partition) -> FloatArray:
        """NCP_X of each person (n,): mean over their terms of 1 - keeps; NaN for persons without terms."""
        labels = partition.labels(view.persons)
        result: FloatArray = losses_kernel(view.start, view.term, labels, self.start, self.term, self.keeps)
        return result


def recode_terms(view: View, partition: Partition, ladders: Ladders) -> TermRecoding:
    """Choose for every class and term the most informative feature that all its records can carry.

    A feature is used only when *every* record of the class ends up with a term that is replaced by it;
    otherwise its presence in some texts and absence in others would tell records apart.
    """
    members = np.concatenate(partition.classes) if partition.classes else np.zeros(0, dtype=np.int64)
    sizes = np.asarray([len(c) for c in partition.classes], dtype=np.int64)
    start, term, choice, keeps, lstart, listed = recode_kernel(
        members, sizes, ladders.words(view), ladders.number
    )
    lists = tuple(tuple(listed[a:b].tolist()) for a, b in pairwise(lstart))
    return TermRecoding(start, term, choice, keeps, lists)


class Km(NamedTuple):
    """km-anonymity of the terms: whoever knows up to ``m`` terms of a person finds ``k`` records of the class. The
    terms ``held`` stay wherever they are: every class is known to allow it."""

    k: int
    m: int
    held: frozenset[int] = frozenset()


def recode_terms_km(view: View, partition: Partition, km: Km) -> TermRecoding:
    """Keep a term where k records of its class have it, as long as whoever knows up to `m` terms of a person finds k
    records with all of them (km-anonymity, Terrovitis et al. 2008); suppress the rest.

    Weaker than one set for the whole class, and keeps more. The rarer term of a rare combination goes first, those
    that are held last.
    """
    k, m, held = km
    start: list[int] = [0]
    term: list[int] = []
    choice: list[int] = []
    keeps: list[float] = []
    for members in partition.classes:
        sets = [frozenset(view.of(int(i)).tolist()) for i in members]
        counts = Counter(t for own in sets for t in own)
        kept = {t for t, count in counts.items() if count >= k}
        while rare := rare_combinations([own & kept for own in sets], k, m):
            kept -= {min(combination, key=lambda t: (t in held, counts[t], t)) for combination in rare}
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
