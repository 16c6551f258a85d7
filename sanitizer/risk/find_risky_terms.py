"""Find the terms of a document that are risky: where, towards which sensitive term, and on what evidence (Algorithm 1,
lines 9-13)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from spacy.lang.en.stop_words import STOP_WORDS

from corpora_stats import Query
from sanitizer.recognize.known_names import may_be_person
from sanitizer.risk.count_blocks import ColumnStream
from sanitizer.risk.disclosure_risk import Evidence, Marginals, RiskCalculator
from sanitizer.risk.roll_up import Generalization
from sanitizer.risk.threshold import Limit
from sanitizer.settings import Unknown
from sanitizer.text.terms import Term
from sanitizer.text.word_formation import is_common, known_parts
from sanitizer.types import Bits, BitsArray, BoolArray, Span

_LONGEST_PART = 4  # words: what statistics of phrases hold


@dataclass(frozen=True, slots=True)
class Probe:
    """How a phrase is asked for: ``columns`` index the queries that stand for it: itself where it is known, else its
    longest known parts; none where nothing of it is known."""

    columns: tuple[int, ...]
    direct: bool


@dataclass(frozen=True, slots=True)
class Probes:
    """The probes of several phrases, and the queries with their marginals that they index."""

    of: tuple[Probe, ...]
    queries: tuple[Query, ...]
    marginals: Marginals

    def own(self, phrase: int) -> tuple[int | None, Bits | None]:
        """Column and IC of a phrase that is known itself."""
        probe = self.of[phrase]
        if not probe.direct:
            return None, None
        return probe.columns[0], float(self.marginals.ic[probe.columns[0]])

    def rarest(self, phrase: int) -> int | None:
        """Return the most informative column of a phrase: what stands for a sensitive term that is not known as a
        whole."""
        columns = self.of[phrase].columns
        return max(columns, key=lambda c: float(self.marginals.ic[c])) if columns else None


def _unformed(_: str) -> Sequence[str]:
    return ()


def probe(
    phrases: Sequence[str], calculator: RiskCalculator, formed: Callable[[str], Sequence[str]] = _unformed
) -> Probes:
    """Ask for each normalized phrase; for one that no provider knows, ask for its parts (contiguous, longest first);
    where none of these is known either, for the words that it is ``formed`` from ("nightdesk": "night", "desk").

    A phrase discloses at least what its known parts disclose; parts inside a longer known part add nothing.
    """
    columns: dict[str, int] = {phrase: i for i, phrase in enumerate(dict.fromkeys(phrases))}
    whole = calculator.marginals([Query((phrase,)) for phrase in columns])
    parts = {phrase: _parts(phrase) for phrase, i in columns.items() if not whole.known[i]}
    inside = {phrase: formed(phrase) for phrase in parts}
    for group in (*parts.values(), *inside.values()):
        for part in group:
            columns.setdefault(part, len(columns))
    queries = tuple(Query((phrase,)) for phrase in columns)
    marginals = calculator.marginals(queries) if parts else whole
    of = []
    for phrase in phrases:
        if marginals.known[columns[phrase]]:
            of.append(Probe((columns[phrase],), True))
            continue
        kept: list[str] = []
        for part in parts[phrase]:
            if marginals.known[columns[part]] and not any(f" {part} " in f" {longer} " for longer in kept):
                kept.append(part)
        kept.sort(key=lambda part: f" {phrase} ".find(f" {part} "))  # in the order of the phrase
        kept = kept or [part for part in inside[phrase] if marginals.known[columns[part]]]
        of.append(Probe(tuple(columns[part] for part in kept), False))
    return Probes(tuple(of), queries, marginals)


def _formed_from(phrase: str, is_kind: Callable[[str], bool]) -> list[str]:
    """Return the words that all words of a phrase are formed from; none where nothing explains one of them, or
    where one ends with a noun for persons ("greenkeeper"), which tells more than its parts."""
    found = [known_parts(word, is_kind) for word in phrase.split()]
    if not all(found) or any(len(parts) > 1 and may_be_person(parts[-1]) for parts in found):
        return []
    return list(dict.fromkeys(part for parts in found for part in parts))


def _parts(phrase: str) -> list[str]:
    words = phrase.split()
    found = []
    for length in range(min(len(words) - 1, _LONGEST_PART), 0, -1):
        for start in range(len(words) - length + 1):
            part = words[start : start + length]
            if any(word not in STOP_WORDS and len(word) > 1 for word in part):
                found.append(" ".join(part))
    return found


@dataclass(frozen=True, slots=True)
class Risky:
    """A term that tells too much, at the ``spans`` where it does.

    ``towards`` (sensitive,) says which sensitive terms share a context with these spans; ``risk`` (sensitive,) is DR
    towards each (NaN unknown), by ``column`` (the part that tells most; -1 none); ``rule`` is ``pair``,
    ``subphrase``, ``unknown`` (also towards nothing, where a term is opaque)
    or ``linkage`` (it holds a word that is to be hidden, whatever its risk) or ``group`` (it tells too much together
    with others).
    """

    term: Term
    index: int
    spans: tuple[Span, ...]
    towards: BoolArray
    risk: BitsArray
    column: np.ndarray[tuple[int], np.dtype[np.int64]]
    rule: str


@dataclass(frozen=True, slots=True)
class Group:
    """A set of terms, by the numbers of their ``members`` and by their ``phrases``, that tells too much of the
    sensitive term ``row``: DR(s;T) in bits, and the counts behind it (N, s, sT, g, gT)."""

    row: int
    members: tuple[int, ...]
    phrases: tuple[str, ...] = field(repr=False)
    risk: Bits
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Assessment:
    """The ``terms`` that were judged, the risky ones by position, those left to a person (``ask``), and the evidence,
    whose columns are those of the queries ``asked``: those of risky terms, or of all where all were to be kept."""

    terms: tuple[Term, ...]
    risky: tuple[Risky, ...]
    ask: tuple[Term, ...]
    probes: Probes
    asked: tuple[Query, ...]
    evidence: Evidence
    unknown_terms: int
    estimated_pairs: int
    decided: dict[str, int]


@dataclass(frozen=True, slots=True)
class Placed:
    """Terms where they stand: for each a mask (subjects, spans of the term) of the `contexts` that it shares with the
    sensitive terms, whether it is `hidden` (terms,): then it is risky whatever it tells, and whether it is a word of
    `known` meaning (terms,): then it is not risky where no source of counts knows it."""

    terms: Sequence[Term]
    contexts: Sequence[BoolArray]
    hidden: Sequence[bool] = ()
    known: Sequence[bool] = ()


@dataclass(frozen=True, slots=True)
class Targets:
    """The sensitive terms that others are judged against: their queries, what replaces them, and how much may be told
    of them. `exempt` pairs (number, phrase) are never risky: under the guarantee, g(c) is what may be told."""

    queries: Sequence[Query]
    replacements: Sequence[Generalization]
    limit: Limit
    exempt: Sequence[tuple[int, str]] = ()


def assess(
    placed: Placed,
    targets: Targets,
    calculator: RiskCalculator,
    unknown: Unknown,
    keep_all: bool = False,
    is_kind: Callable[[str], bool] = is_common,
) -> Assessment:
    """Judge every term against every sensitive term of its contexts. A word in small letters that no source of counts
    knows is judged by the words that it is formed from; ``is_kind`` says whether a word is known as a kind of things.

    The evidence of terms that are not risky is dropped once they are judged, unless `keep_all` is set: long documents
    have millions of pairs.
    """
    terms, contexts, hidden = placed.terms, placed.contexts, placed.hidden
    subjects, limit = targets.queries, targets.limit
    small = {term.key for term in terms if term.surface.islower() and not term.opaque}
    probes = probe(
        [term.key for term in terms],
        calculator,
        lambda phrase: _formed_from(phrase, is_kind) if phrase in small else (),
    )
    columns = ColumnStream(
        lambda queries: calculator.evidence(subjects, targets.replacements, queries, keep_counts=True),
        len(subjects),
        probes.queries,
        [p.columns for p in probes.of],
    )
    free = {(row, phrase) for row, phrase in targets.exempt}
    risky: list[Risky] = []
    ask: list[Term] = []
    decided = {policy.value: 0 for policy in Unknown}
    for index, (term, p) in enumerate(zip(terms, probes.of, strict=True)):
        context, found = contexts[index], len(risky)
        must_go = (bool(hidden) and hidden[index]) or bool(term.rule)
        looked_at = context.any() or must_go or term.opaque
        if looked_at and (p.direct if term.opaque else p.columns):
            block = columns.risk(p.columns)
            filled = np.where(np.isnan(block), -np.inf, block)
            best = filled.argmax(axis=1) if len(subjects) else np.zeros(0, dtype=np.int64)
            risk = filled[np.arange(len(subjects)), best]
            risk = np.where(np.isinf(risk), np.nan, risk)
            column = np.array([p.columns[b] for b in best], dtype=np.int64)
            rule = "pair"
            if not p.direct:
                rule = "subphrase"
            over = limit.exceeded(risk[:, None])[:, 0]
            for row, phrase in free:
                if phrase == term.key:
                    over[row] = False
        elif looked_at:
            policy = Unknown.SAFE if placed.known and placed.known[index] else unknown
            decided[policy.value] += 1
            if policy is Unknown.ASK:
                ask.append(term)
            over = np.full(len(subjects), policy is Unknown.RISKY)
            risk = np.full(len(subjects), np.nan)
            column = np.full(len(subjects), -1, dtype=np.int64)
            rule = "unknown"
        by_itself = looked_at and rule == "unknown" and term.opaque and unknown is Unknown.RISKY
        if must_go or by_itself:
            near: BoolArray = np.asarray(context.any(axis=1), dtype=np.bool_)
            rule = term.rule or ("linkage" if must_go else rule)
            risky.append(Risky(term, index, term.spans, near, risk, column, rule))
        elif looked_at:
            for spans, towards in _by_context(term.spans, context):
                if (over & towards).any():
                    risky.append(Risky(term, index, spans, towards, risk, column, rule))
        columns.done(index, p.columns, keep_all or len(risky) > found)
    risky.sort(key=lambda r: r.spans[0])
    without = sum(1 for p in probes.of if not p.columns)
    kept, evidence = columns.evidence()
    place = np.full(len(probes.queries) + 1, -1, dtype=np.int64)  # the last stands for -1
    place[kept] = np.arange(len(kept))
    return Assessment(
        tuple(terms),
        tuple(replace(r, column=place[r.column]) for r in risky),
        tuple(ask),
        probes,
        tuple(probes.queries[column] for column in kept),
        evidence,
        without,
        columns.estimated,
        decided,
    )


def _by_context(spans: Sequence[Span], context: BoolArray) -> list[tuple[tuple[Span, ...], BoolArray]]:
    """Return the spans of a term grouped by the set of sensitive terms that they share a context with."""
    groups: dict[bytes, list[int]] = {}
    for i in range(len(spans)):
        groups.setdefault(context[:, i].tobytes(), []).append(i)
    return [(tuple(spans[i] for i in members), context[:, members[0]].copy()) for members in groups.values()]
