"""km-anonymity of the drug reviews: kept by recoding alone, or as the test of every cut.

Run: python bench/relational_km.py REVIEWS-FOLDER [--cache mentions.gz] [--k 5] [--m 1,2]
"""

import argparse
import copy
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import spacy
from persons_table import Cached
from relational_reviews import TABLES

from sanitizer.relational.classes.cut_tests import km_of_terms
from sanitizer.relational.classes.joint_release import divide, ladders_for
from sanitizer.relational.classes.prepare import prepare
from sanitizer.relational.classes.recoding import Weights, attribute_total, recode, term_total, total
from sanitizer.relational.definition.choices import KM_CUTS
from sanitizer.relational.definition.definition import Source
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.io.sources import read_cells
from sanitizer.relational.table.taxonomies import open_taxonomy
from sanitizer.relational.terms.parts import TextParts
from sanitizer.relational.terms.reading import finder_for


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, default=Path("mentions.gz"))
    parser.add_argument("--k", type=int, default=5)
    parser.add_argument("--m", default="1,2")
    args = parser.parse_args()
    name, attributes, delimiter = TABLES["drugs"]
    table = read_cells(Source(path=str(args.folder / name), delimiter=delimiter))
    cached, knowledge, blank = Cached(args.cache), open_taxonomy("all"), spacy.blank("en")
    prepared = None
    print(f"k = {args.k}, λ = .5\nm cuts partitioner classes | terms held | NCP_A NCP_X total | CPU")
    for m in map(int, args.m.split(",")):
        for cuts in (c for c in KM_CUTS if c != "all"):
            for partitioner in ("gdf", "mondrian", "cluster"):
                values = {
                    "privacy": {"k": args.k, "model": [{"name": "km-anonymity", "m": m, "cuts": cuts}]},
                    "method": {"keep": ["ORDINAL"], "partitioner": partitioner},
                    "attribute": copy.deepcopy(attributes),
                }
                definition = parse_definition(values)
                if prepared is None:
                    prepared = prepare(
                        table, definition, finder_for(definition, TextParts([cached], knowledge, blank))
                    )
                    ladders = ladders_for(prepared, definition, knowledge, None)
                    weights = Weights(1, 1, [1.0] * len(prepared.quasi))
                start = time.process_time()
                km = km_of_terms(prepared.view, definition)
                _, found = divide(prepared, definition, ladders, weights, km)
                done = recode(prepared, found, ladders, km)
                print(
                    f"{m} {cuts:<4} {partitioner:<11} {len(found.classes):>7} | {len(km.held) if km else 0:>10} | "
                    f"{attribute_total(done.attribute_loss, weights):.3f} {term_total(done.term_loss):.3f} "
                    f"{total(done, weights):.3f} | {time.process_time() - start:.1f} s",
                    flush=True,
                )
    cached.save()


if __name__ == "__main__":
    main()
