"""Recount the classes of a written release, and what k and km ask of them."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.verify.companion import Companion
from sanitizer.relational.verify.judged import FINE, Judged
from sanitizer.relational.verify.recount_columns import counted, ranks
from sanitizer.relational.verify.terms import TERM_KINDS, Columns, plain_term

Signature = tuple[Hashable, ...]
"""The recoded cells of a row."""
Classes = Mapping[tuple[Signature, tuple[str, ...]], Sequence[int]]
"""Persons by their recoded cells and their terms."""

WILDCARDS = ("maybe", "right-maybe")
"""NULL matchings in which NULL matches other values."""


@dataclass(frozen=True, slots=True)
class Recounted:
    """Classes by their cells (for tables with texts or wildcards), their sizes, least first, the persons of each (where
    there are models to judge them), and a failure for a person whose rows differ."""

    by_cells: Classes
    sizes: Sequence[int]
    members: Sequence[Sequence[int]]
    failures: tuple[str, ...]


def recounted(
    table: PlainTable,
    definition: Definition,
    persons: Sequence[int],
    terms: Mapping[int, set[str]],
    columns: Columns,
) -> Recounted:
    """Return the classes of a release; `columns` are the cells of those that are compared as texts."""
    quasi = [a.name for a in definition.named(Role.QUASI)]
    if definition.named(Role.TEXT) or definition.method.null_matching in WILDCARDS:
        rows = list(zip(*(columns[n] for n in quasi), strict=True)) if quasi else [()] * len(table)
        signatures, several = _signatures(persons, rows)
        classes = _classes(signatures, terms)
        return Recounted(classes, sorted(map(len, classes.values())), list(classes.values()), several)
    found = counted([ranks(table, n) for n in quasi], np.asarray(persons, dtype=np.int64))
    members = found.members() if definition.models else []
    torn = () if found.torn is None else (_torn(found.torn),)
    return Recounted({}, np.sort(found.sizes).tolist(), members, torn)


def _signatures(
    persons: Sequence[int], rows: Sequence[Signature]
) -> tuple[dict[int, Signature], tuple[str, ...]]:
    """Return the recoded cells of each person (the first by their spelling where rows differ), and a failure for
    the first person whose rows differ."""
    seen: dict[int, set[Signature]] = defaultdict(set)
    for person, cells in zip(persons, rows, strict=True):
        seen[person].add(cells)
    several = next((person for person, cells in seen.items() if len(cells) > 1), None)
    failures = () if several is None else (_torn(several),)
    chosen = {p: next(iter(cells)) if len(cells) == 1 else min(cells, key=repr) for p, cells in seen.items()}
    return chosen, failures


def _torn(person: int) -> str:
    return f"person {person} has rows with different recoded attributes"


def _classes(signatures: Mapping[int, Signature], terms: Mapping[int, set[str]]) -> Classes:
    """Return persons with the same recoded cells and the same terms."""
    classes: dict[tuple[Signature, tuple[str, ...]], list[int]] = defaultdict(list)
    for person, cells in signatures.items():
        classes[cells, tuple(sorted(terms.get(person, ())))].append(person)
    return classes


def class_sizes(table: PlainTable, quasi: Sequence[str], companion: Companion | None = None) -> list[int]:
    """Return persons in each class of a released table, least first; without its sidecar every row is a person. Raises
    UsageError: a column is missing, or the sidecar is about another number of rows."""
    if missing := [name for name in quasi if name not in table.columns]:
        raise UsageError(f"the released table has no column {', '.join(missing)}: is it that of the report?")
    if companion is not None and len(companion.persons) != len(table):
        raise UsageError(
            f"the sidecar is about {len(companion.persons)} rows, the released table has {len(table)}"
        )
    persons = range(len(table)) if companion is None else companion.persons
    rows = list(zip(*(table[name].tolist() for name in quasi), strict=True)) if quasi else [()] * len(table)
    terms: dict[int, set[str]] = defaultdict(set)
    for person, spans in zip(persons, companion.spans, strict=True) if companion is not None else ():
        terms[person].update(
            plain_term(s) for of in spans.values() for _, _, kind, s in of if kind in TERM_KINDS
        )
    return sorted(map(len, _classes(_signatures(persons, rows)[0], terms).values()))


def too_small(found: Recounted, definition: Definition, least_match: int | None) -> Judged:
    """Return whether k is not met by the classes, or where NULL matches other values, by the rows that a row
    matches."""
    k = definition.k
    if least_match is not None:
        open_to = open_to_attack(definition.method.null_matching)
        failures = () if least_match >= k else (f"k = {k} is not met: a row matches only {least_match}",)
        return Judged(failures, (open_to,))
    small = sum(size < k for size in found.sizes)
    if not small:
        return FINE
    return Judged((f"k = {k} is not met: {small} group(s) are smaller, the least has {min(found.sizes)}",))


def open_to_attack(matching: str) -> str:
    """Return what NULLs that match other values leave open, as a sentence."""
    return f"null_matching = {matching}: k counts rows that a NULL could be, which is open to attack"


def least_match(found: Recounted, matching: str) -> int | None:
    """Return the fewest rows that a row matches when NULL in the other row (with ``maybe``: in either) may be
    anything; None where NULL is a value of its own."""
    if matching not in WILDCARDS:
        return None
    signatures = [(cells, len(members)) for (cells, _), members in found.by_cells.items()]
    return _least_match(signatures, matching == "maybe")


def _least_match(signatures: Sequence[tuple[tuple[Hashable, ...], int]], either: bool) -> int:
    """Return the fewest rows that a row matches when NULL in the other row (or in either) may be anything."""
    return min(
        sum(
            count
            for other, count in signatures
            if all(a == b or b is None or (either and a is None) for a, b in zip(mine, other, strict=True))
        )
        for mine, _ in signatures
    )


def rare_terms(classes: Classes, terms: Mapping[int, set[str]] | None, k: int, m: int) -> Judged:
    """Return a failure for the first class in which terms together are in fewer than `k` records."""
    if terms is None:
        return Judged(unchecked=("km-anonymity: without the sidecar the terms are not known",))
    for members in classes.values():
        if rare := _rare(members, terms, k, m):
            return Judged((f"km-anonymity is not met: {rare} term(s) together are in fewer than k records",))
    return FINE


def _rare(members: Sequence[int], terms: Mapping[int, set[str]], k: int, m: int) -> int:
    """Return the size of a combination of up to `m` terms that some, but fewer than `k` of the persons show; 0:
    none."""
    for size in range(1, m + 1):
        counts = Counter(c for p in members for c in combinations(sorted(terms[p]), size))
        if any(count < k for count in counts.values()):
            return size
    return 0
