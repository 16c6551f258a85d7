"""Say of a place and what it lies in what tells more: of "Redmond, Washington" the city; "in a place in England" is "in
England"."""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Final

from spacy.tokens import Doc

from sanitizer.say.phrases import HELD, HOLDERS, Phrase
from sanitizer.say.plan_types import Edit, Told, gap, without
from sanitizer.say.positions import HYPHENS, LEFT, MODIFYING, Page, Place
from sanitizer.say.structure import Register
from sanitizer.text.fold import words as words_of
from sanitizer.types import EntityClass, Span

_QUARTERS: Final = frozenset({"north", "south", "east", "west"}) | {
    f"{ns}{joint}{ew}" for ns in ("north", "south") for joint in ("", "-") for ew in ("east", "west")
}


def around(page: Page, told: Sequence[Told], places: Sequence[Place | None]) -> list[Told]:
    """Return the mentions; a place that is told once, behind "in" or "from" in a sentence, is told as what it lies
    in."""
    mentions = Counter(one.referent for one in told)
    done = []
    for i, (one, place) in enumerate(zip(told, places, strict=True)):
        following = told[i + 1] if i + 1 < len(told) else None
        if (
            place is not None
            and one.phrase is not None
            and one.phrase.holder
            and mentions[one.referent] == 1
            and not (following is not None and _is_chain(page, one, following))
            and not (i and _is_chain(page, told[i - 1], one))
            and _is_within(page, place)
            and page.form.of(one.span) is Register.SENTENCE
        ):
            one = replace(one, phrase=Phrase(one.phrase.holder, "name"))
        done.append(one)
    return done


def _is_chain(page: Page, inner: Told, outer: Told) -> bool:
    """Return whether the second of two places tells where the first one lies ("Leeds in Yorkshire, England"), stands in
    a list with it, or is told in the same words."""
    one, two = inner.phrase, outer.phrase
    between = page.text[inner.span.end : outer.span.start]
    if one is None or two is None:
        return False
    return one == two or (between in (", ", " in ") and one.place and two.place)


def _are_listed(page: Page, one: Span, two: Span) -> bool:
    """Return whether the tree has both of two places in one list ("Lund, Oslo and Paris"): none tells where the other
    lies."""
    first, second = (page.doc.char_span(s.start, s.end, alignment_mode="expand") for s in (one, two))
    if first is None or second is None or second.root.dep_ != "conj":
        return False
    head = first.root.head if first.root.dep_ == "conj" else first.root
    return second.root.head.i in (first.root.i, head.i)


def _is_within(page: Page, place: Place) -> bool:
    """Return whether something is said to be in or from the place, and no words but its name are said of it."""
    bare = place.determiner is None and not place.left and place.modifies is None and not place.owns
    i = place.first - 1
    if (start := quarter(page, i)) >= 0:
        i = start - 1
    return bare and place.front == place.first and page.lower(i) in ("in", "from")


def lettered(doc: Doc, told: Told, places: Container[int]) -> bool:
    """Return whether a letter can stand for a place or body of which no more is told than that it is one: for a
    place behind a preposition of place ("lives in X") and not before what it lies in (``places`` are where such
    begin), for a body where nothing describes it."""
    words = doc.char_span(told.span.start, told.span.end, alignment_mode="expand")
    if words is None or not told.label or not is_unknown(told) or words.root.dep_ in MODIFYING - _GOVERNED:
        return False
    first = words.start - (doc[words.start - 1].lower_ == "the" if words.start else 0)
    before = doc[first - 1] if first else None
    joined = words.end < len(doc) and doc[words.end].text in HYPHENS and not words[-1].whitespace_
    if joined or before is None:
        return False
    if told.of_class is EntityClass.LOC:
        return before.lower_ in _LOCATIVE and told.span.end + len(", ") not in places
    return before.pos_ not in LEFT


def is_unknown(told: Told) -> bool:
    """Return whether of a place or body no more is told than its class, or a kind that every reader expects."""
    phrase = told.phrase
    if phrase is None or told.of_class not in (EntityClass.LOC, EntityClass.ORG):
        return False
    if told.of_class is EntityClass.LOC:
        return phrase.names or phrase.words == "place" or phrase.anywhere
    return phrase.words == "organization"


def quarter(page: Page, i: int) -> int:
    """Return where "the north of" begins that ends with the word ``i``; -1 where none does."""
    north = page.lower(i) == "of" and page.lower(i - 2) == "the" and page.lower(i - 1) in _QUARTERS
    return i - 2 if north else -1


