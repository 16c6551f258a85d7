"""Say whom a text is about: which of its sentences tell of persons, and whether the text as a whole does.

What a text tells of nobody identifies nobody: the length of a bridge, the year in which it was opened, the dose in a
leaflet. A sentence tells of a person where it names one, or has a pronoun or noun for one in particular. Whether the
others belong to persons too depends on the text: what a letter says of an appointment is the patient's. That is read
from how its sentences are made, by weights that ``training/concern`` learned from articles about persons and others.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from spacy.tokens import Doc, Token
from spacy.tokens import Span as SpacySpan

from sanitizer.integrity import check
from sanitizer.read.facts import PRONOUNS
from sanitizer.recognize.finders.said_of_persons import is_for_persons
from sanitizer.text.fold import words
from sanitizer.text.lexicon import noun_sex
from sanitizer.types import EntityClass, Mention, Span

DEFAULT_PATH: Final = Path(__file__).with_name("data") / "concern.json"
TRAITS: Final = (
    "pronoun as subject", "pronoun elsewhere", "you", "name as subject", "name elsewhere", "noun as subject",
    "noun elsewhere", "relative", "title", "other subject", "no clause", "I",
    "subject left out",
)  # fmt: skip
"""What a sentence may have of persons, pronouns those of one person; a text has each in a share of its sentences."""
_SUBJECTS: Final = frozenset(("nsubj", "nsubj:pass"))
_ONE: Final = frozenset(("i", "he", "she"))
OF_ADDRESS: Final = words("mr mrs ms miss mx dr messrs")
"""Titles that persons have in letters and files."""
_DETERMINERS: Final = frozenset(("the", "this", "that"))
_RECORD: Final = 0.35
"""Share of sentences without a clause or subject above which a text is a form, a file or a chat: what it tells it tells
of the persons in it, or of one whom it does not name where it tells dates or attributes of persons."""
_FORMLESS: Final = frozenset(("no clause", "subject left out"))
_OF_FILES: Final = frozenset(
    ("DATE", "AGE", "JOB", "DISEASE", "NORP", "RELIGION", "FAMILY", "EDUCATION", "DEM")
)


def traits(sentence: SpacySpan) -> frozenset[str]:
    """Which of :data:`TRAITS` a sentence has."""
    found: set[str] = set()
    subjects = False
    for token in sentence:
        subject = token.dep_ in _SUBJECTS
        subjects |= subject
        kind = PRONOUNS.get(token.lower_, ("", "", ""))[0] if token.pos_ in ("PRON", "DET") else ""
        if kind == "i":
            found.add("I")
        if kind in _ONE:
            found.add("pronoun as subject" if subject else "pronoun elsewhere")
        elif kind == "you":
            found.add("you")
        elif token.ent_type_ == "PERSON":
            found.add("name as subject" if subject else "name elsewhere")
        elif is_one_person(token):
            found.add("noun as subject" if subject else "noun elsewhere")
            if noun_sex().get(token.lemma_.lower()):
                found.add("relative")
        elif subject:
            found.add("other subject")
        if token.lower_.rstrip(".") in OF_ADDRESS and token.text[:1].isupper():
            found.add("title")
    root = sentence.root
    if not subjects and root.pos_ not in ("VERB", "AUX"):
        found.add("no clause")
    elif not subjects and not {"Part", "Past"}.isdisjoint(
        root.morph.get("VerbForm") + root.morph.get("Tense")
    ):
        found.add("subject left out")
    return frozenset(found)


def is_one_person(token: Token) -> bool:
    """Whether a noun means one person in particular: singular, with an article, a possessive or a name beside it."""
    if not is_for_persons(token) or "Plur" in token.morph.get("Number"):
        return False
    return any(
        (t.dep_ == "det" and t.lower_ in _DETERMINERS)
        or t.dep_ == "nmod:poss"
        or (t.dep_ in ("appos", "flat") and t.ent_type_ == "PERSON")
        for t in token.children
    )


_DOUBT: Final = -3.0
"""Bits from which on a text may be about a person; below, eight to one speak for one about nobody."""
_TOLD: Final = frozenset(("title", "I"))
"""Traits one of which shows that a text is of or about somebody: articles about persons seldom have them."""
_PERSONAL: Final = frozenset(TRAITS) - {
    "you", "other subject", "no clause", "name as subject", "name elsewhere", "subject left out",
}  # fmt: skip
"""Traits that make a sentence one about a person; names are those that are sensitive."""


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
    """How much the sentences of a text speak for one about a person, in bits."""
    bias, *learned = weights()
    return bias + sum(w * share for w, share in zip(learned, shares(of_sentences), strict=True))


@dataclass(frozen=True, slots=True)
class Concern:
    """The stretches of a text that tell of persons; all of it where the text as a whole does."""

    personal: bool
    stretches: tuple[Span, ...] = ()

    def touches(self, span: Span) -> bool:
        """Whether what stands there may be somebody's."""
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
    record = sum(not _FORMLESS.isdisjoint(one) for one in found) > _RECORD * len(found)
    if EntityClass.CODE in classes:
        return Concern(True)
    if EntityClass.PERSON not in classes and _PERSONAL.isdisjoint(traits_found):
        return Concern(record and not _OF_FILES.isdisjoint(m.type for m in mentions))
    if record or bits_of(found) > _DOUBT or not _TOLD.isdisjoint(traits_found):
        return Concern(True)
    persons = [m.span for m in mentions if m.entity_class is EntityClass.PERSON]
    stretches = []
    for sentence, own in zip(sentences, found, strict=True):
        span = Span(sentence.start_char, sentence.end_char)
        if not _PERSONAL.isdisjoint(own) or any(p.overlaps(span) for p in persons):
            stretches.append(span)
    return Concern(False, tuple(stretches))
