"""Tell of a document what was changed, why, and what remains: its report, from what the stages decided."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from corpora_stats import UNKNOWN
from kb.values.date_order import DateOrder
from sanitizer.check.describe_places_to_look_at import look_of
from sanitizer.check.report import (
    CandidateTried,
    ChoiceMade,
    Counts,
    DatesRead,
    DocumentReport,
    GroupTold,
    LinkTold,
    Residual,
    RiskyEntry,
    SenseTaken,
    SensitiveEntry,
    Setter,
    ThresholdSet,
    Towards,
    UnknownMet,
)
from sanitizer.check.written import Judged, utility
from sanitizer.choose.generalize import Choice
from sanitizer.choose.judge import Judge, Subjects
from sanitizer.choose.risky_terms import Treated
from sanitizer.common.timing import stage
from sanitizer.control.outcomes import LeftName, Problem, Verdict
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.find_risky_terms import Assessment, Group
from sanitizer.risk.formulas import disclosure_bound
from sanitizer.text.edits import Change, apply
from sanitizer.types import Bits, Document

_TOLD_TOWARDS: Final = 10
"""Sensitive terms that the report shows a risky term against; their number is told too."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the last reading of a result says: its ``changes``, what is not met, the ``decisions`` of persons that are
    in force, the names ``left`` in clear by a rule or decision, the order in which dates in numbers were read, and the
    entities that stay by the operator of ``default`` alone."""

    changes: Sequence[Change] = field(repr=False)
    problems: Sequence[Problem] = ()
    decisions: Sequence[Verdict] = ()
    left: Sequence[LeftName] = ()
    dates: DateOrder | None = None
    by_default: frozenset[int] = frozenset()


@stage("report")
def document_report(document: Document, judge: Judge, judged: Judged, checked: Checked) -> DocumentReport:
    """Return the report of one document; its id in the output is that of the input, until the collection gives
    another."""
    calculator, settings, subjects = judge.calculator, judge.settings, judged.subjects
    dates = checked.dates
    report = DocumentReport(
        id=document.id,
        output_id=document.id,
        strategy=str(settings.strategy),
        context=str(settings.context),
        groups=settings.groups,
        characters=len(document.text),
        text=document.text,
        threshold=_threshold(judge, subjects),
        sources=calculator.chain.sources(),
        knowledge=(judge.knowledge.name,),
        sensitive=tuple(
            replace(
                entry,
                by_default=entry.number in checked.by_default,
                links=tuple(
                    LinkTold(span=r.span, kind=r.kind, bits=_bits(r.margin))
                    for r in judged.register.links(entry.number)
                ),
            )
            for entry in (_sensitive(subjects, row, calculator) for row in range(len(subjects.terms)))
        ),
        risky=tuple(_risky(number, t, subjects, calculator) for number, t in enumerate(judged.treated)),
        changes=tuple(checked.changes),
        decisions=tuple(checked.decisions),
        left=tuple(checked.left),
        dates=_dates(dates) if dates and dates.ambiguous else None,
        residual=Residual(met=not checked.problems, problems=tuple(checked.problems)),
        unknown=_unknown(judged.assessments),
        utility=utility(judged, calculator),
        sent=calculator.chain.sent(),
    )
    return replace(report, look=look_of(report, apply(document.text, checked.changes)))


def _threshold(judge: Judge, subjects: Subjects) -> ThresholdSet:
    limit = subjects.limit
    setter = subjects.terms[limit.set_by] if limit.set_by >= 0 else None
    common = limit.bits[np.isfinite(limit.bits)]  # without those of terms that are kept
    one_limit = len(common) > 0 and not limit.strict
    return ThresholdSet(
        policy=str(judge.settings.threshold),
        bits=_bits(common.min()) if one_limit else None,  # a quantity's unit comes on top of its own
        set_by=None if setter is None else Setter(term=setter.surface, ic=_bits(limit.bits[limit.set_by])),
    )


def _unknown(assessments: Sequence[Assessment]) -> UnknownMet:
    return UnknownMet(
        marginal=sum(a.unknown_terms for a in assessments),
        joint=sum(a.estimated_pairs for a in assessments),
        repaired=sum(a.evidence.repaired for a in assessments),
        risky=sum(a.decided["risky"] for a in assessments),
        safe=sum(a.decided["safe"] for a in assessments),
        ask=sum(a.decided["ask"] for a in assessments),
        terms=tuple(sorted({term.surface for a in assessments for term in a.ask})),
    )


def _dates(order: DateOrder) -> DatesRead:
    """Return how dates were read that are two days, by which of day and month comes first."""
    return DatesRead(
        order=order.order, decided_by=order.by, ambiguous=order.ambiguous, undecided=not order.decided
    )


def _bits(value: float | None) -> Bits | None:
    """Return rounded for the report: a thousandth of a bit is far below what counts can tell."""
    return None if value is None or not np.isfinite(value) else round(float(value), 3)


def _candidates(choice: Choice) -> tuple[CandidateTried, ...]:
    return tuple(
        CandidateTried(
            label=c.option.label,
            concept=c.option.concept.id if c.option.concept else None,
            ic=_bits(c.ic),
            dr=_bits(c.risk),
            verdict=c.verdict,
        )
        for c in choice.candidates
    )


def _source(calculator: RiskCalculator, number: int) -> str | None:
    return calculator.providers[number].name if number >= 0 else None


def _sensitive(subjects: Subjects, row: int, calculator: RiskCalculator) -> SensitiveEntry:
    s, choice = subjects.terms[row], subjects.choices[row]
    known = subjects.source[row] >= 0
    return SensitiveEntry(
        number=s.number,
        term=s.surface,
        forms=tuple(s.forms),
        entity_class=str(s.entity_class),
        type=s.type,
        recognizers=tuple(s.recognizers),
        spans=tuple(s.spans),
        query=tuple(subjects.queries[row].phrases),
        within=tuple(subjects.queries[row].within),
        documents=int(subjects.documents[row]) if known else None,
        ic=_bits(subjects.ic[row]),
        source=_source(calculator, int(subjects.source[row])),
        limit=_bits(subjects.limit.bits[row]),
        proposed=s.proposed,
        generalization=choice.option.label or None,
        generalization_ic=_bits(choice.ic),
        concept=choice.option.concept.id if choice.option.concept else None,
        candidates=_candidates(choice),
        operator=subjects.operators.get(row),
    )


def _risky(number: int, treated: Treated, subjects: Subjects, calculator: RiskCalculator) -> RiskyEntry:
    risky, choice, probes = treated.risky, treated.choice, treated.assessment.probes
    column, ic = probes.own(risky.index)
    known = column is not None
    over = subjects.limit.exceeded(risky.risk[:, None])[:, 0] & risky.towards
    rows = np.flatnonzero(over)
    rows = rows[np.argsort(-risky.risk[rows], kind="stable")]
    return RiskyEntry(
        number=number,
        term=risky.term.surface,
        spans=tuple(risky.spans),
        ic=_bits(ic),
        documents=int(probes.marginals.documents[column]) if known else None,
        source=_source(calculator, int(probes.marginals.source[column])) if known else None,
        rule=risky.rule,
        towards_total=len(rows),
        towards=tuple(_towards(int(r), treated, calculator) for r in rows[:_TOLD_TOWARDS]),
        sense=_sense(treated),
        candidates=_candidates(choice),
        choice=ChoiceMade(
            replacement=choice.option.label or None,
            concept=choice.option.concept.id if choice.option.concept else None,
            ic=_bits(choice.ic),
            rule=choice.rule,
        ),
        group=_group(treated.group) if treated.group else None,
    )


def _sense(treated: Treated) -> SenseTaken | None:
    sense = treated.proposal.sense
    if sense is None:
        return None
    runner_up = sense.runner_up.concept.id if sense.runner_up else None
    return SenseTaken(concept=sense.chosen.concept.id, rule=sense.rule, runner_up=runner_up)


def _group(group: Group) -> GroupTold:
    return GroupTold(
        sensitive=group.row, terms=tuple(group.phrases), dr=round(float(group.risk), 3), counts=group.counts
    )


def _towards(row: int, treated: Treated, calculator: RiskCalculator) -> Towards:
    risky, evidence = treated.risky, treated.assessment.evidence
    column = int(risky.column[row])
    guessed = bool(evidence.estimated[row, column])
    counts = evidence.counts(row, column, calculator.totals)
    asked = treated.assessment.asked[column]
    return Towards(
        sensitive=row,
        dr=_bits(float(risky.risk[row])),
        rule="estimate" if guessed else risky.rule,
        counts=counts,
        source=_source(calculator, int(evidence.source[row, column])),
        bound=_bound(counts) if guessed else None,
        part=" ".join(asked.phrases) if risky.rule == "subphrase" else None,
    )


def _bound(counts: Counts) -> float | None:
    """Return the most that an estimated risk may be, in bits, from its counts by name."""
    total, known = counts["N"], (counts[name] for name in ("s", "sq", "gq"))
    s, sq, gq = (np.array([UNKNOWN if count is None else count]) for count in known)
    return None if total is None else _bits(float(disclosure_bound(total, s, sq, gq)[0]))
