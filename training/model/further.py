"""Train the recognizer that ships on papers too: python training/model/further.py DATA WORK MODEL OUT [--steps N].

MODEL is a pipeline's folder (the shipped one), OUT the same with the recognizer trained further: on letters, notes,
chats and minutes made by `papers.py`, and on the corpora with entities that it learned from before, so that it forgets
nothing. WORK keeps what was made. One thread, fixed seeds.
"""

import argparse
import os
import random
import shutil
import sys
import tarfile
from collections import Counter
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

import corpora  # noqa: E402
import papers  # noqa: E402
import prepare  # noqa: E402
import silver  # noqa: E402
import spacy  # noqa: E402
import templates  # noqa: E402
from spacy.tokens import Doc, DocBin  # noqa: E402
from spacy.training import Example  # noqa: E402
from thinc.api import Adam, fix_random_seed  # noqa: E402

import sanitizer.text.sentences  # noqa: E402  (registers "sentence_rules")
import sanitizer.text.syntax  # noqa: E402, F401  (registers "syntax")
from sanitizer.text import lexicon  # noqa: E402

SHARES = {"ewt": 1.0, "gum": 1.0, "pud": 1.0, "crossner": 1.0, "wikigold": 1.0, "re3d": 1.0, "sec": 1.0, "wnut": 0.7,
          "btc": 0.3, "litbank": 1.0, "gmb": 0.25, "templates": 0.6, "papers": 1.0}  # fmt: skip
PAPERS, TEMPLATES = 9_000, 12_000
RATE, DROP, WORDS, WARM_UP = 0.0006, 0.15, 900, 40


def bins(data: Path, work: Path) -> None:
    """Convert the sources that are not converted yet."""
    source = work / "corpora"
    if not source.exists():
        with tarfile.open(data / "train/ner_pos_corpora.tar.xz") as tar:
            tar.extractall(source.with_suffix(".tmp"), filter="data")
        source.with_suffix(".tmp").rename(source)
    folder, nlp = work / "bins", spacy.blank("en")
    folder.mkdir(exist_ok=True)
    for name, sentences in prepare.entity_corpora(source).items():
        if not (folder / f"{name}.spacy").exists():
            prepare.write(nlp, sentences, folder / f"{name}.spacy", style=name not in prepare.HELD_OUT)
    if not all((folder / f"{name}.spacy").exists() for name in ("templates", "papers")):
        counts = Counter(dict.fromkeys(lexicon.common_words(), 40))
        known = silver.gazetteer(data, counts, corpora.read_demonyms(source))
        filled = list(templates.sentences(nlp, known, TEMPLATES))
        prepare.write(nlp, filled, folder / "templates.spacy", style=True)
        papers.write(nlp, known, 300, folder / "papers_dev.spacy", papers.SEED + 1)
        papers.write(nlp, known, PAPERS, folder / "papers.spacy")


def examples(nlp: spacy.Language, work: Path) -> list[Doc]:
    """The documents of all sources, by their shares, shuffled."""
    docs: list[Doc] = []
    for name, share in SHARES.items():
        part = list(DocBin().from_disk(work / "bins" / f"{name}.spacy").get_docs(nlp.vocab))
        random.Random(1).shuffle(part)
        docs += part[: int(len(part) * share)]
    random.Random(2).shuffle(docs)
    return docs


def batches(docs: list[Doc]) -> list[list[Doc]]:
    """Documents in batches of about ``WORDS`` words."""
    found: list[list[Doc]] = [[]]
    size = 0
    for doc in docs:
        if size + len(doc) > WORDS and found[-1]:
            found.append([])
            size = 0
        found[-1].append(doc)
        size += len(doc)
    return found


def scores(nlp: spacy.Language, work: Path) -> str:
    """F1 of held-out sentences and of held-out papers."""
    told = []
    for name in ("ewt_dev", "gum_dev", "papers_dev"):
        path = work / "bins" / f"{name}.spacy"
        gold = list(DocBin().from_disk(path).get_docs(nlp.vocab))[:250] if path.exists() else []
        if gold:
            made = [Example(nlp.make_doc(d.text), d) for d in gold]
            result = nlp.evaluate(made, batch_size=64)
            told.append(f"{name} P {result['ents_p']:.3f} R {result['ents_r']:.3f}")
    return ", ".join(told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "work", "model", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--steps", type=int, default=1_200, help="the rate falls to a twentieth over so many")
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--begin", type=int, default=0, help="the first batch, where an earlier run stopped")
    parser.add_argument("--stop", type=int, help="stop after so many steps")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    bins(options.data, options.work)
    fix_random_seed(19)
    nlp = spacy.load(options.model, exclude=["syntax", "morphologizer", "lemmatizer", "sentence_rules"])
    docs = batches(examples(nlp, options.work))
    print(len(docs), "batches;", scores(nlp, options.work), flush=True)
    optimizer = Adam(options.rate, L2=0.01, grad_clip=1.0, L2_is_weight_decay=True, use_averages=True)
    network = nlp.get_pipe("ner")
    last = options.stop or options.steps
    for step in range(last):
        warm = min(1.0, (step + 1) / WARM_UP)
        optimizer.learn_rate = options.rate * warm * (1 - 0.95 * step / options.steps)
        made = [Example(nlp.make_doc(d.text), d) for d in docs[(options.begin + step) % len(docs)]]
        nlp.update(made, sgd=optimizer, drop=DROP)
        if step % 150 == 149 or step + 1 == last:
            with nlp.use_params(optimizer.averages):
                print(step + 1, scores(nlp, options.work), flush=True)
                save(network, options)
    print("written", options.out)


def save(network: spacy.pipeline.EntityRecognizer, options: argparse.Namespace) -> None:
    """The pipeline of MODEL with this recognizer, as OUT."""
    temporary = options.out.with_name(options.out.name + ".tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    shutil.copytree(options.model, temporary)
    network.to_disk(temporary / "ner", exclude=["vocab"])
    shutil.rmtree(options.out, ignore_errors=True)
    temporary.rename(options.out)


if __name__ == "__main__":
    main()
