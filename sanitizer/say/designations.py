"""Read what the text calls those it names, so that the next mention can be called so too: "Ann Ek is a surgeon ... the
surgeon", "the homeowner, Bo Ek ... the homeowner", "Bo Ek ... the defendant".

What is said in apposition or as a predicate is read from the tree; what a pronoun or a definite noun stands for, from
the register of the text, where its links are sure.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Final

import numpy as np
from spacy.attrs import LOWER
from spacy.tokens import Doc, Token

from sanitizer.read.register import Register, register_of
from sanitizer.say.edits import Entity, Told
from sanitizer.say.labels import NAME, phrase_of
from sanitizer.say.letters import letters
from sanitizer.say.phrases import Phrase
from sanitizer.say.structure import Designation, Form
from sanitizer.say.structure import Register as Kind
from sanitizer.text.inflection import singular
from sanitizer.text.surroundings import is_person_word
from sanitizer.types import Bits, EntityClass, Span

_SUBJECT: Final = frozenset({"nsubj", "nsubj:pass"})
_MAY_BE_PERSONS: Final = (EntityClass.PERSON, EntityClass.ORG)
"""Classes of names, little sure, that may be a person's: people are taken for bodies."""
_SURE: Final[Bits] = 8.0
"""Least margin of a pronoun or noun that the register has linked."""
_BESIDE: Final = frozenset({"vocative", "appos", "flat", "compound"})
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
    """Enter into the form of a text what its entities are called, and who is written as a label: persons of whom
    nothing is known, in a text that has such labels in its entries also those of whom the sex is; and who is said to be
    something in the same clause ("X is a bridge"). No label is taken that ``must_not`` stand."""
    form.roles.update(designations_of(doc, told))
    mentions: dict[Entity, list[Told]] = {}
    for one in told:
        if one.label == "name" and one.phrase is not None and one.referent not in form.called:
            mentions.setdefault(one.referent, []).append(one)
    labelled = bool(form.called) or any(
        _is_weak(m) and form.of(m.span) is Kind.ENTRY for members in mentions.values() for m in members
    )
    labels = letters(doc, must_not)
    for entity, members in mentions.items():
        lead = next((m for m in members if form.of(m.span) is Kind.SENTENCE), members[0])
        weak = _is_weak(lead) and (labelled or not _tells_sex(lead))
        if _has_field(members, form):
            form.fielded.add(entity)
        elif weak and (labelled or entity not in form.roles):
            spoken = any(_is_spoken_of(doc, m, form) for m in members)
            form.by_name[entity] = (
                _next(labels, form) if spoken and lead.of_class in _MAY_BE_PERSONS else NAME
            )
        told_as = lead.phrase
        if told_as is not None and told_as.kind == "noun" and predicate_of(doc, lead.span) is not None:
            form.renamed[lead.span] = form.by_name.get(entity) or _next(labels, form)


def _next(labels: Iterator[Phrase], form: Form) -> Phrase:
    form.letters.append(next(labels))
    return form.letters[-1]


def _is_weak(one: Told) -> bool:
    """Whether of a person no more than the sex is told, or of a name nothing."""
    phrase = one.phrase
    return phrase is not None and (
        phrase.names or phrase.words == "person" or (phrase.person and phrase.sex != "")
    )


def _is_spoken_of(doc: Doc, one: Told, form: Form) -> bool:
    """Whether a mention stands in a sentence as a phrase of its own, and is no greeting."""
    root = _root(doc, one.span)
    if form.of(one.span) is not Kind.SENTENCE or root is None:
        return False
    if root.dep_ == "root":  # of more than a name
        return any(t.pos_ in ("VERB", "AUX") for t in root.children)
    return root.dep_ not in _BESIDE


def _tells_sex(one: Told) -> bool:
    return one.phrase is not None and one.phrase.sex != ""


def _has_field(members: Sequence[Told], form: Form) -> bool:
    """Whether the field of an entry says whose name it is ("Patient: ...")."""
    return any(
        m.span in form.opening and is_person_word(form.label.get(m.span, "").lower().rpartition(" ")[2])
        for m in members
    )


def predicate_of(doc: Doc, span: Span) -> Token | None:
    """The noun that says what the words of a span are ("Ann Ek was a surgeon"), None where none does."""
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
    """The nouns in the singular that say what a mention is, nearest first: beside it, with no other name between (in a
    list, each stands beside the name before it), then those behind it of the nouns ``referring`` to its entity."""
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
        beside.append(root.head)
    if (noun := _predicate(root)) is not None:
        beside.append(noun)
    behind = referring[bisect_left(referring, one.span.start, key=itemgetter(0)) :]
    for noun in (*beside, *(noun for _, noun in behind)):
        if singular(noun.lower_) is None and "Plur" not in noun.morph.get("Number"):
            yield noun


def _names_others(one: Told, noun: Token, hidden: Mapping[int, Told]) -> bool:
    """Whether another name stands between a mention and a noun behind it."""
    between = (hidden.get(i) for i in range(one.span.end, noun.idx))
    return any(
        other is not None and other.label == "name" and other.referent != one.referent for other in between
    )


def _referring(doc: Doc, of: Entity, register: Register) -> Iterator[tuple[int, Token]]:
    """The nouns by which later references say what an entity is, and where those begin."""
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
    """What a reader sees for a noun, where it says more than the mention's own words; None of what says it of others
    ("the daughter of a captain")."""
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
    return replace(phrase, sex=phrase.sex or one.phrase.sex)


def _means_others(
    doc: Doc,
    noun: Token,
    taken: set[int],
    hidden: Mapping[int, Told],
    register: Register,
    entity: Entity,
) -> bool:
    """Whether a word that stays is also said of others: what it refers to elsewhere is not surely the entity."""
    own = register.of(entity[1]) if entity[0] == "sensitive" else None
    for i in np.flatnonzero(doc.to_array(LOWER) == noun.lower).tolist():
        token = doc[i]
        if i == noun.i or token.idx in hidden or i in taken:
            continue
        at = register.at(Span(token.idx, token.idx + len(token)))
        if at is None or own is None or at[0].number != own.number:
            return True
    return False
