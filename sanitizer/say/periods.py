"""Say two periods as one, or from one to the other."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from kb.values.words import UP_TO_19
from sanitizer.say.adjuncts import with_blank
from sanitizer.say.phrases import covers
from sanitizer.say.plan_types import Edit, gap, without
from sanitizer.say.positions import POINTS, Page
from sanitizer.say.structure import Register
from sanitizer.types import Span

_TO: Final = frozenset({"and", "to", "until", "till", "through", "-", "–", "—"})
_LISTED: Final = frozenset({",", "and", "or", "on", "in", "at", "the"})
"""Words between the times of a list."""
_PAIR: Final = 2
"""Periods that are said as one, or from one to the other; of more in a list each is said once."""
_LINKS: Final = (",", " and", " or")
_HOURS: Final = "|".join(UP_TO_19[1:13])
_CLOCK: Final = (
    r"(?:(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\d|\.\d)|(?:1[0-2]|[1-9])\s?[ap]\.?m\b|(?:[01]\d|2[0-3])[0-5]\d(?:\s?h(?:ou)?rs?\b"
    rf"|(?=\s[-–])|(?=\s[A-Z]))|noon\b|midnight\b|(?:[a-z]+(?:-[a-z]+)?\s(?:past|to)\s)?(?:{_HOURS})(?:\so['’]clock\b|(?<=\w)(?=\W)))"
)
_CLOCK_BEHIND: Final = re.compile(
    rf"(?:,?\s(?:at\s|@\s?)(?:(?:about|around|approximately|approx\.?|exactly|just\s(?:after|before))\s)?|,?\s)(?P<clock>{_CLOCK})"
)
_IN_WORDS: Final = re.compile(rf"(?:[a-z]+(?:-[a-z]+)?\s(?:past|to)\s)?(?:{_HOURS})\b(?!\so['’]clock)")
_CLOCK_BEFORE: Final = re.compile(
    r"(?P<clock>\d[:.]\d\d(?:\s?[ap]\.?m\.?)?|\d\s?[ap]\.?m\.?|(?<=\bat\s)\d{4}|\d{4}\s?h(?:ou)?rs)\s(?:on\s)?$"
)
_DAY: Final = re.compile(r"(?<!\d)\d{1,2}(?!\d)|\dst|\dnd|\drd|\dth")
"""What the notation of a day holds."""
_LONGEST_CLOCK: Final = 40


def merged_periods(page: Page, edits: list[Edit]) -> list[Edit]:
    """Return the edits with two periods joined by a word or dash as one."""
    edits = _each_once(page, _without_lists(page, edits))
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


def with_clocks(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits with days that are told as a longer period beside a time of the day that stays: one day of
    it is meant ("one day in 2023 at 7.30 pm"; in an entry "[day] 2023 19:30")."""
    return [_with_clock(page, edit) for edit in edits]


def _with_clock(page: Page, edit: Edit) -> Edit:
    phrase, place = edit.phrase, edit.place
    if phrase is None or place is None or phrase.kind != "period" or edit.owns or edit.words is None:
        return edit
    surface = edit.told.span.of(page.text)
    if edit.words not in (phrase.words, phrase.bare) or not _DAY.search(surface):
        return edit
    if not (_clock_behind(page, edit.span.end) or _clock_before(page, edit.span.start)):
        return edit
    in_figures = not edit.lead and not any(c.isalpha() for c in surface) and edit.span == edit.told.span
    if edit.lead == "in ":
        return replace(edit, lead="one day in ")
    if edit.lead:
        return edit
    if page.form.of(edit.told.span) is Register.SENTENCE and not in_figures:
        if page.lower(place.first - 1) in (*POINTS, "of", "to", "dated"):
            return replace(edit, words=f"a day in {edit.words}")
        return replace(edit, lead="one day in ")
    if not (phrase.month or phrase.year):
        return replace(edit, words="[date]")
    opened = page.text[max(0, edit.span.start - 1) : edit.span.start] in ("[", "(")
    return replace(edit, words=f"{'day in' if opened else '[day]'} {phrase.bare}")


