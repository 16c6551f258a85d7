"""Local index: python bench/counts_index.py WIKIPEDIA_FOLDER SCRATCH_FOLDER [--part 8] (files articles-*.jsonl.xz)

Builds the index of 1/8, 1/4, 1/2 and all of the articles (or of one part), beside a plain tantivy loop and SQLite FTS5
on the same texts, and times single phrases, pairs, a cold matrix and memory. Run on an idle machine of two cores, after
pip install '.[bench]'.
"""

import argparse
import json
import lzma
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import numpy as np

from corpora_stats.base import CountProvider, Query
from corpora_stats.index import open_index
from corpora_stats.normalize import BOUNDARY, fold

COLD = """
import json, sys, time
begin = time.perf_counter()
from corpora_stats.base import Query
from corpora_stats.index import open_index
provider = open_index(sys.argv[1])
phrases = json.load(open(sys.argv[2]))
joint = provider.joint([Query.of(p) for p in phrases[:60]], [Query.of(p) for p in phrases[60:460]])
print(json.dumps([time.perf_counter() - begin, time.process_time()]))
"""


BUILD = """
import json, resource, sys, time
from pathlib import Path
begin = time.perf_counter()
from corpora_stats.build import Inputs, build
build(Inputs([Path(sys.argv[1])]), Path(sys.argv[2]))
own, workers = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
cpu = own.ru_utime + own.ru_stime + workers.ru_utime + workers.ru_stime
print(json.dumps([time.perf_counter() - begin, cpu, own.ru_maxrss // 1024, workers.ru_maxrss // 1024]))
"""

WIKIPEDIA = 7_000_000
"""Articles of the whole English Wikipedia."""


def phrases_of(texts: list[str], count: int, seed: int = 1) -> list[str]:
    """Phrases of one to three words as they stand in the texts, frequent ones more often."""
    chosen, rng = dict[str, None](), random.Random(seed)
    while len(chosen) < count:
        words = fold(rng.choice(texts)).split()
        length = rng.choice([1, 1, 2, 2, 3])
        if len(words) > length:
            start = rng.randrange(len(words) - length)
            phrase = words[start : start + length]
            if BOUNDARY not in phrase:
                chosen[" ".join(phrase)] = None
    return list(chosen)


def document_terms(
    texts: list[str], provider: CountProvider, rows: int, columns: int
) -> tuple[list[Query], list[Query]]:
    """Known words and pairs of words of the longest documents, as a sanitizer asks for them."""
    terms = dict[Query, None]()
    for text in sorted(texts, key=len, reverse=True)[:8]:
        words = fold(text).split()
        pairs = [f"{a} {b}" for a, b in pairwise(words) if min(len(a), len(b)) > 3]
        terms |= {Query((term,)): None for term in [word for word in words if len(word) > 4] + pairs}
    known = [q for q, n in zip(terms, provider.counts([[q] for q in terms]), strict=True) if n > 1]
    random.Random(2).shuffle(known)
    return known[:rows], known[rows : rows + columns]


def tantivy_loop(files: list[Path], limit: int, folder: Path) -> tuple[float, object]:
    import tantivy

    folder.mkdir()
    schema = tantivy.SchemaBuilder().add_text_field("text").build()
    index = tantivy.Index(schema, path=str(folder))
    begin = time.perf_counter()
    writer = index.writer(heap_size=256_000_000, num_threads=2)
    for text in read(files, limit):
        writer.add_document(tantivy.Document(text=text))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return time.perf_counter() - begin, index


def sqlite_loop(files: list[Path], limit: int, path: Path) -> tuple[float, sqlite3.Connection]:
    begin = time.perf_counter()
    database = sqlite3.connect(path)
    database.execute("CREATE VIRTUAL TABLE t USING fts5(text, content='', tokenize='porter unicode61')")
    with database:
        database.executemany("INSERT INTO t(text) VALUES (?)", ((text,) for text in read(files, limit)))
    return time.perf_counter() - begin, database


def read(files: list[Path], limit: int) -> "object":
    count = 0
    for path in files:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if count == limit:
                    return
                count += 1
                yield json.loads(line)["text"]


