"""Pairs below support in the whole pipeline: python bench/counts_policies.py BENCHMARKS [POLICY ...] [-- OPTIONS]

Runs bench/dev_halves.py (with its OPTIONS) once for each policy for pairs seen together less than twice:
``shrunk:K:M`` (weight K, ratio expected before anything is seen M), ``once:K:M`` (the same, but M is 1 for pairs never
seen together, and others are at most as counted: the default), ``counted`` (as the paper: never together is no risk),
``bound`` (the most that the count allows at 95 %, never above IC(s)), ``parts:K`` (weight K; the ratio expected is
that of the shorter phrases that the two terms hold).
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from unittest.mock import patch

import dev_halves
import numpy as np
from scipy.stats import chi2

from corpora_stats.base import IntArray, Query
from sanitizer.risk import disclosure_risk as risk
from sanitizer.risk import formulas
from sanitizer.risk.disclosure_risk import Evidence
from sanitizer.risk.roll_up import Generalization
from sanitizer.types import BitsArray, BoolArray

POLICIES = ["shrunk:1:1", "shrunk:0.5:4", "shrunk:1:8", "once:1:8", "counted", "bound", "parts:0.5"]
Risk = Callable[[int, IntArray, IntArray, IntArray, IntArray], tuple[BitsArray, BoolArray]]


def policy(name: str) -> Risk:
    kind, *numbers = name.split(":")

    def disclosure_risk(
        total: int, s: IntArray, sq: IntArray, g: IntArray, gq: IntArray
    ) -> tuple[BitsArray, BoolArray]:
        s_f, h, g_f, gq_f = (
            np.where(np.asarray(x) < 0, np.nan, np.asarray(x, dtype=float)) for x in (s, sq, g, gq)
        )
        low = np.broadcast_to(h < formulas.RELIABLE, np.broadcast_shapes(*map(np.shape, (s, sq, g, gq))))
        with np.errstate(divide="ignore", invalid="ignore"):
            exact = np.log2(total * h / (s_f * gq_f))
            expected = s_f * gq_f / g_f
            if kind in ("shrunk", "once"):
                weight, most = map(float, numbers)
                prior = np.maximum(1.0, most * g_f / total)
                prior = np.where(h == 0, 1.0, prior) if kind == "once" else prior
                guess = np.log2(total / g_f) + np.log2((h + weight) / (expected + weight / prior))
                guess = np.where((h > 0) & (kind == "once"), np.minimum(guess, exact), guess)
            elif kind == "counted":
                guess = exact
            else:
                limit = chi2.ppf(0.95, 2 * np.nan_to_num(h) + 2) / 2
                guess = np.minimum(
                    np.log2(total * limit / (s_f * np.maximum(gq_f, limit))), np.log2(total / s_f)
                )
            value = np.where(low, guess, exact)
        return value, low & ~np.isnan(value)

    return disclosure_risk


def with_parts(evidence: Callable[..., Evidence], weight: float) -> Callable[..., Evidence]:
    """Evidence whose estimates lean on the parts of the terms."""

    def leaning(
        self: risk.RiskCalculator,
        terms: Sequence[Query],
        replacements: Sequence[Generalization | None],
        columns: Sequence[Query],
        keep_counts: bool = False,
    ) -> Evidence:
        found = evidence(self, terms, replacements, columns, True)
        if not found.estimated.any():
            return found
        provider = self.providers[0]
        ratio = np.ones(found.risk.shape)
        for side in range(2):
            rows = [shorter(query, side) for query in terms]
            for other in range(2):
                joint = provider.joint(rows, [shorter(query, other) for query in columns])
                chance = joint.rows[:, None] * joint.columns[None, :] / provider.total
                with np.errstate(divide="ignore", invalid="ignore"):
                    meets = np.where(joint.joint >= formulas.RELIABLE, joint.joint / chance, 1.0)
                ratio = np.maximum(ratio, meets)
        h, s, q = (np.maximum(x, 0).astype(float) for x in (found.sq, found.s, found.q))
        chance = s * q / provider.total
        with np.errstate(divide="ignore", invalid="ignore"):
            guess = np.minimum(chance * (h + weight) / (chance + weight / ratio), np.minimum(s, q))
            leaned = np.log2(provider.total * guess / (s * np.maximum(found.gq, guess)))
        where = found.estimated & (found.source == 0)
        return replace(found, risk=np.where(where, np.maximum(leaned, found.risk), found.risk))

    return leaning


def shorter(query: Query, side: int) -> Query:
    """Return a phrase less its first (0) or last (1) word; a query of several phrases stays."""
    words = query.phrases[0].split() if len(query.phrases) == 1 and not query.parts else []
    return Query((" ".join(words[1:] if side == 0 else words[:-1]),)) if len(words) > 1 else query


def main() -> None:
    given = sys.argv[1:]
    if not given or given[0].startswith("-"):
        sys.exit(__doc__)
    at = given.index("--") if "--" in given else len(given)
    folder, *names = given[:at]
    as_it_is = risk.RiskCalculator.evidence
    for name in names or POLICIES:
        print(f"\n{name}", flush=True)
        leans = name.startswith("parts")
        weight = float(name.partition(":")[2]) if leans else 0.0
        evidence = with_parts(as_it_is, weight) if leans else as_it_is
        judged = policy("shrunk:1:1" if leans else name)
        sys.argv = ["dev_halves.py", folder, *given[at + 1 :]]
        with (
            patch.multiple(risk, disclosure_risk=judged),
            patch.object(risk.RiskCalculator, "evidence", evidence),
        ):
            dev_halves.main()


if __name__ == "__main__":
    main()
