"""Groups: terms that are each safe towards a sensitive term, but narrow it down together (docs/method.md, Groups).

Risky sets are broken by generalizing the member that costs the least utility.

DR(s;T) of a set T is that of a pair with h(s,T) for h(s,q). It is not monotone in T, so the search is a heuristic, and
its caps (the size of a set, SEEDS, CANDIDATES, SUPPORT) belong to what is promised.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from spacy.tokens import Doc

from corpora_stats import Query
from corpora_stats.base import IntArray
from sanitizer.choose.generalize import NOTHING, Choice
from sanitizer.choose.judge import Judge, Subjects
from sanitizer.choose.risky_terms import Treated
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.find_risky_terms import Assessment, Group, Risky
from sanitizer.risk.roll_up import Generalization
from sanitizer.risk.threshold import Limit
from sanitizer.text.context_windows import shared_contexts
from sanitizer.text.surface_forms import Forms
from sanitizer.text.terms import Words
from sanitizer.types import Bits, BitsArray, BoolArray, Span

SEEDS: Final = 2
"""Strongest pairs of each sensitive term from which sets are grown."""

CANDIDATES: Final = 12
"""Strongest terms of each sensitive term that may join a set."""

SUPPORT: Final = 3
"""Least h(s,T) of a set that is judged. Rarer ones are chance more often: at 2 slightly more of what humans mark is
found on the development halves, at one to two points of utility and of precision."""
_COUNTS: Final = ("N", "s", "sT", "g", "gT")


class GroupSearch:
    """Finds risky groups for the sensitive `terms`, of which `told` is said, among the queries ``columns``."""

    def __init__(
        self,
        terms: Sequence[Query],
        told: Sequence[Generalization],
        limit: Limit,
        columns: Sequence[Query],
        calculator: RiskCalculator,
    ) -> None:
        self._terms = terms
        self._told = told
        self._limit = limit
        self.columns = columns
        self._calculator = calculator

    def find(self, pairs: BitsArray, size: int) -> list[Group]:
        """Return one risky group at most for each seed, by sensitive term; none is found twice.

        Args:
            pairs: DR(s;q) in bits, shape (terms, columns); NaN where q may not be in a group of s.
            size: the most members of a group (2 or more).
        """
        near = {row: _strongest(pairs[row], CANDIDATES) for row in range(len(pairs))}
        growing: list[tuple[int, tuple[int, ...]]] = [
            (row, (seed,)) for row, columns in near.items() for seed in columns[:SEEDS]
        ]
        best = {state: float(pairs[state[0], state[1][0]]) for state in growing}
        found: dict[tuple[int, tuple[int, ...]], Group] = {}
        for _ in range(size - 1):
            tries = [
                (row, tuple(sorted((*members, column))), (row, members))
                for row, members in growing
                for column in near[row]
                if column not in members
            ]
            risks, counts = self.risk(
                [(row, [self.columns[c] for c in members]) for row, members, _ in tries]
            )
            ahead: dict[tuple[int, tuple[int, ...]], tuple[float, int]] = {}
            for i, (_, _, before) in enumerate(tries):
                if risks[i] > ahead.get(before, (best[before], -1))[0]:  # NaN is not; the first of equals
                    ahead[before] = (float(risks[i]), i)
            growing, best = [], {}
            for risk, i in ahead.values():
                row, members, _ = tries[i]
                if self.exceeded(row, risk):
                    phrases = tuple(" ".join(self.columns[c].phrases) for c in members)
                    told = dict(zip(_COUNTS, counts[i].tolist(), strict=True))
                    found.setdefault((row, members), Group(row, members, phrases, risk, told))
                elif (row, members) not in best:
                    growing.append((row, members))
                    best[(row, members)] = risk
        return [found[key] for key in sorted(found)]

    def risk(self, sets: Sequence[tuple[int, Sequence[Query]]]) -> tuple[BitsArray, IntArray]:
        """DR(s;T) of sets (row, T) and the counts behind it; NaN below SUPPORT, or where something is unknown."""
        return self._calculator.group_risk(self._terms, self._told, sets, SUPPORT)

    def exceeded(self, row: int, risk: Bits) -> bool:
        """Return whether a risk towards the sensitive term `row` is too high; NaN never is."""
        limit = self._limit.bits[row]
        return bool(risk > limit if self._limit.strict else risk >= limit)


def _strongest(risk: BitsArray, most: int) -> list[int]:
    known = np.flatnonzero(~np.isnan(risk))
    return [int(i) for i in known[np.argsort(-risk[known], kind="stable")][:most]]


def break_groups(
    judge: Judge,
    clear: Sequence[tuple[Assessment, Risky]],
    subjects: Subjects,
    forms: Forms,
    hidden: Words = frozenset(),
) -> list[Treated]:
    """Generalize terms that are still in ``clear`` (:func:`in_clear`) until no group of at most ``Settings.groups`` of
    them is found risky.

    What stands for a member is the most informative of its safe generalizations with which the group is safe too.
    """
    search = GroupSearch(
        subjects.queries,
        judge.told(subjects),
        subjects.limit,
        [a.asked[_column(a, r.index)] for a, r in clear],
        judge.calculator,
    )
    pairs = np.full((len(subjects.queries), len(clear)), np.nan)
    for number, (_, risky) in enumerate(clear):
        pairs[:, number] = np.where(risky.towards, risky.risk, np.nan)
    broken: list[Treated] = []
    while groups := search.find(pairs, judge.settings.groups):
        proposed: dict[int, Treated] = {}
        for assessment in {id(a): a for a, _ in clear}.values():
            members = sorted({m for group in groups for m in group.members if clear[m][0] is assessment})
            found = judge.generalize([clear[m][1] for m in members], assessment, subjects, forms, hidden)
            proposed.update(zip(members, found, strict=True))
        done = _break(groups, proposed, search)
        broken += done.values()
        pairs[:, list(done)] = np.nan
    return broken


def _break(groups: Sequence[Group], proposed: dict[int, Treated], search: GroupSearch) -> dict[int, Treated]:
    """Return what becomes of the members chosen to break the groups, one group after the other."""
    done: dict[int, Treated] = {}
    for group in groups:
        if any(member in done for member in group.members):
            left = [option.query for m in group.members if not (option := _said(m, done, search)).universal]
            if not search.exceeded(group.row, float(search.risk([(group.row, left)])[0][0])):
                continue
        options = []
        for member in group.members:
            if member not in done:
                others = [
                    o.query
                    for m in group.members
                    if m != member and not (o := _said(m, done, search)).universal
                ]
                options.append((member, _safest(group.row, proposed[member], others, search)))
        if options:
            member, choice = min(options, key=lambda o: (_cost(proposed[o[0]], o[1]), o[0]))
            done[member] = replace(proposed[member], choice=choice, group=group)
    return done


def _said(member: int, done: dict[int, Treated], search: GroupSearch) -> Generalization:
    if member in done:
        return done[member].choice.option
    return Generalization("", None, search.columns[member])


def _safest(row: int, treated: Treated, others: Sequence[Query], search: GroupSearch) -> Choice:
    """Return the most informative of the generalizations of a member with which its group is safe; else removal."""
    tried = treated.choice.candidates
    safe = [
        c
        for v in ("safe", "unreadable")
        for c in sorted(tried, key=lambda c: -(c.ic or 0))
        if c.verdict == v and c.ic
    ]
    risks, _ = search.risk([(row, [*others, c.option.query]) for c in safe])
    for candidate, risk in zip(safe, risks.tolist(), strict=True):
        if not search.exceeded(row, risk):
            return replace(
                treated.choice, option=candidate.option, ic=candidate.ic or 0.0, rule="most informative"
            )
    return replace(treated.choice, option=NOTHING, ic=0.0, rule="removed")


def _cost(treated: Treated, choice: Choice) -> Bits:
    """Return bits of the text that are lost (20)."""
    own = treated.assessment.probes.own(treated.risky.index)[1] or 0.0
    return max(0.0, own - choice.ic) * len(treated.risky.spans)


def _column(assessment: Assessment, index: int) -> int:
    """Return the column of the evidence that stands for a term that the counts know."""
    rarest = assessment.probes.rarest(index)
    assert rarest is not None
    return assessment.asked.index(assessment.probes.queries[rarest])


def in_clear(
    judge: Judge,
    doc: Doc,
    assessments: Sequence[Assessment],
    treated: Sequence[Treated],
    subjects: Subjects,
) -> list[tuple[Assessment, Risky]]:
    """Return the terms of which something is known, at the spans where they were left in clear."""
    gone: dict[tuple[str, Span], bool] = {
        (t.risky.term.key, span): True for t in treated for span in t.risky.spans
    }
    clear = []
    for assessment in assessments:
        for index, term in enumerate(assessment.terms):
            spans = tuple(span for span in term.spans if (term.key, span) not in gone)
            if not spans or assessment.probes.rarest(index) is None:
                continue
            column = _column(assessment, index)
            near = shared_contexts(doc, judge.settings.context, [s.spans for s in subjects.terms], spans)
            towards: BoolArray = np.asarray(near.any(axis=1), dtype=np.bool_)
            risk = assessment.evidence.risk[:, column]
            columns = np.full(len(subjects.terms), column, dtype=np.int64)
            clear.append((assessment, Risky(term, index, spans, towards, risk, columns, "group")))
    return clear
