"""Ages that stand as bare numbers: said of somebody ("who is nine"), set beside a person ("Baker, 61, to row"), or in
brackets behind a name ("Alfie (4)")."""

import re
from collections.abc import Iterator
from typing import Final

from spacy.tokens import Doc, Token

from kb.values.words import TENS
from sanitizer.recognize.finders.name_words import KIN
from sanitizer.recognize.finders.nouns_for_persons import is_for_persons
from sanitizer.recognize.known_names import type_of_kind
from sanitizer.text import lexicon
from sanitizer.types import text_of
from sanitizer.values.found_values import Found

_OLDEST: Final = 110
_HOURS: Final = 24
_KIN: Final = re.compile(KIN)
_STILL: Final = frozenset(("then", "now", "only", "just", "still"))
"""Words before an age behind a comma: "Alfie, then 10"."""
_ENDS: Final = frozenset((",", ".", ";", ")"))
_SOMEBODY: Final = frozenset(("i", "he", "she", "they"))


def ages(doc: Doc) -> Iterator[Found]:
    """Yield a bare number that is said of somebody: "who is nine", "he was sixteen", "her mother is 24", "who are 72
    and 70"."""
    if not doc.has_annotation("DEP"):
        return
    for token in doc:
        if token.pos_ != "NUM" or not token.like_num or any(c in ".,:/" for c in token.text):
            continue
        if _is_beside(token) or _is_when(token):
            yield Found(_begin(token), token.idx + len(token), "AGE", 0.6)
            continue
        if token.text[0].isdigit() and not (token.text.isdecimal() and 0 < int(token.text[:4]) <= _OLDEST):
            continue
        subject = _subject(token)
        if subject is None:
            continue
        following = token.doc[token.i + 1] if token.i + 1 < len(doc) else None
        counted = following is not None and (
            following.pos_ in ("NOUN", "SYM", "NUM") or following.lower_ in ("of", "-", "‑")
        )
        if _is_one(subject) and not counted:
            for one in dict.fromkeys((token, _last_of_two(token))):
                yield Found(_begin(one), one.idx + len(one), "AGE", 0.6)


def _last_of_two(token: Token) -> Token:
    """Return the second of two numbers that an "and" joins ("who are 72 and 70"), else the number."""
    joined = token.doc[token.i + 1 : token.i + 3]
    two = len(joined) == 2 and joined[0].lower_ == "and" and joined[1].text.isdecimal()
    return joined[1] if two and int(joined[1].text[:4]) <= _OLDEST else token


def _begin(token: Token) -> int:
    """Return where a number begins that ends with a word: "forty-four"."""
    doc, i = token.doc, token.i
    tens = i > 1 and doc[i - 1].text in "-‑" and doc[i - 2].lower_ in TENS
    return int(doc[i - 2].idx) if tens else int(token.idx)


def _subject(token: Token) -> Token | None:
    """Whom a number is said of: by the tree, else what stands before the copula right before it, or before the comma
    that closes what is set beside that ("Her mother, Ann Ek, is 24 and works part-time")."""
    doc = token.doc
    if any(t.dep_ == "cop" for t in token.children):
        subject = next((t for t in token.children if t.dep_ == "nsubj"), None)
        if subject is not None:
            return subject
    at = token.i - 1
    if at < 1 or doc[at].lemma_ != "be":
        return None
    return doc[at - 2] if at > 1 and doc[at - 1].text == "," else doc[at - 1]


def _is_one(subject: Token) -> bool:
    """Return whether a subject is one person: a pronoun, a name or a noun."""
    if subject.lower_ in ("i", "he", "she", "who"):
        return True
    if subject.ent_type_ == "PERSON":  # "CRP was 38" is a reading
        return not (subject.text.isupper() and len(subject) > 1)
    somebody = is_for_persons(subject) or _KIN.fullmatch(subject.lower_) is not None
    return somebody and "Plur" not in subject.morph.get("Number")


def _is_beside(token: Token) -> bool:
    """Return whether a number from 1 to 110 stands alone behind a person, in brackets ("Alfie (4)") or between
    commas."""
    doc, at = token.doc, token.i
    if not 1 < at < len(doc) - 1 or not token.text.isdecimal() or not 0 < int(token.text[:4]) <= _OLDEST:
        return False
    first = at - (at > 2 and doc[at - 1].lower_ in _STILL)
    before, marks = doc[first - 2], (doc[first - 1].text, doc[at + 1].text)
    named = before.ent_type_ == "PERSON"
    if marks == ("(", ")") or marks == ("(", ","):
        return named and not _counts_parties(text_of(doc))
    somebody = named or is_for_persons(before) or _KIN.fullmatch(before.lower_) is not None
    if marks[0] == "," and first < at:
        return somebody and marks[1] in _ENDS
    return marks == (",", ",") and (somebody or _opens_headline(before))


def _counts_parties(text: str) -> bool:
    """Return whether numbers in brackets number those who are named: "(1) Ann Ek (2) Bo Lund", "Ann Ek (1), Bo Lund
    (2)"."""
    return "(1)" in text and "(2)" in text


def _is_when(token: Token) -> bool:
    """Return whether somebody does something at a number that is no hour: "at ninety-one he took up chess"."""
    doc, start = token.doc, _begin(token)
    first = token.i - (2 if start != token.idx else 0)
    behind = [t for t in doc[token.i + 1 : token.i + 3] if t.text != ","]
    if not first or doc[first - 1].lower_ != "at" or not behind or behind[0].lower_ not in _SOMEBODY:
        return False
    return start != token.idx or (token.text.isdecimal() and _HOURS < int(token.text[:4]) <= _OLDEST)


def _opens_headline(token: Token) -> bool:
    """Return whether a line begins with a noun for persons, as headlines do: "Nurse, 29, jailed"."""
    low = token.lower_
    opens = not text_of(token.doc)[: token.idx].rpartition("\n")[2].strip()
    return opens and (low in lexicon.job_heads() or type_of_kind(low) == "PERSON")
