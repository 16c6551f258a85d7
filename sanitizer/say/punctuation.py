"""Keep the text around what is said whole: brackets stay in pairs, lines apart, words unglued.

A span may begin or end in the wrong place; what is written must not make that worse. Whatever was planned, a bracket
whose partner stays is written again, as is the end of a line or of a sentence; what would be glued to a part of a word
is said as a label in brackets; where nothing is left between two commas, one goes.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from sanitizer.say.phrases import REMOVED
from sanitizer.say.plan_types import Edit
from sanitizer.text.fold import words as words_of
from sanitizer.text.titles import TITLES
from sanitizer.types import Span

_PAIRS: Final = {"(": ")", "[": "]", "{": "}", "“": "”"}
_ENDS: Final = (".", "!", "?")
_CLOSING: Final = {closing: opening for opening, closing in _PAIRS.items()}
_MARKS: Final = frozenset((*_PAIRS, *_CLOSING, "\n"))
_MARK: Final = re.compile("[" + re.escape("".join(sorted(_MARKS))) + "]")
_SMALL: Final = words_of("a an the up to in on at of for by from about with")
"""Words that never stand twice in a row."""
_LONGEST: Final = max(map(len, _SMALL)) + 1

_PARTED: Final = re.compile(r",? ")
_LABEL_LEFT: Final = re.compile(r"[ ]\((?:[^\W\d_]+[ ]){0,2}[^\W\d_]+[.:]?\Z")
_LONGEST_LABEL: Final = 40

_OPENING: Final = {'"': '"', "“": "”"}
_QUOTES: Final = {'"': '"', "”": "“"}
"""Quotation marks that close, and those that open."""

Said = tuple[Edit, str]


def kept_whole(text: str, said: Sequence[Said], starts: Collection[int] = ()) -> list[Said]:
    """Mend the marks around the edits (in order, disjoint; each with its words): pairs of quotation marks and brackets,
    the end of a sentence, commas, indents, doubled words. ``starts`` are the offsets at which sentences begin."""
    paired = [(_with_quotes(text, edit), words) for edit, words in said]
    done = [_unglued(text, edit, _undoubled(text, edit, words)) for edit, words in paired]
    lost = [_lost(text, edit, words) for edit, words in done]
    gone = {i for places in lost for i in places}
    pairs = _pairs(text) if gone else ()
    alone = {i for pair in pairs for i in pair if i in gone and not gone.issuperset(pair)}
    whole = [
        _with(text, one, [i for i in places if i in alone]) for one, places in zip(done, lost, strict=True)
    ]
    free = [*(edit.span.start for edit, _ in whole[1:]), len(text)][: len(whole)]
    mended = [
        _without_comma(text, _without_indent(text, _ended(text, one, starts), end), end)
        for one, end in zip(whole, free, strict=True)
    ]
    begins = [0, *(edit.span.end for edit, _ in mended)][: len(mended)]
    return [
        _without_brackets(text, one, begin, end) for one, begin, end in zip(mended, begins, free, strict=True)
    ]


def _without_brackets(text: str, said: Said, begin: int, end: int) -> Said:
    """With the brackets, and the blank before them, of which an edit leaves nothing but them, or the words for a number
    that goes: "(client *no. 19077*)"."""
    edit, words = said
    if not words and edit.told.label == "code" and text[edit.span.end : edit.span.end + 1] == ")":
        left = _LABEL_LEFT.search(text, max(begin, edit.span.start - _LONGEST_LABEL), edit.span.start)
        if left and edit.span.end < end:
            return replace(edit, span=Span(left.start(), edit.span.end + 1)), words
    start, behind = edit.span.start - 1, edit.span.end + 1
    around = start >= begin and behind <= end and text[start : start + 1] + text[behind - 1 : behind] == "()"
    if words or not around:
        return said
    start -= start > begin and text[start - 1] == " "
    return replace(edit, span=Span(start, behind)), words


def _with_quotes(text: str, edit: Edit) -> Edit:
    """With the quotation mark right before an edit that takes the closing one alone, without the opening one whose
    partner stays."""
    start, end = edit.span.start, edit.span.end
    opening = text[start : start + 1]
    if opening in _OPENING and edit.told.literal is None and start + 1 < end:
        stop = text.find("\n", end)
        line = text[start + 1 : stop if stop >= 0 else len(text)]
        if line.count(_OPENING[opening]) % 2 and _OPENING[opening] not in text[start + 1 : end]:
            return replace(edit, span=Span(start + 1, end))
    taken, mark = edit.span.of(text), text[end - 1 : end]
    if mark not in _QUOTES or taken.count(mark) != 1 or text[max(0, start - 1) : start] != _QUOTES[mark]:
        return edit
    return replace(edit, span=Span(start - 1, end))


def _ended(text: str, said: Said, starts: Collection[int]) -> Said:
    """With the end of the sentence that the edit grew over, or that the mention's own last mark was too."""
    edit, words = said
    end = edit.span.end
    if text[end - 1] not in _ENDS or not words or words[-1] in _ENDS:
        return said
    at = end
    while text[at : at + 1] == " ":
        at += 1
    ends = text[at : at + 1] in ("", "\n")
    if end <= edit.told.span.end:
        if edit.told.literal is not None or words[-1] == "]":
            return said
        blank = text.find(" ", at)
        named = text[at : blank if blank >= 0 else len(text)].rstrip(".").lower() in TITLES
        ends = ends or at in starts or named
    else:
        ends = ends or text[at].isupper()
    return (edit, words + text[end - 1]) if ends else said


