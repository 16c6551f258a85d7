"""Clothing and drug reviews (no person column: each row a person): partitions and losses, NULLs as they are.

Run: python bench/relational_reviews.py REVIEWS-FOLDER [--table clothing|drugs] [--cache mentions.gz] [--k 2,3,5,10,20]
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from persons_table import Cached
from relational_table import compare

from sanitizer.relational.definition.definition import Source
from sanitizer.relational.io.sources import read_cells

CLOTHING = {
    "column_1": {"role": "ignore"},
    "Clothing ID": {"role": "insensitive"},
    "Age": {"role": "quasi", "type": "number", "entity": "AGE"},
    "Title": {"role": "text"},
    "Review Text": {"role": "text"},
    "Rating": {"role": "insensitive"},
    "Recommended IND": {"role": "insensitive"},
    "Positive Feedback Count": {"role": "insensitive"},
    "Division Name": {"role": "quasi"},
    "Department Name": {"role": "quasi"},
    "Class Name": {"role": "quasi"},
}
DRUGS = {
    "column_1": {"role": "ignore"},
    "urlDrugName": {"role": "quasi"},
    "rating": {"role": "quasi", "type": "number"},
    "effectiveness": {"role": "quasi"},
    "sideEffects": {"role": "quasi"},
    "condition": {"role": "sensitive"},
    "benefitsReview": {"role": "text"},
    "sideEffectsReview": {"role": "text"},
    "commentsReview": {"role": "text"},
}
TABLES = {
    "clothing": ("Womens_Clothing_E-Commerce_Reviews.csv.gz", CLOTHING, ","),
    "drugs": ("druglib_all.tsv.gz", DRUGS, "\t"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--table", choices=sorted(TABLES), default="clothing")
    parser.add_argument("--cache", type=Path, default=Path("mentions.gz"))
    parser.add_argument("--k", default="2,3,5,10,20")
    parser.add_argument("--lambdas", default="0,.1,.2,.3,.4,.5,.6,.7,.8,.9,1")
    parser.add_argument("--partitioners", default="gdf,mondrian,cluster,cluster-terms")
    args = parser.parse_args()
    name, attributes, delimiter = TABLES[args.table]
    if not (args.folder / name).exists():
        raise SystemExit(f"{args.folder}: no {name} there")
    start = time.process_time()
    table = read_cells(Source(path=str(args.folder / name), delimiter=delimiter))
    cached = Cached(args.cache)
    compare(
        table,
        {"method": {"keep": ["ORDINAL"]}, "attribute": attributes},
        [cached],
        [int(k) for k in args.k.split(",")],
        [float(x) for x in args.lambdas.split(",")],
        args.partitioners.split(","),
    )
    cached.save()
    print(f"CPU {time.process_time() - start:.0f} s in all")


if __name__ == "__main__":
    main()
