"""Score the language model: python bench/model.py DATA_FOLDER [--model FOLDER] [--titles] [--misses] [--quick].

DATA_FOLDER holds benchmarks/ (TAB and biographies, development halves). A mention counts as found when
predicted entities of any label cover all its words, except articles, prepositions, conjunctions, Mr,
Mrs, Ms, "no" and punctuation (the rule of the Text Anonymization Benchmark). Speed is in words a second
of processor time on one core.
"""

import argparse
import gzip
import json
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from spacy.language import Language

from sanitizer.recognize.finders.model import with_titles
from sanitizer.text.parse import model_path, opened, parse

WORD = re.compile(r"[^\W_]+")
_IGNORED = (
    "the a an of and or in on at by for to from with nor but this that s mr mrs ms no nr about into near"
)
IGNORED = frozenset(_IGNORED.split())


def covered(text: str, start: int, end: int, marked: bytearray) -> bool:
    """Return whether every word of ``text[start:end]`` that counts is marked."""
    words = [m.span() for m in WORD.finditer(text, start, end) if m[0].lower() not in IGNORED]
    return all(all(marked[a:b]) for a, b in words)


def coverage(
    nlp: Language, cases: list[dict[str, Any]], titles: bool
) -> tuple[dict[str, Counter[str]], dict[str, list[str]]]:
    """For each class, counts of mentions (found, all) and of predictions (right, all); and the misses."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    misses: dict[str, list[str]] = defaultdict(list)
    for case in cases:
        text = case["text"]
        doc = parse(text, nlp)
        marked = bytearray(len(text) + 1)
        predicted = [with_titles(entity) if titles else entity for entity in doc.ents]
        for entity in predicted:
            marked[entity.start_char : entity.end_char] = b"\1" * (entity.end_char - entity.start_char)
        gold = bytearray(len(text) + 1)
        for annotation in case["annotations"].values():
            for mention in annotation["entity_mentions"]:
                kind, a, b = mention["entity_type"], mention["start_offset"], mention["end_offset"]
                gold[a:b] = b"\1" * (b - a)
                found = covered(text, a, b, marked)
                for name in (kind, f"{kind} to mask" if mention["identifier_type"] != "NO_MASK" else None):
                    if name:
                        counts[name].update(all=1, found=int(found))
                if not found:
                    misses[kind].append(
                        f"{text[max(0, a - 25) : a]}[{text[a:b]}]{text[b : b + 15]}".replace("\n", "|")
                    )
        for entity in doc.ents:
            right = any(gold[entity.start_char : entity.end_char])
            counts[entity.label_].update(predicted=1, right=int(right))
            if not right:
                misses[f"not in gold {entity.label_}"].append(entity.text)
    return counts, misses


def print_coverage(name: str, counts: dict[str, Counter[str]]) -> None:
    print(f"\n{name:28} found   all   share | predicted  in gold")
    for kind in sorted(counts):
        c = counts[kind]
        left = f"{c['found']:5} {c['all']:5}   {c['found'] / c['all']:.3f}" if c["all"] else " " * 19
        right = f"{c['predicted']:9}    {c['right'] / c['predicted']:.3f}" if c["predicted"] else ""
        print(f"  {kind:24}  {left} | {right}")


def speed(nlp: Language, texts: list[str]) -> float:
    """Return words (tokens that are not white space) a second of processor time, in batches."""
    list(nlp.pipe(texts[:20]))
    start = time.process_time()
    words = sum(sum(not token.is_space for token in doc) for doc in nlp.pipe(texts, batch_size=64))
    return words / (time.process_time() - start)


def load_time(path: Path) -> tuple[float, float]:
    """Seconds of wall time in a fresh process: import of spaCy, and loading of the pipeline."""
    code = (
        "import time; a = time.perf_counter(); import spacy; b = time.perf_counter(); import sys; "
        "import sanitizer.text.parse; spacy.load(sys.argv[1]); c = time.perf_counter(); print(b - a, c - b)"
    )
    best = min(
        (
            tuple(float(x) for x in subprocess.check_output([sys.executable, "-c", code, str(path)]).split())
            for _ in range(3)
        ),
        key=sum,
    )
    return best[0], best[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--model", type=Path, default=model_path())
    parser.add_argument(
        "--titles", action="store_true", help="with titles before names, as the recognizer does"
    )
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--quick", action="store_true", help="coverage only")
    options = parser.parse_args()
    nlp = opened(options.model)
    texts: list[str] = []
    for name in ("tab", "wikibios"):
        path = options.data / "benchmarks" / f"{name}.dev.json.gz"
        if not path.is_file():
            raise SystemExit(f"missing: {path}")
        with gzip.open(path, "rt", encoding="utf8") as file:
            cases = json.load(file)
        texts += [case["text"] for case in cases]
        counts, misses = coverage(nlp, cases, options.titles)
        print_coverage(f"{name}.dev", counts)
        if options.misses:
            for kind in ("PERSON", "LOC", "ORG", "not in gold PERSON", "not in gold LOC", "not in gold ORG"):
                print(
                    f"\n{kind}: " + "; ".join(f"{m} x{n}" for m, n in Counter(misses[kind]).most_common(80))
                )
    if options.quick:
        return
    pieces = [piece for text in texts for piece in text.split("\n\n") if piece.strip()]
    files = [path for path in options.model.rglob("*") if path.is_file()]
    importing, loading = load_time(options.model)
    print(f"\nspeed        {speed(nlp, pieces):,.0f} words/s of processor time, paragraphs in batches")
    print(f"             {speed(nlp, texts):,.0f} words/s of processor time, whole texts")
    print(f"size         {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")
    print(f"load         {loading:.2f} s, after {importing:.2f} s for the import of spaCy")


if __name__ == "__main__":
    main()
