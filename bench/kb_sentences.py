"""Sentences to read: `python bench/kb_sentences.py seeds SEED_ARTICLES.json`, or `leads WIKIPEDIA --seed S`.

Sanitizes texts with the defaults and prints sentences, original beside result, for a person to read one by one: is what
stands there English, and does it say what it should? ``seeds`` takes sentences of the articles of the paper, ``leads``
those of the first paragraphs of 40 articles drawn from a folder of articles (articles-*.jsonl.xz). What is drawn
follows the order of a seeded hash, so that the same seed draws the same.
"""

import argparse
import hashlib
import json
import lzma
import re
from collections.abc import Iterator
from pathlib import Path

from sanitizer import Sanitizer
from sanitizer.text.edits import OffsetMap
from sanitizer.types import Span

LEADS = 40
LEAST, MOST = 60, 500  # characters of a sentence worth reading


def order(seed: int, name: str) -> str:
    """Return the place of a name in the draw."""
    return hashlib.blake2b(f"{seed}/{name}".encode(), digest_size=8).hexdigest()


def lead(text: str) -> str:
    """Return the first paragraph that is one, at most 1,500 characters."""
    return next((p[:1500] for p in text.split("\n") if len(p) > 150), "")


def drawn_leads(folder: Path, seed: int) -> Iterator[tuple[str, str]]:
    """(title, first paragraph) of the articles drawn."""
    names: list[tuple[str, Path, int]] = []
    for path in sorted(folder.glob("articles-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                title = line[: line.index('", "')] if '", "' in line else line[:80]
                names.append((order(seed, title), path, number))
    chosen: dict[Path, set[int]] = {}
    for _, path, number in sorted(names)[: 2 * LEADS]:  # some have no paragraph
        chosen.setdefault(path, set()).add(number)
    found: list[tuple[str, str, str]] = []
    for path, numbers in chosen.items():
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                if number in numbers:
                    article = json.loads(line)
                    if text := lead(article["text"]):
                        found.append((order(seed, article["title"]), article["title"], text))
    yield from ((title, text) for _, title, text in sorted(found)[:LEADS])


def drawn_seeds(path: Path, seed: int) -> Iterator[tuple[str, str]]:
    """(name, first 6,000 characters) of the articles of the paper, in the order of the draw."""
    articles = json.loads(path.read_text(encoding="utf-8"))
    for name in sorted(articles, key=lambda name: order(seed, name)):
        yield name, articles[name]["text"][:6000]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["seeds", "leads"])
    parser.add_argument("data", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sentences", type=int, default=100, help="how many to print")
    options = parser.parse_args()
    if not options.data.exists():
        parser.error(
            f"{options.data} is missing: give the file of the seed articles or the folder of the articles"
        )
    sanitizer = Sanitizer.default()
    texts = drawn_leads if options.kind == "leads" else drawn_seeds
    rows = []
    for name, text in texts(options.data, options.seed):
        done = sanitizer.sanitize(text)
        back = OffsetMap(done.changes)
        start = 0
        for match in re.finditer(r"(?<=[.!?])[\"”']?\s+(?=[\"“A-Z])|\n+|$", done.text):
            after = done.text[start : match.start()].strip()
            span = back.to_input(Span(start, max(start, match.start())))
            before = span.of(text).strip()
            start = match.end()
            if LEAST <= len(before) <= MOST and before != after:
                rows.append((order(options.seed, f"{name}/{span.start}"), name, before, after))
    if options.kind == "seeds":
        rows.sort()
    for number, (_, name, before, after) in enumerate(rows[: options.sentences], 1):
        print(f"{number}. [{name}]\n  - {before}\n  + {after}")


if __name__ == "__main__":
    main()
