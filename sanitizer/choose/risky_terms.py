"""Terms that tell too much of what is sensitive, with what stands for each."""

from dataclasses import dataclass, replace

from corpora_stats import Query
from sanitizer.choose.generalize import Choice
from sanitizer.choose.meanings import Proposal
from sanitizer.risk.find_risky_terms import Assessment, Group, Risky
from sanitizer.risk.roll_up import Generalization
from sanitizer.text.surface_forms import Forms
from sanitizer.types import Bits


@dataclass(frozen=True, slots=True)
class Treated:
    """A risky term with what replaces it and the proposal on which the choice rests; ``group`` where it was risky only
    together with others."""

    risky: Risky
    choice: Choice
    proposal: Proposal
    assessment: Assessment
    group: Group | None = None

    @property
    def own(self) -> Bits | None:
        """What the term tells by itself, as far as that is known."""
        return self.assessment.probes.own(self.risky.index)[1]


def called(risky: Risky, choice: Choice, forms: Forms) -> Choice:
    """Return the choice for a risky term; an unknown one of which only its kind is known is called by that."""
    kind = risky.term.kind
    told = choice.option.label and (choice.option.concept is not None or not risky.term.rule)
    if not kind or told or forms.find(kind):
        return choice
    return replace(choice, option=Generalization(kind, None, Query(()), universal=True), rule="kind")
