"""Patterns of the user's own, from a settings file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from spacy.tokens import Doc

from sanitizer.common import arguments
from sanitizer.errors import UsageError
from sanitizer.recognize.entity_types import entity_class, fine_type
from sanitizer.recognize.finders.user_expressions import Expression, expression
from sanitizer.recognize.identifiers import CONTEXT_LEFT, CONTEXT_RIGHT
from sanitizer.types import EntityClass, Mention, Span, text_of

OWN: Final = "custom"
"""The name of the recognizer of the user's own patterns: what it finds always counts."""

DENIED: Final = "deny"
"""The recognizer of the expressions of deny lists: as sure as their phrases."""

LEAST_SCORE: Final = 0.5
"""A match with a lower score is not reported."""

NEARBY: Final = 0.4
"""By how much a match of ``context`` raises the score."""


@dataclass(frozen=True, slots=True)
class CustomPattern:
    """``regex`` marks ``type`` (its group 1 when it has one, the whole match otherwise) with ``score``; a
    match of ``context`` within 60 characters before or 25 behind raises the score by .4. ``denied``: from a deny list,
    sensitive whatever other rules say."""

    type: str
    regex: Expression
    score: float = 0.8
    context: Expression | None = None
    entity_class: EntityClass | None = None
    generalization: str | None = None
    denied: bool = False

    def __post_init__(self) -> None:
        place = f"pattern {arguments.text(self.type, 'pattern: type')}"
        object.__setattr__(self, "regex", expression(self.regex, f"{place}: regex"))
        if self.context is not None:
            object.__setattr__(self, "context", expression(self.context, f"{place}: context", True))
        arguments.number(self.score, f"{place}: score", 0.0, 1.0)
        if self.score + (NEARBY if self.context is not None else 0.0) < LEAST_SCORE:
            raise UsageError(
                f"{place}: a score of {self.score:g} never counts: {LEAST_SCORE:g} are needed, with a context nearby "
                f"{LEAST_SCORE - NEARBY:g}"
            )
        if self.entity_class is not None:
            arguments.one_of(self.entity_class, [c.value for c in EntityClass], f"{place}: class")
            object.__setattr__(self, "entity_class", EntityClass(self.entity_class))
        if self.generalization is not None:
            arguments.text(self.generalization, f"{place}: generalization")
        arguments.flag(self.denied, f"{place}: denied")


class CustomPatterns:
    """Finds the user's own patterns with a score of at least ``minimum``."""

    name = OWN

    def __init__(self, patterns: Sequence[CustomPattern], minimum: float = LEAST_SCORE) -> None:
        self._patterns = tuple(patterns)
        self._minimum = minimum

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the matches, sorted; they may overlap."""
        text = text_of(doc)
        found: list[Mention] = []
        for pattern in self._patterns:
            kind = fine_type(pattern.type)
            for match in pattern.regex.finditer(text):
                start, end = match.span(1 if pattern.regex.groups and match.group(1) is not None else 0)
                if start == end or not text[start:end].strip():
                    continue
                score = pattern.score
                if pattern.context is not None:
                    near = text[max(0, start - CONTEXT_LEFT) : start], text[end : end + CONTEXT_RIGHT]
                    if any(pattern.context.search(part) for part in near):
                        score = min(1.0, score + NEARBY)
                if score >= self._minimum:
                    class_ = pattern.entity_class or entity_class(kind)
                    source = DENIED if pattern.denied else self.name
                    found.append(
                        Mention(Span(start, end), kind, class_, source, score, pattern.generalization)
                    )
        return sorted(found, key=lambda m: (m.span, m.type))
