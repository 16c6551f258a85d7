"""Find what a text quotes from the press: the words of a headline lead whoever searches for them to the person.

A quotation of three words or more counts where a noun before it in its sentence names a piece of the press (a kind of
newspaper, article or headline by WordNet), and nobody is told or asked it. Without quotation marks, what follows the
word for a headline, or a piece of the press that is said to be titled so, counts from its capital to the next sign.
"""

import re
from collections.abc import Iterator
from typing import Final

from spacy.tokens import Doc, Token

from kb.base import Concept
from kb.taxonomy import is_a
from sanitizer.common.knowledge import in_use, remembered
from sanitizer.text.patterns import WORD
from sanitizer.types import text_of
from sanitizer.values.found_values import Found

_QUOTED: Final = re.compile(
    r"[“\"]([^“”\"\n]{8,160})[”\"]|‘((?:[^‘’\n]|’\w){8,160})’(?!\w)|(?<!\w)'((?:[^'\n]|'\w){8,160})'(?!\w)"
)
_PLAIN: Final = re.compile(r"[A-Z](?:[^\s,;:.!?“”\"]|[,.:](?=\S)|[ \t])*")
_HEADLINE: Final = Concept("wn:headline.n.01", "")
_SIGNS: Final = frozenset("'‘“\"")
_SAYS: Final = frozenset(["read", "reads", "said", "says", "was", "is", "were", "ran", "runs"])
_TITLED: Final = frozenset(["headed", "titled", "entitled", "headlined"])
"""Words between a piece of the press and its title."""
_PRESS: Final = tuple(
    Concept(f"wn:{name}", "") for name in ("press.n.02", "headline.n.01", "article.n.01", "publication.n.01")
)
_NEAR: Final = 12
"""Tokens before a quotation among which its source is named."""
_LEAST: Final = 3
"""Words of a quotation that are its author's own."""
_SCORE: Final = 0.65


def quotations(doc: Doc) -> Iterator[Found]:
    """Yield the quotations of a parsed text that its sentence says to be from the press; none of an unparsed one."""
    if not doc.has_annotation("POS"):
        return
    for match in _QUOTED.finditer(text_of(doc)):
        opening = doc.char_span(match.start(), match.start() + 1, alignment_mode="expand")
        if _is_long(match) and opening is not None and _is_from_press(doc, opening[0]):
            yield Found(*match.span(match.lastindex or 1), "WORK", _SCORE)
    yield from _unquoted(doc)


def _is_long(match: re.Match[str]) -> bool:
    """Return whether a title has the words that are its author's own."""
    return len(WORD.findall(match.group())) >= _LEAST


def _unquoted(doc: Doc) -> Iterator[Found]:
    """Yield what follows the word for a headline, or a piece of the press that is said to be titled so."""
    for noun in (token for token in doc if token.pos_ == "NOUN" and is_press(token.lower_)):
        between = doc[noun.i + 1 : noun.i + 4]
        said = next((i for i, token in enumerate(between) if token.text[:1].isupper()), len(between))
        words = [token.lower_ for token in between[:said] if token.text != ":"]
        titled = words[:1] and words[0] in _TITLED
        if said == len(between) or not (titled or (is_headline(noun.lower_) and set(words) <= _SAYS)):
            continue
        begin = between[said].idx
        if text_of(doc)[begin - 1] in _SIGNS:
            continue
        match = _PLAIN.match(text_of(doc), begin)
        if match is not None and _is_long(match):
            yield Found(match.start(), match.start() + len(match.group().rstrip()), "WORK", _SCORE)


def _is_from_press(doc: Doc, opening: Token) -> bool:
    """Return whether one of the nouns before a quotation in its sentence, back to who is told it, is a piece of the
    press."""
    for i in range(opening.i - 1, max(opening.i - _NEAR, -1), -1):
        token = doc[i]
        if token.text in (".", ";", "!", "?", "\n") or (token.pos_ == "PRON" and token.lower_ != "it"):
            return False
        if token.pos_ == "NOUN" and is_press(token.lower_):
            return True
    return False


@remembered
def is_press(noun: str) -> bool:
    """Return whether a noun usually names a newspaper, an article or its headline."""
    return _usually(noun, _PRESS)


@remembered
def is_headline(noun: str) -> bool:
    """Return whether a noun usually names the title of an article."""
    return _usually(noun, (_HEADLINE,))


def _usually(noun: str, kinds: tuple[Concept, ...]) -> bool:
    words = in_use().words
    senses = [s for s in words.senses(noun) if not s.instance][:1]
    return any(is_a(words, s.concept, kind) for s in senses for kind in kinds)
