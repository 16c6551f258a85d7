"""Subword vectors learned from the Wikipedia text, in lower case: floret, a hash table of character n-grams.

A word's vector is the mean of the rows of its n-grams, so that rare names and misread words have one too and the
table stays small whatever the vocabulary. Needs the package floret (pip install -e '.[training]').
"""

import shutil
from itertools import islice
from pathlib import Path

import spacy
from spacy.training.initialize import convert_vectors

DIMENSIONS, ROWS, EPOCHS = 64, 30_000, 3
SHORTEST, LONGEST = 3, 5
"""Lengths of the n-grams; words are counted from the third occurrence."""


def lower(source: Path, target: Path) -> Path:
    """Return the text in lower case: a name keeps its vector in a heading or in a careless message."""
    temporary = target.with_suffix(".tmp")
    with source.open(encoding="utf8") as lines, temporary.open("w", encoding="utf8") as out:
        for line in lines:
            out.write(line.lower())
    temporary.replace(target)
    return target


def learn(text: Path, work: Path) -> Path:
    """Return a folder with a blank pipeline that holds the vectors (spaCy's floret mode, keyed by the lower-case
    form)."""
    target = work / "vectors"
    if target.exists():
        return target
    try:
        import floret
    except ImportError as error:
        raise SystemExit("missing: floret (pip install -e '.[training]')") from error
    lowered = work / "wikipedia.lower.txt"
    if not lowered.exists():
        lower(text, lowered)
    table = work / "vectors.floret"
    if not table.exists():
        model = floret.train_unsupervised(
            str(lowered), model="cbow", mode="floret", hashCount=2, bucket=ROWS, minn=SHORTEST, maxn=LONGEST,
            dim=DIMENSIONS, epoch=EPOCHS, minCount=3, ws=4, neg=8, lr=0.05, t=1e-4, thread=1,
        )  # fmt: skip
        temporary = table.with_suffix(".tmp")
        model.save_floret_vectors(str(temporary))
        temporary.rename(table)
    folder = target.with_suffix(".tmp")
    shutil.rmtree(folder, ignore_errors=True)
    nlp = spacy.blank("en")
    convert_vectors(nlp, table, truncate=0, prune=-1, name="wikipedia", mode="floret", attr="LOWER")
    with lowered.open(encoding="utf8") as lines:
        words = sorted({word for line in islice(lines, 5_000) for word in line.split()})
    # the layers that read the vectors want them around zero and of unit size, and learning gave any centre and scale
    table_of_rows = nlp.vocab.vectors.data
    table_of_rows -= nlp.vocab.vectors.get_batch(words).mean(axis=0)
    table_of_rows /= nlp.vocab.vectors.get_batch(words).std()
    nlp.to_disk(folder)
    folder.rename(target)
    return target
