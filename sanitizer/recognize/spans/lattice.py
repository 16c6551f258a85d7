"""Let all spans that may be names compete: the disjoint set with the greatest sum of bits stays.

The score of a span is the logarithm (base 2) of the odds that it is exactly a name, learned from corpora with entities
(`training/spans`), and a price for what would stay if it were left out. What is fixed (forms, lists of the user,
decisions, what is written in small letters) does not compete: it stays whatever the scores say.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from spacy.tokens import Doc

from kb.lookup import read_arrays
from sanitizer.common.integrity import check
from sanitizer.recognize.gazetteers import head_class, known_classes, type_of_kind
from sanitizer.recognize.labels import entity_class
from sanitizer.recognize.name_groups import PARTICLES, TITLES
from sanitizer.recognize.people import is_full_name
from sanitizer.recognize.spans.candidates import Candidate, Words, candidates, is_joint
from sanitizer.recognize.spans.features import features, lexical
from sanitizer.recognize.spans.fields import labels
from sanitizer.recognize.spans.gates import asks_number, gated
from sanitizer.recognize.spans.schedule import best_set
from sanitizer.recognize.vocabulary import is_unknown_name
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
_BY_LABEL: Final[Bits] = 6.0
"""What is added where the language model, the place where persons are named, the form of a title, body or award, or a
label says what it is."""
_IN_SENTENCE: Final[Bits] = 1.5
"""What is added to the price of a word with a capital that no sentence and no line begins with."""
_SURE_DATE: Final = 0.95
"""Least score of a date that is no name: a feast, a day with its month."""
_FIELD: Final = 0.8
"""The score from which on the place of a name in a record is sure."""
_PLACED: Final = (EntityClass.LOC, EntityClass.ORG, EntityClass.MISC)
_PLACES: Final = frozenset(("GPE", "LOC", "FACILITY"))
_LABELLED: Final = frozenset(("PERSON", "GPE", "LOC"))
_LABEL: Final = 40
"""Characters before a span in which its label stands."""
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
    check(f"sanitizer/text/data/{_FILE}")
    arrays = read_arrays(Path(str(files("sanitizer.text"))) / "data" / _FILE, ["names", "bits", "bias"])
    names = arrays["names"].tobytes().decode().split("\n")
    bits: npt.NDArray[np.float64] = arrays["bits"].astype(np.float64) / _SCALE
    return Weights(float(arrays["bias"][0]) / _SCALE, dict(zip(names, bits.tolist(), strict=True)))


def competes(text: str, mention: Mention) -> bool:
    """Whether a mention is a guess: of the model, or one that capitals alone led to."""
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
    """The mentions that are fixed, and of the guesses those that the best disjoint set of spans has."""
    words = Words(doc)
    found = [m for m in found if is_proven(m) or may_be_name(words, m.span)]
    proposed = [m for m in found if competes(words.text, m)]
    if not proposed:
        return list(found)
    fields = labels(words.text)
    fixed = [
        m
        for m in found
        if not competes(words.text, m)
        and not (
            m.recognizer in GUESSING and (is_verb(doc, m.span) or asks_number(words.text, m.span, fields))
        )
    ]
    dates = {m.span for m in fixed if m.type == "DATE" and m.score >= _SURE_DATE}
    guessed = [m for m in proposed if m.span not in dates and not is_verb(doc, m.span)]
    proposed = gated(words, guessed, fields)
    codes = [m.span for m in fixed if m.entity_class is EntityClass.CODE]
    spans = candidates(words, proposed, codes)
    weights = weights or opened()
    bits = [weights.of(features(words, c)) + _price(words, c, fields) for c in spans]
    chosen = best_set([(c.start, c.end) for c in spans], bits)
    kept = [_with_head(words, m) for i in chosen for m in _mentions(words.text, spans[i])]
    kept += _rest_of_persons(words, proposed, [*fixed, *kept], fields)
    return sorted(_by_place(words.text, [*fixed, *kept]), key=lambda m: (m.span, m.type, m.recognizer))


def is_proven(mention: Mention) -> bool:
    """Whether more than capitals or the model led to a mention: a form, a label, a list or the place where persons are
    named."""
    if mention.recognizer not in GUESSING:
        return True
    if mention.recognizer == "model":
        return False
    return mention.score >= (_PROVEN if mention.type in _BORNE else _SURE_FORM)


def may_be_name(words: Words, span: Span) -> bool:
    """Whether the network holds it for possible that a word of a span belongs to a name, or one is spelled as a name of
    persons that English does not know; of a login it says nothing."""
    first, last = words.within(span.start, span.end)
    if last <= first or _LOGIN.search(span.of(words.text)):
        return True
    if _is_spelled(words, first, last) or _is_behind_role(words, first, last):
        return True
    return bool((words.chances[first:last, 0] < 1 - _POSSIBLE).any())


def _is_spelled(words: Words, first: int, last: int) -> bool:
    """Whether a word with a capital is spelled as a name of persons that English does not know."""
    return any(lexical(text) == "u+" and text[0].isupper() for text in words.texts[first:last])


def _is_behind_role(words: Words, first: int, last: int) -> bool:
    """Whether a word with a capital that English does not know stands right behind a title or what somebody is."""
    return any(
        lexical(words.texts[at + 1]).startswith("u")
        and words.texts[at + 1][0].isupper()
        and words.texts[at][0].isupper()
        and (words.lowers[at].rstrip(".") in TITLES or type_of_kind(words.lowers[at]) == "PERSON")
        for at in range(first, last - 1)
    )


def _by_place(text: str, found: Sequence[Mention]) -> list[Mention]:
    """The mentions with the class that their place tells where the model's says little: of names in small letters, of
    a people that nobody knows, and of a name that nobody knows in the field of a person's."""
    persons = {m.span for m in found if m.recognizer == "works" and m.type == "PERSON"}
    fields = {m.span for m in found if m.recognizer == "works" and m.type == "PERSON" and m.score == _FIELD}
    doubtful = {
        m
        for m in found
        if m.recognizer == "model"
        and m.span in persons
        and (
            m.span.of(text).islower()
            or ((m.type == "NORP" or m.span in fields) and is_unknown_name(m.span.of(text)))
        )
    }
    return [replace(m, type="PERSON", entity_class=EntityClass.PERSON) if m in doubtful else m for m in found]


