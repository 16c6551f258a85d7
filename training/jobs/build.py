"""Compile the occupations: `python training/jobs/build.py ESCO kb/data/jobs.npz`.

ESCO is the folder with ISCOGroups.csv.gz, occupations.csv.gz and occupations_hierarchy.csv.gz. Group names become
readable singular noun phrases ("Physicists and astronomers" -> "physicist or astronomer"); groups "not elsewhere
classified" and groups that repeat the one above are passed over. Where the head noun of an occupation is a person in
WordNet, the occupation is linked to it too ("tennis coach" -> wn:coach.n.01).
"""

import csv
import gzip
import re
import sys
from pathlib import Path

import numpy as np

from kb.base import Concept
from kb.lookup import NameIndex, Strings, name_key, singular_keys, write_arrays
from kb.wordnet import open_wordnet

sys.path.insert(0, str(Path(__file__).parent.parent / "entities"))
from build import Kinds

# Groups whose names the rules would not make readable; "" passes the group over.
LABELS = {
    "0": "member of the armed forces",
    "01": "commissioned officer",
    "02": "non-commissioned officer",
    "111": "legislator or senior official",
    "1113": "traditional chief",
    "131": "production manager in agriculture",
    "133": "information technology manager",
    "1330": "",
    "011": "",
    "0110": "",
    "541": "",
    "211": "scientist",
    "213": "scientist",
    "214": "engineer",
    "215": "engineer",
    "226": "health professional",
    "231": "university teacher",
    "233": "secondary school teacher",
    "24": "business professional",
    "25": "information technology professional",
    "2635": "social work professional",
    "342": "sports professional",
    "2433": "technical sales professional",
    "2434": "information technology sales professional",
    "315": "ship or aircraft controller",
    "35": "information technology technician",
    "3511": "information technology operations technician",
    "3512": "user support technician",
    "4": "clerical worker",
    "41": "office clerk",
    "411": "",
    "5": "service or sales worker",
    "53": "care worker",
    "54": "security or rescue worker",
    "531": "child care worker or teacher's aide",
    "5312": "teacher's aide",
    "6": "agricultural, forestry or fishery worker",
    "61": "farmer or gardener",
    "611": "crop grower",
    "612": "animal keeper",
    "62": "forestry or fishery worker",
    "63": "subsistence farmer",
    "631": "",
    "632": "",
    "633": "",
    "634": "",
    "7": "tradesperson",
    "71": "building worker",
    "712": "",
    "72": "metal or machinery worker",
    "73": "craft or printing worker",
    "731": "craft worker",
    "74": "electrical worker",
    "741": "electrical worker",
    "75": "food processing, wood or garment worker",
    "754": "",
    "8": "",
    "81": "machine operator",
    "831": "train driver",
    "832": "driver",
    "833": "driver",
    "9": "manual worker",
    "91": "cleaner or helper",
    "93": "labourer",
    "94": "food preparation assistant",
    "95": "street vendor or service worker",
    "962": "",
    "96": "",
    "2": "",
    "34": "legal, social or cultural worker",
    "03": "enlisted member of the armed forces",
    "42": "customer services clerk",
    "835": "deckhand",
    "8350": "",
    "751": "food worker",
    "752": "woodworker",
    "753": "garment worker",
    "816": "food processing machine operator",
    "952": "street vendor",
    "5413": "prison guard",
    "5411": "fire-fighter",
    "1114": "senior official of an organisation",
    "0310": "",
    "031": "",
    "1324": "supply and distribution manager",
    "2656": "announcer",
    "532": "health care worker",
    "5322": "home-based care worker",
    "5241": "model",
    "3153": "aircraft pilot",
    "3314": "statistical technician",
    "4414": "scribe",
    "7221": "blacksmith or forging press worker",
    "7514": "food preserver",
    "7317": "handicraft worker in wood",
    "7318": "handicraft worker in textile or leather",
    "8343": "crane operator",
    "2654": "film director, stage director or producer",
    "4413": "proof-reading clerk",
    "7224": "metal polisher, wheel grinder or tool sharpener",
    "9520": "",
    "951": "street service worker",
    "7111": "house builder",
    "711": "builder",
    "834": "mobile plant operator",
    "8342": "earthmoving plant operator",
    "51": "service worker",
    "5151": "housekeeping supervisor",
    "9112": "office or hotel cleaner",
    "911": "cleaner or helper",
    "9332": "driver of an animal-drawn vehicle",
    "3423": "fitness instructor",
    "2111": "physicist or astronomer",
    "335": "government official",
}
TOPS = {
    "0": "serviceman.n.01",
    "1": "director.n.01",
    "2": "professional.n.01",
    "3": "skilled_worker.n.01",
    "22": "health_professional.n.01",
    "32": "health_professional.n.01",
}
"""What groups are in WordNet."""
WORKER = "worker.n.01"
WORKERS = (WORKER, "skilled_worker.n.01", "professional.n.01")


