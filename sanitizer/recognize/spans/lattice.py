"""Let all spans that may be names compete: the disjoint set with the greatest sum of bits stays.

The score of a span is the logarithm (base 2) of the odds that it is exactly a name, learned from corpora with entities
(`training/spans`), and a price for what would stay if it were left out. What is fixed (forms, lists of the user,
decisions, what is written in small letters) does not compete: it stays whatever the scores say.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import repeat
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from spacy.tokens import Doc

from kb.lookup import read_arrays
from sanitizer.common.integrity import check
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.institution_words import is_generic
from sanitizer.recognize.known_names import head_class, known_classes, type_of_kind
from sanitizer.recognize.name_groups import BEFORE_NAMES, PARTICLES
from sanitizer.recognize.person_names import is_full_name
from sanitizer.recognize.spans.candidates import Candidate, candidates, is_firm_alone, is_joint
from sanitizer.recognize.spans.features import features
from sanitizer.recognize.spans.fields import labels
from sanitizer.recognize.spans.gates import gated
from sanitizer.recognize.spans.schedule import best_set
from sanitizer.recognize.spans.words import Words
from sanitizer.text.fold import words as words_of
from sanitizer.text.titles import BEFORE_TITLE, POLITE, TITLES
from sanitizer.types import Bits, EntityClass, Mention, Span

_FILE: Final = "spans.npz"
_SCALE: Final = 8
GUESSING: Final = frozenset(("model", "works"))
"""Recognizers whose spans are guesses."""
_PRICES: Final = {"u+": 5.0, "u0": 2.5, "u-": 1.5, "c+": 2.5, "f+": 2.0}
"""What a word costs that stays open beside one that is hidden without need, as a logarithm, by what English knows of
it: who bears a name that English does not know is found by it."""
_PRICE: Final[Bits] = 0.3
"""The same of all other words. The prices of words are added, so that they speak for no way to divide a span."""
_BY_MODEL: Final[Bits] = 2.0
_BY_SLOT: Final[Bits] = 12.0
_BY_FORM: Final[Bits] = 6.0
"""What is added where the language model, the place where persons are named, or the form of a title or award says what
it is."""
_IN_SENTENCE: Final[Bits] = 1.5
"""What is added to the price of a word with a capital that no sentence and no line begins with."""
_SURE_DATE: Final = 0.95
"""Least score of a date that is no name: a feast, a day with its month."""
_FIELD: Final = 0.8
"""The score from which on the place of a name in a record is sure."""
_PLACED: Final = (EntityClass.LOC, EntityClass.ORG, EntityClass.MISC)
_PLACES: Final = frozenset(("GPE", "LOC", "FACILITY"))
_SMALL_TITLES: Final = POLITE | {"nurse"}
"""Titles that are written in small letters too."""
_PARTS: Final = re.compile(r"[\s/]+(?=.)")
_INITIALS: Final = re.compile(r"\w, ?[A-Z](?:\.? ?[A-Z])?\.?$")
_LOGIN: Final = re.compile(r"[_@]|[^\W\d_]\d")
_BORNE: Final = frozenset(("PERSON", "USERNAME"))
_PROVEN: Final = 0.55
"""The least score of a form or place of a name of a person."""
_SURE_FORM: Final = 0.65
"""The least score of a form of other names: below it are capitals alone."""
_POSSIBLE: Final = 0.08
"""The least chance of a name that a guess has."""
_UNITS: Final = words_of(
    "municipality county province district village town city state region island kingdom parish department"
)
_BEHIND: Final = 3
"""Words behind a name among which the noun stands that it modifies."""
_HELD: Final = 0.6
"""The chance of a name from which on the network holds a word for one."""
_GUESS: Final = 0.6
"""The score of a part of what a recognizer found."""


@dataclass(frozen=True)
class Weights:
    """The weights of features, in bits, and the bits of a span of which nothing is known."""

    bias: Bits
    bits: dict[str, Bits]

    def of(self, found: Iterable[str]) -> Bits:
        """Return the odds that a span with these features is exactly a name, in bits."""
        return self.bias + sum(map(self.bits.get, found, repeat(0.0)))


@cache
def opened() -> Weights:
    """Return the weights that ship, read once a process. Raises ResourceError where they are damaged."""
    check(f"sanitizer/text/data/{_FILE}")
    arrays = read_arrays(Path(str(files("sanitizer.text"))) / "data" / _FILE, ["names", "bits", "bias"])
    names = arrays["names"].tobytes().decode().split("\n")
    bits: npt.NDArray[np.float64] = arrays["bits"].astype(np.float64) / _SCALE
    return Weights(float(arrays["bias"][0]) / _SCALE, dict(zip(names, bits.tolist(), strict=True)))


def competes(text: str, mention: Mention) -> bool:
    """Return whether a mention is a guess: of the model, or one that capitals alone led to."""
    if mention.entity_class is EntityClass.CODE:
        return False
    if mention.recognizer == "works":
        surface = mention.span.of(text)
        spoken = _PARTS.split(surface)
        if mention.type != "MISC" and (
            spoken[-1].islower() or (spoken[0].islower() and spoken[0] not in PARTICLES)
        ):
            return False  # common words at its ends: a form of its own
        if mention.type == "PERSON" and (
            _INITIALS.search(surface) or (mention.score >= _FIELD and "," in surface)
        ):
            return False  # a cell or field of names, the surname first, or one with initials behind it
        return any(c.isupper() for c in surface)
    return mention.recognizer in GUESSING


def best(doc: Doc, found: Sequence[Mention], weights: Weights | None = None) -> list[Mention]:
    """Return the mentions that are fixed, and of the guesses those that the best disjoint set of spans has."""
    words = Words(doc)
    found = [m for m in found if is_proven(m) or may_be_name(words, m.span)]
    proposed = [m for m in found if competes(words.text, m)]
    if not proposed:
        return [_with_title(words, m) for m in found]
    fixed = [m for m in found if not competes(words.text, m)]
    dates = {m.span for m in fixed if m.type == "DATE" and m.score >= _SURE_DATE}
    fields = labels(words.text)
    proposed = gated(words, [m for m in proposed if m.span not in dates], fields)
    codes = [m.span for m in fixed if m.entity_class is EntityClass.CODE]
    spans = candidates(words, proposed, codes)
    weights = weights or opened()
    prices = [_price_of(words, at) for at in range(len(words.texts))]
    bits = [
        weights.of(said) + _price(words, c, fields, prices)
        for c, said in zip(spans, features(words, spans), strict=True)
    ]
    chosen = best_set([(c.start, c.end) for c in spans], bits)
    kept = [_with_head(words, m) for i in chosen for m in _mentions(words.text, spans[i])]
    kept += _rest(words, proposed, [*fixed, *kept])
    found = [_with_title(words, m) for m in (*fixed, *kept)]
    return sorted(found, key=lambda m: (m.span, m.type, m.recognizer))


def is_proven(mention: Mention) -> bool:
    """Return whether more than capitals or the model led to a mention: a form, a label, a list or the place where
    persons are named."""
    if mention.recognizer not in GUESSING:
        return True
    if mention.recognizer == "model":
        return False
    return mention.score >= (_PROVEN if mention.type in _BORNE else _SURE_FORM)


def may_be_name(words: Words, span: Span) -> bool:
    """Return whether the network holds it for possible that a word of a span belongs to a name, or one is spelled
    as a name of persons that English does not know; of a login it says nothing."""
    first, last = words.within(span.start, span.end)
    if last <= first or _LOGIN.search(span.of(words.text)):
        return True
    if _is_spelled(words, first, last):
        return True
    return bool((words.chances[first:last, 0] < 1 - _POSSIBLE).any())


def _is_spelled(words: Words, first: int, last: int) -> bool:
    """Return whether a word with a capital is spelled as a name of persons that English does not know."""
    return any(words.kinds[at] == "u+" and words.texts[at][0].isupper() for at in range(first, last))


def _with_head(words: Words, mention: Mention) -> Mention:
    """Return the name with the noun that it modifies, right behind it or behind other modifiers of it, where that
    says what the thing is: "Enguri dam", and of a place or people a body: "Ghanaian national team", not "the Dundee
    office"."""
    first, last = words.within(mention.span.start, mention.span.end)
    if mention.entity_class is EntityClass.LOC and (begin := _behind_of(words, first)) < first:
        return replace(mention, span=Span(words.starts[begin], mention.span.end))
    modifies = mention.entity_class in _PLACED or mention.type == "NORP"
    if not modifies or not first < last < len(words.tokens):
        return mention
    head = words.tokens[last - 1].head
    at = next(
        (n for n in range(last, min(last + _BEHIND, len(words.tokens))) if words.tokens[n].i == head.i), 0
    )
    between = words.tokens[last : at + 1]
    if not between or words.tokens[last - 1].dep_ not in ("compound", "flat", "amod", "nmod:unmarked"):
        return mention
    if not all(t.text.islower() and t.pos_ in ("NOUN", "PROPN", "ADJ") for t in between):
        return mention
    kind = type_of_kind(head.text)
    of_place = mention.entity_class is EntityClass.LOC and not is_generic(head.text)
    body = kind == "ORG" and (mention.type == "NORP" or of_place)
    near = kind in _PLACES and mention.type != "NORP"
    if not (body or near) or "\n" in words.text[mention.span.end : words.ends[at]]:
        return mention
    span = Span(mention.span.start, words.ends[at])
    return replace(mention, span=span, type=kind, entity_class=entity_class(kind))


