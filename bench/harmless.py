"""Changes in sentences without personal data: python bench/harmless.py TRAIN [--changes] [--half looked|held]

TRAIN holds the unpacked corpora `uner_english_ewt`, `ud_english_ewt` and `gum`. Up to 300 sentences of 5 to 40 words,
drawn by a fixed rule: of the part of EWT dev that no training saw (behind its first 1,200 sentences,
`training/spans/train.py`) and of the six documents of GUM that are held out (`training/model/prepare.py`), those
without an entity, a proper noun or a number, evenly spaced, 100 of each; and the 100 of statutes and manuals in
`bench/examined/impersonal.json`, written for this before the rules were read. Every second one was looked at while
causes were mended ("looked"), the others never were ("held"). Each sentence is a document of its own. Printed: changes
in 100 words by source and half, and what made them; ``--changes`` lists those of the sentences that were looked at.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from examined import FOLDER

from sanitizer import Sanitizer

EACH, UNSEEN, WORDS = 100, 1200, range(5, 41)
HELD_OUT = ("academic_huh", "bio_jespersen", "court_loan", "news_nasa", "voyage_york", "interview_peres")


class Row(NamedTuple):
    """A sentence, where it comes from, and whether it was looked at."""

    source: str
    half: str
    text: str


def sentences(path: Path) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the text and the rows of each sentence of a file in CoNLL-U or IOB2."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        rows = [line.split("\t") for line in block.splitlines() if re.match(r"\d+\t", line)]
        if text := re.search(r"^# text = (.+)$", block, re.MULTILINE):
            yield text[1], rows


def ewt(root: Path) -> Iterator[str]:
    folder = root / "ud_english_ewt"
    parts = dict(sentences(next(folder.glob("*-dev*.conllu"))))
    marked = sentences(next((root / "uner_english_ewt").glob("*-dev*.iob2")))
    for number, (text, rows) in enumerate(marked):
        if number >= UNSEEN and all(row[2] == "O" for row in rows) and is_plain(parts.get(text)):
            yield text


def gum(root: Path) -> Iterator[str]:
    for name in HELD_OUT:
        for text, rows in sentences(root / f"gum/dep/GUM_{name}.conllu"):
            if is_plain(rows):
                yield text


def is_plain(rows: list[list[str]] | None) -> bool:
    """Return whether a sentence has no proper noun and no number, and is neither too short nor too long."""
    return (
        bool(rows)
        and len(rows) in WORDS
        and not {row[3] for row in rows or ()} & {"PROPN", "NUM", "X", "SYM"}
    )


def drawn(root: Path) -> list[Row]:
    found = []
    for source, texts in (("EWT", list(ewt(root))), ("GUM", list(gum(root)))):
        taken = [texts[i * len(texts) // EACH] for i in range(EACH)] if len(texts) > EACH else texts
        found += [Row(source, ("looked", "held")[i % 2], text) for i, text in enumerate(taken)]
    for i, row in enumerate(json.loads((FOLDER / "impersonal.json").read_text(encoding="utf-8"))):
        found.append(Row(row["kind"], ("looked", "held")[i % 2], row["text"]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("train", type=Path)
    parser.add_argument("--changes", action="store_true")
    parser.add_argument("--half", choices=("looked", "held"))
    options = parser.parse_args()
    sanitizer = Sanitizer.default()
    words: Counter[tuple[str, str]] = Counter()
    changed: Counter[tuple[str, str]] = Counter()
    makers: Counter[str] = Counter()
    rows = [row for row in drawn(options.train) if options.half in (None, row.half)]
    for row in rows:
        done = sanitizer.sanitize(row.text)
        for of in ((row.source, row.half), ("all", row.half)):
            words[of] += len(row.text.split())
            changed[of] += len(done.changes)
        makers.update(change.kind for change in done.changes)
        if options.changes and done.changes and row.half == "looked":
            told = ", ".join(
                f"{row.text[c.span.start : c.span.end]} -> {c.replacement} ({c.kind})" for c in done.changes
            )
            print(f"   {row.source}: {told}\n      {row.text}")
    for of in sorted(words):
        share = 100 * changed[of] / words[of]
        print(f"{of[0]:8} {of[1]:7} {share:6.2f} changes in 100 words, {changed[of]} of {words[of]}")
    print(f"{len(rows)} sentences; by kind: " + ", ".join(f"{kind} {n}" for kind, n in makers.most_common()))


if __name__ == "__main__":
    main()
