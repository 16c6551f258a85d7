"""The parts with which a release finds the terms of texts and generalizes them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias, TypeVar

from sanitizer.common.workers import ordered_map
from sanitizer.relational.table.plain_table import Coded

if TYPE_CHECKING:  # the language model is loaded only for tables with texts
    from kb.base import KnowledgeBase
    from kb.ladders.concepts import InformationContent
    from sanitizer.control.rules import Control
    from sanitizer.recognize.base import Recognizer
    from sanitizer.relational.terms.mentions import Parser

T = TypeVar("T")
Words: TypeAlias = tuple[str, ...]


class Readers(Protocol):
    """Who reads and writes texts."""

    @property
    def is_here(self) -> bool:
        """Whether functions see what this process has; else they, and what they are given, are sent."""

    def each(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        """Return what the function returns for each item, in their order."""


class Place(Readers, Protocol):
    """Where texts are read and written, and where they and what is found in them lie."""

    def held(self, items: Iterable[T]) -> Sequence[T]:
        """Return all items, to be asked for by number."""

    @property
    def engine(self) -> Literal["memory", "duckdb", "spark"]:
        """What holds the texts: memory, or files and a database, which counts what is found in them."""

    def coded(self, cells: Iterable[str | None]) -> Coded:
        """Return the cells of a column of texts."""

    def counted(self, rows: Iterable[Words]) -> Iterable[tuple[Words, int]]:
        """Return the distinct rows, in the order in which they come first, and how often each is there."""


@dataclass(frozen=True, slots=True)
class Processes:
    """So many processes of this machine, and its memory."""

    workers: int = 1

    @property
    def is_here(self) -> bool:
        """Whether there is only this process; see :class:`Place`, here and below."""
        return self.workers <= 1

    def each(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        """Return what the function returns for each item."""
        return ordered_map(function, items, self.workers)

    def held(self, items: Iterable[T]) -> Sequence[T]:
        """Return all items."""
        return tuple(items)

    @property
    def engine(self) -> Literal["memory", "duckdb", "spark"]:
        """What holds the texts: memory."""
        return "memory"

    def coded(self, cells: Iterable[str | None]) -> Coded:
        """Return the cells."""
        return Coded.of(list(cells))

    def counted(self, rows: Iterable[Words]) -> Iterable[tuple[Words, int]]:
        """Return the distinct rows, and how often each is there."""
        return Counter(rows).items()


HERE: Final = Processes()


@dataclass(frozen=True, slots=True)
class TextParts:
    """What :func:`sanitizer.relational.release` is given for texts; None each: the default it names. ``place`` is where
    their texts are worked on."""

    recognizers: "Sequence[Recognizer] | None" = None
    knowledge: "KnowledgeBase | None" = None
    parse: "Parser | None" = None
    information: "InformationContent | None" = None
    control: "Control | None" = None
    place: Place = HERE


DEFAULT_TEXT_PARTS: Final = TextParts()
