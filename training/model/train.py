"""Train the language model: python training/model/train.py DATA WORK [--out FOLDER] (docs/model-card.md).

DATA is the folder with train/ and wikipedia/ and taxonomies/; WORK keeps what each step made, and a step whose
result is there is not done again. One thread; the seeds are fixed, so the same versions give the same model.
"""

import argparse
import os
import random
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

import assemble  # noqa: E402
import corpora  # noqa: E402
import lemmas  # noqa: E402
import prepare  # noqa: E402
import silver  # noqa: E402
import spacy  # noqa: E402
import templates  # noqa: E402
import vectors  # noqa: E402
import wikipedia  # noqa: E402
from spacy.cli.train import train as spacy_train  # noqa: E402
from spacy.tokens import DocBin  # noqa: E402
from thinc.api import Config  # noqa: E402

TREEBANKS = {"ewt": 1.0, "gum": 1.0, "pud": 1.0}
GOLD = {"ewt": 1.5, "gum": 1.5, "pud": 1.5, "crossner": 1.0, "wikigold": 1.0, "re3d": 1.0, "sec": 1.0, "wnut": 0.5,
        "btc": 0.3, "litbank": 1.0, "gmb": 0.35}  # fmt: skip
ALL = {**GOLD, "gmb": 0.3, "templates": 1.0, "silver": 1.0}
DEVELOPMENT = {"ewt_dev": 1.0, "gum_dev": 1.0}
"""The share of each source's documents that goes into a training set; above 1, some are seen twice."""
FIRST, SECOND, THIRD, TAGGER = (3_000, 6_000), (1_600, 2_200), (700, 760), (4_000, 4_400)
"""Steps taken, and the steps after which the learning rate would be zero."""


def merge(work: Path, shares: dict[str, float], target: Path) -> Path:
    """A shuffled training file with a share of the documents of each source."""
    if target.exists():
        return target
    vocab = spacy.blank("en").vocab
    docs = []
    for name, share in shares.items():
        part = list(DocBin().from_disk(work / "bins" / f"{name}.spacy").get_docs(vocab))
        random.Random(1).shuffle(part)
        docs += (part * 3)[: int(len(part) * share)]
    random.Random(2).shuffle(docs)
    DocBin(attrs=prepare.ATTRIBUTES, docs=docs).to_disk(target)
    return target


def fit(
    config: Config,
    train: Path,
    dev: Path,
    output: Path,
    steps: tuple[int, int],
    rate: float,
    table: Path | None,
) -> Path:
    """Train by ``config``, with the vectors in ``table``, and give the folder of the last checkpoint."""
    done = output / "done"
    if not done.exists():
        output.mkdir(parents=True, exist_ok=True)
        config["training"]["max_steps"] = steps[0]
        config["training"]["optimizer"]["learn_rate"]["total_steps"] = steps[1]
        config["training"]["optimizer"]["learn_rate"]["initial_rate"] = rate
        config.to_disk(output / "config.cfg")
        paths = {"paths.train": str(train), "paths.dev": str(dev)}
        spacy_train(
            output / "config.cfg", output, overrides=paths | ({"paths.vectors": str(table)} if table else {})
        )
        done.touch()
    return output / "model-last"


def make_bins(data: Path, work: Path, text: Path) -> Iterable[corpora.Sentence]:
    """Convert every source that is not converted yet; the treebanks' sentences, for the lemmas."""
    source = work / "corpora"
    if not source.exists():
        archive = data / "train/ner_pos_corpora.tar.xz"
        if not archive.is_file():
            raise SystemExit(f"missing: {archive}")
        with tarfile.open(archive) as tar:
            tar.extractall(source.with_suffix(".tmp"), filter="data")
        source.with_suffix(".tmp").rename(source)
    bins = work / "bins"
    bins.mkdir(exist_ok=True)
    nlp = spacy.blank("en")
    read = prepare.entity_corpora(source)
    for name, sentences in read.items():
        if not (bins / f"{name}.spacy").exists():
            prepare.write(nlp, sentences, bins / f"{name}.spacy", style=name not in prepare.HELD_OUT)
    made = {"templates", "silver"} - {path.stem for path in bins.glob("*.spacy")}
    if made:
        known = silver.gazetteer(data, lemmas.word_counts(text), corpora.read_demonyms(source))
        if "templates" in made:
            prepare.write(nlp, templates.sentences(nlp, known, 16_000), bins / "templates.spacy", style=True)
        if "silver" in made:
            marked = silver.sentences(nlp, data, known, share=0.12)
            prepare.write(nlp, marked, bins / "silver.spacy", style=True)
    return [*read["ewt"], *read["gum"], *read["pud"]]


def recognizer(work: Path, dev: Path, table: Path) -> Path:
    """The folder of the entity recognizer: trained on gold, on everything, then on everything in worse letter case.

    The subword vectors in ``table`` are a feature beside the word's own form.
    """
    first = Config().from_disk(HERE / "ner.cfg", interpolate=False)
    gold = merge(work, GOLD, work / "gold.spacy")
    source = fit(first, gold, dev, work / "ner-first", FIRST, 0.001, table)
    everything = merge(work, ALL, work / "all.spacy")
    second = Config().from_disk(HERE / "ner.cfg", interpolate=False)
    second["components"]["ner"] = {"source": str(source)}
    second["training"]["batcher"]["size"] |= {"start": 1500, "stop": 2000}
    source = fit(second, everything, dev, work / "ner-second", SECOND, 0.0007, table)
    third = Config().from_disk(HERE / "ner.cfg", interpolate=False)
    third["components"]["ner"] = {"source": str(source)}
    third["training"]["batcher"]["size"] |= {"start": 800, "stop": 1000}
    third["training"]["optimizer"]["learn_rate"]["warmup_steps"] = 40
    third["training"]["eval_frequency"] = 175
    third["corpora"]["train"]["augmenter"] = {"@augmenters": "spacy.lower_case.v1", "level": 0.08}
    return fit(third, everything, dev, work / "ner-third", THIRD, 0.0005, table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--out", type=Path, default=HERE.parent.parent / "sanitizer/text/model")
    options = parser.parse_args()
    data, work = options.data, options.work
    work.mkdir(parents=True, exist_ok=True)
    text = work / "wikipedia.txt"
    if not text.exists():
        wikipedia.write_text(data, text)
    table = vectors.learn(text, work)
    treebanks = make_bins(data, work, text)
    dev = merge(work, DEVELOPMENT, work / "dev.spacy")
    tagger = fit(
        Config().from_disk(HERE / "morphologizer.cfg", interpolate=False),
        merge(work, TREEBANKS, work / "treebanks.spacy"), dev, work / "morphologizer", TAGGER, 0.001, None,
    )  # fmt: skip
    entities = recognizer(work, dev, table)
    assemble.assemble(tagger, entities, treebanks, text, options.out)


if __name__ == "__main__":
    main()
