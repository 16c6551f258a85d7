"""The values that travel through the pipeline. All are frozen; offsets are half-open, in code points of the input."""

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from sanitizer.common import arguments
from sanitizer.errors import UsageError

if TYPE_CHECKING:
    from spacy.tokens import Doc

Bits: TypeAlias = float
"""A quantity of information, log base 2. ``None`` stands for unknown."""

BitsArray: TypeAlias = npt.NDArray[np.float64]
"""Quantities of information; NaN stands for unknown."""

IntArray: TypeAlias = npt.NDArray[np.int64]
FloatArray: TypeAlias = npt.NDArray[np.float64]
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
    as it came, where it was a number; ``place`` is its number in the collection that it is read from, from 1, and 0
    for a text by itself. A text without id and person is its own person's. ``repr`` tells nothing of
    them."""

    id: str = field(repr=False)
    text: str = field(repr=False)
    fields: Mapping[str, Any] = field(default_factory=dict, repr=False)
    person: str = field(default="", repr=False)
    number: int | float | None = field(default=None, repr=False, compare=False)
    place: int = field(default=0, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("id", "text", "person"):
            arguments.text(getattr(self, name), f"document: {name}", blank=True)
        if not isinstance(self.fields, Mapping):
            raise UsageError(f"document: fields: a table is needed, not {arguments.kind_of(self.fields)}")
        if self.number is not None and (
            isinstance(self.number, bool) or not isinstance(self.number, int | float)
        ):
            raise UsageError(f"document: number: a number is needed, not {arguments.kind_of(self.number)}")

    @classmethod
    def of(cls, document: "Document | str") -> "Document":
        """Return a document as it is, or a text as one without id. Raises UsageError for anything else."""
        if isinstance(document, Document):
            return document
        if isinstance(document, str):
            return cls("", document)
        raise UsageError(f"a text or a Document is needed, not {arguments.kind_of(document)}")


NAMELESS: Final = ("", "-")
"""Ids of documents that say nothing: of a text from Python, and of standard input."""


def whose_text(text: str) -> str:
    """Return who stands for the person of a text of which neither id nor person is known: the text itself, as a
    digest."""
    return f"text:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters ``start`` to ``end`` (half-open) of a text. Refuses to be empty or backward."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if type(self.start) is not int or type(self.end) is not int:
            for name, value in (("start", self.start), ("end", self.end)):
                if isinstance(value, bool) or not isinstance(value, Integral):
                    raise UsageError(
                        f"span: {name}: a whole number is needed, not {arguments.kind_of(value)}"
                    )
        if not 0 <= self.start < self.end:
            raise UsageError(f"a span needs 0 <= start < end, got {self.start}..{self.end}")

    def overlaps(self, other: "Span") -> bool:
        """Return whether the two share a character."""
        return self.start < other.end and other.start < self.end

    def of(self, text: str) -> str:
        """Return the characters of ``text`` that the span covers."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Mention:
    """A sensitive span, found by a first sanitizer (ξ1 of the paper, section 3.1).

    ``type`` is the fine type (EMAIL, IBAN, GPE, JOB, ...), ``entity_class`` its class of the eight;
    ``recognizer`` says who found it, ``score`` (0 to 1) how sure it is; ``generalization`` is a g(s) that the
    recognizer proposes, ``None`` to leave that to the pipeline; ``entity`` numbers the entity within the document
    once mentions have been joined (-1 before); ``sure`` is False where the class is a guess that little speaks for.
    """

    span: Span
    type: str
    entity_class: EntityClass
    recognizer: str
    score: float = 1.0
    generalization: str | None = field(default=None, repr=False)
    entity: int = -1
    sure: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.span, Span) or not isinstance(self.entity_class, EntityClass):
            raise UsageError(
                f"mention: a Span and an EntityClass are needed, not {arguments.kind_of(self.span)} and "
                f"{arguments.kind_of(self.entity_class)}"
            )
        if not (isinstance(self.type, str) and self.type and isinstance(self.recognizer, str)):
            raise UsageError("mention: type and recognizer are strings, and a type is not empty")
        real = type(self.score) is float or (
            isinstance(self.score, Real) and not isinstance(self.score, bool)
        )
        if not real or not 0 <= self.score < math.inf:
            raise UsageError("mention: score: a number of at least 0 is needed")
        if self.generalization is not None and not isinstance(self.generalization, str):
            raise UsageError(
                f"mention: generalization: a string, not {arguments.kind_of(self.generalization)}"
            )
        if type(self.entity) is not int and (
            isinstance(self.entity, bool) or not isinstance(self.entity, Integral)
        ):
            raise UsageError(
                f"mention: entity: a whole number is needed, not {arguments.kind_of(self.entity)}"
            )


_TEXT: Final = "sanitizer_text"

Noted = TypeVar("Noted")


def noted(doc: "Doc", name: str, make: Callable[[], Noted]) -> Noted:
    """Return what was found out of a document under a name, made at the first call; it goes with the document."""
    if name not in doc.user_data:
        doc.user_data[name] = make()
    found: Noted = doc.user_data[name]
    return found


def text_of(doc: "Doc") -> str:
    """``doc.text``, put together once: spaCy does it anew from the tokens at each call."""
    return noted(doc, _TEXT, lambda: str(doc.text))


def with_text(doc: "Doc", text: str) -> "Doc":
    """Return the parse of a text that is known, for :func:`text_of`."""
    doc.user_data[_TEXT] = text
    return doc
