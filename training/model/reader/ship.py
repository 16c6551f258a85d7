"""Put the network into the pipeline: python training/model/reader/ship.py WEIGHTS MODEL.

WEIGHTS is what ``tune.py`` wrote (with the file of its names beside it), MODEL the folder of the pipeline; the network
stands between the rules of sentences and those of lemmas.
"""

import argparse
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import spacy

sys.path.insert(0, str(Path(__file__).parent.parent.parent.parent))

from sanitizer.text import (
    reader,  # registers "reader"
    sentences,  # noqa: F401  (registers "sentence_rules")
)


def tag_names(tags: list[str]) -> list[tuple[str, str]]:
    """Tags as part of speech and features.

    A singular noun carries no number: the lemmatizer takes a noun marked as singular as it is, so that a rare plural,
    which the network may take for a singular, would keep its s.
    """
    found = []
    for tag in tags:
        pos, _, features = tag.partition("|")
        found.append((pos, "" if (pos, features) == ("NOUN", "Number=Sing") else features))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("model", type=Path)
    options = parser.parse_args()
    with np.load(options.weights) as file:
        weights = {name: file[name] for name in file.files}
    names = json.loads(options.weights.with_suffix(".json").read_text(encoding="utf8"))
    nlp = spacy.load(options.model, exclude=["reader"])
    nlp.add_pipe("reader", after="sentence_rules")
    part = nlp.get_pipe("reader")
    part.load(weights, names | {"tags": tag_names(names["tags"])})
    nlp.meta["labels"] = {"reader": list(reader.LABELS[: reader.ENTITIES])}
    strings = {*reader.LABELS, *names["relations"], "dep", "parataxis"}
    strings |= {
        feature for _, features in part.tags for feature in (features, *features.split("|")) if feature
    }
    for name in sorted(strings):
        nlp.vocab.strings.add(name)
    temporary = options.model.with_name(options.model.name + ".tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    nlp.to_disk(temporary)
    shutil.rmtree(options.model)
    temporary.rename(options.model)


if __name__ == "__main__":
    main()
