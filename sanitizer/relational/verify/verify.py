"""Verify a release from the written output, by code of its own: nothing here knows how the release was made.

Classes are recounted from the cells of the file: persons with the same recoded attributes and the same set of terms.
The sidecar tells which rows are one person and where the terms stand; without it rows are counted as persons, and what
cannot be checked is listed.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sanitizer.documents.sealed import Seal, is_sealed
from sanitizer.errors import UsageError
from sanitizer.keys import Key
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.plain_table import AnyTable
from sanitizer.relational.verify.counted import beyond_bounds, counted, ranks
from sanitizer.relational.verify.identity import Own, order_told, own_left
from sanitizer.relational.verify.models import cell_text, model_failures
from sanitizer.relational.verify.operators import Originals, Written, operator_failures, written_by_operators
from sanitizer.relational.verify.population import Households, further_failures

if TYPE_CHECKING:
    import pandas as pd

    from sanitizer.relational.table.plain_table import Cells

ResidualCheck = Callable[[str], Sequence[tuple[int, int, str]]]
"""Direct identifiers in a text: (start, end, type) of each."""

_PLURALS = {
    "person": "people",
    "man": "men",
    "foot": "feet",
    "mouse": "mice",
    "goose": "geese",
    "tooth": "teeth",
}
"""Words whose plural does not begin as they do."""
_FORMS = {**_PLURALS, **{many: one for one, many in _PLURALS.items()}}
_WILDCARDS = ("maybe", "right-maybe")
_SMALL = frozenset(["the", "a", "an", "to", "or"])
"""Words that a term may be written without, or with another one ("between 1990 and 1994")."""
_TERM_KINDS = frozenset({"kept", "generalized"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """``failures``, ``unchecked`` and ``warnings`` are sentences, ``figures`` the recounted numbers; ``cells`` are the
    texts (row from 0, column) that failures are about, with what is wrong with each."""

    failures: tuple[str, ...]
    unchecked: tuple[str, ...]
    figures: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    cells: Mapping[tuple[int, str], str] = field(default_factory=dict)

    @property
    def met(self) -> bool:
        """Whether everything that could be checked holds."""
        return not self.failures


@dataclass(frozen=True, slots=True)
class Companion:
    """What a sidecar file says: the person of each row, and for each row column -> (start, end, kind, says)."""

    persons: tuple[int, ...]
    spans: tuple[Mapping[str, Sequence[tuple[int, int, str, str]]], ...]


def read_sidecar(path: str | Path) -> Companion:
    """Read a sidecar; a sealed one is opened with the key of SANITIZER_KEY. Raises UsageError when it is missing or not
    one."""
    if is_sealed(Path(path)):
        return parse_sidecar(Seal.of(Key.read()).lines(Path(path)), path)
    try:
        return parse_sidecar(Path(path).read_text(encoding="utf-8").split("\n"), path)
    except OSError as error:
        raise UsageError(f"{path}: the sidecar cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not a sidecar of a release, or damaged") from error


def parse_sidecar(content: Iterable[str], path: str | Path) -> Companion:
    """The sidecar of these lines; `path` is for messages. Raises UsageError when it is none."""
    try:
        lines = [line for line in content if line]
        header = json.loads(lines[0])
        rows = [json.loads(line) for line in lines[1:]]
        if header.get("format") != "sanitizer-persons" or header["rows"] != len(rows):
            raise ValueError("header and rows do not agree")
        return Companion(
            tuple(int(r["person"]) for r in rows),
            tuple({n: [(int(a), int(b), str(k), str(s)) for a, b, k, s in v] for n, v in r["spans"].items()}
                  for r in rows),
        )  # fmt: skip
    except (ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        raise UsageError(f"{path}: not a sidecar of a release, or damaged") from error


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
    table: AnyTable,
    definition: Definition,
    companion: Companion | None = None,
    residual: ResidualCheck | None = None,
    source: FromSource = NOTHING_OF_SOURCE,
) -> Verdict:
    """Check a released table (as read back from where it was written) against its definition.

    Args:
        table: the release.
        definition: what had to hold.
        companion: the sidecar's content, if at hand.
        residual: finds direct identifiers in the released texts outside the spans of the sidecar.
        source: what is known of the source.
    """
    failures = _columns(table, definition)
    if failures:
        return Verdict(tuple(failures), ())
    unchecked: list[str] = []
    if not len(table):
        return Verdict(("the release has no rows",), ())
    if companion is not None and len(companion.persons) != len(table):
        raise UsageError(f"the sidecar is about {len(companion.persons)} rows, the release has {len(table)}")
    texts = [a.name for a in definition.named(Role.TEXT)]
    persons = companion.persons if companion is not None else tuple(range(len(table)))
    if companion is None:
        unchecked += _unknown_without_sidecar(definition)
    quasi = [a.name for a in definition.named(Role.QUASI)]
    wildcard = definition.method.null_matching in _WILDCARDS
    operated = [a.name for a in definition.attributes if a.operator]
    columns = {n: _cells(table[n]) for n in [*(quasi if texts or wildcard else ()), *texts, *operated]}
    written = Written()
    if operated:
        failures += operator_failures(definition, columns, source.originals, unchecked)
        written = written_by_operators(definition, columns)
    terms: dict[int, set[str]] = defaultdict(set)
    bad: dict[tuple[int, str], str] = {}
    if companion is not None:
        for row, person in enumerate(persons if texts else ()):
            failures += _collect_terms(row, texts, columns, companion, terms[person], bad)
    km = next((m for m in definition.models if m.name == "km-anonymity"), None)
    classes, sizes, members, several = _recounted(table, definition, persons, {} if km else terms, columns)
    failures += [*several, *beyond_bounds(table, definition)]
    figures: dict[str, Any] = {
        "rows": len(table), "persons": sum(sizes), "classes": len(sizes), "least_class": sizes[0],
        "mean_class": round(sum(sizes) / len(sizes), 4), "highest_risk": round(1 / sizes[0], 6),
    }  # fmt: skip
    failures += _counted_twice(figures, source.most if companion is not None else None)
    failures += _too_small(sizes, classes, definition, figures, unchecked)
    if km is not None:
        known = None if companion is None else terms
        failures += _rare_terms(classes, known, definition.k, km.m, unchecked)
    failures += model_failures(table, definition, persons, members, figures, unchecked)
    households = source.households if companion is not None else {}
    more, unknown = further_failures(table, definition, persons, members, households, figures)
    failures += more
    unchecked += unknown
    if texts and residual is not None:
        failures += _residual({n: columns[n] for n in texts}, companion, residual, figures, written, bad)
    elif texts:
        unchecked.append("direct identifiers left in the texts: no recognizer was given")
    if texts and companion is not None and source.own is not None:
        failures += own_left(
            {n: columns[n] for n in texts}, persons, companion.spans, source.own, figures, bad
        )
    warnings = tuple(filter(None, (order_told(table, definition),)))
    return Verdict(tuple(dict.fromkeys(failures)), tuple(unchecked), figures, warnings, bad)


def _recounted(
    table: AnyTable,
    definition: Definition,
    persons: Sequence[int],
    terms: Mapping[int, set[str]],
    columns: "Mapping[str, list[str | None]]",
) -> "tuple[Classes, list[int], Sequence[Sequence[int]], list[str]]":
    """The classes by their cells (for tables with texts or wildcards), their sizes, least first, the persons of each
    (where there are models to judge them), and a failure for a person whose rows differ."""
    quasi = [a.name for a in definition.named(Role.QUASI)]
    if definition.named(Role.TEXT) or definition.method.null_matching in _WILDCARDS:
        rows = list(zip(*(columns[n] for n in quasi), strict=True)) if quasi else [()] * len(table)
        signatures, several = _signatures(persons, rows)
        classes = _classes(signatures, terms)
        return classes, sorted(map(len, classes.values())), list(classes.values()), several
    found = counted([ranks(table, n) for n in quasi], np.asarray(persons, dtype=np.int64))
    members = found.members() if definition.models else []
    return {}, np.sort(found.sizes).tolist(), members, [] if found.torn is None else [_torn(found.torn)]


Signature = tuple[Hashable, ...]
"""The recoded cells of a row."""
Classes = Mapping[tuple[Signature, tuple[str, ...]], list[int]]
"""Persons by their recoded cells and their terms."""


def _unknown_without_sidecar(definition: Definition) -> list[str]:
    """What cannot be checked where it is not known which rows are one person and where terms stand."""
    unchecked = []
    if definition.named(Role.IDENTIFIER):
        unchecked.append("k over persons: without the sidecar every row counts as a person")
    if definition.named(Role.TEXT):
        unchecked.append("the terms of the texts: without the sidecar it is not known where they stand")
    return unchecked


def _signatures(persons: Sequence[int], rows: Sequence[Signature]) -> tuple[dict[int, Signature], list[str]]:
    """The recoded cells of each person (the first by their spelling where rows differ), and a failure for the first
    person whose rows differ."""
    seen: dict[int, set[Signature]] = defaultdict(set)
    for person, cells in zip(persons, rows, strict=True):
        seen[person].add(cells)
    several = next((person for person, cells in seen.items() if len(cells) > 1), None)
    failures = [] if several is None else [_torn(several)]
    chosen = {p: next(iter(cells)) if len(cells) == 1 else min(cells, key=repr) for p, cells in seen.items()}
    return chosen, failures


def _torn(person: int) -> str:
    return f"person {person} has rows with different recoded attributes"


def _classes(signatures: Mapping[int, Signature], terms: Mapping[int, set[str]]) -> Classes:
    """Persons with the same recoded cells and the same terms."""
    classes: dict[tuple[Signature, tuple[str, ...]], list[int]] = defaultdict(list)
    for person, cells in signatures.items():
        classes[cells, tuple(sorted(terms.get(person, ())))].append(person)
    return classes


def _counted_twice(figures: dict[str, Any], most: int | None) -> list[str]:
    """A failure where the release has more persons than its source."""
    if most is None:
        return []
    figures["persons_of_the_source"] = most
    if figures["persons"] <= most:
        return []
    return [f"persons are counted twice: the release has {figures['persons']}, its source has {most}"]


def _too_small(
    sizes: Sequence[int],
    classes: Classes,
    definition: Definition,
    figures: dict[str, Any],
    unchecked: list[str],
) -> list[str]:
    """Whether k is not met by the classes, or where NULL matches other values, by the rows that a row matches."""
    matching = definition.method.null_matching
    if matching in _WILDCARDS:
        least = _least_match(
            [(key[0], len(members)) for key, members in classes.items()], matching == "maybe"
        )
        figures |= {"null_matching": matching, "least_match": least}
        unchecked.append(
            f"null_matching = {matching}: k counts rows that a NULL could be, which is open to attack"
        )
        met = least >= definition.k
        return [] if met else [f"k = {definition.k} is not met: a row matches only {least}"]
    small = sum(size < definition.k for size in sizes)
    if not small:
        return []
    return [f"k = {definition.k} is not met: {small} class(es) are smaller, the least has {min(sizes)}"]


def _rare_terms(
    classes: Classes, terms: Mapping[int, set[str]] | None, k: int, m: int, unchecked: list[str]
) -> list[str]:
    """A failure for the first class in which terms together are in fewer than `k` records."""
    if terms is None:
        unchecked.append("km-anonymity: without the sidecar the terms are not known")
        return []
    for members in classes.values():
        if rare := _rare(members, terms, k, m):
            return [f"km-anonymity is not met: {rare} term(s) together are in fewer than k records"]
    return []


def _rare(members: Sequence[int], terms: Mapping[int, set[str]], k: int, m: int) -> int:
    """The size of a combination of up to `m` terms that some, but fewer than `k` of the persons show; 0: none."""
    for size in range(1, m + 1):
        counts = Counter(c for p in members for c in combinations(sorted(terms[p]), size))
        if any(count < k for count in counts.values()):
            return size
    return 0


def _least_match(signatures: Sequence[tuple[tuple[Hashable, ...], int]], either: bool) -> int:
    """The fewest rows that a row matches when NULL in the other row (or in either) may be anything."""
    return min(
        sum(
            count
            for other, count in signatures
            if all(a == b or b is None or (either and a is None) for a, b in zip(mine, other, strict=True))
        )
        for mine, _ in signatures
    )


def _cells(column: "pd.Series[Any] | Cells") -> list[str | None]:
    values: list[Any] = column.tolist()
    return values if set(map(type, values)) <= {str, type(None)} else [cell_text(v) for v in values]


def _columns(table: AnyTable, definition: Definition) -> list[str]:
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


def _collect_terms(
    row: int,
    texts: Sequence[str],
    columns: Mapping[str, Sequence[str | None]],
    companion: Companion,
    terms: set[str],
    bad: dict[tuple[int, str], str],
) -> list[str]:
    """Add the row's terms as they stand in the file; a span that does not show its term is a failure."""
    failures: list[str] = []
    for name in texts:
        text = columns[name][row] or ""
        for start, end, kind, says in companion.spans[row].get(name, ()):
            if not 0 <= start <= end <= len(text):
                failures.append(f'row {row + 1}, column "{name}": a span of the sidecar leaves the text')
            elif kind in _TERM_KINDS:
                if not shows(text[start:end], says):
                    bad[row, name] = "the text does not show the term of a span"
                    failures.append(
                        f'row {row + 1}, column "{name}": the text does not show the term of a span'
                    )
                terms.add(plain_term(says))
    return failures


