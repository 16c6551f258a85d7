"""Linkage on persons of Wikipedia, and what hardening is worth: `python bench/linkage.py DATA [--report
R.jsonl]`.

DATA is the folder with articles-*.jsonl.xz. The lead of an article is the document, the rest is what is
known of the person: odd paragraphs for hardening, even ones for the attacker that judges it. R.jsonl is a
report of the same documents (written there when it does not exist yet; sanitizing 500 takes minutes).
"""

import argparse
import json
import lzma
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from sanitizer.audit import Draft, LearnedAttacker, TfidfAttacker, harden, link, linkage_at
from sanitizer.audit.harden import without_words
from sanitizer.commands.evaluate import align
from sanitizer.defaults import open_counts
from sanitizer.evaluate import Mask, apply_masks, counted, information_kept, least_support
from sanitizer.evaluate.tab import words
from sanitizer.page.read import read_report
from sanitizer.types import Document


def persons(folder: Path, count: int) -> dict[str, tuple[str, str, str]]:
    """Lead, odd and even paragraphs of the rest, of `count` persons drawn by lot from those with
    enough text.
    """

    def split() -> Iterator[tuple[str, tuple[str, str, str]]]:
        for file in sorted(folder.glob("articles-*.jsonl.xz")):
            with lzma.open(file, "rt", encoding="utf-8") as stream:
                for line in stream:
                    article = json.loads(line)
                    if article["type"] != "person":
                        continue
                    paragraphs = [p for p in article["text"].split("\n") if p.strip()]
                    at, lead = 1, paragraphs[0] if paragraphs else ""
                    while len(lead) < 400 and at < len(paragraphs) - 3:
                        lead, at = lead + "\n\n" + paragraphs[at], at + 1
                    rest = paragraphs[at:]
                    if 400 <= len(lead) <= 2500 and sum(map(len, rest)) > 3000 and len(rest) > 3:
                        yield article["title"], (lead, "\n".join(rest[::2]), "\n".join(rest[1::2]))

    found = dict(split())
    names = sorted(found)
    random.Random(7).shuffle(names)
    return {name: found[name] for name in names[:count]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--report", type=Path, default=Path("linkage.report.jsonl"))
    parser.add_argument("--persons", type=int, default=500)
    parser.add_argument("--k", type=int, default=5)
    parser.add_argument("--floor", type=float, default=0.5)
    options = parser.parse_args()
    if not list(options.data.glob("articles-*.jsonl.xz")):
        sys.exit(f"{options.data} holds no articles-*.jsonl.xz")
    known = persons(options.data, options.persons)
    if not options.report.exists():
        sanitize(known, options.report)
    reports = {d["id"]: d for d in read_report(options.report).documents if d["id"] in known}
    known = {name: known[name] for name in known if name in reports}
    masks = {name: [Mask(c[0], c[1], c[2]) for c in reports[name]["changes"]] for name in known}
    released = {name: apply_masks(known[name][0], masks[name]) for name in known}
    provider = open_counts("default")
    inform, floor = counted(provider), least_support(provider)

    def bits(name: str, hidden: frozenset[str]) -> float:
        """Bits in the words of the lead that stay in clear."""
        text = known[name][0]
        cut = [Mask(a, b) for a, b in words(text) if text[a:b].lower() in hidden]
        return information_kept(text, list(words(text)), [*masks[name], *cut], inform, floor).percent or 0.0

    start = {name: bits(name, frozenset()) for name in known}

    def again(document: Document, hidden: frozenset[str]) -> Draft:
        """Hardening without the sanitizer's help: the words are cut out. Generalizing them would keep
        more.
        """
        return Draft(without_words(released[document.id], hidden), bits(document.id, hidden))

    began = time.process_time()
    truth = {name: name for name in known}
    helper = {name: known[name][1] for name in known}
    hardened = harden(
        again, [Document(n, known[n][0]) for n in known], truth, helper, options.k, options.floor
    )
    spent = time.process_time() - began
    rows = [["attacker (background not used for hardening)", "original", "sanitized", "hardened", "chance"]]
    judge = {name: known[name][2] for name in known}
    after = {h.document: h.text for h in hardened}
    for attacker in (TfidfAttacker(judge), LearnedAttacker(judge)):
        for k in (1, 5):
            shares = [
                linkage_at(link(attacker, texts, truth, evidence=0), k) or 0.0
                for texts in ({n: known[n][0] for n in known}, released, after)
            ]
            rows.append([f"{attacker.name}@{k}", *(f"{x:.3f}" for x in shares), f"{k / len(known):.3f}"])
    rows.append(
        [
            "bits of words kept, %",
            "100.0",
            f"{fmean(start.values()):.1f}",
            f"{fmean(h.utility_after or 0 for h in hardened):.1f}",
            "",
        ]
    )
    print(align(rows))
    outcomes = {o: sum(h.outcome == o for h in hardened) for o in ("hidden", "floor", "exhausted")}
    print(
        f"{len(known)} persons; k = {options.k}, floor {options.floor}; {outcomes}; hardening took {spent:.0f} s of CPU"
    )


def sanitize(known: dict[str, tuple[str, str, str]], report: Path) -> None:
    """Sanitize the leads with the defaults."""
    from sanitizer.pipeline import Sanitizer

    sanitizer = Sanitizer.default()
    with report.open("w", encoding="utf-8") as stream:
        for name in known:
            stream.write(json.dumps(sanitizer.sanitize(Document(name, known[name][0])).report) + "\n")


if __name__ == "__main__":
    main()
