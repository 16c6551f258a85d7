"""Keep the common noun that a name of a place or body ends with, behind a letter ("the X Trust", "X Bridge"), where no
less than it would be told; a later mention that is the noun alone ("the Trust") stays."""

from spacy.tokens import Doc

from sanitizer.common.knowledge import in_use
from sanitizer.recognize.vocabulary import is_given_name
from sanitizer.say.phrases import Phrase
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import HYPHENS, MODIFYING, Page, Place
from sanitizer.text.titles import POLITE, SHORT_TITLES
from sanitizer.types import EntityClass, Span


def head_told(doc: Doc, told: Told) -> str:
    """Return the common noun that a mention ends with, as the text writes it, where it is what is told of the
    mention; "" where it is no name of a place or body, modifies another noun, or less or something else is told."""
    phrase, words = told.phrase, doc.char_span(told.span.start, told.span.end)
    named = told.label == "name" and told.of_class is not EntityClass.PERSON
    if words is None or phrase is None or phrase.kind != "noun" or phrase.person or not named:
        return ""
    last = words[-1]
    first = words[0].lower_.rstrip(".")
    if len(words) == 2 and (first in SHORT_TITLES | POLITE or is_given_name(first)):  # a person after all
        return ""
    joined = not last.whitespace_ and words.end < len(doc) and doc[words.end].text in HYPHENS
    if joined or not last.text.istitle() or words.root.dep_ in MODIFYING - {"nmod", "obl:unmarked", "flat"}:
        return ""
    return last.text if _is_label(phrase, last.lower_) else ""


def _is_label(phrase: Phrase, word: str) -> bool:
    """Return whether a word means what a phrase says, or the phrase is one of the labels of what it means."""
    if phrase.words == word:
        return True
    senses = in_use().words.senses(word)
    return any(sense.concept.label == phrase.words for sense in senses if not sense.instance)


def with_head(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return the edit of a name whose last word stays behind a letter; None of others."""
    letter = page.form.lettered.get(told.span)
    if letter is None or phrase.kind == "mark" or place.owns or place.joined_left or place.joined_right:
        return None
    span, last = Span(page[place.first].idx, page.end(place.last)), page[place.last].text
    if place.first == place.last:
        return Edit(told, place, span, phrase, words=last)
    if page.governs(place) in ("a", "an") and place.determiner == place.front - 1:
        span = Span(page[place.front - 1].idx, span.end)
        return Edit(told, place, span, letter, determiner="a", after=f" {last}")
    return Edit(told, place, span, letter, after=f" {last}")
