"""Search so that models of likeness hold against what is released, not only against the table as it came.

t-closeness compares classes with the whole table. Where rows are suppressed or dropped, whoever gets the release sees
another whole: a solution can fail there that held before.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from sanitizer.relational.columns.lattice import Solution
from sanitizer.relational.columns.lattice_nodes import Problem
from sanitizer.relational.privacy.likeness import BetaLikeness, DeltaDisclosure
from sanitizer.relational.privacy.models import PrivacyModel, all_satisfied
from sanitizer.relational.privacy.partitioner import UnsatisfiableError, classes_of
from sanitizer.relational.privacy.t_closeness import TCloseness

FACTORS: Final = (0.9, 0.8, 0.7, 0.6, 0.5, 0.35, 0.2, 0.1)
"""By which bounds are drawn in, the widest first."""


def consistent(problem: Problem, solve: Callable[[Problem], Solution]) -> Solution:
    """Return the solution of `problem`; where it does not hold against the released rows, the one that loses less
    of two: that of the widest bounds drawn in that does hold, and that without suppression. Raises
    UnsatisfiableError as `solve` does."""
    relative = [m for m in problem.models if isinstance(m, TCloseness | BetaLikeness | DeltaDisclosure)]
    found = solve(problem)
    if not relative or _holds(problem, relative, found):
        return found
    best: Solution | None = None
    for factor in FACTORS:
        models = tuple(_drawn_in(model, factor) for model in problem.models)
        try:
            tried = solve(replace(problem, models=models))
        except UnsatisfiableError:
            break
        if _holds(problem, relative, tried):
            best = tried
            break
    try:
        whole = solve(replace(problem, suppression=0.0))
    except UnsatisfiableError:
        if best is None:
            raise
        return replace(best, optimal=False)
    return replace(whole if best is None or whole.loss <= best.loss else best, optimal=False)


def _holds(problem: Problem, relative: Sequence[PrivacyModel], found: Solution) -> bool:
    kept = np.flatnonzero(found.labels >= 0)
    if not len(kept) or len(kept) == len(found.labels):
        return True
    persons = None if problem.persons is None else problem.persons[kept]
    classes = classes_of(found.labels[kept], [c.take(kept) for c in problem.sensitive], persons)
    return bool(all_satisfied(relative, classes).all())


def _drawn_in(model: PrivacyModel, factor: float) -> PrivacyModel:
    if isinstance(model, TCloseness):
        return replace(model, t=model.t * factor)
    if isinstance(model, BetaLikeness):
        return replace(model, beta=model.beta * factor)
    if isinstance(model, DeltaDisclosure):
        return replace(model, delta=model.delta * factor)
    return model
