"""Say two periods as one, or from one to the other."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.say.edits import Edit, gap, without
from sanitizer.say.phrases import covers
from sanitizer.say.positions import Page
from sanitizer.types import Span

_TO: Final = frozenset({"and", "to", "until", "till", "through", "-", "–", "—"})
_LISTED: Final = frozenset({",", "and", "or", "on", "in", "at", "the"})
"""Words between the times of a list."""
_LINKS: Final = (",", " and", " or")


def merged_periods(page: Page, edits: list[Edit]) -> list[Edit]:
    """The edits with two periods joined by a word or dash as one."""
    edits = _without_lists(page, edits)
    for i in range(1, len(edits)):
        first, second = edits[i - 1], edits[i]
        if not (_is_time(first) and _is_time(second)) or first.owns:
            continue
        between = gap(page, first, second)
        if between.strip() not in _TO or "\n" in between:
            continue
        noun = edits[i + 1] if i + 1 < len(edits) else None
        named = noun is not None and page.text[second.span.end : noun.span.start] == " "
        free = edits[i - 2].span.end if i > 1 else 0
        edits[i - 1 : i + 1] = _pair(page, first, second, between.strip(), free, named)
        governed = first.place is not None and first.place.determiner is not None
        if named and noun is not None and governed and between == " and ":
            edits[i + 1] = replace(noun, determiner="", open=False)
    return edits


def _without_lists(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """The edits with the rest of each list of times whose first one went: times of which nothing is told go too, and a
    period takes the place of the first."""
    done: list[Edit] = []
    for edit in edits:
        first = done[-1] if done else None
        joined = first is not None and first.gone and _is_untold(first) and _is_listed(page, first, edit)
        if first is None or not joined:
            done.append(edit)
        elif _is_untold(edit):
            opens = page.text[first.span.end - 1] == " "
            end = edit.span.end + (2 if page.text[edit.span.end : edit.span.end + 2] == ", " else 1)
            done.append(without(edit, first.span.end, end if opens else edit.span.end))
        elif _is_time(edit):
            between = gap(page, first, edit)
            ends = [between.find(word) + len(word) for word in _LINKS if word in between]
            done[-1] = without(first, first.span.start, first.span.end + max(ends, default=0))
            done.append(edit)
        else:
            done.append(edit)
    return done


def _is_listed(page: Page, first: Edit, second: Edit) -> bool:
    """Whether two times are items of one list."""
    between = page.text[first.told.span.end : second.span.start]
    words = between.replace(",", " , ").split()
    return bool(words) and set(words) <= _LISTED and words[0] in (",", "and", "or")


def _is_untold(edit: Edit) -> bool:
    """Whether a mention is a time of which nothing is told."""
    phrase = edit.told.phrase
    return phrase is not None and phrase.kind == "unsaid" and phrase.head in ("date", "time")


def _is_time(edit: Edit) -> bool:
    phrase = edit.phrase
    return phrase is not None and (
        phrase.kind == "period" or (phrase.kind == "unsaid" and phrase.head in ("date", "time"))
    )


def _pair(page: Page, first: Edit, second: Edit, link: str, free: int, named: bool) -> list[Edit]:
    """Two periods with a link between them: one where one holds the other, else from one to the other."""
    one, two, place = first.phrase, second.phrase, first.place
    assert one is not None and two is not None and place is not None
    outer = two if covers(two, one) else one if covers(one, two) or one.words == two.words else None
    i = place.first - 1 - (place.determiner == place.first - 1)
    opening = page.lower(i) if i >= 0 and page[i].idx >= free else ""
    opened = opening in ("between", "from")
    dashed = link in ("-", "–", "—")
    if outer is not None and opened:
        words = outer.words if outer.kind == "period" else "some time"
        lead = "in " if outer.kind == "period" else "for "
        return [
            replace(first, span=Span(page[i].idx, first.span.end), lead=lead, words=words),
            without(second, first.span.end),
        ]
    before_noun = named or (second.place is not None and second.place.modifies is not None)
    if before_noun and link == "and" and place.determiner is not None:
        bare = replace(
            first,
            span=first.told.span,
            lead="",
            words=one.bare,
            determiner="",
            open=False,
        )
        said = two.bare if second.words in (None, two.words) else second.words
        if one.words == two.words:
            return [replace(bare, words=said), without(second, bare.span.end)]
        return [bare, replace(second, words=said, determiner="", open=False)]
    if outer is not None and one.words == two.words:
        return [first, without(second, first.span.end)]
    if dashed:
        if two.the and second.words == two.words and one.the and first.words == one.bare:
            first = replace(first, words=one.words)
        word = "and" if opening == "between" else "to"
        return [first, replace(second, span=Span(first.span.end, second.span.end), lead=f" {word} ")]
    return [first, second]
