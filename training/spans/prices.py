"""Learn what a word costs that stays open: `python training/spans/prices.py CORPORA DATA OUT [--loss N]`.

CORPORA is the unpacked archive of corpora with entities, DATA the folder with wikipedia/ and taxonomies/, OUT the
`spans.npz` whose prices are written anew. A word of a key (`sanitizer.recognize.spans.lattice.price_key`) is part of a
person's name in a share p of its places, in sentences of the corpora and in letters, notes and chats
(`training/model/papers.py`), each half. Where such a word stays open as much is lost as by N words hidden without need,
so it costs log2(1 + N p) bits. The table printed says, for each N, how many words of persons stay open and how many
others are hidden in passages that were not counted.
"""

import argparse
import math
import sys
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from kb.lookup import read_arrays, write_arrays
from sanitizer.known import in_use
from sanitizer.recognize.finders.model import ModelRecognizer
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.finders.works import Works
from sanitizer.recognize.spans.candidates import Words
from sanitizer.recognize.spans.lattice import Weights, best, price_key, read_weights
from sanitizer.text import lexicon
from sanitizer.text.parse import parse, tag

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "model"))
import corpora  # type: ignore[import-not-found]  # noqa: E402
import papers  # type: ignore[import-not-found]  # noqa: E402
import prepare  # type: ignore[import-not-found]  # noqa: E402
import silver  # type: ignore[import-not-found]  # noqa: E402

SOURCES = ("ewt", "gum", "wnut", "btc", "gmb", "ewt_test", "pud")
PASSAGES, PAPERS, SEED = 350, 1_500, 23
LEAST = 20
SCALE = 8
LOSSES = (0, 10, 20, 40, 80)
Text = tuple[str, list[tuple[int, int]], list[tuple[int, int]]]
"""A text, its persons, its other names."""


def of_corpora(root: Path) -> Iterator[Text]:
    for name, sentences in prepare.entity_corpora(root).items():
        if name not in SOURCES:
            continue
        for number, passage in enumerate(prepare.passages(sentences, 6)):
            if number >= PASSAGES:
                break
            text, persons, others = "", [], []
            for sentence in passage:
                text = text.rstrip(" ") + (" " if text else "")
                for word, space, mark in zip(sentence.words, sentence.spaces, sentence.tags, strict=True):
                    place = (len(text), len(text) + len(word))
                    if mark and mark != "O":
                        (persons if mark.endswith("PERSON") else others).append(place)
                    text += word + " " * space
            yield text, persons, others


def of_papers(root: Path, data: Path) -> Iterator[Text]:
    counts = Counter(dict.fromkeys(lexicon.common_words(), 40))
    known = silver.gazetteer(data, counts, corpora.read_demonyms(root))
    for paper in papers.papers(known, PAPERS, SEED):
        persons = [(a, b) for a, b, label in paper.spans if label == "PERSON"]
        yield paper.text, persons, [(a, b) for a, b, label in paper.spans if label != "PERSON"]


def is_held(text: str) -> bool:
    return zlib.crc32(text.encode()) % 10 == 0


def touches(spans: Iterable[tuple[int, int]], start: int, end: int) -> bool:
    return any(a < end and start < b for a, b in spans)


def shares(texts: Sequence[Text]) -> dict[str, float]:
    """The share of persons' names among the words of each key."""
    seen: Counter[str] = Counter()
    named: Counter[str] = Counter()
    for text, persons, _ in texts:
        words = Words(tag(text))
        for at, token in enumerate(words.tokens):
            key = price_key(words, at)
            seen[key] += 1
            named[key] += touches(persons, token.idx, words.ends[at])
    return {key: named[key] / n for key, n in seen.items() if n >= LEAST}


def prices(found: dict[str, float], loss: float) -> dict[str, float]:
    """The bits of each key; words of which every hundredth is no person's cost what is left of it."""
    return {key: math.log2(1 + loss * share) for key, share in found.items()}


def judge(texts: Sequence[Text], weights: Weights) -> str:
    """Words of persons that stay open, and words of no name that are hidden."""
    lost = hidden = persons_words = words_of_none = 0
    recognizers = (ModelRecognizer(), Patterns(), Works())
    for text, persons, others in texts:
        doc = parse(text)
        kept = best(doc, [m for r in recognizers for m in r.find(doc)], weights)
        covered = [(m.span.start, m.span.end) for m in kept]
        for token in doc:
            if not token.text[0].isalpha():
                continue
            end = token.idx + len(token)
            is_hidden = touches(covered, token.idx, end)
            if touches(persons, token.idx, end):
                persons_words += 1
                lost += not is_hidden
            elif not touches(others, token.idx, end):
                words_of_none += 1
                hidden += is_hidden
    return f"{lost} of {persons_words} words of persons open, {hidden} of {words_of_none} others hidden"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("corpora", "data", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--loss", type=float, default=40)
    parser.add_argument("--judge", type=int, default=0, help="held-out texts of each half that are judged")
    options = parser.parse_args()
    in_use()
    halves = [list(of_corpora(options.corpora)), list(of_papers(options.corpora, options.data))]
    found = [shares([t for t in half if not is_held(t[0])]) for half in halves]
    both = {key: np.mean([f[key] for f in found if key in f]) for key in sorted(set().union(*found))}
    mean = {key: float(share) for key, share in both.items()}
    made = {key: round(bits * SCALE) for key, bits in prices(mean, options.loss).items()}
    arrays = read_arrays(options.out, ["names", "bits", "bias"])
    arrays |= {
        "keys": np.frombuffer("\n".join(made).encode(), np.uint8),
        "prices": np.array(list(made.values()), np.int8),
    }
    write_arrays(options.out, arrays, compress=True)
    print(f"{len(made)} prices; {options.out.stat().st_size} bytes")
    for loss in LOSSES if options.judge else ():
        weights = replace(read_weights(options.out), prices=prices(mean, loss))
        for name, half in zip(("corpora", "papers"), halves, strict=True):
            held = [t for t in half if is_held(t[0])][: options.judge]
            print(f"loss {loss}, {name}: {judge(held, weights)}", flush=True)
    for key, share in sorted(mean.items(), key=lambda row: -row[1]):
        print(f"{key:12}{share:7.3f}{made[key] / SCALE:7.2f}")


if __name__ == "__main__":
    main()
