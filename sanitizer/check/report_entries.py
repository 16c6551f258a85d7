"""What a report says of each sensitive and each risky term, as records; docs/report.md has the keys of the file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from sanitizer.records import ClassName, Record, SpanPair
from sanitizer.types import Bits

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
