"""Say that a value of which nothing may be told is there, or leave it out."""

import re
from dataclasses import replace
from typing import Final

from kb.values.amounts import is_counted, measure
from kb.values.words import WEEKDAYS
from sanitizer.say.adjuncts import adjunct, before_age, number_aside, of_noun, set_off
from sanitizer.say.phrases import Phrase
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import POINTS, Page, Place, bounds_from, is_modifier, is_plural, onwards
from sanitizer.say.set_phrases import behind_noun
from sanitizer.say.structure import Register
from sanitizer.text.surroundings import is_person_word, starts_sentence
from sanitizer.types import Span

_WEEKDAYS: Final = frozenset(day[:3].lower() for day in WEEKDAYS)
_AGO: Final = frozenset({"ago", "later", "earlier", "before", "after", "old"})
_ORDINAL: Final = re.compile(r"\d\d?(?:st|nd|rd|th)")
_MANY: Final = 20
"""From how many on a number of things is "many"."""
_SEVERAL: Final = 4
"""From how many on they are "several"."""
_MEASURES: Final = {"amount": "sum", "percentage": "share", "quantity": "amount"}
_OPEN_ENDED: Final = {
    "since": "for some time",
    "until": "until later",
    "till": "until later",
    "til": "until later",
    "before": "earlier",
}
"""How it is said that something lasts from a time or up to one of which nothing is told."""
_DECADE_OF_LIFE: Final = re.compile(r"(?:ties|teens|\d0['’]?s)\Z")
_OWNED: Final = frozenset({"his", "her", "their", "my", "your"})
_WAYS: Final = frozenset({"north", "south", "east", "west", "from", "away", "off", "above", "below"})
_WEEKLY: Final = frozenset({"every", "each", "last", "next"})
OF_DAY: Final = frozenset({"morning", "afternoon", "evening", "night"})
_ORDER: Final = frozenset({"next", "last", "past", "first", "previous", "following", "final"})


