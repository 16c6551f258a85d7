"""The part of the pipeline that reads: parts of speech, trees, names, their kinds and what is told of persons, all from
one network (``attention.py``).

A document goes through the network a passage at a time. The states of its words tell the tag of each, the head of each
within its sentence (``trees.py``), which words are names, of what kind, and which tell what of a person.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from spacy.attrs import DEP, ENT_IOB, ENT_TYPE, HEAD, MORPH, ORTH, POS
from spacy.language import Language
from spacy.parts_of_speech import IDS as POS_IDS
from spacy.tokens import Doc
from spacy.vocab import Vocab

from kb.lookup import read_arrays
from sanitizer.common.integrity import check
from sanitizer.text.attention import LONGEST, Attention, Floats, Ints
from sanitizer.text.facts import FACTS, of_facts
from sanitizer.text.matrix_products import one_thread
from sanitizer.text.trees import against, link, trees
from sanitizer.types import noted

LABELS: Final = ("PERSON", "LOC", "ORG", "NORP", "MISC", "MEDICINE", "CODE")
"""What the network tells names to be; the last two are no entities of the document."""
ENTITIES: Final = 5
KINDS: Final = 69
"""Kinds of names (:func:`kind_names`)."""
LONGEST_SENTENCE: Final = 120
"""Words of a sentence that get one tree; the trees of the parts of a longer one hang on its first part's."""
_MEDICINE: Final = 1 + 2 * LABELS.index("MEDICINE")
_MEDICINE_SURE: Final = 0.75
_GOES_ON: Final = 0.2
"""The least chance of the words behind the first of a medicine's name."""
_OVERLOOKED: Final = 0.1
"""The chance that a word belongs to a name that the entities of another pipeline lack."""
_KEPT: Final = 8192
"""Word forms that are remembered."""
STATE: Final = 64
"""Numbers of a word's state that stay with the document, of those that the network has."""
_SAID: Final = 1 + 2 * len(LABELS)
_TOLD: Final = _SAID + 1 + len(FACTS)
_NAMED: Final = _TOLD + KINDS
"""Where the chances of names, of facts and of kinds end among the numbers that stay with a word."""
_STATES: Final = Path(__file__).with_name("data") / "states.npz"
_NAMES: Final = Path(__file__).with_name("model") / "reader" / "names.json"
_OF_MARKS: Final = frozenset(("PUNCT", "SYM", "PART", "INTJ", "X"))
_LINE_END: Final = "\n"
_STOPS: Final = (".", "?", "!", _LINE_END)


