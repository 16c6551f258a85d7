"""What is decided of one document, before the result is read for the last time."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sanitizer.check.residual import SecondLook
from sanitizer.check.rounds import Case, Rounds
from sanitizer.check.written import Judged, utility
from sanitizer.choose.judge import Judge
from sanitizer.choose.treated import Treated
from sanitizer.operators.plan import Plan
from sanitizer.text.edits import Change
from sanitizer.text.terms import Term, Words, words_of
from sanitizer.types import Span


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
        """Words of what knowledge bases say of sensitive terms."""
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
