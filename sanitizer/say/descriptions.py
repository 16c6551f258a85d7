"""Leave out descriptions behind names that tell no more of a person than the name does."""

from collections.abc import Sequence
from dataclasses import replace

from sanitizer.say.edits import Edit
from sanitizer.say.grow import without
from sanitizer.say.labels import OCCUPATION
from sanitizer.say.phrases import WORKER
from sanitizer.say.positions import Page
from sanitizer.types import Span


def without_empty_descriptions(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without a description behind a name that tells no more of a person than the name does: "a woman, the
    person, reported", "a doctor, a doctor at a hospital, wrote"."""
    done: list[Edit] = []
    closing: set[int] = set()
    for i, edit in enumerate(edits):
        if edit.span.end in closing:
            edit = replace(edit, span=Span(edit.span.start, edit.span.end + 1))
        before = done[-1] if done else None
        start = _described_from(page, before, edit)
        if before is None or start < 0:
            done.append(edit)
            continue
        end = _closed(page, edit, edits[i + 1 :])
        if end is None:
            done.append(edit)
            continue
        closing.add(end)
        done.append(without(edit, start, edit.span.end + (edit.span.end == end)))
    return done


def _described_from(page: Page, before: Edit | None, edit: Edit) -> int:
    """Where the comma stands before a description that tells no more than the name before it; -1 where it is none."""
    phrase, place = edit.phrase, edit.place
    if before is None or before.gone or not before.named or phrase is None or place is None:
        return -1
    start = edit.span.start
    if place.determiner is not None and not edit.determiner:
        start = min(start, page[place.determiner].idx)
    alone = not (edit.before or edit.after or edit.lead or edit.words or edit.pronoun or edit.named)
    if not alone or edit.many or edit.owns or before.span.end != start - 2 or page.text[start - 2] != ",":
        return -1
    same = before.phrase is not None and before.phrase.person and before.phrase.words == phrase.words
    unsaid = phrase.tag == OCCUPATION or phrase.words == WORKER
    return start - 2 if same or unsaid or (phrase.person and phrase.empty) else -1


def _closed(page: Page, edit: Edit, behind: Sequence[Edit]) -> int | None:
    """Where the comma stands that closes a description, -1 where none does; None where it cannot go with an edit."""
    end = edit.span.end
    if page.text[end : end + 1] in (".", ";"):
        return -1
    if page.text[end : end + 1] == ",":
        return end
    stops = [page.text.find(mark, end) for mark in (",", ". ", ".\n", ";")]
    nearest = min((stop for stop in stops if stop >= 0), default=len(page.text))
    if page.text[nearest : nearest + 1] != ",":
        return -1
    return nearest if any(e.span.end == nearest for e in behind) else None
