"""Train the network for tags and trees: python training/model/syntax.py WORK [--rounds N] [--start FOLDER].

WORK is the folder of train.py: corpora/ and vectors/. Needs jax (pip install -e '.[training]'). One thread.
After each round the weights (a running mean) are scored on EWT dev; the best are kept in WORK/syntax.
"""

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
import spacy  # noqa: E402
import trees  # noqa: E402
from trees import Tree  # noqa: E402

from sanitizer.text import network as shipped  # noqa: E402
from sanitizer.text import sentences as _registered  # noqa: E402, F401
from sanitizer.text import syntax as _syntax  # noqa: E402, F401

LENGTHS = (10, 18, 28, 44, 80)
"""Sentences are filled up to one of these lengths, in words; longer ones are left out of training."""
SIZES = {"word": 64, "ending": 32, "short": 16, "beginning": 24, "shape": 8}
Arrays = dict[str, Any]


# --- data ---------------------------------------------------------------------------------------------------------


class Words:
    """The features of word forms, each form numbered once."""

    def __init__(self, vectors: Any, known: np.ndarray) -> None:
        self.vectors, self.known = vectors, known
        self.number: dict[str, int] = {}

    def __call__(self, words: Sequence[str]) -> list[int]:
        """The numbers of the forms."""
        return [self.number.setdefault(word, len(self.number)) for word in words]

    def tables(self) -> dict[str, np.ndarray]:
        """For each form in the order of its number: subword vector, row in each table."""
        forms = list(self.number)
        rows = np.array([shipped.rows(form) for form in forms], dtype=np.int64)
        strings = self.vectors.strings
        keys = [strings.add(form.lower()) for form in forms]
        vectors = np.concatenate(
            [self.vectors.vectors.get_batch(keys[i : i + 5000]) for i in range(0, len(keys), 5000)]
        )
        return {
            "vector": vectors.astype("f"), "word": shipped.known_rows(rows[:, 0], self.known),
            "ending": rows[:, 1], "short": rows[:, 2], "beginning": rows[:, 3], "shape": rows[:, 4],
        }  # fmt: skip


def frequent(found: Sequence[Tree], least: int) -> np.ndarray:
    """The codes, sorted, of the lower-case words that occur ``least`` times."""
    counts = Counter(word.lower() for tree in found for word in tree.words)
    return np.array(sorted({shipped.rows(w)[0] for w, n in counts.items() if n >= least}), dtype=np.int64)


