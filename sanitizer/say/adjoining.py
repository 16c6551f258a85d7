"""Replacements right beside each other that say one thing twice: a place and what holds it, a period from and to the
same, a list behind the word for it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kb.value_words import UP_TO_19
from sanitizer.text.edits import Change
from sanitizer.text.governed import opens_phrase
from sanitizer.text.inflection import WORDS, head_of, singular
from sanitizer.text.surroundings import is_common
from sanitizer.types import Span

LINK: Final = re.compile(r"\s*(?:,\s*(?:and\b)?|\band\b|&)\s*")
"""What stands between two names of a list."""

INDEFINITE: Final = re.compile(r"(an?) (.+?)(['’]s)?$", re.IGNORECASE | re.DOTALL)
"""A noun phrase with its article, as article, noun and possessive mark."""

_PLACES: Final = r"(?:[A-Z][\w-]+ )*(?:{})(?: in [\w .'-]+)?"
HELD: Final = re.compile(
    _PLACES.format("city|town|village|place|municipality|settlement|capital city|capital|community|suburb")
)
"""A place that something larger holds."""

_HOLDER: Final = re.compile(
    _PLACES.format(
        "state|country|province|region|county|division|administrative district|constituent country"
    )
    + r"|country of [\w .'-]+"
)
_PLACE: Final = re.compile(rf"{HELD.pattern}|{_HOLDER.pattern}|location")
_WITHIN: Final = re.compile(r"\b(?:in|at|near|of|from|to)\s(?:the\s)?$")
_SEVERAL: Final = re.compile(
    r"\b(?:[Tt]he|[Tt]wo|[Tt]hree|four|five|six|several|[Mm]any|[Ss]ome|[Hh]is|[Hh]er|its|[Tt]heir|other|such)\s(?:[\w-]+\s){0,2}(?P<noun>[a-z]+s)"
    r"(?:,|\sof|\ssuch\sas)?(?:\s[\"“_*]?)?$"
)
_COUNTS: Final = ("no", *UP_TO_19[1:4], "several")
_CLOSING: Final = re.compile(r"[\"”_*]?")


def label_of(change: Change) -> str:
    """The noun of a replacement with an indefinite article, "" of others."""
    match = INDEFINITE.match(change.replacement)
    return "" if match is None else match.group(2)


def between(text: str, before: Change, after: Change) -> str:
    """The characters between two changes."""
    return text[before.span.end : after.span.start]


def emptied(change: Change, start: int) -> Change:
    """The change with nothing to write, from `start` on."""
    return replace(change, span=Span(start, change.span.end), replacement="")


def free_from(done: Sequence[Change]) -> int:
    """Where the text is free behind the changes so far: none may grow over another."""
    return done[-1].span.end if done else 0


def inside_once(text: str, changes: Sequence[Change]) -> list[Change]:
    """Of "Redmond, Washington" only the first is told: "an American city", not "an American city, an American state";
    nor is it where more names follow, for then it is a list. Of three and more with commas alone ("Ham, Kent, England")
    only the first is told too."""
    changes = _pairs_once(text, changes)
    done: list[Change] = []
    at = 0
    while at < len(changes):
        end = at + 1
        while (
            end < len(changes)
            and _is_place(changes[end])
            and between(text, changes[end - 1], changes[end]) == ", "
        ):
            end += 1
        chain = end - at > 1 and _is_place(changes[at]) and not _is_listed(text, changes, at, end)
        if chain and (end - at > 2 or _holds(text, changes[at], changes[at + 1])):
            done.append(changes[at])
            done += [emptied(changes[i], changes[i - 1].span.end) for i in range(at + 1, end)]
        else:
            done += changes[at:end]
        at = end
    return done


def _pairs_once(text: str, changes: Sequence[Change]) -> list[Change]:
    """Of several towns, each with what holds it, the towns: "Ada, Ohio, and Ham, Kent" -> "a city, and another"."""
    done = list(changes)
    at = 0
    while at < len(done):
        end = at + 1
        while (
            end < len(done)
            and _is_place(done[end])
            and LINK.fullmatch(between(text, done[end - 1], done[end]))
        ):
            end += 1
        pairs = [
            i
            for i in range(at + 1, end)
            if between(text, changes[i - 1], changes[i]) == ", "
            and HELD.fullmatch(label_of(changes[i - 1]))
            and _HOLDER.fullmatch(label_of(changes[i]))
        ]
        for i in pairs if len(pairs) > 1 else ():
            done[i] = emptied(changes[i], changes[i - 1].span.end)
        at = end
    return done


def _holds(text: str, inner: Change, outer: Change) -> bool:
    """Whether the second of two places is what the first lies in, by its kind or by what stands around both."""
    if _HOLDER.fullmatch(label_of(outer)) and HELD.fullmatch(label_of(inner)):
        return True
    if _HOLDER.fullmatch(label_of(inner)):  # "a region, a country" tells both
        return False
    left = text[max(0, inner.span.start - 12) : inner.span.start]
    return bool(_WITHIN.search(left)) and bool(
        re.match(r"[,.;)\n]|$", text[outer.span.end : outer.span.end + 1])
    )


def _is_place(change: Change) -> bool:
    return bool(_PLACE.fullmatch(label_of(change)))


def _is_listed(text: str, changes: Sequence[Change], first: int, end: int) -> bool:
    """Whether a run of places is a list or part of one ("in Paris, Texas, Rome and Ohio")."""
    start, last = changes[first].span.start, changes[end - 1].span.end
    if LINK.match(text[max(0, start - 5) : start]) or re.search(
        r"(?::|including|such as|[a-z]{2}s of(?: the)?) $", text[max(0, start - 11) : start]
    ):
        return True
    joined = re.match(
        r" (?:and|or|&) (?P<word>\w*)|, (?:and|or|&) (?:the |an? |[A-Z])", text[last : last + 24]
    )
    if joined and not (joined["word"] and joined["word"][0].islower() and _is_verb(joined["word"])):
        return True
    return (
        end < len(changes)
        and bool(LINK.fullmatch(between(text, changes[end - 1], changes[end])))
        and bool(HELD.fullmatch(label_of(changes[end])))
    )


def _is_verb(word: str) -> bool:
    """Whether a sentence goes on with a word behind "and": "Ada, Ohio and *played*"."""
    return opens_phrase(word) and word not in (
        "the",
        "a",
        "an",
        "its",
        "her",
        "his",
        "their",
        "other",
        "in",
        "near",
    )


def behind_their_noun(text: str, changes: Sequence[Change]) -> list[Change]:
    """A list behind the word for it goes: "the Italian periodicals X and Y" -> "the Italian periodicals", "the
    singers X and Y" -> "two singers"."""
    done: list[Change] = []
    at = 0
    while at < len(changes):
        end = at + 1
        while end < len(changes) and _LISTED.fullmatch(between(text, changes[end - 1], changes[end])):
            end += 1
        run: list[Change] = list(changes[at:end])
        start = run[0].span.start
        said = _SEVERAL.search(text, max(free_from(done), start - 60), start) if len(run) > 1 else None
        if (
            said
            and _says_kind(text, said, run)
            and all(label_of(c) for c in run[1:])
            and (label_of(run[0]) or not run[0].replacement)
        ):
            words, from_ = "", said.end("noun")
            if said.start("noun") - said.start() == 4 and said[0].lower().startswith("the "):
                count = _COUNTS[min(len({(c.kind, c.reference) for c in run}), 4)]
                words, from_ = f"{count} {said['noun']}", said.start()
                words = words.capitalize() if said[0][0] == "T" else words
            close = _CLOSING.match(text, run[-1].span.end)
            marked = close is not None and text[start - 1 : start] in ('"', "“", "_", "*")
            done.append(replace(run[0], span=Span(from_, run[0].span.end), replacement=words))
            done += [emptied(run[i], run[i - 1].span.end) for i in range(1, len(run))]
            if marked and close:
                done[-1] = replace(done[-1], span=Span(done[-1].span.start, close.end()))
        else:
            done += run
        at = end
    return done


