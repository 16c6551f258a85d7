"""Define with which other terms of its kind a term of a table may stand in a list."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Listing:
    """That a term may stand in a list with others of its ``kind``; ``nats`` is what it tells among them, 0 for the
    logarithm of their number in the table."""

    kind: str
    nats: float = 0.0
