"""Teach what judges whether words tell of a person: python training/personal_facts/learn.py WRITTEN OUT [--epochs N].

WRITTEN is training/model/reader/written; ``facts.jsonl`` beside this script says for each of its texts which characters
tell what of a person, and of what kind each name is (offsets in the text without marks). OUT is the file of weights
(sanitizer/text/data/personal_facts.npz). One text in eight is only judged: printed is which share of the marked runs
is touched, and which share of the found runs touches a marked one, above each chance. Made anew after the reader.
"""

import argparse
import itertools
import json
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent / "model" / "reader")]

from examples import HOLD, parse_written, written_texts  # noqa: E402
from kb.lookup import write_arrays  # noqa: E402
from sanitizer.recognize.finders.demographics import Demographics  # noqa: E402
from sanitizer.recognize.finders.personal_facts import FACTS, features  # noqa: E402
from sanitizer.text.parse import load  # noqa: E402

LETTERS = "JHBFEOL"
INNER, RATE, DECAY, BATCH, DROP = 96, 1e-3, 0.05, 128, (0.2, 0.4)
LEAST = 0.05
"""What is added to each deviation by which a number is divided."""

Floats = npt.NDArray[np.float32]


def words(written: Path) -> tuple[Floats, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Of each word what the network reads, the number of what it tells (0: nothing), and its text: twice its number,
    and one where it is only judged."""
    marked = {}
    for line in (HERE / "facts.jsonl").read_text(encoding="utf8").splitlines():
        row = json.loads(line)
        marked[row["file"], row["text"]] = row["facts"]
    nlp, finder = load(), Demographics(judge=False)
    rows, facts, texts = [], [], []
    for count, (name, number, text) in enumerate(written_texts(written)):
        doc = nlp(parse_written(text)[0])
        told = np.zeros(len(doc), np.int64)
        for start, end, letter in marked[name, number]:
            span = doc.char_span(start, end, alignment_mode="expand")
            if span is not None:
                told[span.start : span.end] = 1 + LETTERS.index(letter)
        spoken = np.array([not token.is_space for token in doc])
        rows.append(features(doc, finder.find(doc))[spoken])
        facts.append(told[spoken])
        texts.append(np.full(int(spoken.sum()), 2 * count + (number % HOLD == 0)))
        if count % 200 == 0:
            print(f"{count} texts", flush=True)
    return np.concatenate(rows), np.concatenate(facts), np.concatenate(texts)


def runs(facts: npt.NDArray[np.int64], texts: npt.NDArray[np.int64]) -> set[tuple[int, int, int]]:
    """First word, end and fact of the runs of words that tell the same."""
    edges = np.flatnonzero((np.diff(facts) != 0) | (np.diff(texts) != 0)) + 1
    bounds = [0, *edges.tolist(), len(facts)]
    return {(a, b, int(facts[a])) for a, b in itertools.pairwise(bounds) if facts[a]}


def judge(chances: Floats, gold: npt.NDArray[np.int64], texts: npt.NDArray[np.int64]) -> None:
    """Print the shares of runs, marked and found."""
    marked = runs(gold, texts)
    for least in (0.5, 0.4, 0.3, 0.25, 0.2):
        found = np.where(1 - chances[:, 0] > least, chances[:, 1:].argmax(1) + 1, 0)
        line = []
        for number, fact in enumerate(FACTS, 1):
            own = [run for run in marked if run[2] == number]
            made = [run for run in runs(found, texts) if run[2] == number]
            recall = np.mean([(found[a:b] > 0).any() for a, b, _ in own])
            precision = np.mean([(gold[a:b] > 0).any() for a, b, _ in made]) if made else 0.0
            line.append(f"{fact} R {recall:.2f} P {precision:.2f} ({len(own)})")
        print(f"at {least}: " + ", ".join(line), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("written", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=int, default=12)
    options = parser.parse_args()
    rows, facts, texts = words(options.written)
    held = texts % 2 == 1
    deviation = rows[~held].std(0) + LEAST
    x = torch.from_numpy(rows / deviation)
    y = torch.from_numpy(facts)
    torch.manual_seed(0)
    first, last = nn.Linear(x.shape[1], INNER), nn.Linear(INNER, 1 + len(FACTS))
    network = nn.Sequential(nn.Dropout(DROP[0]), first, nn.ReLU(), nn.Dropout(DROP[1]), last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    train, draw = np.flatnonzero(~held), np.random.default_rng(0)
    steps, step = options.epochs * (len(train) // BATCH), 0
    for epoch in range(options.epochs):
        order = draw.permutation(train)
        for i in range(0, len(order) - BATCH + 1, BATCH):
            some = order[i : i + BATCH]
            for group in optimizer.param_groups:
                group["lr"] = RATE * (1 - step / steps)
            loss = nn.functional.cross_entropy(network(x[some]), y[some])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
        print(f"epoch {epoch}: {loss.item():.3f}", flush=True)
    network.eval()
    with torch.no_grad():
        chances = torch.softmax(network(x[held]), 1).numpy()
    judge(chances, facts[held], texts[held])
    arrays = {
        "features": (first.weight.detach().numpy().T / deviation[:, None]).astype(np.float16),
        "bias": first.bias.detach().numpy(),
        "out": last.weight.detach().numpy().T.astype(np.float16),
        "out_bias": last.bias.detach().numpy(),
    }
    write_arrays(options.out, arrays, compress=True)


if __name__ == "__main__":
    main()
