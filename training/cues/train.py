"""Learn the weights of cues, in bits: `python training/cues/train.py MINED OUT`.

MINED holds the mentions of mine.py and told_corpora.py. A multinomial logistic regression over cues (softmax, Adam,
decay); names that are held out are judged, never learned from. In a part of the rows the cues of the name, or of the
place, are left out, so that either carries by itself; of the names of corpora only the class is known. OUT (.npz) gets
the cues and their weights (int8, eighths of a bit); what is printed says how often the best kind or class is right: by
name and place, by name alone, by place alone, by kind, above each margin, and for names of several mentions.
"""

import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from kb.lookup import write_arrays
from sanitizer.read.cues import of_name

HERE = Path(__file__).parent
LEAST = 12
EPOCHS = 6
BATCH = 4096
RATE = 0.02
DECAY = 2e-6
NO_NAME, NO_PLACE = 0.3, 0.15
CORPORA = 2.0
"""The weight of a name of the corpora."""
RARE = 0.4
"""A kind weighs 1 / n ** RARE for each of its n names."""
SCALE = 8
JUDGED = 60_000

Array = npt.NDArray[Any]


class Row(NamedTuple):
    """A mention: its kind, or "#" and its class; its name; 1 held out by its name, 2 by its sentence; its cues."""

    kind: str
    name: str
    held: int
    place: tuple[str, ...]
    words: tuple[str, ...]
    source: str


