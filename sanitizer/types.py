"""The values that travel through the pipeline. All are frozen; offsets are half-open, in code points of the input."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from spacy.tokens import Doc

Bits: TypeAlias = float
"""A quantity of information, log base 2. ``None`` stands for unknown."""

BitsArray: TypeAlias = npt.NDArray[np.float64]
"""Quantities of information; NaN stands for unknown."""

BoolArray: TypeAlias = npt.NDArray[np.bool_]


class EntityClass(StrEnum):
    """The eight classes of the Text Anonymization Benchmark (Pilán et al. 2022, section 3)."""

    PERSON = "PERSON"
    CODE = "CODE"
    LOC = "LOC"
    ORG = "ORG"
    DEM = "DEM"
    DATETIME = "DATETIME"
    QUANTITY = "QUANTITY"
    MISC = "MISC"


@dataclass(frozen=True, slots=True)
class Document:
    """A text to sanitize: ``id`` is unique in its collection, ``fields`` are kept as they are in the output;
    ``person`` says whose it is, where that is not the id: dates of one person are shifted alike. ``number`` is the id
    as it came, where it was a number. A text without id and person is its own person's. ``repr`` tells nothing of
    them."""

    id: str = field(repr=False)
    text: str = field(repr=False)
    fields: Mapping[str, Any] = field(default_factory=dict, repr=False)
    person: str = field(default="", repr=False)
    number: int | float | None = field(default=None, repr=False, compare=False)


NAMELESS: Final = ("", "-")
"""Ids of documents that say nothing: of a text from Python, and of standard input."""


def whose_text(text: str) -> str:
    """Who stands for the person of a text of which neither id nor person is known: the text itself, as a digest."""
    return f"text:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters ``start`` to ``end`` (half-open) of a text. Refuses to be empty or backward."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"a span needs 0 <= start < end, got {self.start}..{self.end}")

    def overlaps(self, other: "Span") -> bool:
        """Whether the two share a character."""
        return self.start < other.end and other.start < self.end

    def of(self, text: str) -> str:
        """The characters of ``text`` that the span covers."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Mention:
    """A sensitive span, found by a first sanitizer (ξ1 of the paper, section 3.1).

    ``type`` is the fine type (EMAIL, IBAN, GPE, JOB, ...), ``entity_class`` its class of the eight;
    ``recognizer`` says who found it, ``score`` (0 to 1) how sure it is; ``generalization`` is a g(s) that the
    recognizer proposes, ``None`` to leave that to the pipeline; ``entity`` numbers the entity within the document
    once mentions have been joined (-1 before).
    """

    span: Span
    type: str
    entity_class: EntityClass
    recognizer: str
    score: float = 1.0
    generalization: str | None = field(default=None, repr=False)
    entity: int = -1


def text_of(doc: "Doc") -> str:
    """``doc.text``, put together once: spaCy does it anew from the tokens at each call."""
    text: str | None = doc.user_data.get("sanitizer_text")
    if text is None:
        text = doc.user_data["sanitizer_text"] = doc.text
    return text
