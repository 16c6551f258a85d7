"""python training/roll_ups/build.py [--least CONCEPTS] [--add]: work out the roll-ups of the larger default concepts.

A roll-up unites the documents of thousands of phrases; doing that for "person" when a process starts takes seconds.
This walks all default knowledge bases once, unites in the default statistics, and writes the unions of concepts with at
least so many concepts below them to sanitizer/risk/roll_ups, in the format of the statistics. Run it again after either
changed: a union that is not found is walked at run time, but a stale one is believed (tests/risk/test_roll_ups.py).
The walk begins at WordNet's root, at the root of dates, and at the classes that bases which know only their own
concepts (terms, medicines) have right below what was walked.
"""

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from corpora_stats import Query
from corpora_stats.default import open_default as open_counts
from corpora_stats.default.store import PhraseStore, hashes, write
from kb import Concept
from kb.calendar import ROOT as DATE
from kb.chain import Chain
from kb.defaults import open_default as open_knowledge
from sanitizer.risk.roll_up import RollUp

TOPS = [Concept("wn:entity.n.01", "entity"), DATE]


def below(query: Query, seen: dict[str, int]) -> int:
    """Return how many concepts a roll-up unites, counting one that is reached on two ways twice (only its size
    matters)."""
    if query.key in seen:
        return seen[query.key]
    total = sum(1 + (below(part, seen) if part.parts else 0) for part in query.parts)
    if query.key:
        seen[query.key] = total
    return total


def of_their_own(knowledge: Chain, walked: Iterable[str]) -> list[Concept]:
    """Return what each base that a chain does not ask about others' concepts has right below those walked (keys)."""
    closed = [base for base in knowledge.bases if getattr(base, "closed", False)]
    outside = [Concept(key.partition("|")[2], "") for key in walked]
    return [
        below for base in closed for c in outside if c.prefix != base.prefix for below in base.hyponyms(c)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--least", type=int, default=6, help="concepts below a concept that is kept (default 6)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).parents[2] / "sanitizer" / "risk" / "roll_ups"
    )
    parser.add_argument(
        "--add", action="store_true", help="keep the unions in the folder, add those it lacks"
    )
    options = parser.parse_args()
    knowledge, counts = open_knowledge(), open_counts()
    roll_up = RollUp(knowledge)
    sizes: dict[str, int] = {}
    for top in TOPS:
        below(roll_up.query(top), sizes)
    for top in of_their_own(knowledge, list(sizes)):
        below(roll_up.query(top), sizes)
    wanted = sorted(key for key, size in sizes.items() if size >= options.least)
    queries = {query.key: query for query in roll_up.all() if query.key}
    documents = counts.documents_of([queries[key] for key in wanted])
    if options.add:
        stored = PhraseStore(options.out)
        held = stored.known(wanted)
        documents = [
            stored.documents([key])[0] if old else found
            for key, old, found in zip(wanted, held, documents, strict=True)
        ]
    # a union of all documents tells nothing, and one of none is unknown anyway
    order = np.argsort(hashes(wanted))
    kept = [i for i in order.tolist() if len(documents[i])]
    write(
        options.out,
        hashes([wanted[i] for i in kept]),
        np.array([len(documents[i]) for i in kept], dtype=np.int64),
        np.concatenate([documents[i] for i in kept]),
        {
            "name": f"roll-ups of {knowledge.name} in {counts.name}",
            "total": counts.total,
            "least": 1,
            "longest": 0,
        },
    )
    size = sum(path.stat().st_size for path in options.out.iterdir())
    print(f"{len(kept)} of {len(sizes)} concepts, {size / 1e6:.1f} MB in {options.out}")


if __name__ == "__main__":
    main()
