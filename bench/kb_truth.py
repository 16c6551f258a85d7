"""Are our generalizations true in context? `python bench/kb_truth.py WIKIBIOS.json.gz --seed S [--context]`.

Draws 100 replacements at random from the biographies as the default pipeline sanitizes them, for a person to judge:
is what stands there true of what stood there, in the meaning that it has in this text? Drawn are replacements in
words that say more than the class word of their term (a "person" is nearly always true) and are not removals;
each term of a document counts once. The order is that of a seeded hash, so that the same seed draws the same
hundred as long as the output is the same.

`--context` shows the sentences to judge by. Without it, the share of true ones is printed from the verdicts in
`tests/data/truth_judged_S.tsv`, which holds no text of the benchmark but the terms.
"""

import argparse
import hashlib
from collections import Counter
from pathlib import Path

from sanitizer import Sanitizer, Settings
from sanitizer.evaluate.masks import read_gold
from sanitizer.recognize.entity_types import class_word
from sanitizer.result import SanitizedDocument
from sanitizer.say.phrases import REMOVED

FOLDER = Path(__file__).parent.parent / "tests" / "data"
SIZE = 100
AROUND = 200


def order(seed: int, document: str, start: int) -> str:
    return hashlib.blake2b(f"{seed}/{document}/{start}".encode(), digest_size=8).hexdigest()


def drawable(done: SanitizedDocument) -> list[tuple[int, int, str, str, str]]:
    """(start, end, kind, label, replacement) of the first change of each term that tells more than its class."""
    labels: dict[tuple[str, int], str] = {}
    for row in done.report.sensitive:
        label = row.generalization or ""
        labels["sensitive", row.number] = "" if label == class_word(row.type) else label
    for row in done.report.risky:
        labels["risky", row.number] = row.choice.replacement or ""
    found, seen = [], set()
    for change in done.changes:
        key = change.kind, change.reference
        if key not in seen and labels[key] and change.replacement not in ("", REMOVED):
            seen.add(key)
            found.append((change.span.start, change.span.end, change.kind, labels[key], change.replacement))
    return found


def judged(path: Path) -> list[list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--context", action="store_true", help="draw and show what is to be judged")
    options = parser.parse_args()
    if not options.context:
        path = FOLDER / f"truth_judged_{options.seed}.tsv"
        if not path.is_file():
            parser.error(f"{path} is missing: judge a sample first (--context)")
        rows = judged(path)
        verdicts = Counter(row[5] for row in rows)
        print(
            f"{verdicts['true']} of {len(rows)} true ({verdicts['true'] / len(rows):.3f}), seed {options.seed}"
        )
        for row in rows:
            if row[5] != "true":
                print("  " + " | ".join(row))
        return
    if options.file is None or not options.file.is_file():
        parser.error("give the benchmark's file wikibios.dev.json.gz to draw from")
    sanitizer = Sanitizer.default(Settings(any_language=True))
    pool, count = [], Counter[str]()
    for document in read_gold(options.file):
        done = sanitizer.sanitize(document.text)
        count.update("removed" if c.replacement in ("", REMOVED) else c.kind for c in done.changes)
        for start, end, kind, label, replacement in drawable(done):
            pool.append((document, start, end, kind, label, replacement))
    print(f"# {dict(count)}; {len(pool)} to draw from")
    pool.sort(key=lambda row: order(options.seed, row[0].id, row[1]))
    for document, start, end, kind, label, replacement in pool[:SIZE]:
        text = document.text
        print(f"{document.id}\t{start}\t{end}\t{text[start:end]}\t{label}\t\t{kind}: {replacement!r}")
        print(
            f"    {text[max(0, start - AROUND) : start]}>>>{text[start:end]}<<<{text[end : end + AROUND]}".replace(
                "\n", " / "
            )
        )


if __name__ == "__main__":
    main()
