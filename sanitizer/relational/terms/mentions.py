"""Find the mentions of one text by the first pass of `sanitize`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from spacy.tokens import Doc

from kb.values.amounts import parts
from sanitizer.control.apply_rules import first_pass
from sanitizer.control.rules import Control
from sanitizer.recognize.base import Recognizer
from sanitizer.types import EntityClass, Mention, Span

Parser: TypeAlias = Callable[[str], Doc]


def find_mentions(
    doc: Doc, recognizers: Sequence[Recognizer], parse: Parser, control: Control
) -> tuple[Mention, ...]:
    """The disjoint mentions of one text as the first pass of `sanitize` finds them: all recognizers and rules together,
    one class for a name, every mention of it. Common attributes are among them: every term of a table counts."""
    text = doc.text
    if not text.strip():
        return ()
    found = first_pass(control, doc, recognizers, None, parse)
    return tuple(part for m in found for part in _parts(m, text))


def _parts(mention: Mention, text: str) -> Iterator[Mention]:
    """The mention, or the two of different scales that it holds ("5'4 and 130 lbs"): each is shared by many, both by
    few."""
    both = (
        parts(mention.span.of(text), mention.type) if mention.entity_class is EntityClass.QUANTITY else None
    )
    if both is None:
        yield mention
        return
    for start, end in both:
        span = Span(mention.span.start + start, mention.span.start + end)
        yield replace(mention, span=span)
