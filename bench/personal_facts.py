"""What the network tells of persons and of the kinds of names, in texts that it did not learn from: python
bench/personal_facts.py.

One in eight of the written texts (`training/model/reader/written`) is only judged. Printed is for each fact which share
of the marked runs of words is touched, and which share of the found runs touches a marked one, above each chance; then
how many names of which kind are told a kind, and how many of these the right one.
"""

import itertools
import json
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from sanitizer.read.kinds_of_names import PHRASES, kind_read  # noqa: E402
from sanitizer.text.facts import FACTS  # noqa: E402
from sanitizer.text.parse import parse  # noqa: E402
from sanitizer.text.reader import facts_of  # noqa: E402
from sanitizer.types import EntityClass, Span  # noqa: E402

sys.path[:0] = [str(ROOT / "training" / "model"), str(ROOT / "training" / "model" / "reader")]

WRITTEN = ROOT / "training" / "model" / "reader" / "written"
CHANCES = (0.98, 0.95, 0.9, 0.8, 0.6, 0.4, 0.3)
CLASSES = {"LOC": EntityClass.LOC, "ORG": EntityClass.ORG}

Ints = npt.NDArray[np.int64]


def runs(facts: Ints, texts: Ints) -> set[tuple[int, int, int]]:
    """Return first word, end and fact of the runs of words that tell the same."""
    edges = np.flatnonzero((np.diff(facts) != 0) | (np.diff(texts) != 0)) + 1
    bounds = [0, *edges.tolist(), len(facts)]
    return {(a, b, int(facts[a])) for a, b in itertools.pairwise(bounds) if facts[a]}


def main() -> None:
    from examples import HOLD, parse_written, written_texts  # type: ignore[import-not-found]

    rows = map(json.loads, (WRITTEN / "facts.jsonl").read_text(encoding="utf8").splitlines())
    marked = {(row["file"], row["text"]): row for row in rows}
    chances, gold, texts = [], [], []
    names = told = right = 0
    for name, number, text in written_texts(WRITTEN):
        if number % HOLD:
            continue
        plain, spans = parse_written(text)
        label = {start: which for start, _, which in spans}
        doc, row = parse(plain), marked[name, number]
        own = np.zeros(len(doc), np.int64)
        for start, end, told_kind in row["facts"]:
            span = doc.char_span(start, end, alignment_mode="expand")
            if span is not None:
                own[span.start : span.end] = 1 + FACTS.index(told_kind.partition(" ")[0])
        chances.append(facts_of(doc))
        gold.append(own)
        texts.append(np.full(len(doc), len(texts)))
        for start, end, kind in row["kinds"]:
            found = kind_read(doc, [Span(start, end)], CLASSES.get(label.get(start, ""), EntityClass.MISC))
            names += 1
            told += found != ""
            right += found != "" and found == PHRASES.get(kind)
    table, facts, of_text = np.concatenate(chances), np.concatenate(gold), np.concatenate(texts)
    true = runs(facts, of_text)
    for least in CHANCES:
        said = np.where(1 - table[:, 0] > least, table[:, 1:].argmax(1) + 1, 0)
        line = []
        for number, fact in enumerate(FACTS, 1):
            own_runs = [run for run in true if run[2] == number]
            made = [run for run in runs(said, of_text) if run[2] == number]
            recall = np.mean([(said[a:b] > 0).any() for a, b, _ in own_runs])
            precision = np.mean([(facts[a:b] > 0).any() for a, b, _ in made]) if made else 0.0
            line.append(f"{fact} {recall:.2f}, {precision:.2f}")
        print(f"at {least}: found, right: " + "; ".join(line))
    print(f"{names} names: {told} are told a kind, {right} of these the right one")


if __name__ == "__main__":
    main()
