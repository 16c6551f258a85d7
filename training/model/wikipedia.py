"""The Wikipedia articles, and their text as lines of words for counting."""

import json
import lzma
import re
from collections.abc import Iterator
from pathlib import Path

WORD = re.compile(r"\w+(?:[.'’]\w+)*|[^\w\s]")
CHARACTERS_PER_ARTICLE = 3_000
"""The beginning of each article: as many subjects as possible for the time."""


def articles(data: Path) -> Iterator[dict[str, str]]:
    """Yield the articles of ``DATA/wikipedia``, in the order of the files."""
    paths = sorted((data / "wikipedia").glob("articles-*.jsonl.xz"))
    if not paths:
        raise SystemExit(f"missing: {data / 'wikipedia'}/articles-*.jsonl.xz")
    for path in paths:
        with lzma.open(path, "rt", encoding="utf8") as lines:
            yield from map(json.loads, lines)


def write_text(data: Path, target: Path) -> None:
    """Write one paragraph a line, words and punctuation marks set apart, case kept."""
    temporary = target.with_suffix(".tmp")
    with temporary.open("w", encoding="utf8") as out:
        for article in articles(data):
            for line in article["text"][:CHARACTERS_PER_ARTICLE].split("\n"):
                words = WORD.findall(line)
                if len(words) > 5:
                    out.write(" ".join(words) + "\n")
    temporary.replace(target)
