"""What surrounds a mention in its sentence: its head, what governs it and how, conjuncts, appositions.

Read from a dependency tree with the relations of Universal Dependencies. ``WEAK`` names the relations that the shipped
parse often gets wrong (``bench/parser.py`` prints its scores): there the words between two phrases must agree.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from spacy.tokens import Doc, Token

from sanitizer.types import noted

NOMINAL: Final = frozenset(["NOUN", "PROPN", "PRON", "NUM", "SYM", "X"])
WEAK: Final = frozenset(["appos", "conj"])
"""Relations that the words between must confirm: a comma or bracket (apposition), a comma or conjunction."""

_STARTS: Final = "sanitizer_starts"
_SLOTS: Final = "sanitizer_slots"
_SEPARATORS: Final = frozenset([",", ";", "/", "&", "and", "or", "nor", "as", "well"])


@dataclass(frozen=True)
class Slot:
    """The place of a mention in its sentence; words are given by their numbers in the document.

    Attributes:
        head: the word that the others of the mention hang on.
        relation: of the head to its governor; of a conjunct, the first one's; ``root`` where nothing governs it.
        governor: the word that governs the mention, or ``None``.
        apposition_of: the head of the phrase that the mention stands in apposition to, or ``None``.
        appositions: the heads of the phrases in apposition to the mention.
        conjuncts: the heads of the phrases that it is coordinated with, in the order of the text.
    """

    head: int
    relation: str = ""
    governor: int | None = None
    apposition_of: int | None = None
    appositions: tuple[int, ...] = ()
    conjuncts: tuple[int, ...] = ()


def head_of(doc: Doc, start: int, end: int) -> int:
    """Return the number of the word that the others of ``doc[start:end]`` hang on: of several that hang on words
    outside, the noun that most words of the span hang on, the last of those."""
    tokens = [t for t in doc[start:end] if not t.is_space] or list(doc[start:end])
    outside = [t for t in tokens if t.head.i == t.i or not start <= t.head.i < end]
    if len(outside) == 1:
        return int(outside[0].i)
    nouns = [t for t in outside if t.pos_ in NOMINAL] or outside
    return int(max(nouns, key=lambda t: (sum(start <= d.i < end for d in t.subtree), t.i)).i)


def slot_of(doc: Doc, start: int, end: int) -> Slot:
    """Return the place of ``doc[start:end]`` in its sentence, read once; the document has parts of speech and a
    tree."""
    known: dict[tuple[int, int], Slot] = noted(doc, _SLOTS, dict)
    if (start, end) not in known:
        known[start, end] = _slot(doc, start, end)
    return known[start, end]


def _slot(doc: Doc, start: int, end: int) -> Slot:
    head = doc[head_of(doc, start, end)]
    chain = list(_conjuncts(head))
    first = chain[0]
    above = first.head if first.head.i != first.i else None
    host = above if above is not None and first.dep_ == "appos" and _apposed(above, first) else None
    return Slot(
        head=head.i,
        relation="root" if above is None else first.dep_,
        governor=None if above is None else above.i,
        apposition_of=None if host is None else host.i,
        appositions=tuple(t.i for t in head.children if t.dep_ == "appos" and _apposed(head, t)),
        conjuncts=tuple(sorted(t.i for t in chain if t.i != head.i)),
    )


def _conjuncts(head: Token) -> Iterator[Token]:
    """Yield the phrases coordinated with ``head``, itself among them, the first conjunct first."""
    first = head
    while first.dep_ == "conj" and first.head.i != first.i and _joined(first.head, first):
        first = first.head
    yield first
    waiting = [first]
    while waiting:
        current = waiting.pop(0)
        for child in current.children:
            if child.dep_ == "conj" and _joined(current, child):
                yield child
                waiting.append(child)


def _joined(first: Token, second: Token) -> bool:
    """Return whether ``second`` is a conjunct of ``first``: both are nouns or neither is, and a comma or
    conjunction stands between."""
    between = first.doc[first.i + 1 : second.i]
    return (first.pos_ in NOMINAL) == (second.pos_ in NOMINAL) and any(
        t.lower_ in _SEPARATORS for t in between
    )


def _apposed(first: Token, second: Token) -> bool:
    """Return whether ``second`` is in apposition to ``first``: both are nouns, a comma, bracket or dash stands
    before the second phrase, and no verb stands between."""
    if not (first.pos_ in NOMINAL and second.pos_ in NOMINAL):
        return False
    start = min(t.i for t in second.subtree) if second.i > first.i else second.i
    between = first.doc[first.i + 1 : max(start, first.i + 1)]
    if any(t.pos_ in {"VERB", "AUX", "CCONJ"} and t.head.i == first.i for t in between):
        return False
    opened = {t.text for t in first.doc[first.i + 1 : second.i] if t.pos_ == "PUNCT"}
    return bool(opened & {",", "(", "[", "-", "–", "—", ":"}) or second.i == first.i + 1


def token_at(doc: Doc, offset: int) -> Token | None:
    """Return the token that begins at an offset, None where none does."""
    starts = noted(doc, _STARTS, lambda: [token.idx for token in doc])
    at = bisect_left(starts, offset)
    return doc[at] if at < len(starts) and starts[at] == offset else None
