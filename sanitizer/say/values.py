"""Say periods, ages and amounts, and values of which nothing may be told, in their places."""

from dataclasses import replace
from typing import Final

from sanitizer.say.edits import Edit, Told
from sanitizer.say.phrases import Phrase
from sanitizer.say.positions import POINTS, Page, Place, is_plural
from sanitizer.types import Span

_COARSER: Final = frozenset({"on", "at"})
"""Prepositions of days and hours; a longer period stands "in"."""
_BOUNDS: Final = frozenset(
    {"about", "around", "nearly", "almost", "approximately", "roughly", "over", "more", "least", "most", "only", "some",
     "just", "under", "than", "at", "up", "to", "less"}
)  # fmt: skip
_PARTS: Final = frozenset({"early", "late", "mid"})
_AGE_BOUNDS: Final = frozenset({"over", "under", "above", "below"})
_ADJUNCTS: Final = frozenset({"at", "in", "on", "around"})
"""Prepositions of a time that only says when."""
_AGO: Final = frozenset({"ago", "later", "earlier", "before", "after", "old"})
_MEASURES: Final = {"amount": "sum", "percentage": "share", "quantity": "amount"}
_WAYS: Final = frozenset({"north", "south", "east", "west", "from", "away", "off", "above", "below"})
_ORDER: Final = frozenset({"next", "last", "past", "first", "previous", "following", "final"})


def value_edit(doc: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """The edit of a mention that a period, age, time or amount stands for, or a class word of these."""
    if phrase.kind == "unsaid":
        return _unsaid(doc, told, place, phrase)
    if phrase.kind == "age":
        return _age(doc, told, place, phrase.words.removesuffix(" years old"))
    if phrase.kind in ("period", "time"):
        return _period(doc, told, place, phrase)
    return _amount(doc, told, place, phrase)


def _from(doc: Page, i: int, place: Place) -> Span:
    """From the word ``i`` to the end of the mention."""
    return Span(doc[i].idx, place.span.end)


def is_modifier(doc: Page, place: Place) -> bool:
    """Whether a value stands before a noun, in its phrase."""
    determiner = "" if place.determiner is None else doc.lower(place.determiner)
    following = doc[place.last + 1] if place.last + 1 < len(doc) else None
    if following is None or not doc[place.last].whitespace_ or place.owns:
        return False
    if determiner and following.pos_ in ("NOUN", "ADJ", "PROPN"):
        return determiner != "the" or following.pos_ != "PROPN" or place.modifies is not None
    adverbial = place.first == 0 or doc[place.first].is_sent_start or doc.lower(place.first - 1) in POINTS
    return place.modifies is not None and (not adverbial or place.article in ("a", "an"))


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
                edit, span=_from(doc, place.determiner, place), words=bare, before=kept, determiner="a"
            )
        if determiner:
            return replace(edit, words=bare)
        return replace(edit, words=bare, open=True)
    if before in ("early", "late", "mid") and phrase.words.startswith("the "):
        edit = replace(edit, span=_from(doc, place.first - 1, place))
        before = doc.lower(place.first - 2)
    if before in ("the", "a", "an") and place.determiner == place.first - 1:
        edit = replace(edit, span=_from(doc, place.first - 1, place))
        before = doc.lower(place.first - 2)
    at = doc[place.first - 1].i if place.first else -1
    at = next(
        (i for i in range(place.first - 1, max(-1, place.first - 4), -1) if doc[i].idx < edit.span.start), at
    )
    if before in _COARSER and doc[at].lower_ == before and _is_long(phrase):
        return replace(edit, span=_from(doc, at, place), lead="in ")
    if before == "dated":
        the = phrase.words.startswith("the ")
        return replace(edit, span=_from(doc, place.first - 1, place), lead="from ") if the else edit
    if before in ("born", "died", "dead") and phrase.words[:1].isalnum():
        return replace(edit, lead="in ")
    return edit


