"""Compare language models on clean and on bad text: python bench/model_noise.py DATA MODEL [MODEL ...] [--work WORK]

Names found (PERSON, LOC, ORG; the rule of bench/model.py) on the development halves as they are, in upper case, in
lower case, and with slips of character recognition in one word of ten and of twenty (misread letters, the same for
every model); precision is the share of predictions that touch a gold mention of any class. With --work, the folder of
training/model/bins.py, also exact spans on the held-out gold sentences. A model is better when no line says otherwise.
"""

import argparse
import gzip
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import spacy
from model import coverage
from spacy.tokens import DocBin

import sanitizer.text.parse  # noqa: F401  (registers the parts of our own)

sys.path.insert(0, str(Path(__file__).parent.parent / "training/model"))
import evaluate

WORD = re.compile(r"[^\W_]{3,}")
SWAPS = dict(zip("liIOoSBecahtfunvgZGmd", "1ll0058ceobftnuyq26na", strict=True))
"""Readings that keep the number of characters, so that the gold offsets stay."""


def misread(text: str, share: float, seed: int) -> str:
    """Return the text with one letter of so many of its words read as another."""
    rng = random.Random(seed)
    letters = list(text)
    for match in WORD.finditer(text):
        places = [i for i in range(*match.span()) if text[i] in SWAPS]
        if places and rng.random() < share:
            i = places[rng.randrange(len(places))]
            letters[i] = SWAPS[text[i]]
    return "".join(letters)


def same_length(change: Callable[[str], str]) -> Callable[[str], str]:
    """``change`` letter by letter, where it keeps the number of characters."""
    return lambda text: "".join(c if len(change(c)) != 1 else change(c) for c in text)


STYLES: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "upper case": same_length(str.upper),
    "lower case": same_length(str.lower),
    "slips in 5 %": lambda text: misread(text, 0.05, 3),
    "slips in 10 %": lambda text: misread(text, 0.1, 5),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("models", type=Path, nargs="+")
    parser.add_argument("--work", type=Path)
    options = parser.parse_args()
    halves: dict[str, list[dict[str, Any]]] = {}
    for name in ("tab", "wikibios"):
        path = options.data / "benchmarks" / f"{name}.dev.json.gz"
        if not path.is_file():
            raise SystemExit(f"missing: {path}")
        halves[name] = json.loads(gzip.decompress(path.read_bytes()))
    for model in options.models:
        nlp = spacy.load(model, exclude=["lemmatizer"])
        print(f"== {model}\n{'text':26} PERSON  LOC   ORG   mean   precision")
        for name, cases in halves.items():
            for style, change in STYLES.items():
                counts, _ = coverage(nlp, [case | {"text": change(case["text"])} for case in cases], False)
                found = [counts[kind]["found"] / counts[kind]["all"] for kind in ("PERSON", "LOC", "ORG")]
                total = Counter[str]()
                for kind in ("PERSON", "LOC", "ORG"):
                    total.update({key: counts[kind][key] for key in ("right", "predicted")})
                precision = total["right"] / max(1, total["predicted"])
                row = "  ".join(f"{share:.3f}" for share in (*found, sum(found) / 3))
                print(f"{name}, {style}".ljust(26) + f"{row}  {precision:.3f}", flush=True)
        if options.work:
            for name in ("ewt_test", "ewt_dev", "gum_dev"):
                gold = DocBin().from_disk(options.work / "bins" / f"{name}.spacy").get_docs(nlp.vocab)
                labels = ("PERSON", "LOC", "ORG")
                total = sum(evaluate.entities(nlp, gold, labels).values(), Counter[str]())
                recall, precision = (
                    total["right"] / total["gold"],
                    total["right"] / max(1, total["predicted"]),
                )
                f1 = 2 * precision * recall / max(1e-9, precision + recall)
                print(
                    f"{name}, exact spans".ljust(26) + f"P {precision:.3f} R {recall:.3f} F1 {f1:.3f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
