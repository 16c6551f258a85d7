"""python bench/judged.py BENCHMARKS [--show] [--spans FILE]: are the replacements of given spans truthful and less
specific?

The 162 spans in context of the development half (intact) are replaced by the default pipeline with ``--recognizer
spans:FILE`` (nothing but the span is hidden on purpose). Each replacement is judged with the two questions that
humans were asked of the three systems: *truthful* (1, 0.5 in part, 0): what is said is true of the original in its
context; *less specific* (1, 0): it tells less than the original. The judgements lie in ``judged.tsv`` by the index
of the span, the reading (1 or 2) and a digest of the replacement: what changed since is counted as not judged.
``--show`` prints each replacement in its context, to be read.

Beside them stand the judgements of the three systems by humans, and automatic proxies of ours: unchanged (the span
is said again), a bare word of the class. Nothing is written but FILE of ``--spans``, the list for the command.
"""

import argparse
import gzip
import hashlib
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from sanitizer import Sanitizer
from sanitizer.recognize.entity_types import TYPES

JUDGED: Final = Path(__file__).with_name("judged.tsv")
BARE: Final = frozenset(word for _, word in TYPES.values())
"""The words of classes: true of everything, and of no use."""


class Case(NamedTuple):
    """A context without its brackets, where the span stands in it, its class, and what the systems say."""

    text: str
    start: int
    end: int
    type: str
    systems: Mapping[str, Any]


def read(folder: Path) -> list[Case]:
    """Return the spans in their contexts."""
    found = []
    for row in json.loads(gzip.decompress((folder / "intact.dev.json.gz").read_bytes())):
        before, rest = row["context"].split("[[", 1)
        # the last brackets close the span: names of cases hold brackets too
        inside, after = rest[: len(row["span"])], rest[len(row["span"]) + 2 :]
        assert inside == row["span"], row["mention"]
        end = len(before) + len(inside)
        found.append(Case(before + inside + after, len(before), end, row["type"], row["systems"]))
    return found


def said(case: Case, changes: Sequence[Any]) -> str:
    """Return what stands in the output for the span, with what was changed together with it."""
    touching = [c for c in changes if c.span.start < case.end and case.start < c.span.end]
    start = min([case.start, *(c.span.start for c in touching)])
    end = max([case.end, *(c.span.end for c in touching)])
    out, at = "", start
    for change in sorted(touching, key=lambda c: c.span.start):
        out += case.text[at : change.span.start] + change.replacement
        at = change.span.end
    return out + case.text[at:end]


def digest(words: str) -> str:
    """Return what a replacement is known by in the table."""
    return hashlib.sha256(words.strip().lower().encode()).hexdigest()[:10]


def judgements() -> dict[tuple[int, int, str], tuple[float, float]]:
    """Truthful and less specific, by the index of the span, the reading (1, 2) and the digest of the replacement."""
    found = {}
    for line in JUDGED.read_text(encoding="utf-8").splitlines() if JUDGED.is_file() else ():
        if line and not line.startswith("#"):
            index, reading, key, truthful, less = line.split("\t")
            found[int(index), int(reading), key] = float(truthful), float(less)
    return found


def told(name: str, pairs: Sequence[tuple[float, float]]) -> None:
    """Print the shares of a system; a truth in part counts half, as in the three systems' judgements."""
    n = max(1, len(pairs))
    true, less = sum(t for t, _ in pairs) / n, sum(v for _, v in pairs) / n
    both = sum(t * v for t, v in pairs) / n
    print(f"{name:<22} {len(pairs):>5} {true:>10.3f} {less:>15.3f} {both:>7.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true")
    parser.add_argument(
        "--spans", type=Path, metavar="FILE", help="keep the list that is given to the command"
    )
    options = parser.parse_args()
    if not (options.folder / "intact.dev.json.gz").is_file():
        parser.error(f"{options.folder} does not hold intact.dev.json.gz: give the folder of the benchmarks")
    cases = read(options.folder)
    with tempfile.TemporaryDirectory() as scratch:
        file = options.spans or Path(scratch) / "spans.jsonl"
        rows = [{"text": c.text, "spans": [[c.start, c.end, c.type]]} for c in cases]
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        sanitizer = Sanitizer.default(recognizers=[f"spans:{file}"], any_language=True)
        ours = [said(c, sanitizer.sanitize(c.text).changes) for c in cases]
    known = judgements()
    if options.show:
        for i, (case, words) in enumerate(zip(cases, ours, strict=True)):
            judged = [known.get((i, reading, digest(words))) for reading in (1, 2)]
            print(
                f"{i}\t{digest(words)}\t{case.type}\t{judged}\t{case.text[case.start : case.end]!r} -> {words!r}"
            )
            print("\t\t" + re.sub(r"\s+", " ", case.text[: case.start] + "[[...]]" + case.text[case.end :]))
    print(f"{'':<22} spans  truthful  less specific  both")
    for system in cases[0].systems:
        told(
            f"{system} (humans)",
            [(s["truthful"], s["less_specific"]) for c in cases for s in [c.systems[system]]],
        )
    for reading in (1, 2):
        pairs = [known[key] for i, w in enumerate(ours) if (key := (i, reading, digest(w))) in known]
        told(f"ours (reading {reading})", pairs)
    spans = [c.text[c.start : c.end] for c in cases]
    same = sum(s.strip().lower() == w.strip().lower() for s, w in zip(spans, ours, strict=True))
    bare = sum(re.sub(r"^(?:an?|the) ", "", w.strip().lower()) in BARE for w in ours)
    empty = sum("[" in w for w in ours)
    print(f"ours by machine: {same} unchanged, {bare} a bare word of the class, {empty} a hole in brackets")


if __name__ == "__main__":
    main()
