"""The table of places: rows of names, kinds and parents, by id and by name; what :mod:`kb.places` answers from."""

import re
from functools import cached_property
from pathlib import Path

import numpy as np

from kb.base import Concept, Sense
from kb.lookup import NameIndex, Strings, read_arrays

DEFAULT_PATH = Path(__file__).with_name("data") / "places.npz"

# Of a division's inhabitants (in listed cities), the share in the city of its name above which the city is meant.
DIVISION_IS_CITY = 0.3

WORDNET = {
    "city": Concept("wn:city.n.01", "city"),
    "town": Concept("wn:town.n.01", "town"),
    "place": Concept("wn:location.n.01", "location"),
    "country": Concept("wn:country.n.02", "country"),
    "continent": Concept("wn:continent.n.01", "continent"),
    "state": Concept("wn:state.n.01", "state"),
    "province": Concept("wn:state.n.01", "state"),
    "prefecture": Concept("wn:prefecture.n.01", "prefecture"),
    "canton": Concept("wn:canton.n.02", "canton"),
    "county": Concept("wn:county.n.02", "county"),
    "district": Concept("wn:district.n.01", "district"),
    "department": Concept("wn:department.n.02", "department"),
    "municipality": Concept("wn:municipality.n.01", "municipality"),
    "constituent country": Concept("wn:country.n.02", "country"),
    "region": Concept("wn:region.n.03", "region"),
}
ADMINISTRATIVE = Concept("wn:administrative_district.n.01", "administrative district")
NATIONALITY = Concept("geo:adj", "nationality")
"""Above the adjectives of the continents: with nothing above it "Asian" would tell nothing, as roots do."""
PERSON = Concept("wn:person.n.01", "person")
_WITH_ARTICLE = re.compile(
    r"^(United |Netherlands$|Philippines$|Bahamas$|Maldives$|Gambia$|Comoros$|Seychelles$|Vatican$|Azores$|"
    r"Democratic Republic|Republic of|Central African Republic|Dominican Republic|Czech Republic|Soviet Union|"
    r"Ottoman Empire|German Democratic|Turkish Republic|Basque Country|Northern Territory|Northwest Territories)"
    r"|(Islands|Territories)$"
)


def with_article(name: str) -> str:
    """The name as it stands within a sentence ("the Netherlands")."""
    return f"the {name}" if _WITH_ARTICLE.search(name) else name


class PlaceTable:
    """The rows of a compiled file of places; ids are without prefix."""

    def __init__(self, path: Path = DEFAULT_PATH) -> None:
        arrays = read_arrays(
            path,
            ["names_blob", "ids_blob", "tags_blob", "hashes", "id_hashes", "parents", "kinds", "weights"],
        )
        self._names = Strings(arrays["names_blob"], arrays["names_ends"])
        self._ids = Strings(arrays["ids_blob"], arrays["ids_ends"])
        self._tags = Strings(arrays["tags_blob"], arrays["tags_ends"])
        self._index = NameIndex(arrays["hashes"], arrays["rows"])
        self._by_id = NameIndex(arrays["id_hashes"], arrays["id_rows"])
        self._parents = arrays["parents"]
        self._children_of: dict[int, list[int]] = {}  # of rows, as they were asked for
        self._kinds = arrays["kinds"]
        self._weights = arrays["weights"]
        self._kind_names = [str(k) for k in arrays["kind_names"]]

    def __len__(self) -> int:
        """How many places, and adjectives and nouns of places."""
        return len(self._ids)

    def _row(self, local: str) -> int | None:
        rows = self._by_id.find(local)
        return rows[0] if rows else None

    def _kind(self, row: int) -> str:
        return self._kind_names[int(self._kinds[row])]

    def _parent(self, row: int) -> str:
        parent = int(self._parents[row])
        return self._ids[parent] if parent >= 0 else ""

    def _label(self, row: int) -> str:
        return self._names[row].partition("\t")[0]

    def concept(self, row: int) -> Concept:
        """The concept of a row, 0 to len - 1."""
        return Concept(f"geo:{self._ids[row]}", self._label(row))

    def _usual_first(self, rows: list[int]) -> list[int]:
        ranked = sorted(rows, key=lambda row: (-self._rank(row), -int(self._weights[row])))
        first, second = [*ranked, ranked[0]][:2]
        if (self._kind(first), self._kind(second)) == ("region", "city") and (
            self._weights[second] > DIVISION_IS_CITY * self._weights[first]
        ):
            ranked[:2] = [second, first]
        return ranked

    def _rank(self, row: int) -> int:
        # Whatever the numbers, "Georgia" is first a country or a state, "Mexico" not a town in the Philippines.
        return {"continent": 3, "country": 3, "adjective": 3, "demonym": 2}.get(self._kind(row), 1)

    def _sense(self, row: int) -> Sense:
        kind = self._kind(row)
        adjective = kind in ("adjective", "demonym")
        return Sense(
            self.concept(row), not adjective, "DEM" if adjective else "LOC", float(self._weights[row])
        )

    def _children(self, local: str) -> list[int]:
        row = self._row(local)
        if row is None:
            return []
        if row not in self._children_of:
            self._children_of[row] = [int(r) for r in np.flatnonzero(self._parents == row)]
        return self._children_of[row]

    def _holds(self, row: int, noun: str) -> bool:
        return any(
            self._kind(child) == noun
            or (self._kind(child) in ("country", "region") and self._holds(child, noun))
            for child in self._children(self._ids[row])
        )

    @cached_property
    def _countries(self) -> list[int]:
        return [int(r) for r in np.flatnonzero(self._kinds == self._kind_names.index("country"))]