def _behind_of(words: Words, at: int) -> int:
    """Return where the noun for an administrative unit begins that a name says which: "county of Dyfed"; else the
    name."""
    before = [words.lowers[n] for n in range(max(0, at - 3), at)]
    first = at - 2 - (before[-1:] == ["the"])
    named = first >= 0 and words.lowers[first + 1] == "of" and words.lowers[first] in _UNITS
    return first if named else at


def _rest(words: Words, proposed: Sequence[Mention], kept: Sequence[Mention]) -> list[Mention]:
    """Return what the best set lets go, or cuts off, of what was proposed: words with a capital that the network
    holds for names. A name that stays open costs many times a word that is hidden without need."""
    taken = bytearray(len(words.text))
    for mention in kept:
        taken[mention.span.start : mention.span.end] = b"\1" * (mention.span.end - mention.span.start)
    found: list[Mention] = []
    for mention in proposed:
        first, last = words.within(mention.span.start, mention.span.end)
        for at in range(first, last):
            start, end = words.starts[at], words.ends[at]
            sure = words.chances[at, 0] < 1 - _HELD and words.texts[at][0].isupper()
            titled = words.lowers[at].rstrip(".") in BEFORE_NAMES or is_firm_alone(words, start, end)
            if sure and not titled and not any(taken[start:end]):
                found.append(replace(mention, span=Span(start, end), score=min(mention.score, _GUESS)))
    return list(dict.fromkeys(found))


