"""Say whom a text is about: which of its sentences tell of persons, and whether the text as a whole does.

What a text tells of nobody identifies nobody: the length of a bridge, the year in which it was opened, the dose in a
leaflet. A sentence tells of a person where it names one, or has a pronoun or noun for one in particular. Whether the
others belong to persons too depends on the text: what a letter says of an appointment is the patient's. That is read
from how its sentences are made, by weights that ``training/concern`` learned from articles about persons and others.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from spacy.tokens import Doc, Token
from spacy.tokens import Span as SpacySpan

from sanitizer.common.integrity import check
from sanitizer.read.phrase_facts import PRONOUNS
from sanitizer.recognize.finders.nouns_for_persons import is_for_persons
from sanitizer.text.lexicon import noun_sex
from sanitizer.text.titles import POLITE
from sanitizer.types import EntityClass, Mention, Span

DEFAULT_PATH: Final = Path(__file__).with_name("data") / "concern.json"
TRAITS: Final = (
    "pronoun as subject", "pronoun elsewhere", "you", "name as subject", "name elsewhere", "noun as subject",
    "noun elsewhere", "relative", "title", "other subject", "no clause", "I",
    "we", "subject left out",
)  # fmt: skip
"""What a sentence may have of persons, pronouns those of one person; a text has each in a share of its sentences."""
_SUBJECTS: Final = frozenset(("nsubj", "nsubj:pass"))
_ONE: Final = frozenset(("i", "he", "she"))
_ALONE: Final = {"i": "I", "we": "we", "you": "you"}
_DETERMINERS: Final = frozenset(("the", "this", "that", "these", "those"))
_RECORD: Final = 0.35
"""Share of sentences without a clause or subject above which a text is a form, a file or a chat: what it tells it tells
of the persons in it, or of one whom it does not name where it tells dates or attributes of persons."""
_SHORT: Final = 3
"""Sentences below which a text is short."""
_FORMLESS: Final = frozenset(("no clause", "subject left out"))
OF_SOMEBODY: Final = frozenset(("ADDRESS", "POSTCODE", "COORDINATES", "AGE", "FAMILY"))
"""Types of what is always somebody's."""
_OF_FILES: Final = frozenset(("DATE", "JOB", "DISEASE", "NORP", "ETHNICITY", "RELIGION", "EDUCATION", "DEM"))
_DOUBT: Final = -3.0
"""Bits from which on a text may be about a person; below, eight to one speak for one about nobody."""
_TOLD: Final = frozenset(("title", "I", "we"))
"""Traits one of which shows that a text is of or about somebody: articles about persons seldom have them."""
_PERSONAL: Final = frozenset(TRAITS) - {
    "you", "other subject", "no clause", "name as subject", "name elsewhere", "subject left out",
}  # fmt: skip
"""Traits that make a sentence one about a person; names are those that are sensitive."""


def traits(sentence: SpacySpan) -> frozenset[str]:
    """Return which of :data:`TRAITS` a sentence has."""
    found = {name for token in sentence for name in _of_word(token)}
    root = sentence.root
    if not any(token.dep_ in _SUBJECTS for token in sentence):
        if root.pos_ not in ("VERB", "AUX"):
            found.add("no clause")
        elif not {"Part", "Past"}.isdisjoint(root.morph.get("VerbForm") + root.morph.get("Tense")):
            found.add("subject left out")
    return frozenset(found)


def _of_word(token: Token) -> Iterator[str]:
    """Yield the traits that one word gives its sentence."""
    place = "as subject" if token.dep_ in _SUBJECTS else "elsewhere"
    kind = PRONOUNS.get(token.lower_, ("", "", ""))[0] if token.pos_ in ("PRON", "DET") else ""
    if kind in _ALONE:
        yield _ALONE[kind]
    if token.text[:1].isupper() and token.lower_.rstrip(".") in POLITE:
        yield "title"
    if kind in _ONE:
        yield f"pronoun {place}"
    elif token.ent_type_ == "PERSON":
        yield f"name {place}"
    elif is_one_person(token):
        yield f"noun {place}"
        if noun_sex().get(token.lemma_.lower()):
            yield "relative"
    elif place == "as subject" and kind != "you":
        yield "other subject"


