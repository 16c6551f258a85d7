"""Leave out what tells no more: of "Redmond, Washington" the state, a second name in brackets."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kb.taxonomy import is_a
from sanitizer.common.knowledge import in_use
from sanitizer.say.edits import Edit
from sanitizer.say.grow import gap, without
from sanitizer.say.heads import LANGUAGE
from sanitizer.say.phrases import HELD, HOLDERS, REMOVED
from sanitizer.say.positions import Page, joins_noun
from sanitizer.say.structure import Register
from sanitizer.text.inflection import singular
from sanitizer.types import Span

_STREETS: Final = frozenset({"street", "road", "avenue", "lane", "square"})
_PART: Final = re.compile(r"[^;,]+(?:[;,]|\Z)?")
"""A part of what stands in brackets."""
_LONG: Final = 5
"""Letters of a word that tells something of what is hidden beside it."""


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
    """Whether a comma stands behind what holds a place that only closes it: its sentence goes on with the verb or with
    another complement ("Bo Ek of Redmond, Washington, left", "to Redmond, Washington, in May")."""
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


def without_restated(page: Page, edits: list[Edit]) -> list[Edit]:
    """A name in brackets right behind a name goes where it tells no more."""
    done: list[Edit] = []
    for i, edit in enumerate(edits):
        before = done[-1] if done else None
        behind = edits[i + 1] if i + 1 < len(edits) else None
        if (alone := _alone_in_brackets(page, edit)) is not None and alone.start >= (
            before.span.end if before else 0
        ):
            done.append(without(edit, alone.start, alone.end))
            continue
        if before is None or before.gone or edit.phrase is None or not _restates(page, before, edit):
            done.append(edit)
            continue
        end = edit.span.end
        closing = page.text[end : end + 2].lstrip('_"”*')
        skip = len(page.text[end : end + 2]) - len(closing)
        if closing[:1] == ")":
            done.append(without(edit, before.span.end, end + skip + 1))
        elif behind is not None and behind.gone and behind.span.start == end:
            done.append(without(edit, before.span.end))
            if page.text[behind.span.end : behind.span.end + 1] == ")":
                edits[i + 1] = replace(behind, span=Span(end, behind.span.end + 1))
            else:
                done[-1] = edit
        elif closing in (", ", "; "):
            done.append(without(edit, page.text.index("(", before.span.end) + 1, end + 2))
        else:
            done.append(edit)
    return done


def without_unnamed(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without names of which nothing is told and that a noun before them introduces: "her memoirs, [...], in
    1966", "two boats, [...] and X"."""
    done: list[Edit] = []
    at = 0
    while at < len(edits):
        end = at + 1
        while (
            end < len(edits) and _is_unnamed(page, edits[at]) and _goes_on(page, edits[end - 1], edits[end])
        ):
            end += 1
        run = edits[at:end]
        if _is_unnamed(page, run[0]) and (closing := _introduced(page, run, done[-1:])) >= 0:
            starts = [run[0].span.start - 2, *(e.span.end for e in run[:-1])]
            ends = [*(e.span.end for e in run[:-1]), closing]
            done += [
                Edit(replace(e.told, literal=None), e.place, Span(*ends_of))
                for e, ends_of in zip(run, zip(starts, ends, strict=True), strict=True)
            ]
        else:
            done += run
        at = end
    return done


def _goes_on(page: Page, before: Edit, edit: Edit) -> bool:
    """Whether a list of names goes on, also with what is hidden in brackets behind one ("Orla (5) and Niamh (2)")."""
    between = gap(page, before, edit)
    return not between if edit.gone else between in (", ", " and ", ", and ") and _is_unnamed(page, edit)


def _is_unnamed(page: Page, edit: Edit) -> bool:
    phrase = edit.phrase
    empty = phrase is not None and (
        phrase.kind == "mark"
        or phrase.something
        or (phrase.person and (phrase.empty or phrase.sex != "") and edit.named)
    )
    bare = empty and not (edit.owns or edit.before)
    return bare and page.form.of(edit.told.span) is Register.SENTENCE


def _introduced(page: Page, run: Sequence[Edit], before_it: Sequence[Edit]) -> int:
    """Where a run of names ends with its comma, if the noun before it says as many things; else -1."""
    start, end = run[0].span.start, run[-1].span.end
    before = (
        page.doc.char_span(start - 2, start - 1) if page.text[max(0, start - 2) : start] == ", " else None
    )
    noun = page[before.start - 1] if before is not None and before.start else None
    if noun is None or noun.pos_ != "NOUN":
        return -1
    told = any(
        e.span.end == start - 2 and e.phrase is not None and e.phrase.kind == "noun" for e in before_it
    )
    if page.covers(noun.idx, start) and not told:
        return -1
    left = {t.dep_ for t in noun.children if t.i < noun.i}
    many = singular(noun.lower_) is not None
    fits = (
        many and bool(left & {"nummod", "det", "nmod:poss"})
        if sum(not e.gone for e in run) > 1
        else not many and bool(left & {"det", "nmod:poss"})
    )
    following = page.text[end : end + 5]
    if not fits or following[:1] not in (".", ";", ","):
        return -1
    comma = page.doc.char_span(end, end + 1)
    another = comma is not None and len(run) == 1 and joins_noun(page, comma.end)
    return end + (following[0] == "," and (another or not following.startswith((", and", ", or", ", but"))))


