"""What titles of articles and tables of GeoNames tell of names: persons by nationality, places, given names."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from wikipedia import articles

LABELS = {"person": "PERSON", "place": "LOC", "organisation": "ORG", "work": "MISC"}


@dataclass
class Gazetteer:
    """What the articles and the GeoNames tables tell of names."""

    titles: dict[str, str] = field(default_factory=dict)
    places: set[str] = field(default_factory=set)
    countries: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)
    surnames: Counter[str] = field(default_factory=Counter)
    people: dict[str, list[list[str]]] = field(default_factory=lambda: defaultdict(list))
    common: set[str] = field(default_factory=set)
    demonyms: frozenset[str] = frozenset()


def bare(title: str) -> str:
    """Return a title without its bracketed explanation, or the region after a comma."""
    return re.sub(r" \([^)]*\)$", "", title).split(", ")[0].strip()


def gazetteer(data: Path, counts: Counter[str], demonyms: frozenset[str]) -> Gazetteer:
    """Read the titles with their types, the places, and the parts of persons' names by nationality."""
    found: dict[str, set[str]] = defaultdict(set)
    result = Gazetteer(demonyms=demonyms, common={w for w, n in counts.items() if n >= 40})
    given: Counter[str] = Counter()
    for article in articles(data):
        label = LABELS.get(article["type"])
        name = bare(article["title"])
        if len(name) < 3 or not name[:1].isupper() or name.lower() in result.common:
            continue
        found[name].add(label or "?")
        parts = name.split()
        if label == "PERSON" and 2 <= len(parts) <= 4 and all(p[:1].isupper() for p in (parts[0], parts[-1])):
            given[parts[0]] += 1
            result.surnames[parts[-1]] += 1
            nation = next(
                (
                    w.lower()
                    for w in re.findall(r"\b[A-Z][a-z]+\b", article["text"][:250])
                    if w.lower() in demonyms
                ),
                "",
            )
            result.people[nation].append(parts)
    result.titles = {n: next(iter(ls)) for n, ls in found.items() if len(ls) == 1 and "?" not in ls}
    folder = data / "taxonomies/geonames"
    for line in (folder / "countryInfo.txt").read_text(encoding="utf8").splitlines():
        row = line.split("\t")
        if len(row) > 5 and not line.startswith("#"):
            result.countries |= {row[4]}
            result.places.add(row[5])
    result.countries |= {
        "United States",
        "US",
        "U.S.",
        "USA",
        "UK",
        "U.K.",
        "England",
        "Scotland",
        "Wales",
        "Soviet Union",
    }
    result.places |= set(_cities(folder))
    result.given = {
        n for n, k in given.items() if k >= 3 and n not in result.places | result.countries and len(n) > 2
    }
    return result


def _cities(folder: Path) -> Iterator[str]:
    for name in ("cities15000.json", "admin_level_1.json"):
        rows = json.loads((folder / name).read_text(encoding="utf8"))
        for row in rows.values():
            yield row["name"]
