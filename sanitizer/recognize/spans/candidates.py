"""All spans that may be a name, from what finders propose: whole, in parts, and with the noun that they modify."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from spacy.tokens import Token

from sanitizer.recognize.name_groups import PARTICLES
from sanitizer.recognize.spans.words import Words
from sanitizer.types import Mention, Span

_JOINTS: Final = frozenset(
    ["and", "or", "und", "et", "&", "v.", "vs.", "vs", "v", "/", "|", ">", "<", "•", "*", "=", "+"]
)
_FIRMS: Final = frozenset(
    ["co", "co.", "sons", "daughters", "bros", "bros.", "brothers", "partners", "associates"]
)
"""What stands behind "and" in the names of firms."""
_MARKS: Final = frozenset(',:;()[]{}"“”«»–—-!?.…')
_IN_NAMES: Final = frozenset(".\"“”'’-")
"""Marks within the name of one person."""
_EDGES: Final = " \t\n\r\f\v\u00a0\u2009\u202f_*,;:|/>–—•·"
_PAIRS: Final = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"))
_LONGEST: Final = 14
"""Words of a span that is taken apart; of a longer one only the parts between its joints are looked at."""
_OUTER: Final = 2
"""Words that are left out at one end at most."""


@dataclass(frozen=True)
class Candidate:
    """A span that may be a name: who proposes it as it is, and the proposals that share characters with it."""

    start: int
    end: int
    exact: tuple[Mention, ...]
    near: tuple[Mention, ...]


def is_balanced(text: str) -> bool:
    """Return whether each bracket and quotation mark that opens is closed, and none is closed that was not opened."""
    if text.count('"') % 2:
        return False
    for opening, closing in _PAIRS:
        depth = 0
        for char in text if opening in text or closing in text else "":
            depth += (char == opening) - (char == closing)
            if depth < 0:
                return False
        if depth:
            return False
    return True


def candidates(words: Words, proposed: Sequence[Mention], fixed: Sequence[Span]) -> list[Candidate]:
    """Return the spans that compete where ``proposed`` ones stand, sorted; none shares characters with a ``fixed``
    one, is not balanced, or the form of a firm alone."""
    spans: set[tuple[int, int]] = set()
    for mention in proposed:
        spans.update(_parts(words, mention.span.start, mention.span.end))
    spans.update(_unions(words.text, proposed))
    taken = sorted((s.start, s.end) for s in fixed)
    starts = [s for s, _ in taken]
    kept = sorted(
        s
        for s in spans
        if not (_touches(taken, starts, *s) or is_firm_alone(words, *s))
        and is_balanced(words.text[s[0] : s[1]])
    )
    exact: dict[tuple[int, int], list[Mention]] = {}
    for mention in proposed:
        exact.setdefault((mention.span.start, mention.span.end), []).append(mention)
    ordered = sorted(proposed, key=lambda m: m.span)
    reach = max((m.span.end - m.span.start for m in ordered), default=0)
    begins = [m.span.start for m in ordered]
    return [
        Candidate(
            start, end, tuple(exact.get((start, end), ())), tuple(_near(ordered, begins, reach, start, end))
        )
        for start, end in kept
    ]


def _near(
    ordered: Sequence[Mention], begins: Sequence[int], reach: int, start: int, end: int
) -> Iterator[Mention]:
    for mention in ordered[bisect_left(begins, start - reach) : bisect_left(begins, end)]:
        if mention.span.end > start:
            yield mention


def _touches(taken: Sequence[tuple[int, int]], starts: Sequence[int], start: int, end: int) -> bool:
    i = bisect_left(starts, end)
    return any(b > start for _, b in taken[max(0, i - 2) : i])


def _parts(words: Words, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a span, its parts between joints, before and behind each, without its outer words, and with the noun
    behind."""
    first, last = words.within(start, end)
    yield from _clean(words.text, start, end)
    if last <= first:
        return
    tokens, text = words.tokens, words.text
    cuts = [
        n for n in range(first, last) if _cuts(text, tokens[n], words.ends[n - 1] if n > first else start)
    ]
    edges = [first - 1, *cuts, last]
    for left, right in pairwise(edges):
        for begin, stop in ((left + 1, right), (left, right), (first, right), (left + 1, last), (left, last)):
            if first <= begin < stop <= last:
                yield from _clean(text, max(start, words.starts[begin]), min(end, words.ends[stop - 1]))
    if last - first <= _LONGEST:
        for off in range(1, min(_OUTER, last - first - 1) + 1):
            yield from _clean(text, words.starts[first + off], end)
            yield from _clean(text, start, words.ends[last - 1 - off])
        if last - first > _OUTER:
            yield from _clean(text, words.starts[first + 1], words.ends[last - 2])
    for stop in _longer(words, first, last):
        yield start, stop


def _cuts(text: str, token: Token, before: int) -> bool:
    """Return whether a name may end before a word, which begins at it or behind it: a joint, a mark, a small word,
    a line."""
    if (
        token.lower_ in _JOINTS
        or token.text in _MARKS
        or token.pos_ in ("ADP", "VERB", "AUX", "PRON", "DET", "SCONJ")
    ):
        return True
    return "\n" in text[before : token.idx] or "  " in text[before : token.idx]


def is_firm_alone(words: Words, start: int, end: int) -> bool:
    """Return whether a span is nothing but the form of the firm whose name stands before it: "Co" in "Ek and Co"."""
    first, last = words.within(start, end)
    joined = first > 0 and words.lowers[first - 1] in ("and", "&")
    return joined and last - first == 1 and words.lowers[first] in _FIRMS


def is_joint(words: Words, first: int, last: int) -> bool:
    """Return whether the words of a span stand in more than one phrase: a joint, a mark, a verb, a number or a
    preposition is among them."""
    return any(
        words.tokens[n].pos_ == "NUM"
        or words.tokens[n].ent_type_ == "NORP"
        or (words.tokens[n].lower_ not in PARTICLES and _cuts(words.text, words.tokens[n], words.ends[n - 1]))
        for n in range(first + 1, last)
        if words.tokens[n].text not in _IN_NAMES
    )


def _longer(words: Words, first: int, last: int) -> Iterator[int]:
    """Yield where the span ends with the one or two nouns behind that its last word modifies ("Hyde Road *depot*")."""
    for stop in range(last, min(last + 2, len(words.tokens))):
        token = words.tokens[stop]
        gap = words.text[words.ends[stop - 1] : token.idx]
        if gap not in (" ", "\u00a0") or token.pos_ not in ("NOUN", "PROPN"):
            return
        if any(t.head.i == token.i for t in words.tokens[max(first, last - 3) : last]):
            yield words.ends[stop]


def _unions(text: str, proposed: Sequence[Mention]) -> Iterator[tuple[int, int]]:
    """Proposals that share characters, or stand side by side, as one."""
    spans = sorted({(m.span.start, m.span.end) for m in proposed})
    for (a, b), (c, d) in pairwise(spans):
        if d > b and (c < b or text[b:c] in (" ", "-", "–", "’", "'")):
            yield a, d


def _clean(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    """Return the characters without blanks and marks at their ends, if letters or digits are left."""
    while start < end and text[start] in _EDGES:
        start += 1
    while start < end and text[end - 1] in _EDGES:
        end -= 1
    return [(start, end)] if any(c.isalnum() for c in text[start:end]) else []
