"""python bench/occupations.py BENCHMARKS [--threshold T] [--first N] [--show]: is the occupation still told?

Of each biography of the development half (dbbio, 24 occupations) a classifier names the occupation: TF-IDF of
words, logistic regression, trained on the ORIGINALS of all other biographies (each is left out once, so that no
split is drawn). Its strength was chosen by the answers about originals alone. It is asked about the original, our
output, and GPT-4's anonymization, with the words of the person's name taken out of every text. Printed are the
share of right answers, that share of what the original allows, the share of the classifier's belief in the right
occupation that is kept, and in how many outputs a word of the person's name is left. ``--show`` prints which words
the lost answers rested on. Nothing is written.
"""

import argparse
import gzip
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from sanitizer import Sanitizer
from sanitizer.settings import Settings, Threshold

NAME_WORD: Final = re.compile(r"[^\W\d_]{3,}")
"""A word of a name: initials and particles of two letters are in every text."""

STRENGTH: Final = 100.0
"""The classifier's C: the best of 1, 10 and 100 on originals (.512, .805, .813)."""


def name_words(person: str) -> set[str]:
    """Return the words of a person's name, in small letters."""
    return {w.lower() for w in NAME_WORD.findall(person)}


def without(text: str, words: set[str]) -> str:
    """Return a text without the words of a name."""
    return re.sub(r"[^\W_]+", lambda m: "" if m[0].lower() in words else m[0], text)


def holds(text: str, words: set[str]) -> bool:
    """Return whether a word of a name is left in a text."""
    return any(w.lower() in words for w in re.findall(r"[^\W_]+", text))


class LeftOut:
    """Classifiers of the occupation, one for each document that is left out of its training."""

    def __init__(self, texts: Sequence[str], labels: Sequence[str]) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression

        self.fitted: list[tuple[Any, Any]] = []
        for left in range(len(texts)):
            rest = [i for i in range(len(texts)) if i != left]
            vectors = TfidfVectorizer(sublinear_tf=True, stop_words="english", min_df=2)
            model = LogisticRegression(C=STRENGTH, max_iter=500)
            model.fit(vectors.fit_transform([texts[i] for i in rest]), [labels[i] for i in rest])
            self.fitted.append((vectors, model))

    def ask(self, at: int, text: str, label: str) -> tuple[str, float]:
        """Return the occupation told of a text by the classifier that has not seen document ``at``, and its belief
        (0 to 1) in ``label``."""
        vectors, model = self.fitted[at]
        belief = model.predict_proba(vectors.transform([text]))[0]
        return str(model.classes_[belief.argmax()]), float(belief[list(model.classes_).index(label)])

    def weights(self, at: int, text: str, label: str) -> Counter[str]:
        """Return what each word of a text gives to the belief in a label (log odds)."""
        vectors, model = self.fitted[at]
        row = vectors.transform([text]).tocoo()
        words, weight = vectors.get_feature_names_out(), model.coef_[list(model.classes_).index(label)]
        return Counter({str(words[j]): float(v * weight[j]) for j, v in zip(row.col, row.data, strict=True)})


def show(left: LeftOut, documents: Sequence[Mapping[str, str]], ours: Mapping[str, str]) -> None:
    """Print the answers that the original allows and ours does not, with the words that are gone."""
    gone: Counter[str] = Counter()
    for at, d in enumerate(documents):
        names = name_words(d["person"])
        before = left.weights(at, without(d["text"], names), d["label"])
        after = left.weights(at, without(ours[d["doc_id"]], names), d["label"])
        lost = Counter({w: v - after[w] for w, v in before.items() if v - after[w] > 0})
        gone += lost
        said, _ = left.ask(at, without(d["text"], names), d["label"])
        now, _ = left.ask(at, without(ours[d["doc_id"]], names), d["label"])
        if said == d["label"] != now:
            words = ", ".join(f"{w} {v:.2f}" for w, v in lost.most_common(8))
            print(f"    {d['doc_id']}: {d['label']} -> {now}: {words}")
    print("    gone in all: " + ", ".join(f"{w} {v:.1f}" for w, v in gone.most_common(60)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threshold", nargs="+", default=[str(Settings().threshold)])
    parser.add_argument(
        "--first", type=int, default=None, help="documents that are asked about (default all)"
    )
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    path = options.folder / "dbbio.dev.json.gz"
    if not path.is_file():
        parser.error(f"{options.folder} does not hold {path.name}: give the folder of the benchmarks")
    documents = json.loads(gzip.decompress(path.read_bytes()))
    texts = [without(d["text"], name_words(d["person"])) for d in documents]
    left = LeftOut(texts, [d["label"] for d in documents])
    documents = documents[: options.first]
    asked = {"originals": {d["doc_id"]: d["text"] for d in documents}}
    for threshold in options.threshold:
        sanitizer = Sanitizer.default(Settings(threshold=Threshold.parse(threshold), any_language=True))
        asked[threshold] = {d["doc_id"]: sanitizer.sanitize(d["text"]).text for d in documents}
    asked["GPT-4"] = {d["doc_id"]: d["gpt4"] for d in documents}
    right_of: dict[str, float] = {}
    print(f"{len(documents)} biographies   right  of the originals'  belief kept  name word left")
    believed = np.ones(len(documents))
    for way, said in asked.items():
        found = [
            left.ask(at, without(said[d["doc_id"]], name_words(d["person"])), d["label"])
            for at, d in enumerate(documents)
        ]
        right_of[way] = float(
            np.mean([label == d["label"] for (label, _), d in zip(found, documents, strict=True)])
        )
        belief = np.array([b for _, b in found])
        believed = belief if way == "originals" else believed
        names = sum(holds(said[d["doc_id"]], name_words(d["person"])) for d in documents)
        print(
            f"{way:<16} {right_of[way]:>8.3f} {right_of[way] / right_of['originals']:>16.2f} "
            f"{belief.sum() / believed.sum():>14.2f} {names:>12}"
        )
        if options.show and way in options.threshold:
            show(left, documents, said)


if __name__ == "__main__":
    main()
