"""Tell which columns identify persons: by name, by the shape of the cells, by how many persons their values single
out.

Whoever is unsure says yes: a column that is dropped for nothing is a loss, one that stays for nothing is a leak.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from sanitizer.relational.scan.headers import name_words
from sanitizer.relational.table.persons import joins_of
from sanitizer.text.fold import words
from sanitizer.text.patterns import ALPHANUMERIC

SINGLES_OUT: Final = 0.02
"""Distinct values per row above which labels that nobody understands are taken for identifiers."""
FEW_VALUES: Final = 20
"""Labels that are no more than these are a category, however short the table is."""
OF_THEIR_OWN: Final = 0.05
"""Share of persons with a value that nobody else has, above which a column or what stays of a table singles out."""
_CHANCE: Final = 1e-4
"""How likely a dependence between two columns may be an accident to be taken for none."""

_PERSONS: Final = words(
    "patient person subject participant respondent employee staff member customer client user student pupil donor "
    "applicant claimant resident guest passenger child mother father parent spouse partner author contact kin "
    "reviewer buyer owner tenant borrower insured victim suspect witness defendant plaintiff nurse doctor physician "
    "clinician gp carer teacher manager"
)
_NUMBERS: Final = words("id ids no nr num number numbers code key ref reference identifier name address")
_OF_ONE: Final = words(
    "ssn nino nin mrn nhs chi bsn cpf cnp pesel aadhaar passport pid uid login username email mail fullname name "
    "surname lastname"
)
"""Words that name something that one person has."""
_OF_SOMEBODY: Final = words(
    "id ids uuid guid identifier firstname forename names given initials nickname alias handle screenname phone "
    "telephone tel mobile fax address addr street house ip ipv4 ipv6 mac imei imsi iccid device serial hash digest "
    "md5 sha sha1 sha256 token cookie session url uri link website webpage homepage plate vin licence license badge "
    "card iban bic account acct photo picture fingerprint biometric policy voter tax ein tin npi dea nric"
)
_ATTRIBUTES: Final = words(
    "type kind status age sex gender date day time hour count counts rating score class group level balance length "
    "duration year month flag category size amount total mean average price weight height stage grade rank"
)
"""Words that make a name that of a property: "device type", "account balance"."""
_PARTS: Final = words("first last given family middle maiden birth sur nick user full")
KNOWN_OF_NAMES: Final = (
    _PERSONS | _PARTS | words("surname lastname firstname forename of the legal maiden middle")
)
"""Words that stand beside "name" where it is a person's."""

_FOUR: Final = r"\d{1,3}(?:\.\d{1,3}){3}"
_SHAPES: Final = re.compile(
    rf"""(?ix)
    \S+@\S+                                          # e-mail, user@host
    | (?:https?://|www\.)\S+
    | {_FOUR}(?:[:/]\d+)?                            # addresses of the network
    | (?:[0-9a-f]{{1,4}}:){{3,7}}:?[0-9a-f]{{1,4}}
    | (?:[0-9a-f]{{2}}[:-]){{5}}[0-9a-f]{{2}}
    | \{{?[0-9a-f]{{8}}-(?:[0-9a-f]{{4}}-){{3}}[0-9a-f]{{12}}\}}?
    | (?=[a-z]*\d)(?=\d*[a-f])[0-9a-f]{{8,}}         # digests
    | [\d\s./()+‐‑–—-]*\d[\d\s./()+‐‑–—-]*(?<=\d)    # numbers, told below by their digits
    | (?=\S*\d)(?=\S*[a-z])[a-z0-9]+(?:[-_/.:\#][a-z0-9]+)*   # codes of letters and digits
    | (?=\S*[a-z])[a-z0-9]+(?:[._][a-z0-9]+)+        # log-in names
    """
)
_NUMBER: Final = re.compile(r"[\d\s./()+‐‑–—-]+\Z")
_CLASSIFIED: Final = re.compile(r"[A-Za-z]\d{2}(?:\.[0-9A-Za-z]{1,4}|[0-9A-Za-z])?\Z")
"""Codes of diseases (ICD): letters and digits, and a kind of thing nevertheless."""


