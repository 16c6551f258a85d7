"""Places of GeoNames: cities and towns, first-level divisions, countries, continents, and their adjectives.

Ids: ``geo:3128760`` (a city, GeoNames' number), ``geo:ES.56`` (a division), ``geo:ES`` (a country),
``geo:continent.EU``, ``geo:adj.ES`` ("Spanish"), ``geo:dem.ES`` ("Spaniard"). Classes are spelled out of these:
``geo:city.in.ES.56`` "city in Catalonia" -> ``geo:city.in.ES`` "Spanish city" -> ``geo:city.in.continent.EU`` "European
city" -> ``wn:city.n.01``. A place that is not listed but named with one that is ("Maissau, Austria") is
``geo:@AT/Maissau``, a "place in Austria"."""

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from kb.base import Concept, Sense
from kb.lookup import Name, NameIndex, Strings, name_key, read_arrays

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
    """Return the name as it stands within a sentence ("the Netherlands")."""
    return f"the {name}" if _WITH_ARTICLE.search(name) else name


# Inhabitants of a city within which another place may be named ("Darnall, Sheffield").
LARGE_CITY = 200_000

# A city and a town are places: "town in England" lies below "British town" and below "place in England".
_SETTLEMENTS = ("city", "town")

# Weight of the places beside GeoNames' that are known well enough to have sides ("Northern Scandinavia").
NOTABLE = 200_000

_SIDE = re.compile(
    r"(?:the )?(?:(?:north|south|east|west|(?:north|south)[- ]?(?:east|west))(?:ern)?|"
    r"central|upper|lower|greater|inner|outer|mid|rural)[- ]"
    r"(?:(?:parts?|half|coast|suburbs|provinces) of )?(?:the )?(?P<place>.+)$",
    re.I,
)
_DIVISION_OF = re.compile(
    r"^(?:the )?(?:(?:north|south|east|west|(?:north|south)[- ]?(?:east|west))(?:ern)? |central )?"
    r"(?:(?:district|province|county|region|canton|prefecture|state|department) of )?",
    re.I,
)
_BESIDE = re.compile(r"^(?P<place>[^,(]+?)\s*[,(]\s*(?P<within>[^,()]+?)\s*\)?$")


