"""Two periods right beside each other: from and to the same, one within the other, a dash between them."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.say.adjoining import between, emptied, free_from, label_of
from sanitizer.text.edits import Change
from sanitizer.types import Span

_TIMES: Final = re.compile(r"\b(?P<opening>[Bb]etween|[Ff]rom) $")
_LINKS: Final = (" and ", " to ", " until ", " - ", " – ", "–", "-")
_DASHES: Final = frozenset(["-", "–", "—", "‐", "‑"])
_ARTICLE: Final = re.compile(r"an? ", re.IGNORECASE)
_CENTURY: Final = re.compile(r"(\d(?:st|nd|rd|th)) century$")
_PART: Final = re.compile(r"(?:the )?(?:early|mid|late)[- ]")
_PERIOD: Final = re.compile(
    r"(?:the )?(?:(?:early|mid|late)[- ])?"
    r"(?:(?P<year>\d{4})|(?P<decade>\d{3}0)s|(?P<century>\d\d?)(?:st|nd|rd|th)[ -]century)$"
)


def period_once(text: str, changes: Sequence[Change]) -> list[Change]:
    """ "between the 1960s and the 1960s" -> "in the 1960s", "between the 1980s and the 20th century" -> "in the 20th
    century", "from a date to a date" -> "for some time", "the 1860s–the 1910s" -> "the 1860s to the 1910s"."""
    done: list[Change] = []
    for change in changes:
        before = done[-1] if done else None
        if before is None:
            done.append(change)
            continue
        gap = between(text, before, change)
        outer = _outer(before.replacement, change.replacement) if gap in _LINKS else None
        if outer is None:
            done.append(_undashed(text, before, change) if gap in _DASHES else change)
            continue
        opened = _TIMES.search(text, max(free_from(done[:-1]), before.span.start - 9), before.span.start)
        same = before.replacement == change.replacement
        vague = label_of(change) == "date"
        told = vague or bool(re.search(r"\d", change.replacement))
        if not told or (not opened and (not same or gap.strip().isalpha())):
            done.append(_undashed(text, before, change) if gap in _DASHES else change)
        elif opened:
            words = "for some time" if vague else f"in {outer}"
            words = words.capitalize() if opened["opening"][0].isupper() else words
            done[-1] = replace(before, span=Span(opened.start(), before.span.end), replacement=words)
            done.append(emptied(change, before.span.end))
        else:
            done.append(emptied(change, before.span.end))
    return done


def before_one_noun(text: str, changes: Sequence[Change]) -> list[Change]:
    """Two periods before one noun: "the 1997 and 2002 Finnish Cup" -> "the 1990s and 2000s competition", and once where
    they are the same."""
    done: list[Change] = []
    noun = -1
    for i, change in enumerate(changes):
        before = done[-1] if done else None
        if i == noun:
            done.append(replace(change, replacement=_ARTICLE.sub("", change.replacement)))
        elif before is None or not _before_noun(text, before, changes[i : i + 2]):
            done.append(change)
        else:
            noun = i + 1 if i + 1 < len(changes) and not between(text, change, changes[i + 1]).strip() else -1
            first, second = (_CENTURY.sub(r"\1-century", c.replacement) for c in (before, change))
            done[-1] = replace(before, replacement=first)
            if first.removeprefix("the ") == second.removeprefix("the "):
                done.append(replace(change, span=Span(before.span.end, change.span.end), replacement=""))
            else:
                done.append(replace(change, replacement=second.removeprefix("the ")))
    return done


def _before_noun(text: str, before: Change, following: Sequence[Change]) -> bool:
    """Whether two periods with "and" between them stand before what was a name, with their determiner before them."""
    change = following[0]
    if (
        between(text, before, change) != " and "
        or _years(before.replacement) is None
        or _years(change.replacement) is None
    ):
        return False
    governed = re.search(
        r"\b(?:the|his|her|its|their) $", text[max(0, before.span.start - 6) : before.span.start]
    )
    if not governed and not re.match(r"(?:the|his|her|its|their) ", before.span.of(text), re.IGNORECASE):
        return False
    if len(following) > 1 and between(text, change, following[1]) in (" ", "\xa0"):
        return bool(label_of(following[1]))
    return re.match(r" [a-z]+s\b", text[change.span.end : change.span.end + 20]) is not None


def _outer(first: str, second: str) -> str | None:
    """The period that holds the other one, where they are not two."""
    if first == second:
        return first
    one, two = _years(first), _years(second)
    if one is None or two is None:
        return None
    if two[0] <= one[0] and one[1] <= two[1] and not _PART.match(second):
        return second
    return first if one[0] <= two[0] and two[1] <= one[1] and not _PART.match(first) else None


def _years(words: str) -> tuple[int, int] | None:
    """First and last year of a period; of a part of a decade or century, those of the whole: a part holds no other
    period."""
    found = _PERIOD.match(words)
    if found is None:
        return None
    if found["century"]:
        return 100 * int(found["century"]) - 100, 100 * int(found["century"]) - 1
    first = int(found["year"] or found["decade"])
    return first, first + (9 if found["decade"] else 0)


def _undashed(text: str, before: Change, change: Change) -> Change:
    """A period behind a dash that joins it to a period takes a word instead: "between 1827-1831" too."""
    if not (before.replacement.startswith("the ") and change.replacement.startswith("the ")):
        return change
    opened = _TIMES.search(text, max(0, before.span.start - 9), before.span.start)
    word = "and" if opened and opened["opening"].lower() == "between" else "to"
    return replace(
        change, span=Span(before.span.end, change.span.end), replacement=f" {word} {change.replacement}"
    )