_LOCATIVE: Final = words_of("in at to into from near around outside via towards toward through")
"""Prepositions behind which a letter is read as a place."""
_GOVERNED: Final = words_of("nmod obl:unmarked")
"""Relations of phrases with a preposition."""
_AREAS: Final = frozenset(
    {"city", "town", "village", "state", "country", "region", "province", "county", "district"}
)
"""Kinds of places that have an inside."""
_STREETS: Final = frozenset({"street", "road", "avenue", "lane", "square"})


def without_holders(page: Page, edits: list[Edit]) -> list[Edit]:
    """Of "Redmond, Washington" the city is told."""
    done: list[Edit] = []
    for i, edit in enumerate(edits):
        before = done[-1] if done else None
        if before is not None and before.gone and len(done) > 1 and done[-2].span.end == before.span.start:
            kept = next((e for e in reversed(done) if not e.gone), None)
        else:
            kept = before
        between = "" if before is None else gap(page, before, edit)
        if before is not None and between == ", " and _are_listed(page, before.told.span, edit.told.span):
            done.append(edit)
        elif before is not None and between == ", " and _is_in(before, edit):
            done.append(replace(edit, span=Span(before.span.end, _closed(page, edits, i)), lead=" in "))
        elif before is not None and between in (" in ", ", ") and _is_vague(before, edit):
            done[-1] = without(before, before.span.start, edit.span.start)
            done.append(edit)
        elif before is not None and kept is not None and _holds(kept, edit, between):
            done.append(without(edit, before.span.end, _closed(page, edits, i)))
        else:
            done.append(edit)
    return done


def _is_in(inner: Edit, outer: Edit) -> bool:
    """Return whether a street is told, and the place that it lies in."""
    one, two = inner.told.phrase, outer.phrase
    plain = not (inner.owns or outer.owns or outer.lead or outer.pronoun or outer.words)
    return plain and one is not None and two is not None and one.head in _STREETS and two.head in HELD


def _is_vague(inner: Edit, outer: Edit) -> bool:
    """Return whether of the inner one of two places no more is told than that it is one, and of the outer one more."""
    one, two = inner.phrase, outer.phrase
    plain = not (inner.owns or outer.owns or inner.lead or outer.lead or inner.before or outer.before)
    if not plain or one is None or two is None or outer.pronoun or inner.pronoun:
        return False
    more = bool(two.after or two.container) or not one.after
    return one.head == "place" != two.head and two.kind == "noun" and two.head in HELD | HOLDERS and more


def within(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits; who was "at Satara" was in a city, for only what is a point is one that somebody is at."""
    return [_within(page, edit) for edit in edits]


def _within(page: Page, edit: Edit) -> Edit:
    phrase, place = edit.phrase, edit.place
    plain = not (edit.lead or edit.words or edit.pronoun or edit.many or edit.gone)
    if phrase is None or place is None or not plain or phrase.kind != "noun" or phrase.head not in _AREAS:
        return edit
    first = page.doc.char_span(edit.span.start, edit.span.end, alignment_mode="expand")
    before = first[0].i - 1 if first is not None else -1
    if page.lower(before) != "at" or edit.determiner not in ("a", "another", "the") or page[before].is_title:
        return edit
    return replace(edit, span=Span(page[before].idx, edit.span.end), lead="in ")


def _closed(page: Page, edits: Sequence[Edit], i: int) -> int:
    """Return where an edit ends with the comma that only closes it."""
    end = edits[i].span.end
    free = edits[i + 1].span.start if i + 1 < len(edits) else len(page.text)
    return end + (end < free and _closes(page, end))


def _closes(page: Page, end: int) -> bool:
    """Return whether the comma at `end`, behind a place and what it lies in ("Redmond, Washington,"), only closes
    the two: the sentence goes on with its verb or another complement ("..., left", "..., in May")."""
    comma = page.doc.char_span(end, end + 1) if page.text[end : end + 2] == ", " else None
    if comma is None or comma.end >= len(page):
        return False
    following = page[comma.end]
    place = page.doc.char_span(max(0, end - 1), end, alignment_mode="expand")
    governors = {t.i for t in place[0].ancestors} if place else set()
    head = following if following.pos_ == "VERB" else following.head
    finite = following.pos_ in ("VERB", "AUX") and "Part" not in following.morph.get("VerbForm")
    return (finite and head.i in governors) or (following.pos_ == "ADP" and following.dep_ == "case")


def _holds(inner: Edit, outer: Edit, between: str) -> bool:
    """Return whether the outer one of two places tells no more than the inner one does."""
    one, two = inner.phrase, outer.phrase
    if one is None or two is None or outer.owns or inner.owns or "noun" not in (one.kind, two.kind):
        return False
    if between == " in ":
        return one.head == two.head == "place"
    return between == ", " and one.head in HELD and (two.kind == "name" or two.head in HOLDERS)
