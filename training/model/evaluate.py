"""Score a model on the held-out gold sentences: python training/model/evaluate.py WORK [--model FOLDER].

WORK is the folder of bins.py. Entities: exact spans and labels of UNER's EWT test and dev sentences (PERSON, LOC, ORG)
and of the held-out GUM documents. Parts of speech and lemmas: EWT dev and held-out GUM, in the treebank's words.
Sentences: starts found in running text, sentences of a document joined by spaces.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

import corpora  # noqa: E402
import prepare  # noqa: E402
import spacy  # noqa: E402
from corpora import Sentence  # noqa: E402
from spacy.language import Language  # noqa: E402
from spacy.tokens import Doc, DocBin  # noqa: E402

import sanitizer.text.parse  # noqa: E402, F401  (registers the parts of our own)


def entities(nlp: Language, gold: Iterable[Doc], labels: Sequence[str]) -> dict[str, Counter[str]]:
    """Right, predicted and gold spans for each label; predictions on words that the gold leaves open do not count."""
    counts: dict[str, Counter[str]] = {label: Counter() for label in labels}
    for reference in gold:
        doc = Doc(
            nlp.vocab, words=[t.text for t in reference], spaces=[bool(t.whitespace_) for t in reference]
        )
        doc = nlp.get_pipe("reader")(nlp.get_pipe("sentence_rules")(doc))
        truth = {(e.start, e.end, e.label_) for e in reference.ents}
        for entity in doc.ents:
            span = (entity.start, entity.end, entity.label_)
            if entity.label_ in counts and all(reference[i].ent_iob for i in range(entity.start, entity.end)):
                counts[entity.label_].update(predicted=1, right=int(span in truth))
        for _, _, label in truth:
            if label in counts:
                counts[label].update(gold=1)
    return counts


def words(nlp: Language, gold: Iterable[Sentence]) -> tuple[float, float, float]:
    """Return the share of right parts of speech, lemmas (regardless of case), and lemmas of nouns."""
    counts: Counter[str] = Counter()
    for sentence in gold:
        starts = [i == 0 for i in range(len(sentence.words))]
        doc = Doc(nlp.vocab, words=sentence.words, spaces=sentence.spaces, sent_starts=starts)
        for name in ("reader", "lemmatizer"):
            doc = nlp.get_pipe(name)(doc) if nlp.has_pipe(name) else doc
        for token, part, lemma in zip(doc, sentence.pos, sentence.lemmas, strict=True):
            same = token.lemma_.lower() == lemma.lower()
            counts.update(words=1, pos=int(token.pos_ == part), lemma=int(same))
            if part == "NOUN":
                counts.update(nouns=1, noun_lemma=int(same))
    return (
        counts["pos"] / counts["words"],
        counts["lemma"] / counts["words"],
        counts["noun_lemma"] / counts["nouns"],
    )


def boundaries(nlp: Language, gold: Iterable[Sentence]) -> tuple[float, float]:
    """Precision and recall of sentence starts."""
    right = predicted = expected = 0
    for _, run in groupby(gold, key=lambda sentence: sentence.document):
        text, starts = "", set()
        for sentence in run:
            text = f"{text.rstrip()} " if text else ""
            starts.add(len(text))
            text += "".join(
                w + (" " if s else "") for w, s in zip(sentence.words, sentence.spaces, strict=True)
            )
        doc = nlp.get_pipe("sentence_rules")(nlp.make_doc(text.rstrip()))
        found = {sentence.start_char for sentence in doc.sents}
        right, predicted, expected = (
            right + len(found & starts),
            predicted + len(found),
            expected + len(starts),
        )
    return right / predicted, right / expected


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--model", type=Path, default=HERE.parent.parent / "sanitizer/text/model")
    options = parser.parse_args()
    source = options.work / "corpora"
    if not source.is_dir():
        raise SystemExit(f"missing: {source} (run training/model/bins.py first)")
    nlp = spacy.load(options.model)
    print(f"{'entities':22} label    precision  recall  F1    gold")
    for name, labels in (
        ("ewt_test", ("PERSON", "LOC", "ORG")),
        ("ewt_dev", ("PERSON", "LOC", "ORG")),
        ("gum_dev", ("PERSON", "LOC", "ORG", "NORP", "MISC")),
    ):
        path = options.work / "bins" / f"{name}.spacy"
        total: Counter[str] = Counter()
        for label, c in entities(nlp, DocBin().from_disk(path).get_docs(nlp.vocab), labels).items():
            total.update(c)
            print(f"{name:22} {label:8} {_prf(c)}")
        print(f"{name:22} {'all':8} {_prf(total)}")
    demonyms: frozenset[str] = frozenset()
    ewt, gum = corpora.ewt(source, "dev", demonyms), list(corpora.gum(source, demonyms, prepare.GUM_DEV))
    pud = corpora.pud(source, demonyms)
    print("\nwords                  UPOS   lemma  noun lemma")
    for name, sentences in (("EWT dev", ewt), ("GUM held out", gum)):
        print(f"{name:22} " + "  ".join(f"{share:.3f}" for share in words(nlp, sentences)))
    print("\nsentence starts        precision  recall")
    for name, sentences in (("EWT dev", ewt), ("GUM held out", gum), ("PUD", pud)):
        precision, recall = boundaries(nlp, sentences)
        print(f"{name:22} {precision:.3f}      {recall:.3f}")


def _prf(c: Counter[str]) -> str:
    precision = c["right"] / c["predicted"] if c["predicted"] else 0.0
    recall = c["right"] / c["gold"] if c["gold"] else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return f"{precision:.3f}      {recall:.3f}   {f1:.3f} {c['gold']:5}"


if __name__ == "__main__":
    main()
