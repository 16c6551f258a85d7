"""Say where a place lies instead of what it is, where only that is known: "in a place in England" is "in England"."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from sanitizer.say.edits import Told
from sanitizer.say.phrases import Phrase
from sanitizer.say.positions import Page, Place
from sanitizer.say.structure import Register


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
            and (following is None or following.phrase != one.phrase)
            and _is_within(page, place)
            and page.form.of(one.span) is Register.SENTENCE
        ):
            one = replace(one, phrase=Phrase(one.phrase.holder, "name"))
        done.append(one)
    return done


def _is_within(page: Page, place: Place) -> bool:
    """Whether something is said to be in or from the place, and no words but its name are said of it."""
    bare = place.determiner is None and not place.left and place.modifies is None and not place.owns
    return bare and place.front == place.first and page.lower(place.first - 1) in ("in", "from")
