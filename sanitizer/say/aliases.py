"""Other names of a person or thing: "born Ann Lee", "known as Ann Lee", and names that are numbers ("Route 301")."""

import re
from typing import Final

from sanitizer.say.appositions import EMPTY_PERSONS, VAGUE
from sanitizer.text.edits import Fitted
from sanitizer.text.surroundings import Surroundings, starts_sentence
from sanitizer.types import Span

_BORN: Final = re.compile(r"(?P<open>\(| ?; |, )?\b(?P<born>[Bb]orn )(?:as )?$")
_NEXT: Final = re.compile(r"[,;] (?=(?:on |in |c\. )?(?:[A-Z][a-z]+ )?\d)")
_KNOWN: Final = re.compile(r"(?<![Bb]est )(?<![Bb]etter )\b[Kk]nown (?:\w+ )?(?P<as>as )$")


def fit_alias(text: str, span: Span, label: str, around: Surroundings) -> Fitted | None:
    """The span to replace and what to write where a label that tells nothing stands for another name, else None."""
    if label not in EMPTY_PERSONS | VAGUE or around.modified or around.possessive is not None:
        return None
    if around.previous == "as" and _KNOWN.search(text, max(0, span.start - 24), span.start):
        return Fitted(Span(around.before[0][1].start, span.end), "by another name")
    return _birth_name(text, span) if around.previous in ("born", "as") else None


def _birth_name(text: str, span: Span) -> Fitted | None:
    """ "(born Ann Lee; 1978)" -> "(born 1978)", "(born Ann Lee)" goes."""
    born = _BORN.search(text, max(0, span.start - 12), span.start)
    if born is None:
        return None
    if more := _NEXT.match(text, span.end):
        start = born.end("born")
        return Fitted(Span(start, more.end()), "")
    if born["open"] == "(" and text[span.end : span.end + 1] == ")":
        start = born.start() - (text[born.start() - 1 : born.start()] == " ")
        return Fitted(Span(start, span.end + 1), "")
    return (
        Fitted(Span(span.start - 1, span.end), "")
        if re.match(r" (?:in|on|at|to) ", text[span.end : span.end + 4])
        else None
    )


_NUMBERED: Final = re.compile(r"\b[A-Z][a-z]+ (?=$)")


def fit_numbered_name(text: str, span: Span, label: str, around: Surroundings) -> Fitted | None:
    """A number that belongs to a name goes: "along Route 301" -> "along Route"."""
    if label not in ("number", "code", "quantity") or not around.before or not span.of(text).isdigit():
        return None
    numbered = _NUMBERED.search(text, max(0, span.start - 20), span.start)
    if around.modified or not numbered or starts_sentence(text, around.before[0][1].start):
        return None
    return Fitted(Span(span.start - 1, span.end), "")
