"""Let persons choose what stands for a term: their word holds, and whether it is safe is judged and told."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from sanitizer.choose.generalize import (
    NOTHING,
    Candidate,
    Choice,
    Decision,
    Forbidden,
    Wording,
    choose,
    share_told,
    told_anyway,
)
from sanitizer.choose.judge import Judge, Subjects
from sanitizer.choose.replacement_requests import SAFE, Chosen, Made, key_of
from sanitizer.choose.risky_terms import Treated
from sanitizer.risk.find_risky_terms import Targets
from sanitizer.risk.roll_up import ALL, Generalization
from sanitizer.types import Bits, Span

BY_PERSON: Final = "decision"
"""The rule of a choice that a person made."""


class Choosing:
    """The choices of persons in one document, and what came of each."""

    def __init__(self, choices: Sequence[Chosen], judge: Judge, forbidden: Forbidden) -> None:
        self._at = {c.span: c for c in choices if c.span is not None}
        self._of = {key_of(c.form): c for c in choices if c.span is None}
        self._choices = tuple(choices)
        self._judge = judge
        self._forbidden = forbidden
        self._made: dict[Chosen, tuple[int, list[str]]] = {}

    def of_sensitive(self, subjects: Subjects) -> Subjects:
        """Return the subjects with what persons chose for them; what an operator treats is left to it."""
        if not self._choices:
            return subjects
        wanted: dict[int, Chosen] = {}
        for row, s in enumerate(subjects.terms):
            one = self._for(s.spans, s.forms)
            if one is not None and s.number not in subjects.operators:
                wanted[row] = one
        if not wanted:
            return subjects
        calculator, choices = self._judge.calculator, list(subjects.choices)
        for row, one in wanted.items():
            choices[row] = self._judged(subjects, row, one)
            self._note(one, len(subjects.terms[row].spans), choices[row].candidates[-1].verdict)
        limit = subjects.limit
        if not limit.strict:
            rows = np.array(sorted(wanted))
            before = told_anyway([subjects.choices[row].option for row in rows], calculator)
            after = told_anyway([choices[row].option for row in rows], calculator)
            bits = limit.bits.copy()
            bits[rows] += after - before
            limit = replace(limit, bits=bits)
        return replace(subjects, choices=tuple(choices), limit=limit)

    def _judged(self, subjects: Subjects, row: int, one: Chosen) -> Choice:
        """Return the choice of a person for a sensitive term, with the verdict on it as its last candidate."""
        calculator, query = self._judge.calculator, subjects.queries[row]
        before = subjects.choices[row]
        option = _option(one.label, before.candidates, self._judge)
        bits = float(calculator.generalized_ic([option], [query])[0])
        own = float(subjects.limit.bits[row])
        risk: Bits | None = None
        over = False
        if not option.universal:
            told = [option if other == row else c.option for other, c in enumerate(subjects.choices)]
            evidence = calculator.evidence(subjects.queries, told, [option.query])
            others = np.arange(len(subjects.terms)) != row
            over = bool((subjects.limit.exceeded(evidence.risk)[:, 0] & others).any())
            known = evidence.risk[others, 0]
            risk = None if np.isnan(known).all() else float(np.nanmax(known))
        unknown = math.isnan(bits)
        verdict = (
            "sensitive"
            if option.label and self._forbidden(option.label)
            else "unknown"
            if unknown
            else "risky"
            if over or share_told(bits, own) >= ALL.most
            else "safe"
        )
        tried = Candidate(option, None if unknown else bits, risk, verdict)
        return Choice(option, 0.0 if unknown else bits, BY_PERSON, (*before.candidates, tried))

    def of_risky(self, treated: Sequence[Treated], subjects: Subjects) -> list[Treated]:
        """Return risky terms with what persons chose for them."""
        if not self._choices:
            return list(treated)
        result: list[Treated] = []
        for t in treated:
            for part in _parted(t, self._at):
                one = self._for(part.risky.spans, (part.risky.term.surface, part.risky.term.key))
                result.append(part if one is None else self._with(part, one, subjects))
        return result

    def _with(self, t: Treated, one: Chosen, subjects: Subjects) -> Treated:
        """Return a risky term with the choice of a person, and the verdict on it as the last candidate."""
        option = _option(one.label, t.choice.candidates, self._judge)
        decision = Decision(t.assessment.probes.own(t.risky.index)[1], [option], t.risky.towards)
        made = choose(
            [decision], Targets(subjects.queries, self._judge.told(subjects), subjects.limit), self._judge.calculator,
            Wording(lambda label: bool(label) and self._forbidden(label), self._judge.rank), "remove",
        )[0]  # fmt: skip
        tried = made.candidates[0]
        self._note(one, len(t.risky.spans), tried.verdict)
        choice = Choice(option, tried.ic or 0.0, BY_PERSON, (*t.choice.candidates, tried))
        return replace(t, choice=choice)

    def _for(self, spans: Sequence[Span], forms: Iterable[str]) -> Chosen | None:
        """Return the choice about one of the spans, else about one of the forms."""
        at = next((self._at[span] for span in spans if span in self._at), None)
        if at is not None or not self._of:
            return at
        return next((self._of[key] for form in forms if (key := key_of(form)) in self._of), None)

    def _note(self, one: Chosen, places: int, verdict: str) -> None:
        count, verdicts = self._made.get(one, (0, []))
        self._made[one] = (count + places, [*verdicts, verdict])

    @property
    def made(self) -> tuple[Made, ...]:
        """What came of each choice, in the order of their lines; the worst verdict of its places."""
        result = []
        for one in sorted(self._choices, key=lambda c: c.line):
            places, verdicts = self._made.get(one, (0, []))
            bad = [v for v in verdicts if v not in SAFE]
            result.append(Made(one, places, bad[0] if bad else "safe" if verdicts else ""))
        return tuple(result)


def _option(label: str, candidates: Sequence[Candidate], judge: Judge) -> Generalization:
    """Return what a label says: as the candidates mean it, else the concept of that name, else the words."""
    if not label:
        return NOTHING
    known = next((c.option for c in candidates if c.option.label == label), None)
    return known if known is not None else judge.said(label)


def _parted(t: Treated, at: dict[Span, Chosen]) -> list[Treated]:
    """Divide a treated term: each place for which a person chose the words becomes a term of its own."""
    own = [span for span in t.risky.spans if span in at]
    if not own or len(t.risky.spans) == 1:
        return [t]
    rest = tuple(span for span in t.risky.spans if span not in at)
    parts = [(span,) for span in own] + ([rest] if rest else [])
    return [replace(t, risky=replace(t.risky, spans=spans)) for spans in sorted(parts)]
