"""The parts with which a release finds the terms of texts and generalizes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # the language model is loaded only for tables with texts
    from kb.base import KnowledgeBase
    from kb.ladders.concepts import InformationContent
    from sanitizer.control.rules import Control
    from sanitizer.recognize.base import Recognizer
    from sanitizer.relational.terms.mentions import Parser


@dataclass(frozen=True, slots=True)
class TextParts:
    """What :func:`sanitizer.relational.release` is given for texts; None each: the default it names."""

    recognizers: "Sequence[Recognizer] | None" = None
    knowledge: "KnowledgeBase | None" = None
    parse: "Parser | None" = None
    information: "InformationContent | None" = None
    control: "Control | None" = None


DEFAULT_TEXT_PARTS: Final = TextParts()
