"""Pairs below support: python bench/counts_estimates.py BENCHMARKS_FOLDER

The articles of the shipped statistics are halved at random. For each pair of a sensitive term and a noun phrase of the
development halves that the first half has seen together less than twice, an estimator says from the first half how many
articles of the second half hold both; the second half says whether that was so. Loss: bits a pair of the Poisson
likelihood, less those of an oracle that knows the mean of all such pairs of like expectation (the lower the better).
Beside it: the mean estimate over the mean count (1: unbiased), and how often a bound of 95 % was exceeded.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from counts_vocabulary import collections
from scipy.special import gammaln, xlogy
from scipy.stats import chi2

from corpora_stats.base import Query
from corpora_stats.default import open_default
from corpora_stats.overlap import Documents, joint_matrix

Floats = npt.NDArray[np.float64]
SUPPORT = 2
LEAST = 1e-6  # documents; an estimator that says 0 is not told off for ever


def halves(total: int) -> npt.NDArray[np.bool_]:
    return np.random.default_rng(5).permutation(total) < total // 2


def parts_of(query: Query) -> list[Query]:
    """Return the phrase without its first and without its last word: what is nearest to it and oftener seen."""
    words = query.phrases[0].split()
    shorter = [words[1:], words[:-1]] if len(words) > 1 else []
    return [Query((" ".join(part),)) for part in shorter]


class Half:
    """Counts of one half of the articles."""

    def __init__(self, inside: npt.NDArray[np.bool_]) -> None:
        self._inside = inside
        self.total = int(inside.sum())

    def joint(self, rows: list[Documents], columns: list[Documents]) -> tuple[Floats, Floats, Floats]:
        """Return counts of rows, of columns and of both."""
        left, right = ([documents[self._inside[documents]] for documents in some] for some in (rows, columns))
        return (
            np.array([len(some) for some in left], dtype=np.float64)[:, None],
            np.array([len(some) for some in right], dtype=np.float64)[None, :],
            joint_matrix(left, right, len(self._inside)).astype(np.float64),
        )


def backed_off(provider: object, half: Half, rows: list[Query], columns: list[Query]) -> Floats:
    """Return how much oftener than by chance the parts of two phrases meet: the highest ratio of any pair of parts seen
    together twice or more, 1 where there is none."""
    best = np.ones((len(rows), len(columns)))
    for choice in range(2):
        short_rows = [parts[min(choice, len(parts) - 1)] if (parts := parts_of(q)) else q for q in rows]
        for other in range(2):
            short_columns = [
                parts[min(other, len(parts) - 1)] if (parts := parts_of(q)) else q for q in columns
            ]
            documents = provider.documents_of([*short_rows, *short_columns])  # type: ignore[attr-defined]
            a, b, both = half.joint(documents[: len(rows)], documents[len(rows) :])
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = both * half.total / (a * b)
            best = np.where((both >= 2) & (ratio > best), ratio, best)
    return best


def loss(estimate: Floats, seen: Floats) -> Floats:
    """Return bits of the Poisson likelihood."""
    guess = np.maximum(estimate, LEAST)
    bits: Floats = (guess - xlogy(seen, guess) + gammaln(seen + 1)) / np.log(2)
    return bits


def oracle(expected: Floats, seen: Floats) -> Floats:
    """Return the mean of the pairs whose expectation lies in the same tenth of a power of ten."""
    group = np.round(np.log10(np.maximum(expected, LEAST)) * 10).astype(int)
    group -= group.min()
    return (np.bincount(group, seen) / np.maximum(1, np.bincount(group)))[group]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("benchmarks", type=Path)
    arguments = parser.parse_args()
    provider = open_default()
    inside = halves(provider.total)
    first, second = Half(inside), Half(~inside)
    columns = ("expected", "h", "parts", "seen", "bound")
    for name, documents in collections(arguments.benchmarks):
        found: dict[str, list[Floats]] = {column: [] for column in columns}
        for rows, terms in documents:
            known = provider.documents_of([*rows, *terms])
            sizes = [int(first._inside[documents].sum()) for documents in known]
            kept_rows = [i for i in range(len(rows)) if sizes[i] >= SUPPORT]
            kept_terms = [j for j in range(len(terms)) if sizes[len(rows) + j] >= SUPPORT]
            if not kept_rows or not kept_terms:
                continue
            sides = [known[i] for i in kept_rows], [known[len(rows) + j] for j in kept_terms]
            a, b, h = first.joint(*sides)
            seen = second.joint(*sides)[2]
            parts = backed_off(provider, first, [rows[i] for i in kept_rows], [terms[j] for j in kept_terms])
            low = h < 2
            for column, values in zip(columns, (a * b / first.total, h, parts, seen), strict=False):
                found[column].append(values[low])
        report(name, *(np.concatenate(found[column]) for column in columns[:4]))


def report(name: str, expected: Floats, h: Floats, parts: Floats, seen: Floats) -> None:
    estimators: dict[str, Callable[[], Floats]] = {
        "as counted (no estimate)": lambda: h,
        "independence": lambda: expected,
        **{
            f"pseudo-count {k}": (lambda k=k: expected * (h + k) / (expected + k))
            for k in (0.25, 0.5, 1.0, 2.0)
        },
        **{
            f"prior {m} x chance, weight {k}": (lambda k=k, m=m: expected * (h + k) / (expected + k / m))
            for m in (2, 4, 8)
            for k in (0.25, 0.5, 1.0, 2.0)
        },
        **{
            f"parts or {m} x, weight {k}": (
                lambda k=k, m=m: expected * (h + k) / (expected + k / np.maximum(m, parts))
            )
            for m in (2, 4)
            for k in (0.5, 1.0)
        },
        **{
            f"parts, pseudo-count {k}": (lambda k=k: expected * (h + k) / (expected + k / parts))
            for k in (0.5, 1.0)
        },
        "default: once, 8 x; never, 1 x": lambda: np.where(
            h > 0, np.minimum(h, expected * (h + 1) / (expected + 1 / 8)), expected / (expected + 1)
        ),
        "bound (Poisson, 95 %)": lambda: chi2.ppf(0.95, 2 * h + 2) / 2,
    }
    best = oracle(expected, seen)
    later = f"together later: {100 * (seen > 0).mean():.2f} %, mean {seen.mean():.4f}"
    print(f"\n{name}: {len(seen):,} pairs below 2; {later}")
    print(f"  {'estimator':28} excess bits/1000 pairs: all    h = 0    h = 1   mean/truth: h = 0   h = 1")
    for label, estimate in estimators.items():
        guess = estimate()
        excess = loss(guess, seen) - loss(best, seen)
        shares = [guess[h == n].mean() / seen[h == n].mean() for n in (0, 1)]
        print(
            f"  {label:28} {1000 * excess.mean():26.2f} {1000 * excess[h == 0].mean():8.2f}"
            f" {1000 * excess[h == 1].mean():8.1f} {shares[0]:17.2f} {shares[1]:7.2f}"
        )
    limits = chi2.ppf(0.95, 2 * h + 2) / 2
    for n in (0, 1):
        print(f"  above the bound, h = {n}: {100 * (seen > limits)[h == n].mean():.2f} %")


if __name__ == "__main__":
    main()
