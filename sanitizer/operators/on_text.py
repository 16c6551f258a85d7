"""Use operators by themselves on a text with mentions."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from sanitizer.operators.base import Term
from sanitizer.operators.encrypt import TOKEN
from sanitizer.operators.placing import placed
from sanitizer.operators.policy import Policy
from sanitizer.recognize.entity_types import class_word
from sanitizer.recognize.spans.merge import merge
from sanitizer.text.edits import Change, apply
from sanitizer.types import EntityClass, Mention, Span, whose_text

LOOKALIKE: Final = "lookalike"
"""The recognizer of what looks like a token of `encrypt` before anything is encrypted."""


def terms(text: str, mentions: Sequence[Mention], person: str = "") -> list[Term]:
    """Return the mentions as operators see them; ``full`` is the longest surface of each entity."""
    full: dict[int, str] = {}
    for mention in mentions:
        surface = mention.span.of(text)
        if mention.entity >= 0 and len(surface) > len(full.get(mention.entity, "")):
            full[mention.entity] = surface
    return [
        Term(
            surface := m.span.of(text), m.type, m.entity_class, m.entity, full.get(m.entity, surface), person
        )
        for m in mentions
    ]


def operate(
    text: str, mentions: Iterable[Mention], policy: Policy, person: str = ""
) -> tuple[str, tuple[Change, ...]]:
    """``text`` with each mention replaced as ``policy`` says, and the changes. What is to be generalized
    becomes the word of its type (the pipeline knows better ones). ``person`` is whose text it is, else a
    person of its own.

    Where terms are encrypted, pieces of the text that look like tokens are encrypted too, so that
    restoring gives the very text back.
    """
    cipher = policy.cipher
    disjoint = merge(mentions)
    if cipher is not None:
        disjoint = with_lookalikes(text, disjoint)
    changes = []
    for mention, term in zip(disjoint, terms(text, disjoint, person or whose_text(text)), strict=True):
        if mention.recognizer == LOOKALIKE and cipher is not None:
            value: str | None = cipher.replace(term)
        else:
            value = policy.replacement(term)
        if value is None:
            value = mention.generalization or class_word(mention.type)
        if value != term.surface:
            changes.append(Change(mention.span, value, "sensitive", max(0, mention.entity)))
    told = tuple(changes) if cipher is None else placed(changes, cipher.key)
    return apply(text, told), told


def with_lookalikes(text: str, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return the mentions and what already looks like a token; a token that a mention cuts is taken whole, with it."""
    found = [
        Mention(Span(*m.span()), "SECRET", EntityClass.CODE, LOOKALIKE, 2.0) for m in TOKEN.finditer(text)
    ]
    if not found:
        return tuple(mentions)
    starts = [m.span.start for m in found]
    last = max((m.entity for m in mentions), default=-1)
    result = []
    for mention in merge([*mentions, *found]):
        inside = bisect_left(starts, mention.span.start)
        if inside < len(starts) and starts[inside] < mention.span.end:
            last += 1
            mention = Mention(mention.span, "SECRET", EntityClass.CODE, LOOKALIKE, 2.0, None, last)
        result.append(mention)
    return tuple(result)
