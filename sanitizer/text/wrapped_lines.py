"""Read paragraphs that an editor has broken into lines as they were before: a name may stand on two lines."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

NARROWEST: Final = 50
WIDEST: Final = 100
"""Characters of the longest line of a text that is broken into lines."""
_LEAST_LINES: Final = 4
"""Lines of a paragraph that shows how wide the lines of a text are: that two or three are as wide is often chance, as
of messages in a chat."""
_FILLED: Final = 0.7
"""Share of the lines of such a paragraph, but the last, that the next word would have made too long."""
_GOING_ON: Final = 0.3
"""Share of its further lines that begin in small letters, as sentences go on."""
_ITEM: Final = re.compile(r"[-–—*•·>|#+=_~]|\(?(?:\d{1,3}|[A-Za-z])[.)]\s|[^\W\d_][\w ]{0,24}:(?:\s|$)|\s")
"""What begins a line of its own: an item of a list, a field, a quotation, a line that is set in."""
_COLUMNS: Final = re.compile(r"\S(?: {2,}|\t)\S|\|")
"""What a row of a table has between its cells."""


def unwrapped(text: str) -> str:
    """Return a text with blanks in place of the line breaks at which an editor has broken its paragraphs; it is as long
    as before, so that all offsets hold."""
    if "\n" not in text:
        return text
    lines = text.split("\n")
    bare = [line.rstrip() for line in lines]
    blocks = [list(block) for told, block in groupby(range(len(lines)), lambda i: bool(bare[i])) if told]
    filled = [_width(bare, block) for block in blocks]
    usual = max(filled, default=0)
    if not usual:
        return text
    joined = {
        i
        for block, width in zip(blocks, filled, strict=True)
        for i in block[:-1]
        if _is_broken(bare[i], bare[i + 1], width or usual)
    }
    made = [line.replace("\r", " ") + " " if i in joined else line + "\n" for i, line in enumerate(lines)]
    return "".join(made)[: len(text)]


def _width(lines: Sequence[str], block: Sequence[int]) -> int:
    """Return the width to which the lines of a paragraph are filled; 0 where they are not."""
    width = max(len(lines[i]) for i in block)
    if len(block) < _LEAST_LINES or not NARROWEST <= width <= WIDEST:
        return 0
    further = [lines[i] for i in block[1:]]
    going_on = sum(line[:1].islower() for line in further)
    filled = sum(_is_broken(lines[i], lines[i + 1], width) for i in block[:-1])
    prose = going_on >= _GOING_ON * len(further) and filled >= _FILLED * len(further)
    return width if prose else 0


def _is_broken(line: str, following: str, width: int) -> bool:
    """Return whether a line ends only because the next word would have made it wider than that."""
    if len(line) > width or _ITEM.match(following) or _COLUMNS.search(line) or _COLUMNS.search(following):
        return False
    return len(line) + 1 + len(following.split(maxsplit=1)[0]) > width
