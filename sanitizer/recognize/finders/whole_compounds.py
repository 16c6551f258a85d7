"""Find the whole of a compound of which a finder has a part: "smoke *inhalation*", "low back *ache*"."""

import re
from typing import Final

from kb.taxonomy import ancestors
from sanitizer.common.knowledge import in_use, remembered
from sanitizer.types import Span

_BEFORE: Final = re.compile(r"(?:[^\W\d_][\w'’]*[ -]){1,3}\Z")
_BEHIND: Final = re.compile(r"(?: [^\W\d_][\w'’-]*){1,2}")
_PERSONS: Final = frozenset({"wn:worker.n.01", "wn:person.n.01"})
"""What lies above occupations and roles in the lists."""
_REACH: Final = 60
"""Characters before a mention in which the words of its compound stand."""


def whole_term(text: str, span: Span) -> Span:
    """Return the longest listed term of more words that holds the span, and begins or ends with it; else the span."""
    start, end = span.start, span.end
    before = _BEFORE.search(text[max(0, start - _REACH) : start])
    starts = [start - len(before[0]) + m.start() for m in re.finditer(r"[^ -]+", before[0])] if before else []
    for first in starts:
        if _is_listed(text[first:end]):
            return Span(first, end)
    behind = _BEHIND.match(text, end)
    ends = [end + m.end() for m in re.finditer(r"[^ ]+", behind[0])] if behind else []
    return next((Span(start, last) for last in reversed(ends) if _is_listed(text[start:last])), span)


def type_of(term: str) -> str:
    """Return the fine type of a listed term."""
    terms = in_use().terms
    persons = any(a.id in _PERSONS for s in terms.senses(term) for a, _ in ancestors(terms, s.concept))
    return "JOB" if persons else "DISEASE"


@remembered
def _is_listed(phrase: str) -> bool:
    if phrase.partition(" ")[0].lower() in ("the", "a", "an"):
        return False  # a term is looked up without its article
    return bool(in_use().terms.senses(phrase))
