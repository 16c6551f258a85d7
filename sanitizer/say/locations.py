"""Say of a place and what it lies in what tells more: of "Redmond, Washington" the city; "in a place in England" is "in
England"."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.say.edits import Edit, Told, gap, without
from sanitizer.say.phrases import HELD, HOLDERS, SOMEWHERE, Phrase
from sanitizer.say.positions import RELATIVES, Page, Place
from sanitizer.say.structure import Register
from sanitizer.types import EntityClass, Span

_QUARTERS: Final = frozenset({"north", "south", "east", "west"}) | {
    f"{ns}{joint}{ew}" for ns in ("north", "south") for joint in ("", "-") for ew in ("east", "west")
}


def around(page: Page, told: Sequence[Told], places: Sequence[Place | None]) -> list[Told]:
    """The mentions; a place that is told once, behind "in" or "from" in a sentence, is told as what it lies in."""
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
    """Whether the second of two places tells where the first one lies ("Leeds in Yorkshire, England"), or is told in
    the same words."""
    one, two = inner.phrase, outer.phrase
    between = page.text[inner.span.end : outer.span.start]
    if one is None or two is None:
        return False
    return one == two or (between in (", ", " in ") and one.place and two.place)


def _is_within(page: Page, place: Place) -> bool:
    """Whether something is said to be in or from the place, and no words but its name are said of it."""
    bare = place.determiner is None and not place.left and place.modifies is None and not place.owns
    i = place.first - 1
    if (start := quarter(page, i)) >= 0:
        i = start - 1
    return bare and place.front == place.first and page.lower(i) in ("in", "from")


def somewhere(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """The edit of a place of which nothing is told, behind its preposition in a sentence: "lives somewhere", "comes
    from somewhere"; None of others."""
    i = place.first - 1 if place.determiner is None else place.determiner - 1
    bare = not (place.left or place.owns or place.joined_left or place.joined_right or place.titles)
    slot = place.slot
    alone = bare and place.modifies is None and not slot.conjuncts and not slot.appositions and i > 0
    unknown = phrase.words == "place" or (phrase.names and told.of_class is EntityClass.LOC)
    if not (alone and unknown) or page.form.of(told.span) is not Register.SENTENCE:
        return None
    behind = place.last + 1 + (page.lower(place.last + 1) == ",")
    if page.lower(behind) in RELATIVES:
        return None
    prepositions = _INTO | _PAST
    if (
        page.lower(i) not in prepositions
        or slot.preposition not in prepositions
        or slot.relation not in _ADVERBIAL
    ):
        return None
    start = page[i].idx if page.lower(i) in _INTO else page[i + 1].idx
    covered = page.covers(start, place.span.start)
    return None if covered else Edit(told, place, Span(start, place.span.end), phrase, pronoun=SOMEWHERE)


def quarter(page: Page, i: int) -> int:
    """Where "the north of" begins that ends with the word ``i``; -1 where none does."""
    north = page.lower(i) == "of" and page.lower(i - 2) == "the" and page.lower(i - 1) in _QUARTERS
    return i - 2 if north else -1


_INTO: Final = frozenset({"in", "at", "to", "into"})
"""Prepositions of a place that "somewhere" holds."""
_PAST: Final = frozenset({"from"})
"""Prepositions that stand before "somewhere"."""
_ADVERBIAL: Final = frozenset({"obl", "obl:unmarked"})
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
        if before is not None and between == ", " and _is_in(before, edit):
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
    """Whether a street is told, and the place that it lies in."""
    one, two = inner.phrase, outer.phrase
    plain = not (inner.owns or outer.owns or outer.lead or outer.pronoun or outer.words)
    return plain and one is not None and two is not None and one.head in _STREETS and two.head in HELD


def _is_vague(inner: Edit, outer: Edit) -> bool:
    """Whether of the inner one of two places no more is told than that it is one, and of the outer one more."""
    one, two = inner.phrase, outer.phrase
    plain = not (inner.owns or outer.owns or inner.lead or outer.lead or inner.before or outer.before)
    if not plain or one is None or two is None or outer.pronoun or inner.pronoun:
        return False
    more = bool(two.after or two.container) or not one.after
    return one.head == "place" != two.head and two.kind == "noun" and two.head in HELD | HOLDERS and more


def _closed(page: Page, edits: Sequence[Edit], i: int) -> int:
    """Where an edit ends with the comma that only closes it."""
    end = edits[i].span.end
    free = edits[i + 1].span.start if i + 1 < len(edits) else len(page.text)
    return end + (end < free and _closes(page, end))


def _closes(page: Page, end: int) -> bool:
    """Whether the comma at `end`, behind a place and what it lies in ("Redmond, Washington,"), only closes the two: the
    sentence goes on with its verb or another complement ("..., left", "..., in May")."""
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
    """Whether the outer one of two places tells no more than the inner one does."""
    one, two = inner.phrase, outer.phrase
    if one is None or two is None or outer.owns or inner.owns or "noun" not in (one.kind, two.kind):
        return False
    if between == " in ":
        return one.head == two.head == "place"
    return between == ", " and one.head in HELD and (two.kind == "name" or two.head in HOLDERS)
