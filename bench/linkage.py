"""Linkage on persons of Wikipedia, and what hardening is worth: `python bench/linkage.py ARTICLES WORK`.

ARTICLES is the folder with articles-*.jsonl.xz. The lead of an article is the document, the rest is what is
known of the person: odd paragraphs for hardening, even ones for the attackers that judge it. The installed
command sanitizes the leads, without and with --harden; its reports are left in WORK and used again.
"""

import argparse
import json
import lzma
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sanitizer.audit import LearnedAttacker, TfidfAttacker, link, linkage_at
from sanitizer.commands.evaluate import align
from sanitizer.evaluate import Mask, apply_masks
from sanitizer.page.read import read_report


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


def sanitized(work: Path, name: str, *more: str) -> tuple[dict[str, str], dict[str, Any]]:
    """Return texts and summary of a run of the command over WORK/persons.jsonl."""
    report = work / f"{name}.jsonl"
    if not report.exists():
        command = [
            str(Path(sys.executable).parent / "sanitizer"), "sanitize", str(work / "persons.jsonl"), "--id-field", "id",
            "--masks", str(work / f"{name}.masks.json"), "--report", str(report), "--resume", "--quiet", "--keep-ids",
            *more,
        ]  # fmt: skip
        # not met (status 1) is no failure here: documents at the floor are part of the figures
        subprocess.run(command, check=False, stderr=subprocess.DEVNULL)
        if not report.exists():
            sys.exit(f"failed: {' '.join(command)}")
    read = read_report(report)
    texts = {
        d.id: apply_masks(d.text, [Mask(c.span.start, c.span.end, c.replacement) for c in d.changes])
        for d in read.done
    }
    if read.summary is None:
        sys.exit(f"{report} has no summary: remove it, and start again")
    return texts, read.summary.to_json()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("articles", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--persons", type=int, default=500)
    parser.add_argument("--k", type=int, default=5)
    parser.add_argument("--floor", type=float, default=0.5)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    if not list(options.articles.glob("articles-*.jsonl.xz")):
        sys.exit(f"{options.articles} holds no articles-*.jsonl.xz")
    known = persons(options.articles, options.persons)
    options.work.mkdir(parents=True, exist_ok=True)
    with (options.work / "persons.jsonl").open("w", encoding="utf-8") as stream:
        for name, (lead, _, _) in known.items():
            stream.write(json.dumps({"id": name, "text": lead}) + "\n")
    helper = options.work / "known.json"
    helper.write_text(json.dumps({name: odd for name, (_, odd, _) in known.items()}), encoding="utf-8")
    workers = ["--workers", str(options.workers)]
    released, plain = sanitized(options.work, "plain", *workers)
    harden = ["--harden", str(options.k), "--harden-floor", str(options.floor), "--background", str(helper)]
    after, hard = sanitized(options.work, f"hardened-{options.k}-{options.floor}", *harden, *workers)
    originals = {name: known[name][0] for name in after}
    truth = {name: name for name in after}
    judge = {name: even for name, (_, _, even) in known.items()}
    rows = [["attacker (background not used for hardening)", "original", "sanitized", "hardened", "chance"]]
    for attacker in (TfidfAttacker(judge), LearnedAttacker(judge)):
        for k in (1, 5):
            shares = [
                linkage_at(link(attacker, t, truth, evidence=0), k) or 0.0
                for t in (originals, released, after)
            ]
            rows.append([f"{attacker.name}@{k}", *(f"{x:.3f}" for x in shares), f"{k / len(known):.3f}"])
    utility = [plain["utility_percent"], hard["utility_percent"]]
    rows.append(["information kept, %", "100.0", *(f"{x:.1f}" for x in utility), ""])
    print(align(rows))
    print(f"{len(truth)} persons; k = {options.k}, floor {options.floor}; {hard['hardening']['outcomes']}")


if __name__ == "__main__":
    main()
