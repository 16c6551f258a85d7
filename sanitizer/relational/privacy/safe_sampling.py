"""Differential privacy by (epsilon, delta) safe sampling: k-anonymity by fixed levels, after a draw of the persons.

Li, Qardaji and Su 2012, theorem 1: where each person is drawn with probability beta, and levels that do not depend on
the data put those drawn into classes of which only those of k and more are given away, the release is (epsilon,
delta)-differentially private for epsilon >= -ln(1 - beta), delta = d(k, beta, epsilon). Bild, Kuhn and Prasser 2018
(SafePub) take beta at its greatest; so do we. The levels are the user's (``pin``): no search over them is made.
"""

import math
from dataclasses import replace

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, HierarchySpec, Role
from sanitizer.relational.report.report import SampleFigures
from sanitizer.relational.table.order import private_seed
from sanitizer.relational.table.persons import persons_of
from sanitizer.relational.table.plain_table import PlainTable

_MOST = 1 << 20
"""Class size beyond which no k is looked for."""


def sampling_share(epsilon: float) -> float:
    """Return the greatest probability with which a person may be drawn for `epsilon`."""
    return -math.expm1(-epsilon)


def delta_of(k: int, beta: float, epsilon: float) -> float:
    """d(k, beta, epsilon): the most, over n >= k / gamma - 1, of the chance that more than gamma n of n persons are
    drawn, gamma = (e^epsilon - 1 + beta) / e^epsilon."""
    gamma = 1 - (1 - beta) * math.exp(-epsilon)
    n = max(math.ceil(k / gamma - 1), 0)
    rate = gamma * math.log(gamma / beta) - (gamma - beta)
    most = 0.0
    while True:
        if math.exp(-n * rate) <= most:  # no larger n has a greater chance (Chernoff)
            return most
        most = max(most, _more_than(math.floor(gamma * n + 1e-9), n, beta))
        n += 1


def _more_than(j: int, n: int, p: float) -> float:
    """Return the chance of more than j of n, each with probability p."""
    logs = [
        math.lgamma(n + 1)
        - math.lgamma(i + 1)
        - math.lgamma(n - i + 1)
        + i * math.log(p)
        + (n - i) * math.log1p(-p)
        for i in range(j + 1, n + 1)
    ]
    return math.fsum(map(math.exp, logs))


def least_k(epsilon: float, delta: float) -> int:
    """Return the least k at which the draw for `epsilon` keeps to `delta`. Raises UsageError where it would be too
    large."""
    beta = sampling_share(epsilon)
    high = 2
    while delta_of(high, beta, epsilon) > delta:
        high *= 2
        if high > _MOST:
            raise UsageError(f"safe-sampling: no k keeps to delta = {delta:g} at epsilon = {epsilon:g}")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if delta_of(middle, beta, epsilon) > delta:
            low = middle
        else:
            high = middle
    return high


def safe_sample(
    table: PlainTable, definition: Definition
) -> tuple[PlainTable, Definition, SampleFigures | None]:
    """Return the rows of the persons drawn, the definition with the k that is needed, and figures; all as they are
    where no model asks for it. Raises UsageError where something else of the release would depend on the data."""
    model = next((m for m in definition.models if m.name == "safe-sampling"), None)
    if model is None:
        return table, definition, None
    _check(definition)
    k, beta = least_k(model.epsilon, model.delta), sampling_share(model.epsilon)
    person = persons_of(table, definition)
    persons = int(person.max(initial=-1)) + 1
    random = np.random.default_rng((*private_seed(table, definition.method.seed), 1))
    drawn = random.random(persons) < beta
    rows = drawn[person]
    method = replace(definition.method, suppression=1.0)
    figures = SampleFigures(
        epsilon=model.epsilon,
        delta=model.delta,
        share_drawn=round(beta, 6),
        k_needed=k,
        persons_drawn=int(drawn.sum()),
        persons=persons,
    )
    return table.take(rows), replace(definition, k=max(definition.k, k), method=method), figures


def _check(definition: Definition) -> None:
    """Raise UsageError for all by which the release would depend on the data otherwise than by the draw."""
    start = f"{definition.file}: safe-sampling"
    if definition.method.partitioner != "full-domain" or definition.method.cell_suppression:
        raise UsageError(f'{start} needs partitioner = "full-domain" without cell_suppression')
    if definition.method.null_matching != "extended":
        raise UsageError(f'{start} needs null_matching = "extended"')
    for a in definition.attributes:
        if a.role in (Role.SENSITIVE, Role.INSENSITIVE, Role.TEXT) or (
            not a.dropped and a.role is Role.IDENTIFIER
        ):
            raise UsageError(
                f'{start} is about all released columns: say role = "quasi" or "ignore" of "{a.name}"'
            )
        if a.pram is not None:
            raise UsageError(f'{start}: leave pram of "{a.name}" out, its shares are those of the data')
        if a.role is Role.QUASI and (a.pin is None or a.hierarchy is None or not _fixed(a.hierarchy)):
            raise UsageError(
                f'{start} needs levels that do not depend on the data: give "{a.name}" a hierarchy (file, levels, '
                "taxonomy) and pin"
            )
    others = [m.name for m in definition.models if m.name != "safe-sampling"]
    if others:
        raise UsageError(
            f"{start} and {others[0]} cannot both be kept: the one draws, the other looks at the data"
        )


def _fixed(spec: HierarchySpec) -> bool:
    return bool(spec.file or spec.levels or spec.taxonomy)
