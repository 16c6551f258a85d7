"""Turn away, or cut, proposed names that English, the network and the place of the words say are none.

A single word that English has, and that nobody and nothing is called by, is a name only where the network holds it for
one. No name goes over the end of a sentence or the columns of a form, and none holds the small words, verbs and days
behind it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from spacy.tokens import Token

from kb.values.words import WEEKDAYS
from sanitizer.recognize.identifiers.number_labels import SHORT
from sanitizer.recognize.name_groups import PARTICLES
from sanitizer.recognize.person_names import is_full_name
from sanitizer.recognize.spans.candidates import is_firm_alone
from sanitizer.recognize.spans.words import Words
from sanitizer.recognize.spelling import word_bits
from sanitizer.recognize.vocabulary import is_surname, is_unknown
from sanitizer.text.fold import words as words_of
from sanitizer.text.titles import POLITE
from sanitizer.types import Bits, EntityClass, Mention, Span

_ENGLISH: Final[Bits] = -2.0
"""Bits up to which a word with a capital is one that English has and nobody is called by (:func:`word_bits`)."""
_SMALL: Final[Bits] = -5.0
"""The same of a word in small letters."""
_HELD: Final = 0.95
"""The chance of a name from which on such a word is one."""
_READ: Final = 0.75
"""The same where the network itself takes a word with a capital for a name."""
_INSIDE: Final = 0.3
"""The same of a word with a capital within a sentence."""
_COLUMN: Final = re.compile(r" {3,}|\t")
"""What parts the columns of a form; no name goes over it."""
_SURE: Final = 0.7
"""The score from which on a proposal has a place of its own: a speaker, a field of a record."""
_LEAST: Final = 3
"""Letters of a word that may be turned away for its capital alone."""
_BEGIN: Final = frozenset(".!?•*-#|:")
_KIN: Final = words_of(
    "nana nan nanna nanny gran granny grandma grandpa grandad granddad mum mummy mam mom mommy dad daddy auntie aunty"
)
"""Relatives as their family calls them."""
_GIVEN_TOO: Final = words_of("nana nan nanny mam")
"""Those by which somebody may be named as well."""
_KIN_IN: Final = re.compile(rf"\b(?:{'|'.join(sorted(_KIN - _GIVEN_TOO))}|uncle|aunt)\b", re.IGNORECASE)
_PRAYER: Final = re.compile(
    r"(?i:\b(?:thank|oh|my|praise|bless|to|of|by|fear) )God\b(?! [A-Z])"
    r"|\bGod (?:bless|willing|forbid|knows|is|will|be|rest)\b"
)
"""Where God is meant, and nobody of that name."""
_DAYS: Final = frozenset(f"{day.lower()}s" for day in WEEKDAYS)
_TAIL: Final = frozenset(("VERB", "AUX", "ADP", "ADV", "SCONJ", "CCONJ", "PRON", "DET"))


def gated(words: Words, proposed: Sequence[Mention], fields: Sequence[Span]) -> list[Mention]:
    """Return the proposals that may be names, without the words at their ends that belong to none; ``fields`` are
    labels."""
    asked = {field.start for field in fields}
    kept: list[Mention] = []
    for mention in proposed:
        for part in _parts(words, mention):
            sure = part.recognizer != "model" and (part.score >= _SURE or part.type == "WORK")
            if is_firm_alone(words, part.span.start, part.span.end) or _is_polite(part.span.of(words.text)):
                continue
            if not sure and (_is_invoked(words.text, part.span) or _is_kin(words.text, part.span)):
                continue
            if part.entity_class is not EntityClass.PERSON and _is_numbered(words, part.span):
                continue
            if sure or not _is_plain(words, part, part.span.start in asked):
                kept.append(part)
    return list(dict.fromkeys(kept))


def _is_polite(surface: str) -> bool:
    """Return whether a span is nothing but forms of address: "Mrs", "Sir or Madam"."""
    said = [word.rstrip(".") for word in surface.lower().split()]
    return said[-1] in POLITE and all(word in POLITE or word in ("or", "and", "/") for word in said)


def _is_invoked(text: str, span: Span) -> bool:
    """Return whether a span is God, as prayers and exclamations have it."""
    if span.of(text) != "God":
        return False
    return any(
        m.start() <= span.start < m.end()
        for m in _PRAYER.finditer(text, max(0, span.start - 10), span.end + 10)
    )


def _is_kin(text: str, span: Span) -> bool:
    """Return whether a span is what a family calls a relative; "Nana" and the like only where others of them are
    called so."""
    called = span.of(text).lower().removesuffix("'s").removesuffix("’s")
    return called in _KIN and (called not in _GIVEN_TOO or _KIN_IN.search(text) is not None)


def _is_numbered(words: Words, span: Span) -> bool:
    """Return whether a span is a noun for a room or place in one, with a number in or right behind it: "Bay 6",
    "Ward 5"; what stands alone under its number may be known by it ("Pier 39")."""
    first, last = words.within(span.start, span.end)
    if last - first > 2 or first + 1 >= len(words.tokens) or words.lowers[first] not in SHORT:
        return False
    return words.texts[first + 1].isdigit() and words.starts[first + 1] == words.ends[first] + 1


def _is_plain(words: Words, mention: Mention, label: bool) -> bool:
    """Return whether a span is one word that English has, in a ``label`` also one that it hardly has, and the
    network doubts that it is a name. Initials are none."""
    first, last = words.within(mention.span.start, mention.span.end)
    surface = mention.span.of(words.text)
    small = surface.islower()
    held = _READ if mention.recognizer == "model" and not small and not label else _HELD
    least = held if small or label or _opens(words, first) else _INSIDE
    if last - first != 1 or words.chances[first, 0] < 1 - least:
        return False
    if (len(surface) < _LEAST and surface.isupper()) or _is_family(surface):
        return False
    return word_bits(surface) <= (_SMALL if small else 0.0 if label else _ENGLISH)


def _is_family(surface: str) -> bool:
    """Return whether a word with a capital that English lacks is the plural of a surname: "Hendersons"."""
    stems = (surface.removesuffix("s"), surface.removesuffix("es"))
    return surface[0].isupper() and is_unknown(surface) and any(s != surface and is_surname(s) for s in stems)


def _opens(words: Words, at: int) -> bool:
    """Return whether the capital of a word says nothing: a sentence, a line or a cell begins with it."""
    if at == 0 or words.tokens[at].is_sent_start or words.texts[at - 1] in _BEGIN:
        return True
    before = words.text[words.ends[at - 1] : words.starts[at]]
    return any(mark in before for mark in ("\n", "\t", "  "))


def _parts(words: Words, mention: Mention) -> Iterator[Mention]:
    """Yield a proposal cut where a sentence or a column begins in it, and behind a person at "of"; each part
    without the small words, verbs and days behind it."""
    first, last = words.within(mention.span.start, mention.span.end)
    surface = mention.span.of(words.text)
    if last - first < 2 or not surface[0].isupper() or mention.type == "WORK":
        yield mention
        return
    begin = first
    for at in range(first + 1, last + 1):
        if at < last and not _ends_before(words, begin, at):
            continue
        span = _trimmed(words, begin, at, mention.span)
        if span is not None:
            yield mention if span == mention.span else _part(mention, span, begin > first)
        begin = at


def _ends_before(words: Words, first: int, at: int) -> bool:
    """Return whether a name from `first` on ends before the word `at`: a sentence begins there, not behind an
    initial."""
    tokens = words.tokens
    if tokens[at].lower_ == "of" and at - first > 1:
        titled = tokens[first].lower_.rstrip(".") in POLITE
        return titled or is_full_name(words.text[tokens[first].idx : words.ends[at - 1]])
    if _COLUMN.search(words.text, words.ends[at - 1], tokens[at].idx):
        return True
    return bool(tokens[at].is_sent_start) and tokens[at - 1].text == "." and len(tokens[at - 2]) > 1


def _part(mention: Mention, span: Span, behind: bool) -> Mention:
    if behind and mention.entity_class is not EntityClass.PERSON:
        return replace(mention, span=span, type="MISC", entity_class=EntityClass.MISC)
    return replace(mention, span=span)


def _trimmed(words: Words, first: int, last: int, span: Span) -> Span | None:
    """Return the words of a span that belong to a name; none of those that two persons have before one: "Mr and Mrs
    Ek"."""
    tokens = words.tokens
    first = _behind_two_titles(words, first, last)
    if first < last and tokens[first].lower_ == "of":
        first += 1
    while last - 1 > first and _is_tail(tokens[last - 1]):
        last -= 1
    if first >= last:
        return None
    start, end = max(span.start, tokens[first].idx), min(span.end, words.ends[last - 1])
    return Span(start, end) if start < end else None


def _behind_two_titles(words: Words, first: int, last: int) -> int:
    """Return where a span begins without the titles of two persons that open it, in whole or from the second on."""
    for at in (max(0, first - 2), first):
        titles = [low.rstrip(".") for low in words.lowers[at : at + 3 : 2]]
        if first < at + 3 < last + 1 and words.lowers[at + 1] in ("and", "&") and POLITE.issuperset(titles):
            return at + 3
    return first


def _is_tail(token: Token) -> bool:
    low = token.lower_
    if low in _DAYS:
        return True
    return token.text.islower() and token.pos_ in _TAIL and low not in PARTICLES