def _with_title(words: Words, mention: Mention) -> Mention:
    """Return a person's name with the titles right before it; not with those of two persons: "Mr and Mrs Ek"."""
    if mention.entity_class is not EntityClass.PERSON or mention.type != "PERSON":
        return mention
    first = begin = words.within(mention.span.start, mention.span.end)[0]
    if first >= len(words.tokens) or words.starts[first] != mention.span.start:
        return mention
    while begin and (title := _title_before(words, begin)) < begin:
        begin = title
    if begin and begin < first and words.lowers[begin - 1] in BEFORE_TITLE:
        begin -= words.texts[begin - 1].istitle()
    joint = (
        begin > 1 and words.lowers[begin - 1] in ("and", "&") and _title_before(words, begin - 1) < begin - 1
    )
    if begin == first or joint:
        return mention
    return replace(mention, span=Span(words.starts[begin], mention.span.end))


def _title_before(words: Words, at: int) -> int:
    """Return where the title right before a word begins, with the stop behind it; the word itself where there is
    none."""
    first = at - 1
    if first and words.texts[first] == "." and words.starts[first] == words.ends[first - 1]:
        first -= 1
    text, low = words.texts[first], words.lowers[first].rstrip(".")
    titles = TITLES if text[0].isupper() else _SMALL_TITLES
    apart = words.text[words.ends[at - 1] : words.ends[at - 1] + 1]
    return first if low in titles and apart in (" ", "\u00a0") else at