@dataclass(frozen=True, slots=True)
class ByName:
    """What the name of a column says: that it holds ``direct`` identifiers, and that one person has one of them."""

    direct: bool = False
    of_one: bool = False


def by_name(name: str) -> ByName:
    """Return whether a column's name is that of an identifier ("patient_id", "hospitalNumber", "e-mail")."""
    said = [*name_words(name), *re.findall(r"(?i)ipv\d|md5|sha\d+", name)]
    parts = [w for word in said for w in _split(word.casefold())]
    if any(a + b in ("email", "postcode", "zipcode") for a, b in pairwise(parts)):
        parts = [w for w in parts if w not in ("e", "post", "zip", "code")] + ["email"] * ("e" in parts)
    known = set(parts)
    if known & _ATTRIBUTES:
        return ByName()
    persons, numbers = known & _PERSONS, known & _NUMBERS
    if known & (_OF_ONE | {"birthname"}) or (
        persons and (numbers or known - {"next", "of", "the"} == persons)
    ):
        other = (
            known
            - _OF_ONE
            - _PERSONS
            - _NUMBERS
            - _PARTS
            - {"the", "of", "e", "national", "social", "security"}
        )
        first = bool(known & {"first", "given", "middle", "last", "sur", "surname", "lastname", "family"})
        return ByName(True, not other and not first)
    return ByName(
        bool(known & _OF_SOMEBODY)
        or (bool(numbers - {"code", "key"}) and len(known) > 1 and _hospital(known))
    )


def is_property(name: str) -> bool:
    """Return whether a column's name is that of a property that many share ("weight", "device type")."""
    return not _ATTRIBUTES.isdisjoint(w for word in name_words(name) for w in _split(word))


def _hospital(known: set[str]) -> bool:
    """Return whether numbers of this are given out one by one ("hospital number", "case no", "visit ref")."""
    given = (
        "hospital case record visit encounter admission order invoice ticket file chart sample specimen claim"
    )
    return bool(
        known & {*given.split(), "registration", "serial", "national", "insurance", "security", "driver"}
    )


def _split(word: str) -> list[str]:
    """Return a word of a name, or the two that it is glued of: ``patientid`` -> patient, id."""
    known = _PERSONS | _NUMBERS | _OF_ONE | _OF_SOMEBODY | _ATTRIBUTES | _PARTS
    if word in known:
        return [word]
    for end in range(2, len(word) - 1):
        if word[:end] in known | {"hospital", "case", "record", "visit", "e"} and word[end:] in known:
            return [word[:end], word[end:]]
    return [word]


def has_shape(cells: Sequence[str]) -> bool:
    """Return whether most cells look like codes, numbers or addresses that are given out one by one."""
    return bool(cells) and sum(map(_shaped, cells)) > 0.5 * len(cells)


def _shaped(cell: str) -> bool:
    cell = "".join(c for c in unicodedata.normalize("NFKC", cell) if unicodedata.category(c) != "Cf").strip()
    if _CLASSIFIED.match(cell) or not _SHAPES.fullmatch(cell):
        return False
    if re.fullmatch(_FOUR, cell):
        return True
    digits = re.sub(r"\D", "", cell)
    if _NUMBER.match(cell):  # amounts are shorter, or have a point; dates are known before
        return len(digits) >= 7 and not re.fullmatch(r"[+-]?\d+\.\d*", cell)
    if any(c.isdigit() for c in cell) and ALPHANUMERIC.fullmatch(cell):
        return len(digits) >= 3 or len(cell) >= 8
    return True


