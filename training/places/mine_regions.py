"""Places by what prose puts them in: `python training/places/mine_regions.py WIKIPEDIA GEONAMES PAIRS PLACES`.

GeoNames' list of cities at hand names the country of a city, not its first-level division. English prose does
("Springfield, Illinois"): PAIRS gets every pair whose second part is the name of a division, PLACES those after a
preposition whose second part is a division (also one of more_places.tsv) or a country ("in Murrayfield, Scotland", "the
village of Wronki in Poland", "Lumbini, now in Nepal"). Both are JSON lists of [name, division or country, articles or
times]. Some minutes of one core.
"""

import collections
import json
import lzma
import re
import sys
from pathlib import Path

WORD = r"[A-ZÀ-ÞĀ-ſȘṬ][\w'’\-\.]*"
NAME = rf"{WORD}(?: (?:{WORD}|de|la|of|del|do|da|di|du|le|el|am|an|der|upon|sur|los|las|and))*"
PAIR = re.compile(rf"({NAME}), ({NAME})")
WITHIN = re.compile(
    rf"\b(?:in|at|near|from|to) (?:the (?:town|village|city|municipality|suburb) of )?({NAME}), ({NAME})"
)
SETTLEMENT = (
    "town|village|city|municipality|suburb|hamlet|commune|parish|township|settlement|neighbourhood|district"
)
OTHERWISE = re.compile(
    rf"\b(?:{SETTLEMENT}) of ({NAME}) in (?:the )?({NAME})|"
    rf"\bin ({NAME}),? (?:now )?in (?:modern|present)[- ]day ({NAME})|"
    rf"\b({NAME}), an? (?:[a-z]+ ){{0,2}}(?:{SETTLEMENT}) in (?:the )?({NAME})"
)
PREFIX = re.compile(
    r"^(Provincia de |Province of |Departamento de |Departement d[eu] |Département d[eu] |Estado de |State of |"
    r"Region of |Région de |Wilaya de |County |Respublika |Republic of )"
)
SUFFIX = re.compile(
    r" (Province|Region|County|Oblast|Krai|District|Governorate|Prefecture|State|Department|Voivodeship|Parish|"
    r"Municipality|Canton|Division|Emirate|Rayon|Sahari|City)$"
)


def region_variants(name: str) -> set[str]:
    """Return the forms under which prose may name a division."""
    return {name, PREFIX.sub("", name), SUFFIX.sub("", name), SUFFIX.sub("", PREFIX.sub("", name))}


def read_region_names(path: Path) -> dict[str, tuple[str, list[str], list[str], list[str]]]:
    """region_names.tsv: code -> (label, further names, adjectives, person nouns)."""
    table = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            cells = (line.split("\t") + [""] * 5)[:5]
            split = [[part for part in cell.split("|") if part] for cell in cells[2:]]
            table[cells[0]] = (cells[1], split[0], split[1], split[2])
    return table


def main() -> None:
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    wikipedia, geonames, out, places_out = map(Path, sys.argv[1:])
    divisions = json.loads((geonames / "admin_level_1.json").read_text(encoding="utf-8"))
    overrides = read_region_names(Path(__file__).with_name("region_names.tsv"))
    names: set[str] = set()
    for code, division in divisions.items():
        for name in (division["name"], division["asciiname"]):
            names |= region_variants(name)
        if code in overrides:
            names |= {overrides[code][0], *overrides[code][1]}
    holders = set(names)
    for country in json.loads((geonames / "countries.json").read_text(encoding="utf-8")).values():
        holders.add(country["name"])
    for line in Path(__file__).with_name("countries.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            holders.update((line.split("\t") + [""] * 6)[5].split("|"))
    for line in Path(__file__).with_name("more_places.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            holders.update(line.partition("\t")[2].split("|"))
    holders = {name for name in holders if len(name) > 2}
    places: collections.Counter[tuple[str, str]] = collections.Counter()
    pairs: collections.Counter[tuple[str, str]] = collections.Counter()
    for path in sorted(wikipedia.glob("articles-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                text = json.loads(line)["text"]
                match = PAIR.search(text)
                while match:
                    region = match.group(2).rstrip(".")
                    if region in names:
                        pairs[match.group(1), region] += 1
                    match = PAIR.search(text, match.start(2))
                found = ((m[1], m[2].rstrip(".")) for m in WITHIN.finditer(text))
                others = ([g for g in m.groups() if g] for m in OTHERWISE.finditer(text))
                both = {*found, *((name, holder.rstrip(".")) for name, holder in others)}
                places.update({(name, holder) for name, holder in both if holder in holders})
    rows = sorted((*pair, count) for pair, count in places.items())
    places_out.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    rows = sorted(
        ([*pair, count] for pair, count in pairs.items()), key=lambda row: (-row[2], row[0], row[1])
    )
    out.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
