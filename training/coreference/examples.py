"""Texts with gold coreference as arrays to learn from."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import annotated
import numpy as np
from annotated import LITBANK_HELD_OUT, PARSER_HELD_OUT, Annotated, without_possessive
from scipy import sparse
from spacy.tokens import Doc

from sanitizer.read.names import named
from sanitizer.read.pairs import PAIR, pairs_of
from sanitizer.read.referring_phrases import Candidate, candidates_of
from sanitizer.text.mention_syntax import head_of
from sanitizer.text.parse import parse

Array = np.ndarray


@dataclass(frozen=True)
class Example:
    """A text's phrases and pairs, as :class:`sanitizer.read.pairs.Pairs` has them; which readings of a phrase are right
    and what wrong ones cost, (n, 1 + K), first a new entity; and its weight, 0 where the corpus says nothing."""

    own: Array
    before: Array
    row: Array
    column: Array
    codes: Array
    onehot: sparse.csr_matrix
    group: Array
    right: Array
    cost: Array
    weight: Array


def splits(root: Path, split: str) -> frozenset[str]:
    """Return the documents of an official part of GUM."""
    text = (root / "gum/splits.md").read_text(encoding="utf8")
    part = text.partition(f"## {split}\n")[2].partition("\n## ")[0]
    return frozenset(line.strip(" *") for line in part.splitlines() if line.strip().startswith("*"))


def parts(root: Path, *, dev: bool) -> tuple[list[Annotated], list[Annotated]]:
    """Return what is learned from, and what is held out: for the end, or (``dev``) to choose settings by."""
    last = PARSER_HELD_OUT | splits(root, "test")
    chosen = splits(root, "dev") - last
    learned, held = [], []
    for document in annotated.gum(root):
        if document.document in last:
            held += [] if dev else [document]
        elif dev and document.document in chosen:
            held.append(document)
        else:
            learned.append(document)
    for number, document in enumerate(annotated.litbank(root)):
        if number % LITBANK_HELD_OUT == 0:
            held += [] if dev else [document]
        elif dev and number % LITBANK_HELD_OUT == 5:
            held.append(document)
        else:
            learned.append(document)
    return learned, held


def characters(doc: Doc, candidate: Candidate) -> tuple[int, int]:
    """Return a phrase as a span of characters."""
    span = doc[candidate.start : candidate.end]
    return without_possessive(doc.text, span.start_char, span.end_char)


def aligned(doc: Doc, candidates: list[Candidate], gold: Annotated) -> list[int]:
    """Return the gold entity of each phrase, by its characters, else by its head; -1: none."""
    exact = {span: i for i, spans in enumerate(gold.entities) for span in spans}
    heads: dict[int, int] = {}
    starts = {token.idx: token.i for token in doc}
    ends = {token.idx + len(token): token.i + 1 for token in doc}
    for (start, end), entity in sorted(exact.items(), key=lambda item: item[0][0] - item[0][1]):
        if start in starts and end in ends and starts[start] < ends[end]:
            heads[head_of(doc, starts[start], ends[end])] = entity
    spans = [characters(doc, c) for c in candidates]
    taken = {c.head for c, s in zip(candidates, spans, strict=True) if s in exact and not c.joined}
    result = []
    for candidate, span in zip(candidates, spans, strict=True):
        by_head = -1 if candidate.joined or candidate.head in taken else heads.get(candidate.head, -1)
        result.append(exact.get(span, by_head))
    return result


def examples(root: Path, *, dev: bool, costs: tuple[float, float, float], litbank: float) -> list[Example]:
    """Return all texts to learn from."""
    return list(_examples(parts(root, dev=dev)[0], costs, litbank))


def _examples(found: list[Annotated], costs: tuple[float, float, float], litbank: float) -> Iterator[Example]:
    for gold in found:
        doc = parse(gold.text)
        candidates = candidates_of(doc, named(doc))
        entity = np.array(aligned(doc, candidates, gold))
        pairs = pairs_of(doc, candidates)
        n, k = pairs.before.shape
        there = pairs.before >= 0
        same = there & (entity[:, None] >= 0) & (entity[np.maximum(pairs.before, 0)] == entity[:, None])
        right = np.concatenate([~same.any(1, keepdims=True), same], axis=1)
        weight = (
            np.ones(n, np.float32) if gold.whole else np.where(entity >= 0, litbank, 0.0).astype(np.float32)
        )
        false_link, false_new, wrong_link = costs
        cost = np.zeros((n, 1 + k), np.float32)
        cost[:, 0] = np.where(right[:, 0], 0, false_new)
        cost[:, 1:] = np.where(same, 0, np.where(right[:, :1], false_link, wrong_link))
        row, column = np.nonzero(there & (weight > 0)[:, None])
        codes = pairs.codes[row, column]
        pointers = np.arange(len(row) + 1) * codes.shape[1]
        onehot = sparse.csr_matrix(
            (np.ones(codes.size, np.float32), codes.ravel().astype(np.int32), pointers),
            shape=(len(row), PAIR),
        )
        yield Example(
            pairs.own,
            pairs.before,
            row,
            column,
            codes,
            onehot,
            pairs.group,
            right.astype(np.float32),
            cost,
            weight,
        )


__all__ = ["Example", "aligned", "characters", "examples", "parts"]
