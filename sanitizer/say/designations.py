"""Read what the text calls those it names, so that the next mention can be called so too: "Ann Ek is a surgeon ... the
surgeon", "the homeowner, Bo Ek ... the homeowner", "Bo Ek ... the defendant".

What is said in apposition or as a predicate is read from the tree; what a pronoun or a definite noun stands for, from
the register of the text, where its links are sure.
"""

from bisect import bisect_left
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Final

import numpy as np
from spacy.attrs import LOWER
from spacy.tokens import Doc, Token

from sanitizer.read.nouns import sex_of_noun
from sanitizer.read.who_is_who import Register, register_of
from sanitizer.say.letters import MOST, letters
from sanitizer.say.locations import lettered
from sanitizer.say.name_heads import head_told
from sanitizer.say.phrases import Phrase
from sanitizer.say.phrases_from_labels import NAME, phrase_of
from sanitizer.say.plan_types import Entity, Told
from sanitizer.say.structure import Designation, Form
from sanitizer.say.structure import Register as Kind
from sanitizer.text.inflection import singular
from sanitizer.text.surroundings import is_person_word
from sanitizer.types import Bits, EntityClass, Span, text_of

_SUBJECT: Final = frozenset({"nsubj", "nsubj:pass"})
_SURE: Final[Bits] = 8.0
"""Least margin of a pronoun or noun that the register has linked."""
_BESIDE: Final = frozenset({"flat", "compound"})
_NOT_SO: Final = frozenset({"not", "n't", "never", "may", "might", "could", "would", "if", "no"})


def designations_of(doc: Doc, told: Sequence[Told]) -> dict[Entity, Designation]:
    """For each entity what the text calls it first, as a reader of the result will see it: a word that stays, or what
    is told in its place. A word that means somebody else elsewhere in the text tells nobody."""
    if not doc.has_annotation("DEP"):
        return {}
    hidden = {i: one for one in told for i in range(one.span.start, one.span.end)}
    register = register_of(doc)
    found: dict[Entity, tuple[Token, Designation]] = {}
    referring: dict[Entity, list[tuple[int, Token]]] = {}
    for one in told:
        if one.label != "name" or one.phrase is None or one.referent in found:
            continue
        if one.entity not in referring:
            referring[one.entity] = list(_referring(doc, one.entity, register))
        for noun in _nouns(doc, one, referring[one.entity], hidden):
            if (phrase := _phrase(noun, hidden, one)) is not None:
                found[one.referent] = noun, Designation(phrase, noun.idx + len(noun))
                break
    taken = {noun.i for noun, _ in found.values()}
    return {
        entity: role
        for entity, (noun, role) in found.items()
        if noun.idx in hidden or not _means_others(doc, noun, taken, hidden, register, entity)
    }


def name_entities(doc: Doc, told: Sequence[Told], form: Form, must_not: Callable[[str], bool]) -> None:
    """Enter into the form of a text what its entities are called, and who is written as a label: names of which
    nothing is known or the sex alone, places and bodies of which no more is told than their class, and who is said to
    be something in the same clause ("X is a bridge"). No label is taken that ``must_not`` stand."""
    form.roles.update(designations_of(doc, told))
    mentions: dict[Entity, list[Told]] = {}
    for one in told:
        named = one.label == "name" and one.phrase is not None and not one.given
        if named and one.referent not in form.called:
            mentions.setdefault(one.referent, []).append(one)
    labels = letters(doc, must_not)
    begins = {one.span.start for one in told if one.of_class is EntityClass.LOC}
    for entity, members in mentions.items():
        lead = next((m for m in members if form.of(m.span) is Kind.SENTENCE), members[0])
        if _has_field(members, form):
            form.fielded.add(entity)
        elif _is_weak(lead) and any(_is_spoken_of(doc, m, form) for m in members):
            form.by_name[entity] = _next(labels, form)
        if form.by_name.get(entity, NAME) == NAME:
            _letter_unknown(doc, members, form, begins, labels)
        told_as = lead.phrase
        if told_as is not None and told_as.kind == "noun" and predicate_of(doc, lead.span) is not None:
            form.renamed[lead.span] = form.by_name.get(entity) or _next(labels, form)


def _letter_unknown(
    doc: Doc, members: Sequence[Told], form: Form, places: Container[int], labels: Iterator[Phrase]
) -> None:
    """Give a letter to those mentions of a place or body in sentences of which no more is told than what it is."""
    spoken = [m for m in members if form.of(m.span) is Kind.SENTENCE]
    heads = {m.span: head for m in spoken if (head := head_told(doc, m))}
    long = {head for span, head in heads.items() if span.end - span.start > len(head)}
    found = [m for m in spoken if lettered(doc, m, places) or heads.get(m.span) in long]
    if found and len(form.letters) < MOST:
        form.lettered.update(dict.fromkeys((m.span for m in found), _next(labels, form)))


def _next(labels: Iterator[Phrase], form: Form) -> Phrase:
    form.letters.append(next(labels))
    return form.letters[-1]


def _is_weak(one: Told) -> bool:
    """Return whether of a person no more than the sex is told, or of a name nothing."""
    phrase = one.phrase
    return phrase is not None and (
        phrase.names or phrase.words == "person" or (phrase.person and phrase.sex != "")
    )


def _is_spoken_of(doc: Doc, one: Told, form: Form) -> bool:
    """Return whether a mention stands in a sentence, is not all of a bracket, and is a person's or no part of a
    compound; or greets a person."""
    root = _root(doc, one.span)
    text = text_of(doc)
    bracket = text[max(0, one.span.start - 1) : one.span.start] + text[one.span.end : one.span.end + 1]
    spoken = form.of(one.span) is Kind.SENTENCE and bracket != "()"
    person = one.of_class is EntityClass.PERSON
    if person and text.endswith("Dear ", 0, one.span.start):
        return True
    return spoken and root is not None and (person or root.dep_ not in _BESIDE)


