"""Random options and settings: no combination crashes, and none leaves more of the gold in clear than without it.

``python bench/options_safe.py DATA/benchmarks --runs 1000``: each run draws a document of the development halves, some
options that open something by what they say (a narrower context, fewer recognizers, a higher threshold) and some that
must not. The document is sanitized with the first alone and with both; gold characters (DIRECT and QUASI mentions of
any annotator) that stand in clear are counted in both results: those outside of what was replaced, and words of it
that the replacement says again in the same order ("the party's" for "the Communist Party's": "the", "'s"). Not counted
is what an operator says of itself that it leaves (`docs/operators.md`), and nothing else of what it replaces:
`surrogate` the titles and possessives of a name, `date-shift` words and figures of the date, for it tells one that is
near. Nor is a risky word that told of sensitive terms only which an operator hides now: no generalization stands there
that it could be read together with (`docs/operators.md`); such runs are counted by themselves. Nor is a word that no
decision of the run with the first options hides (their report says "keep", or does not name it): whether the writing
drops its bracket with what else stood there is no matter of safety; how many such there are is printed at the end.
Nor are "and" and "or" between two words of a mention that are gone, nor an article before one: they tell nothing of
what it was. Prints crashes, and the runs that left more in clear; ``--first N`` goes on from run N.
"""

import argparse
import contextlib
import gzip
import io
import json
import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Any

from sanitizer.commands import main as sanitizer_main
from sanitizer.text.titles import TITLES

OPENING: tuple[tuple[str, ...], ...] = (
    *(("--strategy", s) for s in ("S1", "S2", "S3", "S4")),
    *(("--context", c) for c in ("paragraph", "sentence", "window:1", "window:20")),
    *(("--threshold", t) for t in ("least", "most-general", "quantile:0", "quantile:1", "bits:3", "bits:40")),
    *(("--unknown", u) for u in ("safe", "ask")),
    *(("--recognizer", r) for r in ("model", "patterns", "ic:8")),
    *(("--profile", p) for p in ("safe-harbor", "court")),
    ("--operator", "LOC=keep"),
    ("--operator", "DATETIME=keep"),
    ("--sensitive", "class"),
    ("--last-resort", "world"),
    ("--generalization-counts", "phrase"),
    ("--kb-order", "strict"),
    ("--contextual",),
)
"""Options that say of themselves that more may stay, or that something is measured or said in another way."""

CLOSING: tuple[tuple[str, ...], ...] = (
    *(("--groups", str(n)) for n in (2, 3)),
    ("--distinct", "numbered"),
    ("--spread", "collection"),
    *(("--operator", f"PERSON={o}") for o in ("tag", "pseudonym", "mask", "remove", "hash", "surrogate")),
    ("--operator", "DATETIME=date-shift:days=40"),
    *(("--operator", f"default={o}") for o in ("tag", "mask", "remove")),
    ("--operator", "risky=remove"),
    ("--workers", "2"),
    ("--strict",),
    ("--strict",),
    ("--profile", "everything"),
)
"""Options that must not leave more in clear than the same run without them."""

SINGLE = {
    "--strategy",
    "--context",
    "--threshold",
    "--unknown",
    "--profile",
    "--groups",
    "--distinct",
    "--spread",
}
KEY = "3c9a7be2d1f04586a7c5e91b2d8f60437be1c2a9d5f384061b7a9c0e2f4d6835"


@dataclass(frozen=True)
class Gold:
    """A text and the characters of it that a person marked."""

    name: str
    text: str
    marked: frozenset[int]


def read_gold(folder: Path, names: Sequence[str], longest: int) -> list[Gold]:
    """Return the documents of the halves `names` of at most `longest` characters."""
    found = []
    for name in names:
        with gzip.open(folder / f"{name}.dev.json.gz", "rt", encoding="utf-8") as stream:
            rows = json.load(stream)
        for row in rows:
            if len(row["text"]) > longest:
                continue
            spans = [
                (m["start_offset"], m["end_offset"])
                for annotation in row["annotations"].values()
                for m in annotation["entity_mentions"]
                if m.get("identifier_type") != "NO_MASK"
            ]
            marked = frozenset(
                i for start, end in spans for i in range(start, end) if row["text"][i].isalnum()
            )
            found.append(Gold(f"{name}/{row['doc_id']}", row["text"], marked))
    return found


@cache
def in_clear(gold: Gold, options: tuple[str, ...]) -> tuple[frozenset[int], dict[str, Any], str]:
    """Return the marked characters that stand in clear under these options, the report, and what went wrong ("" for
    none)."""
    with tempfile.TemporaryDirectory() as folder:
        source, masks, report = (Path(folder) / name for name in ("in.txt", "masks.json", "report.jsonl"))
        source.write_text(gold.text, encoding="utf-8")
        call = [
            "sanitize",
            str(source),
            "-o",
            str(Path(folder) / "out.txt"),
            "--masks",
            str(masks),
            "--report",
            str(report),
            "--quiet",
        ]
        told = io.StringIO()
        with contextlib.redirect_stderr(told), contextlib.redirect_stdout(told):
            try:
                sanitizer_main([*call, "--any-language", *options])
            except SystemExit as error:
                status = error.code
            except Exception as error:  # a crash is what is looked for
                return frozenset(), {}, f"crash {error!r}"[:300]
        if status not in (0, 1) or not masks.exists():
            return frozenset(), {}, f"exit {status}: {told.getvalue().strip()[-300:]}"
        spans = next(iter(json.loads(masks.read_text(encoding="utf-8")).values()), None)
        document = json.loads(report.read_text(encoding="utf-8").splitlines()[0])
    if spans is None:
        return frozenset(), {}, f"exit {status}, the document failed: {told.getvalue().strip()[-300:]}"
    covered = {i for start, end, new in spans for i in gone(gold.text, start, end, new)}
    left = gold.marked - covered - set(said_to_stay(gold.text, document))
    return frozenset(left - set(joining(gold.text, gold.marked, covered))), document, ""


