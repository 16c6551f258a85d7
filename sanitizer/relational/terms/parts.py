"""The parts with which a release finds the terms of texts and generalizes them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sanitizer.common.workers import ordered_map

if TYPE_CHECKING:  # the language model is loaded only for tables with texts
    from kb.base import KnowledgeBase
    from kb.ladders.concepts import InformationContent
    from sanitizer.control.rules import Control
    from sanitizer.recognize.base import Recognizer
    from sanitizer.relational.terms.mentions import Parser

Reads: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
"""Maps a function over items in their order."""


@dataclass(frozen=True, slots=True)
class TextParts:
    """What :func:`sanitizer.relational.release` is given for texts; None each: the default it names. ``reads`` maps a
    function over persons in their order where their texts are to be read elsewhere than here."""

    recognizers: "Sequence[Recognizer] | None" = None
    knowledge: "KnowledgeBase | None" = None
    parse: "Parser | None" = None
    information: "InformationContent | None" = None
    control: "Control | None" = None
    reads: Reads | None = None


DEFAULT_TEXT_PARTS: Final = TextParts()


def read_by(workers: int) -> Reads | None:
    """Return the ``reads`` of so many processes of this machine; None for one."""
    return partial(ordered_map, workers=workers) if workers > 1 else None
