"""What a phrase tells of whom it refers to: sex, number, sort of thing, definiteness, place in the sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from spacy.tokens import Doc, Token

from kb.given_names import GivenNames
from sanitizer.known import in_use, remembered
from sanitizer.read.candidates import Candidate
from sanitizer.recognize.name_groups import TITLES, bare_name, name_words
from sanitizer.text.fold import plain
from sanitizer.text.lexicon import noun_sex
from sanitizer.text.surroundings import kinds_above

PRONOUNS: Final = {
    "i": ("i", "", "s"), "me": ("i", "", "s"), "my": ("i", "", "s"), "mine": ("i", "", "s"), "myself": ("i", "", "s"),
    "we": ("we", "", "p"), "us": ("we", "", "p"), "our": ("we", "", "p"), "ours": ("we", "", "p"), "ourselves": ("we", "", "p"),
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
SORTS: Final = ("", "person", "group", "place", "time", "artifact", "act", "communication", "abstraction", "thing", "number")
DEFINITE: Final = ("bare", "definite", "indefinite", "demonstrative", "possessive", "name", "pronoun")
ROLES: Final = ("other", "nsubj", "nsubj:pass", "obj", "obl", "nmod", "nmod:poss", "appos", "conj", "root", "compound")
KINDS: Final = ("name", "noun", "pronoun")
LABELS: Final = {"PERSON": "person", "LOC": "place", "ORG": "group", "NORP": "group", "DEM": "", "DATETIME": "time", "QUANTITY": "number"}
_ABOVE: Final = (
    ("person", "person"), ("social group", "group"), ("organization", "group"), ("people", "group"), ("location", "place"),
    ("geological formation", "place"), ("structure", "place"), ("time period", "time"), ("time unit", "time"),
    ("artifact", "artifact"), ("act", "act"), ("event", "act"), ("communication", "communication"), ("number", "number"),
    ("abstraction", "abstraction"), ("physical entity", "thing"),
)  # fmt: skip
_FEMALE: Final = frozenset(["woman", "female person", "female", "kinswoman", "female sibling", "female offspring"])
_MALE: Final = frozenset(["man", "male person", "male", "kinsman", "male sibling", "male offspring"])


@dataclass(frozen=True, slots=True)
class Fact:
    """What a phrase tells. ``words`` are those of its content in small letters; ``key`` its head word's lemma, of a
    name the words of the name; ``sex`` "m", "f" or ""; ``number`` "s", "p" or ""."""

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
    quoted: bool


@cache
def _given_names() -> GivenNames:
    return GivenNames()


@remembered
def sex_of_name(name: str) -> str:
    """What title and given name of a person tell: "m", "f" or ""."""
    words = name_words(name)
    bare, sex = bare_name(words)
    if sex or not bare:
        return sex
    names = _given_names()
    senses = names.senses(f"{bare[0].title()} Name") if bare[0] not in TITLES else ()
    above = names.hypernyms(senses[0].concept) if senses else ()
    return {"man": "m", "woman": "f"}.get(above[0].label, "") if above else ""


@remembered
def sex_of_noun(noun: str) -> str:
    """What a noun tells of a person's sex: "m" ("husband"), "f" ("actress") or ""."""
    learned = noun_sex().get(noun)
    if learned:
        return learned
    above = kinds_above(noun) | {noun}
    return "f" if above & _FEMALE else "m" if above & _MALE else ""


@remembered
def sort_of_noun(noun: str) -> str:
    """What sort of thing a noun means first of all: one of :data:`SORTS`."""
    above = kinds_above(noun) | {noun}
    return next((sort for label, sort in _ABOVE if label in above), "")


@remembered
def synsets_of(noun: str) -> tuple[str, tuple[str, ...]]:
    """The first meaning of a noun and, by their words, all that lies above it."""
    senses = [s for s in in_use().words.senses(noun) if not s.instance]
    return (senses[0].concept.label if senses else "", tuple(sorted(kinds_above(noun))))


