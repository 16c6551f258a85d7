"""python bench/detection.py BENCHMARKS [--sets wikiactors tab] [--first N]: the paper's detection figures beside ours.

The human choices of the paper's twenty articles are not published; marks of wikiactors and quasi-identifiers of
wikibios and tab stand in. A treated term (sensitive or risky) is right when one of its places overlaps a mark, a marked
phrase is found when one of its places overlaps a change; precision, recall and F of eq. (17) to (19) over distinct
terms, means over documents as in the paper.
"""

import argparse
from pathlib import Path
from statistics import fmean

from sanitizer import Sanitizer
from sanitizer.commands.evaluate import align
from sanitizer.evaluate.masks import GoldDocument, read_gold
from sanitizer.result import SanitizedDocument
from sanitizer.settings import Settings, Strategy, Threshold

PAPER = (("S3", "removal", 0.631, 0.879, 0.707), ("S5", "generalization", 0.605, 0.9365, 0.717))


Places = list[tuple[int, int]]


def meet(spans: Places, others: Places) -> bool:
    return any(a < d and c < b for a, b in spans for c, d in others)


def scores(gold: GoldDocument, done: SanitizedDocument, alone: bool) -> tuple[float, float] | None:
    """Precision and recall of one document; None without a marked or a treated term. ``alone`` looks at risky terms
    only, and at the marks that no sensitive term meets."""
    marks: dict[str, Places] = {}
    for entity in gold.entities:
        for m in entity.mentions:
            if m.masked:
                marks.setdefault(gold.text[m.start : m.end].lower(), []).append((m.start, m.end))
    terms: dict[str, list[Places]] = {
        kind: [[(span.start, span.end) for span in entry.spans] for entry in entries]
        for kind, entries in (("sensitive", done.report.sensitive), ("risky", done.report.risky))
    }
    sensitive = [span for spans in terms["sensitive"] for span in spans]
    if alone:
        marks = {form: spans for form, spans in marks.items() if not meet(spans, sensitive)}
    treated = terms["risky"] if alone else [*terms["sensitive"], *terms["risky"]]
    places = [span for spans in marks.values() for span in spans]
    hit = [span for spans in treated for span in spans]
    if not marks or not treated:
        return None
    right = sum(meet(spans, places) for spans in treated)
    found = sum(meet(spans, hit) for spans in marks.values())
    return right / len(treated), found / len(marks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sets", nargs="+", default=["wikiactors", "wikibios", "tab"])
    parser.add_argument("--thresholds", nargs="+", default=["least", "quantile:0.5"])
    parser.add_argument("--first", type=int, help="documents of each collection (default all)")
    options = parser.parse_args()
    if not (options.folder / "tab.dev.json.gz").is_file():
        parser.error(f"{options.folder} does not hold tab.dev.json.gz: give the folder of the benchmarks")
    rows = [["collection", "strategy", "threshold", "P", "R", "F"]]
    for strategy, name, *figures in PAPER:
        rows.append(
            ["the paper's 20 articles", f"{strategy} {name}", "least", *(f"{x:.3f}" for x in figures)]
        )
    for collection in options.sets:
        gold = read_gold(options.folder / f"{collection}.dev.json.gz")[: options.first]
        for strategy, name, *_ in PAPER:
            for threshold in options.thresholds:
                sanitizer = Sanitizer.default(
                    Settings(
                        strategy=Strategy(strategy), threshold=Threshold.parse(threshold), any_language=True
                    )
                )
                done = [(d, sanitizer.sanitize(d.text)) for d in gold]
                for alone in (False, True):
                    found = [s for d, made in done if (s := scores(d, made, alone)) is not None]
                    if not found:
                        continue
                    p, r = fmean(s[0] for s in found), fmean(s[1] for s in found)
                    f = fmean(2 * a * b / (a + b) if a + b else 0.0 for a, b in found)
                    label = f"{collection} ({len(found)})" + (", risky alone" if alone else "")
                    rows.append([label, f"{strategy} {name}", threshold, *(f"{x:.3f}" for x in (p, r, f))])
    print(align(rows))


if __name__ == "__main__":
    main()
