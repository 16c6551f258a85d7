"""python bench/singling_shares.py ARTICLES [--persons 160]: what two descriptions of one person share, by information.

The lead of an article about a person (bench/linkage.py draws them; its first 500 are left for measuring) is sanitized;
for each of its words and pairs of words that the counts know: how often the rest of the article has it too. It sets
SHARED_WORD and SHARED_PAIR of sanitizer/risk/singling_out.py.
"""

import argparse
from pathlib import Path

import numpy as np
from linkage import persons

from corpora_stats import Query
from sanitizer import Sanitizer
from sanitizer.risk.singling_out import features
from sanitizer.settings import Settings

LEFT = 500
STEP = 2.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("articles", type=Path)
    parser.add_argument("--persons", type=int, default=160)
    options = parser.parse_args()
    if not list(options.articles.glob("articles-*.jsonl.xz")):
        raise SystemExit(f"no articles-*.jsonl.xz in {options.articles}: give the folder of the articles")
    found = list(persons(options.articles, LEFT + options.persons).values())[LEFT:]
    sanitizer = Sanitizer.default(Settings(any_language=True))
    rows: list[tuple[float, bool, bool]] = []
    for lead, odd, even in found:
        known = features(f"{odd}\n{even}")
        names = sorted(features(sanitizer.sanitize(lead).text))
        bits = sanitizer.judge.calculator.marginals([Query((name,)) for name in names]).ic
        rows += [
            (float(b), " " in name, name in known)
            for name, b in zip(names, bits, strict=True)
            if not np.isnan(b)
        ]
    table = np.array(rows, dtype=np.float64)
    print("what         bits      number   shared")
    for kind, of_kind in (("word", table[:, 1] == 0), ("pair", table[:, 1] == 1)):
        for low in np.arange(0, 16, STEP):
            here = of_kind & (table[:, 0] >= low) & (table[:, 0] < low + STEP)
            if here.sum() >= 20:
                print(
                    f"{kind:10} {low:4.0f}-{low + STEP:<4.0f} {int(here.sum()):8} {table[here, 2].mean():8.3f}"
                )


if __name__ == "__main__":
    main()
