"""What persons ask to stand for a term, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sanitizer.text.fold import lower_same_length
from sanitizer.types import Span

SAFE: Final = ("safe", "unreadable")
"""Verdicts of what tells no more than it may."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a person wants to stand for a ``form`` ("" for ``label``: nothing), in one ``document`` or in all, at one
    ``span`` or wherever it is treated; by whom and why, and the ``line`` that says so. ``repr`` tells no text."""

    form: str = field(repr=False)
    label: str = field(repr=False)
    document: str | None = field(default=None, repr=False)
    span: Span | None = None
    by: str = field(default="", repr=False)
    why: str = field(default="", repr=False)
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a choice: at how many ``places`` it stands, and the verdict on it ("" where it stands nowhere)."""

    chosen: Chosen
    places: int
    verdict: str


def chosen_in(choices: Sequence[Chosen], document: str | None, text: str) -> tuple[Chosen, ...]:
    """Return the choices whose form stands in a document, one for a form or place: the later one, the document's
    own first."""
    found: dict[tuple[str, Span | None], Chosen] = {}
    spoken = key_of(text) if choices else ""
    for one in sorted(choices, key=lambda c: (c.document is not None, c.line)):
        if one.document in (None, document) and key_of(one.form) in spoken:
            found[key_of(one.form), one.span] = one
    return tuple(found.values())


def key_of(form: str) -> str:
    """Return a form as it is compared: lower case, blanks as one."""
    return " ".join(lower_same_length(form).split())
