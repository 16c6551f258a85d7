"""The words that go with what is not said: a phrase between commas, an adjunct, the words before an age."""

from typing import Final

from spacy.tokens import Token

from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import Page, Place
from sanitizer.text.fold import words as words_of
from sanitizer.text.inflection import WORDS
from sanitizer.text.surroundings import starts_sentence
from sanitizer.types import Span

_ADJUNCTS: Final = words_of("at in on around since until till during by before after from within")
"""Prepositions of a time that only says when."""
_AGAIN: Final = frozenset({"again", "then", "later", "once"})
"""Words before another time of a list."""


def number_aside(page: Page, told: Told, place: Place) -> Edit | None:
    """Return a number behind a comma, which goes with it: "Ann Ek, 34, left"."""
    text, start, end = page.text, place.span.start, place.span.end
    if text[max(0, start - 2) : start] != ", " or text[end : end + 1] not in (",", ")", "."):
        return None
    before = page[place.first - 2] if place.first > 1 else None
    if before is None or before.pos_ not in ("PROPN", "NOUN"):
        return None
    following = page.at(place.last + 2)
    verb = (
        text[end] == ","
        and following is not None
        and (following.pos_ in ("VERB", "AUX", "ADP", "CCONJ") or following.dep_ == "root")
    )
    return Edit(told, place, Span(start - 2, end + verb))


def adjunct(page: Page, place: Place, i: int) -> Span | None:
    """Return the phrase of time that ends with a mention, from its preposition ``i``, where its clause says enough
    without it; of a sentence that it opens also the comma behind it."""
    head = page[place.slot.head]
    behind = place.last + 1
    if page.lower(behind) in ("to", "until", "till") and behind + 1 < len(page):
        other = page[behind + 1]
        if page.covers(other.idx, other.idx + len(other)):  # the other end follows
            return None
    own = place.first if place.first and opens_with_preposition(page[place.first].lower_) else i
    if own < 0 or page[own].lower_ not in _ADJUNCTS or page[own].pos_ not in ("ADP", "SCONJ"):
        return None
    if head.dep_ not in ("obl", "obl:unmarked", "nmod", "nmod:unmarked") or head.i > place.last:
        return None
    verb = head.head
    rest = [t for t in verb.children if t.i != head.i and not t.is_punct]
    if verb.lemma_.lower() in WORDS["placing_verbs"] and page[own].lower_ == "from":
        return None
    predicate = verb.pos_ in ("ADJ", "NOUN", "PROPN", "ADV")
    if not rest or (not predicate and any(t.dep_ == "cop" for t in rest)):
        return None
    if is_denied(verb):
        return None
    if own > 0 and page[own - 1].pos_ == "CCONJ" and own <= page[own - 1].head.i <= place.last:
        own -= 1
    start, end = page[own].idx, _with_link(page, place.last + 1, place.span.end)
    if page[own].is_sent_start or starts_sentence(page.text, start):
        return Span(start, with_blank(page, end))
    return set_off(page, start, end)


def with_blank(page: Page, end: int) -> int:
    """Return where what goes from the beginning of a sentence ends: with the comma and the blank behind it."""
    return end + (2 if page.text[end : end + 2] == ", " else page.text[end : end + 1] == " ")


def _with_link(page: Page, behind: int, end: int) -> int:
    """Return where a phrase of time ends with the word ``behind`` it that joins another one, which stays."""
    if page.lower(behind) not in ("and", "or") or behind + 1 >= len(page):
        return end
    joined = page[behind + 1]
    other = (
        joined.lower_ in _ADJUNCTS and joined.pos_ == "ADP" and joined.head.pos_ in ("NUM", "PROPN", "NOUN")
    )
    again = joined.lower_ in _AGAIN and page.lower(behind + 2) in _ADJUNCTS
    return page.end(behind) if other or again else end


def before_age(page: Page, place: Place) -> int:
    """Return the word before an age and what is only said of one ("at *the age of* 52")."""
    i = place.first - 1
    if page.lower(i) == "of" and page.lower(i - 1) in ("age", "ages"):
        i -= 2
    elif page.lower(i) == "age":
        i -= 1
    return i - (page.lower(i) == "the")


def of_noun(page: Page, place: Place, i: int) -> Span | None:
    """Return the phrase "of DATE" behind a noun that says enough without it ("the night of 3 May"), or with the
    part of a time that says nothing alone ("for most of May")."""
    noun = page[i - 1] if i > 0 and not place.span.of(page.text).endswith("century") else None
    if noun is None or page.lower(i) != "of" or page[place.slot.head].head.i != noun.i:
        return None
    if noun.pos_ == "NOUN" and noun.lower_ not in WORDS["parts"]:
        return Span(noun.idx + len(noun), place.span.end)
    case = next((t for t in noun.children if t.dep_ == "case"), None)
    if case is None or noun.dep_ not in ("obl", "obl:unmarked") or len(list(noun.head.children)) < 2:
        return None
    return Span(case.idx - (page.text[case.idx - 1 : case.idx] == " "), place.span.end)


def opens_with_preposition(word: str) -> bool:
    """Return whether an adjunct begins with the word."""
    return word in _ADJUNCTS


def is_denied(verb: Token) -> bool:
    """Return whether a verb is denied or restricted: what such a sentence leaves out changes what it claims ("asked
    not to work on Sundays")."""
    return any(t.lower_ in WORDS["denials"] for t in verb.children)


def set_off(page: Page, start: int, end: int) -> Span:
    """Return the characters from `start` to `end`, which go, with the blank before them and the commas that set
    them off."""
    if page.text[max(0, start - 2) : start] == ", ":
        if page.text[end : end + 1] == ",":
            return Span(start - 2, end + 1)
        if page.text[end : end + 1] in (".", ";", ":", "!", "?", ")"):
            return Span(start - 2, end)
    return Span(start - (page.text[max(0, start - 1) : start] == " "), end)
