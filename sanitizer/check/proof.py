"""Prove a result: what is left in it, what of it a person has decided, and the report."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from kb.values.date_order import DateOrder
from sanitizer.check.build_report import Checked, document_report
from sanitizer.check.disclosure_budget import named
from sanitizer.check.goals import Reached
from sanitizer.check.report import DocumentReport
from sanitizer.check.rounds import Decided
from sanitizer.check.source_runs import problems_of
from sanitizer.check.written import Judged
from sanitizer.operators.placing import placed
from sanitizer.operators.plan import Plan
from sanitizer.operators.policy import Policy
from sanitizer.read.who_is_who import register_of
from sanitizer.text.edits import Change, marked, narrowed
from sanitizer.types import Document, Span


@dataclass(frozen=True, slots=True)
class Proof:
    """The ``changes`` as they are shown and written, the report on them, and whether nothing is left to be done."""

    changes: tuple[Change, ...] = field(repr=False)
    report: DocumentReport = field(repr=False)
    met: bool


def prove(
    document: Document, decided: Decided, order: DateOrder, reached: Reached, operators: Policy
) -> Proof:
    """Read the result of what is ``decided`` a last time, and tell of it what was changed, why, and what remains."""
    text, plan, keeping, changes = document.text, decided.plan, decided.case.keeping, decided.changes
    left = decided.second_look.problems(text, changes, plan.is_sealed)
    made = decided.case.choosing.made
    problems = [
        *keeping.problems(left, changes), *decided.rounds.problems, *keeping.unsafe(made),
        *problems_of(reached.unlinked),
    ]  # fmt: skip
    treated = named(decided.rounds.treated, reached.reasons)
    hiding = [decided.masked, *(t.risky.spans for t in treated)]
    changes = _shown(text, changes, plan, chain.from_iterable(hiding))
    if cipher := operators.cipher:
        changes = placed(changes, cipher.key, document.place, document.id)
    decisions = keeping.verdicts(changes, plan.is_sealed, made)
    problems += keeping.broken(decisions)
    register = register_of(decided.case.doc)
    judged = Judged(decided.case.subjects, decided.terms, treated, decided.rounds.assessments, register)
    checked = Checked(changes, problems, decisions, keeping.left(changes), order, plan.by_default)
    report = document_report(document, decided.judge, judged, checked)
    report = replace(report, singled_out=reached.singled, unlinked=reached.unlinked)
    return Proof(changes, report, not problems)


def _shown(text: str, changes: Sequence[Change], plan: Plan, terms: Iterable[Span]) -> tuple[Change, ...]:
    """Return the changes without those that write what stood there (terms that are kept), and without the words
    around the `terms` that fitting took along and left as they were. What operators wrote stays in one piece."""
    own = marked(text, terms)
    shown = (change if plan.is_fixed(change) else narrowed(text, change, own) for change in changes)
    return tuple(change for change in shown if change.replacement != change.span.of(text))
