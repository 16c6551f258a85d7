"""Fit how much an unknown phrase tells of a sensitive term from what its parts tell.

python training/backoff/joint.py ARTICLES [--articles 1500]

From articles-09 and on backwards, names of two words (s) and phrases of two or three plain words (q) that the shipped
statistics know are paired within each article; the article itself is taken out of every count. Linear regression over
one half of the articles: PMI(s;q) = a + b PMI(s;first) + c PMI(s;second), first and second being q without its last and
without its first word, none below 0, all in bits; the other half calibrates: predicted against true, by decade of
2^PMI, beside the bound that was used before (the greater of both). docs/method.md says why they are not used.
"""

import argparse
import json
import lzma
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from spacy.lang.en.stop_words import STOP_WORDS

from corpora_stats import Query
from corpora_stats.default import open_default
from corpora_stats.normalize import BOUNDARY, fold


def read(folder: Path, wanted: int) -> Iterator[str]:
    for path in sorted(folder.glob("articles-*.jsonl.xz"), reverse=True):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)["text"]
                wanted -= 1
                if not wanted:
                    return


def phrases(text: str) -> tuple[list[str], list[str]]:
    """Return names of two words, and phrases of two and three plain words, of a text, in their normal form."""
    capital = {fold(word) for word in text.split() if word[:1].isupper()}
    small = {fold(word) for word in text.split() if word[:1].islower()}
    words = fold(text).split()
    names, plain = set(), set()
    for i in range(len(words) - 2):
        pair = words[i : i + 2]
        if all(w in capital and w not in small and w.isalpha() for w in pair):
            names.add(" ".join(pair))
        for size in (2, 3):
            run = words[i : i + size]
            if all(w in small and w not in STOP_WORDS and w != BOUNDARY and len(w) > 2 for w in run):
                plain.add(" ".join(run))

    return sorted(names), sorted(plain)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("articles", type=Path)
    parser.add_argument("--articles-read", type=int, default=1500)
    options = parser.parse_args()
    if not list(options.articles.glob("articles-*.jsonl.xz")):
        raise SystemExit(f"no articles-*.jsonl.xz in {options.articles}: give the folder of the articles")
    provider, lot = open_default(), random.Random(7)
    rows: list[tuple[float, ...]] = []
    for number, text in enumerate(read(options.articles, options.articles_read)):
        names, plain = phrases(text)
        names, plain = lot.sample(names, min(4, len(names))), lot.sample(plain, min(24, len(plain)))
        if not names or not plain:
            continue
        parts = [(p, p.rsplit(" ", 1)[0], p.split(" ", 1)[1]) for p in plain]
        columns = [Query((part,)) for three in parts for part in three]
        found = provider.joint([Query((name,)) for name in names], columns)
        total = found.total - 1
        for i, s in enumerate((found.rows - 1).tolist()):
            q, both = found.columns - 1, found.joint[i] - 1
            for j in range(0, len(columns), 3):
                if s >= 2 and (q[j : j + 3] >= 2).all() and both[j] >= 1:
                    with np.errstate(divide="ignore"):
                        bits = np.log2(total * np.maximum(both[j : j + 3], 0.5) / (s * q[j : j + 3]))
                    rows.append((number % 2, *bits.tolist(), float(np.log2(total / s))))
    table = np.array(rows)
    fit = table[:, 0] == 0
    true, first, second = table[:, 1], np.maximum(table[:, 2], 0), np.maximum(table[:, 3], 0)
    inputs = np.column_stack([np.ones(len(table)), first, second])
    weights = np.linalg.lstsq(inputs[fit], true[fit], rcond=None)[0]
    print(f"{len(table)} pairs; weights " + " ".join(f"{w:.3f}" for w in weights))
    guess = np.minimum(inputs @ weights, table[:, 4])
    bound = np.maximum(first, second)
    held = ~fit
    print(
        f"mean error, root mean square (bits): estimate {(guess - true)[held].mean():+.2f} "
        f"{np.sqrt(((guess - true)[held] ** 2).mean()):.2f}, bound {(bound - true)[held].mean():+.2f} "
        f"{np.sqrt(((bound - true)[held] ** 2).mean()):.2f}"
    )
    print("decade of predicted 2^PMI   pairs  predicted   true  bound (mean bits)")
    decade = np.floor(guess / np.log2(10))
    for d in np.unique(decade[held]):
        here = held & (decade == d)
        if here.sum() >= 20:
            print(
                f"1e{int(d):+d} .. 1e{int(d) + 1:+d} {here.sum():15} {guess[here].mean():10.2f} "
                f"{true[here].mean():6.2f} {bound[here].mean():6.2f}"
            )


if __name__ == "__main__":
    main()