def batches(
    found: Sequence[Tree],
    words: Words,
    tags: dict[str, int],
    labels: dict[str, int],
    size: int,
    rng: random.Random,
) -> Iterator[Arrays]:
    """Batches of about ``size`` words, sentences of like length together, in random order."""
    groups: dict[int, list[Tree]] = {length: [] for length in LENGTHS}
    for tree in rng.sample(found, len(found)):
        length = next((length for length in LENGTHS if length >= len(tree.words)), 0)
        if length:
            groups[length].append(tree)
    cut = []
    for length, group in groups.items():
        per = max(1, size // length)
        cut += [(length, per, group[i : i + per]) for i in range(0, len(group), per)]
    rng.shuffle(cut)
    for length, per, group in cut:
        batch = {
            "form": np.zeros((per, length), np.int32), "size": np.ones(per, np.int32),
            "tag": np.full((per, length), -1, np.int32), "head": np.full((per, length), -1, np.int32),
            "label": np.full((per, length), -1, np.int32),
        }  # fmt: skip
        for row, tree in enumerate(group):
            n = len(tree.words)
            batch["size"][row] = n
            batch["form"][row, :n] = words(tree.words)
            batch["tag"][row, :n] = [tags.get(t, -1) if t else -1 for t in tree.tags]
            batch["head"][row, :n] = [-1 if h is None else h + 1 for h in tree.heads]
            batch["label"][row, :n] = [labels.get(x, -1) if x else -1 for x in tree.relations]
        yield batch


# --- network ------------------------------------------------------------------------------------------------------


def initial(key: Any, dims: dict[str, int], vector: int, known: int, tags: int, labels: int) -> Arrays:
    """Weights before training."""
    keys = iter(jax.random.split(key, 64))

    def matrix(a: int, b: int, scale: float = 1.0) -> Any:
        return jax.random.normal(next(keys), (a, b)) * scale * (1.0 / a) ** 0.5

    d, arc, rel = dims["width"], dims["arc"], dims["label"]
    rows = {
        "word": known + 1, "ending": shipped.ENDINGS[0][1], "short": shipped.ENDINGS[1][1],
        "beginning": shipped.BEGINNINGS[1], "shape": shipped.SHAPES,
    }  # fmt: skip
    weights: Arrays = {
        f"table_{name}": jax.random.normal(next(keys), (n, SIZES[name])) * 0.3 for name, n in rows.items()
    }
    weights["input"] = matrix(vector + sum(SIZES.values()), 2 * d)
    weights["input_bias"] = jnp.zeros(2 * d)
    for layer in range(dims["depth"]):
        weights[f"layer{layer}"] = matrix(d, 3 * d, 1.5)
        weights[f"layer{layer}_bias"] = jnp.concatenate([jnp.zeros(d), jnp.zeros(d), jnp.zeros(d)])
    weights["tag"], weights["tag_bias"] = matrix(d, tags), jnp.zeros(tags)
    weights["dependent"], weights["dependent_bias"] = matrix(d, arc + rel), jnp.zeros(arc + rel)
    weights["head"], weights["head_bias"] = matrix(d, arc + rel), jnp.zeros(arc + rel)
    weights["root"] = jax.random.normal(next(keys), (arc + rel,)) * 0.1
    weights["arc"] = matrix(arc, arc, 0.5)
    weights["arc_head"] = jnp.zeros(arc)
    weights["distance"] = jnp.zeros(2 * DISTANCES + 1)
    weights["label"], weights["label_bias"] = matrix(rel, labels), jnp.zeros(labels)
    weights["label_pair"] = matrix(rel, labels)
    return weights


DISTANCES = shipped.DISTANCES


def drop(key: Any, x: Any, rate: float, shape: tuple[int, ...]) -> Any:
    return x * (jax.random.bernoulli(key, 1 - rate, shape) / (1 - rate))


def recur(gate: Any, value: Any) -> Any:
    """``c[t] = gate[t] * c[t - 1] + value[t]`` along the second axis."""

    def step(state: Any, now: Any) -> Any:
        state = now[0] * state + now[1]
        return state, state

    times = (gate.swapaxes(0, 1), value.swapaxes(0, 1))
    return jax.lax.scan(step, jnp.zeros_like(value[:, 0]), times)[1].swapaxes(0, 1)


def forward(weights: Arrays, tables: Arrays, batch: Arrays, key: Any, rate: float) -> tuple[Any, Any, Any]:
    """Scores of tags, of heads (0: root) and of labels for the gold heads (the best ones where they are not known)."""
    form, size = batch["form"], batch["size"]
    b, n = form.shape
    train = rate > 0
    keys = iter(jax.random.split(key, 32))
    mask = jnp.arange(n)[None, :] < size[:, None]
    parts = [tables["vector"][form]]
    for name in SIZES:
        rows = tables[name][form]
        if train and name == "word":  # what a rare word is like
            rows = jnp.where(jax.random.bernoulli(next(keys), 0.15, rows.shape), 0, rows)
        parts.append(weights[f"table_{name}"][rows])
    if train:
        parts = [drop(next(keys), part, rate * 0.5, (b, n, 1)) for part in parts]
    x = jnp.concatenate(parts, -1) @ weights["input"] + weights["input_bias"]
    d = x.shape[-1] // 2
    x = jnp.maximum(x[..., :d], x[..., d:])
    h = d // 2
    tag_states = x
    depth = sum(name.startswith("layer") and not name.endswith("bias") for name in weights)
    for layer in range(depth):
        if train:
            dropped = drop(next(keys), x, rate, (b, 1, d))
        else:
            dropped = x
        u = dropped @ weights[f"layer{layer}"] + weights[f"layer{layer}_bias"]
        value, gate, out = u[..., :d], jax.nn.sigmoid(u[..., d : 2 * d]), jax.nn.sigmoid(u[..., 2 * d :])
        value = (1 - gate) * value * mask[..., None]
        gate = jnp.where(mask[..., None], gate, 1.0)
        there = recur(gate[..., :h], value[..., :h])
        back = recur(gate[:, ::-1, h:], value[:, ::-1, h:])[:, ::-1]
        x = out * jnp.tanh(jnp.concatenate([there, back], -1)) + (1 - out) * x
        if layer == min(1, depth - 1):
            tag_states = x
    if train:
        x, tag_states = drop(next(keys), x, rate, (b, 1, d)), drop(next(keys), tag_states, rate, (b, 1, d))
    tag_scores = tag_states @ weights["tag"] + weights["tag_bias"]
    dependent = jax.nn.leaky_relu(x @ weights["dependent"] + weights["dependent_bias"], 0.1)
    head = jax.nn.leaky_relu(x @ weights["head"] + weights["head_bias"], 0.1)
    head = jnp.concatenate([jnp.broadcast_to(weights["root"], (b, 1, head.shape[-1])), head], 1)
    if train:
        width = dependent.shape[-1]
        dependent, head = (
            drop(next(keys), dependent, rate, (b, 1, width)),
            drop(next(keys), head, rate, (b, 1, width)),
        )
    arc = weights["arc"].shape[0]
    arcs = jnp.einsum("bia,bja->bij", dependent[..., :arc] @ weights["arc"], head[..., :arc])
    arcs += (head[..., :arc] @ weights["arc_head"])[:, None, :]
    distance = (
        jnp.clip(jnp.arange(1, n + 1)[:, None] - jnp.arange(n + 1)[None, :], -DISTANCES, DISTANCES)
        + DISTANCES
    )
    bias = jnp.where(jnp.arange(n + 1)[None, :] > 0, weights["distance"][distance], 0.0)
    arcs += bias
    allowed = jnp.concatenate([jnp.ones((b, 1), bool), mask], 1)[:, None, :]
    allowed = allowed & (jnp.arange(1, n + 1)[:, None] != jnp.arange(n + 1)[None, :])
    arcs = jnp.where(allowed, arcs, -1e9)
    chosen = jnp.where(batch["head"] >= 0, batch["head"], arcs.argmax(-1))
    picked = jnp.take_along_axis(head[..., arc:], chosen[..., None], 1)
    own = dependent[..., arc:]
    labels = (
        (own + picked) @ weights["label"] + (own * picked) @ weights["label_pair"] + weights["label_bias"]
    )
    return tag_scores, arcs, labels


def loss_of(scores: Any, gold: Any, smoothing: float = 0.0) -> Any:
    known = gold >= 0
    logs = jax.nn.log_softmax(scores)
    picked = jnp.take_along_axis(logs, jnp.maximum(gold, 0)[..., None], -1)[..., 0]
    if smoothing:
        picked = (1 - smoothing) * picked + smoothing * logs.mean(-1)
    return -(picked * known).sum() / jnp.maximum(1, known.sum())


def total_loss(weights: Arrays, tables: Arrays, batch: Arrays, key: Any, rate: float) -> Any:
    tag_scores, arcs, labels = forward(weights, tables, batch, key, rate)
    real = batch["head"] >= 0
    return (
        0.5 * loss_of(tag_scores, batch["tag"], 0.03)
        + loss_of(arcs, batch["head"])
        + loss_of(labels, jnp.where(real, batch["label"], -1), 0.03)
    )


def make_step(rate: float, decay: float) -> Any:
    """One step of Adam; a running mean of the weights is kept for use."""

    def step(
        weights: Arrays, mean: Arrays, m: Arrays, v: Arrays, t: Any, tables: Arrays, batch: Arrays, key: Any, lr: Any
    ) -> Any:  # fmt: skip
        loss, grad = jax.value_and_grad(total_loss)(weights, tables, batch, key, rate)
        norm = jnp.sqrt(sum((g**2).sum() for g in jax.tree.leaves(grad)))
        scale = jnp.minimum(1.0, 5.0 / (norm + 1e-9))
        grad = jax.tree.map(lambda g: g * scale, grad)
        m = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, m, grad)
        v = jax.tree.map(lambda a, g: 0.95 * a + 0.05 * g * g, v, grad)
        c1, c2 = 1 - 0.9**t, 1 - 0.95**t
        weights = jax.tree.map(lambda w, a, s: w - lr * (a / c1) / (jnp.sqrt(s / c2) + 1e-8), weights, m, v)
        keep = jnp.minimum(decay, t / (t + 20.0))
        mean = jax.tree.map(lambda a, w: keep * a + (1 - keep) * w, mean, weights)
        return weights, mean, m, v, loss

    return jax.jit(step, donate_argnums=(0, 1, 2, 3))


