"""Leave out a phrase that its sentence can spare: an adjunct of which no more than the class of a name would be told.

What may go is read from the dependency tree: an oblique of a verb that keeps an object or another complement, or a
modifier of a noun, behind a preposition of place or time. Arguments stay ("lives in", "moved to"), and so does what
others hang on.
"""

from dataclasses import replace
from typing import Final

from spacy.tokens import Token

from sanitizer.say.adjuncts import is_denied, set_off, with_blank
from sanitizer.say.modifiers import dropped
from sanitizer.say.phrases import REMOVED, Phrase
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import RELATIVES, Page, Place
from sanitizer.say.structure import Register
from sanitizer.say.untold_values import gone
from sanitizer.text.inflection import WORDS
from sanitizer.text.surroundings import starts_sentence
from sanitizer.types import EntityClass, Span

_WHERE: Final = frozenset({"at", "in", "on", "near", "from", "around", "outside", "inside", "beside"})
"""Prepositions of adjuncts."""
_WHOSE_SON: Final = frozenset({"the", "a", "an", "one", "on", "near"})
"""Words that stand behind "born" without a comma: "born the son of a miller"."""
_OBLIQUE: Final = frozenset({"obl", "obl:unmarked", "obl:agent"})
_KEPT: Final = frozenset({"obj", "obl", "obl:unmarked", "obl:agent", "advcl", "xcomp", "ccomp", "advmod"})
_JOINING: Final = frozenset({"and", "or", "but", "then"})
_INNER: Final = frozenset({"case", "det", "punct", "nmod:poss", "compound", "amod", "flat", "nummod"})


def spared(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return the edit of a name that goes with its preposition; None where something is told of it, where it is a
    person, or where the sentence needs it."""
    vague = phrase.empty or phrase.kind == "mark" or phrase.anywhere
    if not vague or phrase.person or not told.named or page.form.of(told.span) is not Register.SENTENCE:
        return None
    whence = told.of_class is EntityClass.LOC
    span = _phrase(page, place, _WHERE | {"of"} if whence else _WHERE)
    if span is None or page.covers(span.start, place.span.start):
        return None
    behind = page.lower(place.last + 2)
    if (
        page.text.endswith("born", 0, span.start)
        and page.text[span.end : span.end + 1] == ","
        and behind in _WHOSE_SON
    ):
        return Edit(told, place, Span(span.start, span.end + 1))
    return Edit(told, place, span)


def uncompounded(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return the edit of a name that goes with the participle it is joined to ("a *Qatar-based* bank"), where that only
    describes what follows; None where something is told of it or the word does not describe."""
    last = place.last + 2
    if not phrase.empty or place.joined_left or not place.joined_right or last + 1 >= len(page):
        return None
    joined, noun = page[last], page[last + 1]
    end = joined.idx + len(joined)
    describes = (
        noun.pos_ in ("NOUN", "ADJ", "PROPN") and joined.whitespace_ and joined.pos_ in ("VERB", "ADJ")
    )
    if not describes or page.covers(place.span.end, end):
        return None
    return gone(page, told, replace(place, span=Span(place.span.start, end)))


def unmarked(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return the edit of a term of which nothing is told and that its sentence can spare: with its preposition, or as a
    modifier of its noun."""
    if phrase.words != REMOVED or page.form.of(told.span) is not Register.SENTENCE:
        return None
    if (span := _phrase(page, place)) is not None and not page.covers(span.start, place.span.start):
        return Edit(told, place, span)
    beside = place.modifies == place.last + 1 and not (place.joined_left or place.joined_right or place.owns)
    return dropped(page, told, place) if beside else None


def _phrase(page: Page, place: Place, cases_of: frozenset[str] = _WHERE) -> Span | None:
    """Return the prepositional phrase that a mention is the noun of, where it can go; ``cases_of`` are its
    prepositions, "of" only behind a name ("Bo Ek of Crediton")."""
    head = page[place.slot.head]
    if place.owns or place.titles or place.modifies is not None or place.joined_left or place.joined_right:
        return None
    if page.lower(place.last + 1) == "," and page.lower(place.last + 2) in RELATIVES:
        return None
    second = page.at(place.last + 2)
    if page.lower(place.last + 1) in _JOINING and second is not None and second.pos_ in ("ADP", "ADV"):
        return None  # a second place that is joined needs the first
    inside = range(place.first, place.last + 1)
    if (
        any(i not in inside for i in place.slot.conjuncts)
        or head.dep_ in ("conj", "root")
        or head.right_edge.i > place.last
    ):
        return None
    cases = [t for t in head.children if t.dep_ == "case"]
    if len(cases) != 1 or cases[0].lower_ not in cases_of or cases[0].i >= place.first:
        return None
    between = [t for t in page.doc[cases[0].i + 1 : place.first] if t.dep_ != "det"]
    if between or any(t.dep_ not in _INNER and t.i not in inside for t in head.children):
        return None
    if cases[0].lower_ == "of" and head.head.pos_ != "PROPN":
        return None
    if not _can_go(head, cases[0]):
        return None
    start, end = cases[0].idx, place.span.end
    if cases[0].is_sent_start or starts_sentence(page.text, start):
        return Span(start, with_blank(page, end))
    return set_off(page, start, end)


def _can_go(head: Token, case: Token) -> bool:
    """Return whether what governs a phrase says enough without it."""
    governor = head.head
    if governor.i > head.i and not case.is_sent_start:
        return False
    if head.dep_ == "nmod":
        return governor.pos_ in ("NOUN", "PROPN") and governor.i < case.i
    if head.dep_ not in _OBLIQUE or governor.pos_ != "VERB" or is_denied(governor):
        return False
    others = [t for t in governor.children if t.i != head.i]
    if governor.lemma_.lower() in WORDS["placing_verbs"] or any(t.dep_ == "cop" for t in others):
        return False
    passive = any(t.dep_ in ("nsubj:pass", "aux:pass") for t in others)
    return passive or any(t.dep_ in _KEPT and t.i > governor.i for t in others)
