"""Attributes that nearly tell nothing by themselves: "American", "actress". They are left to the correlation risk."""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
from spacy.tokens import Doc

from kb.base import Concept
from kb.taxonomy import is_a
from sanitizer.common.knowledge import in_use
from sanitizer.recognize.finders.said_of_persons import is_in_passing
from sanitizer.types import Bits, Mention, text_of

Tells = Callable[[Sequence[str]], Sequence[Bits] | np.ndarray]
"""The information of each phrase in bits, NaN where it is not known."""

ATTRIBUTES: Final = frozenset(("JOB", "NORP", "DISEASE"))
"""The fine types of which the common ones are left: what a person does, and where a person is from; of health only what
is felt and what is done ("a fever", "surgery"), no illness. Religion and age never are."""

_SIGNS: Final = (Concept("wn:symptom.n.01", "symptom"), Concept("wn:medical_science.n.01", "medical science"))
_WHERE: Final = re.compile(r" (?:in|of|to) ")
_SYNDROME: Final = Concept("wn:syndrome.n.01", "syndrome")

SOME_NAME: Final = "MISC"
"""The type of a name of which only that it is one was seen."""
IN_PASSING: Final[Bits] = 3.5
"""What an occupation may tell beyond ``bits`` where a text names it in passing: whoever is a nurse, a clerk or an
interpreter at work in the matter of another is told by it to nobody."""

_OFFICES: Final = (
    Concept("term:class/committee member", "committee member"),
    Concept("term:class/volunteer", "volunteer"),
)
_SIGNALS: Final = frozenset({"sign", "evidence", "symptom", "history", "suggestion"})
_DENYING: Final = frozenset({"no", "without", "denies", "denied", "denying"})
_OF_PHRASE: Final[Bits] = 3.0
"""How much more a phrase that nobody has counted tells than its last word."""


class CommonAttributes:
    """Says which mentions are common attributes: of a type in ``types``, and telling less than ``bits`` (an occupation
    that is named in passing or is an office in a body, and what is felt: less than that and :data:`IN_PASSING`), and
    illnesses that are denied.

    Alone they hide nobody's identity, and together with the rest of a text they are weighed like any other term.
    ``asked`` are the types and classes that settings or a caller name.
    """

    def __init__(
        self, tells: Tells, bits: Bits, types: Iterable[str] = ATTRIBUTES, asked: Iterable[str] = ()
    ) -> None:
        self.asked = frozenset(asked)
        self._tells = tells
        self._bits = bits
        self._types = frozenset(types)

    def among(self, doc: Doc, mentions: Sequence[Mention]) -> frozenset[Mention]:
        """Return those of `mentions` that are common attributes, and what was only seen to be some name in their
        places; a phrase that no source of counts knows is not common, unless it names an occupation in passing."""
        if self._bits <= 0:
            return frozenset()
        text = text_of(doc)
        phrases = {m: _told(m, m.span.of(text)) for m in mentions if m.type in self._types}
        denied = {m for m in phrases if m.type == "DISEASE" and _is_denied(doc, m)}
        phrases = {
            m: words
            for m, words in phrases.items()
            if m.type != "DISEASE" or (m not in denied and _is_sign(words))
        }
        passing = {
            m
            for m, words in phrases.items()
            if m.type == "DISEASE" or (m.type == "JOB" and (_is_office(words) or _is_in_passing(doc, m)))
        }
        heads = {phrases[m].split()[-1] for m in passing}
        asked = sorted({*phrases.values(), *heads})
        tells = dict(zip(asked, map(float, self._tells(asked)), strict=True))
        spans = {m.span for m in denied}
        for m, phrase in phrases.items():
            bits = tells[phrase]
            if m in passing:
                bits = (tells[phrase.split()[-1]] + _OF_PHRASE if math.isnan(bits) else bits) - IN_PASSING
            if bits < self._bits:
                spans.add(m.span)
        return frozenset(m for m in mentions if m.span in spans and m.type in (*self._types, SOME_NAME))


def _told(mention: Mention, words: str) -> str:
    """Return the phrase by which a mention is judged: of health the noun alone ("pain in both wrists")."""
    if mention.type != "DISEASE":
        return words
    return (_WHERE.split(words)[0].split() or [words])[-1]


def _is_sign(words: str) -> bool:
    """Return whether a word for health usually means what is felt or what medicine does, and no illness."""
    knowledge = in_use().everything
    usual = next((s.concept for s in knowledge.senses(words) if not s.instance), None)
    if usual is None or not words.islower() or is_a(knowledge, usual, _SYNDROME):
        return False
    return any(is_a(knowledge, usual, sign) for sign in _SIGNS)


def _is_office(words: str) -> bool:
    """Return whether an occupation is an office in a body or unpaid work for one ("treasurer"): a role beside what
    one is."""
    terms = in_use().terms
    return any(is_a(terms, s.concept, office) for s in terms.senses(words) for office in _OFFICES)


def _is_denied(doc: Doc, mention: Mention) -> bool:
    """Return whether a text says that somebody has not what a mention names: "no head injury", "no signs of
    infection"."""
    found = doc.char_span(mention.span.start, mention.span.end, alignment_mode="expand")
    at = found.start - 1 if found is not None else -1
    if at > 0 and doc[at].lower_ == "of" and doc[at - 1].lemma_.lower() in _SIGNALS:
        at -= 2
    while at >= 0 and doc[at].pos_ == "ADJ" and doc[at].lower_ not in _DENYING:
        at -= 1
    return at >= 0 and doc[at].lower_ in _DENYING


def _is_in_passing(doc: Doc, mention: Mention) -> bool:
    found = doc.char_span(mention.span.start, mention.span.end)
    if found is None or " of " in found.text or (len(found) > 1 and not found.text.islower()):
        return False
    return is_in_passing(found[-1])
