"""What two phrases have in common, as numbers for the ranker: distance, words, agreement, grammar, meaning.

All pairs of a text are described at once, in arrays; each phrase is compared with the phrases shortly before it and
with earlier ones of the same name or head, so that the work grows with the length of the text, not with its square.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from spacy.tokens import Doc

from sanitizer.read.nouns import SORTS, synsets_of
from sanitizer.read.phrase_facts import CLASSES, DEFINITE, KINDS, ROLES, Fact, facts_of
from sanitizer.read.referring_phrases import Candidate
from sanitizer.text.reader import LABELS, STATE, chances_of, states_of

Array = npt.NDArray[Any]

WINDOW: Final = 40
"""Phrases right before one that it is compared with."""
ALIKE: Final = 4
"""Earlier phrases with the same name or head that it is compared with too."""
VECTOR: Final = 64
_OWN_SIZES: Final = (len(KINDS), len(CLASSES), 3, 3, len(SORTS), len(DEFINITE), len(ROLES), 2, 5, 4, 2, 4, 2)
OWN: Final = sum(_OWN_SIZES) + 2 * VECTOR + STATE + 1 + len(LABELS)
"""How many numbers describe a phrase."""
_PAIR_SIZES: Final = (9, 8, 3, 3, 3, 5, 3, 5, 5, 4, 6, 6, 3, 4, 3, 5, 5, 5, 2, 2)
_OFFSETS: Final = tuple(sum(_PAIR_SIZES[:i]) for i in range(len(_PAIR_SIZES)))
PAIR: Final = sum(_PAIR_SIZES)
"""How many numbers describe a pair."""
_SEXES: Final = ("", "m", "f")
_NUMBERS: Final = ("", "s", "p")
_SUBJECTS: Final = (ROLES.index("nsubj"), ROLES.index("nsubj:pass"))
_WORDS: Final = 6
_LEVELS: Final = 12
_ROWS: Final = 2_000
"""Phrases whose pairs are described at once: it bounds the memory."""
GROUPS: Final = ("name", "definite", "indefinite", "he or she", "it or they", "other pronoun")
"""Kinds of phrases that weigh what they have in common with another one each in their own way."""


@dataclass(frozen=True)
class Pairs:
    """A text's phrases and pairs as arrays.

    Attributes:
        own: one row a phrase, (n, OWN).
        before: for each phrase the numbers of those it is compared with, nearest first, -1 where there is none, (n, K).
        codes: what each pair is, as numbers of features, (n, K, number of features), to be looked up in weights.
        group: which of GROUPS each phrase belongs to.
        facts: what each phrase tells.
    """

    own: Array
    before: Array
    codes: Array
    group: Array
    facts: tuple[Fact, ...]


def pairs_of(doc: Doc, candidates: Sequence[Candidate]) -> Pairs:
    """Describe the phrases of a text and their pairs."""
    facts = facts_of(doc, candidates)
    columns = _Columns(doc, candidates, facts)
    before = _before(columns.key.tolist(), columns.kind.tolist())
    parts = [
        columns.codes(np.arange(i, min(i + _ROWS, len(facts)))[:, None], before[i : i + _ROWS])
        for i in range(0, len(facts), _ROWS)
    ]
    codes = np.concatenate(parts) if parts else np.zeros((0, before.shape[1], len(_PAIR_SIZES)), np.uint8)
    return Pairs(columns.own(), before, codes, np.array([_group(f) for f in facts], np.int32), tuple(facts))


def _group(fact: Fact) -> int:
    if fact.kind == "name":
        return 0
    if fact.kind == "noun":
        return 1 if fact.definite in {"definite", "demonstrative", "possessive", "name"} else 2
    return 3 if fact.sex else 4 if fact.pronoun in {"it", "they"} else 5


def _before(keys: Sequence[int], kinds: Sequence[int]) -> Array:
    """Return the phrases right before each one, and the last earlier ones of the same name or head."""
    n = len(keys)
    result = np.full((n, WINDOW + ALIKE), -1, np.int32)
    near = np.arange(n)[:, None] - np.arange(1, WINDOW + 1)[None, :]
    result[:, :WINDOW] = np.where(near >= 0, near, -1)
    alike: dict[int, list[int]] = defaultdict(list)
    for i, (key, kind) in enumerate(zip(keys, kinds, strict=True)):
        if KINDS[kind] == "pronoun":
            continue
        far = [j for j in reversed(alike[key][-WINDOW - ALIKE :]) if j < i - WINDOW][:ALIKE]
        result[i, WINDOW : WINDOW + len(far)] = far
        alike[key].append(i)
    return result


class _Columns:
    """What the phrases tell, one array a property."""

    def __init__(self, doc: Doc, candidates: Sequence[Candidate], facts: Sequence[Fact]) -> None:
        self.doc = doc

        def of(name: str, table: Sequence[str]) -> Array:
            codes = {value: i for i, value in enumerate(table)}
            return np.array([codes[getattr(f, name)] for f in facts], np.int32)

        self.kind, self.pronoun = of("kind", KINDS), of("pronoun", CLASSES)
        self.sex, self.number, self.sort = of("sex", _SEXES), of("number", _NUMBERS), of("sort", SORTS)
        self.definite, self.role = of("definite", DEFINITE), of("role", ROLES)
        self.sentence = np.array([f.sentence for f in facts], np.int32)
        self.paragraph = np.array([f.paragraph for f in facts], np.int32)
        self.quotation = np.array([f.quotation for f in facts], np.int32)
        self.governor = np.array([f.governor for f in facts], np.int32)
        self.above = np.array([doc[f.governor].head.i if f.governor >= 0 else -2 for f in facts], np.int32)
        self.start = np.array([c.start for c in candidates], np.int32)
        self.end = np.array([c.end for c in candidates], np.int32)
        self.head = np.array([c.head for c in candidates], np.int32)
        self.joined = np.array([c.joined for c in candidates], np.int32)
        self.named = np.array([-1 if c.name is None else c.name.group for c in candidates], np.int32)
        self.key = _numbered([_key(c, f) for c, f in zip(candidates, facts, strict=True)])
        self.nth = _counts(self.key)
        nouns = _numbered([f.key if f.kind == "noun" else "" for f in facts] + [f.called for f in facts])
        self.noun = np.where(self.kind == KINDS.index("noun"), nouns[: len(facts)], -1)
        self.called = np.where([bool(f.called) for f in facts], nouns[len(facts) :], -2)
        self.words, self.size = _words([() if f.kind == "pronoun" else tuple(sorted(f.words)) for f in facts])
        self.meaning, self.over = _meanings(
            [
                f.key if f.kind == "noun" and not c.joined else ""
                for c, f in zip(candidates, facts, strict=True)
            ]
        )
        self.vectors = _vectors(doc, [c.head for c in candidates])

    def own(self) -> Array:
        """Return the description of each phrase by itself: what it is, its words, and what the network makes of its
        head."""
        first = np.ones(len(self.kind), np.int32)
        first[1:] = self.sentence[1:] != self.sentence[:-1]
        codes = (
            self.kind, self.pronoun, self.sex, self.number, self.sort, self.definite, self.role, first,
            self.end - self.start - 1, self.nth, self.quotation, np.digitize(self.sentence, [1, 3, 8]), self.joined,
        )  # fmt: skip
        above = _vectors(self.doc, np.where(self.governor >= 0, self.governor, self.head).tolist())
        chances = chances_of(self.doc)[self.head]
        held = np.concatenate([chances[:, :1], chances[:, 1::2] + chances[:, 2::2]], axis=1)
        told = (_one_hot(codes, _OWN_SIZES), self.vectors, above, states_of(self.doc)[self.head], held)
        return np.concatenate(told, axis=1).astype(np.float32)

    def codes(self, m: Array, before: Array) -> Array:
        """Return the description of the pairs of the phrases ``m``, (rows, 1), with those ``before`` them, (rows,
        K)."""
        a = np.maximum(before, 0)
        none = np.zeros_like(a)
        apart = self.sentence[m] - self.sentence[a]
        sex, number, sort = (_agreement(p[m], p[a]) for p in (self.sex, self.number, self.sort))
        fits = (sex != 2) & (number != 2) & (sort != 2) & (before >= 0) & (self.joined[a] == 0)
        subject = np.isin(self.role[a], _SUBJECTS) + none
        nouns = (self.kind[m] == 1) & (self.kind[a] == 1)
        cosine = np.einsum("ijd,ikd->ik", self.vectors[m], self.vectors[a])
        same_name = np.where(self.named[m] == self.named[a], 1, 2 + (self.sort[m] == self.sort[a]))
        codes = (
            np.digitize(apart, [1, 2, 3, 4, 6, 11, 21, 60]),
            np.digitize(m - a, [2, 3, 5, 9, 17, 33, 41]),
            sex, number, sort,
            self._shared(m, a),
            np.where(self.key[m] == self.key[a], 1, np.where(self.noun[m] == self.called[a], 2, 0)),
            np.where(nouns, np.digitize(cosine, [0.2, 0.4, 0.6, 0.8]), 0),
            np.minimum(np.cumsum(fits, axis=1) - fits, 4),
            np.where((self.named[m] >= 0) & (self.named[a] >= 0), same_name, 0),
            self._grammar(m, a, apart),
            np.digitize(self.nth[a], [1, 2, 4, 8, 16]),
            np.where(apart == 0, 1 + subject, 0),
            np.where(apart == 1, 1 + subject, np.where(apart == 2, 3 * subject, 0)),
            np.where(self.role[m] == self.role[a], 1 + subject, 0),
            self._related(m, a),
            self._quoted(m, a),
            self.paragraph[m] - self.paragraph[a],
            (self.pronoun[m] > 0) & (self.pronoun[m] == self.pronoun[a]),
            self.joined[a],
        )  # fmt: skip
        columns = [
            np.minimum(c, size - 1) + o for c, size, o in zip(codes, _PAIR_SIZES, _OFFSETS, strict=True)
        ]
        return np.stack(columns, axis=2).astype(np.uint8)

    def _shared(self, m: Array, a: Array) -> Array:
        """0 no word shared, 1 some words, 2 all words of the later in the earlier, 3 all of the earlier, 4 the same."""
        found = np.zeros(a.shape, np.int32)
        theirs = self.words[:, a]
        for words in self.words:
            own = words[m]
            found += (theirs == own).any(0) & (own >= 0)
        mine, others = self.size[m] + 0 * a, self.size[a]
        all_mine, all_others = (found == mine) & (found > 0), (found == others) & (found > 0)
        kinds = [all_mine & all_others, all_mine, all_others, found > 0]
        result: Array = np.select(kinds, [4, 2, 3, 1], 0)
        return result

    def _grammar(self, m: Array, a: Array, apart: Array) -> Array:
        """0 nothing, 1 one within the other, 2 arguments of one governor, 3 apposition, 4 subject and predicate, 5 a
        possessive whose clause has the other as its subject."""
        near = apart == 0
        subject = np.isin(self.role[a], _SUBJECTS)
        inside = (self.end[a] >= self.end[m]) & (self.start[a] <= self.start[m])
        around = (self.start[a] >= self.start[m]) & (self.end[a] <= self.end[m])
        owned = (self.role[m] == ROLES.index("nmod:poss")) & subject & (self.governor[a] == self.above[m])
        kinds = [
            (self.role[m] == ROLES.index("appos")) & (self.governor[m] == self.head[a]),
            subject & (self.governor[a] == self.head[m]),
            inside | around,
            owned,
            (self.governor[m] == self.governor[a]) & (self.governor[m] >= 0),
        ]
        result: Array = np.select([near & kind for kind in kinds], [3, 4, 1, 5, 2], 0)
        return result

    def _quoted(self, m: Array, a: Array) -> Array:
        """0 both outside of quotations, 1 both in one, 2 in two, 3 only the later, 4 only the earlier."""
        mine, others = self.quotation[m], self.quotation[a]
        kinds = [(mine == 0) & (others == 0), mine == others, (mine > 0) & (others > 0), mine > 0]
        result: Array = np.select(kinds, [0, 1, 2, 3], 4)
        return result

    def _related(self, m: Array, a: Array) -> Array:
        """0 nothing, 1 the same meaning, 2 the earlier a kind of the later, 3 the later of the earlier, 4 unknown."""
        mine, others = self.meaning[m], self.meaning[a]
        kinds = [
            (mine == 0) | (others == 0),
            mine == others,
            (self.over[:, a] == mine).any(0),
            (self.over[:, m] == others).any(0),
        ]
        result: Array = np.select(kinds, [4, 1, 2, 3], 0)
        return result


def _key(candidate: Candidate, fact: Fact) -> str:
    """Return what makes phrases candidates for each other at any distance: the same name, the same head, the same
    pronoun."""
    if fact.kind == "pronoun":
        return f"pronoun {fact.pronoun}"
    return fact.key if candidate.name is None else f"name {candidate.name.group}"


def _agreement(mine: Array, others: Array) -> Array:
    """0 unknown, 1 the same, 2 different."""
    found: Array = np.where((mine == 0) | (others == 0), 0, np.where(mine == others, 1, 2))
    return found


def _numbered(values: Sequence[str]) -> Array:
    table: dict[str, int] = {}
    return np.array([table.setdefault(value, len(table)) for value in values], np.int32)


def _words(words: Sequence[tuple[str, ...]]) -> tuple[Array, Array]:
    """Return the first words of each phrase as numbers, -1 where there are no more, (_WORDS, n), and how many there
    are."""
    table: dict[str, int] = {}
    result = np.full((_WORDS, len(words)), -1, np.int32)
    for i, own in enumerate(words):
        numbers = [table.setdefault(word, len(table)) for word in own[:_WORDS]]
        result[: len(numbers), i] = numbers
    return result, np.array([min(len(own), _WORDS) for own in words], np.int32)


def _meanings(nouns: Sequence[str]) -> tuple[Array, Array]:
    """Return the first meaning of each noun as a number, 0 for none, and what lies above it, (_LEVELS, n)."""
    labels: dict[str, int] = {"": 0}
    own = np.zeros(len(nouns), np.int32)
    over = np.full((_LEVELS, len(nouns)), -1, np.int32)
    for i, noun in enumerate(nouns):
        label, above = synsets_of(noun) if noun else ("", ())
        own[i] = labels.setdefault(label, len(labels))
        numbers = [labels.setdefault(name, len(labels)) for name in above[:_LEVELS]] if label else []
        over[: len(numbers), i] = numbers
    return own, over


def _counts(keys: Array) -> Array:
    """Return how often each key came before."""
    seen: dict[int, int] = defaultdict(int)
    result = []
    for key in keys.tolist():
        result.append(seen[key])
        seen[key] += 1
    return np.array(result, np.int32)


def _vectors(doc: Doc, words: Sequence[int]) -> Array:
    """Return unit vectors of words."""
    if not words:
        return np.zeros((0, VECTOR), np.float32)
    found = doc.vocab.vectors.get_batch([doc[i].lower for i in words]).astype(np.float32)
    result: Array = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-6)
    return result


def _one_hot(codes: Sequence[Array], sizes: Sequence[int]) -> Array:
    parts = [
        np.eye(n, dtype=np.float32)[np.minimum(code, n - 1)] for code, n in zip(codes, sizes, strict=True)
    ]
    return np.concatenate(parts, axis=1)
