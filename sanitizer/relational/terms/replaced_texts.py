"""What stands for a text that cannot be written well, and how many spans of each kind texts have."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from sanitizer.relational.terms.mention_wording import SHARED
from sanitizer.relational.terms.rewriting import Written

REMOVED: Final = "[...]"
"""What stands where a whole text went."""


def safe_text(spans: Collection[Written]) -> tuple[str, tuple[Written, ...]]:
    """Return what stands for a text that cannot be written well: only the terms that its class shares, each once."""
    says = list(dict.fromkeys(s.says for s in spans if s.kind in SHARED))
    made, text = [], ""
    for words in says:
        text += "; " if text else ""
        made.append(Written(len(text), len(text) + len(words), "generalized", words))
        text += words
    return text or REMOVED, tuple(made)


def counted(cells: Iterable[Sequence[Written]]) -> dict[str, int]:
    """Return how many spans there are of each kind."""
    kinds = ("direct", "redundant", "kept", "generalized", "suppressed")
    result = dict.fromkeys(kinds, 0)
    for spans in cells:
        for span in spans:
            result[span.kind] += 1
    return result
