# ruff: noqa: E501 (a form reads best on one line)
"""Train sanitizer/text/data/person_words.npz: how much a word is spelled like persons are called.

    python training/person_words/train.py DATA CORPORA [-o sanitizer/text/data/person_words.npz]

DATA holds ``wikipedia``; CORPORA is the unpacked train/ner_pos_corpora.tar.xz. A linear model over hashed character
n-grams (sanitizer/recognize/spelling.py reads it) tells names of persons from words that English writes in small letters,
slips of the pen among them. Words of persons are those of the titles of their articles, those behind titles and relatives
in the text of articles, and tokens that the corpora mark; they are listed too, and so are words in small letters that
the shipped vocabulary lacks. Prints how many of the words held out (one in ten) the model tells apart. Two minutes of
one core.
"""

import argparse
import gzip
import json
import lzma
import random
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.linear_model import SGDClassifier

from sanitizer.recognize.spelling import BUCKETS, SCALE, buckets
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import plain
from sanitizer.text.fold import words as word_set

PERSON = re.compile(r"^\d+s? (?:births|deaths)$|^Living people$|^Year of (?:birth|death)")
BEHIND = re.compile(r" \(.*\)$|,.*$")
WORD = re.compile(r"[^\W\d_]+")
CALLED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr|Professor|Sir|Judge|Justice|Senator|Captain|Colonel|actor|actress|singer|director|author|writer"
    r"|composer|footballer|painter|professor|wife|husband|son|daughter|brother|sister|mother|father|cousin|uncle|aunt)\.?,? "
    r"([A-ZÀ-Þ][^\W\d_]{1,20}(?:['’-][^\W\d_]{2,20})?(?: [A-ZÀ-Þ][^\W\d_]{1,20}(?:['’-][^\W\d_]{2,20})?){0,2})"
)
NO_NAME = word_set(
    "The A An He She His Her It In On At Of And Who When But As For To Jr Sr I II III IV They This That"
)
PERSONS = word_set("per person politician writer scientist researcher musicalartist")
"""Tags of persons in the corpora, behind "B-" and "I-"."""
ALPHA = 1e-5
STEP = 0.5
EPOCHS = 15
ARTICLES = 3
"""Files of articles that are read: more bring few new words."""
LEAST = 3
BORNE = 3
"""Uses in names of persons from which on a word is listed as one that persons are called by, but for titles of articles
about persons, where one is enough for words that English does not know."""
RATE = 300
"""Uses of an English word in small letters for each in a name of a person, up to which persons are said to be called so."""
SMALL_SHARE = 0.7
"""Of a word's uses those in small letters, from which on it is a word."""


