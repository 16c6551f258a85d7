"""The one question of generalization: what lies above a value, and what is the least that lies above several."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Protocol, TypeVar

from kb.values.types import Range

V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Rung:
    """A generalization of a value: ``id`` says what is meant (equal ids mean the same), ``label`` how it is written,
    ``keeps`` the share of the value's information that stays, from 1 (the value itself) to 0 (nothing); ``range`` has
    the ends of a label that is a range of numbers."""

    id: str
    label: str
    keeps: float
    range: Range | None = None


class Ladder(Protocol[V_contra]):
    """What lies above values of one kind; a subclass says ``rungs``. Every one passes ``tests/contracts/ladder.py``."""

    def rungs(self, value: V_contra, /) -> tuple[Rung, ...]:
        """From the value itself to the root, most specific first: each holds the value, none holds a later one, and
        ``keeps`` never rises."""

    def join(self, values: Iterable[V_contra], /) -> Rung | None:
        """Return the least rung above all values, whatever their order: the value itself of one, None where they
        share none. ``keeps`` is the mean of what it keeps of each distinct value."""
        return least(self.rungs(value) for value in values)


def falling(rungs: Iterable[Rung]) -> tuple[Rung, ...]:
    """Return the rungs that keep something by falling information, equal ones by their ids."""
    return tuple(sorted((r for r in rungs if r.keeps > 0), key=lambda r: (-r.keeps, r.id)))


def least(ladders: Iterable[Sequence[Rung]]) -> Rung | None:
    """Return the rung that stands in every ladder and keeps most in all of them together; of equals the one that
    comes first in them, then by its id.

    Args:
        ladders: the rungs of each value; equal values count once."""
    distinct = {rungs[0].id: rungs for rungs in ladders if rungs}
    if not distinct:
        return None
    found = [{r.id: (place, r) for place, r in enumerate(rungs)} for rungs in distinct.values()]
    shared = set.intersection(*map(set, found))
    kept = {id_: fsum(of[id_][1].keeps for of in found) / len(found) for id_ in shared}
    place = {id_: sum(of[id_][0] for of in found) for id_ in shared}
    best = min(shared, key=lambda id_: (-kept[id_], place[id_], id_), default=None)
    return None if best is None else replace(found[0][best][1], keeps=kept[best])
