"""Say periods, ages and amounts in their places."""

from dataclasses import replace
from typing import Final

from sanitizer.say.edits import Edit, Told
from sanitizer.say.phrases import Phrase, phrase_of
from sanitizer.say.positions import Page, Place, bounds_from, is_modifier, onwards
from sanitizer.say.unsaid import gone, unsaid
from sanitizer.text.inflection import singular
from sanitizer.text.surroundings import starts_sentence
from sanitizer.types import Span

_COARSER: Final = frozenset({"on", "at"})
"""Prepositions of days and hours; a longer period stands "in"."""
_BEFORE: Final = frozenset({"by", "before"})
_DECADE: Final = 9
_OLDEST: Final = " to 124"
"""What the band of the oldest ends with."""
_PARTS: Final = frozenset({"early", "late", "mid"})
_AGE_BOUNDS: Final = frozenset({"over", "under", "above", "below"})


def value_edit(doc: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """The edit of a mention that a period, age, time or amount stands for, or a class word of these."""
    if phrase.kind == "unsaid":
        return unsaid(doc, told, place, phrase)
    if phrase.kind == "age":
        band = phrase.words.removesuffix(" years old")
        if not band.replace(" to ", "").isdigit():  # the band of a unit that is none: "30 to 40 y/o"
            return unsaid(doc, told, place, phrase_of("age"))
        return _age(doc, told, place, band)
    if phrase.kind in ("period", "time"):
        return _period(doc, told, place, phrase)
    return _amount(doc, told, place, phrase)


def _period(doc: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    bare = phrase.words.removeprefix("the ")
    mark = place.owns
    edit = Edit(told, place, place.span, phrase, words=phrase.words)
    if mark:
        edit = replace(edit, span=Span(place.span.start, mark), owns=True)
    before = doc.lower(place.first - 1)
    determiner = None if place.determiner is None else doc[place.determiner].lower_
    if determiner in ("'s", "’s") or (place.left and determiner):
        return replace(edit, words=_before_noun(bare) if is_modifier(doc, place) else bare)
    if is_modifier(doc, place):
        bare = _before_noun(bare)
        if place.article in ("a", "an"):
            return replace(edit, words=bare, determiner="a")
        if determiner in ("a", "an") and place.determiner is not None:
            kept = doc.copy(doc[place.determiner + 1].idx, place.span.start)
            return replace(
                edit, span=onwards(doc, place.determiner, place), words=bare, before=kept, determiner="a"
            )
        if determiner:
            return replace(edit, words=bare)
        return replace(edit, words=bare, open=True)
    if before in ("early", "late", "mid") and phrase.words.startswith("the "):
        edit = replace(edit, span=onwards(doc, place.first - 1, place))
        before = doc.lower(place.first - 2)
    if before in ("the", "a", "an") and place.determiner == place.first - 1:
        edit = replace(edit, span=onwards(doc, place.first - 1, place))
        before = doc.lower(place.first - 2)
    at = doc[place.first - 1].i if place.first else -1
    at = next(
        (i for i in range(place.first - 1, max(-1, place.first - 4), -1) if doc[i].idx < edit.span.start), at
    )
    return _behind(doc, edit, at, before)


def _behind(doc: Page, edit: Edit, at: int, before: str) -> Edit:
    """The edit of a period behind the word ``before``; ``at`` is the last word that stays."""
    place, phrase = edit.place, edit.phrase
    assert place is not None and phrase is not None
    if before in _COARSER and doc[at].lower_ == before and _is_long(phrase):
        return replace(edit, span=onwards(doc, at, place), lead="in ")
    if before in _BEFORE and _is_day(place.span.of(doc.text), phrase):
        return replace(edit, words=f"the end of {phrase.words}")
    if before == "dated":
        the = phrase.words.startswith("the ")
        return replace(edit, span=onwards(doc, place.first - 1, place), lead="from ") if the else edit
    if before in ("born", "died", "dead") and phrase.words[:1].isalnum():
        return replace(edit, lead="in ")
    return edit


def _is_day(surface: str, phrase: Phrase) -> bool:
    """Whether a day is told as its month or year: what is due by it is due by their end."""
    return " " not in phrase.words and any(c.isdigit() for c in surface) and surface.strip() != phrase.words


def _is_long(phrase: Phrase) -> bool:
    return phrase.kind == "period" or phrase.words.startswith("the ")


def _before_noun(words: str) -> str:
    return words.replace(" century", "-century")


def said_age(band: str) -> str:
    """A band of ages in words: "0 to 9" is under 10, the last band has no end that a reader would name."""
    if band.startswith("0 to "):
        return f"under {int(band.removeprefix('0 to ')) + 1}"
    return band.replace(_OLDEST, " or older")


def _age(doc: Page, told: Told, place: Place, band: str) -> Edit:
    text = doc.text
    surface = place.span.of(text)
    rest = text[place.span.end : place.span.end + 14].replace("‐", "-").replace("‑", "-").lstrip("- ")
    before = doc.lower(place.first - 1)
    if before in _AGE_BOUNDS:
        return Edit(told, place, place.span, told.phrase, words="a certain age")
    young = band.startswith("0 to ")
    oldest = band.endswith(_OLDEST)
    ends = [int(word) for word in band.split(" ") if word.isdigit()]
    wide = oldest or (not young and len(ends) > 1 and ends[-1] - ends[0] > _DECADE)
    if (wide or young) and place.modifies is not None and not place.joined_right and surface[:1].isdigit():
        return gone(doc, told, place)
    band = said_age(band)
    hyphened = band.replace(" ", "-")
    edit = Edit(told, place, place.span, told.phrase, words=band)
    article = place.article in ("a", "an")
    governed = place.determiner is not None and doc[place.determiner].lower_ in ("a", "an") and not place.left
    if rest.startswith(("year-old", "years-old", "year old", "years old")):
        joined = text[place.span.end] in "-‐‑"
        if joined and (young or wide):
            place = replace(
                place, span=Span(place.span.start, place.span.end + 1 + len(rest.split(" ", 1)[0]))
            )
            return gone(doc, told, place)
        edit = replace(edit, words=hyphened if joined else band)
    elif surface.replace("‐", "-").endswith("-old"):
        if young or (wide and place.modifies is not None):
            return gone(doc, told, place)
        edit = replace(edit, words=f"{hyphened}-year-old")
    elif surface.startswith(("aged", "age")):
        named = "age of" if surface.startswith("age of") else surface.split(" ", 1)[0]
        return replace(edit, words=f"{named} {band}")
    elif before in ("aged", "age") or (before == "of" and doc.lower(place.first - 2) == "age"):
        return edit
    else:
        return replace(edit, words=band if young or oldest else f"{band} years old")
    if article:
        return replace(edit, determiner="a")
    if governed and place.determiner is not None:
        return replace(edit, span=onwards(doc, place.determiner, place), determiner="a")
    return edit


def _amount(doc: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    if phrase.words.startswith("0 to 1 "):
        unit = phrase.words.removeprefix("0 to 1 ")
        phrase = replace(phrase, words=f"less than one {singular(unit) or unit}")
    edit = Edit(told, place, place.span, phrase, words=phrase.words)
    if place.owns:
        edit = replace(edit, span=Span(place.span.start, place.owns), owns=True)
    elif starts_sentence(doc.text, place.span.start) and phrase.words[:1].isdigit():
        words = phrase.words.replace(" to ", " and ", 1)
        return edit if words == phrase.words else replace(edit, words=f"between {words}")
    i = place.determiner
    article = i if i is not None and doc.lower(i) in ("a", "an") else None
    if place.joined_right or place.joined_left:
        edit = replace(edit, words=phrase.words.removeprefix("about ").replace(" ", "-"))
        if article is None or article != place.first - 1:
            return edit
        return replace(edit, span=onwards(doc, article, place), determiner="a")
    if is_modifier(doc, place) and (article is not None or place.article in ("a", "an")):
        about = phrase.words.startswith(("about ", "around "))
        words = f"roughly {phrase.words.split(' ', 1)[1]}" if about else phrase.words
        if article is None:
            return replace(edit, words=words, determiner="a")
        kept = doc.copy(doc[article + 1].idx, place.span.start)
        return replace(edit, span=onwards(doc, article, place), words=words, before=kept, determiner="a")
    if (
        i is not None
        and i == place.first - 1
        and doc.lower(i) in ("a", "an", "the")
        and not is_modifier(doc, place)
    ):
        return replace(edit, span=onwards(doc, i, place))
    return replace(edit, span=Span(bounds_from(doc, place), edit.span.end))
