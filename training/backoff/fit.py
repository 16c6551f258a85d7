"""Fit how the documents of a phrase that the counts do not hold are estimated from its parts.

python training/backoff/fit.py ARTICLES [--every 3] [--phrases 30000]

ARTICLES holds articles-*.jsonl.xz. Phrases of two and three words are drawn by lot from the texts of one article in
ten; the other articles (one in --every of them) say how many of them hold each phrase and each of its parts, so a drawn
phrase may be in none. Fitted by Poisson regression over the phrases that fewer than three of them hold (those that
statistics leave out): log2 h = a + b log2 h(first) + c log2 h(second) - d log2 h(shared), where first and second are
the phrase without its last and without its first word, and shared is what both have (N for two words). Half of the
phrases fit, the other half calibrate: predicted against true, by decade. The coefficients are not
used: docs/method.md says why.
"""

import argparse
import json
import lzma
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from spacy.lang.en.stop_words import STOP_WORDS

from corpora_stats.normalize import BOUNDARY, fold

LEAST = 3
DRAWN_FROM = 10


def texts(folder: Path, every: int) -> Iterator[tuple[bool, list[str]]]:
    """Yield whether phrases are drawn from an article, and its words; of the others one in `every`."""
    number = 0
    for path in sorted(folder.glob("articles-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                number += 1
                drawn = number % DRAWN_FROM == 0
                if drawn or number % every == 0:
                    yield drawn, fold(json.loads(line)["text"]).split()


def content(word: str) -> bool:
    return word != BOUNDARY and word not in STOP_WORDS and len(word) > 1 and word.isalpha()


def parts(phrase: str) -> tuple[str, str, str]:
    """Return the phrase without its last word, without its first, and what both have ("" of two words)."""
    words = phrase.split()
    return " ".join(words[:-1]), " ".join(words[1:]), " ".join(words[1:-1])


def draw(folder: Path, every: int, wanted: int) -> list[str]:
    lot = random.Random(19)
    found: list[str] = []
    for drawn, words in texts(folder, 10**9):
        if not drawn:
            continue
        places = [i for i in range(len(words) - 3) if content(words[i]) and content(words[i + 1])]
        for i in lot.sample(places, min(8, len(places))):
            longer = content(words[i + 2]) and lot.random() < 0.5
            found.append(" ".join(words[i : i + (3 if longer else 2)]))
    lot.shuffle(found)
    return sorted(set(found[:wanted]))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("articles", type=Path)
    parser.add_argument("--every", type=int, default=3)
    parser.add_argument("--phrases", type=int, default=30_000)
    options = parser.parse_args()
    if not list(options.articles.glob("articles-*.jsonl.xz")):
        raise SystemExit(f"no articles-*.jsonl.xz in {options.articles}: give the folder of the articles")
    phrases = draw(options.articles, options.every, options.phrases)
    sought = {p for phrase in phrases for p in (phrase, *parts(phrase)) if p}
    held: Counter[str] = Counter()
    total = 0
    for drawn, words in texts(options.articles, options.every):
        if drawn:
            continue
        total += 1
        there = {w for w in words if w in sought}
        pairs = list(pairwise(words))
        there |= {f"{a} {b}" for a, b in pairs} & sought
        there |= {f"{a} {b} {c}" for (a, b), c in zip(pairs, words[2:], strict=False)} & sought
        held.update(there)
    print(f"{total} articles, {len(phrases)} phrases")
    for length in (2, 3):
        some = [p for p in phrases if len(p.split()) == length]
        rows = [(held[p], *(held[part] if part else total for part in parts(p))) for p in some]
        table = np.array([row for row in rows if row[0] < LEAST and min(row[1:]) >= LEAST], dtype=np.float64)
        report(length, table, total)


def report(length: int, table: np.ndarray, total: int) -> None:
    lot = np.random.default_rng(3).permutation(len(table)) < len(table) // 2
    true = table[:, 0]
    logs = np.log2(table[:, 1:]) - np.log2(total)
    inputs = np.column_stack([np.ones(len(table)), logs])

    def loss(weights: np.ndarray) -> float:
        mean = 2.0 ** np.clip(inputs[lot] @ weights, -40, 10)
        return float((mean - true[lot] * np.log(mean)).mean())

    start = np.array([np.log2(total), 1.0, 1.0, -1.0 if length > 2 else 0.0])
    if length == 2:
        inputs[:, 3] = 0
    weights = minimize(loss, start, method="BFGS").x
    print(f"\n{length} words: {len(table)} phrases below {LEAST}; p(phrase) = 2^(...), p of parts in log2:")
    print("  weights " + " ".join(f"{w:.3f}" for w in (weights[0] - np.log2(total), *weights[1:])))
    guess = 2.0 ** (inputs @ weights)
    independent = 2.0 ** (np.log2(total) + logs[:, 0] + logs[:, 1] - (logs[:, 2] if length > 2 else 0))
    print("  predicted decade   phrases  predicted     true   by independence")
    decade = np.floor(np.log10(guess[~lot]))
    for d in np.unique(decade):
        here = np.flatnonzero(~lot)[decade == d]
        if len(here) >= 20:
            print(
                f"  1e{int(d):+d} .. 1e{int(d) + 1:+d}    {len(here):7}  {guess[here].mean():9.4f} "
                f"{true[here].mean():9.4f} {independent[here].mean():9.4f}"
            )


if __name__ == "__main__":
    main()
