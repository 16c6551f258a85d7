"""What the default statistics know: python bench/counts_vocabulary.py BENCHMARKS_FOLDER INDEX

BENCHMARKS_FOLDER holds seed_articles.json, tab.dev.json.gz and wikibios.dev.json.gz; INDEX is the full positional index
of the articles that the statistics were made from (sanitizer corpus build articles-*.jsonl.xz -o INDEX). Prints the
share of sensitive terms, of other terms and of their pairs that are known at several minimum supports, and whether
all known counts agree with the full index.
"""

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from corpora_stats.base import UNKNOWN, CountProvider, JointCounts, Query
from corpora_stats.default import open_default
from corpora_stats.index import open_index
from sanitizer.text.parse import parse
from sanitizer.text.terms import extract_terms

Terms = tuple[list[Query], list[Query]]


def queries(phrases: list[str]) -> list[Query]:
    return sorted(
        {query for phrase in phrases if (query := Query.of(phrase)).phrases}, key=lambda q: q.phrases
    )


def collections(folder: Path) -> Iterator[tuple[str, list[Terms]]]:
    """Name, and for each document its sensitive terms (annotated, or else found) and its noun phrases."""

    def terms(text: str, sensitive: list[str] | None) -> Terms:
        doc = parse(text)
        found = [entity.text for entity in doc.ents] if sensitive is None else sensitive
        return queries(found), queries([term.surface for term in extract_terms(doc, [])])

    seeds = json.loads((folder / "seed_articles.json").read_text(encoding="utf-8"))
    yield "seed articles", [terms(a["text"], None) for a in seeds.values() if a["extent"].startswith("full")]
    for name in ("tab.dev", "wikibios.dev"):
        with gzip.open(folder / f"{name}.json.gz", "rt", encoding="utf-8") as file:
            documents = json.load(file)
        rows = []
        for document in documents:
            mentions = next(iter(document["annotations"].values()))["entity_mentions"]
            rows.append(terms(document["text"], [m["span_text"] for m in mentions]))
        yield name, rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("benchmarks", type=Path)
    parser.add_argument("index", type=Path)
    arguments = parser.parse_args()
    providers: list[tuple[str, CountProvider]] = [
        (f"full index, support {n}", open_index(arguments.index, minimum_support=n)) for n in (1, 2, 3, 5)
    ]
    providers += [(f"default, support {n}", open_default(minimum_support=n)) for n in (3, 4, 5, 8)]
    for name, rows in collections(arguments.benchmarks):
        sensitive, others = (sum(len(row[i]) for row in rows) for i in (0, 1))
        print(f"{name}: {len(rows)} documents, {sensitive} sensitive, {others} terms")
        full = [providers[0][1].joint(*row) for row in rows]
        for label, provider in providers:
            report(label, [provider.joint(*row) for row in rows], full)


def report(label: str, counts: list[JointCounts], full: list[JointCounts]) -> None:
    share = [
        100 * np.mean(np.concatenate([part(c) for c in counts]))
        for part in (
            lambda c: c.rows != UNKNOWN,
            lambda c: c.columns != UNKNOWN,
            lambda c: (c.joint != UNKNOWN).ravel(),
            lambda c: (c.joint >= 1).ravel(),
            lambda c: (c.joint >= 2).ravel(),
        )
    ]
    differ = sum(
        int(
            ((a.joint != b.joint) & (a.joint != UNKNOWN)).sum()
            + ((a.rows != b.rows) & (a.rows != UNKNOWN)).sum()
        )
        for a, b in zip(counts, full, strict=True)
    )
    print(
        f"  {label:22} known: sensitive {share[0]:5.1f} %  terms {share[1]:5.1f} %  pairs {share[2]:5.1f} %"
        f"  joint>=1 {share[3]:5.1f} %  joint>=2 {share[4]:5.1f} %  differ from full index: {differ}"
    )


if __name__ == "__main__":
    main()
