"""Leave out what stands in brackets and tells no more: a second name, what a hidden name is in another language."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kb.taxonomy import is_a
from sanitizer.common.knowledge import in_use
from sanitizer.say.heads import LANGUAGE
from sanitizer.say.phrases import REMOVED
from sanitizer.say.plan_types import Edit, gap, without
from sanitizer.say.positions import Page
from sanitizer.types import Span

_PART: Final = re.compile(r"[^;,]+(?:[;,]|\Z)?")
"""A part of what stands in brackets."""
_LONG: Final = 5
"""Letters of a word that tells something of what is hidden beside it."""


def without_restated(page: Page, edits: list[Edit]) -> list[Edit]:
    """Let a name in brackets right behind a name go where it tells no more."""
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


def without_empty_brackets(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits without what stands in brackets and tells nothing: all, where all is hidden and nothing is
    told but classes, and what a name is in another language."""
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
    """Return what goes of brackets from the first of their parts on that say what a hidden name is in another language
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
    """Return whether a part of a bracket is a language with what is hidden in it."""
    label, colon, value = part.of(page.text).partition(":")
    first = part.end - len(value)
    named = any(c.isalnum() for c in value) if colon and label.strip() else False
    if not named or any(c.isalnum() and not page.taken[first + i] for i, c in enumerate(value)):
        return False
    words = in_use().words
    return any(is_a(words, sense.concept, LANGUAGE) for sense in words.senses(label.split()[-1]))


def _all_hidden(page: Page, inside: Sequence[Edit], start: int, end: int) -> bool:
    """Return whether the words between brackets are hidden, but for short ones of the same foreign phrase."""
    if any(not (e.phrase is None or e.phrase.empty) or e.words or e.pronoun for e in inside):
        return False
    if not any(e.told.literal == REMOVED or (e.phrase is not None and e.phrase.something) for e in inside):
        return False
    words = [t for t in page.doc.char_span(start, end, alignment_mode="expand") or () if t.is_alpha]
    free = [t for t in words if not page.covers(t.idx, t.idx + len(t))]
    return all(len(t) < _LONG for t in free) and 2 * len(free) <= len(words)


def _alone_in_brackets(page: Page, edit: Edit) -> Span | None:
    """Return the brackets around an empty word, with the blank before them."""
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