def relieved(before: dict[str, Any], after: dict[str, Any]) -> Iterator[int]:
    """Yield the characters of terms that were risky towards sensitive ones alone that an operator hides afterwards."""
    hidden = {
        tuple(span)
        for entity in after["sensitive"]
        if entity.get("operator") not in (None, "keep")
        for span in entity["spans"]
    }
    for term in before["risky"]:
        told = [before["sensitive"][t["sensitive"]]["spans"] for t in term["towards"]]
        if told and all(tuple(span) in hidden for spans in told for span in spans):
            for start, end in term["spans"]:
                yield from range(start, end)


def decided(document: dict[str, Any]) -> set[int]:
    """Return the characters that a decision of the run hides: mentions that no option says to keep, and risky terms."""
    hidden = [e for e in document["sensitive"] if e.get("operator") != "keep"] + document["risky"]
    return {i for e in hidden for start, end in e["spans"] for i in range(start, end)}


def joining(text: str, marked: frozenset[int], covered: set[int]) -> Iterator[int]:
    """Yield the characters of each "and" and "or" in a marked mention whose neighbours there are both gone, and of each
    article whose next word there is gone."""
    for found in re.finditer(r"(\w)\W{1,3}(and|or)\W{1,3}(\w)", text):
        before, after = found.start(1), found.start(3)
        if {before, after} <= covered and {before, after, *range(*found.span(2))} <= marked:
            yield from range(*found.span(2))
    for found in re.finditer(r"\b(the|an?)\W{1,3}(?=\w)", text, re.IGNORECASE):
        if found.end() in covered and {found.end(), *range(*found.span(1))} <= marked:
            yield from range(*found.span(1))


def said_to_stay(text: str, document: dict[str, Any]) -> Iterator[int]:
    """Yield the characters of what was replaced that its operator says that it leaves."""
    for entity in document["sensitive"]:
        for start, end in entity["spans"]:
            if entity.get("operator") == "date-shift":
                yield from range(start, end)
            elif entity.get("operator") == "surrogate":
                for word in re.finditer(r"(?<=['’])s\b|\w+", text[start:end]):
                    if word.group() == "s" or word.group().lower() in TITLES:
                        yield from range(start + word.start(), start + word.end())


def gone(text: str, start: int, end: int, new: str) -> Iterator[int]:
    """Yield the characters of `start` to `end` of a text that are not said again by what stands for them, in any
    case; a tag says a type, and no word."""
    pieces = [m.span() for m in re.finditer(r"\w+|\W", text[start:end])]
    said = re.findall(r"\w+|\W", re.sub(r"\[[A-Z ]+\]", "", new).lower())
    same = SequenceMatcher(
        None, [text[start + a : start + b].lower() for a, b in pieces], said, autojunk=False
    )
    kept = {i for block in same.get_matching_blocks() for i in range(block.a, block.a + block.size)}
    for i, (a, b) in enumerate(pieces):
        if i not in kept:
            yield from range(start + a, start + b)


def drawn(
    choose: random.Random, table: Sequence[tuple[str, ...]], most: int, taken: set[str]
) -> Iterator[str]:
    """Yield some options of a table, each that is no list at most once."""
    for option in choose.sample(table, choose.randint(0, most)):
        if option[0] in taken and option[0] in SINGLE:
            continue
        key = option[0] if option[0] != "--operator" else option[1].split("=")[0]
        if key in taken:
            continue
        taken.add(key)
        yield from option


def main() -> int:
    """Draw, run, compare, tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--first", type=int, default=0, help="draw the runs before this one, but leave them out"
    )
    parser.add_argument("--longest", type=int, default=900, help="characters of a document")
    args = parser.parse_args()
    gold = read_gold(args.folder, ("wikibios", "panorama"), args.longest)
    os.environ["SANITIZER_KEY"] = KEY
    choose, counts, dropped = random.Random(args.seed), Counter[str](), 0
    for run in range(args.runs):
        one = choose.choice(gold)
        taken: set[str] = set()
        before = tuple(drawn(choose, OPENING, 3, taken))
        after = (*before, *drawn(choose, CLOSING, 3, taken))
        if run < args.first:
            continue
        (left, report, wrong), (left_after, report_after, wrong_after) = (
            in_clear(one, before),
            in_clear(one, after),
        )
        counts["runs"] += 1
        for options, what in ((before, wrong), (after, wrong_after)):
            if what:
                counts["crashes or failures"] += 1
                print(f"{run} {one.name} {' '.join(options)}: {what}", flush=True)
        more = False
        if not wrong and not wrong_after:
            dropped += len(one.marked - left - decided(report))
            hidden = decided(report)
            left, left_after = left & hidden, left_after & hidden
            more = len(left_after) > len(left)
        if more and len(left_after - set(relieved(report, report_after))) <= len(left):
            counts["more, each relieved"] += 1
        elif more:
            counts["more in clear"] += 1
            print(
                f"{run} {one.name} [{' '.join(before)}] + [{' '.join(after[len(before) :])}]: "
                f"{len(left)} -> {len(left_after)}",
                flush=True,
            )
        if (run + 1) % 100 == 0:
            print(f"... {run + 1} runs: {dict(counts)}", file=sys.stderr, flush=True)
    print(dict(counts), f"marked characters that no decision hides, dropped with their bracket: {dropped}")
    return 1 if set(counts) - {"runs", "more, each relieved"} else 0


if __name__ == "__main__":
    raise SystemExit(main())
