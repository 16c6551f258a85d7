"""Say periods, ages and amounts in their places."""

import re
from bisect import bisect_left
from dataclasses import replace
from decimal import Decimal
from typing import Final

from spacy.tokens import Token

from kb.values.amounts import measure
from kb.values.words import MINUTES, MONTHS, SEASONS
from sanitizer.say.ages import age_edit
from sanitizer.say.determiners import with_article
from sanitizer.say.limits import limited
from sanitizer.say.negation import denies_clause
from sanitizer.say.phrases import Phrase
from sanitizer.say.phrases_from_labels import phrase_of
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import POINTS, Page, Place, bounds_from, is_modifier, is_plural, onwards
from sanitizer.say.untold_values import OF_DAY, gone, unsaid
from sanitizer.text.articles import indefinite
from sanitizer.text.fold import words as words_of
from sanitizer.text.inflection import WORDS, singular
from sanitizer.text.surroundings import starts_sentence
from sanitizer.types import Span

_PARTS_OF: Final = frozenset({"end", "beginning", "start", "middle"})
_COARSER: Final = frozenset({"on", "at", "around", "about", "circa"})
"""Prepositions of days, hours and single years; a longer period stands "in"."""
_FULL: Final = frozenset({"NOUN", "VERB", "PRON"})
_BEFORE: Final = frozenset({"by", "before"})
_UNTIL: Final = frozenset({"until", "till", "til", "through", "to"})
_TO_DAY: Final = re.compile(r"^\d{1,2}(?:st|nd|rd|th)?\s?(?:to|[-–])\s?\d")
"""The first day of two, in one mention with the other."""
_DAY_FIRST: Final = re.compile(r"\d{1,2}(?!\d)")
_MONTH: Final = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_DAY_OF_MONTH: Final = re.compile(
    rf"(?<!\d)\d{{1,2}}(?:st|nd|rd|th)?[ .-]+(?:of )?{_MONTH}|\b{_MONTH}[a-z]*[ .-]+\d{{1,2}}(?!\d)",
    re.IGNORECASE,
)
_DIVIDED: Final = re.compile(r"\W")
_HELD: Final = words_of("meeting meetings hearing incident accident interview visit call events")
"""Nouns for what happens on a day."""
_DATED: Final = words_of("minutes letter letters email emails report reports notice statement note")
"""Nouns that a day behind "of" dates."""
_PARTS: Final = frozenset({"early", "late", "mid"})
_AT_MOST: Final = frozenset({"under", "below", "up", "less", "fewer", "most", "within", "almost", "nearly"})
"""Words before an amount by which only its upper end is known."""
_ROUGHLY: Final = frozenset({"about", "around", "approximately", "roughly", "some"})
"""Words before an amount that is not the exact one."""
_NEAR: Final = Decimal("1.2")
"""How many times as large as the other an amount is at most that is "ten or so" of it."""
_LIVES: Final = frozenset({"b.", "d.", "m.", "div.", "s.", "marr.", "bapt."})
"""Abbreviations before the years of a life."""
_WHOSE: Final = frozenset({"his", "her", "its", "their", "my", "our", "your"})
_ENDS_AT: Final = frozenset({"until", "by", "before", "after", "since"})
_RANKS, _DAYS = 10, 31
"""From which number on an ordinal alone is a day of a month, and up to which."""
_EXCEEDING: Final = frozenset({"exceed", "surpass", "top"})
"""Verbs whose object is itself a lower end."""


