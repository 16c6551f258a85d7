"""Write the report of a document as plain data: each change, its reason, and what remains (docs/report.md has the
keys)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from corpora_stats import UNKNOWN
from kb.dates import DateOrder
from sanitizer.choose.generalize import Candidate, Choice
from sanitizer.choose.judge import Judge, Subjects, Treated
from sanitizer.risk.assess import Assessment, Group, Probes, probe
from sanitizer.risk.disclosure import RiskCalculator
from sanitizer.risk.information import disclosure_bound
from sanitizer.settings import Settings
from sanitizer.text.edits import Change
from sanitizer.text.terms import Term
from sanitizer.types import Bits, Document


def document_report(
    document: Document,
    settings: Settings,
    judge: Judge,
    subjects: Subjects,
    terms: Sequence[Term],
    treated: Sequence[Treated],
    assessments: Sequence[Assessment],
    changes: Sequence[Change],
    problems: Sequence[Mapping[str, Any]],
    decisions: Sequence[Mapping[str, Any]] = (),
    left: Sequence[Mapping[str, Any]] = (),
    dates: DateOrder | None = None,
) -> dict[str, Any]:
    """The report of one document; ``decisions`` are those of persons that are in force in it, each with whether it
    holds; ``left`` the names that stand in clear by a rule or decision; ``dates`` the order of dates in numbers."""
    calculator, limit = judge.calculator, subjects.limit
    setter = subjects.terms[limit.set_by] if limit.set_by >= 0 else None
    common = limit.bits[np.isfinite(limit.bits)]  # without those of terms that are kept
    one_limit = len(common) > 0 and not limit.strict
    probes = assessments[0].probes if assessments else probe([t.key for t in terms], calculator)
    decided = {policy: sum(a.decided[policy] for a in assessments) for policy in ("risky", "safe", "ask")}
    return {
        "kind": "document",
        "id": document.id,
        "output_id": document.id,
        "status": "done",
        "strategy": str(settings.strategy),
        "context": str(settings.context),
        "groups": settings.groups,
        "characters": len(document.text),
        "text": document.text,
        "threshold": {
            "policy": str(settings.threshold),
            "bits": _bits(common.min()) if one_limit else None,  # a quantity's unit comes on top of its own
            "set_by": None
            if setter is None
            else {"term": setter.surface, "ic": _bits(limit.bits[limit.set_by])},
        },
        "sources": calculator.chain.sources(),
        "knowledge": [judge.knowledge.name],
        "sensitive": [_sensitive(subjects, row, calculator) for row in range(len(subjects.terms))],
        "risky": [_risky(number, t, subjects, calculator) for number, t in enumerate(treated)],
        "changes": [[c.span.start, c.span.end, c.replacement, c.kind, c.reference] for c in changes],
        **({"decisions": list(decisions)} if decisions else {}),
        **({"left": list(left)} if left else {}),
        **({"dates": _dates(dates)} if dates and dates.ambiguous else {}),
        "residual": {"met": not problems, "problems": list(problems)},
        "unknown": {
            "marginal": sum(a.unknown_terms for a in assessments),
            "joint": sum(a.estimated_pairs for a in assessments),
            "repaired": sum(a.evidence.repaired for a in assessments),
            **decided,
            "terms": sorted({term.surface for a in assessments for term in a.ask}),
        },
        "utility": utility(subjects, terms, treated, probes, calculator.least_support_ic()),
        "sent": calculator.chain.sent(),
    }


def _dates(order: DateOrder) -> dict[str, Any]:
    """How dates were read that are two days, by which of day and month comes first."""
    return {
        "order": order.order, "decided_by": order.by, "ambiguous": order.ambiguous, "undecided": not order.decided,
    }  # fmt: skip


def _bits(value: float | None) -> Bits | None:
    """Rounded for the report: a thousandth of a bit is far below what counts can tell."""
    return None if value is None or not np.isfinite(value) else round(float(value), 3)


def _candidates(choice: Choice) -> list[dict[str, Any]]:
    def row(c: Candidate) -> dict[str, Any]:
        concept = c.option.concept.id if c.option.concept else None
        return {
            "label": c.option.label, "concept": concept, "ic": _bits(c.ic), "dr": _bits(c.risk), "verdict": c.verdict,
        }  # fmt: skip

    return [row(c) for c in choice.candidates]


def _source(calculator: RiskCalculator, number: int) -> str | None:
    return calculator.providers[number].name if number >= 0 else None


def _sensitive(subjects: Subjects, row: int, calculator: RiskCalculator) -> dict[str, Any]:
    s, choice = subjects.terms[row], subjects.choices[row]
    known = subjects.source[row] >= 0
    return {
        "number": s.number,
        "term": s.surface,
        "forms": list(s.forms),
        "class": str(s.entity_class),
        "type": s.type,
        "recognizers": list(s.recognizers),
        "spans": [[span.start, span.end] for span in s.spans],
        "query": list(subjects.queries[row].phrases),
        **({"within": list(subjects.queries[row].within)} if subjects.queries[row].within else {}),
        "documents": int(subjects.documents[row]) if known else None,
        "ic": _bits(subjects.ic[row]),
        "source": _source(calculator, int(subjects.source[row])),
        "limit": _bits(subjects.limit.bits[row]),
        "proposed": s.proposed,
        "generalization": choice.option.label or None,
        "generalization_ic": _bits(choice.ic),
        "concept": choice.option.concept.id if choice.option.concept else None,
        "candidates": _candidates(choice),
        **({"operator": subjects.operators[row]} if row in subjects.operators else {}),
    }


def _risky(number: int, treated: Treated, subjects: Subjects, calculator: RiskCalculator) -> dict[str, Any]:
    risky, choice, assessment = treated.risky, treated.choice, treated.assessment
    column, ic = assessment.probes.own(risky.index)
    over = subjects.limit.exceeded(risky.risk[:, None])[:, 0] & risky.towards
    rows = sorted(np.flatnonzero(over), key=lambda r: -risky.risk[r])
    sense = treated.proposal.sense
    return {
        "number": number,
        "term": risky.term.surface,
        "spans": [[span.start, span.end] for span in risky.spans],
        "ic": _bits(ic),
        "documents": int(assessment.probes.marginals.documents[column]) if column is not None else None,
        "source": _source(calculator, int(assessment.probes.marginals.source[column]))
        if column is not None
        else None,
        "rule": risky.rule,
        "towards_total": len(rows),
        "towards": [_towards(int(r), treated, calculator) for r in rows[:10]],
        "sense": None
        if sense is None
        else {
            "concept": sense.chosen.concept.id,
            "rule": sense.rule,
            "runner_up": sense.runner_up.concept.id if sense.runner_up else None,
        },
        "candidates": _candidates(choice),
        "choice": {
            "replacement": choice.option.label or None,
            "concept": choice.option.concept.id if choice.option.concept else None,
            "ic": _bits(choice.ic),
            "rule": choice.rule,
        },
        **({"group": _group(treated.group)} if treated.group else {}),
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "sensitive": group.row, "terms": list(group.phrases), "dr": _bits(group.risk), "counts": group.counts,
    }  # fmt: skip


def _towards(row: int, treated: Treated, calculator: RiskCalculator) -> dict[str, Any]:
    risky, evidence = treated.risky, treated.assessment.evidence
    column = int(risky.column[row])
    guessed = bool(evidence.estimated[row, column])
    result: dict[str, Any] = {
        "sensitive": row,
        "dr": _bits(float(risky.risk[row])),
        "rule": "estimate" if guessed else risky.rule,
        "counts": evidence.counts(row, column, calculator.totals),
        "source": _source(calculator, int(evidence.source[row, column])),
    }
    if guessed:
        result["bound"] = _bound(result["counts"])
    if risky.rule == "subphrase":
        result["part"] = " ".join(treated.assessment.asked[column].phrases)
    return result


def _bound(counts: dict[str, int | None]) -> float | None:
    """The most that an estimated risk may be, in bits, from its counts by name."""
    s, sq, gq = (np.array([UNKNOWN if counts[name] is None else counts[name]]) for name in ("s", "sq", "gq"))
    return None if counts["N"] is None else _bits(float(disclosure_bound(counts["N"], s, sq, gq)[0]))


def utility(
    subjects: Subjects,
    terms: Sequence[Term],
    treated: Sequence[Treated],
    probes: Probes,
    least_support: Bits,
) -> dict[str, Any]:
    """U(D') = 100 ΣIC(terms of D') / ΣIC(terms of D) over occurrences, eq. (20) and (21).

    Kept terms count IC(q), replaced ones IC(g) but never more than IC(q), removed ones 0; a term without a count
    has the information of the least support (bits), and the share of such occurrences is told.
    """
    before = after = 0.0
    occurrences = without = 0
    for row, s in enumerate(subjects.terms):
        own, n = subjects.ic[row], len(s.spans)
        known = not np.isnan(own)
        own = float(own) if known else least_support
        before += n * own
        after += n * min(subjects.choices[row].ic, own)
        occurrences += n
        without += 0 if known else n
    replaced: dict[tuple[str, int], float] = {}
    for t in treated:
        for span in t.risky.spans:
            replaced[(t.risky.term.key, span.start)] = t.choice.ic
    for index, term in enumerate(terms):
        ic = probes.own(index)[1]
        own = least_support if ic is None else ic
        for span in term.spans:
            before += own
            after += min(replaced.get((term.key, span.start), own), own)
        occurrences += len(term.spans)
        without += 0 if ic is not None else len(term.spans)
    return {
        "percent": round(100 * after / before, 2) if before else None,
        "bits_before": round(before, 1),
        "bits_after": round(after, 1),
        "occurrences": occurrences,
        "without_count": round(without / occurrences, 4) if occurrences else None,
    }
