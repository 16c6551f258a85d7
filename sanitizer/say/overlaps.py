"""What is told and what is written without overlaps, in the order of the text."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sanitizer.say.drafts import plain
from sanitizer.say.plan_types import Edit, Told
from sanitizer.types import Span


def apart(told: Iterable[Told]) -> list[Told]:
    """In the order of the text; of two that overlap the first keeps its characters."""
    kept: list[Told] = []
    for one in sorted(told, key=lambda t: (t.span.start, -t.span.end, t.entity)):
        start = max(one.span.start, kept[-1].span.end) if kept else one.span.start
        if start < one.span.end:
            kept.append(replace(one, span=Span(start, one.span.end)))
    return kept


def without_overlaps(edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits in order, without one that grew over another."""
    done: list[Edit] = []
    for edit in sorted(edits, key=lambda e: e.told.span):
        if done and edit.span.start < done[-1].span.end:
            if edit.place is not None and edit.told.span.start >= done[-1].span.end:
                edit = plain(edit.told, edit.place)
            elif done[-1].place is not None and done[-1].told.span.end <= edit.span.start:
                done[-1] = plain(done[-1].told, done[-1].place)
            else:
                edit = replace(edit, span=Span(done[-1].span.end, max(edit.span.end, done[-1].span.end + 1)))
        done.append(edit)
    return done
