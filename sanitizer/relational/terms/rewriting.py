"""Write the texts of a release: every mention of every term of a person, and where it stands in the new text."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kb.amounts import read_number
from sanitizer.relational.terms.redundancy import fold
from sanitizer.relational.terms.terms import TermSpan
from sanitizer.text.edits import Change, Fitted, apply, disjoint
from sanitizer.types import Span


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
    changes: list[Change] = []
    kinds: list[Saying] = []
    for number, term in enumerate(spans):
        surface = term.span.of(text)
        said = say(term, surface)
        span, words = term.span, said.words
        if said.words != surface and not said.exact:
            fitted = _fitted(text, term.span, said) if grammar else None
            if fitted is not None:
                span, words = fitted
            elif _opens_sentence(text, span.start) and surface[:1].isupper():
                words = words[:1].upper() + words[1:]
        changes.append(Change(span, words, said.kind, number))
        kinds.append(said)
    made = disjoint(changes)
    written: list[Written] = []
    shift = 0
    for change in made:
        said = kinds[change.reference]
        start = change.span.start + shift
        shift += len(change.replacement) - (change.span.end - change.span.start)
        written.append(Written(start, start + len(change.replacement), change.kind, said.words))
    return apply(text, made), tuple(written)


def _fitted(text: str, span: Span, said: Saying) -> Fitted | None:
    """The words as the sentence wants them, None for final ones; grammar is loaded by the first text to need it."""
    from sanitizer.relational.terms.modifiers import before_noun
    from sanitizer.say.grammar import fit

    placed = before_noun(text, span, said.words) if said.kind == "generalized" else None
    if placed is None:
        return None if said.fixed else fit(text, span, said.words)
    where, words = placed
    if _opens_sentence(text, where.start) and text[where.start].isupper():
        words = words[:1].upper() + words[1:]
    return Fitted(where, words)


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