def rows(folder: Path) -> Iterator[Row]:
    """Yield the mentions of all files, in their order."""
    for path in sorted(folder.glob("mentions-*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                kind, name, held, cues, *source = json.loads(line)
                if kind != "-":
                    words = tuple(map(sys.intern, of_name(name)))
                    yield Row(kind, name, held, tuple(map(sys.intern, cues)), words, *(source or [""]))


class Data:
    """The mentions as arrays."""

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self.rows = [r for r in rows(folder) if r.kind != "person" or rng.random() <= 0.5]
        self.count = Counter(r.kind for r in self.rows)
        counts: Counter[str] = Counter()
        for row in self.rows:
            if not row.held:
                counts.update(row.place)
                counts.update(row.words)
        self.cues = sorted(cue for cue, n in counts.items() if n >= LEAST)
        self._at = {cue: i for i, cue in enumerate(self.cues)}
        lines = (HERE / "kinds.tsv").read_text(encoding="utf-8").splitlines()
        table = {cells[0]: cells for cells in (line.split("\t") for line in lines if line[0] not in "#-")}
        self.kinds = sorted(kind for kind in self.count if kind[0] != "#")
        self.told = ["\t".join((*table[k][:3], table[k][3].split()[0])) for k in self.kinds]
        self.classes = [table[k][1] for k in self.kinds]
        self.masks = {
            kind: np.array([kind in (k, f"#{c}") for k, c in zip(self.kinds, self.classes, strict=True)])
            for kind in self.count
        }
        self.held = np.array([r.held for r in self.rows])

    def matrix(self, which: Sequence[int] | Array, place: bool, name: bool) -> sparse.csr_matrix:
        """Return the cues of some mentions: a row each, 1 where it has the cue."""
        indptr, indices = [0], []
        for i in which:
            row = self.rows[i]
            cues = (*(row.place if place else ()), *(row.words if name else ()))
            indices.extend(sorted({self._at[c] for c in cues if c in self._at}))
            indptr.append(len(indices))
        ones = np.ones(len(indices), np.float32)
        return sparse.csr_matrix((ones, indices, indptr), shape=(len(which), len(self.cues)))

    def right(self, which: Sequence[int] | Array) -> Array:
        """Return the kinds of some mentions, as columns."""
        return np.array([self.masks[self.rows[i].kind].argmax() for i in which])


def learn(data: Data, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return the weights (cues by kinds) and the bias, in natural units."""
    train = np.flatnonzero(data.held == 0)
    place, name = data.matrix(train, True, False), data.matrix(train, False, True)
    goal = np.stack([data.masks[data.rows[i].kind] for i in train])
    of_kind = np.array([(1 / data.count[k]) ** RARE for k in data.kinds])
    sizes = np.array([data.count[k] for k in data.kinds])
    of_kind *= sizes.sum() / (of_kind * sizes).sum()
    corpus = np.array([data.rows[i].kind[0] == "#" for i in train])
    weight = np.where(corpus, CORPORA, of_kind[data.right(train)]).astype(np.float32)
    w, b = np.zeros((len(data.cues), len(data.kinds)), np.float32), np.zeros(len(data.kinds), np.float32)
    m, v, mb, vb = np.zeros_like(w), np.zeros_like(w), np.zeros_like(b), np.zeros_like(b)
    step = 0
    for epoch in range(EPOCHS):
        order = rng.permutation(len(train))
        loss, rate = 0.0, RATE * (1 - epoch / EPOCHS)
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            draw = rng.random(len(some))
            x = sparse.diags((draw >= NO_PLACE).astype(np.float32)) @ place[some]
            x = x + sparse.diags((draw <= 1 - NO_NAME).astype(np.float32)) @ name[some]
            z = x @ w + b
            p = np.exp(z - z.max(1, keepdims=True))
            p /= p.sum(1, keepdims=True)
            of_goal = p * goal[some]
            share = of_goal.sum(1) + 1e-9
            loss -= float((weight[some] * np.log(share)).sum())
            p = (p - of_goal / share[:, None]) * (weight[some] / len(some))[:, None]
            step += 1
            gradient, of_bias = (x.T @ p).astype(np.float32) + DECAY * w, p.sum(0)
            m += 0.1 * (gradient - m)
            v += 0.01 * (gradient * gradient - v)
            mb += 0.1 * (of_bias - mb)
            vb += 0.01 * (of_bias * of_bias - vb)
            fix = np.sqrt(1 - 0.99**step) / (1 - 0.9**step)
            w -= rate * fix * m / (np.sqrt(v) + 1e-8)
            b -= rate * fix * mb / (np.sqrt(vb) + 1e-8)
        print("epoch", epoch, f"loss {loss / len(train):.4f}", flush=True)
    return w, b


def judge_corpora(data: Data, bits: Array, bias: Array) -> None:
    """Print how often the class is right, in each corpus."""
    classes = sorted(set(data.classes))
    by_class = np.array([[c == other for other in classes] for c in data.classes], np.float32)
    sources: defaultdict[str, list[int]] = defaultdict(list)
    for i in np.flatnonzero(data.held == 2):
        sources[data.rows[i].source].append(int(i))
    for source, some in sources.items():
        z = (data.matrix(some, True, True) @ bits + bias) / SCALE
        p = np.exp2(z - z.max(1, keepdims=True))
        p = (p / p.sum(1, keepdims=True)) @ by_class
        right = np.array([f"#{classes[k]}" for k in p.argmax(1)]) == np.array(
            [data.rows[i].kind for i in some]
        )
        sure = p.max(1) >= 0.9
        print(
            f"{source:<10} {len(some):>6} class {right.mean():.3f}; claimed at .9 {sure.mean():.3f}, "
            f"right {right[sure].mean():.3f}"
        )


def judge_names(data: Data, bits: Array, bias: Array, rng: np.random.Generator) -> None:
    """Print how often the kind of a name that was held out is right."""
    held = np.flatnonzero(data.held == 1)
    test = held[rng.permutation(len(held))[:JUDGED]]
    right = data.right(test)
    for title, place, name in (("both", True, True), ("name", False, True), ("place", True, False)):
        z = (data.matrix(test, place, name) @ bits + bias) / SCALE
        best, top = z.argmax(1), np.sort(z, axis=1)
        hit, margin = best == right, top[:, -1] - top[:, -2]
        print(f"{title}: accuracy {hit.mean():.3f}")
        for least in (1, 2, 3, 4):
            sure = margin >= least
            print(f"  margin {least}: claimed {sure.mean():.3f}, right {hit[sure].mean():.3f}")
        for k, kind in enumerate(data.kinds):
            of = right == k
            if place and of.any():
                wrong = Counter(data.kinds[x] for x in best[of & ~hit]).most_common(3)
                precision = hit[best == k].mean() if (best == k).any() else 0.0
                print(
                    f"    {kind:<24}{of.sum():>6} recall {hit[of].mean():.2f} precision {precision:.2f} {wrong}"
                )
    names, places = data.matrix(test, False, True) @ bits, data.matrix(test, True, False) @ bits
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for j, i in enumerate(test):
        groups[data.rows[i].name].append(j)
    for power in (0.0, 0.25, 0.5, 1.0):
        several = [g for g in groups.values() if len(g) > 1]
        totals = [names[g[0]] + places[g].sum(0) / len(g) ** power + bias for g in several]
        hits = [total.argmax() == right[g[0]] for total, g in zip(totals, several, strict=True)]
        print(f"names of several mentions, sum over n^{power}: {np.mean(hits):.3f} of {len(hits)}")


def main() -> None:
    rng = np.random.default_rng(0)
    data = Data(Path(sys.argv[1]), rng)
    print(len(data.rows), "mentions", len(data.cues), "cues", data.count.most_common())
    w, b = learn(data, rng)
    bits = np.clip(np.round(w / np.log(2) * SCALE), -127, 127).astype(np.int8)
    bits[np.abs(bits) < 2] = 0
    bias = np.round(b / np.log(2) * SCALE).astype(np.int16)
    judge_corpora(data, bits.astype(np.float32), bias)
    judge_names(data, bits.astype(np.float32), bias, rng)
    full = sparse.csr_matrix(bits)
    arrays = {
        "cues": np.frombuffer("\n".join(data.cues).encode(), np.uint8),
        "kinds": np.frombuffer("\n".join(data.told).encode(), np.uint8),
        "data": full.data,
        "indices": full.indices.astype(np.uint8),
        "indptr": full.indptr.astype(np.int32),
        "bias": bias,
    }
    write_arrays(Path(sys.argv[2]), arrays, compress=True)
    print(sys.argv[2], Path(sys.argv[2]).stat().st_size, "bytes", full.nnz, "weights")


if __name__ == "__main__":
    main()
