"""The part of the pipeline that sets parts of speech, features and dependency trees: the network of ``network.py``."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from spacy.attrs import DEP, HEAD, MORPH, ORTH, POS
from spacy.language import Language
from spacy.parts_of_speech import IDS as POS_IDS
from spacy.tokens import Doc
from spacy.vocab import Vocab
from threadpoolctl import ThreadpoolController

from sanitizer.text.network import Ints, Network

LONGEST: Final = 120
"""Words of a sentence that are read at once; the parts of a longer one hang on its first part."""


@cache
def _libraries() -> ThreadpoolController:
    """What sets the threads of numpy's products: for products this small, more than one take many times as long."""
    return ThreadpoolController()


class Syntax:
    """The part of the pipeline that sets ``pos``, ``morph``, ``head`` and ``dep``; sentences are set before it."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab
        self.network: Network | None = None
        self.tags: tuple[tuple[str, str], ...] = ()
        self.labels: tuple[str, ...] = ()

    def __call__(self, doc: Doc) -> Doc:
        """Set tags and trees; white space hangs on the word before it (else after it) as ``dep``."""
        if self.network is None:
            raise ValueError("the part of the pipeline that parses has no weights")
        parts, firsts = _parts(doc)
        words: Ints = np.concatenate(parts) if parts else np.empty(0, np.int64)
        tags = np.full(len(doc), len(self.tags), np.int64)
        heads = np.arange(len(doc))
        relations = np.full(len(doc), len(self.labels), np.int64)
        if parts:
            orths, inverse = np.unique(doc.to_array(ORTH), return_inverse=True)
            forms = [self.vocab.strings[int(orth)] for orth in orths]
            lowered = [self.vocab[form].lower for form in forms]
            number = np.empty(len(doc), np.int64)
            number[words] = np.arange(len(words))
            with _libraries().limit(limits=1, user_api="blas"):
                x = self.network.inputs(forms, self.vocab.vectors.get_batch(lowered))[inverse]
                found = self.network(x[words], [number[part] for part in parts])
            tags[words], heads[words], relations[words] = found[0], words[found[1]], found[2]
        roots = [next(int(i) for i in part if heads[i] == i) for part in parts]
        for part, first in enumerate(firsts):
            if part != first:
                heads[roots[part]] = roots[first]
                relations[roots[part]] = len(self.labels) + 1
        _hang_space(doc, heads)
        return self._set(doc, tags, heads, relations)

    def _set(self, doc: Doc, tags: Ints, heads: Ints, relations: Ints) -> Doc:
        """Write the numbers of tags and relations, and the heads, into ``doc``."""
        strings, morphology = self.vocab.strings, self.vocab.morphology
        parts = np.array([POS_IDS[pos] for pos, _ in (*self.tags, ("SPACE", ""))], dtype=np.uint64)
        morphs = np.array(
            [morphology.add(features) for _, features in (*self.tags, ("", ""))], dtype=np.uint64
        )
        names = np.array([strings.add(name) for name in (*self.labels, "dep", "parataxis")], dtype=np.uint64)
        relative = (heads - np.arange(len(doc))).astype(np.int64).astype(np.uint64)
        values = np.stack([parts[tags], morphs[tags], relative, names[relations]], axis=1)
        doc.from_array([POS, MORPH, HEAD, DEP], values)
        return doc

    def load(self, weights: Mapping[str, npt.NDArray[Any]], names: Mapping[str, Any]) -> None:
        """Take weights and the names of tags (part of speech, features) and relations."""
        self.network = Network(weights)
        self.tags = tuple((str(pos), str(features)) for pos, features in names["tags"])
        self.labels = tuple(str(name) for name in names["labels"])
        self._weights = dict(weights)

    def to_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> None:
        """Write ``weights.npz`` and ``names.json`` into the folder ``path``."""
        path.mkdir(parents=True, exist_ok=True)
        with (path / "weights.npz").open("wb") as file:
            np.savez(file, allow_pickle=False, **self._weights)
        (path / "names.json").write_text(
            json.dumps({"tags": self.tags, "labels": self.labels}, indent=1), encoding="utf8"
        )

    def from_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> "Syntax":
        """Read what :meth:`to_disk` wrote."""
        with np.load(path / "weights.npz") as file:
            weights = {name: file[name] for name in file.files}
        self.load(weights, json.loads((path / "names.json").read_text(encoding="utf8")))
        return self


def _parts(doc: Doc) -> tuple[list[Ints], list[int]]:
    """The words of each part that is read at once, and for each the number of the first part of its sentence."""
    parts: list[Ints] = []
    firsts: list[int] = []
    for sentence in doc.sents:
        words = np.array([t.i for t in sentence if not t.is_space], dtype=np.int64)
        first = len(parts)
        for start in range(0, len(words), LONGEST):
            parts.append(words[start : start + LONGEST])
            firsts.append(first)
    return parts, firsts


def _hang_space(doc: Doc, heads: Ints) -> None:
    """Let each white space of a sentence hang on the word before it, else on the first word after it."""
    for sentence in doc.sents:
        before = next((t.i for t in sentence if not t.is_space), sentence.start)
        for token in sentence:
            if token.is_space:
                heads[token.i] = before
            else:
                before = token.i


Language.factory("syntax", func=lambda nlp, name: Syntax(nlp.vocab))
