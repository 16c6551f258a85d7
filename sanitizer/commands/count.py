"""`sanitizer count`: how often terms are seen, alone and together."""

import json
from typing import Any

import click
import numpy as np

from corpora_stats import UNKNOWN, Query
from sanitizer.defaults import open_counts
from sanitizer.errors import UsageError
from sanitizer.information import information_content, normalized_pmi, pointwise_mutual_information


@click.command("count")
@click.argument("terms", nargs=-1, required=True)
@click.option("--counts", default="default", show_default=True, help="default or a path.")
@click.option("--json", "as_json", is_flag=True)
def command(terms: tuple[str, ...], counts: str, as_json: bool) -> int:
    """Count TERMS: documents h, probability p and information IC of each; PMI and NPMI of each pair."""
    provider = open_counts(counts)
    queries = [Query.of(term) for term in terms]
    empty = [term for term, query in zip(terms, queries, strict=True) if not query.phrases]
    if empty:
        raise UsageError(f"{empty[0]!r} holds no word")
    answer = provider.joint(queries, queries)
    n, h = answer.total, answer.rows
    ic = information_content(h, n)
    rows: list[dict[str, Any]] = [
        {
            "term": term,
            "h": _count(h[i]),
            "p": None if h[i] == UNKNOWN else float(h[i] / n),
            "ic": _number(ic[i]),
        }
        for i, term in enumerate(terms)
    ]
    pmi = pointwise_mutual_information(answer.joint, h[:, None], h[None, :], n)
    npmi = normalized_pmi(answer.joint, h[:, None], h[None, :], n)
    pairs: list[dict[str, Any]] = [
        {
            "terms": [terms[i], terms[j]], "h": _count(answer.joint[i, j]),
            "p": None if answer.joint[i, j] == UNKNOWN else float(answer.joint[i, j] / n),
            "pmi": _number(pmi[i, j]), "npmi": _number(npmi[i, j]),
        }
        for i in range(len(terms)) for j in range(i + 1, len(terms))
    ]  # fmt: skip
    result = {
        "source": answer.source, "N": n, "unit": provider.unit, "exact": answer.exact, "terms": rows, "pairs": pairs,
    }  # fmt: skip
    if as_json:
        click.echo(json.dumps(result, ensure_ascii=False, indent=2))
        return 0
    click.echo(
        f"source {answer.source}: N = {n} {provider.unit}s, {'exact' if answer.exact else 'estimated'}"
    )
    width = max(len(term) for term in terms)
    for row in rows:
        click.echo(
            f"{row['term']:<{width}}  h = {_show(row['h'])}  p = {_show(row['p'])}  IC = {_show(row['ic'])} bits"
        )
    for pair in pairs:
        names = " + ".join(pair["terms"])
        click.echo(
            f"{names}  h = {_show(pair['h'])}  p = {_show(pair['p'])}  PMI = {_show(pair['pmi'])} bits  "
            f"NPMI = {_show(pair['npmi'])}"
        )
    return 0


def _count(value: np.int64) -> int | None:
    return None if value == UNKNOWN else int(value)


def _number(value: float) -> float | None:
    return float(round(value, 4)) if np.isfinite(value) else None


def _show(value: Any) -> str:
    if value is None:
        return "unknown"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