class Reader:
    """The part of the pipeline that sets ``pos``, ``morph``, ``head``, ``dep``, ``doc.ents`` and ``doc.tensor``: for
    each word the chance that it is of no name, then of each of ``LABELS`` that it begins one and that it goes on with
    one (:func:`chances_of`), the chances of what it tells of a person (:func:`facts_of`) and of its kinds, were it a
    name (:func:`kinds_of`), and the first principal components of its state (:func:`states_of`). Sentences are set
    before it.

    Args:
        vocab: of the pipeline.
    """

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab
        self.network: Attention | None = None
        self.tags: tuple[tuple[str, str], ...] = ()
        self.relations: tuple[str, ...] = ()
        self.kinds: tuple[str, ...] = ()
        self.cache: dict[int, Floats] = {}

    def __call__(self, doc: Doc) -> Doc:
        """Read ``doc``; white space hangs on the word before it (else after it) as ``dep``."""
        with one_thread():
            forms, read, states = self._states(doc)
            self._set_trees(doc, forms, states)
            self._set_names(doc, read, states)
        return doc

    def tag(self, doc: Doc) -> Doc:
        """Set the parts of speech and the features alone."""
        with one_thread():
            forms, _, states = self._states(doc)
            words = np.array([i for i, form in enumerate(forms) if not form.isspace()], dtype=np.int64)
            doc.from_array([POS, MORPH], self._named_tags(self._tags(forms, states, words)))
        return doc

    def states(self, doc: Doc) -> Floats:
        """Return the states of the words, as the layers make them: (words, width)."""
        with one_thread():
            return self._states(doc)[2]

    def _states(self, doc: Doc) -> tuple[list[str], Ints, Floats]:
        """Return the forms of the words, the numbers of those that the network reads, and the states of all."""
        if self.network is None:
            raise ValueError("the part of the pipeline that reads has no weights")
        forms = [token.text for token in doc]
        read = np.array(
            [i for i, form in enumerate(forms) if not form.isspace() or _LINE_END in form], dtype=np.int64
        )
        states = np.zeros((len(doc), self.network.width), np.float32)
        if len(read):
            x = self._inputs(forms, doc.to_array(ORTH), read)
            for start, end in passages([forms[i] for i in read]):
                states[read[start:end]] = self.network.read(x[start:end])
        return forms, read, states

    def _tags(self, forms: Sequence[str], states: Floats, words: Ints) -> Ints:
        """Return the number of the tag of each word; of white space the number behind the last. What has neither a
        letter nor a digit is a mark or a sign, and nothing else is."""
        assert self.network is not None
        tags = np.full(len(states), len(self.tags))
        if len(words):
            scores = self.network.scores(states[words], "tags")
            marks = np.array([not any(map(str.isalnum, forms[i])) for i in words])
            of_marks = np.array([pos in _OF_MARKS for pos, _ in self.tags])
            of_words = np.array([pos != "PUNCT" for pos, _ in self.tags])
            barred = np.where(marks[:, None], ~of_marks, ~of_words)
            tags[words] = np.where(barred, -np.inf, scores).argmax(1)
        return tags

    def _named_tags(self, tags: Ints) -> npt.NDArray[np.uint64]:
        """Return part of speech and features, as spaCy numbers them."""
        add = self.vocab.morphology.add
        parts = np.array([POS_IDS[pos] for pos, _ in (*self.tags, ("SPACE", ""))], dtype=np.uint64)
        morphs = np.array([add(features) for _, features in (*self.tags, ("", ""))], dtype=np.uint64)
        return np.stack([parts[tags], morphs[tags]], axis=1)

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 64) -> Iterator[Doc]:
        """Read each document."""
        for doc in stream:
            yield self(doc)

    def _inputs(self, forms: Sequence[str], orths: npt.NDArray[np.uint64], read: Ints) -> Floats:
        """Return what the layers read of each word, made once for each form."""
        assert self.network is not None
        own = [0 if _LINE_END in forms[i] else int(orths[i]) for i in read]
        if len(self.cache) > _KEPT:
            self.cache = {}
        new = {key: forms[i] for key, i in zip(own, read, strict=True) if key not in self.cache}
        if new:
            made = self.network.inputs([form if key else _LINE_END for key, form in new.items()])
            self.cache.update(zip(new, made, strict=True))
        return np.array([self.cache[key] for key in own])

    def _set_trees(self, doc: Doc, forms: Sequence[str], states: Floats) -> None:
        """Write tags and trees into ``doc``."""
        assert self.network is not None
        sentences, firsts, above = _sentences(doc, forms)
        size = len(doc)
        words: Ints = np.concatenate(sentences) if sentences else np.zeros(0, np.int64)
        tags, relations = self._tags(forms, states, words), np.full(size, len(self.relations))
        heads = np.arange(size)
        if sentences:
            found = trees(self.network.weights, states, sentences)
            heads[words], relations[words] = found[0][words], found[1][words]
            link(forms, heads, relations, self.relations)
            joints = against(forms, heads, relations, self.relations)
            tags[joints] = next((i for i, (pos, _) in enumerate(self.tags) if pos == "CCONJ"), 0)
            self._set_auxiliaries(tags, relations)
        roots = [int(part[heads[part] == part][0]) for part in sentences]
        for number, first in enumerate(firsts):
            if number != first:
                heads[roots[number]], relations[roots[number]] = roots[first], len(self.relations) + 1
        spaces = tags == len(self.tags)
        heads[spaces] = above[spaces]
        add = self.vocab.strings.add
        names = np.array([add(name) for name in (*self.relations, "dep", "parataxis")], dtype=np.uint64)
        relative = (heads - np.arange(size)).astype(np.int64).astype(np.uint64)
        values = np.stack([relative, names[relations]], axis=1)
        doc.from_array([POS, MORPH, HEAD, DEP], np.concatenate([self._named_tags(tags), values], axis=1))

    def _set_auxiliaries(self, tags: Ints, relations: Ints) -> None:
        """Tag the verbs that the tree says to be auxiliaries, or the link to a predicate, as auxiliaries."""
        number = {tag: i for i, tag in enumerate(self.tags)}
        same = [
            number.get(("AUX", morph), i) if pos == "VERB" else i for i, (pos, morph) in enumerate(self.tags)
        ]
        helps = np.isin(
            relations, [i for i, name in enumerate(self.relations) if name in ("cop", "aux", "aux:pass")]
        )
        tags[helps] = np.array(same)[tags[helps]]

    def _set_names(self, doc: Doc, read: Ints, states: Floats) -> None:
        """Write the names into ``doc``, and the chances of each word."""
        assert self.network is not None
        scores = np.full((len(doc), _NAMED), -30.0, np.float32)
        scores[:, [0, _SAID, _TOLD]] = 0.0
        for task, start, end in (("names", 0, _SAID), ("facts", _SAID, _TOLD), ("kinds", _TOLD, _NAMED)):
            own = scores[:, start:end]
            found = self.network.scores(states[read], task)
            own[read] = of_facts(found) if task == "facts" else found
            own -= own.max(1, keepdims=True, initial=-np.inf)
            own -= np.log(np.exp(own).sum(1, keepdims=True))
        doc.tensor = np.concatenate([np.exp(scores), _components(states)], axis=1)
        marks = np.zeros(len(doc), np.int64)
        marks[read] = best_marks(scores[read, :_SAID])
        _set_entities(doc, marks)

    def load(self, weights: Mapping[str, npt.NDArray[Any]], names: Mapping[str, Any]) -> None:
        """Take weights and the names of tags (part of speech, features), relations and kinds."""
        self.network = Attention(weights)
        self.tags = tuple((str(pos), str(features)) for pos, features in names["tags"])
        self.relations = tuple(str(name) for name in names["relations"])
        self.kinds = tuple(str(name) for name in names["kinds"])
        self.cache = {}
        self._weights = dict(weights)

    def to_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> None:
        """Write ``weights.npz`` and ``names.json`` into the folder ``path``."""
        path.mkdir(parents=True, exist_ok=True)
        with (path / "weights.npz").open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **self._weights)
        names = {"tags": self.tags, "relations": self.relations, "kinds": self.kinds}
        (path / "names.json").write_text(json.dumps(names, indent=0), encoding="utf8")

    def from_disk(self, path: Path, *, exclude: Sequence[str] = ()) -> "Reader":
        """Read what :meth:`to_disk` wrote."""
        with np.load(path / "weights.npz") as file:
            weights = {name: file[name] for name in file.files}
        self.load(weights, json.loads((path / "names.json").read_text(encoding="utf8")))
        return self


