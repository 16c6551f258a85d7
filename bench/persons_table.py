"""A table of people with real texts, from the person articles of Wikipedia: imported by relational_persons.py.

Title = A*; birth year, nationality and occupation come from the categories; paragraphs are the rows.
"""

import gzip
import hashlib
import json
import lzma
import pickle
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from spacy.tokens import Doc

from kb.places import Places
from sanitizer.build_recognizers import RECOGNIZERS, open_recognizer
from sanitizer.recognize.spans.merge import merge
from sanitizer.text.parse import parse
from sanitizer.types import Mention

PARAGRAPHS, CHARACTERS = 3, 600
"""Rows of a person at most, and characters of a row (cut after a sentence)."""


def articles(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the person articles, in the order of the files."""
    files = sorted(folder.glob("articles-*.jsonl.xz"))
    if not files:
        raise SystemExit(f"{folder}: no articles-*.jsonl.xz there")
    for path in files:
        with lzma.open(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                article = json.loads(line)
                if article["type"] == "person":
                    yield article


def paragraphs(text: str, most: int = PARAGRAPHS) -> list[str]:
    """Return the first paragraphs that are no headings, cut after a sentence."""
    rows = []
    for block in text.split("\n\n"):
        block = " ".join(block.split())
        if len(block) < 60:
            continue
        if len(block) > CHARACTERS:
            end = max(block.rfind(". ", 0, CHARACTERS), block.rfind("; ", 0, CHARACTERS))
            block = block[: end + 1] if end > 100 else block[:CHARACTERS]
        rows.append(block)
        if len(rows) == most:
            break
    return rows


def facts(categories: Sequence[str], places: Places) -> tuple[str | None, str | None, str | None]:
    """Birth year, nationality, occupation."""
    birth = next((c[:4] for c in categories if re.fullmatch(r"\d{4} births", c)), None)
    for category in categories:
        words = re.sub(r"^\d\w+-century ", "", category).split()
        for n in (2, 1):
            head = " ".join(words[:n])
            if len(words) > n and any(s.concept.id.startswith("geo:adj.") for s in places.senses(head)[:1]):
                noun = words[n:]
                if "in" in noun or "of" in noun or "from" in noun:
                    continue
                job = re.sub(r"(?<=[a-z])s$", "", noun[-1]).replace("businesspeople", "businessperson")
                return birth, head, job if job.islower() and len(job) > 3 else None
    return birth, None, None


def make_table(folder: Path, persons: int, most: int = PARAGRAPHS) -> pd.DataFrame:
    """Return the table of the first `persons` articles, at most `most` rows each."""
    places = Places()
    rows = []
    for number, article in enumerate(articles(folder)):
        if number == persons:
            break
        birth, nationality, occupation = facts(article["categories"], places)
        for text in paragraphs(article["text"], most) or [""]:
            rows.append((article["title"], birth, nationality, occupation, text))
    return pd.DataFrame(rows, columns=["title", "birth", "nationality", "occupation", "text"], dtype=object)


class Cached:
    """The default recognizers of texts, what they found remembered in a file: recognition takes most of the time."""

    name = "cached"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[bytes, tuple[Mention, ...]] = {}
        if path.exists():
            with gzip.open(path, "rb") as stream:
                self.known = pickle.load(stream)
        self._recognizers = [open_recognizer(name, ()) for name in RECOGNIZERS]

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the mentions in the text of `doc` (whatever its parse)."""
        return self.of(doc.text)

    def of(self, text: str) -> tuple[Mention, ...]:
        """Return the mentions in a text."""
        key = hashlib.blake2b(text.encode(), digest_size=12).digest()
        if key not in self.known:
            doc = parse(text)
            self.known[key] = merge(m for r in self._recognizers for m in r.find(doc))
        return self.known[key]

    def save(self) -> None:
        """Keep what is known."""
        temporary = self.path.with_suffix(".tmp")
        with gzip.open(temporary, "wb", compresslevel=1) as stream:
            pickle.dump(self.known, stream)
        temporary.replace(self.path)
