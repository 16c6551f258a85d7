"""Tell what says of nobody who it is: doses, what was measured, times of the day, days of the week, petty sums and
ranks.

Who is meant by them is no question of the number's form: a number right behind the noun that it is the value of
("metformin 500 mg", "CRP 164", "CRP was 164") is read off something, one with its noun behind it ("eleven appearances")
counts something of somebody. A time in which something is due ("within ten days") is of the matter.
"""

import re
from bisect import bisect_left
from typing import Final

from spacy.tokens import Doc, Token

from kb.values.words import WEEKDAYS, month_number
from sanitizer.text import lexicon
from sanitizer.types import Mention, Span, text_of

_VALUES: Final = frozenset(("QUANTITY", "PERCENT"))
_NOUNS: Final = frozenset(("NOUN", "PROPN"))
_DUE: Final = frozenset(("in", "within", "every"))
_YEARS: Final = "year"
_WEEKDAY: Final = re.compile(
    rf"(?:(?:last|next|this|every|on|the) )*(?:{'|'.join(WEEKDAYS)})s?(?: (?:morning|afternoon|evening|night)s?)?",
    re.IGNORECASE,
)
"""A day of the week, without a date."""
_PETTY: Final = re.compile(
    r"[£$€]\s?\d{1,2}(?:\.\d\d)?|\d{1,2}(?:\.\d\d)?\s?(?:[£$€p]|pence|cents?|pounds?|euros?|dollars?)"
)
"""Less than a hundred of money."""
_RANKS: Final = 10
"""Ranks that are petty."""
_DIGITS: Final = 3
"""Digits of a bare value at most: a longer number may be a code."""
_CAPITALS: Final = 4
"""Letters of the abbreviation of what is measured, at most."""


def tells_nobody(doc: Doc, mention: Mention) -> bool:
    """Whether a mention is a dose, a reading, a time of the day, a day of the week alone, or a petty sum or rank."""
    text, start = text_of(doc), mention.span.start
    before = _word_before(doc, start)
    if mention.type == "TIME":
        return mention.span.of(text).count(":") < 2  # with seconds it may be how long somebody took
    if mention.type == "DATE":
        return bool(_WEEKDAY.fullmatch(mention.span.of(text)))
    if mention.type == "MONEY":
        return bool(_PETTY.fullmatch(mention.span.of(text)))
    if mention.type == "ORDINAL":
        return _is_petty_rank(doc, mention.span)
    if mention.type == "DURATION":
        due = before is not None and before.lower_ in _DUE
        return due and not any(sign in mention.span.of(text) for sign in (_YEARS, ":"))
    if mention.type not in _VALUES and mention.type != "CARDINAL":
        return False
    if before is None or text[before.idx + len(before) : start] not in (" ", "\u00a0"):
        return False
    if mention.type == "CARDINAL":
        surface = mention.span.of(text)
        return surface.isdecimal() and len(surface) <= _DIGITS and _is_measured(before)
    if not mention.span.of(text)[0].isdecimal():
        return False
    rare = before.pos_ in ("ADV", "ADJ") and before.lower_ not in lexicon.frequent_words()
    return before.is_alpha and (before.pos_ in _NOUNS or rare)


def _is_petty_rank(doc: Doc, span: Span) -> bool:
    """Whether one of the first ten of something named is meant ("the 3rd floor"), and no day of a month."""
    number = span.of(text_of(doc)).rstrip("stndrh")
    behind = doc.char_span(span.start, span.end, alignment_mode="expand")
    if behind is None or not number.isdecimal() or int(number) > _RANKS or behind.end >= len(doc):
        return False
    noun = doc[behind.end]
    return noun.pos_ == "NOUN" and noun.text.islower() and month_number(noun.lower_) is None


def _is_measured(token: Token) -> bool:
    if token.lemma_ == "be" and token.i:
        return _is_measured(token.nbor(-1))
    plain = token.lower_ in lexicon.frequent_words()
    return token.text.isupper() and token.is_alpha and 1 < len(token) <= _CAPITALS and not plain


def _word_before(doc: Doc, offset: int) -> Token | None:
    """The word that ends before an offset."""
    at = bisect_left(doc, offset, key=lambda token: token.idx) - 1
    return doc[at] if at >= 0 and not doc[at].is_space else None
