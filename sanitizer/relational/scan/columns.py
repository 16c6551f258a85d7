"""Tell what one column is from its cells and its name: entity type and its share, role, type and hierarchy (RoG).

The entity type that most cells are, weighed by confidence, and its share; above half, the column is personal (RoG,
algorithm 1). What its name, its form or its values make an identifier is dropped, and what is not understood is treated
as personal too: nothing stays because nobody knows what it is.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Final

from sanitizer.recognize.telling_ids import names_somebody
from sanitizer.relational.definition.definition import Kind, Role
from sanitizer.relational.scan.detect import cell_types, is_time_with_idle_date, place_kind
from sanitizer.relational.scan.headers import BY_NAME, hints
from sanitizer.relational.scan.held_names import holds_names
from sanitizer.relational.scan.identifiers import SINGLES_OUT, by_name, has_shape, is_counter
from sanitizer.relational.table.date_cells import full_date
from sanitizer.relational.table.table import number
from sanitizer.relational.terms.column_values import is_direct
from sanitizer.text.fold import words

PERSONAL: Final = 0.5
"""RoG's threshold: more than half of the non-empty cells."""
SURE: Final = 0.7
"""Share of the cells below which a type is a guess, about which a person is asked."""
NEARLY_UNIQUE: Final = 0.9
CATEGORIES: Final = 6
"""Labels that nobody understands are a category where they are no more than these, or few beside the rows."""
SENTENCE: Final = 6
"""Words of a cell from which on it is a sentence, in the mean of a column."""
_FUNCTION_WORDS: Final = words(
    "the a an and or of is was are were with for to on in at no not she he they her his has had i my it this "
    "that"
)
_MEASURED: Final = frozenset({"AGE", "MONEY", "COORDINATES"})
"""Cells that mean "missing" in tables of databases and statistics packages."""
SAMPLE: Final = 2000
"""Cells whose content is looked at, spread evenly over the column."""
_HINT: Final = 0.45
"""What the name of a column adds to the share of a type that its cells may be."""


@dataclass(frozen=True, slots=True)
class RoG:
    """RoG's parameters by name: K, FANOUT, MASK_LENGTH."""

    k: int = 2
    fanout: int = 3
    mask_length: int = 3


@dataclass(frozen=True, slots=True)
class ColumnScan:
    """One column: its entity type with the share of cells (``percentage``, weighed by confidence), how many cells are
    missing and how many values distinct, whether it is personal, and what is proposed for it."""

    name: str
    entity: str
    percentage: float
    nulls: float
    distinct: float
    personal: bool
    role: Role
    kind: Kind
    hierarchy: str
    note: str
    person: bool = False

    @property
    def is_unsure(self) -> bool:
        """Whether a person should look: neither content nor name says what the column is, or half of it only."""
        if self.person or self.role is Role.TEXT or self.note == SAID:
            return False
        guessed = "taken for" in self.note or self.note in (DROPPED, SETTLES)
        return guessed or (self.personal and self.percentage < SURE)


