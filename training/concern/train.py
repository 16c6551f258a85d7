"""Train sanitizer/read/data/concern.json: how texts about persons are made.

    python training/concern/train.py WIKIPEDIA [--articles N] [-o sanitizer/read/data/concern.json]

WIKIPEDIA is the folder of articles. A text is the beginning of an article, of one to twelve sentences; those about
persons (by the categories of the article) are told from those about places and bodies by the shares of their
sentences that have each of the traits of ``sanitizer.read.about_whom``: a logistic regression by Newton's method, with
a small ridge. One in five articles is held out; prints how many of each kind the weights tell right, and the weights.
Two minutes of one core.
"""

import argparse
import json
import lzma
from pathlib import Path

import numpy as np

from sanitizer.build import open_knowledge
from sanitizer.common.knowledge import Known
from sanitizer.read.about_whom import DEFAULT_PATH, TRAITS, shares, traits
from sanitizer.text.parse import parse

KINDS = {"person": 1, "place": 0, "organisation": 0}
CHARACTERS = 2000
LENGTHS = (1, 2, 3, 5, 8, 12)
"""Sentences of the texts that are made of one article."""
RIDGE = 1.0
HELD = 5


def read(folder: Path, most: int) -> list[tuple[int, list[frozenset[str]]]]:
    """Return the traits of the sentences of `most` articles of each kind, with their kind."""
    found: list[tuple[int, list[frozenset[str]]]] = []
    left = dict.fromkeys(KINDS, most)
    for path in sorted(folder.glob("articles-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                article = json.loads(line)
                if number % 7 or not left.get(article["type"]) or "(disambiguation)" in article["title"]:
                    continue
                left[article["type"]] -= 1
                doc = parse(article["text"][:CHARACTERS])
                found.append((KINDS[article["type"]], [traits(s) for s in doc.sents][: max(LENGTHS)]))
        if not any(left.values()):
            break
    return found


def fit(rows: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return weights of the columns of `rows`, the first of which is constant."""
    w = np.zeros(rows.shape[1])
    ridge = RIDGE * np.eye(len(w))
    ridge[0, 0] = 0.0
    for _ in range(30):
        p = 1.0 / (1.0 + np.exp(-rows @ w))
        slope = rows.T @ (weights * (labels - p)) - ridge @ w
        curve = (rows * (weights * p * (1 - p))[:, None]).T @ rows + ridge
        step = np.linalg.solve(curve, slope)
        w += step
        if np.abs(step).max() < 1e-8:
            break
    return w


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("wikipedia", type=Path)
    parser.add_argument("--articles", type=int, default=600, help="of each kind")
    parser.add_argument("-o", "--output", type=Path, default=DEFAULT_PATH)
    options = parser.parse_args()
    with Known(open_knowledge(("default",), "together")).in_use():
        articles = read(options.wikipedia, options.articles)
    rows, labels, held = [], [], []
    for number, (kind, sentences) in enumerate(articles):
        for length in LENGTHS:
            if length <= len(sentences):
                rows.append([1.0, *shares(sentences[:length])])
                labels.append(kind)
                held.append(number % HELD == 0)
    x, y, out = np.array(rows), np.array(labels), np.array(held)
    balance = np.where(y == 1, 0.5 / (y == 1).mean(), 0.5 / (y == 0).mean())
    w = fit(x[~out], y[~out], balance[~out]) / np.log(2.0)
    told = x[out] @ w > 0
    print(
        f"{len(articles)} articles, {len(y)} texts; held out: about persons {told[y[out] == 1].mean():.3f} "
        f"told so, others {(~told[y[out] == 0]).mean():.3f}"
    )
    for name, value in zip(("bias", *TRAITS), w, strict=True):
        print(f"{name:<16} {value:7.2f}")
    bias, *of_traits = (round(float(value), 3) for value in w)
    table = {"bias": bias, "weights": dict(zip(TRAITS, of_traits, strict=True))}
    options.output.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
