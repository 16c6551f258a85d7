"""Choose for a term the most informative generalization that is safe for every sensitive term (stage 3)."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from corpora_stats import Query
from sanitizer.risk.disclosure_risk import RiskCalculator, blocks
from sanitizer.risk.find_risky_terms import Targets
from sanitizer.risk.roll_up import ROOT, Generalization, Share
from sanitizer.risk.threshold import Limit
from sanitizer.types import Bits, BitsArray, BoolArray

Forbidden = Callable[[str], bool]
Rank = Callable[[Generalization, Bits], int]
"""How well a generalization that tells so many bits reads: 0 as a reader would say it, more for worse."""
Shared = Callable[[int], BoolArray]
"""Which terms share a context with one of them, by its number: shape (terms,)."""

FOUND: Final = Share(0.4, 0.7)
"""What a generalization found for a sensitive term may tell by itself: the rest is left for the terms around it
(docs/figures.md says how it was chosen)."""

ATTRIBUTE: Final = Share(0.6, 0.8)
"""The same of an occupation or an illness, whose widest kinds ("a worker", "a disease") say nothing of it."""

AGE: Final = Share(0.9, 1.0)
"""The same of an age or a percentage, whose bands are tenths of the whole: what is wider by one step tells one bit
less."""

HEAD: Final = Share(0.7, 0.8)
"""The same of the head of the term itself ("orchestra" of an orchestra's name): every reader expects that much."""

NOTHING: Final = Generalization("", None, Query(()), universal=True)
"""Removal: nothing is said, nothing is told."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Which words must not be said, and how well those that may be read."""

    forbidden: Forbidden
    rank: Rank


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


def share_told(bits: Bits, limit: Bits, beside: Bits = 0.0) -> float:
    """Return what a label tells of its own term (`bits`) as a share of what may be told of it (`limit`, in bits): from
    the share that an option may have (:attr:`sanitizer.risk.roll_up.Share.most`; of words of persons 1) on it is too
    much. What other words tell anyway (`beside`, in bits) does not count; infinite where that is all that may be told.
    """
    return (bits - beside) / limit if beside < limit else math.inf


def settle(
    terms: Sequence[Query],
    proposals: Sequence[Sequence[Generalization]],
    limit: Limit,
    shared: Shared | None,
    calculator: RiskCalculator,
    wording: Wording,
) -> list[Choice]:
    """g(s) of every sensitive term, to a fixed point (Algorithm 1, lines 21 to 23).

    Each starts at its most informative proposal below the threshold (what its label says as other words would is not
    counted); one that is risky towards *another* sensitive
    term of its contexts (`shared` with it; None: all are) gives way to the next more general; at last nothing is told.
    Steps only go up, so this ends. `proposals` are ordered from specific to general; what a reader would say comes
    before what nobody says (`wording`).
    """
    everything = [[*options, NOTHING] for options in proposals]
    flat = [(option, row) for row, options in enumerate(everything) for option in options]
    ic = calculator.generalized_ic([o for o, _ in flat], [terms[row] for _, row in flat])
    given = told_anyway([o for o, _ in flat], calculator)
    beside_of = {option.query: bits for (option, _), bits in zip(flat, given, strict=True)}
    tried: list[list[Candidate]] = [[] for _ in terms]
    ladders: list[list[tuple[Generalization, Bits]]] = [[] for _ in terms]
    wider: list[list[tuple[Generalization, Bits]]] = [[] for _ in terms]
    for (option, row), bits, beside in zip(flat, ic, given, strict=True):
        share = share_told(bits, limit.bits[row], beside)
        too_much = share >= option.share.most
        if np.isnan(bits) or too_much or wording.forbidden(option.label):
            verdict = "unknown" if np.isnan(bits) else "risky" if too_much else "sensitive"
            tried[row].append(Candidate(option, None if np.isnan(bits) else float(bits), None, verdict))
        elif share >= option.share.usual:
            wider[row].append((option, float(bits)))
        else:
            ladders[row].append((option, float(bits)))
    for row, ladder in enumerate(ladders):
        if all(wording.rank(*step) for step in ladder):
            readable = [step for step in wider[row] if not wording.rank(*step)]
            ladder += sorted(readable, key=lambda step: step[1])[:1]
        tried[row] += [Candidate(*step, None, "risky") for step in wider[row] if step not in ladder]
        ladder.sort(key=lambda step: (wording.rank(*step), -step[1]))  # stable: the nearest of equals first
        if not ladder:
            ladders[row] = [(NOTHING, 0.0)]
    step = [0] * len(terms)
    while True:
        current = [ladders[row][step[row]][0] for row in range(len(terms))]
        if all(option.universal for option in current):
            break
        beside = np.array([beside_of[option.query] for option in current])
        risky = _too_telling(terms, current, limit, beside, shared, calculator)
        if not risky:
            break
        for row, worst in risky.items():
            option, bits = ladders[row][step[row]]
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


def _too_telling(
    terms: Sequence[Query],
    current: Sequence[Generalization],
    limit: Limit,
    beside: BitsArray,
    shared: Shared | None,
    calculator: RiskCalculator,
) -> dict[int, Bits]:
    """Return which of the rows that say something say too much of another term, and the highest risk towards one,
    in bits.

    What many rows say is counted once, and of the risks only those that are too high are kept: memory grows with the
    terms.
    """
    told = [row for row, option in enumerate(current) if not option.universal]
    columns = {current[row].query: None for row in told}
    place = {query: i for i, query in enumerate(columns)}
    cells: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    for rows in blocks(len(terms), len(columns)):
        risk = calculator.evidence(terms[rows], current[rows], list(columns)).risk
        over = limit.part(rows).exceeded(risk - beside[rows, None])
        at, column = np.nonzero(over)
        cells.append((column, at + rows.start, risk[over]))
    by_column, at, risk = (np.concatenate(part) for part in zip(*cells, strict=True))
    order = np.argsort(by_column, kind="stable")
    at, risk = at[order], risk[order]
    ends = np.searchsorted(by_column[order], np.arange(len(columns) + 1))
    found: dict[int, Bits] = {}
    for row in told:
        what = place[current[row].query]
        inside = slice(ends[what], ends[what + 1])
        others = at[inside] != row
        if shared is not None and others.any():
            others &= shared(row)[at[inside]]
        if others.any():
            found[row] = float(risk[inside][others].max())
    return found


def told_anyway(options: Sequence[Generalization], calculator: RiskCalculator) -> BitsArray:
    """Return what the labels of options say as other words would ("films" of "10 to 20 films"), in bits; 0 of most."""
    return np.nan_to_num(calculator.marginals([option.given for option in options]).ic)


@dataclass(frozen=True, slots=True)
class Decision:
    """A risky term to generalize: its own IC (None unknown), its proposals, and the sensitive rows it must be safe
    towards, as a mask (terms,)."""

    ic: Bits | None
    options: Sequence[Generalization]
    towards: BoolArray


def choose(
    decisions: Sequence[Decision],
    targets: Targets,
    calculator: RiskCalculator,
    wording: Wording,
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
    marginals = calculator.marginals(queries)
    told = _towards_each(decisions, columns, targets, calculator)
    floor = calculator.generalized_ic(targets.replacements, targets.queries)  # DR(s; root) = IC(g(s))
    choices = []
    for decision in decisions:
        tried: list[Candidate] = []
        highest, over = told[decision.towards.tobytes()]
        for option in decision.options:
            if option.universal:
                bits, risk, verdict = 0.0, _highest(floor[decision.towards]), "safe"
            else:
                column = columns[option.query]
                known = bool(marginals.known[column])
                bits = float(marginals.ic[column]) if known else None  # type: ignore[assignment]
                risk = float(highest[column]) if known and not np.isnan(highest[column]) else None
                risky = bool(over[column])
                verdict = "unknown" if not known else "risky" if risky else "safe"
            if verdict == "safe" and wording.forbidden(option.label):
                verdict = "sensitive"
            elif verdict == "safe" and (option.universal or wording.rank(option, bits or 0.0)):
                verdict = "unreadable"
            tried.append(Candidate(option, bits, risk, verdict))
        choices.append(_best(tried, decision, last_resort))
    return choices


def _towards_each(
    decisions: Sequence[Decision],
    columns: Mapping[Query, int],
    targets: Targets,
    calculator: RiskCalculator,
) -> dict[bytes, tuple[BitsArray, BoolArray]]:
    """For each set of terms towards which something is decided, the highest risk of each column (NaN: not known), and
    whether one is too high; block by block of the terms."""
    masks = {decision.towards.tobytes(): decision.towards for decision in decisions}
    found = {key: (np.full(len(columns), np.nan), np.zeros(len(columns), dtype=np.bool_)) for key in masks}
    queries = list(columns)
    for rows in blocks(len(targets.queries), len(queries)) if queries else ():
        risk = calculator.evidence(targets.queries[rows], targets.replacements[rows], queries).risk
        over = targets.limit.part(rows).exceeded(risk)
        for key, mask in masks.items():
            inside = mask[rows]
            if inside.any():
                highest, any_over = found[key]
                np.fmax(highest, np.fmax.reduce(risk[inside], axis=0), out=highest)
                any_over |= over[inside].any(axis=0)
    return found


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
