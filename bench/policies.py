"""python bench/policies.py DATA [POLICY ...] [--persons N]: what policies leave to three attackers, and keep.

A policy is words as on the command line without the dashes, joined by commas: "default", "profile=publication",
"threshold=bits:20,singling-out=5". The texts are the abstracts of WikiActors, or the leads of person articles
(--persons; bench/linkage.py draws them; the first --skip are left), judged by the default counts without these
articles. Columns: linkage@1 of three attackers, agreement with human marks where there are some, information kept,
lints in 1,000 words (harper-py), seconds of one core; with singling out how it ended.
DATA holds ``benchmarks/`` and ``wikipedia/``.
"""

import argparse
import time
from collections import Counter
from pathlib import Path
from statistics import fmean
from typing import Any

from linkage import persons
from unseen import counts_without
from writing import checker, lints

from sanitizer import Sanitizer
from sanitizer.audit import BM25Attacker, LearnedAttacker, TfidfAttacker, link, linkage_at
from sanitizer.commands.evaluate import align
from sanitizer.evaluate.agreement import token_agreement
from sanitizer.evaluate.masks import Mask, load_json, read_gold

HEADS = ["policy", "tfidf", "bm25", "learned", "P", "F1", "kept %", "lints", "seconds", "ended"]


def options_of(policy: str) -> dict[str, Any]:
    found: dict[str, Any] = {"any_language": True}
    for part in policy.split(","):
        name, equals, value = part.partition("=")
        if equals:
            found[name.replace("-", "_")] = int(value) if value.isdigit() else value
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("policies", nargs="*", default=["default"])
    parser.add_argument("--persons", type=int, default=0, help="leads of so many articles, not the actors")
    parser.add_argument("--skip", type=int, default=0, help="drawn articles that are left out")
    parser.add_argument("--first", type=int, default=None, help="attacked documents (default all)")
    parser.add_argument("--with-own", action="store_true", help="counts that hold the articles themselves")
    parser.add_argument("--out", type=Path, default=None, help="folder for the outputs, to be read")
    options = parser.parse_args()
    gold, counts = [], dict[str, Any]()
    if options.persons:
        drawn = list(persons(options.data / "wikipedia", options.skip + options.persons).items())
        drawn = drawn[options.skip :]
        texts = {name: lead for name, (lead, _, _) in drawn}
        background = {name: f"{odd}\n{even}" for name, (_, odd, even) in drawn}
        if not options.with_own:
            counts["counts"] = [counts_without([f"{texts[n]}\n{background[n]}" for n in texts])]
    else:
        gold = read_gold(options.data / "benchmarks" / "wikiactors.dev.json.gz")[: options.first]
        texts = {document.id: document.text for document in gold}
        background = load_json(options.data / "benchmarks" / "wikiactors.background.json.gz")
    texts = dict(list(texts.items())[: options.first])
    whole, linter = TfidfAttacker(background), checker()
    attackers = [whole, BM25Attacker(background), LearnedAttacker(background, None, whole)]
    rows = [HEADS]
    for policy in options.policies:
        sanitizer = Sanitizer.default(**options_of(policy), **counts)
        start = time.process_time()
        done = {name: sanitizer.sanitize(text) for name, text in texts.items()}
        seconds = time.process_time() - start
        released = {name: d.text for name, d in done.items()}
        found = [
            linkage_at(link(a, released, {n: n for n in released}, evidence=0), 1) or 0.0 for a in attackers
        ]
        marks = {
            n: [Mask(c.span.start, c.span.end, c.replacement) for c in d.changes] for n, d in done.items()
        }
        agreement = token_agreement(gold, marks) if gold else None
        words = sum(len(text.split()) for text in released.values())
        said = sum(lints(linter, t) for t in released.values()) if linter else None
        outcomes = Counter(d.report.singled_out.outcome for d in done.values() if d.report.singled_out)
        rows.append(
            [
                policy,
                *(f"{x:.3f}" for x in found),
                *((f"{agreement.precision or 0:.3f}", f"{agreement.f1 or 0:.3f}") if agreement else ("", "")),
                f"{fmean(d.utility_percent or 0.0 for d in done.values()):.1f}",
                "" if said is None else f"{1000 * said / words:.1f}",
                f"{seconds:.1f}",
                ", ".join(f"{name} {n}" for name, n in sorted(outcomes.items())),
            ]
        )
        if options.out:
            options.out.mkdir(parents=True, exist_ok=True)
            for name, text in released.items():
                (options.out / f"{policy.replace(':', '-')}.{name.replace('/', '-')}.txt").write_text(
                    text, encoding="utf-8"
                )
        print(align([HEADS, rows[-1]]), flush=True)
    print(align(rows))
    print(f"{len(texts)} texts, {len(background)} candidates")


if __name__ == "__main__":
    main()