def passages(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield runs of at most ``LONGEST`` words, cut behind the last end of a line or of a sentence in their second
    half."""
    start = 0
    while start < len(words):
        end = min(start + LONGEST, len(words))
        if end < len(words):
            half = start + LONGEST // 2
            ends = (i for i in range(end, half, -1) if words[i - 1] in _STOPS or _LINE_END in words[i - 1])
            end = next(ends, end)
        yield start, end
        start = end


def best_marks(scores: Floats) -> Ints:
    """Return the best row of marks in which a later word of a name (an even mark) follows a word of the same label.

    Args:
        scores: logarithms of the chances of each mark (words, marks); mark 0 is no name, an odd one the first word of a
            name, the next even one a later word.
    """
    best: Ints = scores.argmax(1)
    before = np.concatenate([[0], best[:-1]])
    if bool(((best % 2 == 1) | (best == 0) | (before == best) | (before == best - 1)).all()):
        return best
    count, size = scores.shape
    barred = np.zeros((size, size), np.float32)
    for mark in range(2, size, 2):
        barred[:, mark] = -1e9
        barred[[mark - 1, mark], mark] = 0.0
    total = scores[0] + barred[0]
    came = np.zeros((count, size), np.int64)
    for i in range(1, count):
        ways = total[:, None] + barred
        came[i] = ways.argmax(0)
        total = ways[came[i], np.arange(size)] + scores[i]
    best = np.empty(count, np.int64)
    best[-1] = int(total.argmax())
    for i in range(count - 1, 0, -1):
        best[i - 1] = came[i, best[i]]
    return best


def _set_entities(doc: Doc, marks: Ints) -> None:
    """Write the names that are entities into ``doc``; white space between words of one belongs to it."""
    labels = np.array([doc.vocab.strings.add(name) for name in LABELS], dtype=np.uint64)
    label = (marks - 1) // 2
    inside = (marks > 0) & (label < ENTITIES)
    iob = np.where(inside, np.where(marks % 2 == 1, 3, 1), 2)
    for i in range(1, len(doc) - 1):
        if not inside[i] and inside[i - 1] and iob[i + 1] == 1 and doc[i].is_space:
            label[i], inside[i], iob[i] = label[i - 1], True, 1
    types = np.where(inside, labels[np.maximum(label, 0)], 0)
    doc.from_array([ENT_IOB, ENT_TYPE], np.stack([iob.astype(np.uint64), types.astype(np.uint64)], axis=1))


def _sentences(doc: Doc, forms: Sequence[str]) -> tuple[list[Ints], list[int], Ints]:
    """Return the numbers of the words of each sentence, in parts of at most ``LONGEST_SENTENCE``; for each part the
    number of the first part of its sentence; and for white space the word before it in its sentence, else the first
    after it."""
    parts: list[Ints] = []
    firsts: list[int] = []
    above = np.arange(len(doc))
    for sentence in doc.sents:
        words = [i for i in range(sentence.start, sentence.end) if not forms[i].isspace()]
        if len(words) < sentence.end - sentence.start:
            before = words[0] if words else sentence.start
            inside = set(words)
            for i in range(sentence.start, sentence.end):
                before = i if i in inside else before
                above[i] = before
        first = len(parts)
        for begin in range(0, len(words), LONGEST_SENTENCE):
            parts.append(np.array(words[begin : begin + LONGEST_SENTENCE], dtype=np.int64))
            firsts.append(first)
    return parts, firsts, above


def chances_of(doc: Doc) -> Floats:
    """For each word the chance that it is of no name, then of each of ``LABELS`` that it begins one and that it goes on
    with one: (words, 1 + 2 * labels). Where another pipeline read ``doc``, its entities are sure, and other words may
    be of any name."""
    if is_read(doc):
        result: Floats = doc.tensor[:, :_SAID]
        return result
    result = np.full((len(doc), _SAID), _OVERLOOKED / (_SAID - 1), np.float32)
    result[:, 0] = 1 - _OVERLOOKED
    for token in doc:
        if token.ent_type_ in LABELS:
            result[token.i] = 0.0
            result[token.i, 1 + 2 * LABELS.index(token.ent_type_) + (token.ent_iob_ == "I")] = 1.0
    return result


@cache
def _axes() -> tuple[Floats, Floats]:
    """Return the mean of the directions of states, and the axes along which they differ most."""
    check("sanitizer/text/data/states.npz")
    found = read_arrays(_STATES, ["mean", "axes"])
    return found["mean"].astype(np.float32), found["axes"].astype(np.float32)


def _components(states: Floats) -> Floats:
    """Return the states along the axes, as directions: (words, STATE); zeros for a network of another width."""
    mean, axes = _axes()
    if states.shape[1] != len(mean):
        return np.zeros((len(states), STATE), np.float32)
    apart: Floats = _directions(states) - mean
    found: Floats = _directions(apart @ axes)
    found[~states.any(1)] = 0.0
    return found


def _directions(rows: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    result: Floats = np.divide(rows, np.maximum(lengths, 1e-6), dtype=np.float32)
    return result


def states_of(doc: Doc) -> Floats:
    """Return what the network makes of each word where it stands: (words, STATE), zeros where another pipeline read."""
    if is_read(doc):
        result: Floats = doc.tensor[:, _NAMED:]
        return result
    return np.zeros((len(doc), STATE), np.float32)


def is_read(doc: Doc) -> bool:
    """Return whether this pipeline read ``doc``."""
    shape: tuple[int, ...] = doc.tensor.shape
    return shape == (len(doc), _NAMED + STATE)


def facts_of(doc: Doc) -> Floats:
    """For each word the chance that it tells nothing of a person, then that it tells each of ``FACTS``: (words, 1 +
    facts). Where another pipeline read ``doc``, no word tells any."""
    if is_read(doc):
        result: Floats = doc.tensor[:, _SAID:_TOLD]
        return result
    result = np.zeros((len(doc), 1 + len(FACTS)), np.float32)
    result[:, 0] = 1.0
    return result


def kinds_of(doc: Doc) -> Floats:
    """For each word the chances of the kinds of the name that it may stand in (:func:`kind_names`): (words, kinds). All
    are alike where another pipeline read ``doc``."""
    if is_read(doc):
        result: Floats = doc.tensor[:, _TOLD:_NAMED]
        return result
    return np.full((len(doc), KINDS), 1 / KINDS, np.float32)


@cache
def kind_names() -> tuple[str, ...]:
    """Return the kinds of names, in the order of :func:`kinds_of`."""
    return tuple(json.loads(_NAMES.read_text(encoding="utf8"))["kinds"])


def name_chance(doc: Doc, start: int, end: int) -> float:
    """Return the greatest chance of a word that shares characters with ``start`` to ``end`` to belong to a name."""
    words = doc.char_span(start, end, alignment_mode="expand")
    return float(1 - chances_of(doc)[words.start : words.end, 0].min()) if words else 0.0


def is_medicine(doc: Doc, start: int, end: int) -> bool:
    """Return whether the characters lie in what the network takes for the name of a medicine."""
    return any(first <= start and end <= last for first, last in medicines(doc))


def medicine_chance(doc: Doc, start: int, end: int) -> float:
    """Return the greatest chance of a word that shares characters with ``start`` to ``end`` to belong to the name of a
    medicine."""
    words = doc.char_span(start, end, alignment_mode="expand")
    if not words:
        return 0.0
    chances = chances_of(doc)[words.start : words.end]
    return float((chances[:, _MEDICINE] + chances[:, _MEDICINE + 1]).max())


def medicines(doc: Doc) -> tuple[tuple[int, int], ...]:
    """Return the characters of what the network takes for the names of medicines, read once for a document."""
    return noted(doc, "medicines", lambda: tuple(_medicines(doc)))


def _medicines(doc: Doc) -> Iterator[tuple[int, int]]:
    chances = chances_of(doc)
    likely = chances[:, _MEDICINE] + chances[:, _MEDICINE + 1] > _MEDICINE_SURE
    inner = chances[:, _MEDICINE + 1] > np.maximum(chances[:, _MEDICINE], _GOES_ON)
    end = 0
    for first in np.flatnonzero(likely).tolist():
        if first < end:
            continue
        end = first + 1
        while end < len(doc) and (inner[end] or (likely[end] and not doc[end - 1].whitespace_)):
            end += 1
        yield doc[first].idx, doc[end - 1].idx + len(doc[end - 1])


Language.factory("reader", func=lambda nlp, name: Reader(nlp.vocab))
