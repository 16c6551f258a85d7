"""Count equal things in a list: "a man, a woman and a man" are two men and a woman."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from kb.values.words import UP_TO_19
from sanitizer.say.determiners import small
from sanitizer.say.phrases import SOMETHING
from sanitizer.say.phrases_from_labels import phrase_of
from sanitizer.say.plan_types import Edit, without
from sanitizer.say.positions import LEFT, Page, Place
from sanitizer.text.inflection import singular
from sanitizer.text.surroundings import is_person_word
from sanitizer.types import Span

_COUNTS: Final = ("no", *UP_TO_19[1:11])


def _links(gap: str) -> tuple[bool, bool]:
    """Return whether a gap holds nothing but what joins a list, and whether it has a conjunction."""
    words = gap.replace(",", " , ").replace("&", " and ").split()
    link = bool(words) and set(words) <= {",", "and", "the"} and words != ["the"] and "\n" not in gap
    return link, "and" in words


def counted(page: Page, edits: list[Edit]) -> list[Edit]:
    """Count runs of names that stand for equal things: "a man, a woman and a man" -> "two men and a woman"."""
    first_seen: dict[tuple[str, int], int] = {}
    for i, edit in enumerate(edits):
        if not edit.gone or edit.attribute is not None:
            first_seen.setdefault(edit.told.referent, i)
    in_order = sorted(first_seen.items(), key=lambda entry: entry[1])
    done: list[Edit] = []
    known: set[tuple[str, int]] = set()
    at = seen = 0
    while at < len(edits):
        run, periods, end, joined = _run(page, edits, at)
        free = done[-1].span.end if done else 0
        while seen < len(in_order) and in_order[seen][1] < at:
            known.add(in_order[seen][0])
            seen += 1
        merged = _merged(page, run, joined, known, free) if len(run) > 1 else []
        done += _with_periods(merged, run, periods) if merged else edits[at:end]
        at = end
    return done


def _run(page: Page, edits: Sequence[Edit], at: int) -> tuple[list[Edit], list[Edit], int, bool]:
    """Return the list that begins with an edit: its items, the periods in brackets behind them, where it ends, and
    whether a conjunction joins it."""
    items, periods = [edits[at]], list[Edit]()
    end, joined = at + 1, False
    if not _is_item(edits[at]) and not _is_described(edits[at]):
        return items, periods, end, False
    named = _named(edits[at])
    while end < len(edits) and not joined:
        at_end = items[-1].span.end
        ahead = end
        period = _in_brackets(page, at_end, edits[ahead])
        if period:
            at_end, ahead = edits[ahead].span.end + 1, ahead + 1
        item = edits[ahead] if ahead < len(edits) else None
        link = (False, False) if item is None else _links(page.text[at_end : item.span.start])
        fits = item is not None and _is_item(item) and _named(item) is named and link[0]
        if period and (fits or periods):
            periods.append(edits[ahead - 1])
            end = ahead
        if not fits or item is None:
            break
        items.append(item)
        end, joined = ahead + 1, link[1]
    if joined and end < len(edits) and periods and _in_brackets(page, items[-1].span.end, edits[end]):
        periods.append(edits[end])
        end += 1
    return items, periods, end, joined


def _with_periods(merged: list[Edit], run: Sequence[Edit], periods: Sequence[Edit]) -> list[Edit]:
    """Return a list that is told as one, with the periods of its items as one."""
    if not periods:
        return merged
    phrases = [p.phrase for p in periods if p.phrase is not None and p.phrase.interval is not None]
    phrases.sort(key=lambda p: p.interval or (0, 0))
    said = ""
    if len(phrases) == len(periods):
        first, last = phrases[0].words, phrases[-1].words
        said = f" ({first})" if first == last else f" ({first} to {last})"
    parts: list[Edit] = [*run, *periods]
    parts.sort(key=lambda e: e.told.span)
    head = replace(merged[0], after=merged[0].after + said)
    if head.span.end > parts[1].told.span.start:  # the noun before the list has taken it in
        return merged
    result, position = [head], head.span.end
    for part in parts[1:]:
        end = part.span.end + (part in periods)
        result.append(without(part, position, end))
        position = end
    return result


def _named(edit: Edit) -> bool:
    return edit.place is not None and edit.place.named


def _in_brackets(page: Page, start: int, edit: Edit) -> bool:
    """Return whether a period stands alone in brackets right behind an offset."""
    period = edit.phrase is not None and edit.phrase.kind == "period"
    return (
        period
        and page.text[start : edit.span.start] in (" (", "(")
        and page.text[edit.span.end : edit.span.end + 1] == ")"
    )


def _is_item(edit: Edit) -> bool:
    place, phrase = edit.place, edit.phrase
    if place is None or edit.owns or edit.lead or edit.words is not None or place.modifies is not None:
        return False
    if edit.gone:
        return (place.named and bool(place.noun)) or edit.attribute == edit.told.phrase is not None
    return phrase is not None and phrase.kind == "noun" and (not place.left or bool(place.noun))


def _is_described(edit: Edit) -> bool:
    """Return whether what somebody is has a modifier, and may begin a list: "a German physicist and meteorologist"."""
    phrase, place = edit.phrase, edit.place
    return (
        phrase is not None
        and phrase.person
        and place is not None
        and not place.named
        and not edit.gone
        and _is_item(replace(edit, place=replace(place, left=())))
    )


def _merged(
    page: Page, run: Sequence[Edit], joined: bool, known: set[tuple[str, int]], free: int
) -> list[Edit]:
    """Return a list as one edit and others that are gone; nothing where it is better told one by one."""
    first = run[0]
    assert first.place is not None
    if first.place.noun:
        several = singular(page.lower(first.place.noun[0])) is not None
        several = several and all(not e.gone and e.place is not None and not e.place.noun for e in run[1:])
        return _behind_noun(page, run, free) if several and (joined or first.gone) else []
    if first.gone and first.attribute == first.told.phrase:  # numbers behind what they number
        alike = all(e.told.phrase == first.told.phrase for e in run)
        return [first, *(without(e, b.span.end) for b, e in pairwise(run))] if alike else []
    if any(e.gone or e.place is None or e.many for e in run):
        return []
    if not first.place.named:
        return _of_one(run, joined)
    again = [e.told.referent in known for e in run]
    if (any(again) and not all(again)) or not all(e.open for e in run):
        return []
    groups: dict[str, list[Edit]] = {}
    for edit in run:
        assert edit.phrase is not None
        groups.setdefault(edit.phrase.words, []).append(edit)
    rest = [replace(without(e, b.span.end), attribute=e.phrase, listed=True) for b, e in pairwise(run)]
    if (such := such_as(page, first, groups)) is not None and such >= free:
        return [without(first, such), *rest]
    if (
        len(groups) == len(run)
        or (len(run) == 2 and not joined)
        or (len(groups) > 1 and (not joined or all(again)))
    ):
        return []
    said = [_group(members) for members in groups.values()]
    words = said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
    start, lead = both_from(page, first.place, free, first.span.start)
    start = of_many(page, first, start, free, len(groups) == 1)
    if len({e.told.referent for e in run}) == 1:
        return [replace(first, span=Span(start, first.span.end), lead=lead), *rest]
    head = replace(
        first,
        span=Span(start, first.span.end),
        lead=lead,
        open=False,
        words=words,
        attribute=first.phrase,
        listed=True,
    )
    return [replace(head, determiner="the" if all(again) else ""), *rest]


def _group(members: Sequence[Edit]) -> str:
    phrase = members[0].phrase
    assert phrase is not None
    count = len({e.told.referent for e in members})
    if count == 1 and phrase.something:
        return SOMETHING
    if count == 1 or not (phrase.countable or phrase.something):
        return phrase.one
    return f"{_COUNTS[count] if count < len(_COUNTS) else 'several'} {phrase.many}"


def _of_one(run: Sequence[Edit], joined: bool) -> list[Edit]:
    """Return common nouns: several things of one kind are counted; what one person is ("a dramatist, novelist and
    poet") is said once."""
    if not joined:
        return []
    first = run[0]
    assert first.place is not None
    things = all(
        e.determiner in ("a", "")
        and e.place is not None
        and not e.place.article
        and e.place.determiner is None
        for e in run
    )
    kept: list[Edit] = []
    for edit in run:
        assert edit.phrase is not None
        if not any(
            k.phrase is not None and edit.phrase.words in (k.phrase.words, k.phrase.head) for k in kept
        ):
            kept.append(edit)
    if len(kept) == len(run):
        return []
    phrase = first.phrase
    if (
        things
        and len(kept) == 1
        and phrase is not None
        and not phrase.person
        and phrase.countable
        and any(e.determiner for e in run)
    ):
        words = _group(run)
        return [
            replace(first, determiner="", words=words),
            *(without(e, b.span.end) for b, e in pairwise(run)),
        ]
    done: list[Edit] = []
    for i, edit in enumerate(run):
        if i and edit in kept:
            link = " and " if edit is kept[-1] else ", "
            done.append(replace(edit, span=Span(run[i - 1].span.end, edit.span.end), lead=link))
        else:
            done.append(without(edit, run[i - 1].span.end) if i else edit)
    return done


def _behind_noun(page: Page, run: Sequence[Edit], free: int) -> list[Edit]:
    """Return names behind the word for all of them: "stars actors Bo Ek and Ann Lee" -> "stars two actors"."""
    first, place = run[0], run[0].place
    assert place is not None
    noun = page[place.noun[0]]
    end = noun.idx + len(noun)
    called = phrase_of(singular(noun.lower_) or noun.lower_)
    rest = [replace(without(e, b.span.end), attribute=called, listed=True) for b, e in pairwise(run)]
    gone = replace(without(first, end), attribute=called)
    first_word = min((*place.left, *place.noun))
    start, i = page[first_word].idx, place.determiner
    if (i is not None and page.lower(i) != "the") or page.taken[start : noun.idx].any() or len(run) == 1:
        return [gone, *rest]
    entities = len({e.told.referent for e in run})
    kept = page.text[start:end]
    kept = small(page, first_word, kept)
    if i is None and first_word and page[first_word - 1].pos_ in LEFT and page[first_word - 1].whitespace_:
        return [gone, *rest]
    start = page[i].idx if i is not None else start
    if start < free:
        return [gone, *rest]
    count = _COUNTS[entities] if entities < len(_COUNTS) else "several"
    return [
        Edit(
            first.told,
            place,
            Span(start, first.span.end),
            words=kept,
            determiner=count,
            attribute=called,
            listed=True,
        ),
        *rest,
    ]


_SUCH: Final = (("such", "as"), ("like",), ("including",))


def such_as(page: Page, first: Edit, groups: dict[str, list[Edit]]) -> int | None:
    """Return where " such as" begins before a list of which the noun before it says as much."""
    assert first.place is not None
    for words in _SUCH:
        i = first.place.begins - len(words)
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
    """Return where "the cities of" begins before a list that is counted."""
    assert first.place is not None and first.phrase is not None
    i = first.place.begins - 1
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
    """Return where "both" begins before a list, which is counted instead, and the preposition behind it."""
    i = place.begins - 1
    if place.determiner is not None:
        i = place.determiner if page.lower(place.determiner) == "both" else place.determiner - 1
    lead = ""
    if i > 0 and page[i].pos_ == "ADP" and page.lower(i - 1) == "both":
        lead, i = f"{page[i].lower_} ", i - 1
    return (page[i].idx, lead) if i >= 0 and page.lower(i) == "both" and page[i].idx >= free else (start, "")
