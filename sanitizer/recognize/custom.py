"""Patterns of the user's own, from a settings file."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from spacy.tokens import Doc

from sanitizer.errors import UsageError
from sanitizer.recognize.identifiers import CONTEXT_LEFT, CONTEXT_RIGHT
from sanitizer.recognize.labels import entity_class, fine_type
from sanitizer.types import EntityClass, Mention, Span, text_of


@dataclass(frozen=True, slots=True)
class CustomPattern:
    """``regex`` marks ``type`` (its group 1 when it has one, the whole match otherwise) with ``score``; a
    match of ``context`` within 60 characters before or 25 behind raises the score by .4. ``denied`` ones are the
    user's list of what is always sensitive."""

    type: str
    regex: re.Pattern[str]
    score: float = 0.8
    context: re.Pattern[str] | None = None
    entity_class: EntityClass | None = None
    generalization: str | None = None
    denied: bool = False


def compiled(regex: str, where: str, ignore_case: bool = False) -> re.Pattern[str]:
    """``regex`` compiled. Raises :class:`UsageError` that says where it stands and what is wrong with it."""
    try:
        return re.compile(regex, re.IGNORECASE if ignore_case else 0)
    except re.error as error:
        raise UsageError(f"{where}: {regex!r} is no regular expression ({error})") from error


class CustomPatterns:
    """Finds the user's own patterns with a score of at least ``minimum``."""

    name = "custom"

    def __init__(self, patterns: Sequence[CustomPattern], minimum: float = 0.5) -> None:
        self._patterns = tuple(patterns)
        self._minimum = minimum

    def find(self, doc: Doc) -> Sequence[Mention]:
        """The matches, sorted; they may overlap."""
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
                        score = min(1.0, score + 0.4)
                if score >= self._minimum:
                    class_ = pattern.entity_class or entity_class(kind)
                    name = "deny" if pattern.denied else self.name
                    found.append(Mention(Span(start, end), kind, class_, name, score, pattern.generalization))
        return sorted(found, key=lambda m: (m.span, m.type))
