"""Judge the terms that are left, treat those that tell too much, read the result, and again until nothing is left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from spacy.tokens import Doc

from sanitizer.check.residual import SecondLook
from sanitizer.check.written import Judged, utility
from sanitizer.choose.choices_of_persons import Choosing
from sanitizer.choose.joint_risk import break_groups, in_clear
from sanitizer.choose.judge import Judge, Subjects
from sanitizer.choose.risky_terms import Treated
from sanitizer.control.keeping import Keeping
from sanitizer.control.outcomes import NOT_SETTLED, Problem
from sanitizer.operators.plan import Plan
from sanitizer.recognize.finders.abbreviations import words_in
from sanitizer.risk.find_risky_terms import Assessment
from sanitizer.risk.telling_medicines import medicine_terms
from sanitizer.risk.unexplained_terms import opaque_terms, with_opaque
from sanitizer.say.changes import Bounds, by_operator, is_foreign, of_risky, write
from sanitizer.say.plan_types import Told
from sanitizer.settings import Unknown
from sanitizer.text.edits import Change
from sanitizer.text.terms import Term, Words, loose_terms, words_of
from sanitizer.types import Span, text_of

_ROUNDS: Final = 5
"""Times that a result is judged again; the first finds nearly all (docs/method.md)."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """What the rounds came to: the risky terms that were treated, the assessment of each round, all changes, and the
    terms that were not settled in the last round, as problems."""

    treated: tuple[Treated, ...]
    assessments: tuple[Assessment, ...]
    changes: tuple[Change, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """A document whose sensitive terms are settled: who judges it, the ``subjects``, what bounds the writing, what is
    kept by rule or decision, and what persons chose."""

    doc: Doc = field(repr=False)
    judge: Judge
    subjects: Subjects
    bounds: Bounds
    keeping: Keeping
    choosing: Choosing


def treat_risky(case: Case, terms: Sequence[Term], told: Sequence[Told], second_look: SecondLook) -> Rounds:
    """Treat the terms that tell too much of the subjects, beside what is ``told`` of these; nothing more is done where
    the strategy leaves risky terms alone."""
    doc, judge, subjects, keeping = case.doc, case.judge, case.subjects, case.keeping
    plan, hidden = case.bounds.plan, case.bounds.hidden
    settings, text = judge.settings, text_of(doc)
    treated: list[Treated] = []
    assessments: list[Assessment] = []
    if not settings.strategy.treats_risky:
        return Rounds((), (), write(doc, told, case.bounds))
    judged = [
        span for spans in (*(s.spans for s in subjects.terms), *(t.spans for t in terms)) for span in spans
    ]
    fresh: Sequence[Term] = [
        *with_opaque(terms, _telling(case)),
        *loose_terms(text, hidden, judged),
    ]
    changes: tuple[Change, ...] | None = None
    for _ in range(_ROUNDS):
        assessments.append(judge.assess(doc, fresh, subjects, hidden))
        latest = assessments[-1]
        new = judge.generalize(keeping.treatable(latest.risky), latest, subjects, plan.forms, hidden)
        if settings.groups > 1:
            clear = in_clear(judge, doc, assessments, [*treated, *new], subjects)
            new += keeping.treated(break_groups(judge, clear, subjects, plan.forms, hidden))
        new = by_operator(case.choosing.of_risky(new, subjects), plan)
        more = list(of_risky(text, new, len(treated), told, case.bounds))
        treated += new
        if changes is not None and not more:  # it would be written as before, and was read
            fresh = ()
            break
        told = [*told, *more]
        changes = write(doc, told, case.bounds)
        fresh = second_look.fresh(text, changes, keeping.spans)
        if not fresh:
            break
    problems = tuple(Problem(kind=NOT_SETTLED, term=t.surface, span=None) for t in fresh)
    return Rounds(tuple(treated), tuple(assessments), changes or (), problems)


def _telling(case: Case) -> Iterator[Term]:
    """Yield terms that tell too much whatever the counts say: what nothing is known of, and medicines where an
    illness is not to be told. The words of names that a person's word leaves in clear are none."""
    doc, judge, word = case.doc, case.judge, case.keeping.word
    sensitive, operators = case.subjects.terms, case.bounds.plan.operators
    taken = [span for s in sensitive for span in s.spans]
    if any(s.type == "DISEASE" and operators.get(s.number) != "keep" for s in sensitive):
        treating = list(medicine_terms(doc, taken, judge.knowledge))
        taken += [span for term in treating for span in term.spans]
        yield from treating
    if judge.settings.unknown is not Unknown.SAFE and not is_foreign(doc):
        text = text_of(doc)
        standing = [*word.held, *(left.span for left in word.left)]
        named = frozenset(w for span in standing for w in words_of(span.of(text)))
        for term in opaque_terms(doc, [*taken, *words_in(text)], judge.tells, judge.is_kind):
            if not words_of(term.surface) <= named:
                yield term


@dataclass(frozen=True)
class Decided:
    """The ``case`` of a document, the ``terms`` beside the sensitive ones, what the ``rounds`` came to, the
    ``second_look`` that knows what was judged, and what was ``masked``."""

    judge: Judge = field(repr=False)
    case: Case
    terms: Sequence[Term] = field(repr=False)
    rounds: Rounds
    second_look: SecondLook
    masked: Sequence[Span]

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes of the text."""
        return self.rounds.changes

    @property
    def labels(self) -> Words:
        """The words of the labels that stand for sensitive terms."""
        return words_of(" ".join(choice.option.label for choice in self.case.subjects.choices))

    @property
    def treated(self) -> Sequence[Treated]:
        """The risky terms, and what stands for them."""
        return self.rounds.treated

    @property
    def plan(self) -> Plan:
        """What operators write."""
        return self.case.bounds.plan

    @cached_property
    def utility_percent(self) -> float | None:
        """Share of the information kept, in percent."""
        judged = Judged(self.case.subjects, self.terms, self.rounds.treated, self.rounds.assessments)
        return utility(judged, self.judge.calculator).percent