class Places:
    """GeoNames as a knowledge base; see the module for its ids."""

    name = "geonames:2018-05"
    prefix = "geo"

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
        """Return how many places, and adjectives and nouns of places."""
        return len(self._ids)

    # The Protocol

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the places (and adjectives of places) of that name, the most populous first."""
        return self.senses_of(Name(phrase))

    def senses_of(self, name: Name) -> Sequence[Sense]:
        """Return the same of a name (:class:`kb.lookup.TakesNames`)."""
        rows = self._index.of(name)
        if rows:
            # A country before the city of its name; a city before the division that is little more than it.
            return [self._sense(row) for row in self._usual_first(rows)]
        return self._beside(name.phrase) or self._side(name.phrase)

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the class of a place, or the wider class of a class."""
        local = concept.id.removeprefix("geo:")
        if concept.prefix != self.prefix:
            return ()
        if local.startswith("@"):
            return self._known(f"place.in.{local[1:].partition('/')[0]}")
        noun, within, place = local.partition(".in.")
        if within:
            wider = self._wider(noun, place)
            return (*wider, *self._known(f"place.in.{place}")) if noun in _SETTLEMENTS else wider
        row = self._row(local)
        if row is None:
            return ()
        kind, parent = self._kind(row), self._parent(row)
        if kind == "continent":
            return (WORDNET["continent"],)
        if kind == "country":
            subregion = self._tags[row].partition("\t")[0]
            if subregion:
                return (self._concept(f"country.in.{subregion}/{parent}"),)
            return self._known(f"country.in.{parent}")
        if kind in ("adjective", "demonym"):
            if parent:
                return self._known(parent)
            return (PERSON,) if kind == "demonym" else (NATIONALITY,)
        if kind == "region":
            return (self._concept(f"region.in.{parent}"),)
        return (self._concept(f"{kind}.in.{parent}"),)

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the narrower classes and the places of a class; a place has none."""
        if concept.prefix == "wn":
            return self._below_wordnet.get(concept.id, ())
        local = concept.id.removeprefix("geo:")
        noun, within, place = local.partition(".in.")
        if concept.prefix != self.prefix:
            return ()
        if concept == NATIONALITY:
            rows = range(len(self))
            return [self.concept(r) for r in rows if self._kind(r) == "adjective" and not self._parent(r)]
        if not within or local.startswith("@"):
            return [
                self.concept(r) for r in self._children(local) if self._kind(r) in ("adjective", "demonym")
            ]
        subregion, slash, _ = place.partition("/")
        if slash:
            return [self.concept(r) for r in self._countries if self._tags[r].startswith(subregion + "\t")]
        members = self._children(place)
        if noun == "country":
            subregions = {self._tags[r].partition("\t")[0] for r in members}
            named = [self._concept(f"country.in.{s}/{place}") for s in sorted(subregions) if s]
            return [*named, *(self.concept(r) for r in members if self._kind(r) == "country")][
                : len(named) or None
            ]
        if noun == "region":
            return [self.concept(r) for r in members if self._kind(r) == "region"]
        own = self._row(place)
        narrower = (
            () if noun != "place" or own is None else tuple(n for n in _SETTLEMENTS if self._holds(own, n))
        )
        below = [self._concept(f"{n}.in.{place}") for n in narrower]
        for row in members:
            kind = self._kind(row)
            if kind == noun:
                below.append(self.concept(row))
            elif kind in ("country", "region") and any(self._holds(row, n) for n in (noun, *narrower)):
                below.append(self._concept(f"{noun}.in.{self._ids[row]}"))
        return below

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the names of a place, or the ways to say a class, the label first."""
        local = concept.id.removeprefix("geo:")
        if concept.prefix != self.prefix:
            return ()
        if concept == NATIONALITY or (local.startswith("@") and self._row(local) is None):
            return (concept.label,)
        noun, within, place = local.partition(".in.")
        if within:
            return self._class_lemmas(noun, place)
        row = self._row(local)
        return () if row is None else self._names[row].split("\t")

    # Beyond the Protocol

    def containers(self, concept: Concept) -> Sequence[Concept]:
        """Division, country and continent of a place, from near to far (for tables: Barcelona, Catalonia, Spain)."""
        row = self._row(concept.id.removeprefix("geo:"))
        found: list[Concept] = []
        while row is not None and (parent := self._parent(row)):
            row = self._row(parent)
            if row is not None:
                found.append(self.concept(row))
        return found

    def holder(self, name: str) -> str:
        """Return the id (without prefix) of the country, division, continent or large city of a name, in which
        other places lie; "" where it is none. Of several a country comes first, then the one with most inhabitants.
        """
        rows = self._holders(name)
        return self._ids[max(rows, key=lambda r: (self._rank(r), int(self._weights[r])))] if rows else ""

    def country_of(self, local: str) -> str:
        """Return the code of the country in which a place lies (ids without prefix), itself for a country, "" else."""
        while local and not (local.isupper() and len(local) in (2, 4)):
            row = self._row(local)
            local = self._parent(row) if row is not None else ""
        return local

    @cached_property
    def _below_wordnet(self) -> dict[str, Sequence[Concept]]:
        continents = [int(r) for r in np.flatnonzero(self._kinds == self._kind_names.index("continent"))]
        below: dict[str, list[Concept]] = {"wn:continent.n.01": [self.concept(r) for r in continents]}
        for noun in ("city", "town", "place", "country"):
            classes = [
                self._concept(f"{noun}.in.{self._ids[r]}") for r in continents if self._ids[r][-2:] != "AN"
            ]
            below.setdefault(WORDNET[noun].id, []).extend(classes)
        for row in self._countries:
            top = self._wider("region", self._ids[row])
            if any(self._kind(child) == "region" for child in self._children(self._ids[row])):
                below.setdefault(top[0].id, []).append(self._concept(f"region.in.{self._ids[row]}"))
        demonyms = [
            r
            for r in np.flatnonzero(self._kinds == self._kind_names.index("demonym"))
            if self._parents[r] < 0
        ]
        below[PERSON.id] = [self.concept(int(r)) for r in demonyms]
        return {key: tuple(value) for key, value in below.items()}

    # Classes

    def _known(self, local: str) -> Sequence[Concept]:
        return (self._concept(local),)

    def _concept(self, local: str) -> Concept:
        noun, within, place = local.partition(".in.")
        if within:
            return Concept(f"geo:{local}", self._class_lemmas(noun, place)[0])
        row = self._row(local)
        return Concept(f"geo:{local}", local if row is None else self._label(row))

    def _wider(self, noun: str, place: str) -> Sequence[Concept]:
        _, slash, continent = place.partition("/")
        if slash:
            return self._known(f"{noun}.in.{continent}")
        row = self._row(place)
        if row is None:
            return ()
        if noun == "region":
            kind = self._region_kind(row)
            return (WORDNET.get(kind, ADMINISTRATIVE),)
        kind = self._kind(row)
        if kind in ("region", "country") or (kind == "city" and self._parent(row)):
            return self._known(f"{noun}.in.{self._parent(row)}")
        return (WORDNET[noun],)

    def _region_kind(self, row: int) -> str:
        return self._tags[row].partition("\t")[2] or "region"

    def _class_lemmas(self, noun: str, place: str) -> tuple[str, ...]:
        subregion, slash, _ = place.partition("/")
        if slash:
            return (f"{noun} in {subregion}",)
        row = self._row(place)
        if row is None:
            return (noun,)
        if noun == "region":
            noun = self._region_kind(row)
        where = f"{noun} in {with_article(self._label(row))}"
        if noun == "constituent country":
            return (f"part of {with_article(self._label(row))}", where)
        adjective = self._row(f"adj.{place}")
        if adjective is None or self._kind(row) == "region" or noun == "place":
            return (where,)
        return (f"{self._label(adjective)} {noun}", where)

    def _holders(self, name: str) -> list[int]:
        """Return the countries, divisions, continents and large cities of a name, in which another place may lie."""
        for form in dict.fromkeys((name, _DIVISION_OF.sub("", name, count=1))):
            found = [
                r
                for r in self._index.find(name_key(form))
                if self._kind(r) in ("country", "region", "continent")
                or (self._kind(r) == "city" and self._weights[r] >= LARGE_CITY)
            ]
            if found:
                return found
        return []

    def _side(self, phrase: str) -> Sequence[Sense]:
        # A side of a place.
        match = _SIDE.match(phrase.strip())
        if not match or not match["place"][:1].isupper():
            return ()
        holders = self._holders(match["place"])
        if not holders:
            known = [r for r in self._index.find(name_key(match["place"])) if self._kind(r) == "place"]
            holders = [  # a side lies where its whole does
                outer
                for r in known
                if self._weights[r] >= NOTABLE and (outer := self._row(self._parent(r))) is not None
            ]
        if not holders:
            return ()
        outer = max(holders, key=lambda row: (self._rank(row), int(self._weights[row])))
        return [Sense(Concept(f"geo:@{self._ids[outer]}/{name_key(phrase)}", phrase), True, "LOC", 0.0)]

    def _beside(self, phrase: str) -> Sequence[Sense]:
        # The second part chooses among the namesakes of the first.
        match = _BESIDE.match(phrase.strip())
        if not match:
            return ()
        within = self._holders(match["within"])
        if not within:
            return ()
        containers = {self._ids[r] for r in within}
        inside = [
            row
            for row in self._index.find(name_key(match["place"]))
            if any(c.id.removeprefix("geo:") in containers for c in self.containers(self.concept(row)))
        ]
        if inside:
            return [self._sense(row) for row in self._usual_first(inside)]
        if not match["place"][:1].isupper():
            return ()
        wide = [r for r in within if self._kind(r) in ("country", "region")]
        if not wide and self._index.find(name_key(match["place"])):
            return ()  # two places, of which neither holds the other
        outer = max(wide or within, key=lambda row: int(self._weights[row]))
        concept = Concept(f"geo:@{self._ids[outer]}/{name_key(match['place'])}", match["place"])
        return [Sense(concept, True, "LOC", 0.0)]

    # The rows of the file; ids are without prefix

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
        """Return the concept of a row, 0 to len - 1."""
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
