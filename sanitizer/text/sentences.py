"""Sentence boundaries by rule: the marks of English print, abbreviations, numbers, line and paragraph breaks.

A statistical splitter learns its text type; legal and clinical prose ("no. 18403/91", "Mr A. Smith v. the
United Kingdom", "5 mg t.d.s.") is not what the treebanks hold. Here a period ends a sentence unless its word says
otherwise.
"""

import re

import numpy as np
from spacy.attrs import SENT_START
from spacy.language import Language
from spacy.tokens import Doc, Token

from sanitizer.text.short_forms import (
    BEFORE_ANYTHING,
    BEFORE_NUMBER,
    DOSES,
    is_written_short,
)
from sanitizer.text.short_names import draws_together
from sanitizer.text.titles import NO_END, SHORT_TITLES

FINAL = frozenset([".", "!", "?", "…", "...", "..", "!!", "??", "?!", "!?", "....", "。", "！", "？"])
_ENDS = frozenset(mark[-1] for mark in FINAL)
CLOSING = frozenset(['"', "”", "’", "'", "''", ")", "]", "}", "»"])
OPENING = frozenset(['"', "“", "‘", "'", "``", "(", "[", "«", "-", "–", "—", "•", "*", "§"])


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STARTERS = _words(
    """the a an he she it they we i you his her its their our my this that these those there in on at by for from
    with after before when while as if but and or however although since during according both no one two mr mrs
    ms"""
)
"""Words that begin a sentence more often than they follow an abbreviation such as "U.S." in capitals."""
RUN_ON = re.compile(r"(?<=[^\W\d_][a-zß-öø-ÿ]{2}|.\d{2})\.(?=[A-Z][a-z]+\b(?!\.))")
"""A full stop whose blank is missing: "in Wales.Moseley won", "born in 1973.His father"; no "www.Example.com"."""
SHORT_LINE = 60
"""A shorter line, in characters, that is followed by a capital is a heading or an item, not a wrapped line."""


def sentence_rules(doc: Doc) -> Doc:
    """Set the start of every sentence of ``doc``; white space belongs to the sentence before it."""
    starts = np.full(len(doc), -1, dtype=np.int64)
    pending, line_start, text = True, 0, ""
    for token in doc:
        i, before, text = token.i, text, token.text
        if token.is_space:
            if not pending and "\n" in text:
                pending = _breaks_at_line(doc, token, token.idx - line_start)
            if "\n" in text:
                line_start = token.idx + len(token)
            continue
        if pending:
            starts[i] = 1
            pending = False
        elif text in FINAL or (text in CLOSING and not doc[i - 1].whitespace_):
            pass
        elif (before[-1:] in _ENDS or before in CLOSING) and _ended(doc, i):
            starts[i] = 1
    doc.from_array([SENT_START], starts.astype(np.uint64).reshape(-1, 1))
    return doc


def _breaks_at_line(doc: Doc, space: Token, length: int) -> bool:
    """Return whether the line break in ``space`` ends a sentence: a blank line, a final mark or a short line before
    it."""
    if space.text.count("\n") > 1 or space.i + 1 == len(doc):
        return True
    before, after = doc[space.i - 1], doc[space.i + 1]
    if before.text in FINAL or before.text in CLOSING or before.text == ":":
        return not after.text[:1].islower()
    return length < SHORT_LINE and before.text not in {",", ";"} and not after.text[:1].islower()


def _ended(doc: Doc, i: int) -> bool:
    """Return whether a sentence ends before token ``i``, neither it nor the token before it being a line break."""
    j = i - 1
    while j > 0 and doc[j].text in CLOSING and not doc[j - 1].whitespace_ and not doc[j - 1].is_space:
        j -= 1
    mark = doc[j]
    text = mark.text
    if text[-1:] not in _ENDS:
        return False
    word = doc[i]
    if j == i - 1 and text == "." and not mark.whitespace_ and RUN_ON.search(doc[max(0, j - 1) : i + 1].text):
        before = doc[j - 1]
        return not (before.lower_ in BEFORE_NUMBER or _stands_before(before.text, word))
    if not (doc[i - 1].whitespace_ or doc[i - 1].is_space):
        return False
    begins = word.text[:1].isupper() or word.text[:1].isdigit() or word.text in OPENING
    if text in {"!", "?", "…", "...", "。", "！", "？"} or (text in FINAL and text != "."):
        return begins
    if text == ".":
        return begins and not _abbreviated(doc, j, word)
    if len(text) > 1 and text.endswith(".") and j == i - 1:
        return not _stands_before(text[:-1], word) and _abbreviation_ends(text[:-1].lower(), word)
    return False


def _abbreviated(doc: Doc, j: int, word: Token) -> bool:
    """Return whether the period at ``j``, a token of its own, belongs to an abbreviation before it."""
    if j == 0 or doc[j - 1].whitespace_ or doc[j - 1].is_space:
        return False
    before = doc[j - 1].text.lower()
    if _stands_before(doc[j - 1].text, word):
        return True
    if before in BEFORE_NUMBER:
        return word.text[:1].isdigit() or word.text in OPENING
    if word.text[:1].isupper() and word.lower_ not in STARTERS and _is_short(doc[j - 1].text):
        return True
    single = len(before) == 1 and before.isalpha() and doc[j - 1].text.isupper()
    line_start = j == 1 or doc[j - 2].is_space
    return (single or before.isdigit()) and (line_start or (single and word.text.lower() not in STARTERS))


def _stands_before(short: str, word: Token) -> bool:
    """Return whether a word with its stop stands before what follows whatever that is, or, with a capital as titles
    and forms of medicines have it, before what begins no sentence."""
    low = short.lower()
    if low in BEFORE_ANYTHING:
        return True
    if low not in SHORT_TITLES and low not in DOSES:
        return False
    return low in NO_END or (short[:1].isupper() and word.lower_ not in STARTERS)


def _is_short(word: str) -> bool:
    """Return whether a word that no list has is written short, by its letters."""
    return draws_together(word) or is_written_short(word)


def _abbreviation_ends(abbreviation: str, word: Token) -> bool:
    """Return whether a sentence ends after a word that keeps its period ("Inc.", "U.S.", "A.")."""
    if not word.text[:1].isupper():
        return False
    if abbreviation in BEFORE_NUMBER:
        return word.text.lower() in STARTERS
    return word.text.lower() in STARTERS and len(abbreviation) > 1


Language.component("sentence_rules", func=sentence_rules)