def is_counter(values: Sequence[str]) -> bool:
    """Return whether cells number their rows or persons: whole numbers from 0 or 1 without a gap, equal ones
    together."""
    runs = [v for i, v in enumerate(values) if not i or values[i - 1] != v]
    if (
        len(runs) <= FEW_VALUES
        or len(set(runs)) != len(runs)
        or not all(re.fullmatch(r"\d{1,9}", v) for v in runs)
    ):
        return False
    numbers = sorted(map(int, runs))
    return numbers[0] in (0, 1) and numbers[-1] - numbers[0] + 1 == len(numbers)


def of_their_own(values: Sequence[str | None], persons: Sequence[int]) -> float:
    """Return the share of the persons that have a value which nobody else has."""
    holder: dict[str, int] = {}
    for value, person in zip(values, persons, strict=True):
        if value is not None and holder.setdefault(value, person) != person:
            holder[value] = -1
    everybody = set(persons)
    return len(set(holder.values()) - {-1}) / len(everybody) if everybody else 0.0


def tells_persons(values: Sequence[str | None], others: Collection[Sequence[str | None]]) -> bool:
    """Return whether a column whose values repeat settles what another column says, by more than chance: its values
    are those of things with properties, and rows with one value are of one person."""
    present = [v for v in values if v is not None]
    distinct = len(set(present))
    surplus = len(present) - distinct
    if distinct < 5 or distinct <= SINGLES_OUT * len(values) or not surplus:
        return False
    return any(_settled(values, other, surplus) for other in others)


def _settled(values: Sequence[str | None], other: Sequence[str | None], surplus: int) -> bool:
    seen: dict[str, str | None] = {}
    for value, cell in zip(values, other, strict=True):
        if value is not None and seen.setdefault(value, cell) != cell:
            return False
    counts = Counter(seen.values())
    alike = sum((n / len(seen)) ** 2 for n in counts.values())
    return len(counts) > 1 and surplus * -math.log(alike) > -math.log(_CHANCE)


@dataclass(frozen=True, slots=True)
class PersonKey:
    """The column that tells persons apart: ``column`` is empty where every row is taken for a person; ``asked`` are the
    columns of which somebody has to choose one, where several could be it, or where ``missing`` rows lack it;
    ``joined`` counts its spellings beyond one a person; ``found`` says that the other columns agree on it."""

    column: str = ""
    persons: int = 0
    asked: tuple[tuple[str, int], ...] = ()
    missing: int = 0
    joined: int = 0
    found: bool = False


def person_key(columns: Mapping[str, Sequence[str | None]], of_one: Collection[str], rows: int) -> PersonKey:
    """Return the key among identifier columns. The coarsest is taken, as k then counts no person twice, if it is
    settled by each of the others; columns of which one person has one (``of_one``) decide where there are any.

    Args:
        columns: the cells of each identifier column.
        of_one: the names of those that their name says are one person's.
        rows: how many rows there are.
    """
    joins = {name: joins_of(cells) for name, cells in columns.items()}
    folded = {name: column.cells for name, column in joins.items()}
    counts = {name: column.values for name, column in joins.items()}
    able = {n for n, count in counts.items() if count > FEW_VALUES or count > SINGLES_OUT * rows}
    able = {n for n in able if counts[n] > 1}
    among = [n for n in columns if n in able and n in of_one] or [n for n in columns if n in able]
    if not among:
        return PersonKey(persons=rows)
    best = min(among, key=lambda n: counts[n])
    if counts[best] >= sum(v is not None for v in folded[best]):
        return PersonKey(best if best in of_one else "", rows)
    if missing := sum(v is None for v in folded[best]):
        return PersonKey(best, asked=((best, counts[best]),), missing=missing)
    if not all(_finer(folded[n], folded[best]) for n in among):
        return PersonKey(asked=tuple((n, counts[n]) for n in among))
    return PersonKey(best, counts[best], joined=joins[best].spellings - counts[best], found=True)


def _finer(one: Sequence[str | None], other: Sequence[str | None]) -> bool:
    """Return whether equal values of the one have equal values of the other."""
    seen: dict[str, str | None] = {}
    return all(a is None or seen.setdefault(a, b) == b for a, b in zip(one, other, strict=True))
