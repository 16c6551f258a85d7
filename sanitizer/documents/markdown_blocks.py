"""Part a text in Markdown into blocks of what a reader sees, and marks, each with its place in the source."""

import re
from collections.abc import Sequence
from html import unescape
from itertools import accumulate
from typing import Final

from markdown_it.common.html_re import HTML_TAG_RE
from markdown_it.token import Token

from sanitizer.documents.markdown_inline import Line, literal, parser
from sanitizer.documents.markdown_marks import INLINE_TAGS, STRANGE, Block, Mark, Node, Parted, tag_name
from sanitizer.errors import DocumentError

_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});")
_SCRIPT: Final = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_NEXT_MARK: Final = re.compile("[<&]")
_ROLES: Final = {
    **dict.fromkeys(("th_open", "td_open"), "cell"),
    **dict.fromkeys(("heading_close", "th_close", "td_close"), "body"),
    "heading_open": "heading",
}
_LINE_OF_LETTERS: Final = re.compile(r"[^\n]*[^\W_][^\n]*")


def parted(source: str) -> Parted:
    """Return what a source holds, whose lines end with a line feed. Raises DocumentError where marks are not
    understood."""
    own = _Parting(source)
    own.read(parser().parse(source))
    return own.found


class _Parting:
    """A source being parted."""

    def __init__(self, source: str) -> None:
        self.found = Parted()
        self._source = source
        self._lines = source.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]
        self._labels: dict[str, int] = {}
        self._role = "body"
        self._row: int | None = None
        self._rows = self._after = self._numbered = 0
        self._items: list[int] = []
        self._kept: list[Mark] = []
        self._number: Mark | None = None
        """A number before a point that begins a line, but counts no item of a list."""

    def read(self, tokens: Sequence[Token]) -> None:
        """Find all tokens."""
        for token in tokens:
            if token.type in _ROLES:
                self._role = _ROLES[token.type]
            elif token.type == "ordered_list_open":
                self._items.append(0)
            elif token.type == "ordered_list_close":
                self._items.pop()
            elif token.type == "list_item_open" and token.info:
                self._items[-1] += 1
                self._item(token, self._items[-1])
            elif token.type in ("tr_open", "thead_open", "tr_close"):
                self._row_mark(token)
            elif token.type == "inline":
                self._line(token)
            elif token.type in ("fence", "code_block"):
                self._code(token)
            elif token.type == "html_block":
                self._html(token)
        self._tell_number()
        self._rest()

    def _row_mark(self, token: Token) -> None:
        """Count a row; the head of a table stands apart from the rows before it."""
        self._rows += token.type != "tr_close"
        self._row = None if token.type == "tr_close" else self._rows
        self._after = self._starts[(token.map or [0])[0]]

    def _line(self, token: Token) -> None:
        """Find the words of a paragraph, a heading or a cell."""
        is_cell = self._role == "cell"
        block = Block(self._role, row=self._row if is_cell else None)
        at = self._cell(token) if is_cell else self._places(token)
        self._after = at[-1]
        self._begin(block, at[0])
        Line(block, token.content, at, self.found, self._labels).read(token.children or [])
        self.found.blocks.append(block)

    def _item(self, token: Token, count: int) -> None:
        """Keep the number before an item of a list where it counts it; any other is read."""
        line = (token.map or [0])[0]
        self._tell_number()
        told = f"{token.info}{token.markup}"
        start = self._source.find(told, max(self._starts[line], self._numbered), self._starts[line + 1])
        if start < 0:
            raise DocumentError(STRANGE)
        self._numbered = start + len(told)
        number = Mark(start, start + len(token.info), token.info)
        if int(token.info) in (0, 1, count):
            self._kept.append(number)
        else:
            self._number = Mark(start, number.end + len(token.markup), f"{token.info}{token.markup} ")

    def _begin(self, block: Block, at: int) -> None:
        """Let a block begin with a number before it."""
        number = self._number
        if number is not None and not self._source[number.end : at].strip(" \t"):
            block.nodes.append(Node(number.start, at, number.written))
            self._number = None
        self._tell_number()

    def _tell_number(self) -> None:
        """Let a number that stands before no text be a block of its own."""
        number, self._number = self._number, None
        if number is not None:
            self.found.blocks.append(Block(nodes=[Node(number.start, number.end, number.written.strip())]))

    def _places(self, token: Token) -> list[int]:
        """Return where each character of what a token holds stands in the source, and where it ends."""
        at: list[int] = []
        line, last = (token.map or [0, 0])[0], 0
        is_fence = token.type == "fence"
        for content in token.content.removesuffix("\n").split("\n"):
            told, own = content.strip(), self._lines[line + is_fence].rstrip()
            start = len(own) - len(told) if own.endswith(told) else own.find(told)
            if start < 0:
                raise DocumentError(STRANGE)
            start += self._starts[line + is_fence]
            lead = len(content) - len(content.lstrip()) if told else 0
            at += [start] * lead
            at += range(start, start + len(content) - lead)
            last = start + len(told)
            at.append(last)
            line += 1
        if token.content.endswith("\n"):
            at.append(last)
        return at

    def _cell(self, token: Token) -> list[int]:
        """Return the places of the characters of a cell, which stands behind the one before it."""
        after = self._after
        told = token.content.replace("|", r"\|")
        start = self._source.find(told, after) if told else after
        if start < 0 or "\n" in self._source[after:start]:
            raise DocumentError(STRANGE)
        at = []
        for character in token.content:
            at.append(start)
            start += 2 if character == "|" else 1
        return [*at, start]

    def _code(self, token: Token) -> None:
        """Find the lines of code, and the word behind the fence."""
        at = self._places(token)
        block = Block("code", code=True)
        self._begin(block, at[0])
        block.nodes += literal(token.content, at, 0, len(token.content.rstrip("\n")))
        self.found.blocks.append(block)
        if token.type == "fence" and token.info:
            line = (token.map or [0])[0]
            start = self._starts[line] + self._lines[line].find(token.markup) + len(token.markup)
            self.found.marks.append(Mark(start, self._starts[line + 1] - 1))
            self.found.leave_out("name of a language", token.info)

    def _html(self, token: Token) -> None:
        """Find texts between tags, cut at those that begin or end a block."""
        at, content = self._places(token), token.content.rstrip("\n")
        block = Block(html=True)
        self._begin(block, at[0])
        place = 0
        while place < len(content):
            script, tag = _SCRIPT.match(content, place), HTML_TAG_RE.match(content, place)
            entity = _ENTITY.match(content, place)
            found = script or tag
            if found is not None:
                told = f"<!{script.group()}>" if script else found.group()
                mark = self.found.tag(at[place], at[found.end() - 1] + 1, told)
                if tag_name(mark.written) not in INLINE_TAGS and not told.startswith("<!"):
                    self.found.blocks.append(block)
                    block = Block(html=True)
                block.marks.append(mark)
                place = found.end()
            elif entity is not None:
                block.nodes.append(Node(at[place], at[entity.end() - 1] + 1, unescape(entity.group())))
                place = entity.end()
            else:
                next_mark = _NEXT_MARK.search(content, place + 1)
                stop = next_mark.start() if next_mark else len(content)
                block.nodes += literal(content, at, place, stop)
                place = stop
        self.found.blocks.append(block)

    def _rest(self) -> None:
        """Leave out all letters that nothing reads: definitions of links, cells without a column."""
        known = [(own.start, own.end) for block in self.found.blocks for own in block.nodes]
        marks = (*self._kept, *self.found.marks, *(own for block in self.found.blocks for own in block.marks))
        known += [(own.start, own.end) for own in marks]
        place = 0
        for start, end in [*sorted(known), (len(self._source), len(self._source))]:
            for line in _LINE_OF_LETTERS.finditer(self._source, place, max(start, place)):
                self.found.marks.append(Mark(line.start(), line.end()))
                self.found.leave_out("target of a link" if "]:" in line.group() else "other text")
            place = max(place, end)
