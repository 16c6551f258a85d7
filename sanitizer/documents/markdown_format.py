"""Markdown as a format: the text that a reader sees, without its marks, which stay where nothing changes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape, unescape
from typing import Final

from sanitizer.documents.decode import check_text, decode_rows
from sanitizer.documents.formats import (
    BETWEEN,
    DocumentFormat,
    Edit,
    Fields,
    FileDocument,
    Piece,
    Unreadable,
    Written,
    edited,
    edited_parts,
)
from sanitizer.documents.markdown_blocks import parted
from sanitizer.documents.markdown_marks import Block, Mark, Parted
from sanitizer.documents.structure import CELL
from sanitizer.types import Document

_MARKS: Final = re.compile(r"([\\`*_\[\]<>&|~])")
_BEGINS: Final = re.compile(r"^(\s*)(?:(\d{1,9})([.)])|([#+=:-]))", re.MULTILINE)
_NO_WORDS: Final = re.compile(r"<[^<>]*>|[*_~`]|\\(?=[^\w\s])")


class Markdown(DocumentFormat):
    """one text in a file of Markdown (.md)"""

    suffixes: tuple[str, ...] = (".md", ".markdown")

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Paragraphs, headings, cells and code. Raises DocumentError for what is binary, or no Markdown."""
        file = parted(_source(raw)[0])
        yield FileDocument.of_pieces(name, _pieces(file.blocks), raw, dict(sorted(file.left_out.items())))

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield the source with its edits, in UTF-8; where a mark around new words would be read otherwise, those
        of their paragraph go."""
        for document in documents:
            source, line_end = _source(document.source)
            file = parted(source)
            new = _rewritten(source, file, document.edits, plain=False)
            told = [text for text in document.texts if text.strip()]
            if not self.same("\n".join(told), "\n".join(own.text for own in _told(parted(new)))):
                new = _rewritten(source, file, document.edits, plain=True)
            yield new.replace("\n", line_end).encode("utf-8")

    def same(self, before: str, after: str) -> bool:
        """Return whether the words are the same."""
        return before.split() == after.split()

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield the whole file, as it is, and without what may stand inside of a word."""
        text = decode_rows(raw)
        yield text
        yield unescape(_NO_WORDS.sub("", text))


def markdown_of(text: str) -> str:
    """Return a plain text in Markdown that reads as it does."""
    return _BEGINS.sub(_held, _MARKS.sub(r"\\\1", text))


def _held(found: re.Match[str]) -> str:
    """Return what begins a line, so that it begins no list, heading or the like."""
    space, number, point, sign = found.groups()
    return f"{space}{number}\\{point}" if number else f"{space}\\{sign}"


def _source(raw: bytes) -> tuple[str, str]:
    """Read a file's text with its lines ended by line feeds. Returns it, and how the lines were ended."""
    text = decode_rows(raw)
    check_text(text, tags=False)
    return text.replace("\r\n", "\n").replace("\r", "\n"), "\r\n" if "\r\n" in text else "\n"


def _told(file: Parted) -> list[Block]:
    """Return the blocks with words."""
    return [block for block in file.blocks if block.text.strip()]


def _pieces(blocks: Sequence[Block]) -> list[Piece]:
    """Return the blocks with words; cells of a row are a line, below the names of their columns."""
    pieces: list[Piece] = []
    row, gap, begins = None, "", True
    for block in blocks:
        if block.row != row:
            row, gap, begins = block.row, "", True
        elif row is not None:
            gap += CELL
        if block.text.strip():
            if pieces and gap:
                pieces[-1] = replace(pieces[-1], after=(pieces[-1].after if begins else "") + gap)
            pieces.append(Piece(block.text, block.role, BETWEEN if row is None else "\n"))
            gap, begins = "", False
    return pieces


def _rewritten(source: str, file: Parted, edits: Sequence[Sequence[Edit]], plain: bool) -> str:
    """Return the source with edits of the blocks with words; with ``plain`` those that change lose their marks."""
    own = iter(edits)
    marks = list(file.marks)
    for block in file.blocks:
        change = next(own) if block.text.strip() else ()
        if change and plain and not (block.html or block.code):
            marks.append(_plain(block, edited(block.text, change)))
        else:
            marks += _changes(block, edited_parts([node.shown for node in block.nodes], change))
    parts, place = [], 0
    for mark in sorted(marks, key=lambda own: own.start):
        parts += [source[place : mark.start], mark.written]
        place = mark.end
    return "".join([*parts, source[place:]])


def _changes(block: Block, values: Sequence[str]) -> Iterator[Mark]:
    """Yield what becomes of a block whose nodes are to hold ``values``; marks of emphasis go that hold nothing any
    more, or would stand beside a space."""
    yield from block.marks
    held = list(zip(block.nodes, values, strict=True))
    for node, value in held:
        if value != node.shown:
            if block.html:
                value = escape(value, quote=False)
            elif block.row is not None:
                value = value.replace("|", r"\|")
            yield Mark(node.start, node.end, value)
    for opening, closing in block.pairs:
        inner = [(n.shown, v) for n, v in held if opening.end <= n.start and n.end <= closing.start]
        new = "".join(value for _, value in inner)
        if new != "".join(shown for shown, _ in inner) and (not new or new != new.strip()):
            yield from (opening, closing)


def _plain(block: Block, text: str) -> Mark:
    """Return a block in plain words, on one line."""
    marks = [*block.marks, *(mark for pair in block.pairs for mark in pair)]
    start = min([block.nodes[0].start, *(own.start for own in marks)])
    end = max([block.nodes[-1].end, *(own.end for own in marks)])
    return Mark(start, end, markdown_of(" ".join(text.split())))
