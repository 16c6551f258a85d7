"""Say a dose before the medicine that is told in general words: "amlodipine 5 mg" is "5 mg of a medicine"."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kb.values.amounts import measure
from sanitizer.say.plan_types import Edit, gap, without
from sanitizer.say.positions import Page
from sanitizer.types import Span

_DOSED: Final = frozenset({"mg", "µg", "g", "ml", "units", "iu"})


def with_doses(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits with the dose right behind a noun phrase of a sentence said before it."""
    done: list[Edit] = []
    for edit in edits:
        before = done[-1] if done else None
        value = edit.phrase is not None and edit.phrase.kind == "value" and edit.words and not edit.lead
        if before is not None and value and _takes_dose(before) and gap(page, before, edit) == " ":
            if _is_dose(edit.told.span.of(page.text)):
                done[-1] = replace(before, lead=f"{edit.words} of ")
                edit = without(edit, before.span.end)
        elif before is not None and (end := _dose_behind(page, before, edit.span.start)):
            done[-1] = _dosed(page, before, end)
        done.append(edit)
    if done and (end := _dose_behind(page, done[-1], len(page.text))):
        done[-1] = _dosed(page, done[-1], end)
    return done


def _takes_dose(edit: Edit) -> bool:
    plain = edit.determiner == "a" and edit.words is None and not (edit.lead or edit.after or edit.owns)
    return plain and edit.phrase is not None and edit.phrase.kind == "noun" and not edit.phrase.person


def _dose_behind(page: Page, edit: Edit, free: int) -> int:
    """Return where a dose ends that the text has right behind an edit and no other edit changes; 0 where there is
    none."""
    if not _takes_dose(edit) or edit.place is None or page.text[edit.span.end : edit.span.end + 1] != " ":
        return 0
    for last in (edit.place.last + 2, edit.place.last + 1):
        if last < len(page):
            end = int(page[last].idx) + len(page[last])
            if end <= free and _is_dose(page.text[edit.span.end + 1 : end]):
                return end
    return 0


def _is_dose(words: str) -> bool:
    one = measure(words) if words[:1].isdigit() else None
    return one is not None and one.kind in _DOSED


def _dosed(page: Page, edit: Edit, end: int) -> Edit:
    dose = page.copy(edit.span.end + 1, end)
    return replace(edit, span=Span(edit.span.start, end), lead=f"{dose} of ")
