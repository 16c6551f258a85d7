"""Write the texts of a release: every mention of every term of a person, and where it stands in the new text."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kb.amounts import read_number
from sanitizer.relational.terms.redundancy import fold
from sanitizer.relational.terms.terms import TermSpan
from sanitizer.text.edits import Change, Fitted, apply, disjoint


@dataclass(frozen=True, slots=True)
class Written:
    """A span of a released text: half-open offsets; ``kind`` is direct, redundant, kept, generalized or suppressed;
    ``says`` is the term as the class shares it (kept, generalized) or what was written in its place."""

    start: int
    end: int
    kind: str
    says: str


@dataclass(frozen=True, slots=True)
class Saying:
    """What becomes of a mention: its ``kind`` as above and the words, which are final (``fixed``) or still have to
    be made to fit the sentence. ``exact`` ones are not even capitalized."""

    kind: str
    words: str
    fixed: bool
    exact: bool = False


def rewrite_text(
    text: str, spans: Sequence[TermSpan], say: Callable[[TermSpan, str], Saying], grammar: bool
) -> tuple[str, tuple[Written, ...]]:
    """The released text and its spans.

    Args:
        text: the original.
        spans: its terms, disjoint and sorted.
        say: what becomes of a term with that surface.
        grammar: fit replacements to their sentences (articles, number, capitals), else write the bare words.
    """
    said = [say(term, term.span.of(text)) for term in spans]
    fitted = _fitted(text, spans, said) if grammar else {}
    changes: list[Change] = []
    for number, (term, one) in enumerate(zip(spans, said, strict=True)):
        surface = term.span.of(text)
        span, words = fitted.get(number, Fitted(term.span, one.words))
        if number not in fitted and words != surface and not one.exact and _opens_sentence(text, span.start):
            words = words[:1].upper() + words[1:] if surface[:1].isupper() else words
        changes.append(Change(span, words, one.kind, number))
    made = disjoint(changes)
    written: list[Written] = []
    shift = 0
    for change in made:
        one = said[change.reference]
        start = change.span.start + shift
        shift += len(change.replacement) - (change.span.end - change.span.start)
        written.append(Written(start, start + len(change.replacement), change.kind, one.words))
    return apply(text, made), tuple(written)


def _fitted(text: str, spans: Sequence[TermSpan], said: Sequence[Saying]) -> dict[int, Fitted]:
    """By number, the words that do not stand as they are, as the sentence wants them; the first text to need them loads
    grammar and the parse."""
    from sanitizer.relational.terms.modifiers import before_noun
    from sanitizer.say.changes import each_by_itself
    from sanitizer.text.parse import tag

    fitted: dict[int, Fitted] = {}
    open_: dict[int, str] = {}
    for number, (term, one) in enumerate(zip(spans, said, strict=True)):
        if one.exact or one.words == term.span.of(text):
            continue
        placed = before_noun(text, term.span, one.words) if one.kind == "generalized" else None
        if placed is not None:
            where, words = placed
            if _opens_sentence(text, where.start) and text[where.start].isupper():
                words = words[:1].upper() + words[1:]
            fitted[number] = Fitted(where, words)
        elif not one.fixed and one.words:
            open_[number] = one.words
    if open_:
        labels = [open_.get(number) for number in range(len(spans))]
        done = each_by_itself(tag(text), [term.span for term in spans], labels)
        fitted |= {number: done[number] for number in open_}
    return fitted


def _opens_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip()
    return not before or before[-1] in ".!?\n"


def same_words(surface: str, shared: str) -> str:
    """The surface when it only differs from the shared spelling in case or article, else the shared spelling."""
    return surface if fold(surface) == fold(shared) else shared


def in_a_row(surfaces: Sequence[str]) -> str:
    """Terms as a list of which one is meant: "Lyon, Paris or Rome". Numbers stand by size, names by the alphabet."""
    from sanitizer.relational.terms.modifiers import as_noun

    plain = [as_noun(re.sub(r"\s+", " ", _VAGUE.sub("", s)).strip(" ,;.") or s) for s in surfaces]

    def place(words: str) -> tuple[float, float, str]:
        value = next((r for t in _NUMERIC if (r := read_number(words, t)) is not None), None)
        return (0.0, value.low, words) if value is not None else (1.0, 0.0, fold(words))

    ordered = sorted(plain, key=place)
    return " or ".join([", ".join(ordered[:-1]), ordered[-1]]) if len(ordered) > 1 else ordered[0]


_NUMERIC = ("QUANTITY", "TIME", "AGE")
_VAGUE = re.compile(r"(?:only|just|about|around|approximately|roughly|nearly|almost|the|an?) ", re.IGNORECASE)


def counted(cells: Mapping[object, Sequence[Written]]) -> dict[str, int]:
    """How many spans there are of each kind."""
    kinds = ("direct", "redundant", "kept", "generalized", "suppressed")
    result = dict.fromkeys(kinds, 0)
    for spans in cells.values():
        for span in spans:
            result[span.kind] += 1
    return result
