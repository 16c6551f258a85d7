"""What lies above a concept of a knowledge base, a user's own hierarchy (:mod:`kb.dgh`) among them."""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import TypeAlias

from kb.base import Concept, KnowledgeBase
from kb.ladders.base import Ladder, Rung
from kb.taxonomy import ancestors

InformationContent: TypeAlias = Callable[[Concept], float]
"""IC of a concept, any unit; never rises going up."""

_ALMOST: float = 0.99
"""The most that anything above a concept keeps of it."""


class Concepts(Ladder[Concept]):
    """All generalizations of a concept, nearest first.

    ``information`` weighs them: what is above keeps IC(above) / IC(concept), and what keeps more comes first. Without
    it each keeps less by the steps that it is away (Sweeney's precision, 2002), which asks the base for nothing else.
    """

    def __init__(self, knowledge: KnowledgeBase, information: InformationContent | None = None) -> None:
        self._knowledge = knowledge
        self._ask = information
        self._known: dict[str, float] = {}

    def rungs(self, value: Concept) -> tuple[Rung, ...]:
        """Return the concept and all above it."""
        above = in_order(self._knowledge, ancestors(self._knowledge, value))
        return self.weighed(value, above)

    def weighed(self, value: Concept, above: Sequence[tuple[Concept, int]]) -> tuple[Rung, ...]:
        """Return the concept and the given ones `above` it (with their distance), as rungs."""
        own = Rung(value.id, value.label, 1.0)
        if self._ask is None:
            steps = len(above)
            return (own, *(Rung(c.id, c.label, 1 - i / steps) for i, (c, _) in enumerate(above, 1)))
        information = self.information(value)
        shares = [
            (min(self.information(c) / information, _ALMOST) if information > 0 else 0.0, c) for c, _ in above
        ]
        shares.sort(key=lambda pair: -pair[0])
        return (own, *(Rung(c.id, c.label, share) for share, c in shares))

    def information(self, concept: Concept) -> float:
        """Return IC of a concept, remembered."""
        known = self._known.get(concept.id)
        if known is None:
            assert self._ask is not None
            known = self._known[concept.id] = self._ask(concept)
        return known


class WayUp(Ladder[Concept]):
    """One way from a concept to a root: over the first concept above each, those left out that ``says`` refuses."""

    def __init__(
        self, knowledge: KnowledgeBase, says: Callable[[Concept], bool] = lambda concept: True
    ) -> None:
        self._knowledge = knowledge
        self._says = says

    def rungs(self, value: Concept) -> tuple[Rung, ...]:
        """Return the concept and what is above it; of equal labels the first."""
        way, seen = [value], {value.id}
        above = self._knowledge.hypernyms(value)
        while above and above[0].id not in seen:
            seen.add(above[0].id)
            if self._says(above[0]) and above[0].label not in {c.label for c in way[1:]}:
                way.append(above[0])
            above = self._knowledge.hypernyms(above[0])
        top = max(len(way) - 1, 1)
        return tuple(Rung(c.id, c.label, 1 - i / top) for i, c in enumerate(way))


def in_order(knowledge: KnowledgeBase, above: Sequence[tuple[Concept, int]]) -> list[tuple[Concept, int]]:
    """Concepts above one so that none comes before another below it; what is not settled by that stays in its order."""
    place = {concept.id: i for i, (concept, _) in enumerate(above)}
    over = [[place[p.id] for p in knowledge.hypernyms(c) if p.id in place and p.id != c.id] for c, _ in above]
    below = [0] * len(above)
    for parents in over:
        for parent in parents:
            below[parent] += 1
    ready = [i for i, count in enumerate(below) if not count]
    found: list[tuple[Concept, int]] = []
    while ready:
        i = heappop(ready)
        found.append(above[i])
        for parent in over[i]:
            below[parent] -= 1
            if not below[parent]:
                heappush(ready, parent)
    left = set(place) - {c.id for c, _ in found}  # of a base whose concepts lie above themselves
    return found + [pair for pair in above if pair[0].id in left]
