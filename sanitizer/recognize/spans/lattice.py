"""Let all spans that may be names compete: the disjoint set with the greatest sum of bits stays.

The score of a span is the logarithm (base 2) of the odds that it is exactly a name, learned from corpora with entities
(`training/spans`), and a price for what would stay if it were left out. What is fixed (forms, lists of the user,
decisions, what is written in small letters) does not compete: it stays whatever the scores say.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt
from spacy.tokens import Doc

from kb.lookup import read_arrays
from sanitizer.integrity import check
from sanitizer.recognize.gazetteers import head_class, known_classes
from sanitizer.recognize.people import is_full_name
from sanitizer.recognize.spans.candidates import Candidate, Words, candidates
from sanitizer.recognize.spans.features import features
from sanitizer.recognize.spans.schedule import best_set
from sanitizer.types import Bits, EntityClass, Mention, Span

_FILE: Final = "spans.npz"
_SCALE: Final = 8
GUESSING: Final = frozenset(("model", "works"))
"""Recognizers whose spans are guesses."""
_PRICE: Final[Bits] = 2.0
"""What a name that stays open costs beside one that is hidden without need, as a logarithm: four times as much."""
_PRICE_OF_PERSON: Final[Bits] = 4.0
_GUESS: Final = 0.6
"""The score of a part of what a recognizer found."""


@dataclass(frozen=True)
class Weights:
    """The weights of features, in bits, and the bits of a span of which nothing is known."""

    bias: Bits
    bits: dict[str, Bits]

    def of(self, found: Iterable[str]) -> Bits:
        """The odds that a span with these features is exactly a name, in bits."""
        return self.bias + sum(self.bits.get(name, 0.0) for name in found)


@cache
def opened() -> Weights:
    """The weights that ship, read once a process. Raises ResourceError where they are damaged."""
    from importlib.resources import files
    from pathlib import Path

    check(f"sanitizer/text/data/{_FILE}")
    arrays = read_arrays(Path(str(files("sanitizer.text"))) / "data" / _FILE, ["names", "bits", "bias"])
    names = arrays["names"].tobytes().decode().split("\n")
    bits: npt.NDArray[np.float64] = arrays["bits"].astype(np.float64) / _SCALE
    return Weights(float(arrays["bias"][0]) / _SCALE, dict(zip(names, bits.tolist(), strict=True)))


def competes(text: str, mention: Mention) -> bool:
    """Whether a mention is a guess that capitals led to."""
    if mention.recognizer not in GUESSING:
        return False
    return any(c.isupper() for c in mention.span.of(text))


def best(doc: Doc, found: Sequence[Mention], weights: Weights | None = None) -> list[Mention]:
    """The mentions that are fixed, and of the guesses those that the best disjoint set of spans has."""
    words = Words(doc)
    proposed = [m for m in found if competes(words.text, m)]
    if not proposed:
        return list(found)
    fixed = [m for m in found if not competes(words.text, m)]
    codes = [m.span for m in fixed if m.entity_class is EntityClass.CODE]
    spans = candidates(words, proposed, codes)
    weights = weights or opened()
    bits = [weights.of(features(words, c)) + _price(c) for c in spans]
    chosen = best_set([(c.start, c.end) for c in spans], bits)
    kept = [m for i in chosen for m in _mentions(words.text, spans[i])]
    return sorted([*fixed, *kept], key=lambda m: (m.span, m.type, m.recognizer))


def _price(candidate: Candidate) -> Bits:
    person = any(
        m.entity_class is EntityClass.PERSON and m.recognizer == "model" for m in candidate.near
    )
    return _PRICE_OF_PERSON if person else _PRICE


def _mentions(text: str, candidate: Candidate) -> Sequence[Mention]:
    """The proposals of a span as it is, or what it is as a part, or the whole, of others."""
    if candidate.exact:
        return candidate.exact
    shared = [(_shared(candidate, m), m.recognizer == "model", -m.span.start, m.type, m) for m in candidate.near]
    if not shared:
        return ()
    near = max(shared, key=lambda row: row[:-1])[-1]
    surface = text[candidate.start : candidate.end]
    kind, entity = near.type, near.entity_class
    known = known_classes(surface) or {c for c in (head_class(surface),) if c is not None}
    begins = candidate.start <= near.span.start
    if known and entity not in known and len(known) == 1:
        entity = next(iter(known))
        kind = "GPE" if entity is EntityClass.LOC else entity.value
    elif entity is EntityClass.PERSON and not begins and not is_full_name(surface):
        kind, entity = "MISC", EntityClass.MISC
    part = replace(near, span=Span(candidate.start, candidate.end), type=kind, entity_class=entity)
    return (replace(part, score=min(part.score, _GUESS)) if near.recognizer == "works" else part,)


def _shared(candidate: Candidate, mention: Mention) -> int:
    return min(candidate.end, mention.span.end) - max(candidate.start, mention.span.start)