def plain_term(says: str) -> str:
    """A term without case, article and possessive, which persons of a class may write differently."""
    words = says.casefold().replace("\u2019", "'").split()
    words = words[1:] if len(words) > 1 and words[0] in ("the", "a", "an") else words
    return " ".join(words).removesuffix("'s").removesuffix("'")


def shows(surface: str, says: str) -> bool:
    """Whether the surface is the term, up to articles, number, case and the form of an age ("age 0 to 14")."""
    surface, wanted = surface.casefold(), [w for w in says.casefold().split() if w not in _SMALL]
    if says.endswith("years old"):
        wanted = wanted[:-2]
    return all(
        (w in surface if w[0].isdigit() else w[:3] in surface) or _FORMS.get(w, w) in surface for w in wanted
    )


def _residual(
    texts: Mapping[str, Sequence[str | None]],
    companion: Companion | None,
    residual: ResidualCheck,
    figures: dict[str, Any],
    written: Written,
    bad: dict[tuple[int, str], str],
) -> list[str]:
    """Direct identifiers that the texts still show; what a class shares, or an operator wrote, may stay."""
    failures: list[str] = []
    found: Counter[str] = Counter()
    for name, column in texts.items():
        for row, text in enumerate(column):
            known = companion.spans[row].get(name, ()) if companion is not None else ()
            made = [m.span() for form in written.forms for m in form.finditer(text or "")]
            for start, end, kind in residual(text or ""):
                if any(a <= start and end <= b for a, b in [*made, *((a, b) for a, b, _, _ in known)]):
                    continue
                if (text or "")[start:end] in written.cells:
                    continue
                found[kind] += 1
                bad[row, name] = f"a {kind} is left in the text"
                if found[kind] == 1:
                    failures.append(f'row {row + 1}, column "{name}": a {kind} is left in the text')
    figures["direct_identifiers_left"] = sum(found.values())
    return failures