def _clock_before(page: Page, offset: int) -> bool:
    match = _CLOCK_BEFORE.search(page.text, max(0, offset - _LONGEST_CLOCK // 2), offset)
    return match is not None and not page.covers(match.start("clock"), match.end("clock"))


def _clock_behind(page: Page, offset: int) -> bool:
    """Return whether a time of the day that stays is right behind an offset; one in words alone has "at" before it."""
    match = _CLOCK_BEHIND.match(page.text, offset, offset + _LONGEST_CLOCK)
    if match is None or page.covers(match.start("clock"), match.end("clock")):
        return False
    return not _IN_WORDS.fullmatch(match["clock"]) or " at " in match.group()


def _without_lists(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits with the rest of each list of times whose first one went: times of which nothing is told go
    too, and a period takes the place of the first."""
    done: list[Edit] = []
    for edit in edits:
        first = done[-1] if done else None
        joined = first is not None and first.gone and _is_untold(first) and _is_listed(page, first, edit)
        if first is None or not joined:
            done.append(edit)
        elif _is_untold(edit):
            opens = page.text[first.span.end - 1] == " "
            end = edit.span.end
            done.append(without(edit, first.span.end, with_blank(page, end) if opens else end))
        elif _is_time(edit):
            between = gap(page, first, edit)
            ends = [between.find(word) + len(word) for word in _LINKS if word in between]
            done[-1] = without(first, first.span.start, first.span.end + max(ends, default=0))
            done.append(edit)
        else:
            done.append(edit)
    return done


def _each_once(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits with each period of a list told once, at its first place; the last one that is told takes the
    word before the last of all."""
    done = list(edits)
    start = 0
    while start < len(done):
        end = start + 1
        while end < len(done) and _is_listed_period(page, done[end - 1], done[end]):
            end += 1
        words = [edit.phrase.words if edit.phrase is not None else "" for edit in done[start:end]]
        told = [n for n, said in enumerate(words) if said not in words[:n]]
        if len(told) < len(words) > _PAIR:
            done[start:end] = _told_once(page, done[start:end], told)
        start = end
    return done


def _is_listed_period(page: Page, before: Edit, edit: Edit) -> bool:
    plain = all(
        e.phrase is not None and e.phrase.kind == "period" and not (e.owns or e.pronoun or e.told.literal)
        for e in (before, edit)
    )
    return plain and not edit.lead and _is_listed(page, before, edit)


def _told_once(page: Page, items: Sequence[Edit], told: Sequence[int]) -> list[Edit]:
    """Return the items of a list of which those ``told`` (by their numbers) stay."""
    done, link = [items[0]], gap(page, items[-2], items[-1])
    link = link.removeprefix(",") if len(told) == 2 and link.strip() != "," else link
    for n, (before, edit) in enumerate(pairwise(items), 1):
        if n not in told:
            edit = without(edit, before.span.end, edit.span.end)
        elif n == told[-1]:
            edit = replace(edit, span=Span(before.span.end, edit.span.end), lead=link)
        done.append(edit)
    return done


def _is_listed(page: Page, first: Edit, second: Edit) -> bool:
    """Return whether two times are items of one list."""
    between = page.text[first.told.span.end : second.span.start]
    words = between.replace(",", " , ").split()
    return bool(words) and set(words) <= _LISTED and words[0] in (",", "and", "or")


def _is_untold(edit: Edit) -> bool:
    """Return whether a mention is a time of which nothing is told."""
    phrase = edit.told.phrase
    return phrase is not None and phrase.kind == "unsaid" and phrase.head in ("date", "time")


def _is_time(edit: Edit) -> bool:
    phrase = edit.phrase
    return phrase is not None and (
        phrase.kind == "period" or (phrase.kind == "unsaid" and phrase.head in ("date", "time"))
    )


def _pair(page: Page, first: Edit, second: Edit, link: str, free: int, named: bool) -> list[Edit]:
    """Return two periods with a link between them: one where one holds the other, else from one to the other."""
    one, two, place = first.phrase, second.phrase, first.place
    assert one is not None and two is not None and place is not None
    outer = two if covers(two, one) else one if covers(one, two) or one.words == two.words else None
    i = place.first - 1 - (place.determiner == place.first - 1)
    opening = page.lower(i) if i >= 0 and page[i].idx >= free else ""
    opened = opening in ("between", "from")
    dashed = link in ("-", "–", "—")
    if dashed and not opened and outer is None and one.the | two.the and _in_brackets(page, first, second):
        return [
            replace(edit, place=replace(edit.place or place, headline=False), lead="", words=p.bare)
            for edit, p in ((first, one), (second, two))
        ]
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
        comma = first.span.start - 2
        if link == "and" and not first.lead and comma >= free and page.text.startswith(", ", comma):
            first = replace(first, span=Span(comma, first.span.end), lead=" and ")
        return [first, without(second, first.span.end)]
    if dashed:
        if two.the and second.words == two.words and one.the and first.words == one.bare:
            first = replace(first, words=one.words)
        word = "and" if opening == "between" else "to"
        return [first, replace(second, span=Span(first.span.end, second.span.end), lead=f" {word} ")]
    return [first, second]


def _in_brackets(page: Page, first: Edit, second: Edit) -> bool:
    """Return whether two periods end what stands in brackets: "(1921-2003)"."""
    start = page.text.rfind("(", max(0, first.span.start - 80), first.span.start)
    return start >= 0 and ")" not in page.text[start : second.span.start]
