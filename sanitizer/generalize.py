"""Stage 3: what may be said instead. The most informative generalization that is safe for every sensitive term."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from corpora_stats import Query
from kb.taxonomy import readable
from sanitizer.concepts import ROOT, Generalization
from sanitizer.information import BitsArray, BoolArray
from sanitizer.risk import Limit, RiskCalculator
from sanitizer.types import Bits

Forbidden = Callable[[str], bool]

TELL_AT_MOST: Final = 0.4
"""Share of the threshold that a generalization found for a sensitive term may tell by itself: the rest is left for the
terms around it (docs/figures.md says how it was chosen)."""

NOTHING: Final = Generalization("", None, Query(()), universal=True)
"""Removal: nothing is said, nothing is told."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A generalization that was tried: its IC, its highest DR towards a sensitive term of the context (None: not
    known), and the verdict: ``safe``, ``risky``, ``unknown``, ``unreadable`` (safe, but no reader knows the word) or
    ``sensitive`` (its words are themselves a sensitive form)."""

    option: Generalization
    ic: Bits | None
    risk: Bits | None
    verdict: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What stands for a term, why (``most informative``, ``simplified``, ``proposed``, ``root`` or ``removed``), and
    what else was tried, in order."""

    option: Generalization
    ic: Bits
    rule: str
    candidates: tuple[Candidate, ...]


def settle(
    terms: Sequence[Query],
    proposals: Sequence[Sequence[Generalization]],
    limit: Limit,
    shared: BoolArray,
    calculator: RiskCalculator,
    forbidden: Forbidden,
) -> list[Choice]:
    """g(s) of every sensitive term, to a fixed point (Algorithm 1, lines 21 to 23).

    Each starts at its most informative proposal below the threshold (what its label says as other words would is not
    counted); one that is risky towards *another* sensitive
    term of its contexts (`shared`, (terms, terms)) gives way to the next more general; at last nothing is told.
    Steps only go up, so this ends. `proposals` are ordered from specific to general.
    """
    everything = [[*options, NOTHING] for options in proposals]
    flat = [(option, row) for row, options in enumerate(everything) for option in options]
    ic = calculator.generalized_ic([o for o, _ in flat], [terms[row] for _, row in flat])
    given = told_anyway([o for o, _ in flat], calculator)
    beside_of = {option.query: bits for (option, _), bits in zip(flat, given, strict=True)}
    tried: list[list[Candidate]] = [[] for _ in terms]
    ladders: list[list[tuple[Generalization, Bits]]] = [[] for _ in terms]
    for (option, row), bits, beside in zip(flat, ic, given, strict=True):
        allowed = (TELL_AT_MOST if option.fine else 1.0) * limit.bits[row]
        too_much = bits - beside >= allowed or beside >= limit.bits[row]
        if np.isnan(bits) or too_much or forbidden(option.label):
            verdict = "unknown" if np.isnan(bits) else "risky" if too_much else "sensitive"
            tried[row].append(Candidate(option, None if np.isnan(bits) else float(bits), None, verdict))
        else:
            ladders[row].append((option, float(bits)))
    for row, ladder in enumerate(ladders):
        ladder.sort(key=lambda step: (_unreadable(step[0]), -step[1]))  # stable: the nearest of equals first
        if not ladder:
            ladders[row] = [(NOTHING, 0.0)]
    step = [0] * len(terms)
    while True:
        current = [ladders[row][step[row]][0] for row in range(len(terms))]
        told = [row for row, option in enumerate(current) if not option.universal]
        if not told:
            break
        columns = {current[row].query: None for row in told}
        place = {query: i for i, query in enumerate(columns)}
        risk = calculator.evidence(terms, current, list(columns)).risk[
            :, [place[current[row].query] for row in told]
        ]
        beside = np.array([beside_of[option.query] for option in current])
        over = limit.exceeded(risk - beside[:, None]) & shared[:, told]
        over[told, np.arange(len(told))] = False
        risky = np.flatnonzero(over.any(axis=0))
        if not len(risky):
            break
        for column in risky:
            row = told[column]
            option, bits = ladders[row][step[row]]
            worst = float(np.nanmax(np.where(over[:, column], risk[:, column], np.nan)))
            tried[row].append(Candidate(option, bits, worst, "risky"))
            step[row] += 1
    choices = []
    for row, ladder in enumerate(ladders):
        option, bits = ladder[step[row]]
        rule = (
            "removed"
            if option is NOTHING
            else "proposed"
            if option == proposals[row][0]
            else "most informative"
        )
        choices.append(Choice(option, bits, rule, (*tried[row], Candidate(option, bits, None, "safe"))))
    return choices


