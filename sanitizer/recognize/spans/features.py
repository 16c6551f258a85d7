"""What speaks for a span being exactly a name, and against it, as short strings whose weights are learned."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from sanitizer.common.knowledge import remembered
from sanitizer.recognize.finders import abbreviations
from sanitizer.recognize.known_names import head_class, known_classes
from sanitizer.recognize.spans.candidates import Candidate
from sanitizer.recognize.spans.words import Words
from sanitizer.text import lexicon
from sanitizer.text.reader import LABELS
from sanitizer.types import Mention

_LINE: Final = 60
"""Characters on each side of a span within which its line is looked at."""
_SMALL_WORDS: Final = 4
_QUOTES: Final = frozenset("\"“”‘’'«»_*")
_PREPOSITIONS: Final = ("of", "for", "in", "at", "on", "to", "from", "with", "by")
_NO_NAME: Final = (1.0, *(0.0,) * (2 * len(LABELS)))
"""The chances of what stands before the first word, and behind the last."""
_INNER: Final = frozenset(("and", "&", ",", "-", "–", "(", ":", "'s", "’s", *_PREPOSITIONS))


@remembered
def known_as(name: str) -> str:
    """Return the classes that a name is known by, or that its head tells."""
    known = known_classes(name)
    if known:
        return "".join(sorted(kind.value[0] for kind in known))
    head = head_class(name)
    return f"~{head.value}" if head is not None else ""


def _read(words: Words, spans: Sequence[tuple[int, int]]) -> Iterator[list[str]]:
    """Yield what the network says of each span of words as a whole, and of its words one by one, in steps of two
    bits."""
    firsts, lasts = np.array(spans, np.int64).reshape(-1, 2).T
    sizes = lasts - firsts
    begins = np.cumsum(sizes) - sizes
    chances = np.concatenate([words.chances.astype(np.float64), [_NO_NAME]])
    inside = chances[np.repeat(firsts - begins, sizes) + np.arange(sizes.sum())]
    begun, goes_on = inside[:, 1::2], inside[:, 2::2].copy()
    most = np.maximum.reduceat(inside, begins)
    likely = (most[:, 1::2] + most[:, 2::2]).argmax(1)
    goes_on[begins] = 1.0
    whole = begun[begins] * np.multiply.reduceat(goes_on, begins)
    exact = (whole * (1 - chances[lasts, 2::2])).sum(1)
    columns = (
        np.minimum(sizes, 3), likely, _steps(exact), _steps(exact, 2), _steps(1 - most[:, 0]),
        _steps(1 - np.minimum.reduceat(inside[:, 0], begins)),
        _steps(1 - chances[firsts - 1, 0], 2), _steps(1 - chances[lasts, 0], 2),
    )  # fmt: skip
    for size, label, fine, rough, least, greatest, before, behind in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        yield [
            f"read:exact{fine}",
            f"read:exact{fine}|{size}",
            f"read:least{least}",
            f"read:most{greatest}",
            f"read:{LABELS[label]}{rough}",
            f"read:before{before}",
            f"read:behind{behind}",
        ]


def _steps(chances: npt.NDArray[np.float64], size: int = 1) -> npt.NDArray[np.int64]:
    """Return the logarithms (base 2) of the odds of chances, from -6 to 6, in steps of ``2 * size`` bits."""
    odds = np.log2((chances + 1e-6) / (1 - chances + 1e-6))
    return np.rint(np.clip(odds, -12.0, 12.0) / (2 * size)).astype(np.int64)


def _proposals(candidate: Candidate) -> Iterator[str]:
    """Yield who proposes the span, and how what others propose lies to it."""
    exact = sorted({f"{m.recognizer}={m.type}" for m in candidate.exact})
    for one in exact:
        yield f"x:{one}"
        yield f"x:{one.partition('=')[0]}"
    for mention in candidate.exact:
        if mention.recognizer == "works":
            yield f"x:works:{min(9, int(mention.score * 10))}"
    yield f"x:{'+'.join(sorted({m.recognizer for m in candidate.exact})) or 'none'}"
    for name in ("model", "works"):
        own = [m for m in candidate.near if m.recognizer == name]
        yield f"{name}:{_relation(candidate, own)}"
    holders = {m.type for m in candidate.near if m.recognizer == "model" and m not in candidate.exact}
    for kind in sorted(holders):
        yield f"touched={kind}"


def _relation(candidate: Candidate, others: Sequence[Mention]) -> str:
    if not others:
        return "none"
    kinds = set()
    held = 0
    for m in others:
        if (m.span.start, m.span.end) == (candidate.start, candidate.end):
            kinds.add("same")
        elif m.span.start >= candidate.start and m.span.end <= candidate.end:
            held += 1
        elif m.span.start <= candidate.start and m.span.end >= candidate.end:
            at_start, at_end = m.span.start == candidate.start, m.span.end == candidate.end
            kinds.add("begins" if at_start else "ends" if at_end else "inside")
        else:
            kinds.add("crosses")
    if held:
        kinds.add(f"holds{min(held, 2)}")
    return "+".join(sorted(kinds))


def _of_words(words: Words, first: int, last: int) -> Iterator[str]:
    """Yield what its words are: the first, the last, those between, and the two beside it."""
    shapes, kinds, size = words.shapes, words.kinds, last - first
    yield f"length={min(size, 8)}"
    for name, at in (("first", first), ("last", last - 1)):
        pos, form, kind = words.pos[at], shapes[at], kinds[at]
        yield f"{name}:{pos}"
        yield f"{name}:{form}{kind}"
        yield f"{name}:{pos}{form}{kind}"
        if words.lowers[at] in words.small:
            yield f"{name}:small"
    if size == 1:
        yield f"only:{words.pos[first]}{shapes[first]}{kinds[first]}"
        if words.opens[first]:
            yield f"only:opens{kinds[first]}{words.pos[first]}"
    yield f"shapes={' '.join(shapes[first : min(first + 4, last)])}"
    if words.lowers[last - 1] in lexicon.job_heads():
        yield f"occupation:{min(size, 3)}"
    for at in range(first + 1, last - 1):
        if words.pos[at] not in ("PROPN", "NOUN", "ADJ"):
            yield f"inner:{words.pos[at]}"
        if words.lowers[at] in _INNER:
            yield f"inner:{words.lowers[at]}"
    capitals = [at for at in range(first, last) if words.texts[at][0].isupper()]
    yield f"capitals={round(4 * len(capitals) / size)}"
    yield f"unknown={any(kinds[at][0] == 'u' for at in capitals)}"


def _around(words: Words, candidate: Candidate, first: int, last: int) -> Iterator[str]:
    text, start, end = words.text, candidate.start, candidate.end
    before, behind = text[max(0, start - _LINE) : start], text[end : end + _LINE]
    line_before, line_behind = before.rpartition("\n")[2], behind.partition("\n")[0]
    opens = not line_before.strip(" \t>*#-•·")
    own_line = "\n" in before or start <= _LINE
    closes = not line_behind.strip()
    yield f"line={'o' if opens and own_line else ''}{'c' if closes else ''}"
    if behind[:1] == ":":
        yield f"label:{'line' if opens else 'cell' if line_before.endswith('  ') else 'mid'}"
    if line_before.rstrip().endswith(":"):
        yield "labelled"
    if not first or "\n" in text[words.ends[first - 1] : start] or words.opens[first]:
        yield "left:^"
    else:
        left = _beside(words, first - 1)
        yield f"left:{left}"
        yield f"left:{left}|{words.pos[first]}{words.shapes[first]}"
    if last == len(words.texts) or "\n" in text[end : words.starts[last]]:
        yield "right:$"
    else:
        right = _beside(words, last)
        yield f"right:{right}"
        yield f"right:{words.pos[last - 1]}|{right}"
    if _is_shouted(line_before + line_behind, text[start:end]):
        yield f"shouted:{words.kinds[first]}{words.kinds[last - 1]}"
    if before[-1:] in _QUOTES and behind[:1] in _QUOTES:
        yield "quoted"


def _is_shouted(beside: str, surface: str) -> bool:
    """Return whether all letters beside a span in its line, at least four, are capitals; its own where there is
    none."""
    letters = 0
    for c in beside:
        if c.isalpha():
            if not c.isupper():
                return False
            letters += 1
    return letters > 3 or (not letters and surface.isupper())


def _beside(words: Words, at: int) -> str:
    pos = words.pos[at]
    if pos in ("ADP", "DET", "CCONJ", "PUNCT", "PART", "PRON", "AUX"):
        return words.lowers[at] if len(words.texts[at]) < _SMALL_WORDS + 2 else pos
    return f"{pos}{words.shapes[at]}"


def _in_tree(words: Words, first: int, last: int) -> Iterator[str]:
    """Yield how many words hang on words outside, and how the one that all others hang on does."""
    heads, deps = words.heads, words.deps
    outside = [at for at in range(first, last) if heads[at] == at or not first <= heads[at] < last]
    yield f"roots={min(len(outside), 3)}"
    if len(outside) == 1:
        at, above = outside[0], heads[outside[0]]
        yield f"head:{words.pos[at]}:{deps[at]}"
        hanging = [
            child
            for child in words.hanging[at]
            if not first <= child < last and deps[child] in ("compound", "flat", "amod", "conj")
        ]
        for child in hanging[:3]:
            yield f"apart:{deps[child]}{words.shapes[child]}"
        if deps[at] in ("compound", "flat") and not first <= above < last:
            yield f"modifies:{deps[at]}{words.shapes[above]}"


def features(words: Words, candidates: Sequence[Candidate]) -> list[list[str]]:
    """Return what speaks for and against each candidate; the order says nothing."""
    spans = [words.within(c.start, c.end) for c in candidates]
    read = _read(words, [(first, last) for first, last in spans if first < last])
    return [
        [*next(read), *_of_one(words, candidate, first, last)] if first < last else ["empty"]
        for candidate, (first, last) in zip(candidates, spans, strict=True)
    ]


def _of_one(words: Words, candidate: Candidate, first: int, last: int) -> Iterator[str]:
    """Yield what all but the network says of a candidate, the words ``first`` to ``last`` (half-open)."""
    surface = words.text[candidate.start : candidate.end]
    known = known_as(surface)
    yield from _proposals(candidate)
    yield from _of_words(words, first, last)
    yield from _around(words, candidate, first, last)
    yield from _in_tree(words, first, last)
    yield f"known={known}"
    yield f"known={known}|{min(last - first, 3)}"
    if "\n" in surface:
        yield "broken"
    if any(words.opens[first + 1 : last]):
        yield "sentences"
    if candidate.start != words.starts[first] or candidate.end != words.ends[last - 1]:
        yield "within a word"
    if kind := abbreviations.clinical_kind(surface):
        yield f"abbreviation:{kind if surface in abbreviations.listed() else 'the'}"