def facts_of(doc: Doc, candidates: Sequence[Candidate]) -> list[Fact]:
    """The facts of each candidate, in their order."""
    sentences = _sentences(doc)
    quoted = _quoted(doc)
    return [_fact(doc, c, sentences[c.head], quoted[c.head]) for c in candidates]


def _sentences(doc: Doc) -> list[int]:
    numbers, number = [], -1
    for token in doc:
        number += token.is_sent_start is True or token.i == 0
        numbers.append(number)
    return numbers


def _quoted(doc: Doc) -> list[bool]:
    """For each word whether it stands within quotation marks; a new line closes them."""
    inside, result = False, []
    for token in doc:
        text = token.text
        if text in {"“", "”", '"', "«", "»"}:
            inside = text in {"“", "«"} or (text == '"' and not inside)
        elif "\n" in text:
            inside = False
        result.append(inside)
    return result


def _fact(doc: Doc, c: Candidate, sentence: int, quoted: bool) -> Fact:
    head = doc[c.head]
    lower = head.lower_
    role = head.dep_ if head.dep_ in ROLES else "other"
    governor = head.head.i if head.head.i != head.i else -1
    if c.kind == "pronoun":
        pronoun, sex, number = PRONOUNS.get(lower, ("other", "", "s"))
        sort = "person" if pronoun in {"i", "we", "you", "he", "she"} else ""
        return Fact("pronoun", pronoun, sex, number, sort, "pronoun", role, lower, frozenset(), governor, sentence, quoted)
    if c.name is not None:
        return _of_name(doc, c, role, governor, sentence, quoted)
    lemma = head.lemma_.lower()
    number = "p" if c.joined or "Plur" in head.morph.get("Number") else "s"
    if c.joined:
        words = frozenset(t.lower_ for t in doc[c.start : c.end] if t.pos_ in {"NOUN", "PROPN"})
        key = " ".join(sorted(words))
        return Fact("noun", "", "", "p", sort_of_noun(lemma), "bare", role, key, words, governor, sentence, quoted)
    words = frozenset(t.lower_ for t in doc[c.start : c.head + 1] if t.pos_ in {"NOUN", "PROPN", "ADJ", "NUM"})
    sort = "number" if head.pos_ == "NUM" else sort_of_noun(lemma) if head.pos_ != "PROPN" else ""
    sex = sex_of_noun(lemma) if sort == "person" and number == "s" else ""
    return Fact("noun", "", sex, number, sort, _definite(doc, c), role, lemma, words, governor, sentence, quoted)


def _of_name(doc: Doc, c: Candidate, role: str, governor: int, sentence: int, quoted: bool) -> Fact:
    assert c.name is not None
    text = doc[c.name.start : c.name.end].text
    sort = LABELS.get(c.name.label, "artifact")
    sex = ""
    if sort == "person":
        before = [plain(t.text.strip(".")) for t in doc[c.start : c.name.start]]
        sex = sex_of_name(" ".join([*before[-1:], text]) if before and before[-1] in TITLES else text)
        if not sex and before and doc[c.name.start - 1].pos_ == "NOUN":
            sex = sex_of_noun(doc[c.name.start - 1].lemma_.lower())
    number = "s" if sort in {"person", "place"} else ""
    key = " ".join(name_words(text)) or text
    return Fact("name", "", sex, number, sort, "name", role, key, frozenset(key.split()), governor, sentence, quoted)


def _definite(doc: Doc, c: Candidate) -> str:
    first: Token = doc[c.start]
    if first.pos_ == "DET":
        lower = first.lower_
        return "definite" if lower == "the" else "demonstrative" if lower in PRONOUNS else "indefinite"
    if any(t.dep_ == "nmod:poss" for t in doc[c.head].lefts):
        return "possessive"
    return "name" if doc[c.head].pos_ == "PROPN" else "bare"
