"""The shipped statistics: python bench/counts_default.py SEED_ARTICLES_JSON

Times of one core (CPU seconds where a process is warm): opening, a cold matrix of 60 x 400 terms, 300 x 2500 pairs once
their documents are in memory (beside plain bit sets, roaring bitmaps and a sparse product alone), and roll-ups of
large concepts of the shipped WordNet.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from pyroaring import BitMap
from scipy.sparse import csr_array

from corpora_stats.base import UNKNOWN, Query
from corpora_stats.default import open_default
from corpora_stats.overlap import joint_matrix
from kb.wordnet import open_wordnet
from sanitizer.risk.roll_up import RollUp
from sanitizer.text.parse import parse
from sanitizer.text.terms import extract_terms

COLD = """
import json, sys, time, resource
begin = time.perf_counter()
import numpy
numpy_there = time.perf_counter()
from corpora_stats.base import Query
from corpora_stats.default import open_default
imported = time.perf_counter()
provider = open_default()
opened = time.perf_counter()
phrases = json.loads(sys.stdin.read())
joint = provider.joint([Query.of(p) for p in phrases[:60]], [Query.of(p) for p in phrases[60:460]])
end = time.perf_counter()
usage = resource.getrusage(resource.RUSAGE_SELF)
cpu = usage.ru_utime + usage.ru_stime
print(json.dumps([opened - imported, end - begin, numpy_there - begin, cpu, usage.ru_maxrss / 1024]))
"""


def terms(articles: dict[str, dict[str, str]]) -> tuple[list[Query], list[Query]]:
    """Return names and noun phrases of the articles, longest article first, as a sanitizer asks for them."""
    names, phrases = dict[Query, None](), dict[Query, None]()
    for article in sorted(articles.values(), key=lambda a: -len(a["text"]))[:4]:
        doc = parse(article["text"])
        names |= {
            Query.of(entity.text): None for entity in doc.ents if entity.label_ not in ("DATE", "CARDINAL")
        }
        phrases |= {Query((term.key,)): None for term in extract_terms(doc, [])}
    return list(names), [phrase for phrase in phrases if phrase not in names]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    articles = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    names, phrases = terms(articles)
    asked = json.dumps([q.phrases[0] for q in names[:60] + phrases[:400] if q.phrases])
    runs = []
    for _ in range(5):
        done = subprocess.run(
            [sys.executable, "-c", COLD], input=asked, capture_output=True, check=True, text=True
        )
        runs.append(json.loads(done.stdout))
    opening, matrix, numpy_alone, cpu, memory = np.min(np.array(runs), axis=0)
    print(
        f"open {opening:.3f} s; 60 x 400 from a cold start {matrix:.2f} s, of it import numpy {numpy_alone:.2f} s;"
    )
    print(f"whole process {cpu:.2f} CPU s, {memory:.0f} MB")

    provider = open_default()
    known_names, known_phrases = (
        [q for q, n in zip(some, provider.counts([[q] for q in some]), strict=True) if n != UNKNOWN]
        for some in (names, phrases)
    )
    known = known_names[:300] + known_phrases[:2500]
    sets = provider._sets.of(known)
    rows, columns = sets[:300], sets[300:]
    pairs = len(rows) * len(columns)
    mean = np.mean([len(s) for s in sets])
    print(f"{len(rows)} x {len(columns)} names and noun phrases, mean {mean:.0f} documents each")

    def rate(label: str, function: "object", share: int = 1) -> None:
        best = np.inf
        for _ in range(3):
            begin = time.process_time()
            function()  # type: ignore[operator]
            best = min(best, time.process_time() - begin)
        print(f"  {label:34} {pairs / share / best / 1e6:6.1f} M pairs/s")

    rate("provider.joint, warm", lambda: provider.joint(known[:300], known[300:]))
    rate("joint_matrix", lambda: joint_matrix(rows, columns, provider.total))

    def sparse_alone() -> None:
        left, right = (
            csr_array(
                (
                    np.ones(sum(map(len, some)), dtype=np.int32),
                    np.concatenate(some).astype(np.int32),
                    np.cumsum([0, *map(len, some)]),
                ),
                shape=(len(some), provider.total),
            )
            for some in (rows, columns)
        )
        (left @ right.T.tocsr()).toarray()

    rate("sparse product alone", sparse_alone)
    roaring = [BitMap(s) for s in sets]
    rate(
        "roaring bitmaps",
        lambda: [a.intersection_cardinality(b) for a in roaring[:30] for b in roaring[300:]],
        10,
    )

    lists = [phrase for query in known for phrase in query.phrases]
    begin = time.process_time()
    entries = len(provider._sets._source.documents(lists)[0])
    print(f"reading: {entries / (time.process_time() - begin) / 1e6:.1f} M entries/s")

    wordnet = open_wordnet()
    roll_up = RollUp(wordnet)
    for phrase in ("city", "disease", "person", "physical entity"):
        query = roll_up.query(wordnet.senses(phrase)[0].concept)
        fresh = open_default()
        begin = time.process_time()
        count = fresh.counts([[query]])[0]
        seconds = time.process_time() - begin
        print(
            f"roll-up of {phrase!r}: {len(query.flat()):6} phrases, {count} documents, first time {seconds:.2f} CPU s"
        )


if __name__ == "__main__":
    main()
