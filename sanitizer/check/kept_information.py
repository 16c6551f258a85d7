"""How much information a sanitized text keeps (eq. 20-21 of the paper)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sanitizer.check.report import Utility
from sanitizer.choose.judge import Subjects
from sanitizer.choose.treated import Treated
from sanitizer.read.register import Register
from sanitizer.risk.assess import Assessment, Probes, probe
from sanitizer.risk.calculator import RiskCalculator
from sanitizer.text.terms import Term


@dataclass(frozen=True, slots=True)
class Judged:
    """What was judged in a document: the sensitive ``subjects``, the other ``terms`` in the order of the first
    assessment, those that were ``treated``, the assessment of each round, and who is who in the text."""

    subjects: Subjects
    terms: Sequence[Term]
    treated: Sequence[Treated]
    assessments: Sequence[Assessment]
    register: Register = field(default_factory=Register, repr=False)


def utility(judged: Judged, calculator: RiskCalculator) -> Utility:
    """U(D') = 100 ΣIC(terms of D') / ΣIC(terms of D) over occurrences, eq. (20) and (21).

    Kept terms count IC(q), replaced ones IC(g) but never more than IC(q), removed ones 0; a term without a count
    has the information of the least support (bits), and the share of such occurrences is told.
    """
    subjects, terms = judged.subjects, judged.terms
    probes, least_support = _probes(judged, calculator), calculator.least_support_ic()
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
    for t in judged.treated:
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
    return Utility(
        percent=round(100 * after / before, 2) if before else None,
        bits_before=round(before, 1),
        bits_after=round(after, 1),
        occurrences=occurrences,
        without_count=round(without / occurrences, 4) if occurrences else None,
    )


def _probes(judged: Judged, calculator: RiskCalculator) -> Probes:
    """What is known of the terms alone."""
    if judged.assessments:
        return judged.assessments[0].probes
    return probe([term.key for term in judged.terms], calculator)
