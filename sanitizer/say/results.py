"""The English of results of tests: "is HIV positive" -> "has a disease"."""

import re
from typing import Final

from sanitizer.text.edits import Fitted
from sanitizer.text.inflection import article
from sanitizer.types import Span

_RESULT: Final = re.compile(r"[ -](?P<result>positive|negative)$")
_HAVE: Final = {
    "is": "has", "was": "had", "are": "have", "were": "had", "am": "have", "be": "have", "been": "had",
    "being": "having",
}  # fmt: skip
_BE: Final = re.compile(rf"\b(?P<be>{'|'.join(_HAVE)})\s$")
_ARTICLE: Final = re.compile(r"\b[Aa]n?\s$")
_NOUN_BEHIND: Final = re.compile(
    r"\s(?!(?:and|or|but|in|on|at|by|for|since|when|while|with|after|before|as|who|which|that|to|from|is|was|has|had)\b)[a-z]"
)


def fit_result(text: str, span: Span, label: str) -> Fitted | None:
    """The span to replace and the words to write, where the span is an illness with the result of its test; else None.

    `label` says what stands for the illness ("disease").
    """
    match = _RESULT.search(span.of(text))
    if match is None or not label:
        return None
    illness = f"{article(label)} {label}"
    if _NOUN_BEHIND.match(text, span.end):
        words = f"{label.replace(' ', '-')}-{match['result']}"
        before = _ARTICLE.search(text[max(0, span.start - 4) : span.start])
        if before:
            given = article(words)
            opened = given.capitalize() if before.group()[0].isupper() else given
            return Fitted(Span(span.start - len(before.group()), span.end), f"{opened} {words}")
        return Fitted(span, words)
    before = _BE.search(text[max(0, span.start - 8) : span.start])
    if before is None:
        return Fitted(span, f"{match['result']} for {illness}")
    start = span.start - len(before.group())
    if match["result"] == "positive":
        return Fitted(Span(start, span.end), f"{_HAVE[before['be']]} {illness}")
    return Fitted(Span(start, span.end), f"{before['be']} free of {illness}")
