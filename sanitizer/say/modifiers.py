"""Say what stands before a noun: an adjective, a kind, or nothing."""

from dataclasses import replace
from typing import Final

from sanitizer.say.determiners import before_words, needs_article, phrase_span, with_article
from sanitizer.say.heads import head_edit
from sanitizer.say.phrases import Phrase
from sanitizer.say.phrases_from_labels import phrase_of
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import Page, Place
from sanitizer.say.untold_values import gone
from sanitizer.types import EntityClass, Span

_MISREAD: Final = frozenset({"country", "state", "place", "location"})
"""Kinds that say something else before a noun."""
_ATTRIBUTES: Final = frozenset(
    {"descent", "ancestry", "extraction", "heritage", "origin", "ethnicity", "race", "nationality"}
    | {"faith", "religion", "denomination", "belief", "persuasion", "gender", "orientation", "dialect"}
)
"""Nouns for what persons are, which say nothing without the word for it."""


def modifier(page: Page, told: Told, place: Place, phrase: Phrase, owner: Place | None) -> Edit:
    """Return what stands before the noun that it modifies: an adjective, a kind, or nothing."""
    if phrase.kind == "adjective" or (phrase.kind == "name" and not place.owns):
        return _adjective(page, told, place, phrase.words)
    if place.owns:
        return head_edit(page, told, place, phrase)
    if phrase.empty and place.modifies is not None and page[place.modifies].lemma_.lower() in _ATTRIBUTES:
        return _certain(page, told, place)
    described = phrase.kind == "noun" and (phrase.before or phrase.after) and not place.named
    if described and told.of_class is EntityClass.DEM:  # a compound is one concept, so its modifier goes
        return dropped(page, told, place)
    if phrase.empty or (phrase.person and owner is not None) or (phrase.after and owner is not None):
        return dropped(page, told, place)
    noun = place.modifies
    adjective = not place.named and page[place.slot.head].pos_ == "ADJ"
    if adjective and (place.determiner is None or page.lower(place.determiner) != "the"):
        return _adjective(page, told, place, phrase.container)
    plain = phrase.common and not phrase.person
    close = noun is None or noun == place.last + 1
    if (
        (not place.named and not adjective)
        or owner is not None
        or noun is None
        or place.headline
        or place.shouting
    ):
        kept = (plain and (close or not place.named)) or (not place.named and not phrase.after)
        return (
            _compound(page, told, place, phrase) if kept else _adjective(page, told, place, phrase.container)
        )
    if phrase.head == page.lower(noun):  # the noun says already what is told
        return _before_its_kind(page, told, place, phrase, noun)
    the = page.governs(place) == "the"
    if plain and close and not the and phrase.words not in _MISREAD:
        return _compound(page, told, place, phrase)
    return _adjective(page, told, place, phrase.container)


def _certain(page: Page, told: Told, place: Place) -> Edit:
    """Return the word for what is told of a noun for what persons are, with its article: "of a certain descent"."""
    edit = _adjective(page, told, place, "certain")
    bare = not place.article and place.determiner is None and not place.left
    return replace(edit, determiner="a") if bare and needs_article(page, place) else edit


def _adjective(page: Page, told: Told, place: Place, word: str) -> Edit:
    if not word:
        return dropped(page, told, place)
    edit = Edit(told, place, place.span, phrase_of(word), words=word)
    if place.article or place.determiner is not None:
        return with_article(page, place, edit)
    if place.named and not place.left and needs_article(page, place):
        return replace(edit, determiner="a")
    return edit


def _compound(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return a kind before a noun: "a city hotel"."""
    edit = Edit(told, place, place.span, phrase)
    if place.article or place.determiner is not None:
        return with_article(page, place, edit)
    if place.named and needs_article(page, place):
        return replace(edit, span=phrase_span(page, place), determiner="a", before=before_words(page, place))
    return edit


def dropped(page: Page, told: Told, place: Place) -> Edit:
    """Return the edit that takes a modifier away."""
    edit = gone(page, told, place)
    if (
        not edit.determiner
        and place.named
        and not place.left
        and not place.article
        and needs_article(page, place)
    ):
        return replace(edit, determiner="a")
    within = edit.span.start == place.span.start and place.left and not place.article
    return with_article(page, place, edit) if within else edit


def _before_its_kind(page: Page, told: Told, place: Place, phrase: Phrase, noun: int) -> Edit:
    end = page.end(noun)
    the = page.governs(place) == "the" and not place.left
    start = page[place.determiner].idx if the and place.determiner is not None else place.span.start
    return Edit(told, place, Span(start, end), phrase, determiner="a", open=True)
