"""What the parse of a text says of a mention's place: denied, or before another one that it only describes."""

from typing import TYPE_CHECKING, Final

from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_DENY: Final = frozenset(["no", "not", "n't", "n’t", "never", "without", "neither", "nor", "none", "cannot"])
"""Words of English that deny what they govern; a closed class."""
_CLAUSES: Final = frozenset(["root", "ROOT", "ccomp", "advcl", "acl", "acl:relcl", "parataxis", "csubj"])
"""Relations at which a clause ends: what is above is denied by itself."""


def is_denied(doc: "Doc", span: Span) -> bool:
    """Return whether a word that denies governs the mention: its own, or that of a phrase or verb above it in the
    clause."""
    token = _top(doc, span)
    for _ in range(len(doc)):
        if token is None:
            return False
        if any(child.lower_ in _DENY for child in token.children):
            return True
        if token.dep_ in _CLAUSES or token.head.i == token.i:
            return False
        token = token.head
    return False


def describes(doc: "Doc", span: Span, other: Span) -> bool:
    """Return whether the mention hangs on a word of the other one: "Scottish-Australian" before "doctor"."""
    token = _top(doc, span)
    if token is None or token.dep_ in _CLAUSES:
        return False
    return other.start <= token.head.idx < other.end and token.dep_.partition(":")[0] in _DESCRIBING


_DESCRIBING: Final = frozenset(["amod", "compound", "nmod", "flat", "nummod"])


def _top(doc: "Doc", span: Span) -> "Token | None":
    """Return the word of the mention that hangs on one outside of it; None where the text has no trees."""
    if not doc.has_annotation("DEP"):
        return None
    within = doc.char_span(span.start, span.end, alignment_mode="expand")
    return within.root if within is not None and len(within) else None
