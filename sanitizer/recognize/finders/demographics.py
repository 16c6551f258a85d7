# ruff: noqa: E501 (a form reads best on one line)
"""Demographic attributes (TAB's DEM), by all finders of them: occupations and roles, nationalities and groups, health,
education; here those of the shipped lists, in one pass, and the values of fields that ask for one."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

import ahocorasick
from spacy.tokens import Doc

from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders import (
    abbreviations,
    education,
    illnesses,
    marital_status,
    occupations,
    peoples,
    personal_facts,
    said_ages,
    said_of_persons,
)
from sanitizer.recognize.finders.whole_compounds import type_of, whole_term
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import at_boundaries, lower_same_length, words
from sanitizer.text.mention_syntax import token_at
from sanitizer.types import Mention, Span, text_of
from sanitizer.values.found_values import Found

# That somebody has a father or a wife identifies nobody: offered, but under the default minimum.
_SCORES: Final = {"FAMILY": 0.4, "DISEASE": 0.6}


@cache
def _automaton() -> ahocorasick.Automaton:
    automaton = ahocorasick.Automaton()
    for phrase, kind in shipped.attributes():
        capital = "".join(c if c.isupper() else " " for c in phrase).rstrip()
        key = lower_same_length(phrase)
        for form in (key, key + "s") if kind != "LANGUAGE" and not key.endswith("s") else (key,):
            if not automaton.exists(form) and (len(form) > 4 or capital or form == key):
                automaton.add_word(form, (len(form), kind, capital))
    automaton.make_automaton()
    return automaton


_BRITISH: Final = re.compile(r"[ao](?=e)", re.IGNORECASE)


def _spelled_alike(text: str) -> Iterable[tuple[int, int, str, str]]:
    """Yield the phrases of the lists in a text, with offsets and capitals; illnesses in either spelling ("coeliac",
    "celiac")."""
    for last, (length, kind, capital) in _automaton().iter(lower_same_length(text)):
        yield last + 1 - length, last + 1, kind, capital
    cut = [m.start() for m in _BRITISH.finditer(text)]
    if not cut:
        return
    gone = frozenset(cut)
    kept = [i for i in range(len(text)) if i not in gone]
    american = lower_same_length("".join(text[i] for i in kept))
    for last, (length, kind, capital) in _automaton().iter(american):
        start, end = kept[last + 1 - length], kept[last] + 1
        if kind == "DISEASE" and end - start > length:
            yield start, end, kind, capital


def listed(text: str) -> Iterable[Found]:
    """Yield the phrases of the shipped lists; a phrase that is written with capitals needs them ("Catholic Church")."""
    for start, end, kind, capital in _spelled_alike(text):
        if at_boundaries(text, start, end) and all(
            c == " " or own.isupper() for c, own in zip(capital, text[start:end], strict=False)
        ):
            yield Found(start, end, kind, _SCORES.get(kind, 0.7))


def phrases(doc: Doc) -> Iterable[Found]:
    """Yield the phrases of the shipped lists; a single word for an illness only where it may mean one."""
    for found in listed(text_of(doc)):
        if found.type == "RELIGION" and _is_of_thing(doc, found.end):
            found = found._replace(type="NORP")
        token = token_at(doc, found.start) if found.type == "DISEASE" else None
        if (
            token is None
            or len(token) != found.end - found.start
            or (illnesses.is_illness(token) and not (token.pos_ == "VERB" and token.lower_.endswith("ing")))
        ):
            yield found


def _is_of_thing(doc: Doc, end: int) -> bool:
    """Return whether the word for a faith that ends at an offset modifies a noun for no person: "a Catholic school"."""
    token = token_at(doc, end - 1)
    modifies = token is not None and token.dep_ in ("amod", "compound") and token.i < token.head.i
    return modifies and token is not None and not peoples.is_said_of_person(token)


_KEYED: Final = re.compile(
    r"(?im)(?:^|(?<=[\t|;,])|(?<=[ ]{2}))[ ]*(?:(?:main|first|home|native|current|former|usual|preferred|spoken|patient|client|parental)[ ])?"
    r"(?P<key>occupation|profession|trade|job[ ]title|employment|ethnicity|ethnic[ ](?:origin|group)|nationality|citizenship|religion|faith|denomination"
    r"|marital[ ]status|civil[ ]status|sexual[ ]orientation|(?:first[ ]|home[ ])?languages?(?:[ ]spoken)?|disabilit(?:y|ies)|heritage|race)s?[ ]{0,3}:[ ]{0,8}"
    r"(?P<value>[^\W\d_][^\n|\t;:]{1,58}?)(?=[ ]{2}|[\n|\t;]|\.(?:\s|$)|$)"
)
_KEY_TYPES: Final = {
    "occup": "JOB",
    "profe": "JOB",
    "trade": "JOB",
    "job t": "JOB",
    "emplo": "JOB",
    "ethni": "ETHNICITY",
    "herit": "ETHNICITY",
    "race": "ETHNICITY",
    "natio": "NORP",
    "citiz": "NORP",
    "relig": "RELIGION",
    "faith": "RELIGION",
    "denom": "RELIGION",
    "disab": "DISEASE",
    "marit": "MARITAL",
    "civil": "MARITAL",
}
_NO_VALUE: Final = words("n/a na nil none unknown see not no yes same other refused declined prefer tbc as")


def keyed(text: str) -> Iterable[Found]:
    """Yield the values of fields that ask what somebody is: "Occupation: Piano tuner", "Religion: Jain"."""
    for match in _KEYED.finditer(text) if ":" in text else ():
        key, value = match["key"].lower(), match["value"].lower().split()
        if value[0].strip(".,") not in _NO_VALUE and len(value) <= 7:
            kind = _KEY_TYPES.get(key[:5], "LANGUAGE" if "language" in key else "DEM")
            yield Found(*match.span("value"), kind, 0.7)


def _whole(text: str, mention: Mention) -> Mention:
    """Return an occupation or an illness with the rest of the listed compound that it is a part of, which says what
    it is ("*diabetes* nurse")."""
    if mention.type not in ("JOB", "DISEASE"):
        return mention
    span = whole_term(text, mention.span)
    return mention if span == mention.span else replace(mention, span=span, type=type_of(span.of(text)))


class Demographics:
    """Finds attributes of persons with a score of at least ``minimum``; below .5 are relatives ("father"). What
    the network reads (:mod:`.personal_facts`) has the last word."""

    name = "demographics"

    def __init__(self, minimum: float = 0.5) -> None:
        self._minimum = minimum

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the mentions in ``doc``, sorted; they may overlap."""
        found = [
            *phrases(doc),
            *occupations.occupations(doc),
            *said_of_persons.attributes(doc),
            *marital_status.marital_status(doc),
            *peoples.peoples(doc),
            *said_ages.ages(doc),
            *illnesses.illnesses(doc),
            *illnesses.conditions(doc),
            *education.education(text_of(doc)),
            *keyed(text_of(doc)),
        ]
        attributes = [
            Mention(Span(f.start, f.end), f.type, entity_class(f.type), self.name, f.score)
            for f in sorted(set(found))
            if f.score >= self._minimum
        ]
        attributes += abbreviations.mentions(text_of(doc))
        judged = personal_facts.judged(doc, attributes, self.name)
        text = text_of(doc)
        return sorted(dict.fromkeys(_whole(text, m) for m in judged), key=lambda m: m.span)
