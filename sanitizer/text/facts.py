"""What words may tell of a person, and of which kind it is: a job by its field, health by what befell whom."""

from typing import Final

import numpy as np

from sanitizer.text.attention import Floats

KINDS_OF_FACTS: Final = {
    "JOB": (
        *("health", "care", "teaching", "science", "engineering", "building", "making", "land", "transport"),
        *("food", "sales", "office", "money", "management", "law", "guarding", "military", "government"),
        *("religion", "arts", "sport", "service", "none", "other"),
    ),
    "DISEASE": (
        *("disease", "infection", "cancer", "mental", "injury", "symptom", "impairment", "pregnancy"),
        *("addiction", "procedure", "treatment", "test", "allergy"),
    ),
    "BELIEF": ("religion", "origin", "politics", "sexuality"),
    "FAMILY": ("family",),
    "EDUCATION": ("education", "interest"),
    "STANDING": ("standing",),
    "LOOKS": ("looks",),
}
"""The kinds of each fact, in the order in which the network tells them. A job of no field ("none") is none that earns
a living: a student, a volunteer, the treasurer of a club."""
FACTS: Final = tuple(KINDS_OF_FACTS)
FACT_KINDS: Final = tuple((fact, kind) for fact, kinds in KINDS_OF_FACTS.items() for kind in kinds)
"""All kinds, each with its fact."""
_FIRST_KINDS: Final = (0, *(1 + [fact for fact, _ in FACT_KINDS].index(fact) for fact in FACTS))
"""Where the kinds of each fact begin, behind the score of words that tell none."""


def of_facts(scores: Floats) -> Floats:
    """Return the scores (words, 1 + facts) of a network that was taught the facts alone, or their kinds: those are
    pooled.

    Args:
        scores: logarithms of what chances are proportional to, first that nothing is told, then of each of ``FACTS`` or
            of each of ``FACT_KINDS``.
    """
    if scores.shape[1] == 1 + len(FACTS):
        return scores
    result: Floats = np.logaddexp.reduceat(scores, _FIRST_KINDS, axis=1)
    return result
