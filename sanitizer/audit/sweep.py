"""Sanitize one sample under several strategies and thresholds; compare privacy with utility."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from sanitizer.audit.attackers import Attacker
from sanitizer.audit.linkage import link, linkage_at
from sanitizer.evaluate.masks import GoldDocument, Mask
from sanitizer.evaluate.tab import Share, covered, score, words
from sanitizer.types import Document


@dataclass(frozen=True, slots=True)
class Setting:
    """One point of a sweep, as the command line spells it."""

    strategy: str
    threshold: str

    @property
    def name(self) -> str:
        """Short, for table and plot."""
        return f"{self.strategy} {self.threshold}"


@dataclass(frozen=True, slots=True)
class Output:
    """What a run made of one document."""

    text: str
    masks: tuple[Mask, ...]
    utility_percent: float | None
    met: bool


@dataclass(frozen=True, slots=True)
class Point:
    """What one setting gave; shares from 0 to 1, utility in percent, ``None`` where nothing was given
    to measure with.
    """

    setting: str
    utility: float | None
    share_masked: float | None
    linkage_1: float | None
    linkage_5: float | None
    recall_direct: float | None
    recall_quasi: float | None
    residual_not_met: int

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


Run = Callable[[Setting, Document], Output]


def sweep(
    settings: Sequence[Setting],
    documents: Sequence[Document],
    run: Run,
    attacker: Attacker | None = None,
    persons: Mapping[str, str] | None = None,
    gold: Sequence[GoldDocument] = (),
) -> tuple[Point, ...]:
    """Run every setting over the sample and measure it.

    Args:
        settings: in the order of the result.
        documents: the sample.
        run: sanitizes one document under one setting.
        attacker: who tries to link; ``None`` leaves linkage out.
        persons: document id -> true candidate, for the attacker.
        gold: marks of (some of) the sample's documents, for recall.
    """
    return tuple(_point(s, documents, run, attacker, persons or {}, gold) for s in settings)


def _point(
    setting: Setting,
    documents: Sequence[Document],
    run: Run,
    attacker: Attacker | None,
    persons: Mapping[str, str],
    gold: Sequence[GoldDocument],
) -> Point:
    made = {document.id: run(setting, document) for document in documents}
    utilities = [o.utility_percent for o in made.values() if o.utility_percent is not None]
    masked = Share()
    for document in documents:
        hidden = covered(document.text, made[document.id].masks)
        pairs = list(words(document.text))
        masked += Share(sum(bool(hidden[a:b].all()) for a, b in pairs), len(pairs))
    linked = link(attacker, {i: o.text for i, o in made.items()}, persons, evidence=0) if attacker else ()
    marked = [document for document in gold if document.id in made]
    scores = score(marked, {document.id: made[document.id].masks for document in marked})
    return Point(
        setting.name,
        fmean(utilities) if utilities else None,
        masked.value,
        linkage_at(linked, 1),
        linkage_at(linked, 5),
        scores.direct.entity.value,
        scores.quasi.entity.value,
        sum(not o.met for o in made.values()),
    )
