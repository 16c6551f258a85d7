"""A complete plug-in: a part of each kind, as short as can be. Copy it to begin one of your own (docs/plugins.md)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import click
from spacy.tokens import Doc

from corpora_stats import CountProvider
from corpora_stats.counts_by_hand import DocumentCounts
from kb import Concept, KnowledgeBase, Sense
from sanitizer.documents.formats import DocumentFormat, Fields, FileDocument, Piece, Unreadable, Written
from sanitizer.errors import DocumentError
from sanitizer.operators.base import Operator, Term
from sanitizer.plugins import hookimpl
from sanitizer.recognize.base import Recognizer
from sanitizer.risk.count_sources import Access
from sanitizer.types import Document, EntityClass, Mention, Span


class Badges:
    """Badge numbers: a prefix, a hyphen, four digits ("NX-4711")."""

    def __init__(self, prefix: str) -> None:
        self.name = f"badge:{prefix}"
        self._form = re.compile(rf"\b{re.escape(prefix or 'NX')}-\d{{4}}\b")

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the badge numbers of a text."""
        return [
            Mention(Span(*match.span()), "CODE", EntityClass.CODE, self.name)
            for match in self._form.finditer(doc.text)
        ]


class Initials:
    """The first letter of each word, with a dot."""

    name = "initials"
    sealed = False

    def __init__(self, dot: str = ".") -> None:
        self._dot = dot

    def replace(self, term: Term) -> str:
        """Return the initials of a term."""
        return "".join(f"{word[0].upper()}{self._dot}" for word in term.surface.split())


class Bees:
    """A taxonomy of two concepts: a mason bee is a bee."""

    name = "bees:1"
    prefix = "bees"

    def __init__(self, value: str = "") -> None:
        """Take no VALUE."""

    _bee, _mason = Concept("bees:bee", "bee"), Concept("bees:mason", "mason bee")

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the meanings of a phrase."""
        known = {"bee": self._bee, "mason bee": self._mason}.get(phrase.lower())
        return [Sense(known, False, "", 1.0)] if known else []

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return what is above a concept."""
        return [self._bee] if concept == self._mason else []

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return what is below a concept."""
        return [self._mason] if concept == self._bee else []

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return what names a concept."""
        return [concept.label] if concept.prefix == self.prefix else []


def hive(value: str, access: Access) -> CountProvider:
    """As many documents as VALUE says, half of which name bees."""
    return DocumentCounts([["bee"]] * (int(value) // 2), int(value), name=f"hive:{value}")


class Notes(DocumentFormat):
    """Notes (.note): the line "note", lines "title: ..." and "trace: ...", an empty line, the words of the note."""

    suffixes: tuple[str, ...] = (".note",)

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield one document: titles and words are read, traces are left out. Raises DocumentError for anything
        else."""
        head, words = self._parts(raw)
        titles = [line.removeprefix("title: ") for line in head if line.startswith("title: ")]
        traces = sum(line.startswith("trace: ") for line in head)
        if len(titles) + traces != len(head):
            raise DocumentError("is no note: a line above the words is neither a title nor a trace")
        pieces = [*(Piece(title, "header") for title in titles), Piece(words)]
        yield FileDocument.of_pieces(name, pieces, raw, {"trace": traces} if traces else {})

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield the note with its new titles and words, and without traces."""
        for document in documents:
            *titles, words = document.texts
            yield "\n".join(["note", *(f"title: {title}" for title in titles), "", words]).encode()

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield all lines."""
        yield from raw.decode("utf-8", errors="replace").splitlines()

    @staticmethod
    def _parts(raw: bytes) -> tuple[list[str], str]:
        """Return the lines above the words, and the words."""
        try:
            head, empty, words = raw.decode("utf-8").partition("\n\n")
        except UnicodeDecodeError as error:
            raise DocumentError("is no note: it is not UTF-8") from error
        first, *rest = head.split("\n")
        if first != "note" or not empty:
            raise DocumentError('is no note: it does not begin with "note" and an empty line')
        return rest, words


@click.command("badges")
@click.argument("text")
def badges(text: str) -> int:
    """Count the badge numbers of TEXT."""
    click.echo(len(re.findall(r"\bNX-\d{4}\b", text)))
    return 0


@hookimpl
def recognizers() -> Mapping[str, Callable[[str], Recognizer]]:
    """``badge`` and ``badge:PREFIX``."""
    return {"badge": Badges}


@hookimpl
def operators() -> Mapping[str, Callable[..., Operator]]:
    """Make ``initials``, with the option ``dot``."""
    return {"initials": Initials}


@hookimpl
def knowledge_bases() -> Mapping[str, Callable[[str], KnowledgeBase]]:
    """``bees``."""
    return {"bees": Bees}


@hookimpl
def count_sources() -> Mapping[str, Callable[[str, Access], CountProvider]]:
    """``hive:N``."""
    return {"hive": hive}


@hookimpl
def document_formats() -> Mapping[str, DocumentFormat]:
    """``note``, read from files named ``*.note``."""
    return {"note": Notes()}


@hookimpl
def commands() -> Mapping[str, click.Command]:
    """``sanitizer badges``."""
    return {"badges": badges}
