"""Judge whether words tell what a particular person does for a living or suffers from: "a nurse will call" does not.

A small network reads, for each word and those beside it, the state that the reader makes of it, the chances of names
(:mod:`sanitizer.text.reader`), and what the lists and forms of :mod:`.demographics` found there. It was taught by
texts in which all that is told of persons is marked (`training/personal_facts`): it finds what no list holds, and lets
go the occupations that nobody is said to have.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from spacy.tokens import Doc

from kb.lookup import read_arrays
from sanitizer.common.integrity import check
from sanitizer.recognize.finders.nouns_for_persons import PARTIES
from sanitizer.recognize.labels import entity_class
from sanitizer.text import lexicon
from sanitizer.text.fold import words
from sanitizer.text.reader import chances_of, states_of
from sanitizer.types import Mention, Span, text_of

FACTS: Final = ("JOB", "DISEASE", "BELIEF", "FAMILY", "EDUCATION", "STANDING", "LOOKS")
"""What is marked in the texts; what the network finds is taken for the first two alone, the others are too few."""
TAKEN: Final = ("JOB", "DISEASE")
SEEN: Final = ("JOB", "DISEASE", "RELIGION", "EDUCATION", "FAMILY", "DEM")
"""Types of what lists and forms found that the network reads."""
_FILE: Final = "personal_facts.npz"
_LIKELY: Final = 0.5
"""The least chance of a word that nothing else found."""
_NAMED: Final = 0.4
"""The chance of a name from which on a word is one."""
_DOUBTED: Final = 0.05
"""Chance below which an occupation in small letters that a list or form found is let go; illnesses never are."""
_SURE: Final = 0.75
"""Score from which on a list or form is sure."""
_ENDS: Final = frozenset(("DET", "PRON", "ADP", "CCONJ", "SCONJ", "PUNCT", "AUX", "SYM", "PART", "SPACE"))
"""Parts of speech that no span begins or ends with."""
_WORDS: Final = ("NOUN", "PROPN", "ADJ")
_WEAK: Final = words("former then erstwhile late old other new first second same such acting")
"""Words before an occupation that say nothing of it."""
_HYPHENS: Final = ("-", "‑", "–")
_LONGEST: Final = 7
"""Words of a span at most."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights of the small network: of what it reads (features, inner), of the inner numbers (inner, facts), and
    what each has from the start."""

    features: Floats
    bias: Floats
    out: Floats
    out_bias: Floats


@cache
def opened() -> Weights:
    """The weights that ship, read once a process. Raises ResourceError where they are damaged."""
    check(f"sanitizer/text/data/{_FILE}")
    names = ["features", "bias", "out", "out_bias"]
    arrays = read_arrays(Path(str(files("sanitizer.text"))) / "data" / _FILE, names)
    return Weights(*(arrays[name].astype(np.float32) for name in names))


def features(doc: Doc, found: Sequence[Mention]) -> Floats:
    """What the small network reads of each word: the chances of names, then of the word, of the one before it and of
    the one behind it the state and the scores of what was found there: (words, chances + 3 * (state + types))."""
    scores = np.zeros((len(doc), len(SEEN)), np.float32)
    for mention in found:
        span = doc.char_span(mention.span.start, mention.span.end, alignment_mode="expand")
        if mention.type in SEEN and span is not None:
            rows = scores[span.start : span.end, SEEN.index(mention.type)]
            np.maximum(rows, mention.score, out=rows)
    here = np.concatenate([states_of(doc), scores], axis=1)
    none = np.zeros((1, here.shape[1]), np.float32)
    before, behind = np.concatenate([none, here])[: len(doc)], np.concatenate([here, none])[1:]
    result: Floats = np.concatenate([chances_of(doc), here, before, behind], axis=1)
    return result


def chances(doc: Doc, found: Sequence[Mention], weights: Weights | None = None) -> Floats | None:
    """The chance of each word to tell nothing of a person, then to tell each of :data:`FACTS`; None where another
    pipeline than the shipped one read ``doc``."""
    if not states_of(doc).any():
        return None
    weights = weights or opened()
    inner = np.maximum(features(doc, found) @ weights.features + weights.bias, 0.0)
    scores = inner @ weights.out + weights.out_bias
    scores = np.exp(scores - scores.max(1, keepdims=True, initial=-np.inf))
    result: Floats = scores / scores.sum(1, keepdims=True)
    return result


def judged(doc: Doc, found: Sequence[Mention], name: str) -> list[Mention]:
    """What was found without occupations that nobody is said to have, and with what the network finds besides.

    Args:
        doc: as recognizers read it.
        found: what lists and forms found.
        name: of the recognizer.
    """
    told = chances(doc, found)
    if told is None:
        return list(found)
    kept = [m for m in found if m.type != "JOB" or m.score >= _SURE or not _is_doubted(doc, told, m)]
    return [*kept, *_further(doc, told, name)]


def _is_doubted(doc: Doc, told: Floats, mention: Mention) -> bool:
    """Whether nobody is said to be what a mention in small letters says; with a capital it may be a name."""
    if not mention.span.of(text_of(doc)).islower():
        return False
    span = doc.char_span(mention.span.start, mention.span.end, alignment_mode="expand")
    return span is not None and bool((told[span.start : span.end, 0] > 1 - _DOUBTED).all())


def _further(doc: Doc, told: Floats, name: str) -> Iterator[Mention]:
    """The runs of words that the network takes for one of :data:`TAKEN`, without small words at their ends."""
    best = told[:, 1:].argmax(1)
    likely = (1 - told[:, 0] > _LIKELY) & (best < len(TAKEN)) & (chances_of(doc)[:, 0] > 1 - _NAMED)
    start = 0
    while start < len(doc):
        end = start + 1
        if likely[start]:
            while end < len(doc) and likely[end] and best[end] == best[start] and not doc[end].is_space:
                end += 1
            yield from _trimmed(doc, start, end, TAKEN[int(best[start])], name)
        start = end


def _trimmed(doc: Doc, start: int, end: int, type_: str, name: str) -> Iterator[Mention]:
    """The run without small words at its ends, where a noun or an adjective is left and no verb begins or ends it."""
    while start < end and (doc[start].pos_ in _ENDS or doc[start].lower_ in _WEAK):
        start += 1
    while start < end and doc[end - 1].pos_ in _ENDS:
        end -= 1
    if end == start + 1 and (
        doc[start].lower_ in lexicon.job_heads() or doc[start].lower_.removesuffix("s") in PARTIES
    ):
        return  # what the lists know is theirs to find
    if start < end and "VERB" in (doc[start].pos_, doc[end - 1].pos_):
        return  # a clause, which no phrase can stand for
    if start < end and (doc[start - 1 : start].text in _HYPHENS or doc[end : end + 1].text in _HYPHENS):
        return  # a part of a compound
    if start and end == start + 1 and doc[start].is_upper and chances_of(doc)[start - 1, 0] < 1 - _NAMED:
        return  # letters behind a name
    if start < end <= start + _LONGEST and any(doc[i].pos_ in _WORDS for i in range(start, end)):
        span = Span(doc[start].idx, doc[end - 1].idx + len(doc[end - 1]))
        yield Mention(span, type_, entity_class(type_), name, 0.6)
