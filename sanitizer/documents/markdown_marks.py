"""Say what a text in Markdown is parted into: blocks of words that a reader sees, and marks, each with its place."""

import re
from dataclasses import dataclass, field
from typing import Final

from markdown_it.common.html_blocks import block_names

from sanitizer.text.fold import words as word_set
from sanitizer.text.patterns import ANY_ALPHANUMERIC

STRANGE: Final = "holds Markdown that cannot be read: let its name end in .txt"
"""Why a file is refused."""
INLINE_TAGS: Final = word_set("a b br code del em i ins kbd mark q s small span strong sub sup tt u var wbr")
"""Elements that may stand inside of a word."""
_BLOCK_TAGS: Final = frozenset(block_names) | {"pre"}
_NAME: Final = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)")


@dataclass(frozen=True, slots=True)
class Node:
    """Characters ``start`` to ``end`` of the source, which a reader sees as ``shown``."""

    start: int
    end: int
    shown: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters ``start`` to ``end`` of the source, which no reader sees, are written as ``written``."""

    start: int
    end: int
    written: str = field(default="", repr=False)


@dataclass(slots=True)
class Block:
    """What is read as one: its ``nodes`` in order, its ``marks``, and the ``pairs`` of marks of emphasis (places of the
    opening and the closing one). ``role`` is as in :class:`Piece`; ``row`` numbers the row of a table it is a cell of,
    ``html`` says that entities, not backslashes, hide letters of marks in it, ``code`` that nothing does."""

    role: str = "body"
    nodes: list[Node] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    pairs: list[tuple[Mark, Mark]] = field(default_factory=list)
    row: int | None = None
    html: bool = False
    code: bool = False

    @property
    def text(self) -> str:
        """What a reader sees."""
        return "".join(node.shown for node in self.nodes)


@dataclass(slots=True)
class Parted:
    """The blocks of a source, ``marks`` that lie in none of them, and how many parts of which kind are not read."""

    blocks: list[Block] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)

    def tag(self, start: int, end: int, told: str) -> Mark:
        """Return the mark that a tag at these places becomes."""
        bare = bare_tag(told)
        if bare.rstrip(">") != told.lower().rstrip(" />"):
            self.leave_out("comment" if told.startswith("<!--") else "tag or attribute")
        return Mark(start, end, bare)

    def leave_out(self, kind: str, told: str = "x") -> None:
        """Count a part that is not read, where it told anything."""
        if ANY_ALPHANUMERIC.search(told):
            self.left_out[kind] = self.left_out.get(kind, 0) + 1


def tag_name(tag: str) -> str:
    """Return the name of an element in a tag, in lower case; "" for what is none."""
    name = _NAME.match(tag)
    return name.group(1).lower() if name else ""


def bare_tag(tag: str) -> str:
    """Return a tag without its attributes; nothing for what is no element that is known."""
    name = tag_name(tag)
    return f"<{'/' if tag[1] == '/' else ''}{name}>" if name in INLINE_TAGS | _BLOCK_TAGS else ""
