"""Learn the weights of the lattice of spans: `python training/spans/train.py CORPORA OUT [--rows FILE]`.

CORPORA is the unpacked archive of corpora with entities; the texts in `training/model/reader/written` are read too; OUT
is `spans.npz`. Every span that the recognizers propose in
their sentences, and every part of one, is a row: is it exactly an entity (titles, articles and possessives apart)? A
logistic regression answers. The language model was trained on most of these corpora and is surer there than elsewhere:
what it proposes has weights of its own in them, which are thrown away. One passage in ten is written in capitals, in
ten a form of labels and names is made of its entities. One passage of ten is held out; what is printed says how often a
span of the best set is an entity, and how many entities it has.
"""

import argparse
import pickle
import random
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy import optimize, sparse, special

from kb.lookup import write_arrays
from sanitizer.common.knowledge import in_use
from sanitizer.recognize.finders.model import ModelRecognizer
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.finders.works import Works
from sanitizer.recognize.spans.candidates import candidates
from sanitizer.recognize.spans.features import features
from sanitizer.recognize.spans.lattice import competes
from sanitizer.recognize.spans.schedule import best_set
from sanitizer.recognize.spans.words import Words
from sanitizer.text.parse import parse
from sanitizer.text.reader import ENTITIES, LABELS
from sanitizer.text.titles import TITLES
from sanitizer.types import EntityClass

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "model"), str(HERE.parent / "model/reader")]
import corpora  # type: ignore[import-not-found]  # noqa: E402
import prepare  # type: ignore[import-not-found]  # noqa: E402

import examples  # type: ignore[import-not-found]  # noqa: E402

SEED = 18
MOST = {
    "ewt": 1500, "ewt_dev": 1200, "ewt_test": 1500, "pud": 700, "gum": 1300, "crossner": 1800, "wikigold": 900,
    "sec": 200, "re3d": 200, "btc": 700, "wnut": 700, "litbank": 400, "gmb": 600,
}  # fmt: skip
"""Sentences of each corpus."""
SEEN = frozenset(
    ("ewt", "gum", "crossner", "wikigold", "sec", "re3d", "btc", "wnut", "litbank", "gmb", "written")
)
LEAST = 8
SCALE = 8
DECAY = 1.0
SHOUTED, FORM = 0.1, 0.1


def passages(root: Path) -> Iterator[tuple[str, list[corpora.Sentence]]]:
    for name, sentences in prepare.entity_corpora(root).items():
        for passage in prepare.passages(sentences[: MOST.get(name, 10_000)], 6):
            yield name, passage


def nouns(root: Path) -> list[str]:
    counts = Counter(
        word.lower()
        for sentence in corpora.ewt(root, "train", corpora.read_demonyms(root))
        for word, pos in zip(sentence.words, sentence.pos, strict=True)
        if pos == "NOUN" and word.isalpha() and len(word) > 2
    )
    return [word for word, n in counts.most_common(1500) for _ in range(min(n, 20))]


def spans_of(sentence: corpora.Sentence) -> list[tuple[int, int]]:
    found, at = [], 0
    while at < len(sentence.tags):
        tag, end = sentence.tags[at], at + 1
        if tag and tag.startswith("B-"):
            while end < len(sentence.tags) and sentence.tags[end] == f"I-{tag[2:]}":
                end += 1
            found.append((at, end))
        at = end
    return found


Text = tuple[str, set[tuple[int, int]], list[tuple[int, int]]]
"""A text, its entities, and where its corpus says nothing."""


def written(passage: Sequence[corpora.Sentence], rng: random.Random, labels: Sequence[str]) -> Text:
    draw = rng.random()
    if draw < FORM and sum(len(spans_of(s)) for s in passage) > 1:
        return as_form(passage, rng, labels)
    shouted = draw < FORM + SHOUTED
    text, gold, silent = "", set(), []
    separator = "\n" if shouted or rng.random() < 0.2 else " "
    for sentence in passage:
        text = text.rstrip(" ") + (separator if text else "")
        places = []
        for word, space in zip(sentence.words, sentence.spaces, strict=True):
            loud = word.upper() if shouted and len(word.upper()) == len(word) else word
            places.append((len(text), len(text) + len(word)))
            text += loud + (" " if space else "")
        gold |= {(places[a][0], places[b - 1][1]) for a, b in spans_of(sentence)}
        silent += [place for place, tag in zip(places, sentence.tags, strict=True) if tag is None]
    return text, gold, silent


def as_form(passage: Sequence[corpora.Sentence], rng: random.Random, labels: Sequence[str]) -> Text:
    """Lines of a label, a colon and an entity of the passage, now and then two in a line, then its first sentence."""
    text, gold = "", set()
    names = [(s, a, b) for s in passage for a, b in spans_of(s)]
    rng.shuffle(names)
    loud = rng.random() < 0.3
    for sentence, a, b in names[:6]:
        label = " ".join(rng.choice(labels).title() for _ in range(rng.choice((1, 1, 1, 2))))
        draw = rng.random()
        label = label.upper() if loud else label.capitalize() if draw < 0.5 else label
        text += f"{label}:{rng.choice((' ', ' ', '  ', chr(9)))}"
        start = len(text)
        name = "".join(
            w + (" " if space and i + 1 < b else "")
            for i, (w, space) in enumerate(zip(sentence.words[a:b], sentence.spaces[a:b], strict=True), a)
        )
        text += name
        gold.add((start, len(text)))
        text += rng.choice(("\n", "\n", "\n", "    ", ", "))
    return text.rstrip(), gold, []


