"""Ages that stand as bare numbers: said of somebody ("who is nine"), or in brackets behind a name ("Alfie (4)")."""

from collections.abc import Iterator
from typing import Final

from spacy.tokens import Doc, Token

from kb.values.words import TENS
from sanitizer.values.found import Found

_OLDEST: Final = 110


def ages(doc: Doc) -> Iterator[Found]:
    """A bare number that is said of somebody: "who is nine", "he was sixteen"."""
    if not doc.has_annotation("DEP"):
        return
    for token in doc:
        if token.pos_ != "NUM" or not token.like_num or any(c in ".,:/" for c in token.text):
            continue
        if _in_brackets(token):
            yield Found(token.idx, token.idx + len(token), "AGE", 0.6)
            continue
        if token.text[0].isdigit() and not (token.text.isdecimal() and 0 < int(token.text[:4]) <= _OLDEST):
            continue
        subject = next((t for t in token.children if t.dep_ == "nsubj"), None)
        if subject is None or not any(t.dep_ == "cop" for t in token.children):
            continue
        following = token.doc[token.i + 1] if token.i + 1 < len(doc) else None
        counted = following is not None and (
            following.pos_ in ("NOUN", "SYM", "NUM") or following.lower_ == "of"
        )
        singular = subject.lower_ in ("i", "he", "she", "who") or subject.ent_type_ == "PERSON"
        if singular and not counted:
            yield Found(_begin(token), token.idx + len(token), "AGE", 0.6)


def _begin(token: Token) -> int:
    """Where a number begins that ends with a word: "forty-four"."""
    doc, i = token.doc, token.i
    tens = i > 1 and doc[i - 1].text in "-‑" and doc[i - 2].lower_ in TENS
    return int(doc[i - 2].idx) if tens else int(token.idx)


def _in_brackets(token: Token) -> bool:
    """Whether a number from 1 to 110 stands alone in brackets behind a person's name: "Alfie (4)"."""
    doc, at = token.doc, token.i
    if not 1 < at < len(doc) - 1 or not token.text.isdecimal() or not 0 < int(token.text[:4]) <= _OLDEST:
        return False
    return bool(doc[at - 1].text == "(" and doc[at + 1].text == ")" and doc[at - 2].ent_type_ == "PERSON")