# --- training -----------------------------------------------------------------------------------------------------


def accuracy(weights: Arrays, run: Any, tables: Arrays, data: Sequence[Arrays]) -> dict[str, float]:
    """Shares of right tags, heads, and heads with labels, without the tree's constraints."""
    counts: Counter[str] = Counter()
    for batch in data:
        blind = batch | {"head": np.full_like(batch["head"], -1)}
        tag_scores, arcs, labels = (np.asarray(x) for x in run(weights, tables, blind))
        real = batch["head"] >= 0
        same = (arcs.argmax(-1) == batch["head"]) & real
        counts["tag"] += int(((tag_scores.argmax(-1) == batch["tag"]) & real).sum())
        counts["uas"] += int(same.sum())
        counts["las"] += int((same & (labels.argmax(-1) == batch["label"])).sum())
        counts["words"] += int(real.sum())
    return {name: counts[name] / counts["words"] for name in ("tag", "uas", "las")}


def save(
    folder: Path, weights: Arrays, known: np.ndarray, tags: Sequence[str], labels: Sequence[str]
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {name: np.asarray(array, np.float32) for name, array in weights.items()}
    np.savez(folder / "weights.tmp.npz", known=known.astype(np.uint32), **arrays)
    (folder / "weights.tmp.npz").replace(folder / "weights.npz")
    (folder / "labels.json").write_text(json.dumps({"tags": list(tags), "labels": list(labels)}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument(
        "--vectors", type=Path, help="a pipeline folder with the vectors (default: WORK/vectors)"
    )
    parser.add_argument("--out", type=Path, help="default: WORK/syntax")
    parser.add_argument("--rounds", type=int, default=24)
    parser.add_argument("--width", type=int, default=192)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--batch", type=int, default=1500, help="words")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--dropout", type=float, default=0.25)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument(
        "--minutes", type=float, default=1e9, help="end in this time; the same bytes only without it"
    )
    parser.add_argument(
        "--start", type=Path, help="go on from the weights in this folder (same words and sizes)"
    )
    options = parser.parse_args()
    out = options.out or options.work / "syntax"
    jax.config.update("jax_compilation_cache_dir", str(options.work / "jax"))
    rng = random.Random(options.seed)
    nlp = spacy.load(options.vectors or options.work / "vectors")
    banks = trees.treebanks(options.work / "corpora")
    gold = [*banks["ewt_train"], *banks["gum"], *banks["pud"]]
    known = frequent(gold, 2)
    tags = sorted({t for tree in gold for t in tree.tags if t})
    labels = sorted({x for tree in gold for x in tree.relations if x})
    training = list(trees.with_tokens(gold, nlp))
    words = Words(nlp.vocab, known)
    variants = [[trees.restyle(tree, rng) for tree in training] for _ in range(4)]
    for tree in [*training, *banks["ewt_dev"], *(tree for part in variants for tree in part)]:
        words(tree.words)
    tables = {k: jnp.asarray(v) for k, v in words.tables().items()}
    tag_index, label_index = {t: i for i, t in enumerate(tags)}, {x: i for i, x in enumerate(labels)}
    dev = list(batches(banks["ewt_dev"], words, tag_index, label_index, options.batch, random.Random(1)))
    dims = {"width": options.width, "depth": options.depth, "arc": 96, "label": 64}
    weights = initial(jax.random.PRNGKey(options.seed), dims, 64, len(known), len(tags), len(labels))
    if options.start:
        with np.load(options.start / "weights.npz") as file:
            weights = {name: jnp.asarray(file[name]) for name in weights}
    mean = jax.tree.map(jnp.copy, weights)
    m, v = jax.tree.map(jnp.zeros_like, weights), jax.tree.map(jnp.zeros_like, weights)
    step = make_step(options.dropout, 0.999)
    run = jax.jit(lambda w, tables, batch: forward(w, tables, batch, jax.random.PRNGKey(0), 0.0))
    print(
        f"{len(training)} sentences, {len(words.number)} forms, {len(known)} of them frequent, {len(tags)} tags,"
    )
    print(f"{len(labels)} relations, {sum(w.size for w in jax.tree.leaves(weights))} weights", flush=True)
    per_round = sum(
        1 for _ in batches(training, words, tag_index, label_index, options.batch, random.Random(1))
    )
    total, t, best = per_round * options.rounds, 0, 0.0
    key = jax.random.PRNGKey(options.seed + 1)
    start = time.time()
    for number in range(options.rounds):
        began, processor, losses = time.time(), time.process_time(), []
        for batch in batches(
            variants[number % len(variants)], words, tag_index, label_index, options.batch, rng
        ):
            t += 1
            done = max(t / total, (time.time() - start) / (60 * options.minutes))
            if done > 1:
                break
            key, sub = jax.random.split(key)
            lr = options.rate * min(1.0, t / 200) * max(0.02, 0.5 * (1 + np.cos(np.pi * done)))
            weights, mean, m, v, loss = step(weights, mean, m, v, float(t), tables, batch, sub, lr)
            losses.append(loss)
        score = accuracy(mean, run, tables, dev)
        shares = " ".join(f"{name} {share:.4f}" for name, share in score.items())
        spent = f"{time.time() - began:.0f} s, of the processor {time.process_time() - processor:.0f} s"
        print(f"{number + 1:3} loss {np.mean([float(x) for x in losses]):.3f} {shares} {spent}", flush=True)
        if score["las"] > best:
            best = score["las"]
            save(out, mean, known, tags, labels)
        if done > 1:
            break


if __name__ == "__main__":
    main()
