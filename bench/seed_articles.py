"""python bench/seed_articles.py SEED_ARTICLES.json [--profile paper]: the paper's Tables 1 and 3 beside ours.

Utilities of S1 to S5 on the paper's whole articles (document contexts) and the terms that set the threshold. What may
differ from the paper is set one by one: ``--profile`` (`paper`: its settings; `none`: all that is recognized is
sensitive), ``--counts`` (`default`, an index, or `web:HITS.json`, web counts before the default ones; HITS.json as in
bench/counts_web_replay.py), ``--generalization-counts``, ``--threshold`` (`paper`: what the paper's
term tells).
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Hashable
from pathlib import Path
from statistics import fmean
from typing import Any

from corpora_stats import CountProvider, Query
from sanitizer import Sanitizer
from sanitizer.build import Access, open_counts
from sanitizer.commands.evaluate import align
from sanitizer.common.reuse import Again
from sanitizer.settings import Strategy

# Tables 1 and 3 of the paper: threshold term, then utility of S1 to S5 in percent
PAPER = {
    "Steve Wozniak": ("Steve Jobs", 59.67, 73.11, 22.02, 47.47, 61.29),
    "Steven Spielberg": ("Spielberg", 68.43, 75.52, 20.79, 48.81, 51.52),
    "Arnold Schwarzenegger": ("California", 70.51, 77.08, 7.22, 37.39, 43.25),
    "Javier Bardem": ("Boca", 59.9, 71.99, 20.65, 42.92, 57.05),
    "Microsoft": ("United States", 70.84, 81.34, 0.43, 35.13, 46.54),
    "Apple Inc.": ("United States", 85.13, 90.94, 8.11, 50.23, 47.06),
    "Aston Martin": ("England", 36.06, 55.51, 2.52, 17.24, 32.86),
    "Barcelona": ("Europe", 60.41, 73.99, 2.0, 34.21, 39.21),
}
STRATEGIES = tuple(Strategy)


class Read(Again):
    """What the strategies have in common: how a text is parsed, and what is recognized in it."""

    def of(self, question: str, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return the value of a question, remembered where the strategies have it in common."""
        same = question in ("parsed", "recognized", "spread", "register")
        return super().of(question, key, make) if same else make()

    def table(self, question: str, key: Hashable) -> None:
        """Nothing: risks depend on the strategy."""
        return None


def opened(name: str, scratch: Path) -> list[CountProvider]:
    """Return the sources of counts of that name."""
    if not name.startswith("web:"):
        return [open_counts(name)]
    hits = Path(name[4:])
    total = json.loads(hits.read_text(encoding="utf-8"))["a"]
    source = f"google:web?total={total}"
    command = str(Path(sys.executable).parent / "sanitizer")
    asked = ["cache", "import", hits, "--table", source, "--total", total, "--cache", scratch]
    subprocess.run([command, *map(str, asked)], check=True, capture_output=True)
    return [open_counts(source, Access(offline=True, cache=scratch)), open_counts("default")]


def measure(text: str, term: str, counts: list[CountProvider], options: argparse.Namespace) -> list[Any]:
    """Return the threshold term with its bits, then the utilities of the strategies for one article."""
    row: list[Any] = []
    again: Read | None = None
    for strategy in STRATEGIES:
        said: dict[str, Any] = {"counts": counts, "strategy": strategy, "threshold": options.threshold}
        if options.profile != "none":
            said["profile"] = options.profile
        if options.generalization_counts:
            said["generalization_counts"] = options.generalization_counts
        if options.threshold == "paper":
            plain = Sanitizer.default(**{**said, "threshold": "least"})
            bits = float(plain.judge.calculator.marginals([Query.of(term)]).ic[0])
            said["threshold"] = f"bits:{bits:.3f}"
        sanitizer = Sanitizer.default(**said)
        again = again or Read(Sanitizer.default().judge.calculator.chain)
        with again.in_use():
            done = sanitizer.sanitize(text)
        if not row:
            told = done.report.threshold
            row.append(f"{told.set_by.term if told.set_by else term} ({told.bits or 0:.1f})")
        row.append(done.utility_percent)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("articles", type=Path)
    parser.add_argument("--profile", default="paper")
    parser.add_argument("--counts", default="default")
    parser.add_argument("--threshold", default="least")
    parser.add_argument("--generalization-counts", choices=["phrase", "rolled-up"])
    parser.add_argument("--only", nargs="+", default=list(PAPER), choices=list(PAPER), metavar="ARTICLE")
    options = parser.parse_args()
    if not options.articles.is_file():
        parser.error(f"{options.articles} is missing: give the file of the seed articles")
    articles = json.loads(options.articles.read_text(encoding="utf-8"))
    rows = [["article", "threshold term, ours", "the paper's", *(f"{s} ours/paper" for s in STRATEGIES)]]
    ours: list[list[float]] = []
    with tempfile.TemporaryDirectory() as scratch:
        counts = opened(options.counts, Path(scratch))
        for name in options.only:
            term, *paper = PAPER[name]
            setter, *found = measure(articles[name]["text"], term, counts, options)
            ours.append(found)
            cells = [f"{u:.1f}/{p:.1f}" for u, p in zip(found, paper, strict=True)]
            rows.append([name, setter, term, *cells])
            print(align([rows[-1]]), flush=True)
    means = [
        f"{fmean(u[i] for u in ours):.1f}/{fmean(float(PAPER[n][i + 1]) for n in options.only):.1f}"
        for i in range(len(STRATEGIES))
    ]
    print(align([*rows, ["mean", "", "", *means]]))


if __name__ == "__main__":
    main()
