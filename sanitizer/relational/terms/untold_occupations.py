"""Write an occupation of which nothing is told where its sentence says what somebody is or becomes: "became a clerk of
the court" is "took up a role in the court", "worked as a nurse" "worked in some occupation"."""

import re
from collections.abc import Mapping
from typing import Final

from kb.taxonomy import ancestors
from sanitizer.common.knowledge import in_use
from sanitizer.text.edits import Fitted
from sanitizer.types import Span

_AS: Final = re.compile(r"\bas (?:an? |the )?$")
_IS: Final = re.compile(
    r"\b(?P<be>is|was|are|were|been|being|be)(?P<when>(?: (?:also|now|then|currently|formerly|once|later|still))?)"
    r" (?:an? |the )?$"
)
_HAVE: Final = {
    "is": "has",
    "was": "had",
    "are": "have",
    "were": "had",
    "been": "had",
    "being": "having",
    "be": "have",
}
_BECOME: Final = re.compile(r"\b(?P<become>become|becomes|became|becoming) (?:an? |the )?$")
_TAKE: Final = {"become": "take", "becomes": "takes", "became": "took", "becoming": "taking"}
_NAMED: Final = re.compile(r"\b(?P<verb>appointed|elected|promoted|named)(?: (?:to|as))? (?:an? |the )?$")
_OF: Final = re.compile(r" (?P<of>of|in|at|for|with|on) (?:the |an? )?(?!whom|which|\d)")
_IN: Final = {"of": "in", "for": "with", "on": "in"}
_ENDS_THERE: Final = re.compile(r"\s*(?:[.;:\n]|$|, (?:(?:best|also) )?known\b)")
_WORK: Final = frozenset(
    f"wn:{name}.n.01"
    for name in ("worker", "leader", "professional", "official", "expert", "educator", "scholar")
)
_NO_BODY: Final = frozenset({"PERSON", "DATE", "DURATION", "AGE"})
_BEFORE: Final = 40
"""Characters before a mention in which its verb stands."""


def placed(text: str, span: Span, types: Mapping[int, str]) -> Fitted | None:
    """Return what an occupation becomes with the words around it that say whose it is; None where it stands otherwise.

    Args:
        text, span: the original and the mention.
        types: of all mentions of the text, by where they begin.
    """
    if text[span.end : span.end + 1] in ("-", "‐", "‑"):
        return None
    before = text[max(0, span.start - _BEFORE) : span.start]
    complement = _OF.match(text, span.end)
    if complement is not None and not _is_work(span.of(text)):
        return None
    if complement is not None and types.get(complement.end()) in _NO_BODY:
        if types[complement.end()] == "PERSON":  # somebody's, no role in anything
            return None
        complement = None
    if found := _NAMED.search(before):
        return _role(span, found, f"{found['verb']} to a", complement)
    if found := _AS.search(before):
        return _role(span, found, "in some", complement, "occupation")
    if found := _BECOME.search(before):
        return _role(
            span,
            found,
            f"{_TAKE[found['become']]} up {'a' if complement else 'an'}",
            complement,
            "occupation",
        )
    found = _IS.search(before)
    if found is None or not (complement or _ENDS_THERE.match(text, span.end)):
        return None
    have = f"{found['when'].strip()} {_HAVE[found['be']]}".strip()
    return _role(span, found, f"{have} {'a' if complement else 'an'}", complement, "occupation")


def _is_work(surface: str) -> bool:
    """Return whether the last word of an occupation is known to be work or an office: a "victim" has no role in
    what befell them."""
    knowledge = in_use().everything
    senses = knowledge.senses(surface.rsplit(" ", 1)[-1].lower())
    return any(
        s.concept.prefix == "job" or not _WORK.isdisjoint(a.id for a, _ in ancestors(knowledge, s.concept))
        for s in senses
    )


def _role(
    span: Span, before: re.Match[str], words: str, complement: re.Match[str] | None, alone: str = "role"
) -> Fitted:
    """Return the words up to the noun: a role in what follows, or an occupation where nothing does."""
    start = span.start - len(before[0])
    if complement is None:
        return Fitted(Span(start, span.end), f"{words} {alone}")
    of = complement["of"]
    return Fitted(Span(start, complement.end("of")), f"{words} role {_IN.get(of, of)}")
