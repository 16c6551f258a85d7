"""Say a noun phrase of its own, or the end of one that began before."""

from dataclasses import replace
from typing import Final

from spacy.tokens import Token

from kb import Concept
from kb.taxonomy import is_a
from sanitizer.common.knowledge import in_use
from sanitizer.recognize.known_names import is_medicine
from sanitizer.say.determiners import counted_many, many_edit, one_edit, owned, phrase_span
from sanitizer.say.locations import quarter
from sanitizer.say.names import (
    before_description,
    behind_kind,
    called,
    couple,
    described,
    name_aside,
    of_something,
    titled,
)
from sanitizer.say.phrases import Phrase
from sanitizer.say.phrases_from_labels import phrase_of
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import Page, Place, names_people, office
from sanitizer.text.inflection import WORDS
from sanitizer.types import EntityClass, Span

LANGUAGE: Final = Concept("wn:natural_language.n.01", "language")


def proper(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return a name in the place of a name: "the Netherlands" -> "Europe"; the north of the one is none of the
    other."""
    if place.named and place.determiner is None and (north := quarter(page, place.front - 1)) >= 0:
        return owned(place, Edit(told, place, Span(page[north].idx, place.span.end), phrase))
    edit = Edit(told, place, phrase_span(page, replace(place, left=())), phrase)
    i = place.determiner
    if place.named and i is not None and i == place.first - 1 and page.lower(i) in ("the", "a", "an"):
        edit = replace(edit, span=Span(page[i].idx, edit.span.end))
    return owned(place, edit)


def _have(page: Page, place: Place) -> str:
    """Return the form of "have" that stands for a verb of which a noun is told ("began to stammer"); "" of what is
    none."""
    token = page[place.first]
    bare = place.determiner is None and not (place.left or place.article or place.owns or place.named)
    if place.first != place.last or not bare:
        return ""
    if is_medicine(token.lower_):
        return ""  # no verb, whatever the tree says
    if place.slot.relation == "xcomp" and page.lower(place.first - 1) == "to":
        return "have"
    if token.pos_ != "VERB" or place.slot.relation not in ("root", "conj", "ccomp", "advcl", "acl:relcl"):
        return ""
    if "Past" in token.morph.get("Tense"):
        return "had"
    return (
        "has" if "Sing" in token.morph.get("Number") else "having" if token.lower_.endswith("ing") else "have"
    )


def is_language(page: Page, place: Place) -> bool:
    """Return whether a word for a people stands where its language is meant: behind "in", as the object of a verb
    ("speaks mainly Welsh"), or alone as the subject ("Polish is of little use")."""
    head = page[place.slot.head]
    first = head.head if head.dep_ == "conj" else page[place.first]
    at = first.i - 1 - (page.lower(first.i - 1) in ("both", "either", "neither"))
    if page.lower(at) == "in":
        return True
    before = page[at] if at >= 0 else None
    if before is not None and before.pos_ == "ADV" and at:
        before = page[at - 1]
    alone = place.determiner is None and not (place.left or place.article) and place.modifies is None
    object_ = before is not None and before.pos_ == "VERB"
    if not alone or not (object_ or head.dep_ in ("nsubj", "nsubj:pass")):
        return False
    senses = in_use().words.senses(head.text)
    return any(is_a(in_use().words, s.concept, LANGUAGE) for s in senses)


def _whole_compound(page: Page, told: Told, place: Place, phrase: Phrase) -> Place:
    """Return the place of an attribute with the words before it that say what kind it is: a compound is one concept
    ("a race *car driver*", "left *breast carcinoma*"), so none of them stays before the word for another."""
    attribute = told.of_class is EntityClass.DEM or (phrase.person and phrase.empty)
    if not attribute or place.named or phrase.kind != "noun":
        return place
    first = len(place.left)
    while first and _tells_kind(page[place.left[first - 1]], phrase):
        first -= 1
    if first == len(place.left) or page.covers(page[place.left[first]].idx, place.span.start):
        return place
    begin = place.left[first]
    span = Span(page[begin].idx, place.span.end)
    return replace(place, span=span, first=begin, front=begin, left=place.left[:first])


def _tells_kind(word: Token, phrase: Phrase) -> bool:
    """Return whether a word before a noun is one with it, or says where in the body an illness is."""
    if word.pos_ in ("NOUN", "PROPN") and word.dep_ == "compound":
        return word.is_alpha and len(word) > 1
    return not phrase.person and word.lower_ in WORDS["of_the_body"]


def head_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return a noun phrase of its own, or the end of one that began before."""
    if place.named and place.noun:
        return described(page, told, place, phrase)
    if (
        phrase.person
        and place.slot.relation in ("vocative", "nsubj")
        and (spoken_to := called(page, told, place)) is not None
    ):
        return spoken_to
    if phrase.something or place.named:
        asides = (before_description, of_something, name_aside, behind_kind)
        found = (aside(page, told, place, phrase) for aside in asides)
        if (said := next((edit for edit in found if edit is not None), None)) is not None:
            return said
    if (said := couple(page, told, place) or titled(page, told, place, phrase)) is not None:
        return said
    if (
        phrase.kind == "adjective"
        and not place.many
        and (
            place.slot.relation in ("root", "amod", "acl", "xcomp")
            and not place.article
            and place.determiner is None
            and not place.named
        )
    ):
        return owned(place, Edit(told, place, place.span, phrase))
    if phrase.kind == "adjective" and not place.many and is_language(page, place):
        return Edit(told, place, place.span, phrase, words=f"{phrase.words} language", determiner="a")
    if phrase.person and phrase.empty and told.by_title and (word := office(page, place)):
        phrase = phrase_of(word)
    place = _whole_compound(page, told, place, phrase)
    edit = Edit(told, place, phrase_span(page, replace(place, left=())), phrase)
    adverb = page[place.first - 1] if place.first and not place.titles else None
    inner = adverb.head if adverb is not None and adverb.pos_ == "ADV" else None
    if (
        adverb is not None
        and inner is not None
        and place.first <= inner.i < place.last
        and inner.pos_ in ("ADJ", "VERB")
    ):
        edit = replace(edit, span=Span(adverb.idx, edit.span.end))
    if (verb := _have(page, place)) and phrase.kind == "noun" and not phrase.person:
        return replace(edit, lead=f"{verb} ", determiner="a" if phrase.countable else "")
    people = phrase.kind == "adjective" and names_people(page[place.slot.head])
    if place.many or people or counted_many(page, place):
        edit = replace(edit, many=True)
        return owned(place, many_edit(place, edit))
    return owned(place, one_edit(page, place, edit))
