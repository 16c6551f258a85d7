"""A run on web counts taken years ago: python bench/counts_web_replay.py HITS_JSON SEED_ARTICLES_JSON [CHARACTERS]

HITS_JSON is a plain table {"phrase": count}, `_` joining the words of a phrase, negative where missing; the count of
"a" stands for N. It is imported into a cache, from which `sanitizer sanitize --offline` then answers, for the first
CHARACTERS (2000) of each article; the cache is exported, imported into another one, and the run done again from there.
Prints what the table knows beside the default statistics, how well the two agree, and whether both runs agree byte for
byte. Nothing is sent.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from corpora_stats.base import UNKNOWN, Query
from corpora_stats.cache import DiskMemory
from corpora_stats.default import open_default
from corpora_stats.named_sources import open_named
from sanitizer.text.parse import parse
from sanitizer.text.terms import extract_terms

COMMAND = str(Path(sys.executable).parent / "sanitizer")


def run(*arguments: object) -> float:
    """Run the command; its processor time in seconds."""
    before = os.times()
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit(done.stderr)
    print("  ", done.stderr.strip().splitlines()[-1])
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def known(found: np.ndarray) -> str:
    return f"{100 * float(np.mean(found != UNKNOWN)):.1f} %" if len(found) else "-"


def compare(texts: dict[str, str], source: str, memory: DiskMemory) -> None:
    """Print what the terms of the texts count in both sources."""
    web, default = open_named(source, memory, offline=True), open_default()
    terms = sorted({term.key for text in texts.values() for term in extract_terms(parse(text), ())})
    asked = [(Query((term,)),) for term in terms]
    far, near = web.counts(asked), default.counts(asked)
    print(f"terms of {len(texts)} texts: {len(terms)}; known on the web {known(far)}, by default {known(near)}, "
          f"by either {known(np.maximum(far, near))}")  # fmt: skip
    both = (far != UNKNOWN) & (near != UNKNOWN)
    agreement = spearmanr(far[both], near[both]).statistic
    print(f"known to both: {int(both.sum())}; rank correlation of their counts {agreement:.3f}")
    phrases = [entry for entry in memory.entries() if entry.question and " " in entry.question[0][0]]
    single = {
        e.question[0][0]: e.count for e in memory.entries() if e.question and " " not in e.question[0][0]
    }
    pairs = [(e.count, single[w]) for e in phrases for w in e.question[0][0].split() if w in single]
    above = sum(phrase > word for phrase, word in pairs)
    print(
        f"phrases above one of their words: {above} of {len(pairs)} pairs ({100 * above / max(1, len(pairs)):.1f} %)"
    )


def main() -> None:
    hits, articles = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    texts = {name: a["text"][:limit].rpartition(" ")[0] for name, a in articles.items()}
    total = json.loads(hits.read_text(encoding="utf-8"))["a"]
    source = f"google:web?total={total}"
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        (place / "in.jsonl").write_text(
            "".join(json.dumps({"id": n, "text": t}) + "\n" for n, t in texts.items())
        )
        begin = time.process_time()
        seconds = run(
            "cache", "import", hits, "--table", source, "--total", total, "--cache", place / "first"
        )
        print(f"imported in {seconds:.1f} s of processor time; N = {total}")
        memory = DiskMemory(place / "first")
        compare(texts, source, memory)
        memory.close()
        run("cache", "export", place / "counts.jsonl", "--cache", place / "first")
        run("cache", "import", place / "counts.jsonl", "--cache", place / "second")
        run("cache", "export", place / "again.jsonl", "--cache", place / "second")
        same = (place / "counts.jsonl").read_bytes() == (place / "again.jsonl").read_bytes()
        print(f"export, import, export: {'the same bytes' if same else 'DIFFERENT'}")
        for counts in ((source,), (source, "default"), ("default", source)):
            named = [part for name in counts for part in ("--counts", name)]
            reports = []
            for cache in ("first", "second"):
                output = place / f"{cache}.out.jsonl"
                report = place / f"{cache}.report.jsonl"
                seconds = run("sanitize", place / "in.jsonl", "-o", output, "--report", report, "--id-field", "id",
                              "--offline", "--cache", place / cache, *named)  # fmt: skip
                reports.append(output.read_bytes() + report.read_bytes())
            entries = [json.loads(line) for line in report.read_text().splitlines()]
            summary = entries.pop()
            questions, answers = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
            for told in (told for entry in entries for told in entry["sources"]):
                for asked in told["asked"]:
                    key = told["name"].split("?")[0], asked["what"]
                    questions[key] += asked["questions"]
                    answers[key] += asked["known"]
            missing = sum(s.get("missing", 0) for e in entries for s in e["sources"])
            print(f"{' then '.join(counts)}: {seconds:.1f} s of processor time, {summary['sensitive']} sensitive, "
                  f"{summary['risky']} risky, utility {summary['utility_percent']} %, {missing} questions left open; "
                  f"replayed from the imported cache: "
                  f"{'the same bytes' if reports[0] == reports[1] else 'DIFFERENT'}")  # fmt: skip
            for name, what in questions:
                print(f"   {name}: {what}: {questions[name, what]} asked, {answers[name, what]} known")
        print(f"all: {time.process_time() - begin:.0f} s here")


if __name__ == "__main__":
    main()
