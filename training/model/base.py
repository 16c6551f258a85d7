"""Make the parts of the pipeline that no network is in: python training/model/base.py DATA WORK MODEL.

DATA is the folder with wikipedia/, WORK that of ``bins.py``; MODEL gets a pipeline with the tokenizer, the rules of
sentences, the subword vectors and the lemmas. ``reader/ship.py`` puts the network into it. Needs floret
(pip install -e '.[training]').
"""

import argparse
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

import corpora  # noqa: E402
import lemmas  # noqa: E402
import prepare  # noqa: E402
import spacy  # noqa: E402
import vectors  # noqa: E402
import wikipedia  # noqa: E402

import sanitizer.text.sentences  # noqa: E402, F401  (registers "sentence_rules")

META = {
    "name": "sanitizer",
    "version": "2.0.0",
    "description": "English: tokens, sentences, parts of speech, trees, lemmas, named entities",
    "author": "semantic-sanitizer",
    "license": "Apache-2.0; derived from data under CC BY-SA 4.0 and others, see NOTICE",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "work", "model"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    root, text = options.work / "corpora", options.work / "wikipedia.txt"
    if not root.is_dir():
        raise SystemExit(f"missing: {root} (run training/model/bins.py first)")
    if not text.exists():
        wikipedia.write_text(options.data, text)
    nlp = spacy.blank("en", vocab=spacy.load(vectors.learn(text, options.work)).vocab)
    nlp.add_pipe("sentence_rules")
    read = prepare.entity_corpora(root)
    treebanks: list[corpora.Sentence] = [*read["ewt"], *read["gum"], *read["pud"]]
    lemmatizer = nlp.add_pipe("lemmatizer", config={"mode": "rule"})
    lemmatizer.initialize(lookups=lemmas.tables(treebanks, lemmas.word_counts(text)))
    nlp.meta.update(META)
    nlp.vocab.strings._reset_and_load([])
    shutil.rmtree(options.model, ignore_errors=True)
    nlp.to_disk(options.model)


if __name__ == "__main__":
    main()
