"""What speaks for a span being exactly a name, and against it, as short strings whose weights are learned."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from spacy.tokens import Token

from sanitizer.common.knowledge import remembered
from sanitizer.recognize.finders import abbreviations
from sanitizer.recognize.known_names import head_class, known_classes
from sanitizer.recognize.spans.candidates import Candidate, Words
from sanitizer.recognize.spelling import word_bits
from sanitizer.text import lexicon
from sanitizer.text.reader import LABELS
from sanitizer.text.titles import TITLES
from sanitizer.types import Mention

_LINE: Final = 60
"""Characters on each side of a span within which its line is looked at."""
_SMALL_WORDS: Final = 4
_QUOTES: Final = frozenset("\"“”‘’'«»_*")
_PREPOSITIONS: Final = ("of", "for", "in", "at", "on", "to", "from", "with", "by")
_INNER: Final = frozenset(("and", "&", ",", "-", "–", "(", ":", "'s", "’s", *_PREPOSITIONS))


@remembered
def shape(word: str) -> str:
    """Return how a word is written: "AA", "A", "Aa", "aA", "a", "0", "A0", "a0" or the mark itself."""
    if not any(c.isalnum() for c in word):
        return word[:1]
    digits, upper = any(c.isdigit() for c in word), any(c.isupper() for c in word)
    if digits:
        return "A0" if upper else "a0" if any(c.isalpha() for c in word) else "0"
    if word.isupper():
        return "A" if len(word) == 1 else "AA" if len(word) < 5 else "AAA"
    if word[0].isupper():
        return "AaA" if any(c.isupper() for c in word[1:]) else "Aa"
    return "aA" if upper else "a"


@remembered
def lexical(word: str) -> str:
    """Return what English knows of a word in small letters, and how much it looks like a name of persons."""
    low = word.lower()
    if not low[:1].isalpha():
        return "0"
    known = "f" if low in lexicon.frequent_words() else "c" if low in lexicon.common_words() else "u"
    if low in TITLES or low.rstrip(".") in TITLES:
        return f"{known}t"
    bits = word_bits(word) if len(low) > 1 else 0.0
    return f"{known}{'+' if bits > 3 else '-' if bits < -3 else '0'}"


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
    begin, inner = words.chances[first:last, 1::2], words.chances[first:last, 2::2]
    behind = words.chances[last, 2::2] if last < len(words.tokens) else np.zeros(inner.shape[1])
    whole = begin[0] * inner[1:].prod(0) * (1 - behind)
    exact = float(whole.sum())
    held = 1.0 - words.chances[first:last, 0]
    yield f"read:exact{_step(exact)}"
    yield f"read:exact{_step(exact)}|{min(last - first, 3)}"
    yield f"read:least{_step(float(held.min()))}"
    yield f"read:most{_step(float(held.max()))}"
    yield f"read:{LABELS[int((begin.max(0) + inner.max(0)).argmax())]}{_step(exact, 2)}"
    yield f"read:before{_step(1.0 - float(words.chances[first - 1, 0]) if first else 0.0, 2)}"
    yield f"read:behind{_step(1.0 - float(words.chances[last, 0]) if last < len(words.tokens) else 0.0, 2)}"


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
    texts = words.texts[first:last]
    yield f"length={min(last - first, 8)}"
    for name, at in (("first", first), ("last", last - 1)):
        pos, form, kind = words.pos[at], shape(words.texts[at]), lexical(words.texts[at])
        yield f"{name}:{pos}"
        yield f"{name}:{form}{kind}"
        yield f"{name}:{pos}{form}{kind}"
        if words.lowers[at] in words.small:
            yield f"{name}:small"
    if last - first == 1:
        pos, kind = words.pos[first], lexical(texts[0])
        yield f"only:{pos}{shape(texts[0])}{kind}"
        if words.tokens[first].is_sent_start:
            yield f"only:opens{kind}{pos}"
    yield f"shapes={' '.join(map(shape, texts[:4]))}"
    if words.lowers[last - 1] in lexicon.job_heads():
        yield f"occupation:{min(last - first, 3)}"
    for at in range(first + 1, last - 1):
        if words.pos[at] not in ("PROPN", "NOUN", "ADJ"):
            yield f"inner:{words.pos[at]}"
        if words.lowers[at] in _INNER:
            yield f"inner:{words.lowers[at]}"
    capitals = [text for text in texts if text[:1].isupper()]
    yield f"capitals={round(4 * len(capitals) / max(1, last - first))}"
    yield f"unknown={any(lexical(text)[0] == 'u' for text in capitals)}"


def _around(words: Words, candidate: Candidate, first: int, last: int) -> Iterator[str]:
    tokens, texts, text = words.tokens, words.texts, words.text
    before = text[max(0, candidate.start - _LINE) : candidate.start]
    behind = text[candidate.end : candidate.end + _LINE]
    line_before, line_behind = before.rpartition("\n")[2], behind.partition("\n")[0]
    opens = not line_before.strip(" \t>*#-•·")
    own_line = "\n" in before or candidate.start <= _LINE
    closes = not line_behind.strip()
    yield f"line={'o' if opens and own_line else ''}{'c' if closes else ''}"
    if behind[:1] == ":":
        yield f"label:{'line' if opens else 'cell' if line_before.endswith('  ') else 'mid'}"
    if line_before.rstrip().endswith(":"):
        yield "labelled"
    left = tokens[first - 1] if first else None
    right = tokens[last] if last < len(tokens) else None
    if left is None or "\n" in text[left.idx + len(left) : candidate.start] or tokens[first].is_sent_start:
        yield "left:^"
    else:
        yield f"left:{_beside(left)}"
        yield f"left:{_beside(left)}|{words.pos[first]}{shape(texts[first])}"
    if right is None or "\n" in text[candidate.end : right.idx]:
        yield "right:$"
    else:
        yield f"right:{_beside(right)}"
        yield f"right:{words.pos[last - 1]}|{_beside(right)}"
    if _is_shouted(line_before + line_behind, text[candidate.start : candidate.end]):
        yield f"shouted:{lexical(texts[first])}{lexical(texts[last - 1])}"
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


def _beside(token: Token) -> str:
    if token.pos_ in ("ADP", "DET", "CCONJ", "PUNCT", "PART", "PRON", "AUX"):
        return str(token.lower_) if len(token) < _SMALL_WORDS + 2 else token.pos_
    return f"{token.pos_}{shape(token.text)}"


def _in_tree(words: Words, first: int, last: int) -> Iterator[str]:
    """Yield how many words hang on words outside, and how the one that all others hang on does."""
    tokens = words.tokens[first:last]
    inside = {t.i for t in tokens}
    outside = [t for t in tokens if t.head.i == t.i or t.head.i not in inside]
    yield f"roots={min(len(outside), 3)}"
    if len(outside) == 1:
        head = outside[0]
        yield f"head:{head.pos_}:{head.dep_}"
        hanging = [
            t for t in head.children if t.i not in inside and t.dep_ in ("compound", "flat", "amod", "conj")
        ]
        for child in hanging[:3]:
            yield f"apart:{child.dep_}{shape(child.text)}"
        if head.dep_ in ("compound", "flat") and head.head.i not in inside:
            yield f"modifies:{head.dep_}{shape(head.head.text)}"


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
    if any(t.is_sent_start for t in words.tokens[first + 1 : last]):
        found.append("sentences")
    if candidate.start != words.starts[first] or candidate.end != words.ends[last - 1]:
        found.append("within a word")
    if kind := abbreviations.clinical_kind(surface):
        found.append(f"abbreviation:{kind if surface in abbreviations.listed() else 'the'}")
    return found