def value_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return the edit of a mention that a period, age, time or amount stands for, or a class word of these."""
    if phrase.kind == "unsaid":
        return unsaid(page, told, place, phrase)
    if phrase.kind == "age":
        return age_edit(page, told, place, phrase)
    if phrase.kind in ("period", "time"):
        return _period(page, told, place, phrase)
    if phrase.ordinal and (edit := _rank(page, told, place)) is not None:
        return edit
    if _is_day_of_month(page, place, phrase):
        i = place.determiner
        if i is not None and place.slot.relation == "obj":  # a verb needs its object, so a day is said
            return Edit(told, place, onwards(page, i, place), told.phrase, words="that day")
        return unsaid(page, told, place, phrase_of("day"))
    if phrase.money and place.first and page[place.first - 1].pos_ == "VERB":
        place = replace(place, modifies=None)  # what is paid, whatever the parse makes of the word behind it
    if phrase.amount is not None and phrase.amount.one_unit and is_modifier(page, place):
        return gone(page, told, place)
    return _amount(page, told, place, phrase)


def _rank(page: Page, told: Told, place: Place) -> Edit | None:
    """Return the edit of an ordinal that is no rank of its own: one that somebody has is a birthday ("Nana's
    80th"), one alone may be the day of a month ("the 13th suits"); before a noun that somebody has it goes."""
    if is_modifier(page, place):
        noun = page.lower(place.last + 1)
        return gone(page, told, place) if page.governs(place) in _WHOSE or noun == "anniversary" else None
    number, following = place.span.of(page.text).rstrip("stndrh"), page.at(place.last + 1)
    if page.lower(place.first - 1) in ("'s", "’s"):
        return Edit(told, place, place.span, told.phrase, words="birthday")
    if not number.isdecimal() or not _RANKS < int(number) <= _DAYS:
        return None
    if following is not None and following.pos_ in ("NOUN", "PROPN", "ADJ"):
        return None
    the = place.first - 1 if page.lower(place.first - 1) == "the" else place.first
    if page.lower(the - 1) in (POINTS | {"between", "and", "to", "of"}) - _ENDS_AT:
        return None
    return Edit(told, place, onwards(page, the, place), told.phrase, words="that day")


def _is_day_of_month(page: Page, place: Place, phrase: Phrase) -> bool:
    """Return whether a band of ordinals stands where a day does: "on the 3rd"."""
    the = page.governs(place) == "the"
    before = page.lower(place.first - 1 - the)
    if not phrase.ordinal or place.modifies is not None:
        return False
    return before in (POINTS | {"of"}) - {"in", "during"} or (the and place.slot.relation == "obj")


def _period(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    mark = place.owns
    edit = Edit(told, place, place.span, phrase, words=phrase.words)
    if mark:
        edit = replace(edit, span=Span(place.span.start, mark), owns=True)
    part, of, _ = place.span.of(page.text).partition(" of ")
    if phrase.month and of and part.lower().removeprefix("the ") in _PARTS_OF:
        return replace(edit, words=f"{part} of {phrase.words}")
    before = page.lower(place.first - 1)
    determiner = page.governs(place)
    if determiner in ("'s", "’s") or (place.left and determiner):
        return replace(edit, words=phrase.attributive if is_modifier(page, place) else phrase.bare)
    if is_modifier(page, place):
        edit = replace(edit, words=phrase.attributive)
        given = determiner or place.article in ("a", "an")
        return with_article(page, place, edit) if given else replace(edit, open=True)
    if before in _PARTS and phrase.the:
        edit = replace(edit, span=onwards(page, place.first - 1, place))
        before = page.lower(place.first - 2)
    if before in ("the", "a", "an") and place.determiner == place.first - 1:
        edit = replace(edit, span=onwards(page, place.first - 1, place))
        before = page.lower(place.first - 2)
    at = page[place.first - 1].i if place.first else -1
    at = next(
        (i for i in range(place.first - 1, max(-1, place.first - 4), -1) if page[i].idx < edit.span.start), at
    )
    return _behind(page, edit, at, before)


def _behind(page: Page, edit: Edit, at: int, before: str) -> Edit:
    """Return the edit of a period behind the word ``before``; ``at`` is the last word that stays."""
    place, phrase = edit.place, edit.phrase
    assert place is not None and phrase is not None
    if before in _COARSER and page[at].lower_ == before:
        led = before not in ("on", "at") and at > 0 and page[at - 1].pos_ in ("ADP", "SCONJ")
        return replace(edit, span=onwards(page, at, place), lead="" if led else "in ")
    ends = before == "between" or (before == "from" and _TO_DAY.search(place.span.of(page.text)))
    if ends and not _goes_on(page, place):  # both ends were one mention
        return replace(edit, span=onwards(page, at, place), lead="in ")
    part = page.lower(at - 1) if before == "of" and page[at].lower_ == "of" else ""
    if part in OF_DAY and page.lower(at - 2) == "the":  # no year has one evening
        return replace(edit, span=onwards(page, at - 2, place), lead=f"{indefinite(part)} in ")
    if before == "of" and page[at].lower_ == "of" and (lead := _instead_of_of(page, at, place, phrase)):
        return replace(edit, span=onwards(page, at, place), lead=lead)
    return _due(page, edit, before) or _bare(page, edit, at, before)


def _instead_of_of(page: Page, at: int, place: Place, phrase: Phrase) -> str:
    """Return the preposition that a longer period has in place of "of", the word ``at``, before a day: "a letter
    from 2019", "a meeting in March"; "" where "of" stays."""
    noun = page.lower(at - 1)
    if noun in _DATED | _HELD and _DAY_FIRST.match(place.span.of(page.text)):
        return "from " if noun in _DATED else "in "
    return "in " if phrase.month and noun not in WORDS["parts"] else ""


def _due(page: Page, edit: Edit, before: str) -> Edit | None:
    """Return the edit of a day up to which, or by which, something is told as its month or year."""
    place, phrase = edit.place, edit.phrase
    assert place is not None and phrase is not None
    if before in _UNTIL and phrase.month and _is_day(place.span.of(page.text), phrase):
        return replace(edit, words=f"a date in {phrase.words}")
    if before in _BEFORE and _is_day(place.span.of(page.text), phrase):
        if denies_clause(page[place.slot.head], place.first):  # not before a day is not before its year
            return edit
        return replace(edit, words=f"the end of {phrase.words}")
    return None


def _bare(page: Page, edit: Edit, at: int, before: str) -> Edit:
    """Return the edit of a period that may stand without a preposition."""
    place, phrase = edit.place, edit.phrase
    assert place is not None and phrase is not None
    if before == "dated":
        return replace(edit, span=onwards(page, place.first - 1, place), lead="from ") if phrase.the else edit
    if before in ("born", "died", "dead") or _follows_bare(page, place, at):
        return replace(edit, lead="in ")
    if phrase.the and edit.words == phrase.words:
        text = page.text
        if text[: edit.span.start].endswith("(") and text.startswith(")", edit.span.end):
            return replace(edit, words=phrase.bare)
        if _stands_aside(page, place, edit, at):
            return replace(edit, lead="in ")
    return edit


def _stands_aside(page: Page, place: Place, edit: Edit, at: int) -> bool:
    """Return whether a year stands behind a word or a comma without a preposition, as notes and lives have it:
    "emigrated to Canada 1951", "wounded at Ancona, 1944", "(d. 1971)"."""
    if at != place.first - 1 or at < 0 or place.determiner is not None:
        return False
    between, word = page.text[page.end(at) : edit.span.start], page[at]
    if between not in ("", " ") or _goes_on(page, place):
        return False
    if word.text == ",":
        front = page.at(at - 1)
        return (
            bool(between)
            and front is not None
            and front.text[-1:].isalpha()
            and not _is_time_word(front.lower_)
        )
    if word.text in (";", ")") or not between:
        return False
    short = word.lower_ in _LIVES or (word.text == "." and f"{page.lower(at - 1)}." in _LIVES)
    ranked = word.text[:1].isdigit() and word.lower_.rstrip("stndrh").isdecimal() and not word.is_digit
    return (
        short
        or ranked
        or (word.pos_ in (*_FULL, "PROPN") and word.text.isalpha() and not _is_time_word(word.lower_))
    )


def _is_time_word(word: str) -> bool:
    return word in POINTS or word in _PARTS or word.capitalize() in MONTHS or word in SEASONS


def _follows_bare(page: Page, place: Place, at: int) -> bool:
    """Return whether a day stands right behind a word, without the preposition that its month or year needs: "seen
    in clinic 14/6/22", "it met 2 March"."""
    start = place.span.start if place.determiner is None else page[place.determiner].idx
    between = page.text[page.end(at) : start] if at >= 0 else ""
    if between != " " or page[at].pos_ not in _FULL or not page[at].text.islower():
        return False
    if place.owns or _goes_on(page, place):
        return False
    surface = place.span.of(page.text)
    if sum(part.isdigit() for part in _DIVIDED.split(surface)) > 1:
        return True
    with_year = surface[-4:].isdigit()
    return _DAY_OF_MONTH.search(surface) is not None and (with_year or place.slot.relation != "obj")


def _goes_on(page: Page, place: Place) -> bool:
    """Return whether another end of a period follows ("between *May* and June")."""
    return page.lower(place.last + 1) in ("and", "to", "-", "–", "—")


def _is_day(surface: str, phrase: Phrase) -> bool:
    """Return whether a day is told as its month or year: what is due by it is due by their end."""
    return len(phrase.tokens) == 1 and any(c.isdigit() for c in surface) and surface.strip() != phrase.words


def _amount(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    if (within := limited(page, told, place, phrase)) is not None:
        return within
    if all(phrase.ends):
        return _bounded(page, told, place, phrase)
    if phrase.amount is not None and (unit := phrase.amount.below_one):
        phrase = phrase_of(f"less than one {singular(unit) or unit}")
    amount = phrase.amount
    assert amount is not None  # of each value
    edit = Edit(told, place, place.span, phrase, words=phrase.words)
    if place.owns:
        edit = replace(edit, span=Span(place.span.start, place.owns), owns=True)
    elif amount.figures and starts_sentence(page.text, place.span.start):
        return replace(edit, words=f"between {amount.between}") if amount.between else edit
    i = None if page.governs(place) == "some" else place.determiner
    article = i if i is not None and page.lower(i) in ("a", "an") else None
    if i is not None and page.lower(i) in ("another", "every"):
        edit = replace(edit, words=amount.few)
    elif place.left or (i is not None and article is None and i < place.first - 1 + (page.lower(i) != "the")):
        edit = replace(edit, words=amount.plain)
    if place.joined_right or place.joined_left:
        edit = replace(edit, words=amount.hyphened)
        return with_article(page, place, edit) if article == place.first - 1 else edit
    if is_modifier(page, place):
        if article is not None or place.article in ("a", "an"):
            return with_article(page, place, replace(edit, words=amount.attributive))
    elif i is not None and i == place.first - 1 and page.lower(i) in ("a", "an", "the"):
        return replace(edit, span=onwards(page, i, place))
    between = page.lower(place.first - 1) == "between" and " and " in place.span.of(page.text)
    start = page[place.first - 1].idx if between else bounds_from(page, place)
    return replace(edit, span=Span(start, edit.span.end))


def _with_longer(page: Page, told: Told, place: Place) -> Edit | None:
    """Return a length of time behind "and" and a longer unit, which tells enough: "an hour and forty minutes" is
    "more than an hour"."""
    unit, i = page.lower(place.last), place.first - 2
    longer = page.lower(i)
    if i < 1 or page.lower(i + 1) != "and" or not _minutes(longer) > _minutes(unit) > 0:
        return None
    number = page[i - 1]
    if not (number.like_num or number.lower_ in ("a", "an")) or page.covers(number.idx, place.span.start):
        return None
    said = page.copy(number.idx, page[i].idx + len(longer))
    return Edit(told, place, Span(number.idx, place.span.end), told.phrase, words=f"more than {said}")


def _minutes(unit: str) -> float:
    return MINUTES.get(unit.removesuffix("s"), 0.0)


def _bounded(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return an amount said by one of its ends: "at least ten horses"; before a noun it goes ("a 32-week ban")."""
    following = page.at(place.last + 1)
    counts = following is not None and is_plural(following)
    if place.joined_left or place.joined_right or (is_modifier(page, place) and not counts):
        rest = page.text[place.span.end : place.span.end + 4]
        if place.joined_right and rest[1:] == "old":
            place = replace(place, span=Span(place.span.start, place.span.end + 4))
        return (
            gone(page, told, place)
            if not place.joined_left
            else unsaid(page, told, place, phrase_of("number"))
        )
    if (longer := _with_longer(page, told, place)) is not None:
        return longer
    high = phrase.ends[1]
    start = bounds_from(page, place)
    before = {t.lower_ for t in page.doc.char_span(start, place.span.end, alignment_mode="expand") or ()}
    before |= {page.lower(place.first - 1)}
    i = place.determiner
    if i is not None and i == place.first - 1 and page.lower(i) in ("a", "an"):
        start = min(start, page[i].idx)
    within = page.lower(place.first - 1) == "within"
    words = high if within else f"up to {high}"
    front = bisect_left(page.doc, start, key=lambda token: token.idx)
    if page.lower(front - 1) in ("no", "not"):
        start = page[front - 1].idx
    elif not before & _AT_MOST:
        led = page[place.first - 1] if place.first and start == place.span.start else None
        words = _from_below(place.span.of(page.text), phrase, led, bool(before & _ROUGHLY))
    span = Span(start, place.owns or place.span.end)
    return Edit(told, place, span, phrase, words=words, owns=bool(place.owns))


def _from_below(surface: str, phrase: Phrase, led: Token | None, roughly: bool) -> str:
    """Return an amount said by its lower end; ``led`` is the word before it, ``roughly`` an amount by the nearer
    end."""
    low, high = phrase.ends
    at = led is not None and (led.lower_ == "at" or led.pos_ in ("DET", "ADJ"))
    if led is not None and led.lemma_.lower() in _EXCEEDING:
        return low
    exact, least, most = measure(surface), measure(low), measure(high)
    if exact is None or least is None or most is None:
        return f"{low} or more" if at else f"at least {low}"
    if roughly and exact.value <= _NEAR * least.value:
        return f"{low} or so"
    if roughly and most.value <= _NEAR * exact.value:
        return f"{high} or so"
    return f"{low} or more" if at else f"{'more than' if exact.value > least.value else 'at least'} {low}"
