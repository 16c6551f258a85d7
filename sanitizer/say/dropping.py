"""Drop a name before a noun; mend the article and the capital of what is left."""

import re
from dataclasses import replace
from typing import Final

from sanitizer.text.edits import Fitted
from sanitizer.text.inflection import WORDS, article, is_mass, singular
from sanitizer.text.surroundings import ARTICLES, Surroundings, is_common
from sanitizer.types import Span

_BEFORE_ARTICLE: Final = frozenset(
    ["in", "at", "from", "near", "to", "of", "by", "with", "for", "called", "named", "as"]
)
_ADVERB: Final = re.compile(r"[a-z]{3,}ly$")


def dropped(text: str, span: Span, around: Surroundings) -> Fitted | None:
    """Without the modifier and the space behind it, and the adverb before it ("a predominantly Muslim town" is "a
    town"); an article before it follows the sound of the next word."""
    if len(around.before) > 1 and _ADVERB.match(around.previous) and around.previous not in WORDS["ly_nouns"]:
        start = around.before[0][1].start
        span, around = Span(start, span.end), replace(around, before=around.before[1:])
    end = span.end + 1
    if text[span.end : end] not in (" ", "\xa0"):
        return None
    inside = re.match(r"(an?|the|his|her|its|their) ", span.of(text), re.I)
    if inside:
        own = inside[1] if inside[1].lower() not in ARTICLES else article(text[end : end + 40])
        return Fitted(Span(span.start, end), f"{own.capitalize() if inside[1][0].isupper() else own} ")
    if around.previous in ARTICLES:
        where = around.before[0][1]
        words = article(text[end : end + 40])
        words = words.capitalize() if where.of(text)[0].isupper() else words
        return Fitted(Span(where.start, end), f"{words} ")
    alone = needs_article(text, span, around)
    if around.starts_sentence and text[span.start].isupper():
        if alone:
            return Fitted(Span(span.start, end), f"{article(text[end : end + 40]).capitalize()} ")
        if text[end : end + 1].isupper():  # its word may be replaced too
            return Fitted(Span(span.start, end), "")
        return Fitted(Span(span.start, end + 1), text[end : end + 1].upper())
    return Fitted(Span(span.start, end), f"{article(text[end : end + 40])} " if alone else "")


def needs_article(text: str, span: Span, around: Surroundings) -> bool:
    """Whether the noun behind a name that goes had its article from it: "at Seamer station" -> "at a station"."""
    word = around.modified
    behind = re.match(r"[ \xa0][\w-]+(.{0,3})", text[span.end : span.end + 40])
    return (
        word.islower()
        and singular(word) is None
        and is_common(word)
        and not is_mass(word)
        and (not around.before or around.previous in _BEFORE_ARTICLE)
        and behind is not None
        and not re.match(r"[ -]\w", behind[1])
    )