def cpu_seconds() -> float:
    """Processor time of this process and of its workers that have ended."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


def size(path: Path) -> float:
    paths = [path] if path.is_file() else path.rglob("*")
    return sum(p.stat().st_size for p in paths if p.is_file()) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("articles", type=Path)
    parser.add_argument("scratch", type=Path)
    parser.add_argument("--part", type=int, help="only 1/PART of the articles")
    arguments = parser.parse_args()
    files = sorted(arguments.articles.glob("articles-*.jsonl.xz"))
    if not files:
        sys.exit(f"no articles-*.jsonl.xz in {arguments.articles}")
    arguments.scratch.mkdir(parents=True, exist_ok=True)
    lengths = [len(text.encode()) for text in read(files, -1)]
    print("clock; processor time and what is asked below each")
    print("part  docs    MB     build MB/s  disk MB  | tantivy MB/s disk  ratio | fts5 MB/s disk")
    for part in [arguments.part] if arguments.part else [8, 4, 2, 1]:
        measure(files, lengths, len(lengths) // part, part, arguments.scratch)


def measure(files: list[Path], lengths: list[int], documents: int, part: int, scratch: Path) -> None:
    megabytes = sum(lengths[:documents]) / 1e6
    source = scratch / f"part-{part}.jsonl.xz"
    if not source.exists():  # the same bytes for all
        with lzma.open(source, "wt", preset=1, encoding="utf-8") as out:
            for text in read(files, documents):
                out.write(json.dumps({"text": text}, ensure_ascii=False) + "\n")
    ours, theirs, lite = (scratch / name for name in ("ours", "tantivy", "lite.db"))
    for path in (ours, theirs, ours.with_name("ours.building")):
        shutil.rmtree(path, ignore_errors=True)
    lite.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(source), str(ours)], capture_output=True, check=True
    )
    seconds, cpu, *peak = json.loads(done.stdout)
    cpu_before = cpu_seconds()
    tantivy_seconds, index = tantivy_loop([source], -1, theirs)
    tantivy_cpu, cpu_before = cpu_seconds() - cpu_before, cpu_seconds()
    lite_seconds, database = sqlite_loop([source], -1, lite)
    lite_cpu = cpu_seconds() - cpu_before
    print(
        f"1/{part:<3} {documents:6} {megabytes:6.0f} {megabytes / seconds:10.1f} {size(ours):9.0f}  |"
        f" {megabytes / tantivy_seconds:8.1f} {size(theirs):6.0f} {tantivy_seconds / seconds:6.2f} |"
        f" {megabytes / lite_seconds:6.1f} {size(lite):6.0f}  memory MB {peak[0]} and {peak[1]} a worker"
    )
    print(
        f"   MB for each second of a processor: ours {megabytes / cpu:.1f}, tantivy {megabytes / tantivy_cpu:.1f},"
        f" fts5 {megabytes / lite_cpu:.1f}; ratio to tantivy {tantivy_cpu / cpu:.2f}"
    )
    scale = WIKIPEDIA / documents
    print(
        f"   at this pace {WIKIPEDIA:,} articles ({megabytes * scale / 1e3:.0f} GB): {cpu * scale / 3600:.1f} hours of"
        f" a processor, {size(ours) * scale / 1e3:.0f} GB of disk"
    )
    texts = [text for text, _ in zip(read([source], -1), range(3000), strict=False)]
    asked = phrases_of(texts, 1000)
    provider = open_index(ours, minimum_support=1)

    def each(function: "object") -> str:
        times = []
        for phrase in asked:
            begin = time.perf_counter()
            function(phrase)  # type: ignore[operator]
            times.append((time.perf_counter() - begin) * 1e3)
        return f"median {np.median(times):.3f} ms, 95th {np.quantile(times, 0.95):.2f} ms"

    print("   phrase count:", each(lambda p: provider.counts([[Query((p,))]])))
    searcher = index.searcher()  # type: ignore[attr-defined]
    print(
        "        tantivy:",
        each(lambda p: searcher.search(index.parse_query(f'"{p}"', ["text"]), limit=1).count),
    )  # type: ignore[attr-defined]
    sql = "SELECT count(*) FROM t WHERE t MATCH ?"
    print("           fts5:", each(lambda p: database.execute(sql, (f'"{p}"',)).fetchone()))
    rows, columns = document_terms(texts, provider, 300, 2500)
    provider = open_index(ours, minimum_support=1)
    begin = time.perf_counter()
    provider.joint(rows, columns)
    first = time.perf_counter() - begin
    times = []
    for _ in range(5):
        begin_cpu = time.process_time()
        provider.joint(rows, columns)
        times.append(time.process_time() - begin_cpu)
    rate = len(rows) * len(columns) / min(times) / 1e6
    print(f"   {len(rows)} x {len(columns)}: first {first:.2f} s, then {rate:.1f} M pairs/s of one core")
    asked_file = scratch / "asked.json"
    asked_file.write_text(json.dumps(asked))
    cold = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", COLD, ours, asked_file], capture_output=True, check=True
            ).stdout
        )
        for _ in range(3)
    ]
    clock, processor = np.min(np.array(cold), axis=0)
    print(f"   60 x 400 from a cold start: {clock:.2f} s by the clock, {processor:.2f} s of a processor")


if __name__ == "__main__":
    main()