_LISTED: Final = re.compile(r"[\"”_*]?(?:,\s(?:and\s)?|\sand\s|\s&\s)(?:the\s)?[\"“_*]?")


def _says_kind(text: str, said: re.Match[str], run: Sequence[Change]) -> bool:
    """Whether the noun before a list of names is what they are: "the singers X and Y", no "risks of X and Y"."""
    one = singular(said["noun"])
    if (
        one is None
        or not is_common(one)
        or not all(c.span.of(text).lstrip(' _*"“')[:1].isupper() for c in run)
    ):
        return False
    if said[0].rstrip().endswith(" of"):
        return one in WORDS["places"] or any(head_of(label_of(c))[1] == one for c in run)
    return True


def without_stutter(text: str, changes: Sequence[Change]) -> list[Change]:
    """Of two names with nothing between them ("an aircraft _a work_") the second goes."""
    done: list[Change] = []
    for change in changes:
        before = done[-1] if done else None
        gap = between(text, before, change) if before is not None else ""
        mark = _CLOSING.match(text, change.span.end)
        if (
            before is not None
            and gap in (" _", ' "', " “")
            and mark
            and mark.group()
            and label_of(before)
            and label_of(change)
        ):
            done.append(replace(change, span=Span(before.span.end, mark.end()), replacement=""))
        else:
            done.append(change)
    return done