def bare(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without the titles, articles and possessives at its ends."""
    while True:
        head, _, rest = text[start:end].partition(" ")
        if rest and (head.lower().rstrip(".") in TITLES or head.lower() in ("the", "a", "an")):
            start = end - len(rest)
        elif text[start:end].endswith(("'s", "’s")) and end - start > 2:
            end -= 2
        elif text[start:end].endswith(".") and end - start > 2:
            end -= 1
        else:
            return start, end


def texts(root: Path) -> Iterator[tuple[str, Text]]:
    """Yield the passages of the corpora, and the written texts, by their source; one of ``HOLD`` of these is unseen."""
    rng, labels = random.Random(SEED), nouns(root)
    for name, passage in passages(root):
        yield name, written(passage, rng, labels)
    for _, number, text in examples.written_texts(examples.WRITTEN):
        plain, spans = examples.parse_written(text)
        gold = {(a, b) for a, b, label in spans if label in LABELS[:ENTITIES]}
        yield "written" if number % examples.HOLD else "unseen", (plain, gold, [])


def rows(root: Path) -> Iterator[dict[str, Any]]:
    recognizers = (ModelRecognizer(), Patterns(), Works())
    counts: Counter[str] = Counter()
    for number, (name, (text, gold, silent)) in enumerate(texts(root)):
        if not text.strip():
            continue
        doc = parse(text)
        found = [m for r in recognizers for m in r.find(doc)]
        words = Words(doc)
        proposed = [m for m in found if competes(text, m)]
        codes = [m.span for m in found if not competes(text, m) and m.entity_class is EntityClass.CODE]
        wanted = {bare(text, *g) for g in gold}
        held = zlib.crc32(text.encode()) % 10 == 0
        spans, names, right = [], [], []
        made = candidates(words, proposed, codes)
        for one, said in zip(made, features(words, made), strict=True):
            own = bare(text, one.start, one.end)
            is_gold = own in wanted
            unknown = not is_gold and any(a < one.end and one.start < b for a, b in silent)
            if unknown and not any(a < one.end and one.start < b for a, b in gold):
                continue
            spans.append((one.start, one.end))
            names.append([sys.intern(f) for f in said])
            right.append(is_gold)
        counts[name] += len(spans)
        if number % 500 == 0:
            print(number, name, len(spans), dict(counts), flush=True, file=sys.stderr)
        yield {
            "corpus": name,
            "held": held,
            "spans": spans,
            "features": names,
            "right": right,
            "gold": len(wanted),
        }


def of_model(feature: str) -> bool:
    return feature.startswith(("x:", "model:", "touched=", "read:"))


def fit(data: list[dict[str, Any]]) -> tuple[float, dict[str, float]]:
    counts = Counter(f for row in data if not row["held"] for one in row["features"] for f in set(one))
    kept = sorted(f for f, n in counts.items() if n >= LEAST)
    extra = [f"seen:{f}" for f in kept if of_model(f)]
    column = {f: i for i, f in enumerate([*kept, *extra])}
    indices, indptr, target = [], [0], []
    for row in data:
        if row["held"]:
            continue
        seen = row["corpus"] in SEEN
        for one, right in zip(row["features"], row["right"], strict=True):
            own = [column[f] for f in set(one) if f in column]
            own += [column[f"seen:{f}"] for f in set(one) if seen and f"seen:{f}" in column]
            indices += own
            indptr.append(len(indices))
            target.append(right)
    matrix = sparse.csr_matrix((np.ones(len(indices)), indices, indptr), (len(target), len(column)))
    wanted = np.array(target, float)

    def loss(x: Any) -> tuple[float, Any]:
        odds = matrix @ x[1:] + x[0]
        value = np.logaddexp(0, odds).sum() - (wanted * odds).sum() + DECAY / 2 * (x[1:] ** 2).sum()
        off = special.expit(odds) - wanted
        return float(value), np.concatenate([[off.sum()], matrix.T @ off + DECAY * x[1:]])

    found = optimize.minimize(
        loss, np.zeros(len(column) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 300}
    )
    print(f"{matrix.shape[0]} spans, {len(kept)} features, {wanted.mean():.3f} are entities: {found.message}")
    bits = found.x / np.log(2)
    return float(bits[0]), {f: float(bits[1 + column[f]]) for f in kept}


def judge(data: list[dict[str, Any]], bias: float, bits: dict[str, float]) -> None:
    for price in (0.0, 1.0, 2.0, 3.0):
        right: Counter[str] = Counter()
        found: Counter[str] = Counter()
        gold: Counter[str] = Counter()
        for row in (r for r in data if r["held"]):
            name = "unseen" if row["corpus"] not in SEEN else "seen"
            scores = [bias + price + sum(bits.get(f, 0.0) for f in set(one)) for one in row["features"]]
            chosen = best_set(row["spans"], scores)
            right[name] += sum(row["right"][i] for i in chosen)
            found[name] += len(chosen)
            gold[name] += row["gold"]
        told = "; ".join(
            f"{n}: precision {right[n] / found[n]:.3f}, recall {right[n] / gold[n]:.3f}" for n in found
        )
        print(f"price {price}: {told}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rows", type=Path, help="where the rows are kept between runs")
    options = parser.parse_args()
    in_use()
    if options.rows and options.rows.is_file():
        data = pickle.loads(options.rows.read_bytes())
    else:
        data = list(rows(options.corpora))
        if options.rows:
            options.rows.write_bytes(pickle.dumps(data))
    bias, bits = fit(data)
    judge(data, bias, bits)
    small = {f: round(b * SCALE) for f, b in bits.items() if round(b * SCALE)}
    names = sorted(small)
    write_arrays(
        options.out,
        {
            "names": np.frombuffer("\n".join(names).encode(), np.uint8),
            "bits": np.array([small[n] for n in names], np.int8),
            "bias": np.array([round(bias * SCALE)], np.int16),
        },
        compress=True,
    )
    print(f"{len(names)} weights, {options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