def _is_long(phrase: Phrase) -> bool:
    return phrase.kind == "period" or phrase.words.startswith("the ")


def _before_noun(words: str) -> str:
    return words.replace(" century", "-century")


def _age(doc: Page, told: Told, place: Place, band: str) -> Edit:
    text = doc.text
    surface = place.span.of(text)
    edit = Edit(told, place, place.span, told.phrase, words=band)
    rest = text[place.span.end : place.span.end + 14].replace("‐", "-").replace("‑", "-").lstrip("- ")
    before = doc.lower(place.first - 1)
    if before in _AGE_BOUNDS:
        return replace(edit, span=place.span, words="a certain age")
    young = band.startswith("0 to ")
    if young:  # "0 to 9" is under 10
        band = f"under {int(band.removeprefix('0 to ')) + 1}"
    hyphened = band.replace(" ", "-")
    article = place.article in ("a", "an")
    governed = place.determiner is not None and doc[place.determiner].lower_ in ("a", "an") and not place.left
    if rest.startswith(("year-old", "years-old", "year old", "years old")):
        joined = text[place.span.end] in "-‐‑"
        if young and joined:
            place = replace(
                place, span=Span(place.span.start, place.span.end + 1 + len(rest.split(" ", 1)[0]))
            )
            return gone(doc, told, place)
        edit = replace(edit, words=hyphened if joined else band)
    elif surface.replace("‐", "-").endswith("-old"):
        if young:
            return gone(doc, told, place)
        edit = replace(edit, words=f"{hyphened}-year-old")
    elif surface.startswith(("aged", "age")):
        named = "age of" if surface.startswith("age of") else surface.split(" ", 1)[0]
        return replace(edit, words=f"{named} {band}")
    elif before in ("aged", "age") or (before == "of" and doc.lower(place.first - 2) == "age"):
        return edit
    else:
        return replace(edit, words=band if young else f"{band} years old")
    if article:
        return replace(edit, determiner="a")
    if governed and place.determiner is not None:
        return replace(edit, span=_from(doc, place.determiner, place), determiner="a")
    return edit


