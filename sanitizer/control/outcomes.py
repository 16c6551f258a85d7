"""What a report tells of the word of persons and rules on a document: what is not met, what was decided, what is left.

(docs/report.md: ``residual``, ``decisions``, ``left``)
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from sanitizer.records import ClassName, Record, SpanPair

FORM_LEFT: Final = "sensitive form left"
NOT_SETTLED: Final = "not settled"
MASK_NOT_HELD: Final = "decision to mask does not hold"
RUN_LEFT: Final = "run of the source left"
KEPT: Final = "kept by decision"
CHOSEN: Final = "chosen by decision"
"""The kinds of problems; the last two are what decisions make: what is kept or chosen tells too much, or is part of
what is sensitive."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Problem(Record):
    """Something that was promised and does not hold: its ``kind``, the ``term``, where that stands in the output (None:
    nowhere in particular), and why, where that is known."""

    kind: str
    term: str
    span: SpanPair | None
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Verdict(Record):
    """A decision of a person that is in force in a document: by whom and why, its line in the file, at how many
    ``places`` of the input its form stands, whether it ``holds`` in the output, and the same in words (``verdict``)."""

    form: str
    decision: Literal["mask", "keep", "choose"]
    by: str
    why: str
    line: int
    places: int
    holds: bool
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LeftName(Record):
    """A name that stands in the output by a rule or a decision: its class, the ``rule``, why, and where in the input
    it stands."""

    term: str
    entity_class: ClassName
    rule: str
    why: str
    spans: tuple[SpanPair, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class UnusedDecision(Record):
    """A decision that came to nothing: its line in the file, what it says, and why."""

    line: int
    decision: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class UnusedProtected(Record):
    """A protected name or entity that stands in no document: the ``list`` that holds it and its number there."""

    list: str
    number: int


PROTECT_NAMES: Final = "[protect] names"
PROTECT_FILE: Final = "--protect"


def lost(unused: Iterable[UnusedProtected], entities: int) -> int:
    """Return how many protected names and entities are lost, where a person has to look what was meant: each name
    that stands nowhere, for only those that are named are masked then, and all `entities` of the file, where none
    of them does."""
    nowhere = Counter(entry.list for entry in unused)
    return nowhere[PROTECT_NAMES] + (entities if entities == nowhere[PROTECT_FILE] else 0)
