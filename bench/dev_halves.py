"""python bench/dev_halves.py BENCHMARKS [--threshold T ...]: the default pipeline on the development halves.

For each threshold and collection: entity recall (direct, quasi), token precision and recall, share of words masked,
utility, linkage@1 against the background of actors, seconds of one core; below it the recall of the entities of each
class and its mean over the classes. It chooses the defaults; nothing is written.
"""

import argparse
import json
import time
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from sanitizer import Sanitizer
from sanitizer.audit import TfidfAttacker, link, linkage_at
from sanitizer.documents.decode import decode, read_bytes
from sanitizer.evaluate.agreement import token_agreement
from sanitizer.evaluate.masks import Mask, read_gold
from sanitizer.evaluate.tab import TabScores, covered, score_document, words
from sanitizer.result import SanitizedDocument
from sanitizer.settings import Settings, Strategy, Threshold


def _in_context(done: Iterable[SanitizedDocument]) -> str:
    sensitive = [s for document in done for s in document.report.sensitive]
    return f"{sum(bool(s.within) for s in sensitive)} of {len(sensitive)} sensitive terms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threshold", nargs="+", default=["quantile:0.5"])
    parser.add_argument("--strategy", default="S5")
    parser.add_argument("--groups", nargs="+", type=int, default=[1])
    parser.add_argument(
        "--contextual", action="store_true", help="count ambiguous terms with their kind only"
    )
    parser.add_argument("--singling-out", type=int, default=0, help="least expected rank (0: not looked at)")
    parser.add_argument("--first", type=int, default=None, help="documents of each collection (default all)")
    parser.add_argument("--profile", help="a profile, or a settings file")
    parser.add_argument("--sets", nargs="+", default=["wikiactors", "wikibios", "tab"])
    options = parser.parse_args()
    if not (options.folder / "tab.dev.json.gz").is_file():
        parser.error(f"{options.folder} does not hold tab.dev.json.gz: give the folder of the benchmarks")
    background = json.loads(decode(read_bytes(options.folder / "wikiactors.background.json.gz")))
    attacker = TfidfAttacker(background)
    print(
        f"{'collection':<11} {'threshold':<16} ER_di  ER_qi  prec   rec    F1     masked util   link@1 met  seconds"
    )
    for name in options.sets:
        gold = read_gold(options.folder / f"{name}.dev.json.gz")[: options.first]
        for threshold, groups in product(options.threshold, options.groups):
            settings = Settings(
                strategy=Strategy(options.strategy), threshold=Threshold.parse(threshold), groups=groups,
                contextual=options.contextual, any_language=True, singling_out=options.singling_out,
            )  # fmt: skip
            profile = {"profile": options.profile} if options.profile else {}
            sanitizer = Sanitizer.default(settings, **profile)
            start = time.process_time()
            done = {document.id: sanitizer.sanitize(document.text) for document in gold}
            seconds = time.process_time() - start
            total, hidden, tokens = TabScores(), 0, 0
            masks = {
                i: [Mask(c.span.start, c.span.end, c.replacement) for c in d.changes] for i, d in done.items()
            }
            for document in gold:
                total += score_document(document, masks[document.id])
                shade = covered(document.text, masks[document.id])
                spans = list(words(document.text))
                hidden += sum(bool(shade[a:b].all()) for a, b in spans)
                tokens += len(spans)
            agreement = token_agreement(gold, masks)
            utility = [d.utility_percent for d in done.values() if d.utility_percent is not None]
            at_one = "     -"
            if name == "wikiactors":
                linked = link(
                    attacker, {i: d.text for i, d in done.items()}, {i: i for i in done}, evidence=0
                )
                at_one = f"{linkage_at(linked, 1):6.2f}"
            figures = (
                total.direct.entity.value, total.quasi.entity.value, agreement.precision, agreement.recall,
                agreement.f1, hidden / tokens,
            )  # fmt: skip
            print(
                f"{name:<11} {threshold + (f' x{groups}' if groups > 1 else ''):<16} "
                + " ".join("  -   " if x is None else f"{x:6.3f}" for x in figures)
                + f" {sum(utility) / len(utility):6.1f} {at_one} "
                + f"{sum(d.met for d in done.values())}/{len(done)} {seconds:.1f}"
                + (f" in context: {_in_context(done.values())}" if options.contextual else ""),
                flush=True,
            )
            by_class = {c: r.entity.value for c, r in total.by_class.items() if r.entity.value is not None}
            if len(by_class) > 1:
                mean = sum(by_class.values()) / len(by_class)
                told = ", ".join(f"{c} {value:.3f}" for c, value in by_class.items())
                print(f"            by class: mean {mean:.3f} ({told})", flush=True)


if __name__ == "__main__":
    main()
