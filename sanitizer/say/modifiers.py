"""Drop words before a noun for which no true and readable word stands."""

import re
from typing import TYPE_CHECKING, Final

from sanitizer.text.edits import Fitted
from sanitizer.text.inflection import article
from sanitizer.text.surroundings import token_at
from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

_ARTICLE: Final = re.compile(r"\b(an?)\s+$", re.IGNORECASE)
_NEXT: Final = re.compile(r"[ \xa0]+(?=\w)")


def without(doc: "Doc", text: str, span: Span) -> Fitted | None:
    """What to write so that the modifier at `span` is gone: the span widened over the space behind it (and an article
    before it, which may have to change), and the words. None where the span does not modify a noun."""
    gap = _NEXT.match(text, span.end)
    if gap is None:
        return None
    token = token_at(doc, gap.end())
    if token is None or token.pos_ not in ("NOUN", "PROPN", "ADJ") or token.is_sent_start:
        return None
    left = _ARTICLE.search(text, max(0, span.start - 4), span.start)
    if left is None:
        word = text[gap.end() : gap.end() + 1]
        # a capital that stands there is left alone: its word may be replaced too
        capital = text[span.start].isupper() and not word.isupper() and _starts(text, span.start)
        return Fitted(Span(span.start, gap.end() + capital), word.upper() if capital else "")
    new = article(text[gap.end() : gap.end() + 40])
    if left.group(1)[0].isupper():
        new = new.capitalize()
    return Fitted(Span(left.start(), gap.end()), f"{new} ")


def _starts(text: str, start: int) -> bool:
    """Whether a sentence or line starts here."""
    before = text[:start].rstrip(" ")[-1:] if start < 200 else text[start - 200 : start].rstrip(" ")[-1:]
    return before in ("", "\n", ".", "!", "?")
