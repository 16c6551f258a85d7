"""Verify a release from the written output, by code of its own: nothing here knows how the release was made.

Classes are recounted from the cells of the file: persons with the same recoded attributes and the same set of terms.
The sidecar tells which rows are one person and where the terms stand; without it rows are counted as persons, and what
cannot be checked is listed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.report.verification import Recount, Verification
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.verify.companion import Companion
from sanitizer.relational.verify.groups import CountGroups, count_groups
from sanitizer.relational.verify.identity import Own, order_told, own_left
from sanitizer.relational.verify.judged import FINE, Judged, together
from sanitizer.relational.verify.models import cell_text
from sanitizer.relational.verify.operators import Originals, Written, operator_failures, written_by_operators
from sanitizer.relational.verify.population import Households, further_failures
from sanitizer.relational.verify.recount_columns import beyond_bounds
from sanitizer.relational.verify.recount_persons import WILDCARDS
from sanitizer.relational.verify.repeated import finer_than_columns
from sanitizer.relational.verify.terms import Columns, ResidualCheck, residual_left, terms_of

NOT_COUNTED: Final = Recount()


@dataclass(frozen=True, slots=True)
class Verdict:
    """``failures``, ``unchecked`` and ``warnings`` are sentences, ``figures`` the recounted numbers."""

    failures: tuple[str, ...]
    unchecked: tuple[str, ...]
    figures: Recount = NOT_COUNTED
    warnings: tuple[str, ...] = ()

    @property
    def met(self) -> bool:
        """Whether everything that could be checked holds."""
        return not self.failures

    @property
    def told(self) -> Verification:
        """For a report."""
        return Verification(self.met, self.failures, self.unchecked, self.warnings, self.figures)


@dataclass(frozen=True, slots=True)
class FromSource:
    """What is known of the source of a release, where it is at hand: the values that the columns with an operator had,
    by column; the identifiers of each person (:func:`.identity.own_values`); how many persons it has at most
    (:func:`.persons.count_persons`); and their households (:func:`.population.households_of`)."""

    originals: Originals | None = None
    own: Own | None = None
    most: int | None = None
    households: Households = field(default_factory=dict)


NOTHING_OF_SOURCE: Final = FromSource()


def verify(
    table: PlainTable,
    definition: Definition,
    companion: Companion | None = None,
    residual: ResidualCheck | None = None,
    source: FromSource = NOTHING_OF_SOURCE,
    groups: CountGroups = count_groups,
) -> Verdict:
    """Check a released table (as read back from where it was written) against its definition.

    Args:
        table: the release.
        definition: what had to hold.
        companion: the sidecar's content, if at hand.
        residual: finds direct identifiers in the released texts outside the spans of the sidecar.
        source: what is known of the source.
        groups: counts the groups.
    """
    failures = _columns(table, definition)
    if failures:
        return Verdict(tuple(failures), ())
    if not len(table):
        return Verdict(("the release has no rows",), ())
    if companion is not None and len(companion.persons) != len(table):
        raise UsageError(f"the sidecar is about {len(companion.persons)} rows, the release has {len(table)}")
    columns = _compared(table, definition)
    texts = {a.name: columns[a.name] for a in definition.named(Role.TEXT)}
    persons = companion.persons if companion is not None else tuple(range(len(table)))
    operated, written = _operated(definition, columns, source)
    found = groups(table, definition, companion, columns)
    most = source.most if companion is not None else None
    households = source.households if companion is not None else {}
    parts = [
        _unknown_without_sidecar(definition) if companion is None else FINE,
        operated,
        Judged(tuple(beyond_bounds(table, definition))),
        _counted_twice(sum(found.sizes), most),
        found.judged,
        further_failures(table, definition, persons, found.members, households),
    ]
    direct = own = None
    if texts and residual is not None:
        direct, left = residual_left(texts, companion, residual, written)
        parts.append(left)
    elif texts:
        parts.append(Judged(unchecked=("direct identifiers left in the texts: no recognizer was given",)))
    if texts and companion is not None:
        parts.append(finer_than_columns(texts, _beside(table, definition), companion))
    if texts and companion is not None and source.own is not None:
        own, left = own_left(texts, persons, companion.spans, source.own)
        parts.append(left)
    judged = together(*parts)
    sizes = found.sizes
    figures = Recount(
        rows=len(table), persons=sum(sizes), classes=len(sizes), least_class=sizes[0],
        mean_class=round(sum(sizes) / len(sizes), 4), highest_risk=round(1 / sizes[0], 6),
        persons_of_the_source=most,
        null_matching=None if found.least_match is None else definition.method.null_matching,
        least_match=found.least_match,
        models=judged.values, direct_identifiers_left=direct, own_identifiers_left=own,
    )  # fmt: skip
    warnings = tuple(filter(None, (order_told(table, definition),)))
    return Verdict(tuple(dict.fromkeys(judged.failures)), judged.unchecked, figures, warnings)


def bad_texts(
    table: PlainTable, definition: Definition, companion: Companion, residual: ResidualCheck, own: Own | None
) -> Mapping[tuple[int, str], str]:
    """Return the texts (row from 0, column) of a release in which something is wrong, with what it is; see
    :func:`verify`."""
    columns = _compared(table, definition)
    texts = {a.name: columns[a.name] for a in definition.named(Role.TEXT)}
    written = _operated(definition, columns, NOTHING_OF_SOURCE)[1]
    parts = [
        terms_of(texts, companion.persons, companion)[1],
        residual_left(texts, companion, residual, written)[1],
    ]
    parts.append(finer_than_columns(texts, _beside(table, definition), companion))
    if own is not None:
        parts.append(own_left(texts, companion.persons, companion.spans, own)[1])
    return together(*parts).cells


def _compared(table: PlainTable, definition: Definition) -> Columns:
    """Return the cells of the columns that are compared as texts."""
    texts = [a.name for a in definition.named(Role.TEXT)]
    wildcard = definition.method.null_matching in WILDCARDS
    quasi = [a.name for a in definition.named(Role.QUASI)] if texts or wildcard else []
    operated = [a.name for a in definition.attributes if a.operator]
    return {name: _cells(table, name) for name in [*quasi, *texts, *operated]}


def _beside(table: PlainTable, definition: Definition) -> Columns:
    """Return the cells of the columns that texts may repeat."""
    released = [a for a in definition.attributes if not a.dropped and a.role is not Role.TEXT]
    return {a.name: _cells(table, a.name) for a in released}


def _operated(definition: Definition, columns: Columns, source: FromSource) -> tuple[Judged, Written]:
    """Return what does not hold of the columns that operators wrote, and what these may have written into texts."""
    if not any(a.operator for a in definition.attributes):
        return FINE, Written()
    judged = operator_failures(definition, columns, source.originals)
    return judged, written_by_operators(definition, columns)


def _unknown_without_sidecar(definition: Definition) -> Judged:
    """Return what cannot be checked where it is not known which rows are one person and where terms stand."""
    unchecked = []
    if definition.named(Role.IDENTIFIER):
        unchecked.append("k over persons: without the sidecar every row counts as a person")
    if definition.named(Role.TEXT):
        unchecked.append("the terms of the texts: without the sidecar it is not known where they stand")
    return Judged(unchecked=tuple(unchecked))


def _counted_twice(persons: int, most: int | None) -> Judged:
    """Return a failure where the release has more persons than its source."""
    if most is None or persons <= most:
        return FINE
    return Judged((f"persons are counted twice: the release has {persons}, its source has {most}",))


def _cells(table: PlainTable, name: str) -> Sequence[str | None]:
    if table.coded(name) is not None:
        return table.texts(name)
    return [cell_text(v) for v in table[name].tolist()]


def _columns(table: PlainTable, definition: Definition) -> list[str]:
    present = {str(c) for c in table.columns}
    failures: list[str] = []
    for a in definition.attributes:
        dropped = a.dropped
        if dropped and a.name in present:
            failures.append(f'column "{a.name}" ({a.role.value}) is in the release')
        if not dropped and a.name not in present:
            failures.append(f'column "{a.name}" ({a.role.value}) is missing in the release')
    known = {a.name for a in definition.attributes}
    failures += [f'column "{c}" is in no attribute of the definition' for c in sorted(present - known)]
    return failures
