"""Define what may stand for a term of a table: a generalization, or a list with other terms of its kind."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rung:
    """A generalization of a term: ``id`` of its concept, ``label`` to write, ``keeps`` = IC(g) / IC(x), 0
    to 1."""

    id: str
    label: str
    keeps: float


def falling(rungs: Iterable[Rung]) -> tuple[Rung, ...]:
    """A ladder: the rungs that keep something by falling information, equal ones by their ids."""
    return tuple(sorted((r for r in rungs if r.keeps > 0), key=lambda r: (-r.keeps, r.id)))


@dataclass(frozen=True, slots=True)
class Listing:
    """That a term may stand in a list with others of its ``kind``; ``nats`` is what it tells among them, 0 for the
    logarithm of their number in the table."""

    kind: str
    nats: float = 0.0