def _price(words: Words, candidate: Candidate, fields: Sequence[Span], prices: Sequence[Bits]) -> Bits:
    """Return what it costs to leave the words of a candidate open, by the ``prices`` of words; nothing in the labels
    of ``fields`` that the network holds for no names, and that nothing proves to be one."""
    first, last = words.within(candidate.start, candidate.end)
    persons = [m for m in candidate.near if m.entity_class is EntityClass.PERSON]
    proven = (
        bool(persons) or _is_spelled(words, first, last) or words.chances[first:last, 0].min() < 1 - _HELD
    )
    if not proven and any(_within(f, candidate) for f in fields):
        return 0.0
    total = sum(prices[first:last])
    if any(m.recognizer == "model" and _holds(candidate, m.span) for m in candidate.near):
        total += _BY_MODEL
    if any(m.recognizer == "model" for m in persons):
        total += 2 * _BY_MODEL
    joint = is_joint(words, first, last) and not any(m.recognizer == "model" for m in candidate.exact)
    total += _bonus(candidate, joint)
    return total


def _bonus(candidate: Candidate, joint: bool) -> Bits:
    """Return what the forms inside of a candidate add, each once, so that they speak for no way to divide it; of
    one with a joint (``joint``) its own form alone, and none of an event, which is guessed from its last word."""
    best_of: dict[tuple[int, int], Bits] = {}
    for m in candidate.near:
        if m.recognizer != "works" or m.type == "MISC" or not _holds(candidate, m.span):
            continue
        person = m.entity_class is EntityClass.PERSON
        if joint and (person or m.type == "EVENT" or m not in candidate.exact):
            continue
        key = (m.span.start, m.span.end)
        best_of[key] = max(best_of.get(key, 0.0), _BY_SLOT if person else _BY_FORM)
    spans = sorted(best_of)
    bits = [best_of[span] for span in spans]
    return sum(bits[i] for i in best_set(spans, bits))


def _within(span: Span, candidate: Candidate) -> bool:
    return span.start <= candidate.start and candidate.end <= span.end


def _holds(candidate: Candidate, span: Span) -> bool:
    return candidate.start <= span.start and span.end <= candidate.end


def _price_of(words: Words, at: int) -> Bits:
    """Return what it costs to leave a word open: more where English does not know it, or for a capital within a
    sentence; nothing of a mark."""
    text = words.texts[at]
    if not text[0].isalnum():
        return 0.0
    price = _PRICES.get(words.kinds[at], _PRICE)
    if not at or not text[0].isupper() or text.isupper() or words.opens[at]:
        return price
    before = words.texts[at - 1]
    within = (before[0].isalnum() or before in (",", "&")) and "\n" not in words.text[
        words.ends[at - 1] : words.starts[at]
    ]
    return price + _IN_SENTENCE * within


def _mentions(text: str, candidate: Candidate) -> Sequence[Mention]:
    """Return the proposals of a span as it is, or what it is as a part, or the whole, of others; of a person's name
    the one with the titles before it."""
    titled = [m for m in candidate.near if m.recognizer == "model" and _is_titled(text, candidate, m)]
    if titled or candidate.exact:
        return titled or candidate.exact
    shared = [
        (_shared(candidate, m), m.recognizer == "model", -m.span.start, m.type, m) for m in candidate.near
    ]
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


def _is_titled(text: str, candidate: Candidate, mention: Mention) -> bool:
    """Return whether a person is proposed who is called by the span, with nothing but titles before it."""
    if mention.entity_class is not EntityClass.PERSON or mention.span.end != candidate.end:
        return False
    before = text[mention.span.start : candidate.start].lower().replace(".", " ").split()
    return bool(before) and BEFORE_NAMES.issuperset(before)


def _shared(candidate: Candidate, mention: Mention) -> int:
    return min(candidate.end, mention.span.end) - max(candidate.start, mention.span.start)
