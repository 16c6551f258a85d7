"""Which persons are treated: those who are not public, or only those who are named, with what concerns them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from spacy.tokens import Doc

from sanitizer.recognize.entities import join
from sanitizer.recognize.lists import Lists, Phrase
from sanitizer.types import EntityClass, Mention, Span, text_of


def settle_persons(doc: Doc, mentions: Sequence[Mention], public: Sequence[Mention]) -> tuple[Mention, ...]:
    """Persons who are public where first named are public throughout, the others sensitive throughout."""
    free = [m for m in public if not any(m.span.overlaps(k.span) for k in mentions)]
    first: dict[int, bool] = {}
    stays = []
    open_spans = {m.span for m in free}
    for mention in join(doc, [*mentions, *free]):
        is_open = first.setdefault(mention.entity, mention.span in open_spans)
        if not is_open:
            stays.append(replace(mention, entity=-1))
    return join(doc, stays)


def restrict(doc: Doc, mentions: Sequence[Mention], names: Sequence[str], scope: str) -> tuple[Mention, ...]:
    """Of joined ``mentions`` those of the persons in ``names``, and what is no person and stands within ``scope`` of
    one of them (document, paragraph or sentence). Entity numbers stay.
    """
    text = text_of(doc)
    wanted = Lists([Phrase(n, "PERSON") for n in names], case="ignore").find_in(text)
    protected = {
        m.entity
        for m in mentions
        if m.entity_class is EntityClass.PERSON and any(m.span.overlaps(w.span) for w in wanted)
    }
    anchors = [m.span for m in mentions if m.entity in protected] + [w.span for w in wanted]
    regions = _regions(doc, scope)
    near = [r for r in regions if any(r.overlaps(a) for a in anchors)]
    return tuple(
        m
        for m in mentions
        if m.entity in protected
        or (m.entity_class is not EntityClass.PERSON and any(r.overlaps(m.span) for r in near))
    )


def _regions(doc: Doc, scope: str) -> list[Span]:
    if scope == "sentence":
        return [Span(s.start_char, s.end_char) for s in doc.sents if s.end_char > s.start_char]
    if scope == "paragraph":
        return [Span(*m.span()) for m in re.finditer(r"[^\n]+", text_of(doc))]
    return [Span(0, len(text_of(doc)))] if text_of(doc) else []
