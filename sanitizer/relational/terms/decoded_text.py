"""Read a text as whoever sees it shown would: codes of characters decoded, marks of layout gone, with the way back."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

from sanitizer.text.fold import fold
from sanitizer.text.folded import Folded

_TAG: Final = (
    r"<!--[^<>]{0,200}-->|</?[A-Za-z][\w:-]{0,20}(?:\s[^<>]{0,200})?/?>"
    r"|\[/?[A-Za-z]{1,8}(?:=[^\]\n]{0,80})?\]"
)
_CODED: Final = re.compile(
    rf"(?P<tags>(?:{_TAG})+)|(?P<entity>&(?:#\d{{1,7}}|#[xX][0-9A-Fa-f]{{1,6}}|[A-Za-z]\w{{1,30}});)"
    r"|(?P<bytes>(?:%[0-9A-Fa-f]{2})+|(?:=[0-9A-F]{2})+)|\\u(?P<escape>[0-9A-Fa-f]{4})"
)
_NAME_OF_TAG: Final = re.compile(r"[<\[](/?)([A-Za-z][\w:-]*)")
_ROUNDS: Final = 3
"""How often what was decoded is decoded again: "&amp;lt;b&amp;gt;"."""


def readings(text: str) -> Iterator[Folded]:
    """Yield the text as it is, and as it is read after each round of decoding, as long as rounds change it."""
    seen = Folded(text)
    yield seen
    for _ in range(_ROUNDS):
        decoded = _decoded(seen.text)
        new = _through(_through(seen, decoded), fold(decoded.text))
        if new.text == seen.text:
            return
        seen = new
        yield seen


def _decoded(text: str) -> Folded:
    """Return one round: each code of characters is these characters, tags are gone."""
    made: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for match in _CODED.finditer(text):
        says = _says(match)
        if says is None:
            continue
        start, end = match.span()
        made += [text[at:start], says]
        starts += [*range(at, start), *[start] * len(says)]
        ends += [*range(at + 1, start + 1), *[end] * len(says)]
        at = end
    if not at:
        return Folded(text)
    made.append(text[at:])
    starts += range(at, len(text))
    ends += range(at + 1, len(text) + 1)
    return Folded("".join(made), tuple(starts), tuple(ends))


def _says(match: re.Match[str]) -> str | None:
    """Return what a code or a run of tags says; None where it is no code."""
    if match["tags"]:
        return " " if _next_cell(match["tags"]) else ""
    if match["entity"]:
        char = unescape(match["entity"])
        return None if char == match["entity"] else char
    if match["escape"]:
        return chr(int(match["escape"], 16))
    try:
        return bytes.fromhex(re.sub("[%=]", "", match["bytes"])).decode("utf-8")
    except UnicodeDecodeError:
        return None


def _next_cell(tags: str) -> bool:
    """Return whether one element ends and another kind of element begins: what stands there is not one word."""
    names = [(m[1], m[2].lower()) for m in _NAME_OF_TAG.finditer(tags)]
    closed = [name for slash, name in names if slash]
    return bool(closed) and any(not slash and name not in closed for slash, name in names)


def _through(first: Folded, second: Folded) -> Folded:
    """Chain two foldings, the second made of the text of the first: its text, with the way back to the original."""
    if second.starts is None or second.ends is None:
        return first
    if first.starts is None or first.ends is None:
        return second
    starts, ends = first.starts, first.ends
    return Folded(
        second.text, tuple(starts[i] for i in second.starts), tuple(ends[i - 1] for i in second.ends)
    )
