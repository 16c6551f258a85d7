"""The part of the pipeline that sets parts of speech, features and dependency trees: the network of ``network.py``."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from spacy.attrs import DEP, HEAD, MORPH, ORTH, POS
from spacy.language import Language
from spacy.parts_of_speech import IDS as POS_IDS
from spacy.tokens import Doc
from spacy.util import minibatch
from spacy.vocab import Vocab

from sanitizer.text.network import Ints, Network
from sanitizer.text.products import one_thread

LONGEST: Final = 120
"""Words of a sentence that are read at once; the parts of a longer one hang on its first part."""


class Syntax:
    """The part of the pipeline that sets ``head`` and ``dep``, and ``pos`` and ``morph``; sentences are set before it.

    Args:
        vocab: of the pipeline.
        tags: whether it sets parts of speech and features too, instead of a part before it.
    """

    def __init__(self, vocab: Vocab, *, tags: bool = True) -> None:
        self.vocab = vocab
        self.sets_tags = tags
        self.network: Network | None = None
        self.tags: tuple[tuple[str, str], ...] = ()
        self.labels: tuple[str, ...] = ()

    def __call__(self, doc: Doc) -> Doc:
        """Set tags and trees; white space hangs on the word before it (else after it) as ``dep``."""
        return self._parse([doc])[0]

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 64) -> Iterator[Doc]:
        """Set tags and trees of each document, ``batch_size`` of them at once."""
        for docs in minibatch(stream, batch_size):
            yield from self._parse(docs)

    def _parse(self, docs: Sequence[Doc]) -> Sequence[Doc]:
        """Set tags and trees of ``docs``, whose words are numbered one after another."""
        if self.network is None:
            raise ValueError("the part of the pipeline that parses has no weights")
        starts = np.concatenate([[0], np.cumsum([len(doc) for doc in docs])]).astype(np.int64)
        parts: list[Ints] = []
        firsts: list[int] = []
        above = np.arange(starts[-1])
        for doc, start in zip(docs, starts, strict=False):
            _read(doc, int(start), parts, firsts, above)
        tags, heads, relations = self._scores(docs, parts)
        roots = [next(int(i) for i in part if heads[i] == i) for part in parts]
        for number, first in enumerate(firsts):
            if number != first:
                heads[roots[number]] = roots[first]
                relations[roots[number]] = len(self.labels) + 1
        spaces = tags == len(self.tags)
        heads[spaces] = above[spaces]
        for doc, start, end in zip(docs, starts, starts[1:], strict=False):
            self._set(doc, tags[start:end], heads[start:end] - start, relations[start:end])
        return docs

    def _scores(self, docs: Sequence[Doc], parts: Sequence[Ints]) -> tuple[Ints, Ints, Ints]:
        """Tag, head and relation of each token of ``docs``; tokens outside of ``parts`` are white space."""
        size = sum(map(len, docs))
        tags, relations = np.full(size, len(self.tags), np.int64), np.full(size, len(self.labels), np.int64)
        heads = np.arange(size)
        if self.network is not None and parts:
            words: Ints = np.concatenate(parts)
            orths, inverse = np.unique(
                np.concatenate([doc.to_array(ORTH) for doc in docs]), return_inverse=True
            )
            forms = [self.vocab.strings[int(orth)] for orth in orths]
            lowered = [self.vocab[int(orth)].lower for orth in orths]
            number = np.empty(size, np.int64)
            number[words] = np.arange(len(words))
            with one_thread():
                x = self.network.inputs(forms, self.vocab.vectors.get_batch(lowered))[inverse]
                found = self.network(x[words], [number[part] for part in parts])
            tags[words], heads[words], relations[words] = found[0], words[found[1]], found[2]
        return tags, heads, relations

    def _set(self, doc: Doc, tags: Ints, heads: Ints, relations: Ints) -> Doc:
        """Write the numbers of tags and relations, and the heads, into ``doc``."""
        strings, morphology = self.vocab.strings, self.vocab.morphology
        names = np.array([strings.add(name) for name in (*self.labels, "dep", "parataxis")], dtype=np.uint64)
        relative = (heads - np.arange(len(doc))).astype(np.int64).astype(np.uint64)
        if not self.sets_tags:
            doc.from_array([HEAD, DEP], np.stack([relative, names[relations]], axis=1))
            return doc
        parts = np.array([POS_IDS[pos] for pos, _ in (*self.tags, ("SPACE", ""))], dtype=np.uint64)
        morphs = np.array(
            [morphology.add(features) for _, features in (*self.tags, ("", ""))], dtype=np.uint64
        )
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


def _read(doc: Doc, start: int, parts: list[Ints], firsts: list[int], above: Ints) -> None:
    """Add what is read at once of ``doc``, whose tokens are numbered from ``start``.

    Args:
        parts: words of each part that is read at once, added to.
        firsts: for each part, the number of the first part of its sentence; added to.
        above: for white space, the word before it in its sentence, else the first after it; changed.
    """
    for sentence in doc.sents:
        words = [token.i + start for token in sentence if not token.is_space]
        if len(words) < len(sentence):
            before = words[0] if words else sentence.start + start
            inside = set(words)
            for i in range(sentence.start + start, sentence.end + start):
                before = i if i in inside else before
                above[i] = before
        first = len(parts)
        for begin in range(0, len(words), LONGEST):
            parts.append(np.array(words[begin : begin + LONGEST], dtype=np.int64))
            firsts.append(first)


Language.factory(
    "syntax", default_config={"tags": True}, func=lambda nlp, name, tags: Syntax(nlp.vocab, tags=tags)
)