def _with_head(words: Words, mention: Mention) -> Mention:
    """The name with the noun that it modifies, right behind it, where that says what the thing is: "Enguri dam"."""
    last = words.within(mention.span.start, mention.span.end)[1]
    if mention.entity_class not in _PLACED or last >= len(words.tokens) or mention.type == "NORP":
        return mention
    noun, before = words.tokens[last], words.tokens[last - 1]
    kind = type_of_kind(noun.text) if noun.text.islower() and noun.pos_ in ("NOUN", "PROPN") else ""
    if kind not in _PLACES or before.head.i != noun.i or words.text[mention.span.end : noun.idx] != " ":
        return mention
    if before.dep_ not in ("compound", "flat", "nmod:unmarked"):
        return mention
    return replace(
        mention, span=Span(mention.span.start, words.ends[last]), type=kind, entity_class=entity_class(kind)
    )


def _rest_of_persons(
    words: Words, proposed: Sequence[Mention], kept: Sequence[Mention], fields: Sequence[Span]
) -> list[Mention]:
    """What the best set lets go, or cuts off, of what was proposed as a person: words with a capital that are no label,
    no verb and no small word. A name that stays open costs many times a word that is hidden without need."""
    taken = sorted((m.span.start, m.span.end) for m in kept)
    starts = [s for s, _ in taken]
    found: list[Mention] = []
    for mention in proposed:
        if mention.entity_class is not EntityClass.PERSON:
            continue
        first, last = words.within(mention.span.start, mention.span.end)
        for at in range(first, last):
            token, end = words.tokens[at], words.ends[at]
            if not token.text[0].isupper() or token.pos_ not in ("PROPN", "NOUN", "ADJ", "X"):
                continue
            if _touched(taken, starts, token.idx, end) or any(_covers(f, token.idx, end) for f in fields):
                continue
            if token.text.rstrip(".").lower() not in TITLES:
                found.append(replace(mention, span=Span(token.idx, end), score=min(mention.score, _GUESS)))
    return list(dict.fromkeys(found))


def _touched(taken: Sequence[tuple[int, int]], starts: Sequence[int], start: int, end: int) -> bool:
    return any(b > start for _, b in taken[: bisect_left(starts, end)][-3:])


