"""What a phrase tells of whom it refers to: sex, number, sort of thing, definiteness, place in the sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from spacy.tokens import Doc, Token

from kb.given_names import GivenNames
from sanitizer.common.knowledge import remembered
from sanitizer.read.nouns import sex_of_noun, sort_of_noun
from sanitizer.read.referring_phrases import Candidate
from sanitizer.recognize.name_groups import bare_name, name_words
from sanitizer.text.fold import plain
from sanitizer.text.titles import TITLES

PRONOUNS: Final = {
    "i": ("i", "", "s"), "me": ("i", "", "s"), "my": ("i", "", "s"), "mine": ("i", "", "s"), "myself": ("i", "", "s"),
    "we": ("we", "", "p"), "us": ("we", "", "p"), "our": ("we", "", "p"), "ours": ("we", "", "p"),
    "ourselves": ("we", "", "p"),
    "you": ("you", "", ""), "your": ("you", "", ""), "yours": ("you", "", ""), "yourself": ("you", "", "s"),
    "he": ("he", "m", "s"), "him": ("he", "m", "s"), "his": ("he", "m", "s"), "himself": ("he", "m", "s"),
    "she": ("she", "f", "s"), "her": ("she", "f", "s"), "hers": ("she", "f", "s"), "herself": ("she", "f", "s"),
    "it": ("it", "", "s"), "its": ("it", "", "s"), "itself": ("it", "", "s"),
    "they": ("they", "", "p"), "them": ("they", "", "p"), "their": ("they", "", "p"), "theirs": ("they", "", "p"),
    "themselves": ("they", "", "p"), "this": ("this", "", "s"), "that": ("that", "", "s"), "these": ("these", "", "p"),
    "those": ("those", "", "p"),
}  # fmt: skip
"""Pronouns: which it is, the sex and the number it tells."""
CLASSES: Final = ("", "i", "we", "you", "he", "she", "it", "they", "this", "that", "these", "those", "other")
DEFINITE: Final = ("bare", "definite", "indefinite", "demonstrative", "possessive", "name", "pronoun")
ROLES: Final = (
    "other", "nsubj", "nsubj:pass", "obj", "obl", "nmod", "nmod:poss", "appos", "conj", "root", "compound",
)  # fmt: skip
KINDS: Final = ("name", "noun", "pronoun")
LABELS: Final = {
    "PERSON": "person",
    "LOC": "place",
    "ORG": "group",
    "NORP": "group",
    "DEM": "",
    "DATETIME": "time",
    "QUANTITY": "number",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """What a phrase tells. ``words`` are those of its content in small letters; ``key`` its head word's lemma, of a
    name the words of the name; ``sex`` "m", "f" or ""; ``number`` "s", "p" or "";
    ``quotation`` the number of the quotation that it stands in, 0 outside of all; ``called``
    the noun before a name."""

    kind: str
    pronoun: str
    sex: str
    number: str
    sort: str
    definite: str
    role: str
    key: str
    words: frozenset[str]
    governor: int
    sentence: int
    paragraph: int
    quotation: int
    called: str = ""


@cache
def _given_names() -> GivenNames:
    return GivenNames()


@remembered
def sex_of_name(name: str) -> str:
    """Return what title and given name of a person tell: "m", "f" or ""."""
    words = name_words(name)
    bare, sex = bare_name(words)
    if sex or not bare:
        return sex
    names = _given_names()
    senses = names.senses(f"{bare[0].title()} Name") if bare[0] not in TITLES else ()
    above = names.hypernyms(senses[0].concept) if senses else ()
    return {"man": "m", "woman": "f"}.get(above[0].label, "") if above else ""


def facts_of(doc: Doc, candidates: Sequence[Candidate]) -> list[Fact]:
    """Return the facts of each candidate, in their order."""
    places = _places(doc)
    return [_fact(doc, c, places[c.head]) for c in candidates]


Place = tuple[int, int, int]
"""Sentence, paragraph, quotation."""


def _places(doc: Doc) -> list[Place]:
    """For each word the number of its sentence and paragraph, from 0, and of its quotation, 0 for none; a new line
    closes a quotation."""
    sentence, paragraph, quotation, inside = -1, 0, 0, False
    result: list[Place] = []
    for token in doc:
        text = token.text
        sentence += token.is_sent_start is True or token.i == 0
        if text in {"“", "”", '"', "«", "»"}:
            inside = text in {"“", "«"} or (text == '"' and not inside)
            quotation += inside
        elif "\n" in text:
            paragraph += 1
            inside = False
        result.append((sentence, paragraph, quotation if inside else 0))
    return result


def _fact(doc: Doc, c: Candidate, place: Place) -> Fact:
    head = doc[c.head]
    lower = head.lower_
    role = head.dep_ if head.dep_ in ROLES else "other"
    governor = head.head.i if head.head.i != head.i else -1
    if c.kind == "pronoun":
        pronoun, sex, number = PRONOUNS.get(lower, ("other", "", "s"))
        sort = "person" if pronoun in {"i", "we", "you", "he", "she"} else ""
        return Fact(
            "pronoun", pronoun, sex, number, sort, "pronoun", role, lower, frozenset(), governor, *place
        )
    if c.name is not None:
        return _of_name(doc, c, role, governor, place)
    lemma = head.lemma_.lower()
    number = "p" if c.joined or "Plur" in head.morph.get("Number") else "s"
    if c.joined:
        words = frozenset(t.lower_ for t in doc[c.start : c.end] if t.pos_ in {"NOUN", "PROPN"})
        key = " ".join(sorted(words))
        return Fact("noun", "", "", "p", sort_of_noun(lemma), "bare", role, key, words, governor, *place)
    words = frozenset(
        t.lower_ for t in doc[c.start : c.head + 1] if t.pos_ in {"NOUN", "PROPN", "ADJ", "NUM"}
    )
    sort = "number" if head.pos_ == "NUM" else sort_of_noun(lemma) if head.pos_ != "PROPN" else ""
    sex = sex_of_noun(lemma) if sort == "person" and number == "s" else ""
    return Fact("noun", "", sex, number, sort, _definite(doc, c), role, lemma, words, governor, *place)


def _of_name(doc: Doc, c: Candidate, role: str, governor: int, place: Place) -> Fact:
    assert c.name is not None
    text = doc[c.name.start : c.name.end].text
    sort = LABELS.get(c.name.label, "artifact")
    sex = called = ""
    if sort == "person":
        before = doc[c.name.start - 1] if c.start < c.name.start else None
        title = "" if before is None else plain(before.text.strip("."))
        sex = sex_of_name(f"{title} {text}" if title in TITLES else text)
        if before is not None and before.pos_ == "NOUN":
            called = before.lemma_.lower()
            sex = sex or sex_of_noun(called)
    number = "s" if sort in {"person", "place"} else ""
    key = " ".join(name_words(text)) or text
    words = frozenset(key.split())
    return Fact("name", "", sex, number, sort, "name", role, key, words, governor, *place, called)


def _definite(doc: Doc, c: Candidate) -> str:
    first: Token = doc[c.start]
    if first.pos_ == "DET":
        lower = first.lower_
        return "definite" if lower == "the" else "demonstrative" if lower in PRONOUNS else "indefinite"
    if any(t.dep_ == "nmod:poss" for t in doc[c.head].lefts):
        return "possessive"
    return "name" if doc[c.head].pos_ == "PROPN" else "bare"
