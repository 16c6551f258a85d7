"""Words that mean persons in a parse: nouns for them, for groups of them, pronouns and names."""

from functools import cache
from typing import Final

from spacy.tokens import Token

from sanitizer.recognize.known_names import type_of_kind, usually_person
from sanitizer.text import lexicon
from sanitizer.text.fold import words

PARTIES: Final = words(
    "applicant appellant claimant defendant petitioner plaintiff respondent intervener accused"
)
"""Parts before a court; they say nothing about a person."""
ROLES: Final = words(
    "judge judges lawyer lawyers prosecutor prosecutors member members expert experts official officials "
    "officer officers minister ministers head heads chairman authority author authors doctor doctors "
    "worker workers employee employees employer employers registrar agent agents owner owners leader "
    "leaders professionals rapporteur secretary adviser advisers successor successors predecessor "
    "predecessors candidate candidates patient patients notary commissioner magistrate magistrates guard "
    "guards master solicitor solicitors counsel advocates"
)
"""Roles that everybody has in some file: without a modifier, or beside a name, they say nothing about a person."""
SOMEBODY: Final = words("i he she who whom you we they him her me")


@cache
def relatives() -> frozenset[str]:
    """Return the words for relatives, in small letters."""
    return frozenset(phrase for phrase, kind in lexicon.attributes() if kind == "FAMILY")


def is_for_persons(token: Token) -> bool:
    """Return whether a noun in small letters is one for persons: an occupation, or what stands below "person" in
    WordNet."""
    if token.pos_ != "NOUN" or not token.text.islower():
        return False
    lemma = token.lemma_.lower()
    return lemma in lexicon.job_heads() or type_of_kind(lemma) == "PERSON"


def may_be(token: Token) -> bool:
    """Return whether a noun that is used of persons as often as of things is the predicate of a person."""
    if (
        token.pos_ != "NOUN"
        or "Plur" in token.morph.get("Number")
        or not usually_person(token.lemma_.lower())
    ):
        return False
    subjects = [t for t in token.children if t.dep_ == "nsubj"]
    article = any(t.dep_ == "det" and t.lower_ in ("a", "an") for t in token.children)
    return article and any(
        t.lower_ in SOMEBODY or t.ent_type_ == "PERSON" or t.text.isupper() for t in subjects
    )


def is_group(token: Token) -> bool:
    """Return whether an adjective says to which group somebody belongs ("deaf", "gay"): WordNet knows those whom it
    names as persons first, and it is no quality, which would have an adverb ("brave": "bravely") or a noun
    ("abstinence")."""
    low = token.lower_
    if token.pos_ not in ("ADJ", "NOUN") or not token.text.islower() or low in lexicon.frequent_words():
        return False
    quality = f"{low[:-1]}ce" if low.endswith(("ent", "ant")) else f"{low}ly"
    if quality in lexicon.common_words() or type_of_kind(low) not in ("PERSON", "NORP"):
        return False
    subjects = [t for t in token.children if t.dep_ == "nsubj"]
    copula = any(t.dep_ == "cop" for t in token.children)
    return copula and any(
        t.lower_ in ("i", "he", "she", "who")
        or any(n.ent_type_ == "PERSON" and n.pos_ == "PROPN" for n in (t, *_beside(t)))
        for t in subjects
    )


def _beside(noun: Token) -> list[Token]:
    """Return the names in apposition to a noun: "his sister *Joan*"."""
    return [t for t in noun.children if t.dep_ in ("appos", "flat")]


def is_somebody(token: Token) -> bool:
    """Return whether a word means a person: a pronoun, a name, a noun for persons."""
    if token.pos_ == "PRON":
        return token.lower_ in SOMEBODY
    if token.ent_type_ == "PERSON" or token.pos_ == "PROPN" or is_for_persons(token):
        return True
    return token.text[:1].isupper() and not type_of_kind(token.lower_)
