"""python bench/seed_articles.py SEED_ARTICLES.json: the paper's Tables 1 and 3 beside ours, on its whole articles.

Utilities of S1 to S5 with document contexts and threshold `least`, with rolled-up and with phrase counts; the terms
that set the threshold; and the time that the longest article takes.
"""

import argparse
import json
import time
from pathlib import Path

from sanitizer import Sanitizer
from sanitizer.settings import Settings, Strategy, Threshold

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


def measure(counts: str, threshold: str, articles: dict[str, dict[str, str]]) -> dict[str, list[object]]:
    rows: dict[str, list[object]] = {}
    for name in PAPER:
        row: list[object] = []
        for strategy in Strategy:
            settings = Settings(
                strategy=strategy, threshold=Threshold.parse(threshold), generalization_counts=counts
            )
            done = Sanitizer.default(settings).sanitize(articles[name]["text"])
            if strategy is Strategy.S1:
                setter = done.report.threshold.set_by
                bits = done.report.threshold.bits
                row.append(f"{setter.term if setter else '-'} ({bits:.1f})" if bits else "-")
            row.append(done.utility_percent)
        rows[name] = row
        print(".", end="", flush=True)
    print()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("articles", type=Path)
    parser.add_argument("--threshold", default="least")
    parser.add_argument("--counts", nargs="+", default=["rolled-up", "phrase"])
    options = parser.parse_args()
    if not options.articles.is_file():
        parser.error(f"{options.articles} is missing: give the file of the seed articles")
    articles = json.loads(options.articles.read_text(encoding="utf-8"))
    for counts in options.counts:
        rows = measure(counts, options.threshold, articles)
        print(f"\nthreshold {options.threshold}, {counts} counts; utility in %, ours / paper")
        print(
            f"{'article':<22} {'threshold term (bits), ours':<30} {'paper':<14}"
            + "".join(f"{s:>14}" for s in Strategy)
        )
        for name, (term, *paper) in PAPER.items():
            cells = "".join(f"{u:>7.1f}/{p:<6.1f}" for u, p in zip(rows[name][1:], paper, strict=True))
            print(f"{name:<22} {rows[name][0]!s:<30} {term:<14}{cells}")
        means = [sum(float(r[i + 1]) for r in rows.values()) / len(rows) for i in range(5)]
        theirs = [sum(p[i + 1] for p in PAPER.values()) / len(PAPER) for i in range(5)]
        print(
            f"{'mean':<22} {'':<30} {'':<14}"
            + "".join(f"{u:>7.1f}/{p:<6.1f}" for u, p in zip(means, theirs, strict=True))
        )
        below = [name for name, r in rows.items() if min(float(r[4]), float(r[5])) <= float(r[3])]
        print("S4 and S5 above S3 everywhere" if not below else f"S4 or S5 not above S3: {', '.join(below)}")
    sanitizer = Sanitizer.default(Settings(threshold=Threshold.parse(options.threshold)))
    start = time.process_time()
    sanitizer.sanitize(articles["Barcelona"]["text"])
    print(
        f"Barcelona, {len(articles['Barcelona']['text'])} characters, S5: "
        f"{time.process_time() - start:.2f} s of one core"
    )


if __name__ == "__main__":
    main()
