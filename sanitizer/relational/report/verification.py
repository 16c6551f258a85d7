"""What a verification recounts from a written release, and its verdict as the file has it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sanitizer.relational.report.record import FLAT, Figures


@dataclass(frozen=True, slots=True)
class SampledClasses(Figures):
    """What safe sampling comes to: persons of the least class, and the delta that such classes give."""

    least_class: int
    delta: float


Value = float | SampledClasses
"""What is bounded by a model, recounted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recount(Figures):
    """Figures of the written file: rows, persons, classes, persons of the least and the mean class, the highest risk
    (a chance; 0 in all where nothing was counted); the persons whom the source has at most; under NULL matching with
    wildcards its name and the fewest rows that a row matches; the worst value of each model by its name; and how many
    direct identifiers, and identifiers of the row itself, the texts still show. None: not looked at."""

    rows: int = 0
    persons: int = 0
    classes: int = 0
    least_class: int = 0
    mean_class: float = 0.0
    highest_risk: float = 0.0
    persons_of_the_source: int | None = None
    null_matching: str | None = None
    least_match: int | None = None
    models: Mapping[str, Value] = field(default_factory=dict, metadata=FLAT)
    direct_identifiers_left: int | None = None
    own_identifiers_left: int | None = None


@dataclass(frozen=True, slots=True)
class Verification(Figures):
    """The verdict: whether everything that could be checked holds, what does not, what could not be checked, and
    warnings, as sentences; and the figures."""

    met: bool
    failures: tuple[str, ...]
    not_checked: tuple[str, ...]
    warnings: tuple[str, ...]
    recounted: Recount = field(metadata=FLAT)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedBySql(Figures):
    """What SQL counts in the file of a release out of core, which is not left in place where something fails; under
    NULL matching with wildcards also its name, the fewest persons that a row matches, and what that leaves open."""

    met: bool
    by: str
    rows: int
    persons: int
    classes: int
    least_class: int
    not_checked: tuple[str, ...] = ()
    null_matching: str | None = None
    least_match: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest(Figures):
    """What a release out of core is, written after everything else: its file, the hash and the size (bytes) of it, and
    what was counted there."""

    file: str
    sha256: str
    bytes: int
    rows: int
    persons: int
    classes: int
    least_class: int
    k: int
    engine: str