def _without_comma(text: str, said: Said, free: int) -> Said:
    """Without the second of the two commas between which nothing is left."""
    edit, words = said
    start, end = edit.span.start, edit.span.end
    if words or end >= free or text[max(0, start - 1) : start] != "," or text[end] != ",":
        return said
    return replace(edit, span=Span(start, end + 1)), words


def _without_indent(text: str, said: Said, free: int) -> Said:
    """Without the blank that would begin the next line."""
    edit, words = said
    end = edit.span.end
    if not words.endswith("\n") or text[end : end + 1] != " " or end >= free:
        return said
    return replace(edit, span=Span(edit.span.start, end + 1)), words


def _undoubled(text: str, edit: Edit, words: str) -> str:
    """Return the words without a small word at their beginning that stands before them already: "lives up *up* to"."""
    first, blank, rest = words.partition(" ")
    before = text[max(0, edit.span.start - _LONGEST - 1) : edit.span.start].lower()
    return rest if blank and first in _SMALL and before.endswith(f" {first} ") else words


def _unglued(text: str, edit: Edit, words: str) -> Said:
    """Return a label in brackets for what was found within a word, without a hyphen to part it; with the comma or
    blank that alone parts it from the word before."""
    span = edit.told.span
    parted = _PARTED.match(text, edit.span.start, edit.span.end)
    if parted and words[:1].isalnum() and text[max(0, edit.span.start - 1) : edit.span.start].isalnum():
        return edit, parted.group() + words
    if edit.told.literal is not None or edit.span != span:
        return edit, words
    left = text[max(0, span.start - 1) : span.start + 1]
    right = text[span.end - 1 : span.end + 1]
    glued = (len(left) == 2 and left.isalnum() and words[:1].isalnum()) or (
        len(right) == 2 and right.isalnum() and words[-1:].isalnum()
    )
    return (edit, f"[{words}]") if glued else (edit, words)


def _lost(text: str, edit: Edit, words: str) -> list[int]:
    """Return where brackets and ends of lines stand that an edit takes away."""
    found: list[int] = []
    taken = edit.span.of(text)
    for mark in sorted(_MARKS.intersection(taken)):
        places = [edit.span.start + i for i, c in enumerate(taken) if c == mark]
        found += places[words.count(mark) :]
    return found


def _pairs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the brackets of a text that belong together, within a paragraph; each end of a line is its own pair."""
    opened: list[int] = []
    for mark in _MARK.finditer(text):
        i, c = mark.start(), mark.group()
        if c in _PAIRS:
            opened.append(i)
        elif c in _CLOSING and opened and text[opened[-1]] == _CLOSING[c]:
            yield opened.pop(), i
        elif c == "\n":
            yield i, -1
            if text[i + 1 : i + 2] == "\n":
                opened.clear()


def _with(text: str, said: Said, places: Sequence[int]) -> Said:
    """Return what is said, with the marks at some places of what it takes."""
    edit, words = said
    if not places or edit.told.literal not in (None, REMOVED):
        return said
    opening = "".join(text[i] for i in places if text[i] in _PAIRS)
    closing = "".join(text[i] for i in sorted(places) if text[i] not in _PAIRS)
    if opening and words[:1] == " ":
        opening, words = f" {opening}", words[1:]
    elif opening and edit.span.of(text)[:1] == " ":
        opening = f" {opening}"
    return edit, f"{opening}{words or (REMOVED if opening else '')}{closing}"
