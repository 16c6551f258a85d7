"""Find what a document is about: rare words of the statutes, schemes and cases that it names, wherever they stand, and
foreign terms in brackets.

A text that names a "Reindeer Husbandry Act" tells the same by "reindeer" and by "reindeer herding": the words are
rare in English, and the name shows that they are its subject. Frequent words of such names ("data") tell nothing.
"""

import re
from collections.abc import Iterator
from typing import Final

import ahocorasick
from spacy.tokens import Doc, Token

from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import at_boundaries, lower_same_length, words
from sanitizer.types import text_of
from sanitizer.values.found_values import Found

_CAPITAL: Final = r"[A-ZÀ-ÖØ-Þ][\w'’-]{1,40}"
_LINK: Final = r"(?:(?:of|and|the|for|on|in|to)[ ]){0,3}"
_HEAD: Final = (
    r"(?:Act|Code|Law|Treaty|Bill|Ordinance|Convention|Regulations?|Scheme|Agreement|Programme|Case|Order)"
)
_STATUTE: Final = re.compile(
    rf"(?<![\w-])(?:{_CAPITAL}[ ]{_LINK}){{1,6}}{_HEAD}(?!\w)"
    rf"|(?<![\w-]){_HEAD}[ ](?:no\.[ ][\d/.-]{{1,12}}[ ])?(?:on|concerning|for)[ ](?:the[ ])?"
    rf"{_CAPITAL}(?:[ ]{_LINK}{_CAPITAL}){{0,6}}"
)
_WORD: Final = re.compile(r"[^\W\d_]{5,}")
_BRACKETED: Final = re.compile(r"\(([^\W\d_A-Z]{4,30}(?:[ ][^\W\d_A-Z]{2,30}){0,3})(?=[),;])")
_NOT_FOREIGN: Final = words(
    "emphasis italics sic inter alia ibid supra infra passim cited hereinafter hereafter"
)
_NOUNS: Final = frozenset(("NOUN", "PROPN"))


def _telling(text: str) -> set[str]:
    """Return the rare words, in lower case, of the names of statutes and cases."""
    frequent = shipped.frequent_words()
    return {
        word.lower()
        for match in _STATUTE.finditer(text)
        for word in _WORD.findall(match.group())
        if word.lower() not in frequent
    }


def _compound(doc: Doc, token: Token) -> tuple[int, int]:
    """Return the characters of the run of nouns around ``token``: one before it, two behind ("winter grazing land")."""
    first = last = token
    if (
        token.i
        and doc[token.i - 1].pos_ == "NOUN"
        and doc[token.i - 1].whitespace_
        and doc[token.i - 1].is_alpha
    ):
        first = doc[token.i - 1]
    while (
        last.i + 1 < len(doc) and last.i < token.i + 2 and last.whitespace_ and doc[last.i + 1].pos_ in _NOUNS
    ):
        if not doc[last.i + 1].is_lower:
            break
        last = doc[last.i + 1]
    return first.idx, last.idx + len(last)


def about(doc: Doc) -> Iterator[Found]:
    """Yield every place of the rare words of statutes, with the nouns that make one term with them."""
    telling = _telling(text_of(doc))
    if not telling:
        return
    automaton = ahocorasick.Automaton()
    for word in telling:
        automaton.add_word(word, len(word))
    automaton.make_automaton()
    tagged = doc.has_annotation("POS")
    for last, length in automaton.iter(lower_same_length(text_of(doc))):
        start, end = last + 1 - length, last + 1
        if not at_boundaries(text_of(doc), start, end):
            continue
        span = doc.char_span(start, end) if tagged else None
        if span is not None and len(span) == 1 and span[0].is_lower:
            start, end = _compound(doc, span[0])
        yield Found(start, end, "MISC", 0.6)


def foreign_terms(text: str) -> Iterator[Found]:
    """Yield lower-case words in brackets that English does not know ("the villages (samebyar)"): a term in the
    language of the country."""
    common, frequent = shipped.common_words(), shipped.frequent_words()
    for match in _BRACKETED.finditer(text):
        spoken = match.group(1).split()
        if any(word in common or word in frequent or word in _NOT_FOREIGN for word in spoken):
            continue
        yield Found(match.start(1), match.end(1), "MISC", 0.55)
