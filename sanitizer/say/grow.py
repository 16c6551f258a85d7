"""Grow an edit over what goes with a mention: its possessive mark, the words of its noun phrase before it."""

from dataclasses import replace

from sanitizer.say.edits import Edit
from sanitizer.say.positions import Page, Place, keeps_capital
from sanitizer.text.inflection import is_mass, singular
from sanitizer.text.surroundings import is_common
from sanitizer.types import Span


def owned(place: Place, edit: Edit) -> Edit:
    """With the possessive mark behind the mention."""
    if not place.owns:
        return edit
    phrase = edit.phrase
    if phrase is not None and phrase.kind == "noun" and phrase.after:
        edit = replace(edit, phrase=phrase.short)
    return replace(edit, span=Span(edit.span.start, place.owns), owns=True)


def before_words(page: Page, place: Place) -> str:
    """The words of the noun phrase between its determiner and the mention."""
    words = [*place.left, *place.titles]
    if not words:
        return ""
    return page.copy(page[words[0]].idx, place.span.start)


def phrase_span(page: Page, place: Place) -> Span:
    """From the first word of the noun phrase to the end of the mention."""
    start = min((*place.left, *place.titles, place.front))
    return Span(page[start].idx if start != place.front else place.span.start, place.span.end)


def needs_article(page: Page, place: Place) -> bool:
    """Whether the noun that a name modifies has no article of its own once the name is none."""
    if place.modifies is None or place.determiner is not None or place.headline or place.shouting:
        return False
    noun = page[place.modifies]
    word = noun.lower_
    if place.front == 0 or page[place.front - 1].pos_ not in ("ADP", "AUX", "VERB"):
        return False
    return noun.pos_ in ("NOUN", "PROPN") and singular(word) is None and is_common(word) and not is_mass(word)


def small(page: Page, first: int, words: str) -> str:
    """Words that begin with the word ``first``, with a small letter where a sentence or title gave the capital."""
    token = page[first]
    return words if not words[:1].isupper() or keeps_capital(token) else words[0].lower() + words[1:]


def gap(page: Page, before: Edit, after: Edit) -> str:
    """The text between two edits."""
    return page.text[before.span.end : after.span.start]


def without(edit: Edit, start: int, end: int | None = None) -> Edit:
    """The edit that says nothing and takes the text from ``start`` on."""
    return Edit(edit.told, edit.place, Span(start, edit.span.end if end is None else end))


def set_off(page: Page, start: int, end: int) -> Span:
    """The characters from `start` to `end`, which go, with the blank before them and the commas that set them off."""
    if page.text[max(0, start - 2) : start] == ", ":
        if page.text[end : end + 1] == ",":
            return Span(start - 2, end + 1)
        if page.text[end : end + 1] in (".", ";", ":", "!", "?", ")"):
            return Span(start - 2, end)
    return Span(start - (page.text[max(0, start - 1) : start] == " "), end)
