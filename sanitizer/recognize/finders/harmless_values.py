"""Tell what says of nobody who it is: doses, what was measured, times of the day, days of the week, petty sums and
ranks.

Who is meant by them is no question of the number's form: a number right behind the noun that it is the value of
("metformin 500 mg", "CRP 164", "CRP was 164") is read off something, one with its noun behind it ("eleven appearances")
counts something of somebody. What is dosed or measured in a laboratory is so wherever it stands, and so is a round time
of a few hours; a time in which something is due ("within ten days") is of the matter. Of the gold of the
development texts none of the eight doses is marked; heights, percentages and longer times mostly are.
"""

import re
from bisect import bisect_left
from typing import Final

from spacy.tokens import Doc, Token

from kb.values.amounts import read_number
from kb.values.words import MINUTES, WEEKDAYS, month_number, numbers_in
from sanitizer.recognize.finders.nouns_for_persons import PARTIES
from sanitizer.text import lexicon
from sanitizer.types import Mention, Span, text_of

_VALUES: Final = frozenset(("QUANTITY", "PERCENT"))
_NOUNS: Final = frozenset(("NOUN", "PROPN"))
_DUE: Final = frozenset(("in", "within", "every", "each"))
_DOSE: Final = re.compile(
    r"(?<![^\W\d])(?:(?:mg|mcg|µg|mls?|cl|dl|l|cc|n?mol|mmol|units?|u|iu|mm\s?hg|db|kcal|bpm|(?P<grams>g)|(?P<small>[cm]m)|"
    r"min|mins|hrs?|deg)(?:/\w+)?|°\s?[cf])\.?(?!\w)",
    re.IGNORECASE,
)
"""The unit of a dose, of what is measured in a laboratory or read off a device, and short units of time."""
_BEHIND: Final = re.compile(
    r"(?:mg|mcg|µg|mls?|n?mol|mmol|units?|iu|mm\s?hg|db|kcal|bpm|mins?|deg)(?:/\w+)?\b", re.IGNORECASE
)
"""The unit of a dose that stands by itself behind a number."""
_SERIES: Final = re.compile(r"\b([^\W\d_]+)(?: (?:was|of|now|is))? (?:\d+(?:\.\d+)?\s?(?:->|→|-->)\s?)*$")
"""What a series of values with arrows is of, before one of them."""
_ARROWS: Final = ("->", "→", "-->")
_DIALLING: Final = frozenset({"call", "dial", "ring", "phone"})
_PUBLIC: Final = frozenset({"000", "101", "105", "111", "112", "119", "911", "988", "999"})
"""Numbers that everybody has ("call 101")."""
_LABELS: Final = frozenset({"day", "pulse", "plt", "score", "hb", "na"})
"""Nouns of which a number right behind them is the value."""
_NO_VALUES: Final = frozenset(
    {"pin", "id", "ref", "ext", "tel", "acc", "code", "no", "rm", "bus", "flat", "room", "number"}
)
"""Words in capitals too, of which a number is no measurement."""
_NUMBERED: Final = re.compile(r"\b(?:code|pin|number|no|id|ref|at|in|is)\.?[:,]?\s$", re.IGNORECASE)
_HEAVIEST: Final = 100
"""Grams up to which what is weighed is no newborn child."""
_SMALLEST: Final = 30
"""Centimetres up to which what is measured is no person's height."""
_LONGEST: Final = 12 * MINUTES["hour"]
"""Minutes of the longest time that is nothing unusual."""
_ROUND: Final = (5, 60)
"""Minutes of which round times are multiples: below an hour, and from one on."""
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
_CENTILES: Final = frozenset({"centile", "percentile"})
_GOVERN: Final = frozenset({"DET", "ADP", "AUX", "VERB", "PRON"})
"""Parts of speech before the day of a month that is not named."""
_DIGITS: Final = 3
"""Digits of a bare value at most: a longer number may be a code."""
_CAPITALS: Final = 4
"""Letters of the abbreviation of what is measured, at most."""


def tells_nobody(doc: Doc, mention: Mention) -> bool:
    """Return whether a mention is a dose, a reading, a time of the day, a day of the week alone, or a petty sum or
    rank."""
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
        return (due and not any(sign in mention.span.of(text) for sign in (_YEARS, ":"))) or _is_round_time(
            mention.span.of(text)
        )
    if mention.type not in _VALUES and mention.type != "CARDINAL":
        return False
    if mention.type == "QUANTITY" and _is_dose(mention.span.of(text)):
        return True
    if mention.type == "CARDINAL" and _is_read_off(text, mention.span):
        return True
    if before is None or text[before.idx + len(before) : start] not in (" ", "\u00a0"):
        return False
    if mention.type == "CARDINAL":
        return _is_value_of(before, text, mention.span)
    if not mention.span.of(text)[0].isdecimal():
        return False
    rare = before.pos_ in ("ADV", "ADJ") and before.lower_ not in lexicon.frequent_words()
    return before.text[:1].isalpha() and before.text.isalnum() and (before.pos_ in _NOUNS or rare)


