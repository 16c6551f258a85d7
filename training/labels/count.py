"""Count what heads noun phrases: `python training/labels/count.py WIKIPEDIA [-o kb/data/heads.tsv] [--every N]`.

WIKIPEDIA is the folder of articles; every N-th is read, its first characters. Of each common noun that ends its noun
phrase, alone and with one or two words before it, the uses are counted, and those of them behind "a" or "an"; kept are
phrases that a knowledge base names a concept by. :mod:`kb.readability` tells by them which concepts a reader would
name so. Twenty minutes of one core at the defaults.
"""

import argparse
import json
import lzma
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from spacy.tokens import Doc

from kb.defaults import open_default
from sanitizer.text.parse import load, parse_many

CHARACTERS = 5_000
LEAST = 3
"""Uses from which on a phrase is listed: rarer ones are as good as none."""
_WORDS = ("NOUN", "ADJ", "PROPN", "VERB")


def texts(folder: Path, every: int) -> Iterator[str]:
    """Yield the beginnings of every N-th article."""
    number = 0
    for path in sorted(folder.glob("articles-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                number += 1
                if number % every == 0:
                    yield json.loads(line)["text"][:CHARACTERS]


def heads(doc: Doc) -> Iterator[tuple[str, bool]]:
    """Yield each common noun that ends its phrase, alone and with up to two words before it; whether it is
    indefinite."""
    for i, token in enumerate(doc):
        if token.pos_ != "NOUN" or not token.text.islower():
            continue
        if i + 1 < len(doc) and doc[i + 1].pos_ in ("NOUN", "PROPN"):
            continue
        start = i
        while start and doc[start - 1].pos_ in _WORDS:
            start -= 1
        indefinite = start > 0 and doc[start - 1].lower_ in ("a", "an")
        lemma = token.lemma_.lower()
        for first in range(i, max(start, i - 2) - 1, -1):
            yield " ".join([*(t.lower_ for t in doc[first:i]), lemma]), indefinite


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path("kb/data/heads.tsv"))
    parser.add_argument("--every", type=int, default=25)
    options = parser.parse_args()
    if not options.folder.is_dir():
        parser.error(f"{options.folder}: not a folder of articles")
    knowledge = open_default()
    nlp = load()
    without = [name for name in ("lemmatizer",) if name in nlp.pipe_names]
    uses, indefinite = Counter[str](), Counter[str]()
    for doc in parse_many(texts(options.folder, options.every), nlp, without):
        for phrase, is_indefinite in heads(doc):
            uses[phrase] += 1
            indefinite[phrase] += is_indefinite
    rows = [
        f"{phrase}\t{n}\t{indefinite[phrase]}\n"
        for phrase, n in sorted(uses.items())
        if n >= LEAST
        and phrase == " ".join(phrase.split())
        and any(not s.instance for s in knowledge.senses(phrase))
    ]
    options.output.write_text(
        "# derived by training/labels/count.py from the English Wikipedia of July 2019 (CC BY-SA 3.0):\n"
        "# a phrase, how often it heads a noun phrase, and how often behind an indefinite article\n"
        + "".join(rows),
        encoding="utf-8",
    )
    print(
        f"{len(rows)} phrases of {len(uses)}, {sum(uses.values())} uses, {options.output.stat().st_size} bytes"
    )


if __name__ == "__main__":
    main()
