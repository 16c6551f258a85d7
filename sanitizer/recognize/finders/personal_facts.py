"""Judge whether words tell what a particular person does for a living or suffers from: "a nurse will call" does not.

The network that reads (:mod:`sanitizer.text.reader`) was taught by texts in which all that is told of persons is
marked: it finds what no list holds, and lets go the occupations that nobody is said to have.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from spacy.tokens import Doc, Token
from spacy.tokens import Span as Words

from kb.base import Concept
from kb.taxonomy import is_a
from sanitizer.common.knowledge import in_use
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders.nouns_for_persons import PARTIES
from sanitizer.text import lexicon
from sanitizer.text.attention import Floats
from sanitizer.text.facts import FACTS
from sanitizer.text.fold import words
from sanitizer.text.reader import chances_of, facts_of, is_read
from sanitizer.types import Mention, Span, text_of

_LIKELY: Final = {"JOB": 0.95, "DISEASE": 0.98}
"""The facts that are taken of what the network finds, with the least chance of a word; the other facts are too few."""
_NAMED: Final = 0.4
"""The chance of a name from which on a word is one."""
_DOUBTED: Final = 0.05
"""Chance below which an occupation in small letters that a list or form found is let go; illnesses never are."""
_SURE: Final = 0.75
"""Score from which on a list or form is sure."""
_ENDS: Final = frozenset(("DET", "PRON", "ADP", "CCONJ", "SCONJ", "PUNCT", "AUX", "SYM", "PART", "SPACE"))
"""Parts of speech that no span begins or ends with."""
_WORDS: Final = ("NOUN", "PROPN", "ADJ")
_WEAK: Final = words("former then erstwhile late old other new first second same such acting")
"""Words before an occupation that say nothing of it."""
_HYPHENS: Final = ("-", "‑", "–")
_PARTS: Final = ("compound", "amod", "flat")
_PERSON: Final = Concept("wn:person.n.01", "person")
_THINGS: Final = (
    Concept("wn:object.n.01", "object"),
    Concept("wn:thing.n.12", "thing"),
    Concept("wn:matter.n.03", "matter"),
)
_LETTERS: Final = 5
"""Letters of an abbreviation at most."""
_LONGEST: Final = 7
"""Words of a span at most."""


def judged(doc: Doc, found: Sequence[Mention], name: str) -> list[Mention]:
    """Return what was found without occupations that nobody is said to have, and with what the network finds besides.

    Args:
        doc: as recognizers read it.
        found: what lists and forms found.
        name: of the recognizer.
    """
    if not is_read(doc):
        return list(found)
    told = facts_of(doc)
    kept = [m for m in found if m.type != "JOB" or m.score >= _SURE or not _is_doubted(doc, told, m)]
    return [*kept, *_further(doc, told, name)]


def _is_doubted(doc: Doc, told: Floats, mention: Mention) -> bool:
    """Return whether nobody is said to be what a mention in small letters says; with a capital it may be a name."""
    if not mention.span.of(text_of(doc)).islower():
        return False
    span = doc.char_span(mention.span.start, mention.span.end, alignment_mode="expand")
    return span is not None and bool((told[span.start : span.end, 0] > 1 - _DOUBTED).all())


def _further(doc: Doc, told: Floats, name: str) -> Iterator[Mention]:
    """Yield the runs of words that the network takes for one of the facts of :data:`_LIKELY`, without small words
    at their ends."""
    best = told[:, 1:].argmax(1)
    least = np.array([_LIKELY.get(fact, 1.0) for fact in FACTS])[best]
    likely = (1 - told[:, 0] > least) & (chances_of(doc)[:, 0] > 1 - _NAMED)
    start = 0
    while start < len(doc):
        end = start + 1
        if likely[start]:
            while end < len(doc) and likely[end] and best[end] == best[start] and not doc[end].is_space:
                end += 1
            yield from _trimmed(doc, start, end, FACTS[best[start]], name)
        start = end


def _trimmed(doc: Doc, start: int, end: int, type_: str, name: str) -> Iterator[Mention]:
    """Yield the run without small words at its ends, where a noun or an adjective is left and no verb begins or
    ends it."""
    while start < end and (doc[start].pos_ in _ENDS or doc[start].lower_ in _WEAK):
        start += 1
    while start < end and doc[end - 1].pos_ in _ENDS:
        end -= 1
    if end == start + 1 and (
        doc[start].lower_ in lexicon.job_heads() or doc[start].lower_.removesuffix("s") in PARTIES
    ):
        return  # what the lists know is theirs to find
    if start < end and (_is_verb(doc[start]) or _is_verb(doc[end - 1])):
        return  # a clause, which no phrase can stand for
    if start < end and (doc[start - 1 : start].text in _HYPHENS or doc[end : end + 1].text in _HYPHENS):
        return  # a part of a compound
    if not text_of(doc).isupper():  # abbreviations at the ends are what lists say, or nobody knows
        while start < end and doc[start].is_upper and len(doc[start]) <= _LETTERS:
            start += 1
        while start < end and doc[end - 1].is_upper and len(doc[end - 1]) <= _LETTERS:
            end -= 1
    if start < end and type_ == "JOB" and _is_thing(doc[start:end].root):
        return  # where somebody works ("a bakery")
    if start < end and type_ == "DISEASE" and not _is_condition(doc[start:end]):
        return
    if start < end <= start + _LONGEST and any(doc[i].pos_ in _WORDS for i in range(start, end)):
        span = Span(doc[start].idx, doc[end - 1].idx + len(doc[end - 1]))
        yield Mention(span, type_, entity_class(type_), name, 0.6)


def _is_condition(phrase: Words) -> bool:
    """Return whether a whole phrase may name what somebody has: no letter, no adjective except behind "is", no part
    of a compound, no thing or part of a body unless something befell it ("a crushed arm")."""
    head = phrase.root
    behind_is = head.dep_ == "xcomp" or phrase.doc[max(0, phrase.start - 1)].dep_ == "cop"
    if len(phrase.text) == 1 or (head.pos_ == "ADJ" and not behind_is):
        return False
    if not head.is_lower:
        return True
    if head.dep_ in _PARTS and head.head not in phrase:
        return False
    if any(token.pos_ in ("VERB", "ADJ") and "Part" in token.morph.get("VerbForm") for token in phrase):
        return True
    return not _is_thing(head)


def _is_thing(noun: Token) -> bool:
    """Return whether a word in small letters means a thing first of all, and no person."""
    known = in_use().words
    senses = known.senses(noun.lemma_.lower()) if noun.is_lower else ()
    if not senses or any(is_a(known, sense.concept, _PERSON) for sense in senses):
        return False
    return any(is_a(known, senses[0].concept, thing) for thing in _THINGS)


def _is_verb(token: Token) -> bool:
    """Return whether ``token`` is a verb and no participle before a noun."""
    return token.pos_ == "VERB" and token.dep_ not in ("amod", "compound")
