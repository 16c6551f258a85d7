# ruff: noqa: E501 (a form reads best on one line)
"""Illnesses and injuries that the parse or their form tells: a noun for illnesses with what modifies it, a namesake
("Paget's disease"), a Greek ending ("arthrosis"), harm to a part of the body."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from spacy.tokens import Doc, Token

from sanitizer.recognize.finders.said_of_persons import first_of_phrase
from sanitizer.recognize.known_names import type_of_kind
from sanitizer.recognize.name_groups import PARTICLES
from sanitizer.text import lexicon
from sanitizer.text.fold import words
from sanitizer.text.mention_syntax import token_at
from sanitizer.types import text_of
from sanitizer.values.found_values import Found

_PERSONAL: Final = words("i he she who whom you we they him her me my his our their us")


@cache
def _illnesses() -> frozenset[str]:
    return frozenset(phrase for phrase, kind in lexicon.attributes() if kind == "DISEASE")


def illnesses(doc: Doc) -> Iterator[Found]:
    """Yield nouns for illnesses in general with a modifier that is rare or a name: "coeliac disease"."""
    if not doc.has_annotation("DEP"):
        return
    for token in doc:
        if token.pos_ != "NOUN" or type_of_kind(token.lemma_.lower()) != "DISEASE":
            continue
        first = first_of_phrase(token)
        before = doc[first.i - 1] if first.i else None
        if before is not None and before.like_num and first.i > 1 and doc[first.i - 2].lower_ == "type":
            first = doc[first.i - 2]  # a kind with its number
        first = _namesake(first)
        before = doc[token.i - 1] if token.i else None
        if before is not None and type_of_kind(f"{before.lower_} {token.lemma_.lower()}") not in (
            "",
            "DISEASE",
        ):
            continue  # WordNet knows both words together as something else: "socket wrench"
        if first.i < token.i and not _is_owned(doc, first, token):
            yield Found(first.idx, token.idx + len(token), "DISEASE", 0.6)
    yield from _short_of_illnesses(doc)


def _is_owned(doc: Doc, first: Token, noun: Token) -> bool:
    """Return whether all that stands before a noun is whose it is: "the applicant's complaint"."""
    return noun.i > first.i + 1 and doc[noun.i - 1].text in ("'s", "’s", "'", "’") and first.text.islower()


def _namesake(first: Token) -> Token:
    """Return the person whose name an illness has, before its phrase: "Paget's disease", "Hodgkin lymphoma"."""
    doc, at = first.doc, first.i - 1
    if at > 0 and doc[at].text in ("'s", "’s"):
        at -= 1
    named = at >= 0 and _is_name(doc[at]) and not doc[at + 1].is_sent_start
    if not named or "\n" in text_of(doc)[doc[at].idx : first.idx]:
        return first
    return doc[at - 1] if at and doc[at - 1].lower_ in PARTICLES - {"of"} else doc[at]


def _is_name(token: Token) -> bool:
    return bool(token.text.istitle() and (token.pos_ == "PROPN" or token.ent_type_ == "PERSON"))


def _short_of_illnesses(doc: Doc) -> Iterator[Found]:
    """Yield the name of whom an illness is named after, with its possessive alone: "he bears his Parkinson's"."""
    for token in doc[1:]:
        if token.text not in ("'s", "’s") or f"{doc[token.i - 1].lower_}'s disease" not in _illnesses():
            continue
        following = doc[token.i + 1] if token.i + 1 < len(doc) else None
        if following is None or following.pos_ not in ("NOUN", "PROPN", "ADJ", "NUM"):
            yield Found(doc[token.i - 1].idx, token.idx + len(token), "DISEASE", 0.6)


def is_illness(token: Token) -> bool:
    """Return whether a word for an illness that is a verb too ("boil", "boiled") may mean the illness: not where it
    is tagged as the verb, nor where a sentence asks to do something and speaks of nobody ("bring it to the boil")."""
    if not token.doc.has_annotation("DEP") or not _is_verb_too(token.lower_):
        return True
    if token.pos_ in ("VERB", "AUX"):
        return False
    root = next((t for t in token.sent if t.dep_ == "root"), token)
    if root.i == token.i:
        return not any(t.dep_ in ("obj", "appos") for t in token.children)
    if root.pos_ != "VERB" or any(t.dep_.startswith("nsubj") for t in root.children):
        return True
    return any(
        (t.pos_ == "PRON" and t.lower_ in _PERSONAL)
        or t.ent_type_ == "PERSON"
        or (t.pos_ == "NOUN" and type_of_kind(t.lemma_.lower()) == "PERSON")
        for t in token.sent
    )


def _is_verb_too(word: str) -> bool:
    """Return whether English knows the forms of a verb that is spelled like the word."""
    stem = word.removesuffix("e")
    common = lexicon.common_words()
    return f"{stem}ed" in common and f"{stem}ing" in common


_MEDICAL_WORD: Final = re.compile(
    r"\b[a-zA-Z][a-z‑-]{3,30}(?:itis|osis|oma|omas|opathy|algia|aemia|ectomy|plasty|phrenia|plegia|opia|ostomy|otomy|ation of the (?:patella|spine|heart|liver|brain|lung|lungs|knee|hip))\b"
)
_NOT_MEDICAL: Final = words(
    "diagnosis diagnoses prognosis hypnosis metamorphosis symbiosis osmosis diploma aroma oklahoma roma tacoma sonoma dioptrics ethiopia utopia dystopia nostalgia apotheosis genosis telepathy cornucopia entopia paloma"
)
_INJURY: Final = re.compile(
    r"\b(?:fractures?|injur(?:y|ies)|loss|amputation|cancer|tumours?|inflammation|calcification|paralysis|removal|dislocation|rupture|burns|wounds?|pain|swelling|atrophy|impairment|degeneration)\s(?:of|to|in)\s"
    r"(?:(?:the|his|her|their|both|one|an|a)\s)?(?:[\w‑-]+\s){0,3}?(?:sight|vision|hearing|eyes?|ears?|legs?|arms?|hands?|feet|foot|knees?|hips?|spine|vertebrae?|skull|ribs?|tibia|femur|kneecap|patella|pelvis|shoulders?|wrists?|ankles?|elbows?|neck|back|brain|heart|liver|kidneys?|lungs?|breasts?|stomach|bladder|prostate|pancreas|skin|blood|bones?|discs?|nerves?|muscles?|fingers?|toes?|jaw|nose|teeth|tooth)\b"
    r"(?:\sin\s(?:his|her|the|one|both)\s(?:left\s|right\s)?\w+)?"
)
_MODIFIED: Final = re.compile(r"(?:\b[\w‑-]+(?:ive|al|ic|id|ed|ous|ary|oid|ant|ing|ular)\s){1,3}$")


def conditions(doc: Doc) -> Iterator[Found]:
    """Conditions by their ending ("arthrosis") with the adjectives before them, and injuries to a part of the body."""
    text = text_of(doc)
    for match in _MEDICAL_WORD.finditer(text):
        if (
            match.group().lower() not in _NOT_MEDICAL
            and (match.group()[0].islower() or match.group().endswith("itis"))
            and not _is_verb(doc, match.start())
        ):
            before = _MODIFIED.search(text, max(0, match.start() - 48), match.start())
            start = _after_verb(doc, before.start(), match.start()) if before else match.start()
            yield Found(start, match.end(), "DISEASE", 0.6)
    for match in _INJURY.finditer(text):
        inside = doc.char_span(match.start(), match.end(), alignment_mode="expand") or ()
        if not any(t.pos_ in ("AUX", "NUM") or t.lower_ in ("but", "and", "or") for t in inside):
            yield Found(match.start(), match.end(), "DISEASE", 0.6)


def _is_verb(doc: Doc, offset: int) -> bool:
    token = token_at(doc, offset)
    return token is not None and token.pos_ in ("VERB", "AUX")


def _after_verb(doc: Doc, start: int, end: int) -> int:
    """Return where the words before `end` begin, without a verb ("contracted hepatitis") and what stands before it."""
    for token in doc.char_span(start, end, alignment_mode="expand") or ():
        if token.pos_ in ("VERB", "AUX", "ADP", "DET", "PRON"):
            start = min(end, token.idx + len(token.text_with_ws))
    return start
