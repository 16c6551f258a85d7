"""Information from counts, in bits. The only module with logarithms.

Sources: Sánchez and Batet, "Toward sensitive document release with privacy guarantees" line of work, equations (1) to
(16); the exact reading of each is in docs/method.md. Counts are arrays of documents; UNKNOWN (-1) gives NaN.
"""

from typing import Final

import numpy as np

from corpora_stats.base import IntArray
from sanitizer.types import BitsArray, BoolArray

RELIABLE: Final = 2
"""A joint count below this is chance as likely as evidence: its risk is estimated, not computed."""

PRIOR: Final = 8.0
"""How many times oftener than by chance two terms of one text meet elsewhere (bench/counts_estimates.py)."""

WEIGHT: Final = 1.0
"""κ of the estimate: how much that belief weighs, in expected documents."""

_MOST: Final = np.array([2.9957, 4.7439])
"""The means that would give 0, and at most 1, document by chance in 5 of 100 cases (Garwood, Biometrika 28, 1936)."""


def _known(counts: IntArray) -> BitsArray:
    result: BitsArray = np.where(counts < 0, np.nan, counts.astype(np.float64))
    return result


def information_content(documents: IntArray, total: int) -> BitsArray:
    """IC(t) = -log2(h(t)/N), eq. (1): bits told by seeing t. NaN where unknown, infinite where h = 0.

    Where h(t) is that of a concept with all below it (:class:`sanitizer.risk.roll_up.RollUp`), this is the IC of
    a concept by Resnik (IJCAI 1995, section 2.1), p(c) being the share of documents that name it or a hyponym,
    each document once, instead of the share of occurrences: 0 at the root, and it never rises going up.
    """
    with np.errstate(divide="ignore"):
        result: BitsArray = np.log2(total) - np.log2(_known(documents))
    return result


def pointwise_mutual_information(joint: IntArray, a: IntArray, b: IntArray, total: int) -> BitsArray:
    """PMI(a;b) = log2(p(a,b) / (p(a) p(b))), eq. (2): bits that b tells about a. -inf where they never meet."""
    with np.errstate(divide="ignore", invalid="ignore"):
        result: BitsArray = np.log2(total) + np.log2(_known(joint)) - np.log2(_known(a)) - np.log2(_known(b))
    return result


def normalized_pmi(joint: IntArray, a: IntArray, b: IntArray, total: int) -> BitsArray:
    """NPMI(a;b) = PMI(a;b) / -log2 p(a,b), no unit, from -1 (never together) over 0 (independent) to 1 (always).

    Bouma, "Normalized (pointwise) mutual information in collocation extraction" (GSCL 2009), eq. (7). It ranks pairs of
    terms of unlike frequency; a disclosure risk is in bits, so it enters none.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        shared = information_content(joint, total)
        value = pointwise_mutual_information(joint, a, b, total) / shared
    value = np.where(np.isinf(shared), -1.0, value)
    return np.where(shared == 0, 1.0, value)


def disclosure_risk(
    total: int, s: IntArray, sq: IntArray, g: IntArray, gq: IntArray
) -> tuple[BitsArray, BoolArray]:
    """DR(s;q) in bits when g stands for s, eq. (6) in its working form (16), and where it is only an estimate.

    ``total`` is N; ``s`` = h(s), ``sq`` = h(s,q), ``g`` = h(g(s)), ``gq`` = h(g(s),q), all broadcast together, with
    docs(s) a subset of docs(g). For a removed s pass g = N and gq = h(q): then IC(g) = 0 and (6) is the PMI of (3).

    Where h(s,q) is reliable: DR = log2(N h(s,q) / (h(s) h(g,q))). Below RELIABLE the joint count is shrunk towards
    what is believed before anything is seen, that s and q meet m times oftener than by chance: DR = IC(g) +
    log2((h(s,q) + κ) / (E + κ/m)), E = h(s) h(g,q) / h(g). This is the mean of the ratio to chance after h(s,q)
    documents, the belief being a Gamma distribution with mean m and shape κ (DuMouchel, The American Statistician 53,
    1999, section 2), and the same as (16) for κ = 0. Two terms seen together once have m = PRIOR, less what g tells
    (PRIOR h(g)/N, at least 1), and at most the DR of (16). Two never seen together have m = 1, so that DR is at most
    IC(g) and no term is risky by a belief alone; :func:`disclosure_bound` says how much it may be.
    """
    total_f, s_f, sq_f, g_f, gq_f = (
        np.asarray(x, dtype=np.float64) for x in (total, _known(s), _known(sq), _known(g), _known(gq))
    )
    estimated = np.broadcast_to(
        np.asarray(sq) < RELIABLE, np.broadcast_shapes(*(np.shape(x) for x in (s, sq, g, gq)))
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        exact = np.log2(total_f * sq_f / (s_f * gq_f))
        expected = s_f * gq_f / g_f
        prior = np.where(sq_f > 0, np.maximum(1.0, PRIOR * g_f / total_f), 1.0)
        shrunk = np.log2(total_f / g_f) + np.log2((sq_f + WEIGHT) / (expected + WEIGHT / prior))
        risk = np.where(estimated, np.where(sq_f > 0, np.minimum(shrunk, exact), shrunk), exact)
    return risk, estimated & ~np.isnan(risk)


def disclosure_bound(total: int, s: IntArray, sq: IntArray, gq: IntArray) -> BitsArray:
    """Return the most bits that DR(s;q) may be where h(s,q) is below RELIABLE, at a confidence of 95 %.

    Arguments as for :func:`disclosure_risk`. h(s,q) is replaced by the upper confidence limit of its Poisson mean;
    never above IC(s). NaN where the count is unknown or reliable.
    """
    sq_array = np.asarray(sq)
    s_f, gq_f = _known(s), _known(gq)
    most = np.where((sq_array >= 0) & (sq_array < RELIABLE), _MOST[np.clip(sq_array, 0, 1)], np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        bits = np.log2(total * most / (s_f * np.maximum(gq_f, most)))
        result: BitsArray = np.minimum(bits, np.log2(total / s_f))
    return result
