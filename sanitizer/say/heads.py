"""Say a noun phrase of its own, or the end of one that began before."""

from dataclasses import replace

from sanitizer.say.articles import counted_many, many_edit, one_edit
from sanitizer.say.edits import Edit, Told
from sanitizer.say.grow import owned, phrase_span
from sanitizer.say.names import (
    before_description,
    behind_kind,
    between_commas,
    called,
    couple,
    described,
    of_something,
)
from sanitizer.say.phrases import SOMETHING, Phrase, phrase_of
from sanitizer.say.positions import Page, Place, names_people, office
from sanitizer.types import Span


def proper(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """A name in the place of a name: "the Netherlands" -> "Europe"."""
    edit = Edit(told, place, phrase_span(page, replace(place, left=())), phrase)
    i = place.determiner
    if place.named and i is not None and i == place.first - 1 and page.lower(i) in ("the", "a", "an"):
        edit = replace(edit, span=Span(page[i].idx, edit.span.end))
    return owned(place, edit)


def head_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """A noun phrase of its own, or the end of one that began before."""
    if place.named and place.noun:
        return described(page, told, place, phrase)
    if (
        phrase.person
        and place.slot.relation in ("vocative", "nsubj")
        and (spoken_to := called(page, told, place)) is not None
    ):
        return spoken_to
    if phrase.words == SOMETHING and (told_of := of_something(page, told, place)) is not None:
        return told_of
    if place.named:
        found = (
            between_commas(page, told, place, phrase)
            or before_description(page, told, place, phrase)
            or behind_kind(page, told, place, phrase)
        )
        if found is not None:
            return found
    if place.titles and (pair := couple(page, told, place)) is not None:
        return pair
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
    if phrase.kind == "adjective" and not place.many and page.lower(place.first - 1) == "in":  # "in Welsh"
        return Edit(told, place, place.span, phrase, words=f"{phrase.words} language", determiner="a")
    if phrase.person and phrase.empty and told.by_title and (word := office(page, place)):
        phrase = phrase_of(word)
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
    people = phrase.kind == "adjective" and names_people(page[place.slot.head])
    if place.many or people or counted_many(page, place):
        edit = replace(edit, many=True)
        return owned(place, many_edit(page, place, edit))
    return owned(place, one_edit(page, place, edit))