def _amount(doc: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    edit = Edit(told, place, place.span, phrase, words=phrase.words)
    if place.owns:
        edit = replace(edit, span=Span(place.span.start, place.owns), owns=True)
    i = place.determiner
    article = i if i is not None and doc.lower(i) in ("a", "an") else None
    if place.joined_right or place.joined_left:
        edit = replace(edit, words=phrase.words.removeprefix("about ").replace(" ", "-"))
        if article is None or article != place.first - 1:
            return edit
        return replace(edit, span=_from(doc, article, place), determiner="a")
    if is_modifier(doc, place) and (article is not None or place.article in ("a", "an")):
        about = phrase.words.startswith(("about ", "around "))
        words = f"roughly {phrase.words.split(' ', 1)[1]}" if about else phrase.words
        if article is None:
            return replace(edit, words=words, determiner="a")
        kept = doc.copy(doc[article + 1].idx, place.span.start)
        return replace(edit, span=_from(doc, article, place), words=words, before=kept, determiner="a")
    if (
        i is not None
        and i == place.first - 1
        and doc.lower(i) in ("a", "an", "the")
        and not is_modifier(doc, place)
    ):
        return replace(edit, span=_from(doc, i, place))
    return replace(edit, span=Span(_bounds_from(doc, place), edit.span.end))


def _bounds_from(doc: Page, place: Place) -> int:
    """Where words that bound a number ("more than") begin before it."""
    i = place.first
    while (
        i > 0 and not doc[i].is_sent_start and (doc[i - 1].lower_ in _BOUNDS or _of_number(doc, i - 1, place))
    ):
        i -= 1
    lone = i == place.first - 1 and doc[i].lower_ in (
        "at",
        "to",
        "up",
        "than",
        "most",
        "least",
        "less",
        "more",
    )
    while i < place.first and doc[i].lower_ in ("to", "at") and doc.lower(i + 1) not in ("least", "most"):
        i += 1
    return place.span.start if lone or i == place.first else doc[i].idx


def _of_number(doc: Page, i: int, place: Place) -> bool:
    """Whether an adverb before a number belongs to it ("barely two years")."""
    token = doc[i]
    return bool(token.pos_ == "ADV" and token.dep_ == "advmod" and place.first <= token.head.i <= place.last)


def _unsaid(doc: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """A value of which nothing may be told: reshaped, or gone."""
    said = phrase.words
    if said == "age":
        return _unsaid_age(doc, told, place)
    if said in ("date", "time", "day"):
        return _unsaid_time(doc, told, place)
    if said == "period":
        return _unsaid_period(doc, told, place)
    return _unsaid_number(doc, told, place, said)


def gone(doc: Page, told: Told, place: Place) -> Edit:
    """The edit that takes a modifier away, with the blank behind it and the adverb before it."""
    text = doc.text
    start, end = place.span.start, place.span.end
    end += text[end : end + 1] in (" ", "\xa0")
    i = place.first
    if i and doc[i - 1].pos_ == "ADV" and doc[i - 1].lower_.endswith("ly") and doc[i - 1].whitespace_:
        i -= 1
        start = doc[i].idx
    if place.article in ("a", "an"):
        return Edit(told, place, Span(start, end), determiner="a")
    if place.article == "the":
        return Edit(told, place, Span(start, end), before="the ")
    if i and doc[i - 1].lower_ in ("a", "an"):
        return Edit(told, place, Span(doc[i - 1].idx, end), determiner="a")
    return Edit(told, place, Span(start, end))


def _unsaid_age(doc: Page, told: Told, place: Place) -> Edit:
    text = doc.text
    edit = Edit(told, place, place.span, told.phrase, words="[age]")
    surface = place.span.of(text).lower()
    before = doc.lower(place.first - 1)
    if place.modifies is not None or (
        surface.endswith("-old") and text[place.span.end : place.span.end + 2].strip().isalpha()
    ):
        return gone(doc, told, place)
    if before == "aged":
        return replace(edit, span=_from(doc, place.first - 1, place))
    if before == "of" and doc.lower(place.first - 2) in ("age", "ages"):
        the = doc.lower(place.first - 3) == "the"
        return replace(edit, span=_from(doc, place.first - (3 if the else 2), place), words="a certain age")
    if before in ("at", "from", "until", "by", "over", "under", "about", "age", "since"):
        return replace(edit, words="a certain age" if before != "age" else "[age]")
    if surface.startswith(("age", "the age")) and place.left:
        return replace(edit, words="age")
    if surface.startswith(("age of", "the age", "ages")):
        the = place.determiner is not None and doc[place.determiner].lower_ == "the"
        span = _from(doc, place.first - 1, place) if the else place.span
        return replace(edit, span=span, words="a certain age")
    if surface.startswith("at "):
        return replace(edit, words="at a certain age")
    following = doc[place.last + 1] if place.last + 1 < len(doc) else None
    noun = following is not None and following.pos_ == "NOUN" and bool(doc[place.last].whitespace_)
    if noun and place.determiner is not None:
        return gone(doc, told, place)  # "a 71 y/o woman"
    return _between_commas(doc, told, place) or _joined_clauses(doc, told, place) or edit


def _joined_clauses(doc: Page, told: Told, place: Place) -> Edit | None:
    """What is only of an age goes with its verb, where another verb follows: "She is 44 and has ..."."""
    i = place.first - 1
    joined = doc.lower(place.last + 1) == "and" and place.last + 2 < len(doc)
    if (
        i < 1
        or doc[i].lemma_.lower() != "be"
        or not joined
        or doc[place.last + 2].pos_ not in ("VERB", "AUX")
    ):
        return None
    start, end = doc[i].idx, doc[place.last + 2].idx
    return None if doc.covers(place.span.end, end) else Edit(told, place, Span(start, end))


def _between_commas(doc: Page, told: Told, place: Place) -> Edit | None:
    """A number behind a comma, which goes with it: "Ann Ek, 34, left"."""
    text, start, end = doc.text, place.span.start, place.span.end
    if text[max(0, start - 2) : start] != ", " or text[end : end + 1] not in (",", ")", "."):
        return None
    before = doc[place.first - 2] if place.first > 1 else None
    if before is None or before.pos_ not in ("PROPN", "NOUN"):
        return None
    following = doc[place.last + 2] if place.last + 2 < len(doc) else None
    verb = text[end] == "," and following is not None and following.pos_ in ("VERB", "AUX", "ADP")
    return Edit(told, place, Span(start - 2, end + verb))


def _unsaid_time(doc: Page, told: Told, place: Place) -> Edit:
    day = phrase_is_day(told)
    edit = Edit(told, place, place.span, told.phrase, words="[day]" if day else "some time")
    if is_modifier(doc, place) and not (day and place.determiner is not None):
        return gone(doc, told, place)
    i = place.first - 1
    if doc.lower(i) == "the":
        i -= 1
    before = doc.lower(i)
    if before == "since" and not day:
        return replace(edit, span=_from(doc, i, place), words="for some time")
    if (whole := _adjunct(doc, place, i)) is not None:
        return Edit(told, place, whole)
    if day:
        return edit
    if before == "year":
        the = doc.lower(i - 1) == "the"
        return replace(edit, span=_from(doc, i - the, place), words="some year")
    if before in ("in", "on", "at", "during"):
        return replace(edit, span=_from(doc, i, place), words="at some time")
    if doc.lower(place.first - 1) == "the":
        if place.span.of(doc.text).endswith("century"):
            return replace(edit, words="century")
        edit = replace(edit, span=_from(doc, place.first - 1, place))
    if before in (*POINTS, "at"):
        return edit
    return (
        replace(edit, words="at some time")
        if doc[place.slot.head].dep_ in ("obl", "obl:unmarked", "advmod")
        else edit
    )


def phrase_is_day(told: Told) -> bool:
    """Whether all that is told is that it is a day ("on Friday")."""
    return told.phrase is not None and told.phrase.words == "day"


def _adjunct(doc: Page, place: Place, i: int) -> Span | None:
    """The phrase of time that ends with a mention, from its preposition ``i``, where its clause says enough without it;
    of a sentence that it opens also the comma behind it."""
    head = doc[place.slot.head]
    own = place.first if place.first and _opens_with_preposition(doc[place.first].lower_) else i
    if own < 0 or doc[own].lower_ not in _ADJUNCTS or doc[own].pos_ not in ("ADP", "SCONJ"):
        return None
    if head.dep_ not in ("obl", "obl:unmarked", "nmod", "nmod:unmarked") or head.i > place.last:
        return None
    verb = head.head
    rest = [t for t in verb.children if t.i != head.i and not t.is_punct]
    if not rest or any(t.dep_ == "cop" for t in rest):
        return None
    start, end = doc[own].idx, place.span.end
    if doc[own].is_sent_start:
        return Span(start, end + (2 if doc.text[end : end + 2] == ", " else doc.text[end : end + 1] == " "))
    return Span(start - (doc.text[start - 1 : start] == " "), end)


def _opens_with_preposition(word: str) -> bool:
    return word in _ADJUNCTS


def _unsaid_period(doc: Page, told: Told, place: Place) -> Edit:
    edit = Edit(told, place, place.span, told.phrase, words="some time")
    text = doc.text
    following = doc.lower(place.last + 2) if place.owns else ""
    if place.owns and following.isalpha() and place.determiner is None and not place.left:
        return Edit(told, place, Span(place.span.start, place.owns + 1))
    if place.joined_right or is_modifier(doc, place):
        if text[place.span.end : place.span.end + 4] in ("-old", "‑old"):
            place = replace(place, span=Span(place.span.start, place.span.end + 4))
        return gone(doc, told, place)
    last = doc.lower(place.last)
    words = f"some time {last}" if last in _AGO else "some time"
    i = place.first
    if i and doc[i - 1].lower_ in _ORDER and doc.lower(i - 2) == "the":
        i -= 2
    elif place.determiner is not None and place.determiner == i - 1 and doc[i - 1].lower_ in ("a", "an"):
        i -= 1
    start = doc[i].idx if i != place.first else _bounds_from(doc, place)
    return replace(edit, span=Span(start, place.owns or place.span.end), words=words, owns=bool(place.owns))


def _unsaid_number(doc: Page, told: Told, place: Place, said: str) -> Edit:
    """A number of things is "several"; a bare one goes where it can."""
    head = doc[place.last]
    edit = Edit(told, place, place.span, told.phrase, words="several")
    following = doc[place.last + 1] if place.last + 1 < len(doc) else None
    counts = (
        following is not None
        and (place.modifies is not None or is_plural(following))
        and bool(head.whitespace_)
    )
    determiner = None if place.determiner is None else doc[place.determiner].lower_
    if place.joined_left or place.joined_right:
        return _joined_number(doc, told, place)
    if said == "rank":
        return gone(doc, told, place) if counts else replace(edit, words="some place")
    if counts:
        if determiner and determiner not in ("a", "an"):
            return gone(doc, told, place)
        if following is not None and (following.pos_ in ("ADJ", "VERB") or is_plural(following)):
            return replace(edit, span=Span(_bounds_from(doc, place), place.span.end))
        return gone(doc, told, place)
    if (
        place.first
        and doc[place.first - 1].text.isupper()
        and len(doc[place.first - 1]) > 1
        and not place.shouting
    ):
        return replace(edit, words="[number]")  # "HR 112"
    if (aside := _between_commas(doc, told, place)) is not None:
        return aside
    before = doc.lower(place.first - 1)
    if before == "aged":
        return replace(edit, words="[age]")
    if before == "at" and said in ("number", "quantity"):
        return replace(edit, words="some point")
    return _unsaid_measure(doc, edit, place, said)


def _unsaid_measure(doc: Page, edit: Edit, place: Place, said: str) -> Edit:
    """A number that counts no noun beside it."""
    following, determiner = doc.lower(place.last + 1), place.determiner
    if said == "quantity" and following in _WAYS:
        return replace(edit, words="some distance")
    if said in _MEASURES:
        if place.left or (determiner is not None and doc.lower(determiner) not in ("a", "an")):
            return replace(edit, words=_MEASURES[said])
        start = doc[determiner].idx if determiner is not None else _bounds_from(doc, place)
        return replace(edit, span=Span(start, place.span.end), words=_MEASURES[said], determiner="a")
    span = Span(_bounds_from(doc, place), place.span.end)
    subject = place.slot.relation in ("nsubj", "obj") and determiner is None
    return replace(edit, words="several" if subject else "[number]", span=span)


def _joined_number(doc: Page, told: Told, place: Place) -> Edit:
    """A number within a compound goes with all of it: "an under-16 team" -> "a team"."""
    text = doc.text
    start, end = place.span.start, place.span.end
    while start > 0 and not text[start - 1].isspace() and text[start - 1] not in '("“,':
        start -= 1
    while end < len(text) and not text[end].isspace() and text[end] not in ').,;"”':
        end += 1
    first = next(i for i in range(place.first, -1, -1) if doc[i].idx <= start)
    whole = replace(place, span=Span(start, end), first=first)
    if text[end : end + 1] == " " and text[end + 1 : end + 2].isalpha():
        edit = gone(doc, told, whole)
        joined = text[edit.span.end : edit.span.end + 4] in ("and ", "or u")  # the other one goes too
        return (
            replace(edit, span=Span(edit.span.start, edit.span.end + 4))
            if joined and doc.lower(first + 1) == "-"
            else edit
        )
    return Edit(told, place, place.span, told.phrase, words="[number]")
