"""Say where a place lies instead of what it is, where only that is known: "in a place in England" is "in England"."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.say.edits import Told
from sanitizer.say.phrases import Phrase
from sanitizer.say.positions import Page, Place
from sanitizer.say.structure import Register

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


def quarter(page: Page, i: int) -> int:
    """Where "the north of" begins that ends with the word ``i``; -1 where none does."""
    north = page.lower(i) == "of" and page.lower(i - 2) == "the" and page.lower(i - 1) in _QUARTERS
    return i - 2 if north else -1
