"""Read what a text itself says that a name is: "X is a village", "X, an agricultural company", "X (born 3 May 1991)".

What is said outweighs what a model guesses, above all for names in capitals and of kinds it has not seen.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from spacy.tokens import Doc, Token

from kb.values.words import month_pattern
from sanitizer.recognize.base import DEFINED
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.known_names import type_of_kind
from sanitizer.text.fold import words
from sanitizer.text.mention_syntax import token_at
from sanitizer.types import EntityClass, text_of
from sanitizer.values.found_values import Found

_MONTH: Final = rf"{month_pattern('')}\.?"
_DAY: Final = rf"(?:(?:c\.|ca\.)\s?)?(?:\d{{1,2}}\s{_MONTH}|{_MONTH}\s\d{{1,2}},|{_MONTH})\s\d{{3,4}}"
_BORN: Final = re.compile(
    rf"['\"”’*_]{{0,3}},?\s{{1,2}}\((?:[^()\n]{{0,60}}?[;,]\s)?(?:(?:born|b\.|née|né|died)\s|(?:[^()\n]{{2,40}},\s)?{_DAY}\s?(?:[-–—]|to)\s?)"
)
_IS: Final = re.compile(
    r"['\"”’*_]{0,3}(?:\s{1,2}\([^()\n]{0,200}\))?(?:,?\s(?:also\s|formerly\s|commonly\s|better\s)?(?:known|called|abbreviated)\s[^.;()\n]{2,80}?,?)?"
    r"\s(?:is|was|are|were|became|remains)\s(?:also\s|now\s|then\s|still\s)?(?:an?|the|one\sof\s(?:the|his|her|its|their))\s",
    re.IGNORECASE,
)
_APPOSED: Final = re.compile(r"['\"”’*_]{0,3}\s?,\s(?:an?|the)\s(?=[a-z])")
_MODIFIES: Final = frozenset(("ADJ", "NOUN", "PROPN", "NUM", "VERB", "ADV", "PART", "CCONJ"))
_MADE_OF: Final = words(
    "family race line order class category type kind form group series range set genus species list"
)
_LONGEST: Final = 14  # tokens of what is said


def defined(doc: Doc, names: Iterable[Found]) -> Iterator[Found]:
    """Yield those of `names` of which the text says what they are, with that type, where their class is another one."""
    text = text_of(doc)
    for name in names:
        kind = _said(doc, text, name)
        if kind:
            same = entity_class(kind) is entity_class(name.type)
            yield Found(name.start, name.end, name.type if same else kind, DEFINED)


def _said(doc: Doc, text: str, name: Found) -> str:
    following = text[name.end : name.end + 2]
    if not following[:1] or following[:1].isalnum():
        return ""
    if _BORN.match(text, name.end):
        return "PERSON"
    match = _IS.match(text, name.end)
    if match:
        return _kind_from(doc, match.end(), listed=True)
    apposed = _APPOSED.match(text, name.end)
    if apposed and entity_class(name.type) is not EntityClass.PERSON and not _within(text, name.start):
        kind = _kind_from(doc, apposed.end(), listed=False)
        return kind if kind != "PERSON" else ""  # said of someone else than what bears the name
    return ""


_WIDER: Final = re.compile(r"[^\W\d_a-z][\w'’-]*,\s$")


def _within(text: str, start: int) -> bool:
    """Return whether a name only says where the one before it is: "Jamestown, Virginia, the first settlement"."""
    return bool(_WIDER.search(text, max(0, start - 30), start))


def _kind_from(doc: Doc, offset: int, listed: bool) -> str:
    """Return the type of the head of the noun phrase at `offset`; `listed`: also of what follows a bracket in it,
    or an "and" ("a rhythm and blues group", "a writer and teacher"): of a person if one is, else of the first that
    is no thing."""
    token = token_at(doc, offset)
    head: Token | None = None
    before, found = "", []
    for _ in range(_LONGEST):
        if token is None:
            break
        following = token.nbor() if token.i + 1 < len(doc) else None
        if token.pos_ == "NOUN" and token.is_alpha and token.is_lower:
            before, head = (head.text if head is not None and head.i == token.i - 1 else ""), token
        elif token.text in ("'s", "’s") or (_goes_on_over(token, following) and head is not None):
            head = None  # what it owns or modifies follows: that is the head
        elif token.text == "(" and listed:
            head, following = None, _behind_bracket(doc, token)
        elif head is not None and listed and token.lower_ in (",", "and") and _goes_on(following):
            found.append(_type_of(head, before))
            head = None
        elif (head is not None and token.text != "-") or (
            token.pos_ not in _MODIFIES and token.text not in ("-", ",")
        ):
            break
        token = following
    if head is not None:
        found.append(_type_of(head, before))
    known = [kind for kind in found if kind]
    others = [kind for kind in known if kind not in ("MISC", "WORK")]
    return "PERSON" if "PERSON" in known else next(iter(others or known), "")


def _goes_on(token: Token | None) -> bool:
    return token is not None and token.pos_ in ("NOUN", "ADJ", "CCONJ") and token.is_lower


def _type_of(head: Token, before: str) -> str:
    if head.lower_ in _MADE_OF and (held := _held(head)):
        head, before = held, ""  # of a group, what it holds tells
    noun = head.lemma_.lower() or head.text
    pair = f"{before} {noun}" if before else ""
    return (pair and type_of_kind(pair)) or type_of_kind(noun)


def _goes_on_over(token: Token, following: Token | None) -> bool:
    if token.pos_ == "ADJ":  # a modifier between nouns
        return following is not None and following.pos_ == "NOUN"
    return token.pos_ == "VERB" and following is not None and following.pos_ in ("NOUN", "ADJ")


def _behind_bracket(doc: Doc, opening: Token) -> Token | None:
    """Return the noun or adjective that goes on behind a bracket, None where the phrase ends with it."""
    close = next((t for t in doc[opening.i : opening.i + 12] if t.text == ")"), None)
    following = close.nbor() if close is not None and close.i + 1 < len(doc) else None
    return following if following is not None and following.pos_ in ("ADJ", "NOUN") else None


def _held(head: Token) -> Token | None:
    """Return the plural noun behind "of", where it follows ("a family of home *computers*")."""
    doc = head.doc
    if head.i + 2 >= len(doc) or head.nbor().lower_ != "of":
        return None
    for token in doc[head.i + 2 : head.i + 7]:
        if token.pos_ == "NOUN" and token.lower_ != token.lemma_.lower():
            return token
        if token.pos_ not in ("ADJ", "NOUN"):
            return None
    return None