def read(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def singular_label(name: str, kinds: Kinds) -> str:
    """Return a readable singular of a group's name."""
    text = re.sub(r"\s*\([^)]*\)|,? excluding .*|,? in .*establishments$", "", name)
    # "Shoemakers and related workers" are shoemakers; "Building and related electricians" build.
    agents = r"(?:ers|ors|ists|ians|persons|makers|crews|layers)"
    text = re.sub(rf"({agents}),? and (?:other )?related [a-z ]+$", r"\1", text)
    text = re.sub(r"(?:,| and) related (?:trades )?", " ", text)
    text = re.sub(r"^Other ", "", text.replace("’", "'"))
    text = text[:1].lower() + text[1:] if not text[:2].isupper() else text
    parts = re.split(r"(, | and )", text)
    people = 0
    for i in range(0, len(parts), 2):
        words = parts[i].split()
        single = next((f for f in singular_keys(words[-1])[1:] if _is_person_word(f, kinds)), None)
        if single:
            words[-1] = single
            parts[i] = " ".join(words)
            people += 1
    joined = "".join(parts)
    if " and " not in joined and " or " not in joined and people > 1:
        joined = " or ".join(joined.rsplit(", ", 1))
    return joined.replace(" and ", " or ") if people > 1 else joined


def _is_person_word(word: str, kinds: Kinds) -> bool:
    if re.search(r"(?:[^pth]er|[aeiou]ther|[^h]or|ist|ian|person|cook|fisher|worker|driver|cutter)$", word):
        return word not in ("paper", "matter", "other", "computer", "leather", "rubber", "labor", "sector")
    return word in ("associate", "assistant", "attendant", "professional", "representative", "clerk") or any(
        kinds.is_person(s.concept.id) and word in kinds.wordnet.lemmas(s.concept)
        for s in kinds.wordnet.senses(word)
    )


def as_work(head: str, first: Concept, kinds: Kinds) -> Concept:
    """Return the meaning of a person's noun that a list of occupations means: the first that texts are tagged with
    or that is some work ("skipper": the master of a ship, not the pupil who skips school); a sense given by hand
    stays."""
    if head in kinds.table:
        return first
    persons = [s for s in kinds.wordnet.senses(head) if not s.instance and kinds.is_person(s.concept.id)]
    works = set(WORKERS)
    return next(
        (s.concept for s in persons if s.frequency or works & kinds.above(s.concept.id.removeprefix("wn:"))),
        first,
    )


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    esco, out = map(Path, sys.argv[1:])
    kinds = Kinds(open_wordnet())
    groups = {g["CODE"]: g for g in read(esco / "ISCOGroups.csv.gz")}
    key_of_group = {g["ID"]: code for code, g in groups.items()}
    occupations = {o["ID"]: o for o in read(esco / "occupations.csv.gz")}

    labels = {
        code: LABELS.get(code, singular_label(g["PREFERREDLABEL"], kinds)) for code, g in groups.items()
    }
    for code, g in groups.items():
        if "not elsewhere classified" in g["PREFERREDLABEL"] or (
            len(code) > 1 and labels[code] == labels[code[:-1]]
        ):
            labels[code] = ""
    kept = [code for code in sorted(groups) if labels[code]]

    def nearest(code: str) -> str:
        while code and not labels[code]:
            code = code[:-1]
        return code

    ids = [f"isco.{code}" for code in kept]
    names = [labels[code] for code in kept]
    parents: list[list[str]] = []
    links: list[str] = []
    for code in kept:
        above = nearest(code[:-1]) if len(code) > 1 else ""
        parents.append([f"isco.{above}"] if above else [])
        top = TOPS.get(code, "" if above else TOPS.get(code[0], WORKER))
        links.append(f"{top}|{kinds.wordnet.lemmas(Concept(f'wn:{top}', ''))[0]}" if top else "")
    parent_of = {
        row["CHILDID"]: row["PARENTID"]
        for row in read(esco / "occupations_hierarchy.csv.gz")
        if row["CHILDOBJECTTYPE"] != "iscogroup"
    }
    missing = 0
    for key, job in sorted(occupations.items(), key=lambda item: item[1]["CODE"]):
        label = job["PREFERREDLABEL"].strip()
        others = [" ".join(a.split()) for a in job["ALTLABELS"].split("\n") if a.strip()]
        above = parent_of.get(key, "")
        if above in occupations:
            parent = occupations[above]["CODE"]
        else:
            code = nearest(key_of_group.get(above, job["ISCOGROUPCODE"]))
            while labels[code] == label and nearest(code[:-1]):
                code = nearest(code[:-1])  # the group would repeat the occupation
            parent = f"isco.{code}"
        ids.append(job["CODE"])
        names.append("\t".join(dict.fromkeys([label, *others])))
        parents.append([parent])
        hit = kinds.find(tuple(label.split()), True)
        link = ""
        if hit:
            concept = as_work(hit[0], Concept(f"wn:{hit[1]}", ""), kinds)
            shown = kinds.wordnet.lemmas(concept)[0]
            if name_key(label) in map(name_key, kinds.wordnet.lemmas(concept)):
                # The occupation is the synset itself: link what is above it.
                above_it = [h for h in kinds.wordnet.hypernyms(concept) if kinds.is_person(h.id)]
                link = f"{above_it[0].id[3:]}|{above_it[0].label}" if above_it else ""
            else:
                link = f"{concept.id[3:]}|{shown}"
        missing += not link
        links.append(link)
    row_of = {id_: row for row, id_ in enumerate(ids)}
    blob, ends = Strings.arrays(names)
    id_blob, id_ends = Strings.arrays(ids)
    link_blob, link_ends = Strings.arrays(links)
    pairs = [(name_key(n), row) for row, cell in enumerate(names) for n in cell.split("\t")[:1]]
    pairs += [(name_key(n), row) for row, cell in enumerate(names) for n in cell.split("\t")[1:]]
    hashes, rows = NameIndex.arrays(pairs)
    id_hashes, id_rows = NameIndex.arrays((i, row) for i, row in row_of.items())
    write_arrays(
        out,
        {
            "names_blob": blob,
            "names_ends": ends,
            "ids_blob": id_blob,
            "ids_ends": id_ends,
            "links_blob": link_blob,
            "links_ends": link_ends,
            "hashes": hashes,
            "rows": rows,
            "id_hashes": id_hashes,
            "id_rows": id_rows,
            "parents": np.array([row_of[p[0]] if p else -1 for p in parents], dtype=np.int16),
        },
        compress=True,
    )
    print(
        f"{len(occupations)} occupations, {len(kept)} groups, {len(hashes)} names; {missing} without a WordNet head"
    )
    print(f"{out.stat().st_size / 1e6:.2f} MB")
    if "-v" in sys.argv:
        print(labels)


if __name__ == "__main__":
    main()
