"""What an audit of texts finds, as records. Shares are from 0 to 1; docs/measures.md explains each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from sanitizer.audit.metadata import Metadata
from sanitizer.audit.reconstruct import Guess
from sanitizer.audit.residue import How
from sanitizer.check.telling_shapes import Kind
from sanitizer.records import Record


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AtRanks(Record):
    """A share of documents at the first place, and among the first five (None: there are no documents)."""

    first: Annotated[float | None, Field(alias="1")]
    five: Annotated[float | None, Field(alias="5")]


@dataclass(frozen=True, slots=True, repr=False)
class GaveAway(Record):
    """A word that points to the person, and its part of the attacker's score."""

    term: str
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LinkedDocument(Record):
    """A document of a known person: the person's place before and after (the middle of a tie; None: not known), the
    chance to be the first and among five, the likeliest candidates, and the words that gave the person away."""

    id: str
    person: str
    rank_before: float | None
    rank: float
    hit_1: float
    hit_5: float
    likeliest: tuple[str, ...]
    gave_away: tuple[GaveAway, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LinkagePart(Record):
    """How many documents an attacker links to their persons: by lot, before (None: the originals are not known) and
    after; and each document."""

    attacker: str
    candidates: int
    documents_attacked: int
    documents_without_person: int
    chance: AtRanks
    before: AtRanks | None
    after: AtRanks
    documents: tuple[LinkedDocument, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RunsPart(Record):
    """In how many of the documents whose originals are known a run of ``words`` content words of the original stands
    (``linked``): whoever holds the originals finds them by it."""

    words: int
    documents_checked: int
    linked: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PlaceFound(Record):
    """Characters ``start..end`` of a released document that look like something of a kind, and by which shape."""

    document: str
    start: int
    end: int
    kind: Kind
    why: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LookPart(Record):
    """Places to look at: documents checked, those without a report and those that are not what theirs makes; counts by
    kind, each place, and those that a user's word keeps."""

    documents_checked: int
    documents_without_report: int
    documents_changed: int
    counts: Mapping[str, int]
    places: tuple[PlaceFound, ...]
    kept: tuple[PlaceFound, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Trace(Record):
    """A trace of a sensitive entity (:class:`.residue.Residue`), whether it can only mean it, and whether the run
    promises that none is left."""

    document: str
    entity: int
    entity_class: str
    how: How
    start: int
    end: int
    replacement: bool
    sure: bool
    promised: bool


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ResiduePart(Record):
    """Traces of sensitive terms: documents checked and those not released, entities that the operator ``keep`` left,
    and how many traces are sure, sure and promised not to be, and to be looked at."""

    documents_checked: int
    documents_not_released: int
    kept_by_operator: int
    sure: int
    sure_promised: int
    to_look_at: int
    traces: tuple[Trace, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ReconstructionPart(Record):
    """Generalized terms, those whose original is among the candidates, and the share of them that is among the first
    ten guesses, with and without the context (None: there are no terms)."""

    terms: int
    known: int
    named_among_10: float | None
    named_among_10_without_context: float | None
    guesses: tuple[Guess, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Hits(Record):
    """Prompts answered, answers whose first guess is right, and those with a right one among five."""

    answered: int
    hit_1: int
    hit_5: int


@dataclass(frozen=True, slots=True, repr=False)
class GuessesPart(Record):
    """The answers of language models by what was asked, and how many are about no document of the report."""

    attributes: Mapping[str, Hits]
    not_known: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TextAudit(Record):
    """An audit of texts; a part that was not asked for is None or empty, and not in the file."""

    kind: Literal["text audit"]
    documents: int
    met: bool
    linkage: tuple[LinkagePart, ...] = ()
    earlier: LinkagePart | None = None
    runs: RunsPart | None = None
    guesses: GuessesPart | None = None
    residue: ResiduePart | None = None
    reconstruction: ReconstructionPart | None = None
    look: LookPart
    metadata: tuple[Metadata, ...]