def _is_value_of(before: Token, text: str, span: Span) -> bool:
    """Return whether a bare number is the value of the word before it, or one that everybody may dial."""
    surface = span.of(text)
    if before.lemma_.lower() in _DIALLING:
        return surface in _PUBLIC and not re.match(r"\s?\d", text[span.end : span.end + 2])
    return surface.isdecimal() and len(surface) <= _DIGITS and _is_measured(before)


def _is_dose(surface: str) -> bool:
    """Return whether an amount is one of what is dosed or measured in a laboratory, and nobody's weight or height."""
    unit = next((m for m in _DOSE.finditer(surface) if m.end() == len(surface)), None)
    if unit is None or not (unit["grams"] or unit["small"]):
        return unit is not None
    most = _HEAVIEST if unit["grams"] else _SMALLEST
    return all(value <= most for value, _, _ in numbers_in(surface))


def _is_read_off(text: str, span: Span) -> bool:
    """Return whether a bare number is a value of a series ("91 -> 103"), or has a unit behind it that makes it a
    dose."""
    if not span.of(text).isdecimal() or span.end - span.start > _DIGITS:
        return False
    before, behind = text[: span.start].rstrip(" "), text[span.end : span.end + 12]
    if before.endswith(_ARROWS) or behind.lstrip(" ").startswith(_ARROWS):
        series = _SERIES.search(text, max(0, span.start - 60), span.start)
        return series is not None and is_reading(series.group(1))
    return _BEHIND.match(behind.lstrip(" ")) is not None and not _NUMBERED.search(text[: span.start])


def _is_round_time(surface: str) -> bool:
    """Return whether a time of up to half a day is a round one: "ten minutes", "two hours"."""
    read = read_number(surface.replace(" and a half", ""), "DURATION")
    return (
        read is not None
        and read.scale == "duration"
        and read.high <= _LONGEST
        and not any(_odd(n) for n in (read.low, read.high))
    )


def _odd(minutes: float) -> bool:
    small, large = _ROUND
    return bool(minutes % small if minutes < large else minutes % large)


def _is_petty_rank(doc: Doc, span: Span) -> bool:
    """Return whether one of the first ten of something named is meant ("the 3rd floor", "m. 1st"), or the rank that a
    measurement has, and no day of a month."""
    number = span.of(text_of(doc)).rstrip("stndrh")
    behind = doc.char_span(span.start, span.end, alignment_mode="expand")
    if behind is None or not number.isdecimal():
        return False
    noun = doc[behind.end] if behind.end < len(doc) else None
    if noun is not None and noun.lower_ in _CENTILES:
        return True
    if int(number) > _RANKS or (noun is None and not behind.start):
        return False
    if noun is not None and (noun.lower_ in PARTIES or _is_opponent(noun)):
        return True
    if noun is not None and noun.pos_ == "NOUN":
        return noun.text.islower() and month_number(noun.lower_) is None
    free = (
        noun is None
        or (noun.is_punct and noun.text != "-")
        or noun.lower_ in ("and", "in", "or")
        or noun.is_digit
    )
    before = doc[behind.start - 1] if behind.start else None
    return free and before is not None and not (before.pos_ in _GOVERN and before.is_alpha)


def _is_opponent(adjective: Token) -> bool:
    """Return whether a word is the adjective of "opposite party"."""
    behind = adjective.doc[adjective.i + 1 : adjective.i + 2].text
    return bool(adjective.lower_ == "opposite" and behind.lower() == "party")


def _is_measured(token: Token) -> bool:
    if token.lemma_ == "be" and token.i:
        return _is_measured(token.nbor(-1))
    return is_reading(token.text)


def is_reading(word: str) -> bool:
    """Return whether a word is what is measured: "CRP", "pulse"."""
    small = word.lower()
    if small in _LABELS:
        return True
    plain = small in lexicon.frequent_words() or small in _NO_VALUES
    capitals = word.isalpha() and sum(map(str.isupper, word)) > len(word) // 2
    return capitals and 1 < len(word) <= _CAPITALS and not plain


def _word_before(doc: Doc, offset: int) -> Token | None:
    """Return the word that ends before an offset."""
    at = bisect_left(doc, offset, key=lambda token: token.idx) - 1
    return doc[at] if at >= 0 and not doc[at].is_space else None
