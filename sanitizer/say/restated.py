"""Remove what two replacements say twice of one thing."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.say.adjoining import LINK, between, label_of
from sanitizer.say.appositions import EMPTY
from sanitizer.text.edits import Change
from sanitizer.text.inflection import head_of
from sanitizer.types import Span

_VAGUE: Final = EMPTY | {"organization", "location", "code", "name"}
"""What tells nothing of a thing just told."""
_OPENS: Final = re.compile(r"[ \xa0]\((?:[a-z]+: )?[_\"“*]?$")
_ACRONYM: Final = re.compile(r"[A-Z]{2,6}s?")
_CLOSES: Final = re.compile(r"[_\"”*]?\)|[_\"”*]?[,;] ")


def in_brackets_once(text: str, changes: Sequence[Change]) -> list[Change]:
    """A second name in brackets goes: "a university (another university)" -> "a university", "a person (another person,
    born in May)" -> "a person (born in May)"."""
    done: list[Change] = []
    for at, change in enumerate(changes):
        before = done[-1] if done else None
        if before is None or not before.replacement or not _restates(text, before, change):
            done.append(change)
            continue
        close = _CLOSES.match(text, change.span.end)
        behind = changes[at + 1].span.start if at + 1 < len(changes) else len(text)
        if close is None or close.end() > behind:  # the next change has grown over the comma
            done.append(change)
            continue
        start = before.span.end if text[close.end() - 1] == ")" else text.index("(", before.span.end) + 1
        done.append(replace(change, span=Span(start, close.end()), replacement=""))
    return done


def _restates(text: str, before: Change, change: Change) -> bool:
    gap = between(text, before, change)
    if not _OPENS.fullmatch(gap):
        return False
    if _ACRONYM.fullmatch(change.span.of(text)) and text[change.span.end : change.span.end + 1] == ")":
        return True  # "British Standards (BS)"
    label = "thing" if change.replacement == "something" else label_of(change)
    return bool(label) and (label in _VAGUE or label == label_of(before))


def kinds_once(text: str, changes: Sequence[Change]) -> list[Change]:
    """A bare word for a kind goes behind the same one: "a French writer, writer and poet" -> "a French writer and
    poet"."""
    done: list[Change] = []
    for change in changes:
        before = done[-1] if done else None
        if said := _said_before(text, before.span.end if before is not None else 0, change):
            done.append(replace(change, span=Span(said, change.span.end), replacement=""))
            continue
        if (
            before is not None
            and before.replacement == "by another name"
            and between(text, before, change) == " or "
        ):
            done.append(replace(change, span=Span(before.span.end, change.span.end), replacement=""))
            continue
        if before is None or not _same_kind(before.replacement, change.replacement):
            done.append(change)
            continue
        gap = between(text, before, change)
        if not LINK.fullmatch(gap):
            done.append(change)
            continue
        joined = gap.strip(" ,") and text[before.span.start - 2 : before.span.start] == ", "
        if joined and not (len(done) > 1 and done[-2].span.end > before.span.start - 2):
            done[-1] = replace(
                before,
                span=Span(before.span.start - 2, before.span.end),
                replacement=f" and {before.replacement}",
            )  # "a singer, writer and writer"
        comma = not joined and gap == ", " and text.startswith(", and ", change.span.end)  # two are left
        done.append(replace(change, span=Span(before.span.end, change.span.end + comma), replacement=""))
    return done


def _said_before(text: str, free: int, change: Change) -> int:
    """Where the gap starts between a kept word and a bare label that is the same ("a Serbian artist, *artist*"), 0 when
    they are not."""
    label = change.replacement
    if not re.fullmatch(r"[a-z]+", label) or change.span.of(text)[:1].isupper():
        return 0
    left = text[max(free, change.span.start - 40) : change.span.start]
    said = left.endswith(f"{label}, ") and not left[: -len(label) - 2][-1:].isalnum()
    return change.span.start - 2 if said else 0


def _same_kind(before: str, after: str) -> bool:
    """Whether a bare label says what the words before it say."""
    if not re.fullmatch(r"[a-z][a-z -]*", after) or re.match(r"(?:the|an?|something)\b", after):
        return False
    said = re.sub(r"^(?: and )?(?:an?|the) ", "", before)
    return bool(said) and head_of(said)[1] == head_of(after)[1] and said.endswith(after)
