"""Join the phrases of a text into entities: names by their words, nouns and pronouns by the ranker.

Phrases are taken in the order of the text. Each goes to the entity whose earlier phrases speak for it together, if
these outweigh every other entity and a new one; what contradicts an entity (another sex, another person's name) is
never joined with it. How much a link outweighs the next best reading is kept with it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from spacy.tokens import Doc

from sanitizer.read.candidates import Candidate, Named, candidates_of
from sanitizer.read.facts import Fact
from sanitizer.read.pairs import pairs_of
from sanitizer.read.ranker import Ranker, opened
from sanitizer.types import Bits

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
    scores = (ranker or opened()).scores(pairs).tolist()
    reading = _Reading(candidates, pairs.facts, scores, pairs.before.tolist(), least)
    first = reading.clusters({})
    told = {
        i: cluster.agreed
        for cluster in first
        if cluster.agreed
        for i in cluster.members
        if pairs.facts[i].kind != "pronoun"
    }
    return Linked(tuple(candidates), pairs.facts, tuple(reading.clusters(told)))


@dataclass(frozen=True)
class _Reading:
    """What the phrases of a text are joined by; see :func:`link`."""

    candidates: Sequence[Candidate]
    facts: Sequence[Fact]
    scores: Sequence[Sequence[float]]
    before: Sequence[Sequence[int]]
    least: Bits

    def clusters(self, told: Mapping[int, str]) -> list[Cluster]:
        """The entities; ``told`` is the sex that phrases are known to tell."""
        clusters: list[Cluster] = []
        owner: list[int] = []
        of_group: dict[int, int] = {}
        for i, (candidate, fact) in enumerate(zip(self.candidates, self.facts, strict=True)):
            group = candidate.name.group if candidate.name is not None else -1
            chosen, margin = of_group.get(group, -1), math.inf
            if chosen < 0:
                chosen, margin = _best(self.scores[i], self.before[i], owner, clusters, candidate, fact)
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
    scores: Sequence[float],
    before: Sequence[int],
    owner: Sequence[int],
    clusters: Sequence[Cluster],
    candidate: Candidate,
    fact: Fact,
) -> tuple[int, Bits]:
    """The entity that fits best (-1: a new one), and by how many bits it outweighs the next best."""
    sums: dict[int, float] = {}
    fits: dict[int, bool] = {}
    for score, j in zip(scores[1:], before, strict=True):
        if j < 0:
            continue
        entity = owner[j]
        if entity not in fits:
            fits[entity] = _fits(clusters[entity], candidate, fact)
        if fits[entity]:
            sums[entity] = sums.get(entity, 0.0) + 2.0 ** min(score, 500.0)
    total = sorted(sums.items(), key=lambda item: (-item[1], item[0]))[:2]
    if not total:
        return -1, math.inf
    best, weight = total[0]
    rest = max(2.0 ** min(scores[0], 500.0), total[1][1] if len(total) > 1 else 0.0)
    margin = math.log2(max(weight, 1e-150)) - math.log2(max(rest, 1e-150))
    return (best, margin) if margin > 0 else (-1, -margin)


def _fits(cluster: Cluster, candidate: Candidate, fact: Fact) -> bool:
    """Whether nothing known of an entity contradicts a phrase."""
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
