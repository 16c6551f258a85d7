"""`sanitizer count`: how often terms are seen, alone and together."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import numpy as np

from corpora_stats import UNKNOWN, CountsError, Query
from corpora_stats.chain import Chain
from sanitizer.build import open_counts
from sanitizer.commands.shared_options import COUNTS_HELP, with_access
from sanitizer.errors import ResourceError, UsageError
from sanitizer.risk.count_sources import Access
from sanitizer.risk.formulas import information_content, normalized_pmi, pointwise_mutual_information


@click.command("count")
@click.argument("terms", nargs=-1, required=True)
@click.option("--counts", multiple=True, default=("default",), show_default=True, help=COUNTS_HELP)
@with_access
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(
    terms: tuple[str, ...],
    counts: tuple[str, ...],
    offline: bool,
    cache: Path | None,
    cache_days: int | None,
    as_json: bool,
) -> int:
    """Count TERMS: in how many documents each stands (h), their share (p), the bits that it tells by itself (IC).

    Of each pair too, with how many bits one tells of the other (PMI; NPMI is the same from -1 to 1).

    Each term and each pair is counted by the first source that knows it.
    """
    queries = [Query.of(term) for term in terms]
    empty = [term for term, query in zip(terms, queries, strict=True) if not query.phrases]
    if empty:
        raise UsageError(f"{empty[0]!r} holds no word")
    access = Access(offline, cache, cache_days)
    try:
        chain = Chain([open_counts(name, access) for name in counts])
        result = {
            "terms": count_terms(chain, terms, queries),
            "pairs": count_pairs(chain, terms, queries),
            "sources": [source.to_json() for source in chain.sources()],
            "sent": [asdict(sent) for sent in chain.sent()],
        }
    except CountsError as error:
        raise ResourceError(str(error)) from error
    first = chain.providers[0]
    told: dict[str, Any] = {
        "source": first.name,
        "N": first.total,
        "unit": first.unit,
        "exact": first.exact,
        **result,
    }
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        _tell(told)
    return 0


def count_terms(chain: Chain, terms: tuple[str, ...], queries: list[Query]) -> list[dict[str, Any]]:
    """Return each term by the first source that knows it (none: null)."""
    documents, source = chain.first_known(queries)
    rows = []
    for i, term in enumerate(terms):
        known = source[i] >= 0
        total = chain.totals[source[i]] if known else 0
        rows.append(
            {
                "term": term,
                "h": int(documents[i]) if known else None,
                "p": float(documents[i] / total) if known else None,
                "ic": _number(information_content(documents[i : i + 1], total)[0]) if known else None,
                "source": chain.providers[source[i]].name if known else None,
            }
        )
    return rows


def count_pairs(chain: Chain, terms: tuple[str, ...], queries: list[Query]) -> list[dict[str, Any]]:
    """Return each pair by the first source that knows both terms, with the measures of that source's counts."""
    n = len(terms)
    missing = np.triu(np.ones((n, n), dtype=np.bool_), k=1)
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for number, provider in enumerate(chain.providers):
        if not missing.any():
            break
        answer = chain.joint(number, queries, queries, missing)
        known = missing & (answer.rows >= 0)[:, None] & (answer.columns >= 0) & (answer.joint != UNKNOWN)
        chain.note(number, "pairs", int(missing.sum()), int(known.sum()))
        counts = (answer.joint, answer.rows[:, None], answer.columns[None, :], answer.total)
        pmi, npmi = pointwise_mutual_information(*counts), normalized_pmi(*counts)
        for i, j in np.argwhere(known).tolist():
            h = int(answer.joint[i, j])
            found[i, j] = {
                "h": h, "p": h / answer.total, "pmi": _number(pmi[i, j]), "npmi": _number(npmi[i, j]),
                "source": provider.name,
            }  # fmt: skip
        missing &= ~known
    nothing = dict.fromkeys(("h", "p", "pmi", "npmi", "source"))
    return [
        {"terms": [terms[i], terms[j]], **found.get((i, j), nothing)}
        for i in range(n)
        for j in range(i + 1, n)
    ]


def _tell(result: dict[str, Any]) -> None:
    many = len(result["sources"]) > 1
    for source in result["sources"]:
        exact = "exact" if source["exact"] else "estimated"
        click.echo(f"source {source['name']}: N = {source['total']} {source['unit']}s, {exact}")
    width = max(len(row["term"]) for row in result["terms"])
    for row in result["terms"]:
        by = f"  ({row['source']})" if many and row["source"] else ""
        click.echo(
            f"{row['term']:<{width}}  h = {_show(row['h'])}  p = {_show(row['p'])}  IC = {_show(row['ic'])} bits{by}"
        )
    for pair in result["pairs"]:
        by = f"  ({pair['source']})" if many and pair["source"] else ""
        click.echo(
            f"{' + '.join(pair['terms'])}  h = {_show(pair['h'])}  p = {_show(pair['p'])}  "
            f"PMI = {_show(pair['pmi'])} bits  NPMI = {_show(pair['npmi'])}{by}"
        )
    missing = sum(source.get("missing", 0) for source in result["sources"])
    if missing:
        click.echo(f"{missing} questions left open: the cache lacks them, and --offline sends nothing")


def _number(value: float) -> float | None:
    return float(round(value, 4)) if np.isfinite(value) else None


def _show(value: Any) -> str:
    if value is None:
        return "unknown"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