def told_anyway(options: Sequence[Generalization], calculator: RiskCalculator) -> BitsArray:
    """What the labels of options say as other words would ("films" of "10 to 20 films"), in bits; 0 of most."""
    return np.nan_to_num(calculator.marginals([option.given for option in options]).ic)


def _unreadable(option: Generalization) -> bool:
    return option.concept is not None and not readable(option.concept)


@dataclass(frozen=True, slots=True)
class Decision:
    """A risky term to generalize: its own IC (None unknown), its proposals, and the sensitive rows it must be safe
    towards, as a mask (terms,)."""

    ic: Bits | None
    options: Sequence[Generalization]
    towards: BoolArray


def choose(
    decisions: Sequence[Decision],
    terms: Sequence[Query],
    replacements: Sequence[Generalization],
    limit: Limit,
    calculator: RiskCalculator,
    forbidden: Forbidden,
    last_resort: str,
) -> list[Choice]:
    """g(q) = argmax IC(h) over h in H(q) with DR(s';h) below the threshold for all s' of the context, eq. (12).

    All candidates of all decisions are counted in one matrix. Words that no reader knows come last, whatever their IC;
    where nothing is safe, `last_resort` (``remove`` or ``world``) stands in.
    """
    columns: dict[Query, int] = {}
    for decision in decisions:
        for option in decision.options:
            if not option.universal:
                columns.setdefault(option.query, len(columns))
    queries = list(columns)
    evidence = calculator.evidence(terms, replacements, queries)
    marginals = calculator.marginals(queries)
    over = limit.exceeded(evidence.risk)
    floor = calculator.generalized_ic(replacements, terms)  # DR(s; root) = IC(g(s))
    choices = []
    for decision in decisions:
        tried: list[Candidate] = []
        for option in decision.options:
            if option.universal:
                bits, risk, verdict = 0.0, _highest(floor[decision.towards]), "safe"
            else:
                column = columns[option.query]
                known = bool(marginals.known[column])
                bits = float(marginals.ic[column]) if known else None  # type: ignore[assignment]
                risk = _highest(evidence.risk[decision.towards, column]) if known else None
                risky = bool(over[decision.towards, column].any())
                verdict = "unknown" if not known else "risky" if risky else "safe"
            if verdict == "safe" and forbidden(option.label):
                verdict = "sensitive"
            elif verdict == "safe" and (_unreadable(option) or option.universal):
                verdict = "unreadable"
            tried.append(Candidate(option, bits, risk, verdict))
        choices.append(_best(tried, decision, last_resort))
    return choices


def _highest(values: np.ndarray) -> Bits | None:
    return float(np.nanmax(values)) if len(values) and not np.isnan(values).all() else None


def _best(tried: Sequence[Candidate], decision: Decision, last_resort: str) -> Choice:
    for verdict in ("safe", "unreadable"):
        fitting = [c for c in tried if c.verdict == verdict and c.ic]
        if fitting:
            best = max(fitting, key=lambda c: c.ic or 0.0)  # the first of equals: the nearest
            own = decision.ic if decision.ic is not None else best.ic or 0.0
            simplified = best is tried[0] and best.option.concept is None
            rule = "simplified" if simplified else "most informative"
            return Choice(best.option, min(best.ic or 0.0, own), rule, tuple(tried))
    if last_resort == "world":
        return Choice(Generalization(ROOT.label, ROOT, Query(()), universal=True), 0.0, "root", tuple(tried))
    return Choice(NOTHING, 0.0, "removed", tuple(tried))