def scan_column(name: str, cells: list[str | None], parameters: RoG) -> ColumnScan:
    """Return what one column is (cells as strings, None where missing)."""
    present = [c for c in cells if c is not None and c.strip()]
    nulls = 1 - len(present) / len(cells) if cells else 1.0
    if not present:
        return ColumnScan(
            name, "", 0.0, nulls, 0.0, False, Role.IGNORE, Kind.CATEGORY, "", "no values at all"
        )
    distinct = len(set(present)) / len(present)
    sample = present[:: max(1, len(present) // SAMPLE)]
    entity, share = _entity(name, sample)
    facts = _Facts(name, sample, distinct, len(set(present)), len(present), present)
    personal = share > PERSONAL
    role, kind, hierarchy, note = _propose(entity if personal else "", facts, parameters)
    if role is not Role.IDENTIFIER and names_somebody(name):
        role, hierarchy, note = (
            Role.IGNORE,
            "",
            "its name may be somebody's, which the release would show: dropped",
        )
    return ColumnScan(
        name,
        entity if personal else "",
        round(share, 2),
        nulls,
        distinct,
        personal,
        role,
        kind,
        hierarchy,
        note,
    )


def _entity(name: str, sample: list[str]) -> tuple[str, float]:
    """Return the type of most weight and its share; the name of the column helps a type that the cells allow."""
    if is_time_with_idle_date(sample):
        return "TIME", 1.0
    weight: defaultdict[str, float] = defaultdict(float)
    cells: Counter[str] = Counter()
    for text, times in Counter(sample).items():
        for kind, confidence in cell_types(text).items():
            weight[kind] += times * confidence
            cells[kind] += times
    said = hints(name)
    shares = {kind: float(w) / len(sample) for kind, w in weight.items()}
    for kind in said:
        if kind in BY_NAME:
            if _plain(sample) or kind in shares:
                shares[kind] = max(shares.get(kind, 0.0), 0.9 if _fits_name(kind, sample) else 0.0)
        elif kind in shares:
            shares[kind] = min(1.0, shares[kind] + _HINT * cells[kind] / len(sample))
    if not shares:
        return "", 0.0
    kind, share = max(shares.items(), key=lambda pair: (pair[1], pair[0]))
    return kind, min(share, 1.0)


def _plain(sample: list[str]) -> bool:
    """Return whether cells are labels or numbers, not sentences."""
    return sum(len(t.split()) for t in sample) / len(sample) < 4


def _fits_name(kind: str, sample: list[str]) -> bool:
    """Return whether the cells can be what the column's name says."""
    numbers = [n for t in sample if (n := number(t)) is not None]
    mostly_numbers = len(numbers) > 0.9 * len(sample)
    if kind == "AGE":
        return mostly_numbers and all(0 <= n <= 125 for n in numbers)
    if kind == "COORDINATES":
        return mostly_numbers and all(-180 <= n <= 180 for n in numbers)
    if kind == "MONEY":
        return mostly_numbers or any(c.isdigit() for t in sample for c in t)
    return not mostly_numbers


@dataclass(frozen=True, slots=True)
class _Facts:
    name: str
    sample: list[str]
    distinct: float
    values: int
    rows: int
    cells: list[str]

    @property
    def unique(self) -> bool:
        return self.distinct >= NEARLY_UNIQUE and self.rows > 1

    @property
    def words(self) -> float:
        return sum(len(t.split()) for t in self.sample) / len(self.sample)

    @property
    def numbers(self) -> list[float]:
        return [n for t in self.sample if (n := number(t)) is not None]

    @property
    def all_numbers(self) -> bool:
        return len(self.numbers) == len(self.sample)

    @property
    def is_text(self) -> bool:
        letters = sum(any(c.isalpha() for c in t) for t in self.sample) / len(self.sample)
        spoken = sum(not _FUNCTION_WORDS.isdisjoint(t.split()) for t in self.sample) / len(self.sample)
        if letters <= 0.8:
            return False
        if self.words >= SENTENCE:  # sentences are text however often each comes
            return spoken > 0.3 or self.distinct > 0.5
        # names and addresses have words, but no small ones
        return self.distinct > 0.5 and self.words >= 3 and spoken > 0.3

    @property
    def singles_out(self) -> bool:
        return self.distinct > SINGLES_OUT

    @property
    def counts_rows(self) -> bool:
        whole = self.all_numbers and all(n.is_integer() for n in self.numbers)
        return whole and self.distinct == 1.0 and self.rows > 20


def _propose(entity: str, facts: _Facts, p: RoG) -> tuple[Role, Kind, str, str]:
    """Role, type, hierarchy (TOML) and a note for a column of that entity type ("" = none found)."""
    mask = f'{{ made = "masking", mask_length = {p.mask_length} }}'
    if note := _direct(entity, facts):
        return Role.IDENTIFIER, Kind.CATEGORY, "", note
    if (not entity or entity in BY_NAME - _MEASURED) and facts.singles_out and has_shape(facts.sample):
        return Role.IDENTIFIER, Kind.CATEGORY, "", "codes or numbers that are given out one by one: dropped"
    if entity == "DISEASE" or (entity in ("RELIGION", "MONEY") and not facts.all_numbers):
        return (Role.SENSITIVE, Kind.CATEGORY, "", "stays: protect it by l-diversity or t-closeness")
    if entity == "DATE" and all(full_date(t) for t in facts.sample):
        return Role.QUASI, Kind.DATE, "", "the calendar: day, month, year, range of years"
    if entity and facts.all_numbers and entity not in ("POSTCODE", "PHONE"):
        return Role.QUASI, Kind.NUMBER, "", "ranges"
    if entity == "GPE":
        return _propose_places(facts, mask)
    if entity in ("DATE", "TIME", "POSTCODE", "COORDINATES"):
        return Role.QUASI, Kind.CODE, "", "characters hidden from the right"
    if entity:
        return Role.QUASI, Kind.CATEGORY, "" if facts.values <= 20 else mask, "sets of values"
    if facts.is_text:
        return Role.TEXT, Kind.CATEGORY, "", "free text: its words are made rougher with the columns"
    if facts.counts_rows or is_counter(facts.cells):
        return Role.IDENTIFIER, Kind.CATEGORY, "", "a number for each row or person: dropped"
    return _not_found(facts)


def _direct(entity: str, facts: _Facts) -> str:
    """Return why a column is a direct identifier, by type, content or name; "" where it is none."""
    if entity and is_direct(entity):
        return "identifies a person directly: dropped"
    if entity not in ("GPE", "DISEASE") and not facts.is_text and holds_names(facts.name, facts.cells):
        return "names of persons: dropped"
    if by_name(facts.name).direct and not (facts.is_text and facts.words >= SENTENCE):
        return "its name is that of an identifier: dropped"
    return ""


def _propose_places(facts: _Facts, mask: str) -> tuple[Role, Kind, str, str]:
    """Return the taxonomy of places where most cells are known in it, else a mask."""
    cells = set(facts.sample)
    if sum(place_kind(t) > 0 and "," not in t for t in cells) / len(cells) > 0.8:
        return Role.QUASI, Kind.CATEGORY, '{ taxonomy = "places" }', "places: city, country, continent"
    return Role.QUASI, Kind.CATEGORY, mask, "strings masked from the right"


DROPPED: Final = "not understood, and nearly each row has a value of its own: dropped"

SAID: Final = "as the person who scanned said"

SETTLES: Final = "each value goes with one value of another column, as a person's does: dropped"


def _not_found(facts: _Facts) -> tuple[Role, Kind, str, str]:
    said = sorted(hints(facts.name))
    if facts.unique and facts.all_numbers:
        if all(n.is_integer() for n in facts.numbers):
            note = "not understood, and hardly two rows alike: taken for an identifier"
            return Role.IDENTIFIER, Kind.CATEGORY, "", note
        return (
            Role.QUASI,
            Kind.NUMBER,
            "",
            "not understood, and hardly two rows alike: taken for what others may know",
        )
    if not facts.all_numbers and facts.values > CATEGORIES and facts.singles_out:
        return Role.IDENTIFIER, Kind.CATEGORY, "", DROPPED
    note = f"{facts.values} different {'numbers' if facts.all_numbers else 'values'} in {facts.rows} rows"
    if said:
        note += f", and its name says {said[0].lower()}"
    note += ": taken for what others may know of a person"
    return Role.QUASI, Kind.NUMBER if facts.all_numbers else Kind.CATEGORY, "", note
