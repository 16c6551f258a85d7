"""Compile the place base: `python training/places/build.py GEONAMES PAIRS PLACES kb/data/places.npz`.

GEONAMES holds countries.json, cities15000.json and admin_level_1.json; PAIRS and PLACES come from mine_regions.py. The
region of a city is what prose says of it ("Springfield, Illinois") when one division stands out; cities that prose
does not mention take the division of their neighbours when these agree. Prints how often that inference, tried on
the cities that prose mentions, is right. A city is what has a charter where charters make cities (charters.tsv),
else what has TOWN_BELOW inhabitants, is a capital, or lies in the United States.
"""

import collections
import json
import re
import sys
from pathlib import Path

import numpy as np
from mine_regions import read_region_names, region_variants
from sklearn.neighbors import BallTree

from kb.lookup import NameIndex, Strings, name_key, write_arrays
from kb.wordnet import open_wordnet

HERE = Path(__file__).parent
CONTINENTS = {
    "AF": ("Africa", "African"),
    "AN": ("Antarctica", ""),
    "AS": ("Asia", "Asian"),
    "EU": ("Europe", "European"),
    "NA": ("North America", "North American"),
    "OC": ("Oceania", ""),
    "SA": ("South America", "South American"),
}
NEIGHBOURS = 6
AGREE = 0.85
TOWN_BELOW = 50_000
LARGE_COUNTRY = 5_000_000