def unsaid(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return a value of which nothing may be told: reshaped, or gone."""
    edit = _unsaid(page, told, place, phrase)
    at = next(
        (i for i in range(place.first - 1, max(-1, place.first - 3), -1) if page[i].idx < edit.span.start), 0
    )
    said = _OPEN_ENDED.get(page.lower(at), "") if edit.words == "some time" else ""
    return replace(edit, span=onwards(page, at, place), words=said) if said else edit


def _unsaid(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    said = phrase.head
    if said == "age":
        return _unsaid_age(page, told, place)
    if said in ("date", "time", "day"):
        return _unsaid_time(page, told, place)
    if said == "period":
        return _unsaid_period(page, told, place)
    return _unsaid_number(page, told, place, said)


def gone(page: Page, told: Told, place: Place) -> Edit:
    """Return the edit that takes a modifier away, with the blank behind it and the adverb before it."""
    text = page.text
    start, end = place.span.start, place.span.end
    end += text[end : end + 1] in (" ", "\xa0")
    i = place.first
    before = page[i - 1] if i else None
    adverb = before is not None and (before.pos_ == "ADV" or before.dep_ == "advmod")
    if before is not None and adverb and before.lower_.endswith("ly") and before.whitespace_:
        i -= 1
        start = before.idx
    if place.article in ("a", "an"):
        return Edit(told, place, Span(start, end), determiner="a")
    if place.article == "the":
        return Edit(told, place, Span(start, end), before="the ")
    if i and page[i - 1].lower_ in ("a", "an"):
        return Edit(told, place, Span(page[i - 1].idx, end), determiner="a")
    return Edit(told, place, Span(start, end))


def _unsaid_age(page: Page, told: Told, place: Place) -> Edit:
    text = page.text
    edit = Edit(told, place, place.span, told.phrase, words="[age]")
    surface = place.span.of(text).lower()
    before = page.lower(place.first - 1)
    said = place.first > 0 and page[place.first - 1].lemma_.lower() == "be"
    if (place.modifies is not None and not said) or (
        surface.endswith("-old") and text[place.span.end : place.span.end + 2].strip().isalpha()
    ):
        return gone(page, told, place)
    if (whole := adjunct(page, place, before_age(page, place))) is not None:
        return Edit(told, place, whole)
    if (certain := _certain_age(page, edit, place, surface)) is not None:
        return certain
    if before == "of" and page.lower(place.first - 2) in ("age", "ages"):
        the = page.lower(place.first - 3) == "the"
        return replace(
            edit, span=onwards(page, place.first - (3 if the else 2), place), words="a certain age"
        )
    if before in ("at", "from", "until", "by", "over", "under", "about", "age", "since"):
        return replace(edit, words="a certain age" if before != "age" else "[age]")
    if surface.startswith(("age", "the age")) and place.left:
        return replace(edit, words="age")
    if surface.startswith(("age of", "the age", "ages")):
        the = page.governs(place) == "the"
        span = onwards(page, place.first - 1, place) if the else place.span
        return replace(edit, span=span, words="a certain age")
    if surface.startswith("at "):
        return replace(edit, words="at a certain age")
    following = page.at(place.last + 1)
    noun = following is not None and following.pos_ in ("NOUN", "ADJ") and bool(page[place.last].whitespace_)
    if noun and place.determiner is not None:
        return gone(page, told, place)  # before the noun that it modifies
    if surface.endswith("-old") and (place.determiner is not None or place.article):
        return replace(edit, words="person", determiner="a" if place.article in ("a", "an") else "")
    if place.first and page[place.first - 1].lemma_.lower() == "be":
        edit = replace(edit, words="of a certain age")
    return number_aside(page, told, place) or _joined_clauses(page, told, place) or edit


def _certain_age(page: Page, edit: Edit, place: Place, surface: str) -> Edit | None:
    """Return a decade of life ("in his early twenties"), an age that somebody turned or only was, and "aged six" at
    the end of a clause."""
    i = place.first - 1
    whose = page.lower(i - 1) == "in" and page.lower(i) in _OWNED
    if whose and _DECADE_OF_LIFE.search(surface):
        span = onwards(page, i - 1, place)
        if i > 1 and page[i - 2].lemma_.lower() == "be":
            return replace(edit, span=span, words="of a certain age")
        if starts_sentence(page.text, span.start):
            return replace(edit, span=span, words="at a certain age")
        return Edit(edit.told, place, set_off(page, span.start, span.end))
    if i >= 0 and page[i].lemma_.lower() in ("turn", "reach"):
        return replace(edit, words="a certain age")
    if i > 0 and page.lower(i) in ("only", "just", "already", "still") and page[i - 1].lemma_.lower() == "be":
        return replace(edit, span=onwards(page, i, place), words="of a certain age")
    if page.lower(i) == "aged":
        aged = replace(place, span=onwards(page, place.first - 1, place), first=place.first - 1)
        return number_aside(page, edit.told, aged) or replace(edit, span=aged.span)
    if surface.startswith("aged ") and not number_aside(page, edit.told, place):
        return replace(edit, words="at a certain age")
    return None


def _joined_clauses(page: Page, told: Told, place: Place) -> Edit | None:
    """Return what is only of an age goes with its verb, where another verb follows: "She is 44 and has ..."."""
    i = place.first - 1
    joined = page.lower(place.last + 1) == "and" and place.last + 2 < len(page)
    if (
        i < 1
        or page[i].lemma_.lower() != "be"
        or not joined
        or page[place.last + 2].pos_ not in ("VERB", "AUX")
    ):
        return None
    start, end = page[i].idx, page[place.last + 2].idx
    return None if page.covers(place.span.end, end) else Edit(told, place, Span(start, end))


def _unsaid_time(page: Page, told: Told, place: Place) -> Edit:
    day, weekday = phrase_is_day(told), page[place.first]
    numbered = place.last > place.first and _ORDINAL.fullmatch(page.lower(place.last)) is not None
    if not day and numbered and weekday.lower_[:3] in _WEEKDAYS:  # the day of the week stays, its number goes
        return Edit(told, place, Span(weekday.idx + len(weekday), place.span.end))
    if page.lower(place.first - 1) in _WEEKLY and not day:  # a month that is told by its distance
        place = replace(place, span=onwards(page, place.first - 1, place), first=place.first - 1)
    edit = Edit(
        told, place, place.span, told.phrase, words=_said_day(page, told, place) if day else "some time"
    )
    if day and page.lower(place.last + 1) in OF_DAY and page.lower(place.first - 1) == "on":
        return replace(edit, span=onwards(page, place.first - 1, place), words="one")
    if is_modifier(page, place) and not (day and place.determiner is not None):
        return gone(page, told, place)
    i = place.first - 1
    if page.lower(i) in ("the", "about", "around"):
        i -= 1
    if (whole := adjunct(page, place, i) or of_noun(page, place, i)) is not None:
        return Edit(told, place, whole)
    return edit if day else _some_time(page, edit, place, i)


def _some_time(page: Page, edit: Edit, place: Place, i: int) -> Edit:
    """Return a date behind the word ``i`` that its sentence needs: "at some time"."""
    before = page.lower(i)
    if before == "year":
        the = page.lower(i - 1) == "the"
        return replace(edit, span=onwards(page, i - the, place), words="some year")
    if before in ("in", "on", "at", "during"):
        return replace(edit, span=onwards(page, i, place), words="at some time")
    if before == "for" and place.span.of(page.text)[-1:].isdigit():  # what is set for a date needs one
        return replace(edit, words="a certain date")
    if page.lower(place.first - 1) == "the":
        if place.span.of(page.text).endswith("century"):
            return replace(edit, words="century")
        if _ORDINAL.fullmatch(page.text, place.span.start, place.span.end):  # the day of a month
            edit = replace(edit, words="that day")
        edit = replace(edit, span=onwards(page, place.first - 1, place))
    free = page[place.slot.head].dep_ in ("obl", "obl:unmarked", "advmod")
    return replace(edit, words="at some time") if free and before not in (*POINTS, "at") else edit


def _said_day(page: Page, told: Told, place: Place) -> str:
    """Return a day of the week: "every Monday" is every week, "on Monday" a certain day."""
    many = place.span.of(page.text).lower().endswith("days")
    if page.form.of(told.span) is not Register.SENTENCE:
        return "[day]"
    if place.determiner is None and not place.left:
        return "certain days" if many else "a certain day"
    near = {page.lower(i) for i in (*place.left, place.determiner) if i is not None}
    return ("week" if near & _WEEKLY else "day") + "s" * many


def phrase_is_day(told: Told) -> bool:
    """Return whether all that is told is that it is a day ("on Friday")."""
    return told.phrase is not None and told.phrase.kind == "unsaid" and told.phrase.head == "day"


def _unsaid_period(page: Page, told: Told, place: Place) -> Edit:
    edit = Edit(told, place, place.span, told.phrase, words="some time")
    text = page.text
    following = page.lower(place.last + 2) if place.owns else ""
    if place.owns and following.isalpha() and place.determiner is None and not place.left:
        return Edit(told, place, Span(place.span.start, place.owns + 1))
    if place.joined_right or is_modifier(page, place):
        if text[place.span.end : place.span.end + 4] in ("-old", "‑old"):
            place = replace(place, span=Span(place.span.start, place.span.end + 4))
        return gone(page, told, place)
    last = page.lower(place.last)
    words = f"some time {last}" if last in _AGO else "some time"
    i = place.first
    if i and page[i - 1].lower_ in _ORDER and page.lower(i - 2) == "the":
        i -= 2
    elif place.determiner is not None and place.determiner == i - 1 and page[i - 1].lower_ in ("a", "an"):
        i -= 1
    start = page[i].idx if i != place.first else bounds_from(page, place)
    return replace(edit, span=Span(start, place.owns or place.span.end), words=words, owns=bool(place.owns))


def _unsaid_number(page: Page, told: Told, place: Place, said: str) -> Edit:
    """Say "several" or "many" for a number of things; a bare one goes where it can."""
    head = page[place.last]
    digits = place.span.of(page.text).replace(",", "")
    many = digits.isdecimal() and int(digits) >= _MANY
    edit = Edit(told, place, place.span, told.phrase, words="many" if many else "several")
    following = page.at(place.last + 1)
    counts = (
        following is not None
        and (place.modifies is not None or is_plural(following))
        and bool(head.whitespace_)
    )
    determiner = page.governs(place)
    if place.joined_left or place.joined_right:
        return _joined_number(page, told, place)
    if said == "rank":
        return gone(page, told, place) if counts else replace(edit, words="some place")
    if counts:
        if determiner and determiner not in ("a", "an"):
            return gone(page, told, place)
        if following is not None and (following.pos_ in ("ADJ", "VERB") or is_plural(following)):
            start = page[place.first - 1].idx if page.lower(place.first - 1) == "between" else None
            return replace(
                edit, span=Span(bounds_from(page, place) if start is None else start, place.span.end)
            )
        return gone(page, told, place)
    if (
        place.first
        and page[place.first - 1].text.isupper()
        and len(page[place.first - 1]) > 1
        and not place.shouting
    ):
        return replace(edit, words="[number]")  # the value of a reading
    if (aside := number_aside(page, told, place)) is not None:
        return aside
    before = page.lower(place.first - 1)
    if (whole := adjunct(page, place, before_age(page, place))) is not None:
        return Edit(told, place, whole)
    if before == "aged":
        return replace(edit, words="[age]")
    if (
        before == "of" and place.first > 1 and is_person_word(page.lower(place.first - 2))
    ):  # behind a noun for a person it is an age, which may go
        return Edit(told, place, Span(page.end(place.first - 2), place.span.end))
    if before == "at" and said in ("number", "quantity"):
        return replace(edit, words="some point")
    return _unsaid_measure(page, edit, place, said)


def _unsaid_measure(page: Page, edit: Edit, place: Place, said: str) -> Edit:
    """Return a number that counts no noun beside it."""
    following, determiner = page.lower(place.last + 1), place.determiner
    if said == "quantity" and following in _WAYS:
        return replace(edit, words="some distance")
    if (
        said == "quantity"
        and place.slot.relation in ("nsubj", "obj")
        and _counts_things(place.span.of(page.text))
    ):  # subjects and objects keep their unit, without the number
        unit = page[place.last]
        return (
            replace(edit, words=f"several {unit.text}") if is_plural(unit) and unit.text.islower() else edit
        )
    if said == "quantity" and following == "of" and determiner is None and not place.left:
        of = page[place.last + 1]  # of what is measured some is left
        return replace(edit, span=Span(bounds_from(page, place), of.idx + len(of)), words="some")
    if (
        said in _MEASURES
        and page.lower(place.first - 1) == "of"
        and page.lower(place.first - 2) == _MEASURES[said]
    ):
        the = page.lower(place.first - 3) in ("a", "the")  # the article of the noun for the amount goes along
        return replace(
            edit, span=onwards(page, place.first - 2 - the, place), words=_MEASURES[said], determiner="a"
        )
    front = page.at(place.first - 2)
    of = page.lower(place.first - 1) == "of" and front is not None and front.pos_ == "NOUN"
    if said == "amount" and of and not place.left and determiner is None and is_plural(front):
        return Edit(edit.told, place, Span(page.end(place.first - 2), place.span.end))
    if said in _MEASURES:
        if place.left or (determiner is not None and page.lower(determiner) not in ("a", "an")):
            return replace(edit, words=_MEASURES[said])
        start = page[determiner].idx if determiner is not None else bounds_from(page, place)
        return replace(edit, span=Span(start, place.span.end), words=_MEASURES[said], determiner="a")
    front = page.at(place.first - 1)
    one = said == "number" and front is not None and front.text.islower() and not is_plural(front)
    if (
        one and (numbered := behind_noun(page, edit.told, place, edit.phrase)) is not None
    ):  # it numbers a thing
        return numbered
    span = Span(bounds_from(page, place), place.span.end)
    figures = place.span.of(page.text).isdecimal() and said == "number"  # of a bus, a room or a telephone
    subject = (place.slot.relation in ("nsubj", "obj") and not figures) or following == "of"
    subject = subject and determiner is None
    return replace(edit, words="several" if subject else "[number]", span=span)


def _counts_things(surface: str) -> bool:
    one = measure(surface)
    return one is not None and is_counted(one.kind) and one.value >= _SEVERAL


def _joined_number(page: Page, told: Told, place: Place) -> Edit:
    """Let a number within a compound go with all of it: "an under-16 team" -> "a team"."""
    text = page.text
    start, end = place.span.start, place.span.end
    if place.joined_left and page.covers(start - 2, start - 1):  # the number that ends a name which is told
        return Edit(told, place, Span(start - 1, end))
    while start > 0 and not text[start - 1].isspace() and text[start - 1] not in '("“,':
        start -= 1
    while end < len(text) and not text[end].isspace() and text[end] not in ').,;"”':
        end += 1
    first = next(i for i in range(place.first, -1, -1) if page[i].idx <= start)
    whole = replace(place, span=Span(start, end), first=first)
    if text[end : end + 1] == " " and text[end + 1 : end + 2].isalpha():
        edit = gone(page, told, whole)
        joined = text[edit.span.end : edit.span.end + 4] in ("and ", "or u")  # the other one goes too
        return (
            replace(edit, span=Span(edit.span.start, edit.span.end + 4))
            if joined and page.lower(first + 1) == "-"
            else edit
        )
    return Edit(told, place, place.span, told.phrase, words="[number]")
