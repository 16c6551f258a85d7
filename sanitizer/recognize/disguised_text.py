"""Find what stands in a disguise: recognize in the folded text, and bring the places back to the text itself."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from spacy.tokens import Doc

from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.vocabulary import is_english
from sanitizer.text.encoded import encoded_texts
from sanitizer.text.fold import fold, overlapping, plain
from sanitizer.text.folded import Folded
from sanitizer.types import Mention, Span, text_of, with_text

_SCORE: Final = 0.7
_PARAGRAPH: Final = re.compile(r"\n[ \t\r]*\n|(?<=[^\n]{200})\n")
"""The end of a paragraph: an empty line, or the end of a line that nobody wrapped."""
_LEAST_SPELLED: Final = 4
"""Letters of a word that is spelled out."""


def disguised(
    doc: Doc, recognizers: Sequence[Recognizer], parse: Callable[[str], Doc] | None = None
) -> list[Mention]:
    """Return what `recognizers` find in the folded text of `doc`, in lines in which something was folded, with its
    spans in the text; and what nobody reads as words. A word that is folded is taken whole, with the marks inside
    of it.

    ``parse`` turns a text into a Doc (default: the embedded pipeline).
    """
    text = text_of(doc)
    folded, hidden = fold(text), [_mention(Span(*span), "HIDDEN") for span in encoded_texts(text)]
    if folded.starts is None:
        return hidden
    if parse is None:
        from sanitizer.text.parse import parse as parse_embedded

        parse = parse_embedded
    lines = folded.lines_touched()
    other = _with_plain_dashes(doc, folded)
    found = _in_all(other, recognizers) if other else list(_in_parts(folded.text, lines, recognizers, parse))
    inside = overlapping(((m.span.start, m.span.end) for m in found), lines)
    shown = [to_original(folded, m) for m, near in zip(found, inside, strict=True) if near]
    return [
        *shown,
        *hidden,
        *_spelled(folded, shown),
    ]


def _in_all(doc: Doc, recognizers: Sequence[Recognizer]) -> list[Mention]:
    return [m for recognizer in recognizers for m in recognizer.find(doc)]


def _in_parts(
    text: str,
    lines: Sequence[tuple[int, int]],
    recognizers: Sequence[Recognizer],
    parse: Callable[[str], Doc],
) -> Iterator[Mention]:
    """Yield what is found in the paragraphs that hold one of the sorted ``lines``, which are read as a text of
    their own: of a long text with few disguises most is not read twice."""
    ends = [m.end() for m in _PARAGRAPH.finditer(text)]
    bounds = [0, *ends, len(text)]
    touched = {
        i for start, end in lines for i in range(bisect_right(ends, start), bisect_right(ends, end) + 1)
    }
    parts = [(bounds[i], bounds[i + 1]) for i in sorted(touched)]
    origins = [start for start, _ in parts]
    begins = list(accumulate((end - start for start, end in parts), initial=0))
    for mention in _in_all(parse("".join(text[start:end] for start, end in parts)), recognizers):
        at = bisect_right(begins, mention.span.start) - 1
        if mention.span.end <= begins[at + 1]:
            moved = origins[at] - begins[at]
            yield replace(mention, span=Span(mention.span.start + moved, mention.span.end + moved))


def _with_plain_dashes(doc: Doc, folded: Folded) -> Doc | None:
    """Return the parse of `doc` for its folded text, where no more than dashes became plain ones; None otherwise,
    and of a Doc without trees, whose sentences would be lost."""
    dashes = all(set(folded.text[start:end]) == {"-"} for start, end in folded.changed)
    if not dashes or len(text_of(doc)) != len(folded.text) or not doc.has_annotation("DEP"):
        return None
    words = [folded.text[token.idx : token.idx + len(token)] for token in doc]
    parsed = Doc(
        doc.vocab,
        words=words,
        spaces=[bool(token.whitespace_) for token in doc],
        tags=[token.tag_ for token in doc],
        pos=[token.pos_ for token in doc],
        morphs=[str(token.morph) for token in doc],
        lemmas=[token.lemma_ if token.text == word else word for token, word in zip(doc, words, strict=True)],
        heads=[token.head.i for token in doc],
        deps=[token.dep_ for token in doc],
        ents=[f"{token.ent_iob_}-{token.ent_type_}" if token.ent_type_ else "O" for token in doc],
    )
    return with_text(parsed, folded.text)


def _mention(span: Span, kind: str) -> Mention:
    return Mention(span, kind, entity_class(kind), "disguised", _SCORE)


def _spelled(folded: Folded, found: Sequence[Mention]) -> Iterator[Mention]:
    """Yield words written letter by letter that are none of English and that nothing else was found in: whoever
    spells a word spells a name."""
    for start, end in folded.changed:
        word = folded.text[start:end].strip()
        span = Span(*folded.back(start, end))
        spelled = word.isalpha() and _is_spelled(folded, start, end) and not is_english(plain(word))
        if spelled and not any(span.overlaps(m.span) for m in found):
            yield _mention(span, "PERSON")


def _is_spelled(folded: Folded, start: int, end: int) -> bool:
    """Return whether something stands between each letter and the next."""
    if folded.starts is None or folded.ends is None or end - start < _LEAST_SPELLED:
        return False
    return all(folded.ends[i] < folded.starts[i + 1] for i in range(start, end - 1))


def to_original(folded: Folded, mention: Mention) -> Mention:
    """Return a mention of the folded text where it stands in the original; whole where a folded word was cut."""
    start, end = whole(folded, mention.span.start, mention.span.end)
    return replace(mention, span=Span(*folded.back(start, end)))


def whole(folded: Folded, start: int, end: int) -> tuple[int, int]:
    """``start`` to ``end`` of the folded text, grown to the edges of folded words that it cuts."""
    text = folded.text
    first, last = start, end
    while first and text[first - 1].isalnum() and text[first].isalnum():
        first -= 1
    while last < len(text) and text[last].isalnum() and text[last - 1].isalnum():
        last += 1
    start = first if first < start and folded.touches(first, start) else start
    end = last if last > end and folded.touches(end, last) else end
    return start, end


def word_spans(folded: Folded) -> list[Span]:
    """Return where in the original the folded words stand, sorted: no part of one may be left when another is taken."""
    text, spans, done = folded.text, [], 0
    for start, end in folded.changed:
        if end <= done:
            continue
        while start and text[start - 1].isalnum() and text[start : start + 1].isalnum():
            start -= 1
        while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
            end += 1
        if text[start:end].strip():
            spans.append(Span(*folded.back(start, end)))
        done = end
    return spans


def uncut(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions, each grown over the disguised words that it would cut in two: no piece of a name stays."""
    folded = fold(text)
    if folded.starts is None:
        return list(mentions)
    spans = [s for s in word_spans(folded) if not any(c in " \n" for c in fold(s.of(text)).text)]
    starts = [s.start for s in spans]
    result = []
    for mention in mentions:
        start, end = mention.span.start, mention.span.end
        for edge in (start, end - 1):
            at = bisect_right(starts, edge) - 1
            if at >= 0 and spans[at].end > edge and any(c.isalnum() for c in text[start:end]):
                start, end = min(start, spans[at].start), max(end, spans[at].end)
        result.append(
            mention
            if (start, end) == (mention.span.start, mention.span.end)
            else replace(mention, span=Span(start, end))
        )
    return result