def read_tsv(name: str, columns: int) -> list[list[str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [
        (line.split("\t") + [""] * columns)[:columns] for line in lines if line and not line.startswith("#")
    ]


def infer_regions(cities, divisions, region_names, pairs, other_names):
    """city id -> division code, and the share right on the cities whose division prose tells."""
    by_name = collections.defaultdict(list)
    for cid, city in cities.items():
        for name in {city["name"], *other_names.get((city["countrycode"], city["name"]), [])}:
            by_name[name_key(name)].append(cid)
    by_region = collections.defaultdict(set)
    for code, division in divisions.items():
        names = {division["name"], division["asciiname"]}
        if code in region_names:
            names |= {region_names[code][0], *region_names[code][1]}
        for name in names:
            for variant in region_variants(name):
                by_region[name_key(variant)].add(code)
    votes = collections.defaultdict(collections.Counter)
    for left, region, count in pairs:
        codes = by_region.get(name_key(region), set())
        words = left.split()
        for start in range(len(words)):
            found = by_name.get(name_key(" ".join(words[start:])), [])
            hits = [
                (cid, code)
                for cid in found
                for code in codes
                if cities[cid]["countrycode"] == code.split(".")[0]
            ]
            if hits:
                for cid, code in hits:
                    votes[cid][code] += count
                break
    countries = collections.Counter()
    for ids in by_name.values():
        for cc, n in collections.Counter(cities[c]["countrycode"] for c in set(ids)).items():
            if n == 1:
                continue
            for c in ids:
                if cities[c]["countrycode"] == cc:
                    countries[c] = n
    sure = {}
    for cid in sorted(votes):
        (best, n), *rest = votes[cid].most_common(2)
        if countries[cid] < 2 and n >= 2 and n >= 3 * (rest[0][1] if rest else 0):
            sure[cid] = best
    # A division's namesake is in it ("Ankara").
    for code, division in divisions.items():
        namesakes = [
            c
            for c in by_name.get(name_key(shortest_variant(division["name"])), [])
            if cities[c]["countrycode"] == code.split(".")[0]
        ]
        if namesakes:
            sure[max(namesakes, key=lambda c: cities[c]["population"])] = code

    right = total = 0
    result = dict(sure)
    per_country = collections.defaultdict(list)
    for cid in sure:
        per_country[cities[cid]["countrycode"]].append(cid)
    n_divisions = collections.Counter(code.split(".")[0] for code in divisions)
    everyone = collections.defaultdict(list)
    for cid, city in cities.items():
        everyone[city["countrycode"]].append(cid)
    for cc, members in sorted(everyone.items()):
        seeds = sorted(per_country[cc])
        # Too few seeds for the number of divisions cannot tell borders.
        if len(seeds) < max(8, 2 * n_divisions[cc]):
            continue
        radians = np.radians([[cities[c]["latitude"], cities[c]["longitude"]] for c in seeds])
        tree = BallTree(radians, metric="haversine")
        points = np.radians([[cities[c]["latitude"], cities[c]["longitude"]] for c in members])
        distance, nearest = tree.query(points, k=min(NEIGHBOURS + 1, len(seeds)))
        for cid, ds, ns in zip(members, distance * 6371, nearest, strict=True):
            weights = collections.Counter()
            for d, n in zip(ds, ns, strict=True):
                if seeds[n] != cid and d < 200:
                    weights[sure[seeds[n]]] += 1 / (d + 3)
            # Homonyms within a country: only the divisions that prose names with this city's name.
            named = set(votes[cid]) if countries[cid] > 1 else set()
            if not weights:
                continue
            ranked = weights.most_common()
            guess, weight = next(((c, w) for c, w in ranked if c in named), ranked[0])
            share = weight / sum(weights.values())
            accepted = share >= (0.35 if guess in named else AGREE)
            if cid in sure:
                if accepted:
                    total += 1
                    right += guess == sure[cid]
            elif accepted:
                result[cid] = guess
    return result, right / max(total, 1), total, len(sure)


def shortest_variant(name: str) -> str:
    return min(region_variants(name), key=len)


PLAIN_NAME = re.compile(r"^[^\W\d_][\w'’\-]*(?: [\w'’\-]+){0,3}$")
NO_PLACE = re.compile(
    r"University|College|School|Church|Hospital|Institute|Academy|Museum|Company|Inc|Olympic|League|Cup|Prison|"
    r"January|February|March|April|May|June|July|August|September|October|November|December|Court|Festival|"
    r"Conference|Seminary|Base|Airport|Stadium|Center|Centre|Library|Theat|Hotel|Championship|Games|Club|Army|"
    r"\b(?:Europe|Asia|Africa|America|Oceania)$|"
    r"\b(?:North|South|East|West|and|the|San|St|New|Saint|Mount|Lake|Fort|Point|El|La|Los|Las|de|of)$"
)

OF_A_SIDE = re.compile(r"^(?:(?:North|South|East|West|Central)\w*|Upper|Lower|Greater|SFR|FR) ")


def small_places(rows, names, row_of, ids, kinds):
    """((name, code of division or country), count) of places that prose puts in one, and that GeoNames' list lacks."""
    listed = collections.defaultdict(set)
    containers = collections.defaultdict(list)
    for row, cell in enumerate(names):
        for name in cell.split("\t"):
            if kinds[row] in ("city", "town", "region", "country"):
                listed[name_key(name)].add(ids[row])
            if kinds[row] in ("region", "country"):
                containers[name_key(name)].append(row)
    wordnet = open_wordnet()
    votes = collections.defaultdict(collections.Counter)
    for name, within, count in rows:
        if any(s.instance for s in wordnet.senses(name)):
            continue  # "in Scandinavia, France and ...": lists name what WordNet knows
        if name_key(OF_A_SIDE.sub("", name)) in containers:
            continue  # "Eastern Turkey" is read, not listed
        found = containers.get(name_key(within), [])
        if not found or listed.get(name_key(name)) or not PLAIN_NAME.match(name) or NO_PLACE.search(name):
            continue
        # A country before its namesakes; of divisions the one in the country that is written about most.
        found = sorted(
            found, key=lambda r: (kinds[r] != "country", ids[r].split(".")[0] not in ENGLISH, ids[r])
        )
        votes[name][ids[found[0]]] += count
    result = []
    for name in sorted(votes):
        ranked = votes[name].most_common()
        total = sum(votes[name].values())
        for code, count in ranked[:3]:
            if count * 4 >= total:
                result.append(((name, code), count))
    return result


# Divisions below the first level have more inhabitants than most towns of their name.
NOTABLE = 200_000
ENGLISH = frozenset({"US", "GB", "CA", "AU", "IN", "IE", "NZ"})


def main() -> None:
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    geonames, pairs_path, places_path, out = map(Path, sys.argv[1:])
    cities = json.loads((geonames / "cities15000.json").read_text(encoding="utf-8"))
    divisions = json.loads((geonames / "admin_level_1.json").read_text(encoding="utf-8"))
    countries = json.loads((geonames / "countries.json").read_text(encoding="utf-8"))
    region_names = read_region_names(HERE / "region_names.tsv")
    city_names = {(r[0], r[1]): [r[2], *filter(None, r[3].split("|"))] for r in read_tsv("city_names.tsv", 4)}
    pairs = json.loads(pairs_path.read_text(encoding="utf-8"))

    chartered = {code: set(cell.split("|")) for code, cell in read_tsv("charters.tsv", 2)}

    table = {r[0]: r for r in read_tsv("countries.tsv", 6)}
    history = {r[0]: r for r in read_tsv("historical.tsv", 3)}
    regions, accuracy, tried, seeds = infer_regions(cities, divisions, region_names, pairs, city_names)
    print(f"cities {len(cities)}; region from prose {seeds}; with region {len(regions)}")
    print(f"neighbour rule on cities known from prose: {accuracy:.3f} of {tried}")

    ids, names, parents, kinds, weights, tags = [], [], [], [], [], []
    row_of: dict[str, int] = {}

    def add(local, label, others, parent, kind, weight, tag=""):
        row_of[local] = len(ids)
        ids.append(local)
        names.append("\t".join(dict.fromkeys([label, *others])))
        parents.append(row_of[parent] if parent else -1)
        kinds.append(kind)
        weights.append(weight)
        tags.append(tag)

    for code, (name, _) in CONTINENTS.items():
        people = sum(c["population"] for c in countries.values() if c["continentcode"] == code)
        add(f"continent.{code}", name, [], "", "continent", people)
    for code, (_, adjective) in CONTINENTS.items():
        if adjective:
            add(f"adj.continent.{code}", adjective, [], "", "adjective", 0)
            add(f"dem.continent.{code}", adjective, [], "", "demonym", 0)
    for iso in sorted(table):
        _, adjectives, nouns, subregion, region_kind, others = table[iso]
        if iso in history:
            name, continent, people = history[iso][1], history[iso][2], 0
        elif iso in countries:
            country = countries[iso]
            name, continent, people = country["name"], country["continentcode"], country["population"]
        else:
            continue
        extra = [o for o in others.split("|") if o]
        add(iso, name, extra, f"continent.{continent}", "country", people, f"{subregion}\t{region_kind}")
        for prefix, cell, kind in (("adj", adjectives, "adjective"), ("dem", nouns, "demonym")):
            forms = [a for a in cell.split("|") if a]
            if forms:
                parent = f"{prefix}.continent.{continent}"
                add(f"{prefix}.{iso}", forms[0], forms[1:], parent if parent in row_of else "", kind, people)
    inhabitants = collections.Counter()
    for cid, code in regions.items():
        inhabitants[code] += cities[cid]["population"]
    for code, division in sorted(divisions.items()):
        iso = code.split(".")[0]
        if iso not in row_of:
            continue
        label, others, adjectives, nouns = region_names.get(code, ("", [], [], []))
        label = label or division["name"]
        others = [
            *others,
            division["name"],
            division["asciiname"],
            *sorted(region_variants(division["name"])),
        ]
        # Not all cities have a division here: that of a large country is never less than a large town.
        people = countries.get(iso, {}).get("population", 0)
        weight = max(inhabitants[code], 100_000 if people > LARGE_COUNTRY else 0)
        add(code, label, others, iso, "region", weight)
        for prefix, forms, kind in (("adj", adjectives, "adjective"), ("dem", nouns, "demonym")):
            if forms:
                add(f"{prefix}.{code}", forms[0], forms[1:], f"{prefix}.{iso}", kind, inhabitants[code])
    for cid, city in sorted(cities.items(), key=lambda item: (-item[1]["population"], int(item[0]))):
        iso = city["countrycode"]
        if iso not in row_of:
            continue
        label, *others = city_names.get((iso, city["name"]), [city["name"]])
        parent = regions.get(cid, iso)
        if parent != iso and name_key(label) in map(name_key, names[row_of[parent]].split("\t")):
            parent = iso  # "city in Madrid" would name what it generalizes
        big = city["population"] >= TOWN_BELOW or iso == "US" or countries[iso]["capital"] == city["name"]
        if iso in chartered:
            big = city["name"] in chartered[iso]
        extra = [*others, city["name"]]
        if label.endswith(" City") and len(label.split()) == 2:
            extra.append(label.removesuffix(" City"))
        if bracket := re.fullmatch(r"([^()]+) \([^()/]+\)", label):  # "Frankfurt (Oder)"
            extra.append(bracket[1])
        add(cid, label, extra, parent, "city" if big else "town", city["population"])

    mined = small_places(json.loads(places_path.read_text(encoding="utf-8")), names, row_of, ids, kinds)
    for (name, parent), count in mined:
        add(f"@{parent}/{name}", name, [], parent, "place", count)
    print(f"{len(mined)} places from prose")
    for code, cell in read_tsv("more_places.tsv", 2):
        for name in cell.split("|"):
            if f"@{code}/{name}" not in row_of and code in row_of:
                add(f"@{code}/{name}", name, [], code, "place", NOTABLE)

    index = [(name_key(name), row) for row, cell in enumerate(names) for name in cell.split("\t")]
    kind_names = sorted(set(kinds))
    blob, ends = Strings.arrays(names)
    id_blob, id_ends = Strings.arrays(ids)
    tag_blob, tag_ends = Strings.arrays(tags)
    hashes, rows = NameIndex.arrays(index)
    id_hashes, id_rows = NameIndex.arrays((local, row) for local, row in row_of.items())
    write_arrays(
        out,
        {
            "names_blob": blob,
            "names_ends": ends,
            "ids_blob": id_blob,
            "ids_ends": id_ends,
            "tags_blob": tag_blob,
            "tags_ends": tag_ends,
            "hashes": hashes,
            "rows": rows,
            "id_hashes": id_hashes,
            "id_rows": id_rows,
            "parents": np.array(parents, dtype=np.int32),
            "kinds": np.array([kind_names.index(k) for k in kinds], dtype=np.uint8),
            "kind_names": np.array(kind_names),
            "weights": np.array(weights, dtype=np.uint32),
        },
    )
    print(f"{len(ids)} places, {len(hashes)} names, {out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