def _has_field(members: Sequence[Told], form: Form) -> bool:
    """Return whether the field of an entry says whose name it is ("Patient: ...")."""
    return any(
        m.span in form.opening and is_person_word(form.label.get(m.span, "").lower().rpartition(" ")[2])
        for m in members
    )


def predicate_of(doc: Doc, span: Span) -> Token | None:
    """Return the noun that says what the words of a span are ("Ann Ek was a surgeon"), None where none does."""
    root = _root(doc, span)
    return None if root is None else _predicate(root)


def _root(doc: Doc, span: Span) -> Token | None:
    found = doc.char_span(span.start, span.end, alignment_mode="expand")
    return None if found is None else found.root


def _predicate(subject: Token) -> Token | None:
    noun = subject.head
    if subject.dep_ not in _SUBJECT or noun.pos_ != "NOUN" or noun.i < subject.i:
        return None
    copula = [t for t in noun.children if t.dep_ == "cop"]
    denied = any(t.lower_ in _NOT_SO for t in noun.children) or noun.sent.text.rstrip().endswith("?")
    return noun if copula and not denied and subject.i < copula[0].i < noun.i else None


def _nouns(
    doc: Doc, one: Told, referring: Sequence[tuple[int, Token]], hidden: Mapping[int, Told]
) -> Iterator[Token]:
    """Yield the nouns in the singular that say what a mention is, nearest first: beside it, with no other name
    between (in a list, each stands beside the name before it), then those behind it of the nouns ``referring`` to
    its entity."""
    root = _root(doc, one.span)
    if root is None:
        return
    beside = [
        t
        for t in root.children
        if t.dep_ == "appos"
        and t.pos_ == "NOUN"
        and t.idx >= one.span.end
        and not _names_others(one, t, hidden)
    ]
    if root.dep_ == "appos" and root.head.pos_ == "NOUN" and root.head.idx < one.span.start:
        beside.append(_nearest(root.head, one))
    if (noun := _predicate(root)) is not None:
        beside.append(noun)
    behind = referring[bisect_left(referring, one.span.start, key=itemgetter(0)) :]
    for noun in (*beside, *(noun for _, noun in behind)):
        if singular(noun.lower_) is None and "Plur" not in noun.morph.get("Number"):
            yield noun


def _nearest(noun: Token, one: Told) -> Token:
    """Return the noun for a person right before the comma or bracket before a name, else the ``noun`` that the tree
    says: in a list each name stands behind its own ("client, husband (Bo Ek)")."""
    before = noun.doc.char_span(0, one.span.start, alignment_mode="contract")
    words = [] if before is None else [t for t in before[-2:] if t.text not in ("(", ",")]
    last = words[-1] if words else noun
    own = last.pos_ == "NOUN" and is_person_word(last.lower_) and singular(last.lower_) is None
    return last if own and last.i > noun.i else noun


def _names_others(one: Told, noun: Token, hidden: Mapping[int, Told]) -> bool:
    """Return whether another name stands between a mention and a noun behind it."""
    between = (hidden.get(i) for i in range(one.span.end, noun.idx))
    return any(
        other is not None and other.label == "name" and other.referent != one.referent for other in between
    )


def _referring(doc: Doc, of: Entity, register: Register) -> Iterator[tuple[int, Token]]:
    """Yield the nouns by which later references say what an entity is, and where those begin."""
    entity = register.of(of[1]) if of[0] == "sensitive" else None
    for reference in entity.references if entity is not None else ():
        if reference.kind == "name" or not reference.sure(_SURE):
            continue
        head = _root(doc, reference.head)
        if head is None:
            continue
        if reference.kind == "noun" and doc[head.i - 1].lower_ == "the":
            yield reference.span.start, head
        elif reference.kind == "pronoun" and (noun := _predicate(head)) is not None:
            yield reference.span.start, noun


def _phrase(noun: Token, hidden: Mapping[int, Told], one: Told) -> Phrase | None:
    """Return what a reader sees for a noun, where it says more than the mention's own words; None of what says it
    of others ("the daughter of a captain")."""
    assert one.phrase is not None
    if any(t.dep_ == "nmod" and is_person_word(t.lower_) for t in noun.children):
        return None
    if any(t.dep_ == "nmod:poss" or t.lower_ in ("my", "our", "your") for t in noun.children):
        return None
    other = hidden.get(noun.idx)
    phrase = phrase_of(noun.lower_) if other is None else other.phrase
    if phrase is None or phrase.kind != "noun" or not phrase.countable or phrase.empty:
        return None
    if other is not None and (other.referent == one.referent or other.label == "name"):
        return None
    if phrase.person != one.phrase.person or (phrase.sex and phrase.sex == phrase.words):
        return None
    sex = {"m": "man", "f": "woman"}.get(sex_of_noun(noun.lower_), "") if other is None else ""
    return replace(phrase, sex=phrase.sex or sex or one.phrase.sex)


def _means_others(
    doc: Doc,
    noun: Token,
    taken: set[int],
    hidden: Mapping[int, Told],
    register: Register,
    entity: Entity,
) -> bool:
    """Return whether a word that stays is also said of others: what it refers to elsewhere is not surely the entity."""
    own = register.of(entity[1]) if entity[0] == "sensitive" else None
    for i in np.flatnonzero(doc.to_array(LOWER) == noun.lower).tolist():
        token = doc[i]
        if i == noun.i or token.idx in hidden or i in taken:
            continue
        at = register.at(Span(token.idx, token.idx + len(token)))
        if at is None or own is None or at[0].number != own.number:
            return True
    return False
