"""What scans of a text find: where it stands, of which type, how surely."""

from typing import NamedTuple


class Found(NamedTuple):
    """A match: half-open offsets, fine type, score 0 to 1."""

    start: int
    end: int
    type: str
    score: float
