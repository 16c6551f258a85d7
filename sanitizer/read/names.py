"""Gather the names of a text: those found sensitive, and all others that the recognizer of entities saw."""

from collections.abc import Sequence
from typing import Final

from spacy.tokens import Doc

from sanitizer.read.name_matching import join
from sanitizer.read.referring_phrases import Named
from sanitizer.read.sensitive import Sensitive
from sanitizer.types import EntityClass, Mention, Span, text_of

_CLASSES: Final = {
    "PERSON": EntityClass.PERSON, "LOC": EntityClass.LOC, "ORG": EntityClass.ORG, "NORP": EntityClass.DEM,
    "MISC": EntityClass.MISC,
}  # fmt: skip
_NAMED: Final = frozenset((EntityClass.PERSON, EntityClass.LOC, EntityClass.ORG, EntityClass.MISC))


def named(doc: Doc, sensitive: Sequence[Sensitive] = ()) -> list[Named]:
    """Return the names of a text, disjoint and in order, with the entity that their words join them into."""
    text = text_of(doc)
    mentions = [
        Mention(span, s.type, s.entity_class, "", entity=s.number)
        for s in sensitive
        if s.entity_class in _NAMED
        for span in s.spans
    ]
    taken = bytearray(len(text) + 1)
    for s in sensitive:
        for span in s.spans:
            taken[span.start : span.end] = b"\1" * (span.end - span.start)
    for entity in doc.ents:
        span = Span(entity.start_char, entity.end_char)
        if not any(taken[span.start : span.end]):
            mentions.append(Mention(span, entity.label_, _CLASSES[entity.label_], ""))
    owner = {span: s.number for s in sensitive for span in s.spans}
    result: list[Named] = []
    for mention in join(doc, mentions):
        start, end = _words(doc, mention.span)
        if start < end and (not result or start >= result[-1].end):
            label = mention.entity_class.value
            result.append(Named(start, end, mention.entity, label, owner.get(mention.span, -1)))
    return result


def _words(doc: Doc, span: Span) -> tuple[int, int]:
    """Return the words that a span covers, wholly or in part, without spaces and a possessive ending."""
    found = doc.char_span(span.start, span.end, alignment_mode="expand")
    start, end = found.start, found.end
    while start < end and (doc[start].is_space or doc[start].is_punct):
        start += 1
    while start < end and (doc[end - 1].is_space or doc[end - 1].text in {"'s", "’s"}):
        end -= 1
    return start, end