def without_empty_brackets(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without what stands in brackets and tells nothing: all, where all is hidden and nothing is told but
    classes, and what a name is in another language."""
    done: list[Edit] = []
    at = 0
    while at < len(edits):
        start = page.text.rfind("(", max(0, edits[at].span.start - 60), edits[at].span.start + 1)
        end = page.text.find(")", edits[at].span.end, edits[at].span.end + 200) + 1
        inside = [e for e in edits[at:] if e.span.end <= end] if start > 0 and end else []
        free = not done or done[-1].span.end <= start - 1
        empty = inside and free and _all_hidden(page, inside, start, end)
        whole = Span(start - (page.text[start - 1] == " "), end) if empty else None
        goes = whole or (_in_other_language(page, start, end) if inside and free else None)
        inside = [e for e in inside if goes and goes.start <= e.span.start and e.span.end <= goes.end]
        if goes and inside:
            ends = [*(e.span.end for e in inside[:-1]), goes.end]
            for edit, first, last in zip(inside, [goes.start, *ends], ends, strict=False):
                hidden = replace(edit.told, literal=None)
                done.append(Edit(hidden, edit.place, Span(first, last)))
            at += len(inside)
        else:
            done.append(edits[at])
            at += 1
    return done


def _in_other_language(page: Page, start: int, end: int) -> Span | None:
    """What goes of brackets from the first of their parts on that say what a hidden name is in another language
    ("(Slovene: Brv, born 1961)"), or None; all with the blank before where nothing is left."""
    parts = list(_PART.finditer(page.text, start + 1, end - 1))
    count = next((i for i, part in enumerate(parts) if not _names_in(page, Span(*part.span()))), len(parts))
    if not count:
        return None
    if count == len(parts):
        return Span(start - (page.text[start - 1] == " "), end)
    behind = parts[count].end() - len(parts[count].group().lstrip())
    return Span(start + 1, behind)


def _names_in(page: Page, part: Span) -> bool:
    """Whether a part of a bracket is a language with what is hidden in it."""
    label, colon, value = part.of(page.text).partition(":")
    first = part.end - len(value)
    named = any(c.isalnum() for c in value) if colon and label.strip() else False
    if not named or any(c.isalnum() and not page.taken[first + i] for i, c in enumerate(value)):
        return False
    words = in_use().words
    return any(is_a(words, sense.concept, LANGUAGE) for sense in words.senses(label.split()[-1]))


def _all_hidden(page: Page, inside: Sequence[Edit], start: int, end: int) -> bool:
    """Whether the words between brackets are hidden, but for short ones of the same foreign phrase."""
    if any(not (e.phrase is None or e.phrase.empty) or e.words or e.pronoun for e in inside):
        return False
    if not any(e.told.literal == REMOVED or (e.phrase is not None and e.phrase.something) for e in inside):
        return False
    words = [t for t in page.doc.char_span(start, end, alignment_mode="expand") or () if t.is_alpha]
    free = [t for t in words if not page.covers(t.idx, t.idx + len(t))]
    return all(len(t) < _LONG for t in free) and 2 * len(free) <= len(words)


def _alone_in_brackets(page: Page, edit: Edit) -> Span | None:
    """The brackets around an empty word, with the blank before them."""
    start, end = edit.span.start, edit.span.end
    if (
        edit.phrase is None
        or not edit.phrase.empty
        or page.text[max(0, start - 2) : start] not in (" (", "\xa0(")
    ):
        return None
    before = page.text[max(0, start - 3) : start - 2]
    return Span(start - 2, end + 1) if page.text[end : end + 1] == ")" and before.strip() else None


def _restates(page: Page, before: Edit, edit: Edit) -> bool:
    between = gap(page, before, edit).rstrip('"“_*')
    opened = between in (" (", "\xa0(")
    if not opened or edit.phrase is None or edit.phrase.kind in ("period", "value", "age", "unsaid"):
        return False
    surface = edit.told.span.of(page.text)
    if before.told.referent == edit.told.referent or (surface.isupper() and len(surface) < 7):
        return True
    same = before.phrase is not None and before.phrase.words == edit.phrase.words
    return same or edit.phrase.empty
