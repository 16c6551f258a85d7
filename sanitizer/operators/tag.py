"""Operators that show a term or its type: keep, tag."""

from dataclasses import dataclass

from sanitizer.operators.base import Term
from sanitizer.recognize.labels import class_word


@dataclass(frozen=True, slots=True)
class Keep:
    """The term itself."""

    name: str = "keep"
    sealed: bool = True

    def replace(self, term: Term) -> str:
        """The surface, unchanged."""
        return term.surface


@dataclass(frozen=True, slots=True)
class Tag:
    """What kind of thing it is, in brackets: ``[E-MAIL ADDRESS]``."""

    name: str = "tag"
    sealed: bool = True

    def replace(self, term: Term) -> str:
        """The tag of the fine type."""
        return f"[{class_word(term.type).upper()}]"