def _covers(span: Span, start: int, end: int) -> bool:
    return span.start <= start and end <= span.end


def is_verb(doc: Doc, span: Span) -> bool:
    """Whether a span is one word that is the verb of its sentence: by tag and tree in small letters ("may enter"), by
    its object or particle with a capital ("Sift the flour", "Harden them off")."""
    word = doc.char_span(span.start, span.end)
    if word is None or len(word) != 1 or not doc.has_annotation("DEP"):
        return False
    token = word[0]
    if token.text.islower():
        return token.pos_ in ("VERB", "AUX") and token.dep_ in ("root", "aux", "aux:pass", "xcomp", "advcl")
    held = {t.dep_ for t in token.children}
    opens = (
        token.is_sent_start and token.dep_ == "root" and not held & {"nsubj", "nsubj:pass", "flat", "appos"}
    )
    return bool(opens and held & {"obj", "compound:prt"})


def _price(words: Words, candidate: Candidate, fields: Sequence[Span]) -> Bits:
    """What it costs to leave the words of a candidate open; nothing in the labels of ``fields`` that name no
    person and are not spelled as one."""
    first, last = words.within(candidate.start, candidate.end)
    persons = [m for m in candidate.near if m.entity_class is EntityClass.PERSON]
    if not persons and not _is_spelled(words, first, last) and any(_within(f, candidate) for f in fields):
        return 0.0
    total = sum(_price_of(words, at) for at in range(first, last) if words.texts[at][0].isalnum())
    if any(m.recognizer == "model" and _holds(candidate, m.span) for m in candidate.near):
        total += _BY_MODEL
    if any(m.recognizer == "model" for m in persons):
        total += 2 * _BY_MODEL
    joint = is_joint(words, first, last) and not any(m.recognizer == "model" for m in candidate.exact)
    total += _bonus(candidate, joint)
    if not joint and labelled_as(words.text, candidate.start):
        total += _BY_LABEL
    return total


def _bonus(candidate: Candidate, joint: bool) -> Bits:
    """What the forms inside of a candidate add, each once, so that they speak for no way to divide it; of one with a
    joint (``joint``) its own form alone, and none of an event, which is guessed from its last word."""
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
    """What it costs to leave a word open: more where English does not know it, or for a capital within a sentence."""
    text = words.texts[at]
    price = _PRICES.get(lexical(text), _PRICE)
    if not at or not text[0].isupper() or text.isupper() or words.tokens[at].is_sent_start:
        return price
    before = words.texts[at - 1]
    within = (before[0].isalnum() or before in (",", "&")) and "\n" not in words.text[
        words.ends[at - 1] : words.starts[at]
    ]
    return price + _IN_SENTENCE * within


def labelled_as(text: str, start: int) -> str:
    """The type of what a label right before a span announces ("Location: ", "Patient: "), "" where none does."""
    line = text[max(0, start - _LABEL) : start].rpartition("\n")[2].rstrip()
    noun = line[:-1].rstrip().rpartition(" ")[2].lower() if line.endswith(":") else ""
    kind = type_of_kind(noun) if noun.isalpha() else ""
    return kind if kind in _LABELLED else ""


def _mentions(text: str, candidate: Candidate) -> Sequence[Mention]:
    """The proposals of a span as it is, or what it is as a part, or the whole, of others."""
    if candidate.exact:
        return candidate.exact
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
    before = text[near.span.start : candidate.start].lower().split()
    if (
        entity is EntityClass.PERSON
        and before
        and near.span.end == candidate.end
        and TITLES.issuperset(before)
    ):
        return (near,)
    if known and entity not in known and len(known) == 1:
        entity = next(iter(known))
        kind = "GPE" if entity is EntityClass.LOC else entity.value
    elif entity is EntityClass.PERSON and not begins and not is_full_name(surface):
        kind, entity = "MISC", EntityClass.MISC
    part = replace(near, span=Span(candidate.start, candidate.end), type=kind, entity_class=entity)
    return (replace(part, score=min(part.score, _GUESS)) if near.recognizer == "works" else part,)


def _shared(candidate: Candidate, mention: Mention) -> int:
    return min(candidate.end, mention.span.end) - max(candidate.start, mention.span.start)
