"""Define what may stand for a term of a table: a generalization, or a list with other terms of its kind."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rung:
    """A generalization of a term: ``id`` of its concept, ``label`` to write, ``keeps`` = IC(g) / IC(x), 0
    to 1."""

    id: str
    label: str
    keeps: float


@dataclass(frozen=True, slots=True)
class Listing:
    """That a term may stand in a list with others of its ``kind``; ``nats`` is what it tells among them, 0 for the
    logarithm of their number in the table."""

    kind: str
    nats: float = 0.0
