"""Questions to an engine: groups of alternative phrases, all of which a document must hold."""

from collections import deque
from typing import TypeAlias

from corpora_stats.base import Query

Group: TypeAlias = tuple[str, ...]
"""Normalized phrases, sorted: any of them."""


Question: TypeAlias = tuple[Group, ...]
"""Groups, sorted: all of them. How many documents match?"""


def alternatives(query: Query, limit: int) -> Group:
    """Up to `limit` phrases of a query: its own, then those of its parts, nearest first. Sorted.

    A union cut short is a lower bound: what is disclosed of a term through it is over-, never underestimated."""
    found: dict[str, None] = {}
    visited: set[str] = set()
    waiting = deque([query])
    while waiting and len(found) < limit:
        current = waiting.popleft()
        for phrase in sorted(current.phrases):
            if phrase and len(found) < limit:
                found.setdefault(phrase)
        for part in current.parts:
            if not part.key or part.key not in visited:
                visited.add(part.key)
                waiting.append(part)
    return tuple(sorted(found))
