"""python bench/writing.py DATA [--first N] [--sets NAME ...]: how the output reads, counted by machine.

For each set of texts (field, and the development halves): how often a known entity is introduced anew ("a city" of a
city that was told), replacements that are a bare class word (of all, with and without an article), labels in
brackets and letters ("[name]", "X": they tell nothing, so who is told in words after one is not told anew),
"something", holes where a name went, sentences that begin with a small letter, two articles in a row, and, where
harper-py is installed, what its checker finds in 1,000 words of the originals and of the outputs. Marks of removal
("[...]") that the originals do not have count as "something". Nothing is written.

DATA is the folder that holds ``field/`` and ``benchmarks/``.
"""

import argparse
import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from sanitizer import Sanitizer
from sanitizer.recognize.entity_types import class_word
from sanitizer.result import SanitizedDocument
from sanitizer.settings import Settings
from sanitizer.text.edits import OffsetMap

SETS = ("field", "panorama", "wikibios", "tab94")
CLASS_WORDS = {
    class_word(t)
    for t in ("PERSON", "ORG", "LOC", "GPE", "MISC", "WORK", "EVENT", "CODE", "DATE", "AGE", "JOB", "NORP",
                            "CARDINAL", "QUANTITY", "MONEY", "DURATION")
} | {"thing"}  # fmt: skip
NAMED = {"PERSON", "ORG", "LOC", "MISC"}
ARTICLE = re.compile(r"(?:a|an|another|an?other|a \w+(?:st|nd|rd|th|ond|ird)) (?P<noun>.+)", re.I | re.S)
DETERMINED = re.compile(r"(?:the|his|her|its|their|this|that|\w+['’]s?|two|three|several|many) $", re.I)
HOLE = re.compile(
    r"\(\s*\)|\(\s*[,;]|[,;]\s*\)|,\s*,|\s[,;.](?=\s)|\b(?:of|in|by|with|and|the|a|an)\s*[.;)]|\s’s\b|\s's\b"
)
DOUBLED = re.compile(r"\b(?:the|an?) (?:the|an?|another|some|something|his|her)\b", re.I)


def texts(data: Path, name: str, first: int | None) -> list[str]:
    path = (
        data / "field" / "field.dev.json.gz"
        if name == "field"
        else data / "benchmarks" / f"{name}.dev.json.gz"
    )
    return [d["text"] for d in json.loads(gzip.decompress(path.read_bytes()))][:first]


def _opening(text: str, start: int) -> bool:
    left = text[:start].rstrip(" \"“'‘")
    return not left or left.endswith("\n") or (left[-1] in ".!?" and left[-2:-1].islower())


def counts(text: str, done: SanitizedDocument) -> Counter[str]:
    """Return the counts of one document."""
    found: Counter[str] = Counter()
    classes = dict(enumerate(str(s.entity_class) for s in done.report.sensitive))
    told: set[tuple[str, int]] = set()
    out = done.text
    places = iter(OffsetMap(done.changes).replaced())
    for change in done.changes:
        if not change.replacement:
            told.add((change.kind, change.reference))
            continue
        place = next(places)
        words = change.replacement.strip(" ,.").lower()
        entity = (change.kind, change.reference)
        found["replacements"] += 1
        anew = ARTICLE.fullmatch(words)
        before = out[max(0, place.start - 12) : place.start]
        named = change.kind == "sensitive" and classes.get(change.reference) in NAMED
        if named and entity in told:
            found["later"] += 1
            found["anew"] += anew is not None and not anew["noun"].startswith("of ")
        label = re.fullmatch(r"\[[^\[\].]+\]|[b-hj-z](?:['’]s)?", words)
        found["labels"] += label is not None
        if label is None:
            told.add(entity)
        bare = words in CLASS_WORDS and not DETERMINED.search(before) and not re.search(r"\ban? $", before)
        found["bare"] += bare
        found["empty"] += words in CLASS_WORDS or (anew is not None and anew["noun"] in CLASS_WORDS)
        found["something"] += bool(re.match(r"something\b|\[\.\.\.\]", words))
        first = text[change.span.start : change.span.end].lstrip('_*"“ ')[:1]
        found["small"] += first.isupper() and change.replacement[:1].islower() and _opening(out, place.start)
    found["holes"] = max(0, len(HOLE.findall(out)) - len(HOLE.findall(text)))
    found["articles"] = max(0, len(DOUBLED.findall(out)) - len(DOUBLED.findall(text)))
    return found


def checker() -> Any:
    try:
        import harper  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return harper.Linter()


def lints(linter: Any, text: str) -> int:
    return len(linter.lint(text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--first", type=int, default=None, help="documents of each set (default all)")
    parser.add_argument("--sets", nargs="+", default=list(SETS))
    options = parser.parse_args()
    if not (options.data / "benchmarks").is_dir():
        parser.error(f"{options.data} has no folder benchmarks")
    sanitizer, linter = Sanitizer.default(Settings(any_language=True)), checker()
    heads = (
        "replaced",
        "later",
        "anew %",
        "bare %",
        "class %",
        "labels %",
        "something",
        "holes",
        "small",
        "articles",
    )
    print("set       " + "".join(f"{h:>10}" for h in heads) + "  lints in 1,000 words: before, after")
    for name in options.sets:
        total: Counter[str] = Counter()
        for text in texts(options.data, name, options.first):
            done = sanitizer.sanitize(text)
            total += counts(text, done)
            if linter is not None:
                total["before"] += lints(linter, text)
                total["after"] += lints(linter, done.text)
                total["words"] += len(text.split())
                total["said"] += len(done.text.split())
        every, later = max(1, total["replacements"]), max(1, total["later"])
        shares = (
            100 * total["anew"] / later,
            *(100 * total[k] / every for k in ("bare", "empty", "labels")),
        )
        counted = (total[k] for k in ("something", "holes", "small", "articles"))
        told = ""
        if total["words"]:
            told = f"  {1000 * total['before'] / total['words']:.1f}, {1000 * total['after'] / total['said']:.1f}"
        print(
            f"{name:<10}{total['replacements']:10d}{total['later']:10d}"
            + "".join(f"{share:10.1f}" for share in shares)
            + "".join(f"{n:10d}" for n in counted) + told,
            flush=True,
        )  # fmt: skip


if __name__ == "__main__":
    main()
