"""Operators that show a term, its type, or that something is missing: keep, tag, remove."""

from dataclasses import dataclass
from typing import ClassVar

from sanitizer.operators.base import Term
from sanitizer.recognize.entity_types import class_word


@dataclass(frozen=True, slots=True)
class Keep:
    """The term itself."""

    name: ClassVar[str] = "keep"
    sealed: ClassVar[bool] = True

    def replace(self, term: Term) -> str:
        """Return the surface, unchanged."""
        return term.surface


@dataclass(frozen=True, slots=True)
class Tag:
    """What kind of thing it is, in brackets: ``[E-MAIL ADDRESS]``."""

    name: ClassVar[str] = "tag"
    sealed: ClassVar[bool] = True

    def replace(self, term: Term) -> str:
        """Return the tag of the fine type."""
        return f"[{class_word(term.type).upper()}]"


@dataclass(frozen=True, slots=True)
class Remove:
    """Nothing but a sign that something is missing."""

    name: ClassVar[str] = "remove"
    sealed: ClassVar[bool] = False

    def replace(self, term: Term) -> str:
        """Return the sign."""
        return "[...]"
