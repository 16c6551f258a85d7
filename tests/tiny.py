"""A world small enough to hold in the head: 15 concepts, 32 documents. Every expected number can be recounted here.

entity
+- person -- doctor -- surgeon
+- place --- city ---- Boston, Paris (instances)
+- disease - cancer -- breast cancer
|          + diabetes
+- treatment - therapy - radiotherapy
"""

from collections.abc import Sequence

import spacy
from spacy.tokens import Doc

from corpora_stats.counts_by_hand import DocumentCounts
from kb import Concept, Sense
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.finders.user_lists import Lists, Phrase
from sanitizer.settings import Settings, Threshold

PARENT = {
    "person": "entity",
    "doctor": "person",
    "surgeon": "doctor",
    "place": "entity",
    "city": "place",
    "Boston": "city",
    "Paris": "city",
    "disease": "entity",
    "cancer": "disease",
    "breast cancer": "cancer",
    "diabetes": "disease",
    "treatment": "entity",
    "therapy": "treatment",
    "radiotherapy": "therapy",
    "entity": "",
}

# 32 documents, one a line; a line is the phrases that the document holds. N = 32 makes IC a round number.
DOCUMENTS = """
breast cancer, cancer, radiotherapy, mammogram, surgeon
breast cancer, cancer, radiotherapy, mammogram, Boston
breast cancer, cancer, radiotherapy, mammogram
breast cancer, cancer, Paris, clinic
radiotherapy, cancer, clinic
cancer, therapy, surgeon
cancer, therapy, clinic
cancer, doctor
therapy, diabetes
therapy, diabetes, clinic
therapy, doctor
therapy, person
therapy, person, clinic
treatment, person, diabetes
treatment, doctor, diabetes
treatment, disease
disease, doctor, Boston
disease, person, Boston
disease, person, city
disease, city, clinic
person, city, Boston
person, city, Paris
person, place, Paris
person, place, garden
city, garden, Paris
city, garden
place, garden
place, garden
garden
garden
garden
garden
""".strip().splitlines()


class TinyKnowledge:
    """The taxonomy above as a knowledge base."""

    name = "tiny:1"
    prefix = "tiny"

    def senses(self, phrase: str) -> Sequence[Sense]:
        for name in PARENT:
            if phrase.lower().rstrip("s") == name.lower().rstrip("s"):
                return [Sense(Concept(f"tiny:{name}", name), name in ("Boston", "Paris"), "", 1.0)]
        return []

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        above = PARENT.get(concept.label, "")
        return [Concept(f"tiny:{above}", above)] if above else []

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        return [Concept(f"tiny:{name}", name) for name, above in PARENT.items() if above == concept.label]

    def lemmas(self, concept: Concept) -> Sequence[str]:
        return [concept.label]


def counts() -> DocumentCounts:
    """Return the documents above as a source of counts."""
    return DocumentCounts([{p.strip() for p in line.split(",")} for line in DOCUMENTS])


_NLP = spacy.blank("en")
_NOUNS = {word.lower() for name in PARENT for word in name.split()} | {
    "mammogram", "mammograms", "clinic", "garden", "patient", "gizmo", "widget", "cancers", "doctors", "therapies",
}  # fmt: skip
_ADJECTIVES = {"severe", "good", "old"}


def parse(text: str) -> Doc:
    """Return a parse by dictionary: names and the world's words are nouns, a few words adjectives, the rest verbs."""
    doc = _NLP(text)
    after_stop = True
    for token in doc:
        word = token.text
        if not word.isalpha():
            token.pos_ = "SPACE" if word.isspace() else "PUNCT"
        elif word.lower() in _ADJECTIVES:
            token.pos_ = "ADJ"
        elif word.lower() in _NOUNS:
            token.pos_ = "PROPN" if word in ("Boston", "Paris") else "NOUN"
        else:
            token.pos_ = "DET" if word.lower() in ("a", "an", "the") else "VERB"
        token.is_sent_start = after_stop
        after_stop = word in ".!?"
    return doc


def sanitizer(*sensitive: Phrase, settings: Settings | None = None, **changes: object) -> Sanitizer:
    """Return a sanitizer over the tiny world; `sensitive` are the phrases that ξ1 finds."""
    chosen = settings or Settings(threshold=Threshold("bits", 2.0))
    for name, value in changes.items():
        object.__setattr__(chosen, name, value)
    return Sanitizer(parse, [Lists(sensitive)], [counts()], TinyKnowledge(), chosen)
