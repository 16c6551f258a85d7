"""What stands before a list and goes with it: "such as", "many of", "both"."""

from typing import Final

from sanitizer.say.edits import Edit
from sanitizer.say.positions import Page, Place
from sanitizer.text.inflection import singular
from sanitizer.text.surroundings import is_person_word

_SUCH: Final = (("such", "as"), ("like",), ("including",))


def such_as(page: Page, first: Edit, groups: dict[str, list[Edit]]) -> int | None:
    """Where " such as" begins before a list of which the noun before it says as much."""
    assert first.place is not None
    for words in _SUCH:
        i = min((*first.place.left, *first.place.titles, first.place.front)) - len(words)
        if (
            first.place.determiner is not None
            or i < 1
            or tuple(page.lower(i + k) for k in range(len(words))) != words
        ):
            continue
        noun = page[i - 1] if page[i - 1].text != "," else page[i - 2]
        one = singular(noun.lower_) or ""
        said = [members[0].phrase for members in groups.values()]
        if one and all(
            p is not None and (p.head == one or (p.empty and (not p.person or is_person_word(one))))
            for p in said
        ):
            return int(noun.idx + len(noun))
    return None


def of_many(page: Page, first: Edit, start: int, free: int, alike: bool) -> int:
    """Where "the cities of" begins before a list that is counted."""
    assert first.place is not None and first.phrase is not None
    i = min((*first.place.left, *first.place.titles, first.place.front)) - 1
    if (
        not alike
        or first.place.determiner is not None
        or page.lower(i) != "of"
        or singular(page.lower(i - 1)) != first.phrase.head
    ):
        return start
    i -= 2 if page.lower(i - 2) == "the" else 1
    return page[i].idx if page[i].idx >= free else start


def both_from(page: Page, place: Place, free: int, start: int) -> tuple[int, str]:
    """Where "both" begins before a list, which is counted instead, and the preposition behind it."""
    i = min((*place.left, *place.titles, place.front)) - 1
    if place.determiner is not None:
        i = place.determiner if page.lower(place.determiner) == "both" else place.determiner - 1
    lead = ""
    if i > 0 and page[i].pos_ == "ADP" and page.lower(i - 1) == "both":
        lead, i = f"{page[i].lower_} ", i - 1
    return (page[i].idx, lead) if i >= 0 and page.lower(i) == "both" and page[i].idx >= free else (start, "")