def words_of_persons(wikipedia: Path) -> Counter[str]:
    """Return the words of titles of articles about persons."""
    persons: Counter[str] = Counter()
    with gzip.open(wikipedia / "article_categories.tsv.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            title, *categories = line.rstrip("\n").split("\t")
            spoken = BEHIND.sub("", title)
            if " of " not in spoken and any(PERSON.search(category) for category in categories):
                persons.update(w for w in WORD.findall(spoken) if w[0].isupper() and len(w) > 1)
    return persons


def words_of_articles(wikipedia: Path) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Return words in small letters, capitalized ones, and those of persons who are called by title or as relatives."""
    small: Counter[str] = Counter()
    large: Counter[str] = Counter()
    called: Counter[str] = Counter()
    for path in sorted(wikipedia.glob("articles-*.jsonl.xz"))[:ARTICLES]:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                text = json.loads(line)["text"]
                for name in {m[1] for m in CALLED.finditer(text)}:
                    called.update(w for w in WORD.findall(name) if w not in NO_NAME and len(w) > 1)
                for word in WORD.findall(text):
                    if 2 < len(word) < 20:
                        (small if word.islower() else large)[plain(word)] += 1
    return small, large, called


def tokens(corpora: Path) -> Iterator[tuple[str, str]]:
    """Tokens with their tags: UNER, CrossNER, Broad Twitter, WikiGold, GMB."""
    for path in sorted(
        [
            *corpora.glob("uner*/*.iob2"),
            *corpora.glob("crossner/ner_data/*/*.txt"),
            *corpora.glob("*/CONLL-format/data/*.conll*"),
        ]
    ):
        for line in path.read_text(encoding="utf-8").splitlines():
            fields = line.split("\t")
            if len(fields) > 2 and fields[0].isdigit():
                yield fields[1], fields[2]
            elif len(fields) > 1 or len(line.split()) > 1:
                yield line.split()[0], line.split()[-1]
    archive = corpora / "gmb_kaggle/ner_dataset.csv.zip"
    with zipfile.ZipFile(archive) as opened:
        for raw in opened.read(opened.namelist()[0]).decode("latin-1").splitlines()[1:]:
            fields = raw.split(",")
            if len(fields) == 4:
                yield fields[1], fields[3]


def slips(word: str, chance: random.Random) -> str:
    """Return a word with one slip of the pen."""
    at = chance.randrange(1, len(word) - 1)
    how = chance.randrange(4)
    if how == 0:
        return word[:at] + word[at + 1 :]
    if how == 1:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if how == 2:
        return word[:at] + word[at] + word[at:]
    return word[:at] + chance.choice("aeiouslnrt") + word[at + 1 :]


def matrix(words: list[str]) -> sparse.csr_matrix:
    """Return the n-grams of words, shape (words, BUCKETS)."""
    rows = [buckets(word) for word in words]
    indptr = np.concatenate([[0], np.cumsum([len(r) for r in rows])])
    columns = np.concatenate(rows) if rows else np.zeros(0, np.int64)
    found = sparse.csr_matrix(
        (np.ones(len(columns), np.float32), columns, indptr), shape=(len(rows), BUCKETS)
    )
    found.sum_duplicates()
    return found


def train(good: dict[str, float], bad: dict[str, float]) -> tuple[np.ndarray, float]:
    """Return weights in bits and the bias of one model; prints what the words held out show."""
    words = sorted({*good, *bad})
    chance = random.Random(0)
    held = np.array([chance.random() < 0.1 for _ in words])
    rows: list[int] = []
    labels: list[int] = []
    weights: list[float] = []
    for i, word in enumerate(words):
        for label, source in ((1, good), (0, bad)):
            if source.get(word, 0):
                rows.append(i)
                labels.append(label)
                weights.append(source[word])
    x, y, w = matrix(words), np.array(labels), np.array(weights)
    index = np.array(rows)
    w[y == 1] *= w[y == 0].sum() / w[y == 1].sum()  # even odds: the place of a word brings the rest
    known = ~held[index]
    model = SGDClassifier(
        loss="log_loss",
        alpha=ALPHA,
        max_iter=EPOCHS,
        tol=None,
        average=True,
        learning_rate="invscaling",
        eta0=STEP,
        power_t=0.25,
        random_state=0,
    )
    model.fit(x[index[known]], y[known], sample_weight=w[known])
    scores = model.decision_function(x[index[~known]]) / np.log(2)
    labels_held = y[~known]
    order = np.sort(scores[labels_held == 0])
    for share in (0.01, 0.02, 0.05, 0.1):
        least = order[int(len(order) * (1 - share))]
        print(
            f"{np.mean(scores[labels_held == 1] >= least):.3f} of the names held out where {share:.0%} of others pass ({least:.1f} bits)"
        )
    return model.coef_[0] / np.log(2), float(model.intercept_[0] / np.log(2))


def _packed(words: list[str]) -> np.ndarray:
    return np.frombuffer(" ".join(words).encode(), np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("sanitizer/text/data/person_words.npz"))
    arguments = parser.parse_args()
    for needed in (arguments.data / "wikipedia/article_categories.tsv.gz", arguments.corpora / "gmb_kaggle"):
        if not needed.exists():
            sys.exit(f"missing: {needed}")
    titles = words_of_persons(arguments.data / "wikipedia")
    small, large, called = words_of_articles(arguments.data / "wikipedia")
    marked: Counter[str] = Counter()
    unmarked: Counter[str] = Counter()
    for token, tag in tokens(arguments.corpora):
        if token.isalpha() and len(token) > 1:
            if tag == "O":
                unmarked[token] += 1
            elif tag[2:].lower() in PERSONS:
                marked[token] += 1
    titled = {plain(word) for word in titles}
    named: Counter[str] = Counter()
    for source in (titles, called, marked):
        for word, count in source.items():
            if word[0].isupper() and len(word) > 1:
                named[plain(word)] += count
    good = {
        word: min(4.0, float(np.log2(1 + count)))
        for word, count in named.items()
        if word.isalpha()
        and not (small[word] >= LEAST and small[word] >= SMALL_SHARE * (small[word] + large[word]))
    }
    lower = {
        word: 1.0
        for word, count in small.items()
        if count >= LEAST and count >= SMALL_SHARE * (count + large[word]) and word.isalpha()
    }
    for token in unmarked:
        if token.islower() and plain(token) not in good:
            lower.setdefault(plain(token), 1.0)
    chance = random.Random(1)
    slipped: set[str] = set()
    for word in sorted(shipped.frequent_words()):
        made = slips(word, chance)
        if made not in good and made not in lower:
            lower[made] = 1.0
            slipped.add(made)
    names = sorted(
        w
        for w, n in named.items()
        if w.isalpha()
        and len(w) > 1
        and ((n >= BORNE and small[w] <= RATE * n) or (w in good and w in titled))
    )
    ordinary = sorted((set(lower) - slipped) - shipped.common_words() - set(names))
    print(
        f"{len(good)} words of persons, {len(lower)} in small letters; listed: {len(names)} and {len(ordinary)}"
    )
    first, bias = train(good, lower)
    stored = np.clip(np.rint(first * SCALE), -127, 127).astype(np.int8)
    np.savez_compressed(
        arguments.output, weights=stored, bias=np.float32(bias), names=_packed(names), words=_packed(ordinary)
    )
    print(f"{arguments.output}: {arguments.output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
