"""Put trained trees into a pipeline: python training/model/join_syntax.py PIPELINE SYNTAX TARGET [--keep-tagger].

PIPELINE is a folder with the other parts (the shipped one), SYNTAX what syntax.py wrote; TARGET is made anew. The
network stands in the place of the tagger, or behind it and sets trees only. Weights are kept in half precision.
"""

import argparse
import json
import shutil
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent.parent)]

import numpy as np  # noqa: E402
import spacy  # noqa: E402

from sanitizer.text import sentences, syntax  # noqa: E402, F401  (register "sentence_rules" and "syntax")


def names(labels: dict[str, list[str]]) -> dict[str, list[list[str]] | list[str]]:
    """Tags as part of speech and features, and the relations.

    A singular noun carries no number: the lemmatizer takes a noun marked as singular as it is, so that a rare plural,
    which the network may take for a singular, would keep its s.
    """
    tags = []
    for label in labels["tags"]:
        *features, part = label.split("|")
        pos = part.removeprefix("POS=")
        tags.append([pos, "" if (pos, features) == ("NOUN", ["Number=Sing"]) else "|".join(features)])
    return {"tags": tags, "labels": labels["labels"]}


def join(pipeline: Path, trained: Path, target: Path, *, keep_tagger: bool = False) -> None:
    """Write ``pipeline`` with the network in the folder ``trained`` as ``target``."""
    nlp = spacy.load(pipeline)
    for old in ("syntax",) if keep_tagger else ("morphologizer", "syntax"):
        if nlp.has_pipe(old):
            nlp.remove_pipe(old)
    before = "morphologizer" if keep_tagger else "sentence_rules"
    nlp.add_pipe("syntax", after=before, config={"tags": not keep_tagger})
    with np.load(trained / "weights.npz") as file:
        weights = {k: file[k] if k == "known" else file[k].astype(np.float16) for k in file.files}
    nlp.get_pipe("syntax").load(weights, names(json.loads((trained / "labels.json").read_text())))
    nlp.meta["description"] = "English: tokens, sentences, parts of speech, trees, lemmas, named entities"
    for label in nlp.get_pipe("syntax").labels:
        nlp.vocab.strings.add(label)
    temporary = target.with_name(target.name + ".tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    nlp.to_disk(temporary)
    shutil.rmtree(target, ignore_errors=True)
    temporary.rename(target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pipeline", type=Path)
    parser.add_argument("syntax", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument(
        "--keep-tagger", action="store_true", help="set trees only, behind the tagger of PIPELINE"
    )
    options = parser.parse_args()
    join(options.pipeline, options.syntax, options.target, keep_tagger=options.keep_tagger)


if __name__ == "__main__":
    main()
