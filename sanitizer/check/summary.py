"""What the last line of a report says of the whole run, as records; docs/report.md has the keys of the file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from sanitizer.check.report import Unlinked
from sanitizer.control.outcomes import UnusedDecision, UnusedProtected
from sanitizer.records import Record
from sanitizer.types import Bits


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NotDone(Record):
    """A document that failed, or a file that was skipped: why, and what messages call it (``shown``)."""

    id: str
    reason: str
    shown: str

    @property
    def is_hidden(self) -> bool:
        """Whether messages call it otherwise than by its name, which may tell something."""
        return self.shown != self.id

    @property
    def called(self) -> str:
        """What lines of a run call it: its name, or which document of the input it is."""
        return (
            f"document {int(self.shown)} of the input"
            if self.is_hidden and self.shown.isdigit()
            else self.shown
        )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LookTotals(Record):
    """What a run has to look at: known forms that are left, places by kind, in how many documents; and with ``strict``
    which documents that makes not met."""

    known_forms_left: int
    places: int
    counts: Mapping[str, int]
    documents: int
    strict: bool
    not_met: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RunSettings(Record):
    """All that decided in a run, as the command takes it; ``protected`` and ``decisions`` are numbers of entries,
    ``operators`` what they treat, ``common`` the bits under which occupations and nationalities were left to the
    risk."""

    strategy: str
    context: str
    threshold: str
    unknown: str
    protected: int
    generalization_counts: str
    last_resort: str
    kb_order: str
    sensitive: str
    groups: int
    distinct: str
    dates: str
    contextual: bool
    singling_out: int = 0
    unlinkable: str = ""
    profile: str | None
    decisions: int
    operators: Mapping[str, str]
    spread: str
    common: Bits
    recognizers: tuple[str, ...]
    counts: tuple[str, ...]
    knowledge: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class HardeningSummary(Record):
    """What hardening did: ``k`` and ``floor``, how many candidates, how many documents were attacked and how their
    persons ranked before and after, mean utilities, how they ended, and which documents are not hidden or about no
    candidate."""

    k: int
    floor: float
    candidates: int
    attacked: int
    first_before: int
    first_after: int
    among_k_before: int
    among_k_after: int
    utility_before: float | None
    utility_after: float | None
    outcomes: Mapping[str, int]
    not_hidden: tuple[str, ...]
    without_person: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class UnlinkedSummary(Record):
    """The runs of ``words`` content words that stand in fewer than so many ``documents`` of the ``collection``
    (documents): how many of the ``judged`` documents held one before and after, how many runs that were, and mean
    utilities (percent)."""

    documents: int
    words: int
    collection: int
    judged: int
    linked_before: int
    linked_after: int
    runs_before: int
    runs_after: int
    utility_before: float | None
    utility_after: float | None

    @classmethod
    def of(cls, told: Sequence[Unlinked]) -> "UnlinkedSummary | None":
        """Of what documents tell; None where none does."""
        if not told:
            return None
        utilities = [(one.utility_before, one.utility_after) for one in told]
        return cls(
            documents=told[0].documents,
            words=told[0].words,
            collection=told[0].collection,
            judged=len(told),
            linked_before=sum(one.runs_before > 0 for one in told),
            linked_after=sum(one.runs_after > 0 for one in told),
            runs_before=sum(one.runs_before for one in told),
            runs_after=sum(one.runs_after for one in told),
            utility_before=mean_of(before for before, _ in utilities),
            utility_after=mean_of(after for _, after in utilities),
        )

    def line(self) -> str:
        """Return the result as a line of words."""
        return (
            f"runs of {self.words} content words that fewer than {self.documents} documents share: in "
            f"{self.linked_before} of {self.judged} documents before, in {self.linked_after} after; "
            f"{self.utility_before} % of the information kept before, {self.utility_after} % after"
        )


def mean_of(values: Iterable[float | None]) -> float | None:
    """Return the mean of those that are known, in hundredths; None where none is."""
    known = [value for value in values if value is not None]
    return round(fmean(known), 2) if known else None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SummaryReport(Record):
    """What a run came to."""

    documents: int
    done: int
    failed: tuple[NotDone, ...]
    skipped: tuple[NotDone, ...]
    residual_not_met: tuple[str, ...]
    left_out: Mapping[str, Mapping[str, int]] | None = None
    look: LookTotals
    kept_by_decision: tuple[str, ...] = ()
    decisions_unused: tuple[UnusedDecision, ...] = ()
    protected_unused: tuple[UnusedProtected, ...] = ()
    ids: Mapping[str, str]
    utility_percent: float | None
    sensitive: int
    risky: int
    settings: RunSettings
    kept_identifying: Mapping[str, int]
    sent: Mapping[str, int]
    collection_forms: int | None = None
    versions: Mapping[str, str]
    hardening: HardeningSummary | None = None
    unlinked: UnlinkedSummary | None = None
    met: bool

    def to_json(self) -> dict[str, Any]:
        """Return the line of the file, as plain data."""
        return {"kind": "summary"} | Record.to_json(self)

    def to_public_json(self) -> dict[str, Any]:
        """Return the same without what only the report may tell: the ids and names that became numbers."""
        told = self.to_json()
        for key, entries in (("failed", self.failed), ("skipped", self.skipped)):
            told[key] = [{"id": entry.shown, "reason": entry.reason} for entry in entries]
        return told | {"ids": len(self.ids)}
