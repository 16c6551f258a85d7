"""What a report says of a document, as records; docs/report.md has the keys of the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import PlainSerializer, PlainValidator

from corpora_stats.chain import Sent, Source
from sanitizer.check.find_places_to_look_at import Look
from sanitizer.control.outcomes import LeftName, Problem, Verdict
from sanitizer.errors import UsageError
from sanitizer.records import ClassName, Record, SpanPair
from sanitizer.text.edits import Change
from sanitizer.types import Bits, Span

Counts: TypeAlias = Mapping[str, int | None]
"""Counts by name (``N``, ``s``, ``q``, ``sq``, ``g``, ``gq``); None where they are not known."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CandidateTried(Record):
    """A generalization that was tried, with its information, its greatest disclosure risk, and the verdict."""

    label: str
    concept: str | None
    ic: Bits | None
    dr: Bits | None
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LinkTold(Record):
    """A phrase that refers to a sensitive entity without its name: where, whether it is a noun or a pronoun, and by how
    many bits the link is better than the best other reading (None: nothing else was possible)."""

    span: SpanPair
    kind: str
    bits: Bits | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SensitiveEntry(Record):
    """A sensitive entity: who found it and where, what is known of it, what stands for it, or which ``operator`` wrote
    that (None: none did); ``by_default``: it stays, and only the operator of ``default`` says so; ``links``: the nouns
    and pronouns that refer to it."""

    number: int
    term: str
    forms: tuple[str, ...]
    entity_class: ClassName
    type: str
    recognizers: tuple[str, ...]
    spans: tuple[SpanPair, ...]
    query: tuple[str, ...]
    within: tuple[str, ...] = ()
    documents: int | None
    ic: Bits | None
    source: str | None
    limit: Bits | None
    proposed: str | None
    generalization: str | None
    generalization_ic: Bits | None
    concept: str | None
    candidates: tuple[CandidateTried, ...]
    operator: str | None = None
    by_default: bool = False
    links: tuple[LinkTold, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Towards(Record):
    """What a risky term tells of a sensitive one (its number), by which rule, and the counts behind it; ``bound`` is
    the most that an estimated risk may be, ``part`` the words of a subphrase."""

    sensitive: int
    dr: Bits | None
    rule: str
    counts: Counts
    source: str | None
    bound: Bits | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SenseTaken(Record):
    """Which meaning was taken, by which rule, and which came second."""

    concept: str
    rule: str
    runner_up: str | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ChoiceMade(Record):
    """What stands for a risky term (None: nothing), its concept and information, and the rule that chose it."""

    replacement: str | None
    concept: str | None
    ic: Bits | None
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GroupTold(Record):
    """A set of terms that together tell too much of a sensitive one (its number), with the risk and its counts."""

    sensitive: int
    terms: tuple[str, ...]
    dr: Bits
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RiskyEntry(Record):
    """A term that tells too much: of what (the first of ``towards_total``), by which rule, and what stands for it."""

    number: int
    term: str
    spans: tuple[SpanPair, ...]
    ic: Bits | None
    documents: int | None
    source: str | None
    rule: str
    towards_total: int
    towards: tuple[Towards, ...]
    sense: SenseTaken | None
    candidates: tuple[CandidateTried, ...]
    choice: ChoiceMade
    group: GroupTold | None = None


def _change(told: Any) -> Change:
    if isinstance(told, Change):
        return told
    if not isinstance(told, list) or len(told) != 5:
        raise ValueError("start, end, replacement, kind and reference are needed")
    start, end, replacement, kind, reference = told
    if not isinstance(kind, str) or not isinstance(reference, int):
        raise ValueError("a kind and the number of what is replaced are needed")
    return Change(Span(start, end), replacement, kind, reference)


ChangeRow = Annotated[
    Change,
    PlainValidator(_change),
    PlainSerializer(lambda c: [c.span.start, c.span.end, c.replacement, c.kind, c.reference]),
]
"""A change, in JSON ``[start, end, replacement, kind, reference]``."""


class Part(NamedTuple):
    """Characters ``start`` to ``end`` of a text and what they are in their file: a heading, a cell, a footnote, the
    name of who speaks, ...; in JSON ``[start, end, role]``."""

    start: int
    end: int
    role: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Setter(Record):
    """The term whose information sets the threshold."""

    term: str
    ic: Bits | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ThresholdSet(Record):
    """The threshold of a document: the policy, the bits (None: nothing sets it, or each entity has its own), and what
    sets it."""

    policy: str
    bits: Bits | None
    set_by: Setter | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DatesRead(Record):
    """How the ``ambiguous`` dates in numbers were read, and what decided that; ``undecided``: nothing shows it."""

    order: str
    decided_by: str
    ambiguous: int
    undecided: bool


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Residual(Record):
    """Whether the result holds nothing of what was promised to be gone, and else what."""

    met: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class UnknownMet(Record):
    """How many terms and pairs without counts were met, how many counts were repaired, what was decided by each policy,
    and the ``terms`` that are left to a person."""

    marginal: int
    joint: int
    repaired: int
    risky: int
    safe: int
    ask: int
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Utility(Record):
    """How much information is kept (eq. 20-21), in percent (None: there was none) and in bits, over how many
    occurrences of terms, and the share of those without a count."""

    percent: float | None
    bits_before: Bits
    bits_after: Bits
    occurrences: int
    without_count: float | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NotAttacked(Record):
    """Hardening of a document whose person is no candidate of the background."""

    person: None
    outcome: Literal["no candidate"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Attacked(Record):
    """Hardening of a document: its person, how it ended, the rank of the person among the candidates and the utility
    (percent) before and after, and the words that were hidden."""

    person: str
    outcome: str
    rank_before: int | float
    rank_after: int | float
    words: tuple[str, ...]
    utility_before: float | None
    utility_after: float | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class WordTold(Record):
    """A word, what it tells beside the others (bits), and, where it was to go, the information that this costs."""

    word: str
    bits: Bits
    cost: Bits | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SingledOut(Record):
    """The budget of a document: the expected rank of the right document was to be at least ``k`` among so many
    ``documents``; the rank before and after, the bits that may be told (``budget``) and that were and are; the words
    that were to go (``bought``), those that tell most now (``spent_by``), and how it ended: ``met``, ``floor`` (more
    would cost more utility than allowed) or ``exhausted`` (no word is left that may go)."""

    k: float
    documents: int
    source: str
    rank_before: float
    rank_after: float
    budget: Bits
    told_before: Bits
    told_after: Bits
    utility_before: float | None
    bought: tuple[WordTold, ...]
    spent_by: tuple[WordTold, ...]
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Unlinked(Record):
    """The runs of ``words`` content words of the source that stayed and stand in fewer than so many ``documents`` of
    the ``collection`` (documents): how many there were before and are after, the words that were ``hidden`` for it, and
    the utility (percent) before and after."""

    documents: int
    words: int
    collection: int
    runs_before: int
    runs_after: int
    hidden: tuple[str, ...]
    utility_before: float | None
    utility_after: float | None


def _look_told(look: Look | None) -> dict[str, Any] | None:
    return None if look is None else look.to_json()


def _look_read(told: Any) -> Look | None:
    return told if told is None or isinstance(told, Look) else Look.from_json(told)


LookSection: TypeAlias = Annotated[Look | None, PlainValidator(_look_read), PlainSerializer(_look_told)]
"""What a second finder lists; None where it did not look."""

_HEAD: dict[str, Any] = {"kind": "document", "id": None, "output_id": None, "status": "done"}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DocumentReport(Record):
    """All that is told of a document that was sanitized."""

    id: str
    output_id: str
    strategy: str
    context: str
    groups: int
    characters: int
    left_out: Mapping[str, int] | None = None
    text: str
    parts: tuple[Part, ...] = ()
    threshold: ThresholdSet
    sources: tuple[Source, ...]
    knowledge: tuple[str, ...]
    sensitive: tuple[SensitiveEntry, ...]
    risky: tuple[RiskyEntry, ...]
    changes: tuple[ChangeRow, ...]
    decisions: tuple[Verdict, ...] = ()
    left: tuple[LeftName, ...] = ()
    dates: DatesRead | None = None
    residual: Residual
    unknown: UnknownMet
    utility: Utility
    sent: tuple[Sent, ...]
    look: LookSection = None
    hardening: Attacked | NotAttacked | None = None
    singled_out: SingledOut | None = None
    unlinked: Unlinked | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the line of the file, as plain data."""
        return _HEAD | Record.to_json(self)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FailedReport(Record):
    """All that is told of a document that could not be sanitized: why, and what was sent for it."""

    id: str
    reason: str | None
    sent: tuple[Sent, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the line of the file, as plain data."""
        return {"kind": "document", "id": self.id, "status": "failed"} | Record.to_json(self)


DocumentTold: TypeAlias = DocumentReport | FailedReport
"""What a report tells of one document."""


def document_told(told: Mapping[str, Any]) -> DocumentTold:
    """Return the record of a line of the file whose ``kind`` is ``document``. Raises UsageError."""
    if told.get("status") == "failed":
        return FailedReport.from_json(told)
    if told.get("status") != "done":
        raise UsageError("status: done or failed is needed")
    return DocumentReport.from_json(told)


def done_of(documents: Sequence[DocumentTold]) -> tuple[DocumentReport, ...]:
    """Return the documents that were sanitized."""
    return tuple(document for document in documents if isinstance(document, DocumentReport))
