"""Put the trained parts together into the pipeline that ships."""

import shutil
from collections.abc import Iterable
from pathlib import Path

import lemmas
import spacy
from corpora import Sentence
from spacy.language import Language

import sanitizer.text.sentences  # noqa: F401  (registers "sentence_rules")

META = {
    "name": "sanitizer",
    "version": "1.0.0",
    "description": "English: tokens, sentences, parts of speech, lemmas, named entities",
    "author": "semantic-sanitizer",
    "license": "Apache-2.0; derived from data under CC BY-SA 4.0 and others, see NOTICE",
}


def assemble(
    morphologizer: Path, ner: Path, treebanks: Iterable[Sentence], text: Path, target: Path
) -> Language:
    """Write the pipeline to ``target``: sentences by rule, then the two trained parts, then lemmas by rule.

    The subword vectors that the entity recognizer uses come with its vocabulary.
    """
    entities = spacy.load(ner)
    nlp = spacy.blank("en", vocab=entities.vocab)
    nlp.add_pipe("sentence_rules")
    table = nlp.vocab.vectors.to_bytes()
    nlp.add_pipe("morphologizer", source=spacy.load(morphologizer, vocab=nlp.vocab))
    # loading a pipeline into this vocabulary put that pipeline's empty table in the place of the vectors
    nlp.vocab.vectors.from_bytes(table)
    # The lemmatizer takes a noun marked as singular as it is, so that a rare plural, which the network may
    # take for a singular, would keep its s. The table of exceptions knows the singulars that end in s.
    nlp.get_pipe("morphologizer").cfg["labels_morph"]["Number=Sing|POS=NOUN"] = ""
    lemmatizer = nlp.add_pipe("lemmatizer", config={"mode": "rule"})
    lemmatizer.initialize(lookups=lemmas.tables(treebanks, lemmas.word_counts(text)))
    nlp.add_pipe("ner", source=entities)
    nlp.meta.update(META)
    nlp.meta["performance"] = {}
    _forget_strings(nlp)
    temporary = target.with_name(target.name + ".tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    nlp.to_disk(temporary)
    shutil.rmtree(target, ignore_errors=True)
    temporary.rename(target)
    return nlp


def _forget_strings(nlp: Language) -> None:
    """Keep the few strings that the parts need: labels, features, lemmas; the words seen in training are not."""
    keep = set(nlp.get_pipe("ner").labels) | set(nlp.get_pipe("morphologizer").labels)
    keep |= {feature for label in nlp.get_pipe("morphologizer").labels for feature in label.split("|")}
    nlp.vocab.strings._reset_and_load(sorted(keep))
