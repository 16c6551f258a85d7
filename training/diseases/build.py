"""Compile the diseases: `python training/diseases/build.py HumanDO.tsv kb/data/diseases.npz`.

HumanDO.tsv: id, label, label of a parent; a disease with several parents stands on several lines.
"""

import csv
import sys
from pathlib import Path

import numpy as np

from kb.lookup import NameIndex, Strings, name_key, write_arrays


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, out = map(Path, sys.argv[1:])
    labels: dict[str, str] = {}
    parents: dict[str, list[str]] = {}
    with source.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            number = row["id"].removeprefix("DOID:")
            labels[number] = row["label"]
            if row["subClassOf"]:
                parents.setdefault(number, []).append(row["subClassOf"])
    ids = sorted(labels)
    row_of = {labels[number]: row for row, number in enumerate(ids)}
    if "disease" not in row_of:
        ids.append("4")
        labels["4"] = "disease"
        row_of["disease"] = len(ids) - 1
    names = [labels[number] for number in ids]
    above = [[row_of[p] for p in dict.fromkeys(parents.get(number, ())) if p in row_of] for number in ids]
    unknown = {p for ps in parents.values() for p in ps if p not in row_of}
    blob, ends = Strings.arrays(names)
    hashes, rows = NameIndex.arrays((name_key(name), row) for row, name in enumerate(names))
    write_arrays(
        out,
        {
            "names_blob": blob,
            "names_ends": ends,
            "numbers": np.array([int(n) for n in ids], dtype=np.uint32),
            "hashes": hashes,
            "rows": rows,
            "parents": np.array([p for ps in above for p in ps], dtype=np.uint16),
            "parent_ends": np.cumsum([len(ps) for ps in above]).astype(np.uint16),
        },
        compress=True,
    )
    print(f"{len(ids)} diseases, {sum(map(len, above))} links, unknown parents: {sorted(unknown) or 'none'}")
    print(f"{out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
