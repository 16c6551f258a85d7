"""Write a sanitized document of several pieces in the form of its file, and read the result again."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from sanitizer.documents.formats import Edit, FileDocument, PartText, Piece, Unreadable, Written, edited
from sanitizer.documents.known_formats import format_called, name_of_format
from sanitizer.errors import DocumentError
from sanitizer.say.phrases import REMOVED
from sanitizer.text.edits import Change, apply
from sanitizer.text.patterns import WORD
from sanitizer.text.surface_forms import Forms
from sanitizer.types import Document, Span

_CELLS: Final = frozenset(["cell", "head"])


def edits_of_pieces(pieces: Sequence[Piece], changes: Iterable[Change]) -> tuple[tuple[Edit, ...], ...]:
    """Return the changes of the joined text as edits of each piece. Of a change that goes over several pieces the
    first that it touches takes the replacement, and the others lose their share; a cell of which nothing would be left
    says so."""
    edits: list[list[Edit]] = [[] for _ in pieces]
    starts = list(accumulate((len(piece.text) + len(piece.after) for piece in pieces), initial=0))[:-1]
    for change in changes:
        replacement = change.replacement
        number = bisect_right(starts, change.span.start) - 1
        while number < len(pieces) and starts[number] < change.span.end:
            first = max(change.span.start - starts[number], 0)
            last = min(change.span.end - starts[number], len(pieces[number].text))
            if first < last:
                edits[number].append(Edit(first, last, replacement))
                replacement = ""
            number += 1
    for piece, own in zip(pieces, edits, strict=True):
        if own and piece.role in _CELLS and piece.text.strip() and not edited(piece.text, own).strip():
            own[0] = replace(own[0], replacement=REMOVED)
    return tuple(map(tuple, edits))


def changes_of_lines(text: str, changes: Iterable[Change]) -> Iterator[Change]:
    """Yield the changes of a text; those that keep breaks of lines as changes of each line, so that the file's own
    breaks stay."""
    for change in changes:
        old, new = change.span.of(text).split("\n"), change.replacement.split("\n")
        if len(old) != len(new):
            yield change
            continue
        start = change.span.start
        for before, after in zip(old, new, strict=True):
            if before != after:
                yield replace(change, span=Span(start, start + len(before)), replacement=after)
            start += len(before) + 1


def rewritten(document: FileDocument, changes: Sequence[Change], forms: Iterable[str]) -> bytes:
    """Return the file of a document after `changes` of its text, which are in order and do not overlap.

    Raises DocumentError, so that nothing is written, where what was written does not read as what was sanitized, or any
    string in it holds one of the `forms` that the sanitized text does not hold.
    """
    own, fields = format_called(document.format), document.asked
    text = apply(document.text, changes)
    edits = edits_of_pieces(document.pieces, changes_of_lines(document.text, changes))
    hidden = Forms(forms)
    written = Written(document.id, text, document.fields, document.source, document.pieces, edits, hidden)
    raw = b"".join(own.write([written], fields))
    ending = own.written_as(fields)
    kind = document.format if ending is None else name_of_format(f"x{ending}") or "text"
    again = list(format_called(kind).read(raw, document.id, fields))
    if (
        len(again) != 1
        or isinstance(again[0], Unreadable)
        or (kind == document.format and not isinstance(again[0], FileDocument))
    ):
        raise DocumentError(f"cannot be written as {kind}: the result is no such file")
    if kind == document.format:
        firm = [t for p, t in zip(document.pieces, written.texts, strict=True) if not own.may_differ(p.role)]
        told = [piece.text for piece in _pieces(again[0]) if not own.may_differ(piece.role)]
        same = own.same("\n".join(_shown(firm)), "\n".join(_shown(told)))
    else:
        same = own.same(text, again[0].text)
    if not same:
        raise DocumentError(f"cannot be written as {kind}: the result does not read as what was sanitized")
    check_strings(own.strings(raw), text, hidden)
    return raw


def _pieces(document: Document) -> tuple[Piece, ...]:
    """Return the pieces of a document; none of one that is all of its file."""
    return document.pieces if isinstance(document, FileDocument) else ()


def _shown(texts: Iterable[str]) -> list[str]:
    """Return the texts that are not empty: a format may drop pieces of which nothing is left."""
    return [text for text in texts if text.strip()]


def check_strings(strings: Iterable[str], text: str, forms: Forms) -> None:
    """Raise DocumentError where a string holds a form; those of the sanitized text are the residual check's."""
    read = {_words(span.of(text)) for span in forms.find(text)}
    for string in strings:
        left = next((s for s in forms.find(string) if _words(s.of(string)) not in read), None)
        if left is not None:
            raise DocumentError(
                f"cannot be written: {_place(string, left, forms)}, which is not read as text, holds a sensitive form: "
                "rename or remove it there first"
            )


def _words(form: str) -> str:
    """Return the words of a form: other signs stand between them where texts of several elements are joined."""
    return " ".join(WORD.findall(form.casefold()))


def _place(string: str, span: Span, forms: Forms) -> str:
    """Return where a form stands in a file that was written, without any form in it."""
    where = string.where if isinstance(string, PartText) else ""
    line = f"line {string.count(chr(10), 0, span.start) + 1}" if "\n" in string else ""
    told = ", ".join(part for part in (where, line) if part)
    return told if told and not forms.find(told) else "a part of the file"
