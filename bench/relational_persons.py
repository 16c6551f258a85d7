"""Persons with real texts: partitions and losses of the three partitioners.

Run: python bench/relational_persons.py WIKIPEDIA-FOLDER [--persons 5000] [--cache mentions.gz] [--k 2,3,5,10,20]
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from persons_table import Cached, make_table
from relational_table import compare

from sanitizer.relational.table.plain_table import PlainTable

DEFINITION = {
    "method": {"keep": ["ORDINAL"]},
    "attribute": {
        "title": {"role": "identifier"},
        "birth": {"role": "quasi", "type": "number"},
        "nationality": {"role": "quasi", "entity": "NORP"},
        "occupation": {"role": "quasi", "entity": "JOB"},
        "text": {"role": "text"},
    },
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--persons", type=int, default=5000)
    parser.add_argument("--paragraphs", type=int, default=3)
    parser.add_argument("--cache", type=Path, default=Path("mentions.gz"))
    parser.add_argument("--k", default="2,3,5,10,20")
    parser.add_argument("--lambdas", default="0,.1,.2,.3,.4,.5,.6,.7,.8,.9,1")
    parser.add_argument("--partitioners", default="gdf,mondrian,cluster,cluster-terms")
    args = parser.parse_args()
    start = time.process_time()
    table = make_table(args.folder, args.persons, args.paragraphs)
    cached = Cached(args.cache)
    compare(
        PlainTable.of_frame(table),
        DEFINITION,
        [cached],
        [int(k) for k in args.k.split(",")],
        [float(x) for x in args.lambdas.split(",")],
        args.partitioners.split(","),
    )
    cached.save()
    print(f"CPU {time.process_time() - start:.0f} s in all")


if __name__ == "__main__":
    main()
