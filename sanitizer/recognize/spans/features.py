"""What speaks for a span being exactly a name, and against it, as short strings whose weights are learned."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

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
"""The chances of a word that does not stand there."""
_INNER: Final = frozenset(("and", "&", ",", "-", "–", "(", ":", "'s", "’s", *_PREPOSITIONS))


@remembered
def known_as(name: str) -> str:
    """Return the classes that a name is known by, or that its head tells."""
    known = known_classes(name)
    if known:
        return "".join(sorted(kind.value[0] for kind in known))
    head = head_class(name)
    return f"~{head.value}" if head is not None else ""


def _read(words: Words, first: int, last: int) -> Iterator[str]:
    """Yield what the network says of the span as a whole, and of its words one by one, in steps of two bits."""
    rows = words.rows
    columns = list(zip(*rows[first:last], strict=True))
    behind = rows[last] if last < len(rows) else _NO_NAME
    exact, likely = 0.0, []
    for begin, inner, on in zip(columns[1::2], columns[2::2], behind[2::2], strict=True):
        exact += begin[0] * math.prod(inner[1:]) * (1 - on)
        likely.append(max(begin) + max(inner))
    whole = _step(exact)
    yield f"read:exact{whole}"
    yield f"read:exact{whole}|{min(last - first, 3)}"
    yield f"read:least{_step(1 - max(columns[0]))}"
    yield f"read:most{_step(1 - min(columns[0]))}"
    yield f"read:{LABELS[likely.index(max(likely))]}{_step(exact, 2)}"
    yield f"read:before{_step(1 - rows[first - 1][0] if first else 0.0, 2)}"
    yield f"read:behind{_step(1 - behind[0], 2)}"


def _step(chance: float, size: int = 1) -> int:
    """Return the logarithm (base 2) of the odds of a chance, from -6 to 6, in steps of ``2 * size`` bits."""
    odds = math.log2((chance + 1e-6) / (1 - chance + 1e-6))
    return round(max(-12.0, min(12.0, odds)) / (2 * size))


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


def features(words: Words, candidate: Candidate) -> list[str]:
    """Return what speaks for and against a candidate; the order says nothing."""
    first, last = words.within(candidate.start, candidate.end)
    if last <= first:
        return ["empty"]
    surface = words.text[candidate.start : candidate.end]
    known = known_as(surface)
    found = [
        *_proposals(candidate),
        *_read(words, first, last),
        *_of_words(words, first, last),
        *_around(words, candidate, first, last),
        *_in_tree(words, first, last),
        f"known={known}",
        f"known={known}|{min(last - first, 3)}",
    ]
    if "\n" in surface:
        found.append("broken")
    if any(words.opens[first + 1 : last]):
        found.append("sentences")
    if candidate.start != words.starts[first] or candidate.end != words.ends[last - 1]:
        found.append("within a word")
    if kind := abbreviations.clinical_kind(surface):
        found.append(f"abbreviation:{kind if surface in abbreviations.listed() else 'the'}")
    return found
