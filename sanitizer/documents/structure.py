"""Tell what the stretches of a document are, so that it can be shown with its structure: headings, cells, speakers.

Of a file the format says it; lines of plain text are read for headings and rows of Markdown, and for who speaks in a
chat.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from sanitizer.check.report import Part
from sanitizer.documents.formats import FileDocument
from sanitizer.types import Document

_PLAIN: Final = frozenset(["body", "page", "field", "attachment", "cue"])
"""Roles that say nothing of what a piece is, though perhaps where it begins; the lines of such pieces are read."""
_SILENT: Final = _PLAIN - {"cue"}
"""Roles that say nothing at all."""
_HEADING: Final = re.compile(r"^#{1,6}[ ]+(?P<words>\S.*)$", re.MULTILINE)
_ROW: Final = re.compile(r"^[ ]*\|(?P<cells>.+)\|[ ]*$", re.MULTILINE)
CELL: Final = " | "
"""Between two cells of a row."""

_CELL: Final = re.compile(r"[^|\s](?:[^|]*[^|\s])?")
_RULE: Final = re.compile(r"[-:| ]+")
_SPEAKER: Final = re.compile(r"^(?P<who>[^\W\d_][^:\n]{0,39}):[ \t]+\S", re.MULTILINE)
_LEAST: Final = 3
"""Lines that somebody must speak in a chat."""


def parts_of(document: Document) -> tuple[Part, ...]:
    """Return the stretches of a document that are more than plain text, in order and without overlap."""
    found: list[Part] = []
    plain: list[tuple[int, int]] = [(0, len(document.text))]
    if isinstance(document, FileDocument) and document.pieces:
        plain, at = [], 0
        for piece in document.pieces:
            end = at + len(piece.text)
            if piece.role.partition(" ")[0] in _PLAIN:
                plain.append((at, end))
            if at < end and piece.role not in _SILENT:
                found.append(Part(at, end, piece.role))
            at = end + len(piece.after)
    else:
        for start, end in plain:
            found += _marked(document.text, start, end)
    return tuple(_apart(sorted([*found, *_spoken(document.text, plain)])))


def _apart(parts: list[Part]) -> Iterator[Part]:
    """Parts in order, none of which goes into the next one; of two that begin together one says both."""
    for number, part in enumerate(parts):
        following = parts[number + 1] if number + 1 < len(parts) else None
        if following is not None and following.start == part.start:
            parts[number + 1] = Part(
                part.start, min(part.end, following.end), f"{following.role} {part.role}"
            )
        elif following is not None and following.start < part.end:
            yield part._replace(end=following.start)
        else:
            yield part


def _marked(text: str, start: int, end: int) -> Iterator[Part]:
    """Headings and cells of Markdown."""
    for heading in _HEADING.finditer(text, start, end):
        yield Part(*heading.span("words"), "heading")
    for row in _ROW.finditer(text, start, end):
        if not _RULE.fullmatch(row["cells"]):
            for cell in _CELL.finditer(text, *row.span("cells")):
                yield Part(*cell.span(), "cell")


def _spoken(text: str, plain: list[tuple[int, int]]) -> Iterator[Part]:
    """Yield who speaks, where most lines tell that and somebody speaks again."""
    lines, told = 0, []
    for start, end in plain:
        lines += sum(1 for line in text[start:end].split("\n") if line.strip())
        told += list(_SPEAKER.finditer(text, start, end))
    speakers = Counter(match["who"] for match in told)
    if len(told) >= max(_LEAST, lines / 2) and 2 * len(speakers) <= len(told):
        for match in told:
            yield Part(*match.span("who"), "speaker")