def is_one_person(token: Token) -> bool:
    """Return whether a noun means a person or some persons in particular: with "the", a possessive or a name beside
    it, or one of whom the sentence tells what happened ("a man came", not "a person may appeal")."""
    if not is_for_persons(token):
        return False
    for other in token.children:
        if other.dep_ == "nmod:poss" or (other.dep_ in ("appos", "flat") and other.ent_type_ == "PERSON"):
            return True
        if other.dep_ == "det" and (
            other.lower_ in _DETERMINERS or (other.lower_ in ("a", "an") and _is_past(token.sent))
        ):
            return True
    return False


def _is_past(sentence: SpacySpan) -> bool:
    return any(t.pos_ in ("VERB", "AUX") and "Past" in t.morph.get("Tense") for t in sentence)


def shares(of_sentences: Sequence[frozenset[str]]) -> list[float]:
    """In which share of its sentences a text has each of :data:`TRAITS`."""
    return [sum(name in one for one in of_sentences) / max(1, len(of_sentences)) for name in TRAITS]


@cache
def weights() -> tuple[float, ...]:
    """Of a constant and of each of :data:`TRAITS`, in bits. Raises ResourceError where the file is damaged."""
    check("sanitizer/read/data")
    table = json.loads(DEFAULT_PATH.read_text(encoding="utf-8"))
    return (float(table["bias"]), *(float(table["weights"][name]) for name in TRAITS))


def bits_of(of_sentences: Sequence[frozenset[str]]) -> float:
    """Return how much the sentences of a text speak for one about a person, in bits."""
    bias, *learned = weights()
    return bias + sum(w * share for w, share in zip(learned, shares(of_sentences), strict=True))


@dataclass(frozen=True, slots=True)
class Concern:
    """The stretches of a text that tell of persons; all of it where the text as a whole does. A ``short`` text shows
    too little to say that its names and dates are nobody's."""

    personal: bool
    stretches: tuple[Span, ...] = ()
    short: bool = False

    def touches(self, span: Span) -> bool:
        """Return whether what stands there may be somebody's."""
        return self.personal or any(s.overlaps(span) for s in self.stretches)


def concern_of(doc: Doc, mentions: Sequence[Mention]) -> Concern:
    """Whom a text is about.

    Args:
        doc: with parts of speech, sentences, a tree and named entities.
        mentions: what is sensitive in it.
    """
    if not doc.has_annotation("DEP"):
        return Concern(True)
    classes = {m.entity_class for m in mentions}
    sentences = list(doc.sents)
    found = [traits(s) for s in sentences]
    traits_found = frozenset().union(*found)
    short = len(sentences) < _SHORT
    record = sum(not _FORMLESS.isdisjoint(one) for one in found) > _RECORD * len(found)
    if EntityClass.CODE in classes or not OF_SOMEBODY.isdisjoint(m.type for m in mentions):
        return Concern(True)
    if EntityClass.PERSON not in classes and _PERSONAL.isdisjoint(traits_found):
        return Concern(record and not _OF_FILES.isdisjoint(m.type for m in mentions), (), short)
    if record or bits_of(found) > _DOUBT or not _TOLD.isdisjoint(traits_found):
        return Concern(True)
    persons = [m.span for m in mentions if m.entity_class is EntityClass.PERSON]
    stretches = []
    for sentence, own in zip(sentences, found, strict=True):
        span = Span(sentence.start_char, sentence.end_char)
        if not _PERSONAL.isdisjoint(own) or any(p.overlaps(span) for p in persons):
            stretches.append(span)
    return Concern(False, tuple(stretches), short)
