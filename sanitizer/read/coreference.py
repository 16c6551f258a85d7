"""Join the phrases of a text into entities: names by their words, nouns and pronouns by the ranker.

Phrases are taken in the order of the text. Each goes to the entity whose earlier phrases speak for it together, if
these outweigh every other entity and a new one; what contradicts an entity (another sex, another person's name) is
never joined with it. How much a link outweighs the next best reading is kept with it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from spacy.tokens import Doc

from sanitizer.read.pairs import pairs_of
from sanitizer.read.phrase_facts import Fact
from sanitizer.read.ranker import Array, Ranker, opened
from sanitizer.read.referring_phrases import Candidate, Named, candidates_of
from sanitizer.types import Bits

UNLIKELY: Final[Bits] = 6.0
"""Bits below a new entity from which on an earlier phrase says nothing: more than all compared ones make up for."""
RENAMED: Final[Bits] = 6.0
"""Least margin of a link between two names that have no word in common."""
_AGREED: Final = 0.75
"""Least share of the pronouns of an entity that tells its sex."""


@dataclass(slots=True)
class Cluster:
    """An entity while it grows: its phrases, the margin of each, and what is known of it. ``sex`` is told by titles,
    names and nouns, or before (``told``); ``said`` counts what pronouns say."""

    members: list[int] = field(default_factory=list)
    margins: list[Bits] = field(default_factory=list)
    sex: str = ""
    said: dict[str, int] = field(default_factory=dict)
    number: str = ""
    groups: set[int] = field(default_factory=set)
    person: bool = False
    thing: bool = False

    @property
    def agreed(self) -> str:
        """The sex that is told, or that nearly all pronouns say: "m", "f" or ""."""
        if self.sex or not self.said:
            return self.sex
        best = max(self.said, key=lambda sex: (self.said[sex], sex))
        return best if self.said[best] >= _AGREED * sum(self.said.values()) else ""


@dataclass(frozen=True)
class Linked:
    """The phrases of a text, what they tell, and the entities they were joined into."""

    candidates: tuple[Candidate, ...]
    facts: tuple[Fact, ...]
    clusters: tuple[Cluster, ...]


def link(doc: Doc, names: Sequence[Named], ranker: Ranker | None = None, least: Bits = 0.0) -> Linked:
    """Join the phrases of a text into entities.

    Twice: whom most pronouns of an entity call "she" is a woman, so that the second time no "he" is joined with her.

    Args:
        doc: with parts of speech, sentences and a tree.
        names: disjoint, in the order of the text; those of one group are one entity.
        ranker: the weights; those that ship, unless others are given.
        least: margin below which a phrase begins an entity of its own.
    """
    candidates = candidates_of(doc, names)
    pairs = pairs_of(doc, candidates)
    scores = (ranker or opened()).scores(pairs)
    reading = _Reading(candidates, pairs.facts, _likely(scores, pairs.before), least)
    clusters = reading.clusters({})
    if any(len(cluster.said) > 1 for cluster in clusters):
        told = {
            i: c.agreed for c in clusters if c.agreed for i in c.members if pairs.facts[i].kind != "pronoun"
        }
        clusters = reading.clusters(told)
    return Linked(tuple(candidates), pairs.facts, tuple(clusters))


def _likely(scores: Array, before: Array) -> list[list[tuple[int, float]]]:
    """For each phrase the earlier ones that could speak for their entity, nearest first, and how many times likelier
    than a new entity each is; those :data:`UNLIKELY` bits below a new entity are left out."""
    result: list[list[tuple[int, float]]] = [[] for _ in range(len(scores))]
    over = scores[:, 1:] - scores[:, :1]
    rows, columns = np.nonzero(over > -UNLIKELY)
    weights = np.exp2(np.minimum(over[rows, columns].astype(np.float64), 500.0))
    for row, j, weight in zip(rows.tolist(), before[rows, columns].tolist(), weights.tolist(), strict=True):
        result[row].append((j, weight))
    return result


@dataclass(frozen=True)
class _Reading:
    """What the phrases of a text are joined by; see :func:`link`."""

    candidates: Sequence[Candidate]
    facts: Sequence[Fact]
    likely: Sequence[Sequence[tuple[int, float]]]
    least: Bits

    def clusters(self, told: Mapping[int, str]) -> list[Cluster]:
        """Return the entities; ``told`` is the sex that phrases are known to tell."""
        clusters: list[Cluster] = []
        owner: list[int] = []
        of_group: dict[int, int] = {}
        for i, (candidate, fact) in enumerate(zip(self.candidates, self.facts, strict=True)):
            group = candidate.name.group if candidate.name is not None else -1
            chosen, margin = of_group.get(group, -1), math.inf
            if chosen < 0:
                chosen, margin = _best(self.likely[i], owner, clusters, candidate, fact)
                renamed = group >= 0 and chosen >= 0 and clusters[chosen].groups
                if chosen < 0 or margin < (max(self.least, RENAMED) if renamed else self.least):
                    chosen, margin = len(clusters), math.inf
                    clusters.append(Cluster())
            owner.append(chosen)
            _add(clusters[chosen], i, margin, group, fact, told.get(i, ""))
            if group >= 0:
                of_group[group] = chosen
        return clusters


def _best(
    likely: Sequence[tuple[int, float]],
    owner: Sequence[int],
    clusters: Sequence[Cluster],
    candidate: Candidate,
    fact: Fact,
) -> tuple[int, Bits]:
    """Return the entity that fits best (-1: a new one), and by how many bits it outweighs the next best."""
    sums: dict[int, float] = {}
    for j, weight in likely:
        entity = owner[j]
        if entity in sums:
            sums[entity] += weight
        elif _fits(clusters[entity], candidate, fact):
            sums[entity] = weight
    total = sorted(sums.items(), key=lambda item: (-item[1], item[0]))[:2]
    if not total or total[0][1] <= 1.0:
        return -1, math.inf
    rest = max(1.0, total[1][1] if len(total) > 1 else 0.0)
    margin = math.log2(total[0][1] / rest)
    return (total[0][0], margin) if margin > 0 else (-1, math.inf)


def _fits(cluster: Cluster, candidate: Candidate, fact: Fact) -> bool:
    """Return whether nothing known of an entity contradicts a phrase."""
    if fact.sex and cluster.sex and fact.sex != cluster.sex:
        return False
    if fact.sex and cluster.thing:
        return False
    if fact.pronoun in {"i", "he", "she", "it"} and cluster.number == "p":
        return False
    if fact.pronoun == "it" and cluster.person:
        return False
    if candidate.name is not None and cluster.groups:
        return fact.sort == "person" and cluster.person
    return True


def _add(cluster: Cluster, i: int, margin: Bits, group: int, fact: Fact, told: str) -> None:
    cluster.members.append(i)
    cluster.margins.append(margin)
    if fact.kind == "pronoun" and fact.sex:
        cluster.said[fact.sex] = cluster.said.get(fact.sex, 0) + 1
    else:
        cluster.sex = cluster.sex or fact.sex or told
    if fact.kind != "pronoun" or fact.pronoun in {"i", "we", "he", "she"}:
        cluster.number = cluster.number or fact.number
    if group >= 0:
        cluster.groups.add(group)
    cluster.person = cluster.person or fact.sort == "person"
    cluster.thing = cluster.thing or (fact.kind == "name" and fact.sort in {"place", "time"})
