"""Learn who is who: python training/coreference/train.py DATA OUT [--dev] [--hidden N] [--epochs N].

DATA is the unpacked train/ner_pos_corpora.tar.xz, OUT (.npz) gets the weights. Texts of
GUM (without its non-commercial genres) and LitBank are read by the shipped pipeline; every phrase learns what it refers
back to: the sum over all its true earlier phrases, against all others, in one softmax (Adam, one thread, one seed: the
same bytes each time). Held-out documents (annotated.py) are never learned from; --dev leaves out the official
development documents of GUM and every fifth novel too, and scores these instead.
"""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent), str(HERE.parent.parent / "bench")]

import numpy as np  # noqa: E402
from scipy import sparse  # noqa: E402

from examples import Example, examples  # noqa: E402
from kb.lookup import write_arrays  # noqa: E402
from sanitizer.read.pairs import GROUPS  # noqa: E402
from sanitizer.read.ranker import WEIGHTS, empty  # noqa: E402

SEED = 7
NETWORKS = 3
"""Networks that are trained from different beginnings; their scores are averaged, as those of one wide network."""
RATE, DECAY, DROP = 0.002, 1e-5, 0.3
LITBANK = 0.5
"""Weight of a phrase of LitBank, whose texts are novels and mark only persons, places and vehicles."""
FALSE_LINK, FALSE_NEW, WRONG_LINK = 0.2, 3.0, 1.0
"""Costs added to the scores of wrong readings while learning (softmax margin)."""

Array = np.ndarray
Weights = dict[str, Array]


def step(w: Weights, x: Example, rng: np.random.Generator) -> tuple[float, Weights]:
    """Loss and gradients of one text."""
    n, k = x.before.shape
    hidden = w["bias"].shape[0]
    keep = (rng.random((1, hidden)) >= DROP).astype(np.float32) / (1 - DROP)
    own = x.own * ((rng.random((1, x.own.shape[1])) >= 0.1).astype(np.float32))
    row, column = x.row, x.column
    earlier = x.before[row, column]
    h1 = (own @ w["later"] + w["bias"])[row] + (own @ w["earlier"])[earlier] + x.onehot @ w["pair"]
    on = h1 > 0
    h1 = np.where(on, h1, 0) * keep
    d1 = own @ w["alone"] + w["alone_bias"]
    up = d1 > 0
    d1 = np.where(up, d1, 0) * keep
    group = x.group[row]
    scores = np.full((n, 1 + k), -1e9, np.float32)
    scores[:, 0] = d1 @ w["alone_out"] + w["new"][x.group] + x.cost[:, 0]
    direct = np.take_along_axis(x.onehot @ w["direct"].T, group[:, None], 1)[:, 0]
    scores[row, 1 + column] = h1 @ w["out"] + direct + x.cost[row, 1 + column]
    top = scores.max(1, keepdims=True)
    e = np.exp(scores - top)
    p = e / e.sum(1, keepdims=True)
    right = e * x.right
    right_sum = np.maximum(right.sum(1, keepdims=True), 1e-30)
    loss = float((-np.log(right_sum[:, 0] / e.sum(1)) * x.weight).sum())
    delta = (p - right / right_sum) * x.weight[:, None]
    g: Weights = {}
    dpair = delta[row, 1 + column]
    dh = dpair[:, None] * w["out"][None, :] * keep * on
    g["out"] = h1.T @ dpair
    by_row = summed(row, n) @ dh
    g["later"], g["bias"] = own.T @ by_row, by_row.sum(0)
    g["earlier"] = own.T @ (summed(earlier, n) @ dh)
    g["pair"] = x.onehot.T @ dh
    g["direct"] = np.zeros_like(w["direct"])
    for number in range(len(GROUPS)):
        here = group == number
        if here.any():
            g["direct"][number] = x.onehot[here].T @ dpair[here]
    dnew = delta[:, 0]
    dd = dnew[:, None] * w["alone_out"][None, :] * keep * up
    g["alone_out"] = d1.T @ dnew
    g["alone"], g["alone_bias"] = own.T @ dd, dd.sum(0)
    g["new"] = np.bincount(x.group, dnew, len(GROUPS)).astype(np.float32)
    return loss, g


def summed(places: Array, n: int) -> sparse.csr_matrix:
    """Return what adds up rows by the place of each among ``n``."""
    ones = np.ones(len(places), np.float32)
    return sparse.csr_matrix((ones, (places, np.arange(len(places)))), shape=(n, len(places)))


def together(networks: list[Weights]) -> Weights:
    """Return one network whose scores are the means of those of ``networks``."""
    n = len(networks)
    result = {}
    for name in WEIGHTS:
        arrays = [w[name] for w in networks]
        if name in {"direct", "new"}:
            result[name] = sum(arrays[1:], arrays[0]) / n
        else:
            share = n if name in {"out", "alone_out"} else 1
            result[name] = np.concatenate(arrays, axis=-1) / share
    return result


def train(found: list[Example], hidden: int, epochs: int, seed: int = SEED) -> Weights:
    """Return the weights after ``epochs``, a mean over the last half of the steps."""
    rng = np.random.default_rng(seed)
    w = empty(hidden, seed)
    first = {name: np.zeros_like(a) for name, a in w.items()}
    second = {name: np.zeros_like(a) for name, a in w.items()}
    mean = {name: np.zeros_like(a) for name, a in w.items()}
    count = kept = 0
    steps = epochs * len(found)
    for epoch in range(epochs):
        total = weight = 0.0
        for number in rng.permutation(len(found)):
            loss, g = step(w, found[number], rng)
            total += loss
            weight += float(found[number].weight.sum())
            count += 1
            rate = RATE * (1 - count / (steps + 1))
            for name in WEIGHTS:
                gradient = g[name] / 20.0 + DECAY * w[name]
                first[name] += 0.1 * (gradient - first[name])
                second[name] += 0.001 * (gradient * gradient - second[name])
                size = np.sqrt(second[name] / (1 - 0.999**count)) + 1e-8
                w[name] = (w[name] - rate * first[name] / (1 - 0.9**count) / size).astype(np.float32)
            if count > steps // 2:
                kept += 1
                for name in WEIGHTS:
                    mean[name] += (w[name] - mean[name]) / kept
        print(f"epoch {epoch + 1}: {total / weight:.4f}", flush=True)
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--dev", action="store_true")
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--epochs", type=int, default=10)
    options: Any = parser.parse_args()
    if not (options.data / "gum/dep").is_dir() or not (options.data / "litbank/coref").is_dir():
        raise SystemExit(f"missing: gum/dep or litbank/coref in {options.data}")
    found = examples(
        options.data, dev=options.dev, costs=(FALSE_LINK, FALSE_NEW, WRONG_LINK), litbank=LITBANK
    )
    print(
        f"{len(found)} texts, {sum(len(x.own) for x in found)} phrases, {sum(len(x.row) for x in found)} pairs"
    )
    weights = together([train(found, options.hidden, options.epochs, SEED + i) for i in range(NETWORKS)])
    write_arrays(options.out, {name: a.astype(np.float16) for name, a in weights.items()})
    print(f"{options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
