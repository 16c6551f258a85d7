"""Find the words and marks of a line of Markdown in its source.

markdown-it-py says what is a mark, not where: each of its tokens is found again, in order.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sanitizer.documents.markdown_marks import STRANGE, Block, Mark, Node, Parted
from sanitizer.errors import DocumentError

_FOOTNOTE: Final = re.compile(r"\[\^([^\]\s]+)\](?::[ \t]*)?")
_BREAK: Final = re.compile(r"[ \t]*\\?\n[ \t]*")
_OPENING: Final = frozenset(["em_open", "strong_open", "s_open"])
_CLOSING: Final = frozenset(["em_close", "strong_close", "s_close"])


def _ended(rule: Callable[[Any, bool], bool]) -> Callable[[Any, bool], bool]:
    """Return a rule of the parser that notes on its last token where what it read ends."""

    def noted(state: Any, silent: bool) -> bool:
        done = rule(state, silent)
        if done and not silent:
            state.tokens[-1].meta["end"] = state.pos
        return done

    return noted


def _footnote(state: Any, silent: bool) -> bool:
    """Read a reference to a footnote, or the label before its text."""
    found = _FOOTNOTE.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    end = found.end() if state.pos == 0 else found.end(1) + 1
    if not silent:
        state.push("footnote", "", 0).content = state.src[state.pos : end]
    state.pos = end
    return True


def parser() -> MarkdownIt:
    """CommonMark with tables, struck words and footnotes, whose tokens say where links end."""
    own = MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable("text_join")
    rules = {rule.name: rule.fn for rule in own.inline.ruler.__rules__}
    for name in ("link", "image"):
        own.inline.ruler.at(name, _ended(rules[name]))
    own.inline.ruler.before("link", "footnote", _footnote)
    reference = next(rule.fn for rule in own.block.ruler.__rules__ if rule.name == "reference")

    def without_footnotes(state: Any, start: int, end: int, silent: bool) -> bool:
        at = state.bMarks[start] + state.tShift[start]
        return not state.src.startswith("[^", at) and bool(reference(state, start, end, silent))

    own.block.ruler.at("reference", without_footnotes)
    return own


def literal(content: str, at: Sequence[int], start: int, end: int) -> Iterator[Node]:
    """Yield characters ``start`` to ``end`` of a content that are shown as they are, cut where they do not follow
    one another in the source; ``at`` says where each of them stands there, and where the last ends."""
    first = start
    for place in range(start, end):
        if place + 1 == end or at[place + 1] != at[place] + 1 or content[place] == "\n":
            if at[place + 1] != at[place] + 1 and first < place:
                yield Node(at[first], at[place], content[first:place])
                first = place
            stop = at[place + 1] if content[place] in "|\n" else at[place] + 1
            if stop > at[first]:
                yield Node(at[first], stop, content[first : place + 1])
            first = place + 1


class Line:
    """Tokens of the text ``content``, which go into ``block``; ``at`` says where its characters stand in the source,
    ``labels`` numbers the footnotes. Raises DocumentError where a token is not found."""

    def __init__(
        self, block: Block, content: str, at: Sequence[int], found: Parted, labels: dict[str, int]
    ) -> None:
        self._block, self._content, self._at = block, content, at
        self._found, self._labels = found, labels
        self._place = 0
        self._opened: list[Mark] = []
        self._is_address = False

    def read(self, tokens: Sequence[Token]) -> None:
        """Find all tokens."""
        for token in tokens:
            if token.type in _OPENING:
                self._opened.append(self._mark(token.markup))
            elif token.type in _CLOSING:
                self._block.pairs.append((self._opened.pop(), self._mark(token.markup)))
            elif token.type in _READ:
                _READ[token.type](self, token)
            else:
                raise DocumentError(STRANGE)
        if self._place != len(self._content):
            raise DocumentError(STRANGE)

    def _mark(self, told: str, end: int = 0) -> Mark:
        """Return what stands next, which must be ``told``, or end at a place of the content."""
        start = self._place
        if not self._content.startswith(told, start):
            raise DocumentError(STRANGE)
        self._place = end or start + len(told)
        return Mark(
            self._at[start], self._at[self._place - 1] + 1 if self._place > start else self._at[start]
        )

    def _text(self, token: Token) -> None:
        if not self._is_address:
            start = self._place
            self._mark(token.content)
            self._block.nodes += literal(self._content, self._at, start, self._place)

    def _special(self, token: Token) -> None:
        own = self._mark(token.markup)
        self._block.nodes.append(Node(own.start, own.end, token.content))

    def _line_end(self, token: Token) -> None:
        found = _BREAK.match(self._content, self._place)
        if found is None:
            raise DocumentError(STRANGE)
        self._block.nodes.append(Node(self._at[self._place], self._at[found.end()], "\n"))
        self._place = found.end()

    def _code(self, token: Token) -> None:
        opening = self._mark(token.markup)
        found = re.compile(f"(?<!`){token.markup}(?!`)").search(self._content, self._place)
        if found is None:
            raise DocumentError(STRANGE)
        blank = (found.start() - self._place - len(token.content)) // 2
        self._block.nodes += literal(self._content, self._at, self._place + blank, found.start() - blank)
        self._place = found.start()
        self._block.pairs.append((opening, self._mark(token.markup)))

    def _link(self, token: Token) -> None:
        start = self._place
        if token.markup != "autolink":
            self._mark("[")
            return
        self._is_address = True
        own = self._mark("<", self._content.index(">", start) + 1)
        self._block.nodes.append(Node(own.start, own.end, self._content[start + 1 : self._place - 1]))

    def _target(self, token: Token) -> None:
        if token.markup == "autolink":
            self._is_address = False
            return
        start = self._place
        own = self._mark("]", token.meta["end"])
        self._block.marks.append(Mark(own.start, own.end, "]()"))
        self._found.leave_out("target of a link", self._content[start : self._place])

    def _image(self, token: Token) -> None:
        self._mark("![")
        inner = Line(self._block, token.content, self._at[self._place :], self._found, self._labels)
        inner.read(token.children or [])
        self._place += len(token.content)
        self._target(token)

    def _tag(self, token: Token) -> None:
        own = self._mark(token.content)
        self._block.marks.append(self._found.tag(own.start, own.end, token.content))

    def _footnote(self, token: Token) -> None:
        own, told = self._mark(token.content), token.content
        name = told[2 : told.index("]")]
        number = self._labels.setdefault(name, len(self._labels) + 1)
        self._block.marks.append(Mark(own.start, own.end, told.replace(name, str(number), 1)))


_READ: Final[dict[str, Callable[[Line, Token], None]]] = {
    "text": Line._text,
    "text_special": Line._special,
    "softbreak": Line._line_end,
    "hardbreak": Line._line_end,
    "code_inline": Line._code,
    "link_open": Line._link,
    "link_close": Line._target,
    "image": Line._image,
    "html_inline": Line._tag,
    "footnote": Line._footnote,
}
